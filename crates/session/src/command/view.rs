//! Commands of the view: what is looked at, from where, and how.

use super::entry::Menu::{Play, View};
use super::entry::{Command, alt, always, ctrl, entry, has_clip, has_files, has_selection, key, shift, switch};
use super::switch::rows;
use crate::selection::geosets;
use crate::stage::hidden::hides_anything;
use crate::stage::hidden::is_shown;
use crate::view::shown::budget::SHOW_WHOLE;
use crate::view::shown::full_size::is_reduced;
use crate::{
    Action, Along, BodyPart, CameraMove, CompositionAction, Page, PinnedAction, PinnedB, SelectionAction, Session,
    StageAction, ViewAction, WindowAction, pinned_b,
};
use castview_base::core::StandardView;
use castview_picture::ColorBy;

fn shows_curves(session: &Session) -> bool {
    session.preferences.timeline.curve_view
}

pub(super) const COMMANDS: &[&[Command]] = &[
    VIEWS,
    rows::FOLLOWING,
    LOOKING,
    rows::SURFACES,
    COLORS,
    TINTS,
    rows::OVERLAYS,
    HIDING,
    rows::ALONE,
    WHOLE,
    rows::PANELS,
    PINNING,
    CURVES,
    rows::FILM,
];

const VIEWS: &[Command] = &[
    entry(
        "camera_back",
        "Previous view",
        View,
        &[alt("ArrowLeft")],
        || Action::View(ViewAction::CameraBack),
        |session| session.view.can_go_back(),
    ),
    entry(
        "camera_forward",
        "Next view",
        View,
        &[alt("ArrowRight")],
        || Action::View(ViewAction::CameraForward),
        |session| session.view.can_go_forward(),
    ),
    entry(
        "frame_all",
        "Frame all",
        View,
        &[key("Home")],
        || Action::View(ViewAction::Camera(CameraMove::FrameAll)),
        always,
    ),
    entry(
        "frame_clip",
        "Frame the clip",
        View,
        &[],
        || Action::View(ViewAction::Camera(CameraMove::FrameClip)),
        has_clip,
    ),
    entry(
        "frame_selection",
        "Frame selection",
        View,
        &[key("F"), key("Period")],
        || Action::View(ViewAction::Camera(CameraMove::FrameSelection)),
        has_selection,
    ),
    entry(
        "view_front",
        "Front view",
        View,
        &[key("Num1")],
        || view(StandardView::Front),
        always,
    ),
    entry(
        "view_back",
        "Back view",
        View,
        &[ctrl("Num1")],
        || view(StandardView::Back),
        always,
    ),
    entry(
        "view_right",
        "Right view",
        View,
        &[key("Num3")],
        || view(StandardView::Right),
        always,
    ),
    entry(
        "view_left",
        "Left view",
        View,
        &[ctrl("Num3")],
        || view(StandardView::Left),
        always,
    ),
    entry(
        "view_top",
        "Top view",
        View,
        &[key("Num7")],
        || view(StandardView::Top),
        always,
    ),
    entry(
        "view_bottom",
        "Bottom view",
        View,
        &[ctrl("Num7")],
        || view(StandardView::Bottom),
        always,
    ),
    entry(
        "view_iso",
        "Three-quarter view",
        View,
        &[key("Num0")],
        || view(StandardView::Iso),
        always,
    ),
    entry(
        "view_face",
        "Frame the face",
        View,
        &[],
        || Action::View(ViewAction::Camera(CameraMove::FramePart(BodyPart::Face))),
        |session| session.stage.has_part(BodyPart::Face),
    ),
    entry(
        "view_hands",
        "Frame the hands",
        View,
        &[],
        || Action::View(ViewAction::Camera(CameraMove::FramePart(BodyPart::Hands))),
        |session| session.stage.has_part(BodyPart::Hands),
    ),
    switch(
        "orthographic",
        "Orthographic",
        View,
        &[key("Num5")],
        || Action::View(ViewAction::Camera(CameraMove::ToggleProjection)),
        |s| s.view.camera().projection == castview_base::core::Projection::Orthographic,
    ),
];

