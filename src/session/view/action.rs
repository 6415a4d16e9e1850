//! What can be asked of the view.

use super::camera_history::CameraHistory;
use super::look_through::CameraKey;
use crate::core::{StandardView, UpAxis};
use crate::picture::{Lights, Shading};
use crate::session::apply::quiet;
use crate::session::{Effect, LevelPick, RAY_LENGTHS, Session};
use glam::Vec2;

/// The camera and how the picture looks.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewAction {
    Camera(CameraMove),
    /// Back to where the camera stood before it was moved.
    CameraBack,
    /// Where it stood before going back.
    CameraForward,
    /// See what a camera of a model sees; `None`: what the user saw before.
    LookThrough(Option<CameraKey>),
    /// Through one camera after another, then back.
    LookThroughNext,
    /// Pixels.
    ResizeViewport([u32; 2]),
    SetShading(Shading),
    CycleShading,
    ToggleTextures,
    /// Lit by the lights of the files, or by the viewer's own.
    ToggleFileLights,
    ToggleWireframe,
    ToggleBones,
    /// Cameras, lights and what else is no surface.
    ToggleFixtures,
    /// Boxes and spheres that files state.
    ToggleVolumes,
    SetLevel(LevelPick),
    /// Hands that are not tracked, faintly.
    ToggleGhostHands,
    SetRayLength(f32),
    ToggleGrid,
    ToggleAxes,
    SetUpAxis(Option<UpAxis>),
    /// What is on the screen stays until something moves.
    StopDrawing,
    DrawAgain,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraMove {
    /// Turn around the target, radians.
    Orbit {
        yaw: f32,
        pitch: f32,
    },
    /// By a share of the viewport's height, x right, y up, as the picture moves.
    Pan(Vec2),
    /// Distance times `factor`, keeping what lies under `ndc` (−1…1, y up) in place.
    Zoom {
        factor: f32,
        ndc: Vec2,
    },
    View(StandardView),
    FrameAll,
    FrameSelection,
    ToggleProjection,
}

impl Session {
    pub(in crate::session) fn apply_view(&mut self, action: ViewAction) -> Vec<Effect> {
        match action {
            ViewAction::StopDrawing => self.stop_drawing(),
            ViewAction::DrawAgain => self.look(|_| {}),
            ViewAction::Camera(movement) => quiet(|| {
                self.view.history.remember(self.view.camera, &movement);
                self.move_camera(movement);
            }),
            ViewAction::LookThrough(camera) => quiet(|| self.look_through(camera)),
            ViewAction::CameraBack => quiet(|| self.revisit(CameraHistory::back)),
            ViewAction::CameraForward => quiet(|| self.revisit(CameraHistory::forward)),
            ViewAction::LookThroughNext => self.look_through_next(),
            ViewAction::ResizeViewport(size) => quiet(|| self.resize_viewport(size)),
            ViewAction::SetShading(shading) => self.look(|s| s.view.shading = shading),
            ViewAction::CycleShading => self.look(|s| {
                s.view.shading = match s.view.shading {
                    Shading::Textured => Shading::Untextured,
                    Shading::Untextured => Shading::Wireframe,
                    Shading::Wireframe => Shading::Textured,
                }
            }),
            ViewAction::ToggleTextures => self.look(|s| {
                s.view.shading = match s.view.shading {
                    Shading::Textured => Shading::Untextured,
                    _ => Shading::Textured,
                }
            }),
            ViewAction::ToggleFileLights => self.look(|s| {
                s.view.lights = match s.view.lights {
                    Lights::Viewer => Lights::Files,
                    Lights::Files => Lights::Viewer,
                }
            }),
            ViewAction::ToggleWireframe => self.look(|s| s.view.overlays.wireframe ^= true),
            ViewAction::ToggleBones => self.look(|s| {
                s.view.overlays.bones ^= true;
                s.preferences.bones = s.view.overlays.bones;
            }),
            ViewAction::ToggleFixtures => self.look(|s| s.view.overlays.fixtures ^= true),
            ViewAction::ToggleVolumes => self.look(|s| s.view.overlays.volumes ^= true),
            ViewAction::ToggleGhostHands => self.look(|s| s.view.overlays.ghost_hands ^= true),
            ViewAction::SetRayLength(length) if length.is_finite() => self.look(|s| {
                s.preferences.ray_length = length.clamp(RAY_LENGTHS[0], RAY_LENGTHS[1]);
            }),
            ViewAction::SetRayLength(_) => Vec::new(),
            ViewAction::SetLevel(level) => self.look(|s| s.view.level = level),
            ViewAction::ToggleGrid => self.look(|s| {
                s.view.overlays.grid ^= true;
                s.preferences.grid = s.view.overlays.grid;
            }),
            ViewAction::ToggleAxes => self.look(|s| {
                s.view.overlays.axes ^= true;
                s.preferences.axes = s.view.overlays.axes;
            }),
            ViewAction::SetUpAxis(up) => {
                self.choose_up_axis(up);
                quiet(|| self.turned_up())
            }
        }
    }
}
