//! How either half of a divided picture is seen: words for it, and a menu to choose another way.
//!
//! In: the way that is seen. Out: the way that was chosen. The left half is what the commands and keys of the view change, too.

use crate::kit::control;
use crate::view::tools::color_choices;
use castview_picture::{ColorBy, Shading, Way};
use castview_session::{Action, DialValue, Half, Session, ViewAction, command};
use egui::Ui;

/// How that half is seen; `None` while the picture is whole.
pub fn way(session: &Session, half: Half) -> Option<Way> {
    let view = session.view();
    view.divided()?;
    Some(match half {
        Half::Left => Way {
            shading: view.shading(),
            color_by: view.color_by(),
            wireframe: view.overlays().wireframe,
            xray: view.overlays().xray,
        },
        Half::Right => view.right(),
    })
}

/// As the toolbar and the menus call it.
pub fn words(way: &Way) -> String {
    let surfaces = match way.color_by {
        ColorBy::Material => word(way.shading).to_owned(),
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

fn word(shading: Shading) -> &'static str {
    DialValue::shading(shading).row().short
}

/// Lines of a menu that say how that half is seen.
pub fn choices(ui: &mut Ui, session: &Session, half: Half, actions: &mut Vec<Action>) {
    let Some(way) = way(session, half) else { return };
    let mut see = |way: Way| actions.push(Action::View(ViewAction::SeeHalf(half, way)));
    for shading in [Shading::Textured, Shading::Untextured, Shading::Wireframe] {
        let is_on = way.color_by == ColorBy::Material && way.shading == shading;
        if control::entry(ui, word(shading), "", true, Some(is_on)) {
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
    if session.view().divided().is_some() {
        control::submenu(ui, "Right half", |ui| choices(ui, session, Half::Right, actions));
    }
}
