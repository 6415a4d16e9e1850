//! The view: the camera, cameras of files, what is shown and hidden.

use crate::effect::quiet;
use crate::view::camera::fly;
use crate::view::camera::framed;
use crate::view::camera::glide;
use crate::view::camera::history::CameraHistory;
use crate::view::camera::look_through;
use crate::view::camera::orbit;
use crate::view::camera::placing;
use crate::view::camera::viewpoints;
use crate::view::shown::drawing;
use crate::view::surfaces::section::{move_section, nudge_section};
use crate::view::surfaces::tint;
use crate::{CameraMove, Effect, Session, View, ViewAction};
use castview_picture::{ColorBy, Shading};

pub(crate) mod action;
pub(crate) mod away;
pub(crate) mod bones;
pub(crate) mod camera;
pub(crate) mod covered;
pub(crate) mod divided;
pub(crate) mod empty;
pub(crate) mod environment;
pub(crate) mod grid;
pub(crate) mod ground;
pub(crate) mod handles;
pub(crate) mod light;
pub(crate) mod measured;
pub(crate) mod mesh_facts;
pub(crate) mod origin;
pub(crate) mod preferences;
pub(crate) mod saved_camera;
pub(crate) mod shown;
pub(crate) mod state;
pub(crate) mod surfaces;
pub(crate) mod visible;

pub use away::away;
pub use bones::legends::{meters_per_unit, unit_of};
pub use bones::picking::{bone_at, bone_lines, drawn_at};
pub use bones::speeds::measure_speeds;
pub use camera::follow::followed;
pub use camera::framed::{aim_at_far, far_meshes};
pub use camera::front::front;
pub use camera::glide::with_gliding_camera;
pub use camera::look_through::looked_through;
pub use camera::surface::point_under;
pub use empty::{beyond_drawing, empty_message, flat_copies};
pub use ground::world_bounds;
pub use handles::goal_handles::{goal_distance, goal_handles, goal_way};
pub use handles::hand_handles::{hand_handles, hand_way};
pub use handles::move_handles::{dragged_move, move_handles};
pub use handles::pulled_shape::shape_under;
pub use origin::{count_as_filed, stage_origin, world_origin};
pub use surfaces::inputs::has_input;
pub use surfaces::legend::legends;
pub use surfaces::marked::color_by;
pub use surfaces::mesh_marks::{posed_bounds_of, rest_bounds_of};
pub use visible::is_on_other_level;

pub(crate) fn apply_view(session: &mut Session, action: ViewAction) -> Vec<Effect> {
    let from = session.view.seen_camera();
    if glide::takes_over(&action) {
        session.view.stop_gliding();
    }
    let glides = glide::leads_elsewhere(&action);
    let effects = change_view(session, action);
    if glides {
        glide::begin_glide(session, from);
    }
    effects
}

fn change_view(session: &mut Session, action: ViewAction) -> Vec<Effect> {
    match action {
        ViewAction::StopDrawing => drawing::stop_drawing(session),
        ViewAction::DrawAgain => session.look(|_| {}),
        ViewAction::Camera(movement) => {
            let action = session.changes.action();
            session.view.history.remember(session.view.camera, &movement, action);
            let frames = matches!(movement, CameraMove::FrameAll | CameraMove::FrameClip);
            placing::move_camera(session, movement);
            framed::far_notice(session).filter(|_| frames).into_iter().collect()
        }
        ViewAction::ShowFar => quiet(|| placing::show_far(session)),
        ViewAction::TakeHold(ndc, hold) => quiet(|| orbit::take_hold(session, ndc, hold)),
        ViewAction::TakeHoldOfCube => quiet(|| session.view.hold_view()),
        ViewAction::LetGo => quiet(|| session.view.let_go()),
        ViewAction::TakeBackDrag => quiet(|| orbit::take_back_drag(session)),
        ViewAction::LookThrough(camera) => quiet(|| look_through::look_through(session, camera)),
        ViewAction::Fly { push, is_fast } => quiet(|| session.view.push_flight(push, is_fast)),
        ViewAction::FlyFaster(factor) => quiet(|| session.view.pace_flight(factor)),
        ViewAction::LookAround { yaw, pitch } => quiet(|| fly::look_around(session, yaw, pitch)),
        ViewAction::SaveViewpoint(index) => viewpoints::save_viewpoint(session, index),
        ViewAction::GoToViewpoint(index) => quiet(|| viewpoints::go_to_viewpoint(session, index)),
        ViewAction::CameraBack => quiet(|| placing::revisit(session, CameraHistory::back)),
        ViewAction::CameraForward => quiet(|| placing::revisit(session, CameraHistory::forward)),
        ViewAction::LookThroughNext => look_through::look_through_next(session),
        ViewAction::Cover(covered) => quiet(|| placing::cover(session, covered)),
        ViewAction::KeepFoot(foot) => quiet(|| placing::keep_foot(session, foot)),
        ViewAction::ResizeViewport(size) => quiet(|| placing::resize_viewport(session, size)),
        ViewAction::ScaleViewport(pixels) => quiet(|| covered::scale_viewport(session, pixels)),
        ViewAction::SetShading(shading) => session.look(|s| s.view.shading = shading),
        ViewAction::DivideAt(_) | ViewAction::SwapHalves | ViewAction::SeeHalf(..) => {
            session.look(|s| s.view.divide(&action))
        }
        ViewAction::CycleShading => session.look(|s| {
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
        | ViewAction::SetReflection(_)
        | ViewAction::SetReflectionRoughness(_)
        | ViewAction::ResetLight => session.look(|s| light::change_environment(s, action)),
        ViewAction::ToggleColorBy(by) => session.look(|s| {
            s.view.color_by = if s.view.color_by == by { ColorBy::Material } else { by };
        }),
        ViewAction::SetBoneDisplay(display) => session.look(|s| s.preferences.bones.display = display.checked()),
        ViewAction::SetRayLength(length) if length.is_finite() => {
            session.look(|s| s.preferences.aids.cast_rays_to(length))
        }
        ViewAction::SetRayLength(_) => Vec::new(),
        ViewAction::Tint(model, material, color) => tint::tint(session, (model, material), color),
        ViewAction::ResetTints => quiet(|| session.edits.tints.clear()),
        ViewAction::MoveSection(share) => move_section(session, share),
        ViewAction::NudgeSection(by) => nudge_section(session, by),
        ViewAction::SetLevel(level) => session.look(|s| s.view.level = level),
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
