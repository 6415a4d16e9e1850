//! Choices of which one holds: looks of the window and of surfaces, up axes, levels, bones and ghosts.
//!
//! Menus show them with shorter words under a title that says the rest (`ui::kit::choices`).

use super::entry::Menu::{Skeleton, View};
use super::entry::{Command, always, entry, switch};
use super::switch::rows;
use crate::{
    Action, AidsAction, BoneColoring, BonesShown, CameraMove, GhostStep, LevelPick, Page, Session, Theme, ViewAction,
    WindowAction,
};
use castview_base::core::{Camera, Projection, UpAxis};
use castview_picture::{BoneShape, Shading};

fn has_levels(session: &Session) -> bool {
    !session.stage.level_numbers().is_empty()
}

fn is_scaled(session: &Session, scale: f32) -> bool {
    (session.preferences.ui_scale - scale).abs() < 1e-3
}

/// Whether the field of view is the user's, and another than at first.
fn has_other_lens(session: &Session) -> bool {
    let camera = &session.view.camera;
    let is_own = session.view.look_through.is_none() && camera.projection == Projection::Perspective;
    is_own && camera.fov_y_rad != Camera::FOV_Y_RAD
}

pub(super) const COMMANDS: &[&[Command]] = &[LOOKS, rows::BONE_DISPLAY, BONE_COLORS];

const LOOKS: &[Command] = &[
    switch(
        "shading_textured",
        "Textured surfaces",
        View,
        &[],
        || Action::View(ViewAction::SeeShaded(Shading::Textured)),
        |s| s.view.is_shaded(Shading::Textured),
    ),
    switch(
        "shading_untextured",
        "Surfaces without textures",
        View,
        &[],
        || Action::View(ViewAction::SeeShaded(Shading::Untextured)),
        |s| s.view.is_shaded(Shading::Untextured),
    ),
    switch(
        "shading_wireframe",
        "Wireframe without surfaces",
        View,
        &[],
        || Action::View(ViewAction::SeeShaded(Shading::Wireframe)),
        |s| s.view.is_shaded(Shading::Wireframe),
    ),
    switch(
        "up_auto",
        "Up axis as the file says",
        View,
        &[],
        || Action::View(ViewAction::SetUpAxis(None)),
        |s| s.edits.up.is_none(),
    ),
    switch(
        "up_y",
        "Up axis: y",
        View,
        &[],
        || Action::View(ViewAction::SetUpAxis(Some(UpAxis::Y))),
        |s| s.edits.up == Some(UpAxis::Y),
    ),
    switch(
        "up_z",
        "Up axis: z",
        View,
        &[],
        || Action::View(ViewAction::SetUpAxis(Some(UpAxis::Z))),
        |s| s.edits.up == Some(UpAxis::Z),
    ),
    switch(
        "up_x",
        "Up axis: x",
        View,
        &[],
        || Action::View(ViewAction::SetUpAxis(Some(UpAxis::X))),
        |s| s.edits.up == Some(UpAxis::X),
    ),
    Command {
        enabled: has_levels,
        ..switch(
            "level_by_distance",
            "Level of detail by camera distance",
            View,
            &[],
            || Action::View(ViewAction::SetLevel(LevelPick::ByDistance)),
            |s| s.view.level == LevelPick::ByDistance,
        )
    },
    Command {
        enabled: has_levels,
        ..switch(
            "level_all",
            "All levels of detail at once",
            View,
            &[],
            || Action::View(ViewAction::SetLevel(LevelPick::All)),
            |s| s.view.level == LevelPick::All,
        )
    },
    switch(
        "theme_dark",
        "Dark theme",
        View,
        &[],
        || Action::Window(WindowAction::SetTheme(Theme::Dark)),
        |s| s.preferences.theme == Theme::Dark,
    ),
    switch(
        "theme_light",
        "Light theme",
        View,
        &[],
        || Action::Window(WindowAction::SetTheme(Theme::Light)),
        |s| s.preferences.theme == Theme::Light,
    ),
    switch(
        "theme_system",
        "Theme as the system",
        View,
        &[],
        || Action::Window(WindowAction::SetTheme(Theme::System)),
        |s| s.preferences.theme == Theme::System,
    ),
    switch(
        "scale_75",
        "Window at 75 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(0.75)),
        |s| is_scaled(s, 0.75),
    ),
    switch(
        "scale_100",
        "Window at 100 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(1.0)),
        |s| is_scaled(s, 1.0),
    ),
    switch(
        "scale_125",
        "Window at 125 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(1.25)),
        |s| is_scaled(s, 1.25),
    ),
    switch(
        "scale_150",
        "Window at 150 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(1.5)),
        |s| is_scaled(s, 1.5),
    ),
    switch(
        "scale_175",
        "Window at 175 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(1.75)),
        |s| is_scaled(s, 1.75),
    ),
    switch(
        "scale_200",
        "Window at 200 %",
        View,
        &[],
        || Action::Window(WindowAction::SetUiScale(2.0)),
        |s| is_scaled(s, 2.0),
    ),
    entry(
        "adapter_best",
        "Draw with the best graphics adapter",
        View,
        &[],
        || Action::Window(WindowAction::PreferAdapter(None)),
        always,
    ),
    entry(
        "adapters",
        "Choose a graphics adapter…",
        View,
        &[],
        || Action::Window(WindowAction::TogglePage(Page::Settings)),
        always,
    ),
    entry(
        "reset_lens",
        "Reset the field of view",
        View,
        &[],
        || {
            Action::View(ViewAction::Camera(CameraMove::Lens {
                fov_y_rad: Camera::FOV_Y_RAD,
            }))
        },
        has_other_lens,
    ),
    switch(
        "bones_none",
        "Show no bones",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShowBones(None)),
        |s| !s.view.overlays.bones,
    ),
    switch(
        "bones_all",
        "Show all bones",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShowBones(Some(BonesShown::All))),
        |s| s.view.overlays.bones.then_some(s.preferences.bone_display.shown) == Some(BonesShown::All),
    ),
    switch(
        "bones_chain",
        "Show the chain of the selected bone",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShowBones(Some(BonesShown::Chain))),
        |s| s.view.overlays.bones.then_some(s.preferences.bone_display.shown) == Some(BonesShown::Chain),
    ),
    switch(
        "bones_driven",
        "Show bones driven by the clip",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShowBones(Some(BonesShown::Driven))),
        |s| s.view.overlays.bones.then_some(s.preferences.bone_display.shown) == Some(BonesShown::Driven),
    ),
    switch(
        "bones_skinning",
        "Show bones that move vertices",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShowBones(Some(BonesShown::Skinning))),
        |s| s.view.overlays.bones.then_some(s.preferences.bone_display.shown) == Some(BonesShown::Skinning),
    ),
    switch(
        "bones_as_octahedron",
        "Bones as octahedra",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShapeBones(BoneShape::Octahedron)),
        |s| s.preferences.bone_display.shape == BoneShape::Octahedron,
    ),
    switch(
        "bones_as_stick",
        "Bones as sticks",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShapeBones(BoneShape::Stick)),
        |s| s.preferences.bone_display.shape == BoneShape::Stick,
    ),
    switch(
        "bones_as_line",
        "Bones as lines",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShapeBones(BoneShape::Line)),
        |s| s.preferences.bone_display.shape == BoneShape::Line,
    ),
    switch(
        "bones_as_axes",
        "Bones as axes",
        Skeleton,
        &[],
        || Action::View(ViewAction::ShapeBones(BoneShape::Axes)),
        |s| s.preferences.bone_display.shape == BoneShape::Axes,
    ),
];

