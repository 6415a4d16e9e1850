//! The part of the active clip that is played.

use crate::Session;
use crate::placed::timed_pose::MotionKey;
use castview_base::core::FrameRange;
use castview_motion::animation::Timeline;

/// The part of the active clip that is played, if not all of it. Lies inside the clip and is longer than nothing.
pub fn play_range(session: &Session) -> Option<FrameRange> {
    let set = session.edits.ranges.get(&session.playback.active_clip?)?;
    let whole = session.timeline()?.range;
    let part = FrameRange {
        start: whole.hold(set.start),
        end: whole.hold(set.end),
    };
    (part.length() > 0.0 && part != whole).then_some(part)
}

/// The active clip's time between its in and out points.
pub fn played(session: &Session) -> Option<Timeline> {
    let timeline = session.timeline()?;
    Some(match play_range(session) {
        Some(range) => timeline.within(range),
        None => timeline,
    })
}

/// Equal for as long as the same time of what is played means the same poses.
pub(crate) fn motion_key(session: &Session) -> MotionKey {
    MotionKey {
        count: session.changes.motion(),
        active_clip: session.playback.active_clip(),
        root_motion: session.composition.root_motion(),
        looping: session.playback.transport().looping,
        rig: session.composition.rig(),
        stepped: session.composition.stepped(),
        stopped: session.edits.stopped,
    }
}
