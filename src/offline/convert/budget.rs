//! How much a conversion may write for what it reads: sources share arrays and say a long curve with two keys, what is written does not.
//!
//! In: the bytes of the sources. Out: how many samples, copies and vertices there is room for. A source may be packed, so there is always
//! room for a few megabytes more than it has.

use super::conversion::ConvertError;
use crate::scene::Scene;
use std::path::Path;

/// Bytes that sampled curves and written-out copies may take for each byte of the sources, and at least.
const MADE_PER_BYTE: u64 = 8;
const MADE_LEAST: u64 = 4 << 20;
/// Numbers that baked clips may have, at least: half an hour of a hundred bones that turn and move.
const BAKED_LEAST: u64 = 1 << 26;
/// Bytes that all meshes together may take for each byte of the sources, and at least.
const MESHES_PER_BYTE: u64 = 64;
const MESHES_LEAST: u64 = 256 << 20;

/// Time and value of a sample.
const SAMPLE_BYTES: u64 = 20;
/// Names, nodes and accessors of one mesh.
const MESH_BYTES: u64 = 512;
/// Positions, normals, tangents, texture coordinates, colours and influences of one vertex.
const VERTEX_BYTES: u64 = 64;
/// One vertex of a blend shape: its number, its delta, the delta of its normal.
const DELTA_BYTES: u64 = 28;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Budget {
    source_bytes: u64,
}

impl Budget {
    pub fn add_source(&mut self, bytes: u64) {
        self.source_bytes = self.source_bytes.saturating_add(bytes);
    }

    fn made(&self) -> u64 {
        MADE_LEAST.saturating_add(self.source_bytes.saturating_mul(MADE_PER_BYTE))
    }

    /// Samples of all sampled curves of all clips.
    pub fn samples(&self) -> f64 {
        (self.made() / SAMPLE_BYTES) as f64
    }

    /// Numbers of all baked clips: the user asks for each of their frames.
    pub fn baked(&self) -> u64 {
        BAKED_LEAST.saturating_add(self.source_bytes.saturating_mul(MADE_PER_BYTE) / 4)
    }

    /// Keys that are written for further models of a clip, beside those of the first.
    pub fn keys(&self) -> u64 {
        self.made() / SAMPLE_BYTES
    }

    /// Meshes, vertices and deltas that copies may add.
    pub fn of_copies(&self) -> [usize; 3] {
        [MESH_BYTES, VERTEX_BYTES, DELTA_BYTES].map(|each| (self.made() / each) as usize)
    }

    /// Refuses what would be far larger than its sources, before any of it is written.
    pub fn check(&self, scene: &Scene, output: &Path) -> Result<(), ConvertError> {
        let models = || scene.models.iter();
        let meshes = models().flat_map(|model| &model.meshes).map(|mesh| {
            let corners = mesh.triangles.len() + mesh.lines.len();
            MESH_BYTES + VERTEX_BYTES * mesh.vertex_count() as u64 + 4 * corners as u64
        });
        let shapes = models().flat_map(|model| &model.blend_shapes);
        let shapes = shapes.map(|shape| DELTA_BYTES * shape.vertices.len() as u64);
        let bytes = meshes.chain(shapes).fold(0, u64::saturating_add);
        let most = MESHES_LEAST.saturating_add(self.source_bytes.saturating_mul(MESHES_PER_BYTE));
        if bytes > most {
            return Err(ConvertError::OutOfProportion {
                mib: bytes >> 20,
                source_bytes: self.source_bytes,
                output: output.into(),
            });
        }
        Ok(())
    }
}
