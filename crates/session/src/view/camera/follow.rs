//! Following a bone: the camera goes with the posed bone, so that the bone keeps its place on the screen.
//!
//! In: where the bone is posed, after every change of poses. Out: the camera's target, moved as far as the bone moved. It goes on while the
//! user turns, pans and zooms, and ends when the camera is put somewhere else.

use crate::{Change, Following, Selected, Session, View};
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use glam::Vec3;

/// How far from the middle of the picture a bone may be to be followed where it is, as a share of the way to the rim.
const IN_VIEW: f32 = 0.9;

impl Session {
    /// The bone that the camera follows, and its name.
    pub fn followed(&self) -> Option<(Selected, &str)> {
        let Following { model, bone, .. } = self.view.following?;
        let skeleton = &self.stage.placed(model)?.model().skeleton;
        (bone.get() < skeleton.len()).then(|| (Selected::Bone(model, bone), skeleton.name(bone)))
    }

    /// Whether there is a bone to follow, or one that is followed; not while a camera of a file is looked through.
    pub fn can_follow(&self) -> bool {
        self.view.look_through.is_none() && (self.view.following.is_some() || self.bone_to_follow().is_some())
    }

    fn bone_to_follow(&self) -> Option<(PlacedKey, BoneIndex)> {
        let selected = self.edits.selected?;
        let placed = self.stage.placed(selected.placed()?)?;
        match placed.shown_as(selected) {
            Selected::Bone(model, bone) if bone.get() < placed.model().skeleton.len() => Some((model, bone)),
            _ => None,
        }
    }

    /// Follows the selected bone; no longer if it is followed already, or if none is selected.
    pub(crate) fn toggle_follow(&mut self) {
        let from = self.view.seen_camera();
        self.follow_or_not();
        self.begin_glide(from);
    }

    fn follow_or_not(&mut self) {
        let before = self
            .view
            .following
            .take()
            .map(|followed| (followed.model, followed.bone));
        let Some((model, bone)) = self.bone_to_follow().filter(|bone| before != Some(*bone)) else {
            return;
        };
        self.view.stop_looking_through();
        self.view.flight = None;
        let Some(at) = self.anchor(model, bone) else { return };
        if !self.view.is_in_view(at) {
            self.view.history.remember_step(self.view.camera);
            self.view.camera.target = at;
            self.note(Change::PICTURE);
        }
        self.view.camera_is_framed = false;
        self.view.following = Some(Following { model, bone, at });
    }

    /// Moves the camera as far as the followed bone has moved. A bone that is gone is followed no longer.
    pub(crate) fn follow_bone(&mut self) {
        let Some(followed) = self.view.following else { return };
        let Some(at) = self.anchor(followed.model, followed.bone) else {
            self.view.following = None;
            return;
        };
        let by = at - followed.at;
        if by == Vec3::ZERO || !by.is_finite() {
            return;
        }
        self.view.following = Some(Following { at, ..followed });
        self.view.camera.target += by;
        self.view.pivot = self.view.pivot.map(|pivot| pivot + by);
        if let Some(before) = &mut self.view.before_drag {
            before.camera.target += by;
        }
        self.view.zoom_aim = None;
        let bounds = self.world_bounds();
        self.view.camera.fit_depth(&bounds);
        self.note(Change::PICTURE);
    }

    /// Where the head of the bone is in the world, as the camera has it: without the way that the camera goes along with root motion.
    fn anchor(&self, model: PlacedKey, bone: BoneIndex) -> Option<Vec3> {
        let placed = self.stage.placed(model)?;
        if bone.get() >= placed.model().skeleton.len() {
            return None;
        }
        Some(Vec3::from(self.upright_from_bone(placed, bone).translation) - self.camera_travel())
    }
}

impl View {
    fn is_in_view(&self, at: Vec3) -> bool {
        let clip = self.camera.clip_from_world(self.viewport_aspect()) * at.extend(1.0);
        clip.w > 0.0 && (clip.truncate() / clip.w).truncate().abs().max_element() <= IN_VIEW
    }
}
