//! The blend shape that a drag on a surface sets: the one that moves the spot under the pointer most.
//!
//! In: a point of the picture, the pose that is shown. Out: a shape with its weight, and weights on the way of a drag. The work is that of one
//! question about the surface there ([`crate::view::camera::surface`]), and is asked for once a drag.

use crate::view::camera::surface;
use crate::{Placed, Selected, Session};
use castview_base::core::{BlendShapeIndex, MeshIndex};
use castview_picture::PlacedKey;
use glam::{Vec2, Vec3};

/// A shape in hand.
#[derive(Clone, Debug, PartialEq)]
pub struct PulledShape {
    pub model: PlacedKey,
    pub shape: BlendShapeIndex,
    pub name: String,
    /// As it is shown.
    pub weight: f32,
    /// The most that its file allows; above 0.
    pub max_weight: f32,
    /// Set by hand before the drag.
    pub set: Option<f32>,
}

/// The shape to set by a drag that begins at `ndc` (−1…1, y up): the selected one where it moves the surface there, else the one that moves it
/// farthest at its greatest weight. `None`: no surface is there, or no shape moves it.
pub fn shape_under(session: &Session, ndc: Vec2) -> Option<PulledShape> {
    let spot = surface::spot_under(session, ndc)?;
    let placed = session.stage.placed(spot.model)?;
    let shape = chosen(session, placed, spot.mesh, &spot.vertices)?;
    let of = placed.model().blend_shapes.get(shape.get())?;
    Some(PulledShape {
        model: placed.key,
        shape,
        name: of.name.clone(),
        weight: placed.pose().shape_weights.get(shape.get()).copied().unwrap_or(0.0),
        max_weight: of.max_weight,
        set: session.edits.shape_weights.get(&(placed.key, shape)).copied(),
    })
}

impl PulledShape {
    /// The weight after a drag by `share` of the whole way from none to all. A weight beyond its bounds, as a clip may have it, stays within reach.
    pub fn pulled(&self, share: f32) -> f32 {
        let weight = self.weight + share * self.max_weight;
        weight.clamp(self.weight.min(0.0), self.weight.max(self.max_weight))
    }
}

fn chosen(session: &Session, placed: &Placed, mesh: MeshIndex, vertices: &[u32]) -> Option<BlendShapeIndex> {
    let mut farthest: Option<(f32, BlendShapeIndex)> = None;
    for (index, shape) in placed.model().blend_shapes.of(mesh) {
        let row = |vertex: &u32| shape.vertices.binary_search(vertex).ok();
        let deltas = vertices.iter().filter_map(|vertex| shape.deltas.get(row(vertex)?));
        let reach = deltas.map(|delta| Vec3::from(*delta).length()).fold(0.0, f32::max) * shape.max_weight;
        if !(reach > 0.0 && reach.is_finite()) {
            continue;
        }
        if session.edits.selected == Some(Selected::BlendShape(placed.key, index)) {
            return Some(index);
        }
        if farthest.is_none_or(|(most, _)| reach > most) {
            farthest = Some((reach, index));
        }
    }
    farthest.map(|(_, index)| index)
}
