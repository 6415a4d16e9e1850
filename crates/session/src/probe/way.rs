//! Steps of a pinned vertex from rest to where the skin puts it.
//!
//! In: the session as it stands, and a pin. Out: the vertex after each step, with the numbers that the step follows from. A model that is
//! stopped after a step is asked as if it were not: the steps lead to their end.

use super::pin_facts;
use super::state::Pin;
use super::vertex::{Influence, VertexFacts};
use crate::composition::stopped::stop::whole_pose;
use crate::{Session, StopAfter};
use castview_base::scene::Skinning;
use castview_motion::deform;
use glam::{Affine3A, Vec3};

/// The way of one vertex.
#[derive(Clone, Debug)]
pub struct VertexWay<'a> {
    /// The vertex, as it is drawn now.
    pub facts: VertexFacts<'a>,
    /// From rest up.
    pub rungs: Vec<VertexRung>,
}

/// A step, and where it leaves the vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexRung {
    pub step: VertexStep,
    /// In the space of the mesh before the bones move it, of the model after that.
    pub position: Vec3,
}

/// Change of a vertex.
#[derive(Clone, Debug, PartialEq)]
pub enum VertexStep {
    /// As the file has it.
    Rest,
    /// All blend shapes that have a delta for it.
    Shapes,
    /// One bone alone, at full weight: no step that others follow from, but a part of the last one.
    Influence {
        influence: Influence,
        /// `model_from_bone * bone_from_mesh`.
        palette: Affine3A,
    },
    /// All of its bones, by their weights.
    Skinned(Skinning),
}

impl VertexWay<'_> {
    /// The step of a rung, to stop after; `None`: nothing is left out after it.
    pub fn stop(&self, rung: &VertexRung) -> Option<StopAfter> {
        match &rung.step {
            VertexStep::Rest => Some(StopAfter::Rest),
            VertexStep::Shapes => Some(StopAfter::Shapes),
            VertexStep::Influence { influence, .. } => Some(StopAfter::Influence(self.facts.of.mesh, influence.slot)),
            VertexStep::Skinned(_) => None,
        }
    }
}

/// The way of the vertex of a pin at the playhead; `None` if it is not open any more.
pub fn vertex_way<'a>(session: &'a Session, pin: &Pin) -> Option<VertexWay<'a>> {
    let facts = pin_facts(session, pin)?;
    let (placed, of) = (facts.placed, facts.of);
    let (model, pose) = (placed.model(), whole_pose(session, placed));
    let steps = deform::vertex_steps(model, of.mesh, &pose, of.vertex, of.rest_normal);
    let rung = |step, position| VertexRung { step, position };
    let mut rungs = vec![rung(VertexStep::Rest, steps.rest.position)];
    if facts.shape_count > 0 {
        rungs.push(rung(VertexStep::Shapes, steps.morphed.position));
    }
    let skin = model.meshes[of.mesh.get()].skin;
    if let (Some(palette), Some(_)) = (skin.and_then(|skin| pose.palettes.get(skin.get())), facts.skinning) {
        for influence in &facts.influences {
            let Some(matrix) = palette.get(influence.slot).copied() else {
                continue;
            };
            let step = VertexStep::Influence {
                influence: *influence,
                palette: placed.filed_in_model(matrix),
            };
            let position = matrix.transform_point3(steps.morphed.position) + pose.origin;
            rungs.push(rung(step, position));
        }
        let method = pose.skinning(of.mesh, &model.meshes[of.mesh.get()]);
        rungs.push(rung(VertexStep::Skinned(method), steps.posed.position + pose.origin));
    }
    Some(VertexWay { facts, rungs })
}
