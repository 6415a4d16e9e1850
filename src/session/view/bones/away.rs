//! Where the selected bone is while the picture does not show it.

use crate::session::{Selected, Session};
use glam::Vec2;

impl Session {
    /// The name of the selected bone, and the direction in the picture in which it lies (x to the right, y down, unit length). `None` while the
    /// picture shows the bone, and without one.
    pub fn selected_bone_away(&self) -> Option<(&str, Vec2)> {
        let selected = self.edits.selected?;
        let mut models = self.stage.models.iter().filter(|placed| {
            placed.pose.model_visible && placed.instances().is_none() && !self.stage.is_missing(placed)
        });
        let (placed, bone) = models.find_map(|placed| match placed.shown_as(selected) {
            Selected::Bone(key, bone) if key == placed.key => Some((placed, bone)),
            _ => None,
        })?;
        let head = self.head(placed, bone)?;
        let [width, height] = self.view.viewport.map(|side| side.max(1) as f32);
        let mut camera = self.seen_camera();
        camera.target += self.camera_travel();
        let clip = camera.clip_from_world(width / height) * head.extend(1.0);
        let is_seen = clip.w > 0.0 && clip.x.abs() <= clip.w && clip.y.abs() <= clip.w;
        if is_seen {
            return None;
        }
        let seen = camera.view_from_world().transform_point3(head);
        // Straight behind the eye: either way around is as long.
        let toward = Vec2::new(seen.x, -seen.y).try_normalize().unwrap_or(Vec2::Y);
        Some((placed.model().skeleton.name(bone), toward))
    }
}
