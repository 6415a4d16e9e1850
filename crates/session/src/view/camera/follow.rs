//! Following a bone: the camera goes with the posed bone, so that the bone keeps its place on the screen.
//!
//! In: where the bone is posed, after every change of poses. Out: the camera's target, moved as far as the bone moved. It goes on while the
//! user turns, pans and zooms, and ends when the camera is put somewhere else.

use crate::composition::attach::camera_travel;
use crate::selection::bone_numbers::upright_from_bone;
use crate::view::camera::glide;
use crate::view::ground::world_bounds;
use crate::{Change, Following, Selected, Session, View};
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use glam::Vec3;

/// How far from the middle of the picture a bone may be to be followed where it is, as a share of the way to the rim.
const IN_VIEW: f32 = 0.9;

/// The bone that the camera follows, and its name.
pub fn followed(session: &Session) -> Option<(Selected, &str)> {
    let Following { model, bone, .. } = session.view.following?;
    let skeleton = &session.stage.placed(model)?.model().skeleton;
    (bone.get() < skeleton.len()).then(|| (Selected::Bone(model, bone), skeleton.name(bone)))
}

/// Whether there is a bone to follow, or one that is followed; not while a camera of a file is looked through.
pub(crate) fn can_follow(session: &Session) -> bool {
    session.view.look_through.is_none() && (session.view.following.is_some() || bone_to_follow(session).is_some())
}

fn bone_to_follow(session: &Session) -> Option<(PlacedKey, BoneIndex)> {
    let selected = session.edits.selected?;
    let placed = session.stage.placed(selected.placed()?)?;
    match placed.shown_as(selected) {
        Selected::Bone(model, bone) if bone.get() < placed.model().skeleton.len() => Some((model, bone)),
        _ => None,
    }
}

/// Follows the selected bone; no longer if it is followed already, or if none is selected.
pub(crate) fn toggle_follow(session: &mut Session) {
    let from = session.view.seen_camera();
    follow_or_not(session);
    glide::begin_glide(session, from);
}

fn follow_or_not(session: &mut Session) {
    let before = session
        .view
        .following
        .take()
        .map(|followed| (followed.model, followed.bone));
    let Some((model, bone)) = bone_to_follow(session).filter(|bone| before != Some(*bone)) else {
        return;
    };
    session.view.stop_looking_through();
    session.view.flight = None;
    let Some(at) = anchor(session, model, bone) else { return };
    if !session.view.is_in_view(at) {
        session.view.history.remember_step(session.view.camera);
        session.view.camera.target = at;
        session.note(Change::PICTURE);
    }
    session.view.camera_is_framed = false;
    session.view.following = Some(Following { model, bone, at });
}

/// Moves the camera as far as the followed bone has moved. A bone that is gone is followed no longer.
pub(crate) fn follow_bone(session: &mut Session) {
    let Some(followed) = session.view.following else { return };
    let Some(at) = anchor(session, followed.model, followed.bone) else {
        session.view.following = None;
        return;
    };
    let by = at - followed.at;
    if by == Vec3::ZERO || !by.is_finite() {
        return;
    }
    session.view.following = Some(Following { at, ..followed });
    session.view.camera.target += by;
    session.view.pivot = session.view.pivot.map(|pivot| pivot + by);
    if let Some(before) = &mut session.view.before_drag {
        before.camera.target += by;
    }
    session.view.zoom_aim = None;
    let bounds = world_bounds(session);
    session.view.camera.fit_depth(&bounds);
    session.note(Change::PICTURE);
}

/// Where the head of the bone is in the world, as the camera has it: without the way that the camera goes along with root motion.
fn anchor(session: &Session, model: PlacedKey, bone: BoneIndex) -> Option<Vec3> {
    let placed = session.stage.placed(model)?;
    if bone.get() >= placed.model().skeleton.len() {
        return None;
    }
    Some(Vec3::from(upright_from_bone(session, placed, bone).translation) - camera_travel(session))
}

impl View {
    fn is_in_view(&self, at: Vec3) -> bool {
        let clip = self.camera.clip_from_world(self.viewport_aspect()) * at.extend(1.0);
        clip.w > 0.0 && (clip.truncate() / clip.w).truncate().abs().max_element() <= IN_VIEW
    }
}
