//! A pin is put into a surface: the numbers it gets, and whether its surface is still there.

use super::state::{MOST_PINS, Pin, Spot};
use crate::{Placed, Session};
use castview_base::scene::Mesh;
use castview_motion::deform;

/// A second pin on one vertex takes the place of the first. One more than there may be takes that of the oldest.
pub(super) fn pin(session: &mut Session, spot: Spot) {
    let placed = session.stage.placed(spot.model);
    let Some(rest_normal) = placed.and_then(|placed| rest_normal_at(placed, &spot)) else {
        return;
    };
    session.edits.edit_pins(|pins| {
        let same = pins.iter().position(|pin| pin.spot.is_of_vertex(&spot));
        let oldest = (pins.len() >= MOST_PINS).then_some(0);
        let free = (1..).find(|number| pins.iter().all(|pin| pin.number != *number));
        let number = match same.or(oldest) {
            Some(at) => pins.remove(at).number,
            None => free.unwrap_or(1),
        };
        pins.push(Pin {
            number,
            spot,
            rest_normal,
        });
    });
}

/// The normal of a spot's vertex at rest; `None` if the spot is on no triangle of the model.
pub(super) fn rest_normal_at(placed: &Placed, spot: &Spot) -> Option<glam::Vec3> {
    let mesh = stands_on(placed, spot)?;
    Some(deform::rest_normal(mesh, spot.vertex as usize))
}

/// The mesh of a spot; `None` if the spot is on no triangle of the model.
pub(super) fn stands_on<'a>(placed: &'a Placed, spot: &Spot) -> Option<&'a Mesh> {
    let mesh = placed.model().meshes.get(spot.mesh.get())?;
    let triangle = spot.triangle as usize;
    let corners = (triangle < mesh.triangle_count())
        .then(|| [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner)))?;
    let is_there = corners == spot.corners && corners.contains(&spot.vertex);
    let stands = (spot.placement as usize) < placed.standing().places.len();
    (is_there && stands).then_some(mesh)
}