const LOOKING: &[Command] = &[
    entry(
        "look_through",
        "Look through next camera",
        View,
        &[key("C")],
        || Action::View(ViewAction::LookThroughNext),
        |s| !s.stage.cameras().is_empty(),
    ),
    entry(
        "shading",
        "Next shading",
        View,
        &[key("Z")],
        || Action::View(ViewAction::CycleShading),
        always,
    ),
];

const COLORS: &[Command] = &[
    switch(
        "weights",
        "Heat map of the selection",
        View,
        &[key("K")],
        || color_by(ColorBy::Weights),
        |s| s.view.color_by() == ColorBy::Weights,
    ),
    switch(
        "dominant_bones",
        "Bones of the greatest weight",
        View,
        &[],
        || color_by(ColorBy::DominantBone),
        |s| s.view.color_by() == ColorBy::DominantBone,
    ),
    switch(
        "influence_counts",
        "Numbers of influences",
        View,
        &[],
        || color_by(ColorBy::InfluenceCount),
        |s| s.view.color_by() == ColorBy::InfluenceCount,
    ),
    switch(
        "weight_sums",
        "Sums of weights",
        View,
        &[],
        || color_by(ColorBy::WeightSum),
        |s| s.view.color_by() == ColorBy::WeightSum,
    ),
    switch(
        "method_difference",
        "Linear against dual quaternion",
        View,
        &[],
        || color_by(ColorBy::MethodDifference),
        |s| s.view.color_by() == ColorBy::MethodDifference,
    ),
    switch(
        "normals",
        "Normals",
        View,
        &[],
        || color_by(ColorBy::Normals),
        |s| s.view.color_by() == ColorBy::Normals,
    ),
    switch(
        "tangents",
        "Tangents",
        View,
        &[],
        || color_by(ColorBy::Tangents),
        |s| s.view.color_by() == ColorBy::Tangents,
    ),
    switch(
        "face_sides",
        "Sides of faces",
        View,
        &[],
        || color_by(ColorBy::FaceSides),
        |s| s.view.color_by() == ColorBy::FaceSides,
    ),
    switch(
        "degenerate_faces",
        "Faces without area",
        View,
        &[],
        || color_by(ColorBy::DegenerateFaces),
        |s| s.view.color_by() == ColorBy::DegenerateFaces,
    ),
];

const HIDING: &[Command] = &[
    entry(
        "hide",
        "Hide what is selected",
        View,
        &[key("H")],
        || Action::Selection(SelectionAction::HideSelected),
        |s| s.edits.all_selected().any(|selected| is_shown(s, selected)),
    ),
    entry(
        "hide_geoset",
        "Hide or show the group of meshes",
        View,
        &[],
        || Action::Selection(SelectionAction::ToggleGeosets),
        geosets::selects_a_geoset,
    ),
    entry(
        "show_all",
        "Show all that is hidden",
        View,
        &[alt("H")],
        || Action::Selection(SelectionAction::ShowAll),
        hides_anything,
    ),
];

const TINTS: &[Command] = &[entry(
    "reset_tints",
    "Remove all tints of materials",
    View,
    &[],
    || Action::View(ViewAction::ResetTints),
    |s| !s.edits.tints.is_empty(),
)];

const WHOLE: &[Command] = &[entry(
    "show_whole",
    SHOW_WHOLE,
    View,
    &[],
    || Action::Stage(StageAction::LiftBudget),
    is_reduced,
)];

