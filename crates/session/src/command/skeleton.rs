//! Bones, rigs, names and what the file says of them.

use super::entry::Menu::Skeleton;
use super::entry::{Command, alt, alt_shift, ctrl, ctrl_shift, entry, has_bone, has_files, key, shift, switch};
use super::switch::rows;
use crate::browser::hung;
use crate::composition::by_hand::posed_bones::posed_bone;
use crate::composition::by_hand::{posing, text};
use crate::composition::by_key::carried_model;
use crate::export::posed_clip;
use crate::probe::measure;
use crate::{
    Action, AidsAction, BrowserAction, CompositionAction, ExportAction, HandPart, HandPoseAction, Page, ProbeAction,
    Related, Selected, SelectionAction, Session, WindowAction,
};

pub(super) const COMMANDS: &[&[Command]] = &[
    rows::BONES,
    TRAILS,
    rows::GHOSTS,
    ATTACHING,
    rows::SHAPES,
    POSING,
    RESETTING,
];

const TRAILS: &[Command] = &[
    entry(
        "clear_trails",
        "Clear motion trails",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::ClearTrails),
        |s| !s.aids.trail_bones().is_empty(),
    ),
    entry(
        "clear_pins",
        "Remove all pinned vertices",
        Skeleton,
        &[],
        || Action::Probe(ProbeAction::Clear),
        |s| !s.edits.pins().is_empty(),
    ),
    entry(
        "measure",
        "Measure between selected bones or pins",
        Skeleton,
        &[ctrl("M")],
        || Action::Probe(ProbeAction::MeasureSelected),
        measure::can_measure,
    ),
    entry(
        "clear_measures",
        "Remove all measures",
        Skeleton,
        &[],
        || Action::Probe(ProbeAction::ClearMeasures),
        |s| !s.edits.measures().is_empty(),
    ),
    entry(
        "select_children",
        "Select all children too",
        Skeleton,
        &[shift("D")],
        || Action::Selection(SelectionAction::SelectRelated(Related::Children)),
        has_bone,
    ),
    entry(
        "select_chain",
        "Select its chain up to the branchings",
        Skeleton,
        &[shift("C")],
        || Action::Selection(SelectionAction::SelectRelated(Related::Chain)),
        has_bone,
    ),
    entry(
        "select_mirror",
        "Select the mirror bone too",
        Skeleton,
        &[shift("X")],
        || Action::Selection(SelectionAction::SelectRelated(Related::Mirror)),
        has_bone,
    ),
    entry(
        "select_same_name",
        "Select the same bone in other models too",
        Skeleton,
        &[shift("E")],
        || Action::Selection(SelectionAction::SelectRelated(Related::SameName)),
        |s| has_bone(s) && s.stage.models().len() > 1,
    ),
];

const ATTACHING: &[Command] = &[
    entry(
        "find",
        "Find by name",
        Skeleton,
        &[ctrl("F")],
        || Action::Window(WindowAction::FocusSearch),
        has_files,
    ),
    switch(
        "sockets",
        "Sockets",
        Skeleton,
        &[ctrl("K")],
        || Action::Window(WindowAction::TogglePage(Page::Sockets)),
        |s| s.window.page() == Some(Page::Sockets),
    ),
    entry(
        "carry",
        "Pick up this model to attach it",
        Skeleton,
        &[alt("C")],
        || Action::Composition(CompositionAction::CarryModel),
        |s| s.edits.selected.and_then(Selected::placed).is_some(),
    ),
    entry(
        "hang",
        "Attach the picked-up model here",
        Skeleton,
        &[alt("V")],
        || Action::Composition(CompositionAction::HangCarried),
        |s| carried_model(s).is_some() && matches!(s.edits.selected, Some(Selected::Bone(..) | Selected::Model(_))),
    ),
    entry(
        "hang_again",
        "Hang it again",
        Skeleton,
        &[],
        || Action::Browser(BrowserAction::HangAgain),
        hung::is_any_left,
    ),
    entry(
        "take_off",
        "Detach this model",
        Skeleton,
        &[alt("X")],
        || Action::Composition(CompositionAction::TakeSelectedOff),
        |session| session.edits.selected_hangs(),
    ),
    switch(
        "matching",
        "Match names",
        Skeleton,
        &[shift("M")],
        || Action::Window(WindowAction::TogglePage(Page::Matching)),
        |s| s.window.page() == Some(Page::Matching),
    ),
];

