//! How the model is drawn and seen, as lines of menus: shading, overlays, cameras, up axis, levels.

use super::submenus::{NAMED_VIEWS, moving_around};
use super::{aid_choices, bone_choices};
use crate::kit::theme::{self, size};
use crate::kit::{choices, control};
use castview_session::stage;
use castview_session::{Action, Dial, DialValue, LevelPick, Session, Switch, ViewAction, command, view};
use egui::{Label, RichText, Ui};

/// How surfaces are drawn.
pub fn shading_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    choices::dial(ui, session, Dial::SHADING, actions);
}

/// The axis of the file that points up.
pub fn up_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let chosen = session.edits().up;
    let automatic = match chosen {
        None => format!("Auto: {}", stage::up_axis(session).letter()),
        Some(_) => "Auto".to_owned(),
    };
    choices::line(ui, session, "up_auto", &automatic, actions);
    choices::dial(ui, session, Dial::UP_AXIS, actions);
}

/// A file may give every node a level of its own.
const MOST_LEVELS: usize = 32;

/// How the level is picked of models that have several.
pub fn level_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let (numbers, chosen) = (session.stage().level_numbers(), session.view().level());
    let lowest = numbers.first().copied();
    let pick = |ui: &mut Ui, words: &str, pick: LevelPick, actions: &mut Vec<Action>| {
        let is_lowest = chosen == LevelPick::Lowest && lowest.is_some_and(|lowest| pick == LevelPick::Only(lowest));
        if control::entry(ui, words, "", true, Some(chosen == pick || is_lowest)) {
            actions.push(Action::View(ViewAction::SetLevel(pick)));
        }
    };
    let line = |ui: &mut Ui, value: DialValue, actions: &mut Vec<Action>| {
        choices::line(ui, session, value.row().name, value.row().short, actions);
    };
    line(ui, DialValue::LEVEL_BY_DISTANCE, actions);
    for number in numbers.iter().take(MOST_LEVELS) {
        pick(ui, &format!("Level {number}"), LevelPick::Only(*number), actions);
    }
    line(ui, DialValue::LEVEL_ALL, actions);
}

/// The pick in short.
pub fn level_word(session: &Session) -> String {
    match session.view().level() {
        LevelPick::Lowest => session
            .stage()
            .level_numbers()
            .first()
            .map_or("Level".into(), |n| format!("Level {n}")),
        LevelPick::ByDistance => "Level: auto".into(),
        LevelPick::Only(number) => format!("Level {number}"),
        LevelPick::All => "All levels".into(),
    }
}

/// The overlays that a picture can carry, as in the View menu.
pub fn overlay_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for switch in Switch::overlays() {
        actions.extend(control::menu_entry(ui, session, command(switch.row().name)));
    }
    ui.separator();
    bone_choices::menu(ui, session, actions);
    ui.separator();
    aid_choices::choices(ui, session, actions);
}

/// Cameras that the menu names; the key goes through all of them.
const MOST_CAMERAS: usize = 12;

/// Framing, the named views, the projection and the cameras of the files.
pub fn camera_choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let group = |ui: &mut Ui, actions: &mut Vec<Action>, names: &[&str]| {
        for name in names {
            actions.extend(control::menu_entry(ui, session, command(name)));
        }
    };
    group(
        ui,
        actions,
        &["frame_all", "frame_clip", "frame_selection", "view_face", "view_hands"],
    );
    ui.separator();
    group(ui, actions, NAMED_VIEWS);
    let reason = RichText::new(&view::front(session).reason).color(theme::of(ui).dim);
    ui.scope(|ui| {
        ui.set_max_width(size::TREE);
        ui.add(Label::new(reason.text_style(theme::dense())).wrap());
    });
    ui.separator();
    group(ui, actions, &["orthographic", "follow", "fly"]);
    moving_around(ui, session, actions);
    let cameras = session.stage().cameras();
    if cameras.is_empty() {
        return;
    }
    ui.separator();
    group(ui, actions, &["look_through"]);
    let through = view::looked_through(session).map(|(camera, _)| camera);
    for camera in cameras.into_iter().take(MOST_CAMERAS) {
        let is_chosen = through == Some(camera);
        let words = format!("Through {}", session.stage().camera_name(camera).unwrap_or_default());
        if control::entry(ui, &words, "", true, Some(is_chosen)) {
            actions.push(Action::View(ViewAction::LookThrough((!is_chosen).then_some(camera))));
        }
    }
}
