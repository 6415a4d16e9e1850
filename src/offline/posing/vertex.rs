//! Single vertices, by the name or number of their mesh.
//!
//! In: what was asked for. Out: everything about such a vertex in the pose of the moment that was evaluated last, as the window tells it.

use super::pose::Poser;
use crate::core::MeshIndex;
use crate::deform;
use crate::offline::file_set::OfflineError;
use crate::picture::PlacedKey;
use crate::session::{VertexFacts, VertexOf, mesh_name};
use glam::Vec3;

/// A vertex that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VertexWish {
    /// The mesh's name, else its number counted from 0 over all models.
    pub mesh: String,
    /// Counted from 0.
    pub vertex: usize,
}

/// A vertex that is there.
#[derive(Clone, Copy, Debug)]
pub struct FoundVertex {
    model: PlacedKey,
    mesh: MeshIndex,
    vertex: usize,
    rest_normal: Vec3,
}

/// Meshes that an error lists by name.
const LISTED: usize = 8;

impl Poser {
    /// The vertex that `wish` means.
    pub fn find_vertex(&self, wish: &VertexWish) -> Result<FoundVertex, OfflineError> {
        let meshes = || {
            self.placed().flat_map(|placed| {
                let meshes = 0..placed.model().meshes.len();
                meshes.map(move |index| (placed, MeshIndex::new(index)))
            })
        };
        let named = meshes().enumerate().filter(|(_, (placed, mesh))| {
            let name = &placed.model().meshes[mesh.get()].name;
            !name.is_empty() && *name == wish.mesh
        });
        let mut named: Vec<_> = named.take(LISTED).collect();
        if named.len() > 1 {
            let numbers: Vec<String> = named.iter().map(|(number, _)| number.to_string()).collect();
            return Err(OfflineError::SeveralMeshes {
                wanted: wish.mesh.clone(),
                numbers,
            });
        }
        let numbered = || meshes().nth(wish.mesh.parse().ok()?);
        let found = named.pop().map(|(_, found)| found).or_else(numbered);
        let Some((placed, index)) = found else {
            return Err(OfflineError::NoSuchMesh {
                wanted: wish.mesh.clone(),
                count: meshes().count(),
                first: meshes()
                    .take(LISTED)
                    .map(|(placed, mesh)| mesh_name(placed, mesh))
                    .collect(),
            });
        };
        let mesh = &placed.model().meshes[index.get()];
        if wish.vertex >= mesh.vertex_count() {
            return Err(OfflineError::NoSuchVertex {
                mesh: mesh_name(placed, index),
                wanted: wish.vertex,
                count: mesh.vertex_count(),
            });
        }
        Ok(FoundVertex {
            model: placed.key,
            mesh: index,
            vertex: wish.vertex,
            rest_normal: deform::rest_normal(mesh, wish.vertex),
        })
    }

    /// Everything about it at the moment evaluated last, as one JSON object; of a model at many places at the first.
    pub fn vertex_json(&self, found: &FoundVertex) -> String {
        let facts = self.vertex_facts(found);
        facts.map_or_else(|| "null".to_owned(), |facts| facts.json())
    }

    /// Everything about it at the moment evaluated last; of a model at many places at the first. `None` without its model.
    pub fn vertex_facts(&self, found: &FoundVertex) -> Option<VertexFacts<'_>> {
        let placed = self.placed().find(|placed| placed.key == found.model)?;
        VertexFacts::of(placed, VertexOf::first(found.mesh, found.vertex, found.rest_normal))
    }
}
