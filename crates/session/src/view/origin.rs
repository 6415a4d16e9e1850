//! The origin of what is drawn, in the numbers of the files: zero, unless the stage stands far away for its size.
//!
//! In: a session. Out: the point from which world space counts, and words for it.

use crate::Session;
use glam::Vec3;

/// The point from which the world space of the camera and of pictures counts, in the axes of that space.
pub fn world_origin(session: &Session) -> Vec3 {
    session.stage.origin().in_world(session.world_from_stage())
}

/// The same point on the stage, in the axes of the files; `None`: the origin of the files.
pub fn stage_origin(session: &Session) -> Option<Vec3> {
    let at = session.stage.origin().at;
    (at != Vec3::ZERO).then_some(at)
}

/// Counts from the origin of the files from now on, however far away everything stands: for numbers that go into files. To be called before
/// anything is opened.
pub fn count_as_filed(session: &mut Session) {
    session.stage.count_as_filed();
}
