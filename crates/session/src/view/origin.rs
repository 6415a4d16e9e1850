//! The origin of what is drawn, in the numbers of the files: zero, unless the stage stands far away for its size.
//!
//! In: the stage, measured when another clip begins. Out: the point from which world space counts, and words for it.

use crate::composition::attach;
use crate::composition::evaluate;
use crate::stage::up_axis;
use crate::view::camera::framed;
use crate::{Change, Session};
use castview_base::core::Bounds;
use glam::Vec3;

/// The point from which the world space of the camera and of pictures counts, in the axes of that space.
pub fn world_origin(session: &Session) -> Vec3 {
    session.stage.origin().in_world(up_axis::world_from_stage(session))
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

/// Times that the stage gets another origin, at most: poses that were torn by their distance tell a better one once they are whole.
const MOST_ORIGINS: usize = 3;

/// The drawn aids take their size from the stage as it is posed now, and keep it while it moves.
pub(crate) fn measure_stage(session: &mut Session) {
    let mut bounds = framed::framed(session).bounds;
    for _ in 0..MOST_ORIGINS {
        if !settle_origin(session, bounds) {
            break;
        }
        attach::find_carriers(session);
        evaluate::pose_all(session);
        bounds = framed::framed(session).bounds;
    }
    session.view.keep_steady(bounds);
    session.note(Change::GROUND);
}

/// Counts the stage from the origin that suits `bounds`, its box in world space. Returns whether that is another one.
fn settle_origin(session: &mut Session, bounds: Bounds) -> bool {
    let world_from_stage = up_axis::world_from_stage(session);
    let Some(way) = session
        .stage
        .settle_origin(&bounds.transformed(world_from_stage.inverse()))
    else {
        return false;
    };
    session.view.shift(world_from_stage.transform_vector3(way.as_vec3()));
    true
}
