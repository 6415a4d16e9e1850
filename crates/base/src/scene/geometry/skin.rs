//! How vertices hang on bones.

use crate::core::{BoneIndex, Stream, UintStream};
use glam::Affine3A;
use std::sync::Arc;

/// How several bones move one vertex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Skinning {
    /// The mean of where each bone would take the vertex.
    #[default]
    Linear,
    /// Dual quaternions (Kavan et al. 2008), which keep volume where bones twist.
    DualQuaternion,
}

/// The bones a mesh may hang on, and where the mesh was when it was attached.
///
/// Influences point into these lists (*slots*), so a file's own bone order needs no rewriting.
/// The skinning palette of a pose has one entry per slot:
/// `model_from_bone[bones[slot]] * bone_from_mesh[slot]`, or the identity where `bone_from_mesh` is `None`.
#[derive(Clone, Debug, Default)]
pub struct Skin {
    /// The bone of each slot.
    pub bones: Vec<BoneIndex>,
    /// Inverse bind matrices, parallel to `bones`. `None`: the bind matrix is singular, the slot moves nothing.
    pub bone_from_mesh: Vec<Option<Affine3A>>,
}

/// (slot, weight) pairs, a fixed number per vertex.
///
/// Influence `j` of vertex `v` is entry `v * stride + j` of both arrays. Every slot is below the skin's length; weights are finite
/// and not negative; in one vertex they sum to 1 and no slot appears twice with weight, or all are 0 (the
/// vertex stays where it is). An entry of weight 0 is padding.
#[derive(Clone, Debug, Default)]
pub struct Influences {
    /// Entries per vertex; 0: there are no influences.
    pub stride: u32,
    /// `stride` for each vertex.
    pub slots: UintStream,
    /// Parallel to `slots`.
    pub weights: Stream<f32>,
    /// (vertex, sum) of the vertices whose weights in the file do not sum to 1, ascending; the sum is 0 for a vertex without weights.
    /// Differences below [`Self::LISTED_FROM`] are rounding.
    pub wrong_sums: Arc<[(u32, f32)]>,
}

impl Influences {
    /// Every vertex wholly on the skin's first slot.
    pub fn rigid(vertex_count: usize) -> Self {
        Self {
            stride: 1,
            slots: UintStream::U8(vec![0; vertex_count].into()),
            weights: vec![1.0; vertex_count].into(),
            ..Self::default()
        }
    }

    /// Sums of weights that are off by less than this are rounding.
    pub const LISTED_FROM: f64 = 1e-3;

    /// Whether no vertex has any.
    pub fn is_empty(&self) -> bool {
        self.stride == 0
    }

    /// The (slot, weight) pairs of one vertex, padding left out.
    pub fn of_vertex(&self, vertex: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let start = vertex * self.stride as usize;
        (start..start + self.stride as usize)
            .map(|i| (self.slots.get(i) as usize, self.weights.get(i)))
            .filter(|(_, weight)| *weight > 0.0)
    }
}
