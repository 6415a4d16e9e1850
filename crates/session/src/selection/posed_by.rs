//! The line *posed by* of a bone: clips, another model, handles, constraints, or rest.
//!
//! In: the session as it stands. Out: one line for people, in the order in which things act: what comes later has the last word.

use crate::{Attachment, Composition, Placed, RigRole, Selected, Session};
use castview_base::core::BoneIndex;
use castview_motion::animation::BoneMask;

impl Session {
    /// `clip walk, constraint aim`; `rest` where nothing moves the bone.
    pub fn posed_by(&self, placed: &Placed, bone: BoneIndex) -> String {
        let mut parts = Vec::new();
        if self.composition.shown_pose.weight > 0.0 {
            by_clips(self, placed, bone, &mut parts);
            self.composition.by_rig(placed, bone, &mut parts);
        }
        if let Some(Attachment::Follow { leader }) = self.edits.attachments.get(&placed.key)
            && placed
                .leading
                .as_ref()
                .is_some_and(|leading| leading[bone.get()].is_some())
            && let Some(leader) = self.stage.placed(*leader)
        {
            // It stands where that one's bone stands, whatever its own clips say.
            parts = vec![format!("the bone of {}", leader.model().name)];
        }
        match parts.is_empty() {
            true => "rest".to_owned(),
            false => parts.join(", "),
        }
    }
}

fn by_clips(session: &Session, placed: &Placed, bone: BoneIndex, parts: &mut Vec<String>) {
    let secs = session.playback.transport.playhead_secs();
    let mut layers = Vec::new();
    session.motion_layers(placed, secs, &mut layers);
    let base = session.active_clip().map(|entry| entry.clip());
    let is_masked = |mask: Option<&BoneMask>| mask.is_some_and(|mask| !mask.covers(bone));
    for layer in layers {
        let drives = layer.binding.bone_tracks(bone).next().is_some();
        if drives && layer.weight > 0.0 && !is_masked(layer.mask) {
            let is_base = base.is_some_and(|base| std::ptr::eq(base, layer.clip));
            let word = if is_base { "clip" } else { "layer" };
            parts.push(format!("{word} {}", layer.clip.name));
        }
    }
}

impl Composition {
    fn by_rig(&self, placed: &Placed, bone: BoneIndex, parts: &mut Vec<String>) {
        if !self.rig {
            return;
        }
        let model = placed.model();
        let all = placed.rig_parts();
        let named = |word: &str, name: &str| format!("{word} {name}").trim_end().to_owned();
        // Handles act before constraints.
        for part in all.of_bone(bone) {
            if let (RigRole::Chain, Selected::Handle(_, handle)) = (part.role, part.item)
                && let Some(handle) = model.rig.handles.get(handle.get())
            {
                parts.push(named("IK handle", &handle.name));
            }
        }
        for part in all.of_bone(bone) {
            if let (RigRole::Driven, Selected::Constraint(_, constraint)) = (part.role, part.item) {
                parts.push(named("constraint", all.constraint_name(model, constraint)));
            }
        }
    }
}