const BONE_COLORS: &[Command] = &[
    switch(
        "bones_by_plain",
        "Bones in one color",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Plain)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Plain,
    ),
    switch(
        "bones_by_depth",
        "Bones colored by depth",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Depth)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Depth,
    ),
    switch(
        "bones_by_side",
        "Bones colored by side",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Side)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Side,
    ),
    switch(
        "bones_by_driven",
        "Bones colored by whether they are driven",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Driven)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Driven,
    ),
    switch(
        "bones_by_modes",
        "Bones colored by curve mode",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Modes)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Modes,
    ),
    switch(
        "bones_by_rig",
        "Bones colored by rig",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Rig)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Rig,
    ),
    switch(
        "bones_by_movement",
        "Bones colored by movement",
        Skeleton,
        &[],
        || Action::View(ViewAction::ColorBones(BoneColoring::Movement)),
        |s| s.preferences.bone_display.coloring == BoneColoring::Movement,
    ),
    switch(
        "ghosts_1",
        "1 ghost on each side",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostCount(1)),
        |s| s.preferences.ghosts.count == 1,
    ),
    switch(
        "ghosts_2",
        "2 ghosts on each side",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostCount(2)),
        |s| s.preferences.ghosts.count == 2,
    ),
    switch(
        "ghosts_3",
        "3 ghosts on each side",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostCount(3)),
        |s| s.preferences.ghosts.count == 3,
    ),
    switch(
        "ghosts_4",
        "4 ghosts on each side",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostCount(4)),
        |s| s.preferences.ghosts.count == 4,
    ),
    switch(
        "ghosts_opaque_20",
        "Opacity of ghosts: 20 %",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostOpacity(20)),
        |s| s.preferences.ghosts.percent == 20,
    ),
    switch(
        "ghosts_opaque_40",
        "Opacity of ghosts: 40 %",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostOpacity(40)),
        |s| s.preferences.ghosts.percent == 40,
    ),
    switch(
        "ghosts_opaque_60",
        "Opacity of ghosts: 60 %",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostOpacity(60)),
        |s| s.preferences.ghosts.percent == 60,
    ),
    switch(
        "ghosts_opaque_80",
        "Opacity of ghosts: 80 %",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostOpacity(80)),
        |s| s.preferences.ghosts.percent == 80,
    ),
    switch(
        "ghosts_opaque_100",
        "Opacity of ghosts: 100 %",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostOpacity(100)),
        |s| s.preferences.ghosts.percent == 100,
    ),
    switch(
        "ghosts_apart_1",
        "A ghost at every frame",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(1))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(1),
    ),
    switch(
        "ghosts_apart_2",
        "Ghosts 2 frames apart",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(2))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(2),
    ),
    switch(
        "ghosts_apart_3",
        "Ghosts 3 frames apart",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(3))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(3),
    ),
    switch(
        "ghosts_apart_5",
        "Ghosts 5 frames apart",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(5))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(5),
    ),
    switch(
        "ghosts_apart_10",
        "Ghosts 10 frames apart",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(10))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(10),
    ),
    switch(
        "ghosts_apart_20",
        "Ghosts 20 frames apart",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Frames(20))),
        |s| s.preferences.ghosts.step == GhostStep::Frames(20),
    ),
    switch(
        "ghosts_at_keys",
        "Ghosts at the keys of the selection",
        Skeleton,
        &[],
        || Action::Aids(AidsAction::SetGhostStep(GhostStep::Keys)),
        |s| s.preferences.ghosts.step == GhostStep::Keys,
    ),
];
