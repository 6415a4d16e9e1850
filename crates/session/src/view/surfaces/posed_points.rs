//! Where what is posed begins and ends along the view, for pictures of depth.
//!
//! In: the models as they are posed. Out: points whose hull holds all surfaces. Boxes would do, but their corners lie before and behind what
//! is seen, and half of the greys would show nothing.

use crate::Session;
use crate::stage::up_axis;
use castview_motion::deform::outline;
use castview_picture::{ColorBy, Picture};
use glam::Vec3;
use std::sync::Arc;

/// Points of one model, about.
const MOST_POINTS: usize = 4096;
/// Points at all of its places.
const MOST_PLACED: usize = 1 << 16;

/// Points around all surfaces that are shown, in world space; none where a model stands in too many places.
pub(crate) fn posed_points(session: &Session) -> Arc<Vec<Vec3>> {
    let found = session.view.posed_points.get_or_init(|| Arc::new(find(session)));
    found.clone()
}

/// Lets depth of `picture` run from the nearest to the farthest point of surfaces, if it is shown.
pub(crate) fn span_depth(session: &Session, picture: &mut Picture) {
    let right = picture.divided.map(|divided| divided.right.color_by);
    if [Some(picture.color_by), right].contains(&Some(ColorBy::Depth)) {
        picture.posed_points = posed_points(session);
    }
}

fn find(session: &Session) -> Vec<Vec3> {
    let world_from_stage = up_axis::world_from_stage(session);
    let mut points = Vec::new();
    for placed in session
        .stage
        .models()
        .iter()
        .filter(|placed| placed.model().has_surface())
    {
        if !placed.pose().model_visible {
            continue;
        }
        let hidden = session.edits.hidden_meshes(placed);
        let outline = outline(placed.model(), placed.pose(), MOST_POINTS);
        let seen = outline.meshes.into_iter();
        let seen = seen.filter(|outline| hidden.get(outline.mesh.get()) != Some(&true));
        let own: Vec<Vec3> = seen.flat_map(|outline| outline.points).collect();
        let strands = placed
            .model()
            .hairs
            .iter()
            .flat_map(|hair| hair.points.iter().map(Vec3::from));
        let own: Vec<Vec3> = own.into_iter().chain(strands).collect();
        if points.len() + own.len() * placed.standing().places.len() > MOST_PLACED {
            return Vec::new();
        }
        for place in placed.standing().places.iter() {
            let world = world_from_stage * *place * placed.stage_from_model();
            points.extend(own.iter().map(|point| world.transform_point3(*point)));
        }
    }
    points.retain(|point| point.is_finite());
    points
}
