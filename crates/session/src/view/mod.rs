//! The view: the camera, cameras of files, what is shown and hidden.

use crate::apply::quiet;
use crate::view::camera::glide;
use crate::view::camera::history::CameraHistory;
use crate::{CameraMove, Effect, RAY_LENGTHS, Session, View, ViewAction};
use castview_picture::{ColorBy, Shading};

pub mod action;
pub mod away;
pub mod bones;
pub mod camera;
mod covered;
mod divided;
pub mod empty;
pub mod environment;
mod grid;
mod ground;
pub mod light;
pub mod measured;
pub mod mesh_facts;
pub mod move_handles;
pub mod saved_camera;
pub mod shown;
pub mod state;
pub mod surfaces;
pub mod visible;

impl Session {
    pub(crate) fn apply_view(&mut self, action: ViewAction) -> Vec<Effect> {
        let from = self.view.seen_camera();
        if glide::takes_over(&action) {
            self.view.stop_gliding();
        }
        let glides = glide::leads_elsewhere(&action);
        let effects = self.change_view(action);
        if glides {
            self.begin_glide(from);
        }
        effects
    }

    fn change_view(&mut self, action: ViewAction) -> Vec<Effect> {
        match action {
            ViewAction::StopDrawing => self.stop_drawing(),
            ViewAction::DrawAgain => self.look(|_| {}),
            ViewAction::Camera(movement) => {
                let action = self.changes.action();
                self.view.history.remember(self.view.camera, &movement, action);
                let frames = matches!(movement, CameraMove::FrameAll | CameraMove::FrameClip);
                self.move_camera(movement);
                self.far_notice().filter(|_| frames).into_iter().collect()
            }
            ViewAction::ShowFar => quiet(|| self.show_far()),
            ViewAction::TakeHold(ndc, hold) => quiet(|| self.take_hold(ndc, hold)),
            ViewAction::TakeHoldOfCube => quiet(|| self.view.hold_view()),
            ViewAction::LetGo => quiet(|| self.view.let_go()),
            ViewAction::TakeBackDrag => quiet(|| self.take_back_drag()),
            ViewAction::LookThrough(camera) => quiet(|| self.look_through(camera)),
            ViewAction::Fly { push, is_fast } => quiet(|| self.view.push_flight(push, is_fast)),
            ViewAction::FlyFaster(factor) => quiet(|| self.view.pace_flight(factor)),
            ViewAction::LookAround { yaw, pitch } => quiet(|| self.look_around(yaw, pitch)),
            ViewAction::SaveViewpoint(index) => self.save_viewpoint(index),
            ViewAction::GoToViewpoint(index) => quiet(|| self.go_to_viewpoint(index)),
            ViewAction::CameraBack => quiet(|| self.revisit(CameraHistory::back)),
            ViewAction::CameraForward => quiet(|| self.revisit(CameraHistory::forward)),
            ViewAction::LookThroughNext => self.look_through_next(),
            ViewAction::Cover(covered) => quiet(|| self.cover(covered)),
            ViewAction::KeepFoot(foot) => quiet(|| self.keep_foot(foot)),
            ViewAction::ResizeViewport(size) => quiet(|| self.resize_viewport(size)),
            ViewAction::ScaleViewport(pixels) => quiet(|| self.scale_viewport(pixels)),
            ViewAction::SetShading(shading) => self.look(|s| s.view.shading = shading),
            ViewAction::DivideAt(_) | ViewAction::SwapHalves | ViewAction::SeeHalf(..) => {
                self.look(|s| s.view.divide(&action))
            }
            ViewAction::CycleShading => self.look(|s| {
                let shading = s.view.shading;
                s.view.see_shaded(if s.view.shows_materials() {
                    after(shading)
                } else {
                    shading
                });
            }),
            ViewAction::TurnEnvironment(_)
            | ViewAction::SetExposure(_)
            | ViewAction::ChangeExposure(_)
            | ViewAction::SetFlatColor(_)
            | ViewAction::ResetLight => self.look(|s| s.change_environment(action)),
            ViewAction::ToggleColorBy(by) => self.look(|s| {
                s.view.color_by = if s.view.color_by == by { ColorBy::Material } else { by };
            }),
            ViewAction::SetBoneDisplay(display) => self.look(|s| s.preferences.bone_display = display.checked()),
            ViewAction::SetRayLength(length) if length.is_finite() => self.look(|s| {
                s.preferences.ray_length = length.clamp(RAY_LENGTHS[0], RAY_LENGTHS[1]);
            }),
            ViewAction::SetRayLength(_) => Vec::new(),
            ViewAction::SetLevel(level) => self.look(|s| s.view.level = level),
        }
    }
}

impl View {
    /// Whether materials colour surfaces: only then is their shading seen.
    fn shows_materials(&self) -> bool {
        self.color_by == ColorBy::Material
    }

    /// Whether surfaces are seen as `shading` says.
    pub(crate) fn is_shaded(&self, shading: Shading) -> bool {
        self.shows_materials() && self.shading == shading
    }

    pub(crate) fn see_shaded(&mut self, shading: Shading) {
        (self.shading, self.color_by) = (shading, ColorBy::Material);
    }
}

/// Shading that the next press of the key shows.
fn after(shading: Shading) -> Shading {
    match shading {
        Shading::Textured => Shading::Untextured,
        Shading::Untextured => Shading::Wireframe,
        Shading::Wireframe => Shading::Textured,
    }
}
