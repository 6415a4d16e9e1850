//! The line *posed by* of a bone: clips, layers, the user's hand, another model, handles, constraints, the pose that the user shows them over, or rest; and the
//! step after which the model is stopped.
//!
//! In: the session as it stands. Out: words for people, in the order in which things act: what comes later has the last word, and nothing is
//! named that a stop leaves out.

use super::bone_way::leader_of;
use crate::composition::pinned::told::shown_as_pinned;
use crate::composition::stack::motion_layers;
use crate::composition::stopped::stop::step_of;
use crate::composition::stopped::told::stop_words;
use crate::{Composition, Edits, Placed, RigRole, Selected, Session, ShownPose, StopAfter};
use castview_base::core::BoneIndex;
use castview_motion::animation::{BoneMask, Layer, LayerPart, PoseStop, Solver, Unposed};

/// Words of a bone that stands as its file has it.
const REST: &str = "rest";
const BIND: &str = "bind pose";

/// Clips, rig and stop that pose a bone, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PosedBy {
    /// `clip walk, constraint aim`; `rest` where nothing moves the bone. Last comes a pose that the user shows over the clips, or the step
    /// after which the model is stopped.
    pub line: String,
    /// For the head of a page: `posed`, `at rest`, `in the bind pose` `stopped` or `pinned`.
    pub word: &'static str,
}

/// Says by which of them `bone` stands where it is shown.
pub fn posed_by(session: &Session, placed: &Placed, bone: BoneIndex) -> PosedBy {
    if let Some(line) = shown_as_pinned(session, placed) {
        return PosedBy { line, word: "pinned" };
    }
    let stop = step_of(session, placed);
    let (mut parts, shown_by) = acting(session, placed, bone, stop);
    if parts.is_empty() {
        parts.push(REST.to_owned());
    }
    let word = match &parts[..] {
        _ if stop.is_some() => "stopped",
        [one] if one == REST => "at rest",
        [one] if one == BIND => "in the bind pose",
        _ => "posed",
    };
    parts.extend(shown_by.filter(|by| parts != [by.1]).map(|(weight, unposed)| {
        let full = if unposed == REST { "rest pose" } else { unposed };
        format!("shown by {weight} over the {full}")
    }));
    if stop == Some(StopAfter::Rest) {
        parts.clear();
    }
    parts.extend(stop_words(session, placed).map(|step| format!("stopped {step}")));
    PosedBy {
        line: parts.join(", "),
        word,
    }
}

/// All that acts on the bone up to the stop; and, while nothing is left out, how much of it is shown and over which pose.
fn acting(
    session: &Session,
    placed: &Placed,
    bone: BoneIndex,
    stop: Option<StopAfter>,
) -> (Vec<String>, Option<(f32, &'static str)>) {
    let of_bones = stop.filter(|after| after.is_of_bones());
    if of_bones.is_none()
        && let Some((leader, _)) = leader_of(session, placed, bone)
    {
        // The bone stands where the leader's bone stands, whatever clips of the follower say.
        let mut parts = vec![format!("the bone of {}", leader.model().name)];
        parts.extend(stop_words(session, leader).map(|step| format!("stopped {step}")));
        return (parts, None);
    }
    let secs = session.playback.transport().playhead_secs();
    let mut layers = Vec::new();
    motion_layers(session, placed, secs, &mut layers);
    let mut parts = Vec::new();
    match of_bones.and_then(|after| after.of_bones(placed, &layers)) {
        Some(PoseStop::Rest) => {}
        Some(PoseStop::Layer { at, part }) => {
            let at = at.min(layers.len());
            by_clips(placed, bone, &layers[..at], &mut parts);
            if let Some(layer) = layers.get(at) {
                let whole = match part {
                    LayerPart::Whole => *layer,
                    LayerPart::Keys | LayerPart::Mode => Layer {
                        weight: 1.0,
                        mask: None,
                        ..*layer
                    },
                };
                by_clips(placed, bone, &[whole], &mut parts);
            }
        }
        Some(PoseStop::ByHand) => {
            by_clips(placed, bone, &layers, &mut parts);
            by_hand(session, placed, bone, &mut parts);
        }
        Some(PoseStop::Rig(last)) => {
            by_clips(placed, bone, &layers, &mut parts);
            by_hand(session, placed, bone, &mut parts);
            session
                .composition
                .by_rig(&session.edits, (placed, bone), Some(last), &mut parts);
        }
        None if stop == Some(StopAfter::Shapes) => parts.push(BIND.to_owned()),
        None => {
            let ShownPose { unposed, weight } = session.composition.shown_pose();
            let unposed = match unposed {
                Unposed::Rest => REST,
                Unposed::Bind => BIND,
            };
            if weight <= 0.0 {
                return (vec![unposed.to_owned()], None);
            }
            by_clips(placed, bone, &layers, &mut parts);
            by_hand(session, placed, bone, &mut parts);
            session
                .composition
                .by_rig(&session.edits, (placed, bone), None, &mut parts);
            return (parts, (weight < 1.0).then_some((weight, unposed)));
        }
    }
    (parts, None)
}

/// The user, if the bone is posed by hand.
fn by_hand(session: &Session, placed: &Placed, bone: BoneIndex, parts: &mut Vec<String>) {
    if session.edits.hand_poses.change(placed.key, bone).is_some() {
        parts.push("hand".to_owned());
    }
}

fn by_clips(placed: &Placed, bone: BoneIndex, layers: &[Layer<'_>], parts: &mut Vec<String>) {
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
    /// `last`: the part of the rig after which none acts.
    fn by_rig(
        &self,
        edits: &Edits,
        (placed, bone): (&Placed, BoneIndex),
        last: Option<Solver>,
        parts: &mut Vec<String>,
    ) {
        if !self.rig() {
            return;
        }
        let model = placed.model();
        let all = placed.rig_parts();
        let named = |word: &str, name: &str| format!("{word} {name}").trim_end().to_owned();
        // Handles act before constraints.
        for part in all.of_bone(bone) {
            if let (RigRole::Chain, Selected::Handle(_, handle)) = (part.role, part.item)
                && last.is_none_or(|last| Solver::Handle(handle).is_until(last))
                && let Some(handle) = model.rig.handles.get(handle.get())
            {
                let by_hand = edits.hand_poses.change(placed.key, handle.target).is_some();
                let told = named("IK handle", &handle.name);
                parts.push(if by_hand { told + " (goal by hand)" } else { told });
            }
        }
        for part in all.of_bone(bone) {
            // One without weight, or that skips all axes, moves nothing.
            if let (RigRole::Driven, Selected::Constraint(_, constraint)) = (part.role, part.item)
                && last.is_none_or(|last| Solver::Constraint(constraint).is_until(last))
                && placed.facts.rig().constrains(constraint)
            {
                parts.push(named("constraint", all.constraint_name(model, constraint)));
            }
        }
    }
}
