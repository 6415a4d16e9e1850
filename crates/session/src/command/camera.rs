//! Commands of the camera: the center of orbiting, the gestures of the mouse, following, flying, viewpoints.

use super::dial::rows as dials;
use super::entry::Menu::View;
use super::entry::{Chord, Command, alt, alt_shift, always, entry};
use super::switch::rows;
use crate::{Action, Session, ViewAction};

pub(super) const COMMANDS: &[&[Command]] = &[
    dials::ORBIT,
    dials::DEPTH_OF_FIELD,
    dials::SECTION,
    rows::SECTIONS,
    SECTION_STEPS,
    rows::CAMERA,
    dials::MOUSE,
    VIEWPOINTS,
];

fn has_section(session: &Session) -> bool {
    session.edits.section.axis.is_some()
}

/// Share of the way between both ends that a command moves the plane.
const SECTION_STEP: f32 = 0.05;

const SECTION_STEPS: &[Command] = &[
    entry(
        "section_up",
        "Move the clipping plane up its axis",
        View,
        &[],
        || Action::View(ViewAction::NudgeSection(SECTION_STEP)),
        has_section,
    ),
    entry(
        "section_down",
        "Move the clipping plane down its axis",
        View,
        &[],
        || Action::View(ViewAction::NudgeSection(-SECTION_STEP)),
        has_section,
    ),
];

const VIEWPOINTS: &[Command] = &[
    goes::<0>("viewpoint_1", "Viewpoint 1", &[alt("Num1")]),
    goes::<1>("viewpoint_2", "Viewpoint 2", &[alt("Num2")]),
    goes::<2>("viewpoint_3", "Viewpoint 3", &[alt("Num3")]),
    goes::<3>("viewpoint_4", "Viewpoint 4", &[alt("Num4")]),
    goes::<4>("viewpoint_5", "Viewpoint 5", &[alt("Num5")]),
    goes::<5>("viewpoint_6", "Viewpoint 6", &[alt("Num6")]),
    goes::<6>("viewpoint_7", "Viewpoint 7", &[alt("Num7")]),
    goes::<7>("viewpoint_8", "Viewpoint 8", &[alt("Num8")]),
    goes::<8>("viewpoint_9", "Viewpoint 9", &[alt("Num9")]),
    saves::<0>("save_viewpoint_1", "Save as viewpoint 1", &[alt_shift("Num1")]),
    saves::<1>("save_viewpoint_2", "Save as viewpoint 2", &[alt_shift("Num2")]),
    saves::<2>("save_viewpoint_3", "Save as viewpoint 3", &[alt_shift("Num3")]),
    saves::<3>("save_viewpoint_4", "Save as viewpoint 4", &[alt_shift("Num4")]),
    saves::<4>("save_viewpoint_5", "Save as viewpoint 5", &[alt_shift("Num5")]),
    saves::<5>("save_viewpoint_6", "Save as viewpoint 6", &[alt_shift("Num6")]),
    saves::<6>("save_viewpoint_7", "Save as viewpoint 7", &[alt_shift("Num7")]),
    saves::<7>("save_viewpoint_8", "Save as viewpoint 8", &[alt_shift("Num8")]),
    saves::<8>("save_viewpoint_9", "Save as viewpoint 9", &[alt_shift("Num9")]),
];

/// Goes to the viewpoint of that index.
const fn goes<const INDEX: usize>(name: &'static str, title: &'static str, keys: &'static [Chord]) -> Command {
    let action = || Action::View(ViewAction::GoToViewpoint(INDEX));
    entry(name, title, View, keys, action, |s: &Session| {
        s.preferences.has_viewpoint(INDEX)
    })
}

/// Saves the viewpoint of that index.
const fn saves<const INDEX: usize>(name: &'static str, title: &'static str, keys: &'static [Chord]) -> Command {
    let action = || Action::View(ViewAction::SaveViewpoint(INDEX));
    entry(name, title, View, keys, action, always)
}
