//! Reasons for the place of a bone: each step from its rest transform to the stage.
//!
//! In: the session at the moment that is shown, and a bone. Out: steps with the numbers that each follows from, and the names and bytes
//! that they come from, with a title for each.

use super::bone_numbers::finite;
use crate::composition::attach;
use crate::composition::binding;
use crate::composition::stack::motion_layers;
use crate::composition::stopped::stop::{step_of, whole_pose};
use crate::placed::timed_pose::Leading;
use crate::{Attachment, ClipEntry, LayerKey, Placed, PlayAs, Session, ShownPose, StopAfter, stop_words};
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{KeyByte, Track};
use castview_motion::animation::{self, CurveUse, Layer, LayerPart, Pose, Rung, RungStep, Solver, Unposed};
use glam::Affine3A;
use std::sync::Arc;

/// The way of one bone.
#[derive(Clone, Debug)]
pub struct BoneWay<'a> {
    /// The bone's model.
    pub placed: &'a Placed,
    /// The bone.
    pub bone: BoneIndex,
    /// From rest up: what the clips and the rig make.
    pub rungs: Vec<Rung>,
    /// The layers that the rungs name by their position.
    pub layers: Vec<WayLayer<'a>>,
    /// The step after which the model is shown, and its words; `None`: after all of them.
    pub stopped: Option<(StopAfter, String)>,
    /// How much of that is shown, and over which pose.
    pub shown: ShownPose,
    /// The bone relative to its parent as it is shown once no step is left out.
    pub shown_local: Transform,
    /// The pose of the model once no step is left out.
    pub whole: Arc<Pose>,
    /// Where the bone stands then, the first time if its model stands at many places.
    pub stage_from_bone: Affine3A,
    /// The bone of another model with which this one moves, whatever its own clips make of it.
    pub leader: Option<(&'a Placed, BoneIndex)>,
}

/// A clip that plays on the bone's model.
#[derive(Clone, Debug)]
pub struct WayLayer<'a> {
    /// The clip, with its file.
    pub entry: &'a ClipEntry,
    /// `None`: the clip that all layers lie over.
    pub key: Option<LayerKey>,
    /// Frame, weight and mask.
    pub layer: Layer<'a>,
    /// How the user has it play on this bone, whatever the file says.
    pub chosen: Option<PlayAs>,
}

/// Reason for the mode in which a curve plays.
#[derive(Clone, Debug, PartialEq)]
pub enum ModeFrom<'a> {
    /// The curve's own.
    Curve,
    /// An override of the clip's file.
    Override,
    /// A choice of the user.
    Chosen(&'a PlayAs),
}

impl BoneWay<'_> {
    /// `clip`, and `run, frame 12.5`; names as they are in the files.
    pub fn title(&self, rung: &Rung) -> (&'static str, String) {
        let model = self.placed.model();
        match &rung.step {
            RungStep::Rest => ("rest", String::new()),
            RungStep::Layer { at, is_covered, .. } => self.layers[*at].title(*is_covered),
            RungStep::ByHand(_) => ("by hand", String::new()),
            RungStep::Rig(Solver::Handle(handle)) => ("IK handle", model.rig.handles[handle.get()].name.clone()),
            RungStep::Rig(Solver::Constraint(constraint)) => {
                let parts = self.placed.rig_parts();
                ("constraint", parts.constraint_name(model, *constraint).to_owned())
            }
        }
    }

    /// The step of a rung, to stop after.
    pub fn stop(&self, rung: &Rung) -> StopAfter {
        match rung.step {
            RungStep::Rest => StopAfter::Rest,
            RungStep::Layer { at, .. } => StopAfter::Layer(self.layers[at].key, LayerPart::Whole),
            RungStep::ByHand(_) => StopAfter::ByHand,
            RungStep::Rig(solver) => StopAfter::Rig(solver),
        }
    }

    /// The rungs that are done of the model as it is shown, each with the bone after it: the last one may be a part of a layer.
    pub fn done<'a>(&'a self) -> Vec<(&'a Rung, Transform)> {
        let all = self.rungs.iter().map(|rung| (rung, rung.local));
        let Some((stop, _)) = self.stopped.as_ref().filter(|(stop, _)| stop.is_of_bones()) else {
            return all.collect();
        };
        let is_done = |(rung, local): (&'a Rung, Transform)| match (&rung.step, *stop) {
            (RungStep::Rest, _) => Some((rung, local)),
            (RungStep::Layer { at, parts, .. }, StopAfter::Layer(key, part)) => {
                let last = self.layers.iter().position(|layer| layer.key == key)?;
                let of_part = parts.iter().find(|(of, _)| *of == part && *at == last);
                (*at <= last).then_some((rung, of_part.map_or(local, |(_, local)| *local)))
            }
            (RungStep::Layer { .. } | RungStep::ByHand(_), StopAfter::ByHand | StopAfter::Rig(_)) => {
                Some((rung, local))
            }
            (RungStep::Rig(solver), StopAfter::Rig(last)) => solver.is_until(last).then_some((rung, local)),
            _ => None,
        };
        all.map_while(is_done).collect()
    }

    /// `clips by 0.4 over the bind pose`; `None` while the clips are shown whole.
    pub fn shown_title(&self) -> Option<String> {
        let over = match self.shown.unposed {
            Unposed::Rest => "rest pose",
            Unposed::Bind => "bind pose",
        };
        (self.shown.weight < 1.0).then(|| format!("clips by {} over the {over}", self.shown.weight))
    }
}

