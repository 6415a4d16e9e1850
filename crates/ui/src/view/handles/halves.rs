//! How either half of a divided picture is seen: words for it, and a menu to choose another way.
//!
//! In: the way that is seen. Out: the way that was chosen. The left half is what the commands and keys of the view change, too.

use crate::kit::{choices, control};
use crate::view::tools::color_choices;
use castview_picture::{ColorBy, Way};
use castview_session::{Action, Half, Session, ViewAction, command};
use egui::Ui;

/// How that half is seen; `None` while the picture is whole.
pub fn way(session: &Session, half: Half) -> Option<Way> {
    let view = session.view();
    view.divided?;
    Some(match half {
        Half::Left => Way {
            shading: view.shading,
            color_by: view.color_by,
            wireframe: view.overlays.wireframe,
            xray: view.overlays.xray,
        },
        Half::Right => view.right,
    })
}

/// As the toolbar and the menus call it.
pub fn words(way: &Way) -> String {
    let asked = Action::View(ViewAction::SeeShaded(way.shading));
    let shading = choices::SHADINGS
        .iter()
        .find(|(name, _)| command(name).action() == asked);
    let surfaces = match way.color_by {
        ColorBy::Material => shading.map_or("", |(_, word)| word).to_owned(),
        by => by.words(),
    };
    let also = [(way.wireframe, "wireframe"), (way.xray, "X-ray")];
    let also = also.into_iter().filter(|(is_on, _)| *is_on).map(|(_, word)| word);
    [surfaces.as_str()]
        .into_iter()
        .chain(also)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Lines of a menu that say how that half is seen.
pub fn choices(ui: &mut Ui, session: &Session, half: Half, actions: &mut Vec<Action>) {
    let Some(way) = way(session, half) else { return };
    let mut see = |way: Way| actions.push(Action::View(ViewAction::SeeHalf(half, way)));
    for (name, word) in choices::SHADINGS {
        let Action::View(ViewAction::SeeShaded(shading)) = command(name).action() else {
            continue;
        };
        let is_on = way.color_by == ColorBy::Material && way.shading == shading;
        if control::entry(ui, word, "", true, Some(is_on)) {
            see(Way {
                shading,
                color_by: ColorBy::Material,
                ..way
            });
        }
    }
    ui.separator();
    if control::entry(ui, command("wireframe").title, "", true, Some(way.wireframe)) {
        see(Way {
            wireframe: !way.wireframe,
            ..way
        });
    }
    if control::entry(ui, command("xray").title, "", true, Some(way.xray)) {
        see(Way { xray: !way.xray, ..way });
    }
    ui.separator();
    if let Some(by) = color_choices::pick(ui, session, way.color_by) {
        // Once more: by their materials again.
        let color_by = if by == way.color_by { ColorBy::Material } else { by };
        see(Way { color_by, ..way });
    }
}

/// The menu of the right half among those of the whole picture, which change the left half.
pub fn submenu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if session.view().divided.is_some() {
        control::submenu(ui, "Right half", |ui| choices(ui, session, Half::Right, actions));
    }
}