/// A is what is shown, B is what was pinned.
const PINNING: &[Command] = &[
    entry(
        "pin_b",
        "Pin what is shown as B",
        Play,
        &[shift("A")],
        || pinned(PinnedAction::Pin),
        has_files,
    ),
    Command {
        enabled: has_pinned,
        ..switch(
            "flip_b",
            "Flip between A and B",
            Play,
            &[key("A")],
            || pinned(PinnedAction::Flip),
            |s| pinned_b(s).is_some_and(|pinned| pinned.is_flipped()),
        )
    },
    Command {
        enabled: has_pinned,
        ..switch(
            "ghost_b",
            "B as a ghost",
            Play,
            &[],
            || pinned(PinnedAction::ToggleGhosts),
            |s| pinned_b(s).is_some_and(|pinned| pinned.has_ghosts()),
        )
    },
    Command {
        enabled: has_pinned,
        ..switch(
            "wipe_b",
            "Wipe between B and A",
            Play,
            &[alt("W")],
            || pinned(PinnedAction::ToggleWipe),
            |s| pinned_b(s).is_some_and(|pinned| pinned.is_wiped()),
        )
    },
    Command {
        enabled: has_clip_of_b,
        ..switch(
            "still_b",
            "B stands still",
            Play,
            &[],
            || pinned(PinnedAction::Along(None)),
            |s| plays_b(s, None),
        )
    },
    Command {
        enabled: has_clip_of_b,
        ..switch(
            "along_b_frames",
            "B plays along by frame",
            Play,
            &[],
            || pinned(PinnedAction::Along(Some(Along::Frames))),
            |s| plays_b(s, Some(Along::Frames)),
        )
    },
    Command {
        enabled: has_clip_of_b,
        ..switch(
            "along_b_seconds",
            "B plays along by seconds",
            Play,
            &[],
            || pinned(PinnedAction::Along(Some(Along::Seconds))),
            |s| plays_b(s, Some(Along::Seconds)),
        )
    },
    Command {
        enabled: has_clip_of_b,
        ..switch(
            "along_b_stretched",
            "B plays along, stretched to the length of A",
            Play,
            &[],
            || pinned(PinnedAction::Along(Some(Along::Stretched))),
            |s| plays_b(s, Some(Along::Stretched)),
        )
    },
    entry(
        "sweep_b",
        "Look for the greatest differences from B over the clip",
        Play,
        &[],
        || pinned(PinnedAction::Sweep),
        |session| has_pinned(session) && has_clip(session),
    ),
    entry(
        "list_b",
        "List bones by difference from B",
        Play,
        &[alt("D")],
        || pinned(PinnedAction::List { over_clip: false }),
        has_pinned,
    ),
    entry(
        "list_greatest_b",
        "List bones by greatest difference from B over the clip",
        Play,
        &[],
        || pinned(PinnedAction::List { over_clip: true }),
        |session| has_pinned(session) && has_clip(session),
    ),
    entry(
        "forget_b",
        "Forget B",
        Play,
        &[],
        || pinned(PinnedAction::Forget),
        has_pinned,
    ),
];

fn has_pinned(session: &Session) -> bool {
    pinned_b(session).is_some()
}

fn has_clip_of_b(session: &Session) -> bool {
    pinned_b(session).is_some_and(PinnedB::has_clip)
}

fn plays_b(session: &Session, along: Option<Along>) -> bool {
    pinned_b(session).is_some_and(|pinned| pinned.along() == along)
}

fn pinned(action: PinnedAction) -> Action {
    Action::Composition(CompositionAction::Pinned(action))
}

const CURVES: &[Command] = &[
    switch(
        "texture_page",
        "Textures of all files",
        View,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Textures)),
        |s| s.window.page() == Some(Page::Textures),
    ),
    switch(
        "compare_page",
        "Compare two files",
        View,
        &[ctrl("D")],
        || Action::Window(WindowAction::TogglePage(Page::Compare)),
        |s| s.window.page() == Some(Page::Compare),
    ),
    entry(
        "focus_curves",
        "Keyboard into the curves",
        View,
        &[shift("V")],
        || Action::Window(WindowAction::FocusCurves),
        shows_curves,
    ),
    entry(
        "fit_curves",
        "All frames and values of the curves",
        View,
        &[alt("Home")],
        || Action::Window(WindowAction::FitCurves { all: true }),
        shows_curves,
    ),
    entry(
        "fit_values",
        "Values of the shown frames",
        View,
        &[alt("End")],
        || Action::Window(WindowAction::FitCurves { all: false }),
        shows_curves,
    ),
];

fn color_by(by: ColorBy) -> Action {
    Action::View(ViewAction::ToggleColorBy(by))
}

fn view(view: StandardView) -> Action {
    Action::View(ViewAction::Camera(CameraMove::View(view)))
}
