//! The pose of one model, and how much of its steps is done.

use crate::composition::stack::motion_layers;
use crate::placed::stopped::StopAfter;
use crate::{Placed, Session, ShownPose};
use castview_base::core::MeshIndex;
use castview_motion::animation::{self, Layer, Pose};
use std::sync::Arc;

/// All steps, at first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Posing {
    pub shown: ShownPose,
    /// The last step; `None`: all are done.
    pub stop: Option<StopAfter>,
}

/// `layers` is room. Trails and ghosts take all that the clips make up to the stop, whatever pose the user shows them over.
pub(crate) fn pose_one<'a>(
    session: &'a Session,
    placed: &'a Placed,
    secs: f64,
    layers: &mut Vec<Layer<'a>>,
    Posing { shown, stop }: Posing,
    next: &mut Arc<Pose>,
) {
    motion_layers(session, placed, secs, layers);
    // A picture that still shows the pose of before keeps it.
    if Arc::get_mut(next).is_none() {
        *next = Arc::default();
    }
    let pose = Arc::make_mut(next);
    let motion = session.composition.motion(&session.edits, placed, layers);
    let is_whole = match stop.and_then(|after| after.of_bones(placed, layers)) {
        Some(stop) => {
            animation::evaluate_until(placed.model(), motion, stop, pose);
            false
        }
        None => {
            animation::evaluate(placed.model(), motion, pose);
            animation::toward_unposed(placed.model(), shown.unposed, shown.weight, pose);
            true
        }
    };
    let [first, last] = [0, u32::MAX as usize].map(|mesh| (placed.key, MeshIndex::new(mesh)));
    let methods = session.edits.methods.range(first..=last);
    animation::use_methods(
        placed.model(),
        methods.map(|((_, mesh), method)| (*mesh, *method)),
        pose,
    );
    for ((key, shape), weight) in &session.edits.shape_weights {
        if is_whole && *key == placed.key {
            let of_clips = std::mem::replace(&mut pose.shape_weights[shape.get()], *weight);
            pose.clip_weights.insert(*shape, of_clips);
        }
    }
    if let Some(stop) = stop.and_then(|after| after.of_skin(placed)) {
        animation::stop_in_skin(placed.model(), stop, pose);
    }
}
