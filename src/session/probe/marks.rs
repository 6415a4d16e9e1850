//! Pins as the picture shows them: the triangle, the vertex, a line from the pinned point to it, and a label.

use super::state::Pin;
use crate::deform;
use crate::picture::{Label, Line};
use crate::session::Session;
use glam::Vec3;

/// How much of what lies behind the edges of a pinned triangle they cover.
const EDGES: f32 = 0.75;

impl Session {
    /// The marks of all pins whose surface is drawn, in world space. Twelve vertices are deformed at most for each.
    pub(in crate::session) fn pin_marks(&self) -> (Vec<Line>, Vec<Label>) {
        let (mut lines, mut labels) = (Vec::new(), Vec::new());
        for pin in self.pins() {
            let Some((corners, point, vertex)) = self.pin_places(pin) else {
                continue;
            };
            let color = pin.color();
            let mut add = |from: Vec3, to: Vec3, opacity: f32| {
                lines.push(Line {
                    from,
                    to,
                    color,
                    opacity,
                });
            };
            for at in 0..3 {
                add(corners[at], corners[(at + 1) % 3], EDGES);
            }
            add(point, vertex, 1.0);
            add(vertex, vertex, 1.0);
            labels.push(Label {
                anchor: vertex,
                text: format!("{} · vertex {}", pin.number, pin.spot.vertex),
                color,
            });
        }
        (lines, labels)
    }

    /// The corners of the pinned triangle, the point, and the vertex that is meant; `None` if it is not drawn.
    fn pin_places(&self, pin: &Pin) -> Option<([Vec3; 3], Vec3, Vec3)> {
        let spot = &pin.spot;
        let placed = self.stage.placed(spot.model)?;
        let index = spot.mesh.get();
        let is_drawn = placed.pose.model_visible
            && placed.pose.mesh_visible.get(index) == Some(&true)
            && self.undrawn_meshes(placed).get(index) != Some(&true);
        let places = self.places_within_budget(placed.key, placed.standing.places.clone());
        let place = places.get(spot.placement as usize).filter(|_| is_drawn)?;
        let world_from_model = self.world_from_stage() * *place * placed.stage_from_model;
        let posed = |vertex: u32| deform::deform_vertex(placed.model(), spot.mesh, &placed.pose, vertex as usize);
        let world = |vertex: u32| world_from_model.transform_point3(posed(vertex));
        let corners = spot.corners.map(world);
        let vertex = (0..3)
            .find(|at| spot.corners[*at] == spot.vertex)
            .map(|at| corners[at])?;
        let point = (0..3).map(|at| corners[at] * spot.shares[at]).sum::<Vec3>();
        let is_finite = corners.iter().all(|corner| corner.is_finite()) && point.is_finite();
        is_finite.then_some((corners, point, vertex))
    }
}
