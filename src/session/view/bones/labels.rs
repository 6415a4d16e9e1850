//! Which names stand in the view: that of the selected bone always, those of all drawn bones when names are shown.

use crate::core::BoneIndex;
use crate::picture::Label;
use crate::scene::BoneKind;
use crate::session::{Placed, Selected, Session};
use glam::Vec3;

/// Bytes of a name, which a file may make as long as it likes.
const LONGEST: usize = 1024;
/// Names of bones that are selected beside the active one, per model.
const MOST_SELECTED: usize = 500;
/// Names that are handed to a picture: many more than find a place in it.
const MOST: usize = 4000;

impl Session {
    /// The first matter most: the active bone, the one under the pointer, the others that are selected, then those nearest to these.
    /// `of_rig` come with their places.
    pub(in crate::session) fn labels(&self, of_rig: Vec<(usize, Label)>) -> Vec<Label> {
        let focus = [self.edits.selected, self.selection.hovered];
        let mut found: Vec<(usize, f32, Label)> = Vec::new();
        let shows_names = self.preferences.bone_names;
        let mut middle: Option<Vec3> = None;
        for placed in &self.stage.models {
            if !placed.pose.model_visible || self.stage.is_missing(placed) {
                continue;
            }
            for (rank, selected) in focus.iter().enumerate() {
                let Some(Selected::Bone(key, bone)) = selected.map(|selected| placed.shown_as(selected)) else {
                    continue;
                };
                if key == placed.key
                    && (rank == 0 || shows_names)
                    && let Some(head) = self.head(placed, bone)
                {
                    middle.get_or_insert(head);
                    let colors = self.colors();
                    let color = [colors.selected, colors.hovered][rank];
                    found.push((rank, 0.0, label(placed, bone, head, color)));
                }
            }
            let also = self.edits.also_selected_bones(placed.key);
            let also = also.filter(|bone| bone.get() < placed.model().skeleton.len());
            for bone in also.take(MOST_SELECTED) {
                if let Some(head) = self.head(placed, bone) {
                    found.push((2, 0.0, label(placed, bone, head, self.colors().selected)));
                }
            }
        }
        let named = of_rig.into_iter().filter(|(rank, _)| *rank < 3 || shows_names);
        found.extend(named.map(|(rank, label)| (rank, 0.0, label)));
        if shows_names {
            self.all_labels(middle, &mut found);
        }
        found.sort_by(|(a, near, _), (b, far, _)| a.cmp(b).then(near.total_cmp(far)));
        found.dedup_by(|(_, _, a), (_, _, b)| a.anchor == b.anchor && a.text == b.text);
        found.into_iter().map(|(_, _, label)| label).take(MOST).collect()
    }

    fn all_labels(&self, middle: Option<Vec3>, found: &mut Vec<(usize, f32, Label)>) {
        let shows_bones = self.view.overlays.bones;
        let color = self.colors().bone;
        for placed in &self.stage.models {
            let is_drawn = shows_bones || !placed.model().has_surface();
            if !is_drawn || !placed.pose.model_visible || self.stage.is_missing(placed) {
                continue;
            }
            let skeleton = &placed.model().skeleton;
            let marks = self.bone_marks(placed);
            let visible = skeleton.shown(&placed.pose.bone_visible);
            for bone in skeleton.bones() {
                let is_marked = marks.shown.as_ref().is_none_or(|shown| shown[bone.get()]);
                let is_joint = skeleton.kind(bone) == BoneKind::Joint;
                if is_marked
                    && is_joint
                    && visible[bone.get()]
                    && let Some(head) = self.head(placed, bone)
                {
                    let far = middle.map_or(0.0, |middle| middle.distance(head));
                    found.push((3, far, label(placed, bone, head, color)));
                }
            }
        }
    }

    /// Where a bone begins, in world space, the first time if its model stands at many places.
    pub(in crate::session) fn head(&self, placed: &Placed, bone: BoneIndex) -> Option<Vec3> {
        let model_from_bone = placed.pose.model_from_bone.get(bone.get())?;
        let world_from_model = self.world_from_stage() * placed.first_stage_from_model();
        let head = Vec3::from((world_from_model * *model_from_bone).translation);
        head.is_finite().then_some(head)
    }
}

fn label(placed: &Placed, bone: BoneIndex, anchor: Vec3, color: [u8; 3]) -> Label {
    let name = placed.model().skeleton.name(bone);
    Label {
        anchor,
        text: name[..name.floor_char_boundary(LONGEST)].to_owned(),
        color,
    }
}