impl WayLayer<'_> {
    fn title(&self, is_covered: bool) -> (&'static str, String) {
        // More digits than that of a frame say nothing.
        let frame = (self.layer.frame * 1e4).round() / 1e4;
        let mut title = format!("{}, frame {frame}", self.entry.name);
        if self.layer.weight < 1.0 {
            title += &format!(", weight {}", self.layer.weight);
        }
        if !is_covered {
            title += ", masked";
        }
        (if self.key.is_some() { "layer" } else { "clip" }, title)
    }

    /// The track of a curve.
    pub fn track(&self, used: &CurveUse) -> &Track {
        &self.layer.clip.tracks[used.track]
    }

    /// Where the file has the value of a key of a curve, or why it lies nowhere.
    pub fn byte(&self, used: &CurveUse, key: usize) -> Result<KeyByte<'_>, &'static str> {
        let places = &self.entry.scene.key_places;
        places.of(self.entry.key.clip.get(), used.track, key, &self.track(used).values)
    }

    /// Why a curve plays in its mode.
    pub fn mode_from(&self, used: &CurveUse) -> ModeFrom<'_> {
        match &self.chosen {
            Some(chosen) => ModeFrom::Chosen(chosen),
            None if used.mode != self.track(used).mode => ModeFrom::Override,
            None => ModeFrom::Curve,
        }
    }
}

/// The way of `bone` at the playhead. Panics for a bone that the model does not have.
pub fn bone_way<'a>(session: &'a Session, placed: &'a Placed, bone: BoneIndex) -> BoneWay<'a> {
    let mut layers = Vec::new();
    motion_layers(
        session,
        placed,
        session.playback.transport().playhead_secs(),
        &mut layers,
    );
    let motion = session.composition.motion(&session.edits, placed, &layers);
    let rungs = animation::ladder(placed.model(), motion, bone);
    let leader = leader_of(session, placed, bone);
    let whole = whole_pose(session, placed);
    BoneWay {
        placed,
        bone,
        rungs,
        layers: layers
            .into_iter()
            .map(|layer| way_layer(session, placed, bone, layer))
            .collect(),
        stopped: step_of(session, placed).zip(stop_words(session, placed)),
        shown: session.composition.shown_pose(),
        shown_local: whole.local[bone.get()],
        stage_from_bone: stage_from_bone(session, placed, &whole, bone),
        whole,
        leader,
    }
}

/// As [`Placed::stage_from_bone`], of another pose than the one that is shown, in the numbers of the files.
fn stage_from_bone(session: &Session, placed: &Placed, pose: &Pose, bone: BoneIndex) -> Affine3A {
    let leader = session.edits.leader_of(placed);
    let leader = leader.and_then(|key| session.stage.placed(key)).map(Leading::now);
    let stage_from_model = attach::stage_from_model(session, placed, pose, leader.as_ref());
    let stage_from_bone = placed.standing().places.first_place() * stage_from_model * pose.model_from_bone[bone.get()];
    placed.filed_on_stage(finite(stage_from_bone))
}

fn way_layer<'a>(session: &'a Session, placed: &'a Placed, bone: BoneIndex, layer: Layer<'a>) -> WayLayer<'a> {
    let mut clips = session.stage.clips().iter();
    let entry = clips.find(|entry| std::ptr::eq(entry.clip(), layer.clip));
    let entry = entry.expect("a layer plays a clip of the stage");
    let mut bound = placed.layers().iter();
    let key = bound
        .find(|bound| std::ptr::eq(&*bound.binding, layer.binding))
        .map(|bound| bound.key);
    let modes = &session.edits.mode_overrides;
    WayLayer {
        entry,
        key,
        layer,
        chosen: binding::chosen(modes, (entry.key, key), Some((placed.key, bone))),
    }
}

/// The bone of another model with which `bone` moves, unless a stop leaves that out.
pub(super) fn leader_of<'a>(session: &'a Session, placed: &Placed, bone: BoneIndex) -> Option<(&'a Placed, BoneIndex)> {
    let Some(Attachment::Follow { leader }) = session.edits.attachments.get(&placed.key) else {
        return None;
    };
    let leads = (*placed.staging.leading.as_ref()?.get(bone.get())?)?;
    Some((session.stage.placed(*leader)?, leads))
}
