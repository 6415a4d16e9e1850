//! The line *posed by* of a bone: clips, layers, another model, handles, constraints, the pose that the user shows them over, or rest.
//!
//! In: the session as it stands. Out: one line for people, in the order in which things act: what comes later has the last word.

use crate::composition::stopped::stop::step_of;
use crate::composition::stopped::told::step_words;
use crate::{Attachment, Composition, Placed, RigRole, Selected, Session, ShownPose};
use castview_base::core::BoneIndex;
use castview_motion::animation::{BoneMask, Unposed};

/// Words of a bone that stands as its file has it.
const REST: &str = "rest";
const BIND: &str = "bind pose";

impl Session {
    /// `clip walk, constraint aim`; `rest` where nothing moves the bone. A pose that the user shows over the clips is said last.
    pub fn posed_by(&self, placed: &Placed, bone: BoneIndex) -> String {
        if let Some(Attachment::Follow { leader }) = self.edits.attachments.get(&placed.key)
            && placed
                .staging
                .leading
                .as_ref()
                .is_some_and(|leading| leading[bone.get()].is_some())
            && let Some(leader) = self.stage.placed(*leader)
        {
            // It stands where that one's bone stands, whatever its own clips say.
            return format!("the bone of {}", leader.model().name);
        }
        let ShownPose { unposed, weight } = self.composition.shown_pose;
        let unposed = match unposed {
            Unposed::Rest => REST,
            Unposed::Bind => BIND,
        };
        let stopped = step_of(self, placed).map(|after| step_words(self, placed, after));
        if weight <= 0.0 && stopped.is_none() {
            return unposed.to_owned();
        }
        let mut parts = Vec::new();
        by_clips(self, placed, bone, &mut parts);
        self.composition.by_rig(placed, bone, &mut parts);
        if parts.is_empty() {
            parts.push(REST.to_owned());
        }
        if let Some(words) = stopped {
            parts.push(format!("stopped {words}"));
        } else if weight < 1.0 && parts != [unposed] {
            parts.push(format!("shown by {weight} over the {}", full_name(unposed)));
        }
        parts.join(", ")
    }
}

/// For the head of a bone's page: whether anything moves it.
pub fn posed_word(session: &Session, placed: &Placed, bone: BoneIndex) -> &'static str {
    match &*session.posed_by(placed, bone) {
        REST => "at rest",
        BIND => "in the bind pose",
        _ => "posed",
    }
}

fn full_name(unposed: &str) -> &str {
    if unposed == REST { "rest pose" } else { unposed }
}

fn by_clips(session: &Session, placed: &Placed, bone: BoneIndex, parts: &mut Vec<String>) {
    let secs = session.playback.transport.playhead_secs();
    let mut layers = Vec::new();
    session.motion_layers(placed, secs, &mut layers);
    let is_masked = |mask: Option<&BoneMask>| mask.is_some_and(|mask| !mask.covers(bone));
    for layer in layers {
        let drives = layer.binding.bone_tracks(bone).next().is_some();
        if drives && layer.weight > 0.0 && !is_masked(layer.mask) {
            // One clip may be active and lie on the stack, too: its bindings tell the two apart.
            let is_base = placed
                .binding()
                .is_some_and(|base| std::ptr::eq(&**base, layer.binding));
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
            // One without weight, or that skips all axes, moves nothing.
            if let (RigRole::Driven, Selected::Constraint(_, constraint)) = (part.role, part.item)
                && placed.facts.rig().constrains(constraint)
            {
                parts.push(named("constraint", all.constraint_name(model, constraint)));
            }
        }
    }
}
