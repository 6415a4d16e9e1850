//! Triangles and their per-vertex streams, in mesh space as authored.

use crate::core::{BoneIndex, Bounds, MaterialIndex, SkinIndex, Stream, UintStream};
use crate::scene::Influences;

use crate::scene::Skinning;

/// One mesh of a model with all of its streams, checked. A mesh that a file gives and that could not be used has no vertices.
#[derive(Clone, Debug, Default)]
pub struct Mesh {
    /// Empty when the file gives none.
    pub name: String,
    /// Finite positions; their count is the vertex count.
    pub positions: Stream<[f32; 3]>,
    /// One unit-or-longer normal per vertex, finite and not zero; renormalised where used. Empty when the file gives
    /// none: then smooth normals are computed by whoever needs them.
    pub normals: Stream<[f32; 3]>,
    /// Unit-or-longer direction of growing u of the normal map in xyz, finite and not zero, and in w the side of the bitangent
    /// `cross(normal, tangent) · w`, 1 or −1. One per vertex, or empty when the file gives none; never without normals.
    pub tangents: Stream<[f32; 4]>,
    /// UV layers; each has one entry per vertex, origin top left.
    pub uvs: Vec<Stream<[f32; 2]>>,
    /// Colour layers; each has one entry per vertex, linear RGBA.
    pub colors: Vec<ColorLayer>,
    /// Three vertex indices per triangle, each below the vertex count, counter-clockwise from the front. A mesh with
    /// vertices but neither triangles nor lines is a point cloud.
    pub triangles: UintStream,
    /// Two vertex indices per line, each below the vertex count. A mesh has triangles or lines, not both.
    pub lines: UintStream,
    /// Not shown until the user asks for it: the file hides it.
    pub hidden: bool,
    /// Not there unless a clip says so.
    pub absent_at_rest: bool,
    /// `None`: the default surface.
    pub material: Option<MaterialIndex>,
    /// The node that holds the mesh in the file's tree. Another one may move it.
    pub node: Option<BoneIndex>,
    /// Skin that the influences point into. `None`: the mesh is rigid and only the model's placement moves it.
    pub skin: Option<SkinIndex>,
    /// Empty exactly when `skin` is `None`.
    pub influences: Influences,
    /// How the influences move vertices; of no meaning without a skin.
    pub skinning: Skinning,
    /// Around `positions`.
    pub bounds: Bounds,
}

impl Mesh {
    /// How many vertices each stream has.
    pub fn vertex_count(&self) -> usize {
        self.positions.len()
    }

    /// A third of the vertex indices of triangles.
    pub fn triangle_count(&self) -> usize {
        self.triangles.len() / 3
    }

    /// Whether its faces are flat: the file gives no normals, and no two triangles share a corner.
    pub fn is_faceted(&self) -> bool {
        let mut seen = vec![
            false;
            if self.normals.is_empty() {
                self.vertex_count()
            } else {
                0
            }
        ];
        let mut is_first = |vertex: u32| !std::mem::replace(&mut seen[vertex as usize], true);
        self.normals.is_empty() && self.triangles.iter().all(&mut is_first)
    }
}

/// One colour per vertex, linear RGBA.
#[derive(Clone, Debug)]
pub enum ColorLayer {
    /// Lowest byte is red; value = byte / 255.
    Packed(Stream<u32>),
    /// May exceed 1; finite.
    Float(Stream<[f32; 4]>),
}

impl ColorLayer {
    /// The colour of one vertex. Panics when `vertex` is not below the vertex count.
    pub fn get(&self, vertex: usize) -> [f32; 4] {
        match self {
            Self::Packed(colors) => colors.get(vertex).to_le_bytes().map(|c| f32::from(c) / 255.0),
            Self::Float(colors) => colors.get(vertex),
        }
    }
}
