//! How well the loop of what is played closes.

use crate::composition::stack::motion_layers;
use crate::playback::played;
use crate::{Placed, Session};
use castview_motion::animation::{self, Pose, Seam};

/// Compares the first and the last pose of what is played.
pub(crate) fn measure_seam(session: &mut Session) {
    let measured = played::played(session).and_then(|timeline| {
        let [first, last] = [timeline.range.start, timeline.range.end].map(|frame| timeline.secs(frame));
        let seam = |placed: &Placed| {
            let (first, last) = (pose_at(session, placed, first)?, pose_at(session, placed, last)?);
            Some(Seam::between(placed.model(), &first, &last))
        };
        session.stage.models().iter().filter_map(seam).reduce(Seam::worse)
    });
    session.playback.take_seam(measured);
}

/// Pose of `placed` in the playing clips at `secs` of the stage's clock; `None` where they drive nothing.
fn pose_at(session: &Session, placed: &Placed, secs: f64) -> Option<Pose> {
    let mut layers = Vec::new();
    motion_layers(session, placed, secs, &mut layers);
    if layers.iter().all(|layer| layer.binding.matched == 0) {
        return None;
    }
    let mut pose = Pose::default();
    animation::evaluate(
        placed.model(),
        session.composition.motion(&session.edits, placed, &layers),
        &mut pose,
    );
    Some(pose)
}