/// E turns in Maya and Unreal, S scales in Blender; W, R, T and G have other meanings here, so Q beside them moves.
const POSING: &[Command] = &[
    Command {
        enabled: can_pose,
        ..switch(
            "pose_turn",
            "Turn bones by hand",
            Skeleton,
            &[key("E")],
            || hand(HandPoseAction::ToggleHandles(HandPart::Turn)),
            |s| s.composition.hand_tool().handles == Some(HandPart::Turn),
        )
    },
    Command {
        enabled: can_pose,
        ..switch(
            "pose_shift",
            "Move bones by hand",
            Skeleton,
            &[key("Q")],
            || hand(HandPoseAction::ToggleHandles(HandPart::Shift)),
            |s| s.composition.hand_tool().handles == Some(HandPart::Shift),
        )
    },
    Command {
        enabled: can_pose,
        ..switch(
            "pose_scale",
            "Scale bones by hand",
            Skeleton,
            &[key("S")],
            || hand(HandPoseAction::ToggleHandles(HandPart::Scale)),
            |s| s.composition.hand_tool().handles == Some(HandPart::Scale),
        )
    },
    Command {
        enabled: has_shapes,
        ..switch(
            "pose_shapes",
            "Drag blend shapes",
            Skeleton,
            &[key("P")],
            || hand(HandPoseAction::ToggleShapes),
            |s| s.composition.hand_tool().pulls_shapes,
        )
    },
    entry(
        "pose_copy",
        "Copy the pose of selected bones",
        Skeleton,
        &[alt("P")],
        || hand(HandPoseAction::CopyPose),
        text::can_copy,
    ),
    entry(
        "pose_paste",
        "Paste pose",
        Skeleton,
        &[ctrl("V")],
        || hand(HandPoseAction::Paste { mirrored: false }),
        has_bones,
    ),
    entry(
        "pose_paste_mirrored",
        "Paste pose mirrored",
        Skeleton,
        &[ctrl_shift("V")],
        || hand(HandPoseAction::Paste { mirrored: true }),
        has_bones,
    ),
    entry(
        "pose_mirror",
        "Mirror pose",
        Skeleton,
        &[alt_shift("X")],
        || hand(HandPoseAction::Mirror),
        |s| !s.edits.hand_poses.is_empty(),
    ),
    entry(
        "pose_save",
        "Save pose as .cast…",
        Skeleton,
        &[],
        || Action::Export(ExportAction::SavePose),
        has_bones,
    ),
];

const RESETTING: &[Command] = &[
    entry(
        "pose_reset",
        "Reset selected bones posed by hand",
        Skeleton,
        &[alt("R")],
        || hand(HandPoseAction::ResetSelected),
        posing::selection_is_posed,
    ),
    entry(
        "pose_reset_all",
        "Reset all bones posed by hand",
        Skeleton,
        &[],
        || hand(HandPoseAction::ResetAll),
        |s| !s.edits.hand_poses.is_empty(),
    ),
    entry(
        "show_all_steps",
        "Show all steps of a stopped model",
        Skeleton,
        &[],
        || Action::Composition(CompositionAction::Stop(None)),
        |s| s.edits.stopped.is_some(),
    ),
    entry(
        "reset_shapes",
        "Reset blend shapes",
        Skeleton,
        &[],
        || Action::Composition(CompositionAction::ResetShapeWeights),
        |s| !s.edits.shape_weights.is_empty(),
    ),
    entry(
        "reset_modes",
        "Curve modes and scales as the files say",
        Skeleton,
        &[],
        || Action::Composition(CompositionAction::ResetModes),
        |s| !(s.edits.mode_overrides.is_empty() && s.edits.scales.is_empty() && s.edits.retargets.is_empty()),
    ),
];

/// A bone is selected, or an IK handle with its goal.
fn can_pose(session: &Session) -> bool {
    (session.edits.selected).is_some_and(|item| posed_bone(session, item).is_some())
}

fn has_shapes(session: &Session) -> bool {
    let models = session.stage.models();
    models.iter().any(|placed| !placed.model().blend_shapes.is_empty())
}

fn has_bones(session: &Session) -> bool {
    posed_clip::saved_model(session).is_some()
}

fn hand(action: HandPoseAction) -> Action {
    Action::Composition(CompositionAction::PoseByHand(action))
}
