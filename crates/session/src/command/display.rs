//! How the window, surfaces, bones and ghosts are shown, the adapter that draws them, and the lens.

use super::dial::rows as dials;
use super::entry::Menu::View;
use super::entry::{Command, always, entry};
use super::switch::rows;
use crate::{Action, CameraMove, Page, Session, ViewAction, WindowAction};
use castview_base::core::{Camera, Projection};

/// Whether the field of view is the user's, and another than at first.
fn has_other_lens(session: &Session) -> bool {
    let camera = &session.view.camera();
    let is_own = session.view.looks_through().is_none() && camera.projection == Projection::Perspective;
    is_own && camera.fov_y_rad != Camera::FOV_Y_RAD
}

pub(super) const COMMANDS: &[&[Command]] = &[
    dials::SHADING,
    dials::UP_AXIS,
    dials::LEVEL,
    dials::THEME,
    dials::SCALE,
    ADAPTERS,
    dials::BONES_SHOWN,
    dials::BONE_SHAPE,
    rows::BONE_DISPLAY,
    dials::BONE_COLORING,
    dials::GHOST_COUNT,
    dials::GHOST_OPACITY,
    dials::MEASURE_UNIT,
    dials::GHOST_STEP,
];

const ADAPTERS: &[Command] = &[
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
];
