//! The pose buffer of a placed model: the places of its rows, their content, and the rows read by each mesh.
//!
//! In: a model and a pose. Out: rows of four numbers, as `deform.wgsl` reads them.

use castview_base::scene::{Mesh, Model, Skinning};
use castview_motion::animation::{Pose, SlotMotion};
use glam::Affine3A;

/// Where things lie in a placed model's pose buffer, in vec4f.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoseLayout {
    /// One per skin: three vec4f per slot; `None` for a skin that nothing uses which is drawn.
    pub palettes: Vec<Option<u32>>,
    /// One per skin: four vec4f per slot, for the skins that a dual-quaternion mesh uses.
    pub motions: Vec<Option<u32>>,
    /// Four blend shape weights each.
    pub weights: u32,
    pub len: u32,
}

impl PoseLayout {
    /// For the skins that are `used`, one flag each. `with_motions`: for both methods of skinning, whatever their meshes use. `None` when it
    /// would not fit 32-bit addresses.
    pub fn of(model: &Model, used: &[bool], with_motions: bool) -> Option<Self> {
        let mut layout = Self::default();
        let mut take = |count: usize, each: u32| {
            let start = layout.len;
            layout.len = u32::try_from(count).ok()?.checked_mul(each)?.checked_add(start)?;
            Some(start)
        };
        // Mesh by mesh: a file may have as many skins as meshes.
        let mut is_blended = vec![with_motions; model.skins.len()];
        let dual = |mesh: &&Mesh| mesh.skinning == Skinning::DualQuaternion;
        for skin in model.meshes.iter().filter(dual).filter_map(|mesh| mesh.skin) {
            is_blended[skin.get()] = true;
        }
        for (at, (skin, is_blended)) in model.skins.iter().zip(is_blended).enumerate() {
            let is_used = used.get(at) == Some(&true);
            let mut part = |is_there: bool, rows: u32| match is_there {
                true => take(skin.bones.len(), rows).map(Some),
                false => Some(None),
            };
            layout.palettes.push(part(is_used, 3)?);
            layout.motions.push(part(is_used && is_blended, 4)?);
        }
        layout.weights = take(model.blend_shapes.len().div_ceil(4), 1)?;
        // A binding cannot be empty.
        layout.len = layout.len.max(1);
        Some(layout)
    }

    pub fn bytes(&self) -> u64 {
        u64::from(self.len) * 16
    }
}

/// Palettes, motions and weights as the deform pass reads them. A slot that the pose does not know stays at rest.
pub fn pack_pose(layout: &PoseLayout, model: &Model, pose: &Pose) -> Vec<[f32; 4]> {
    let mut out = vec![[0.0; 4]; layout.len as usize];
    for (index, skin) in model.skins.iter().enumerate() {
        // The list is empty when every mesh that deforms is too much for the adapter.
        let Some(Some(palette)) = layout.palettes.get(index).copied() else {
            continue;
        };
        let matrices = pose.palettes.get(index).map_or(&[][..], Vec::as_slice);
        for slot in 0..skin.bones.len() {
            let matrix = matrices.get(slot).copied().unwrap_or(Affine3A::IDENTITY);
            let at = palette as usize + 3 * slot;
            out[at..at + 3].copy_from_slice(&rows(matrix));
        }
        let Some(Some(motions)) = layout.motions.get(index) else {
            continue;
        };
        let parts = pose.motions.get(index).map_or(&[][..], Vec::as_slice);
        for slot in 0..skin.bones.len() {
            // The pose has them for the skins of meshes that blend them; others are compared.
            let compared = || matrices.get(slot).map(|matrix| SlotMotion::of(*matrix));
            let motion = parts
                .get(slot)
                .copied()
                .or_else(compared)
                .unwrap_or(SlotMotion::IDENTITY);
            let at = *motions as usize + 4 * slot;
            out[at..at + 4].copy_from_slice(&motion_rows(&motion));
        }
    }
    for (index, &weight) in pose.shape_weights.iter().take(model.blend_shapes.len()).enumerate() {
        if out.len() <= layout.weights as usize + index / 4 {
            break;
        }
        out[layout.weights as usize + index / 4][index % 4] = weight;
    }
    out
}

/// Parts of a packed pose that are as they were.
pub struct Unread {
    /// By skin: palette and motions.
    skins: Vec<bool>,
    /// By mesh: the weights of its shapes.
    weights: Vec<bool>,
}

impl Unread {
    pub fn between(layout: &PoseLayout, model: &Model, before: &[[f32; 4]], after: &[[f32; 4]]) -> Self {
        let same = |from: u32, rows: usize| {
            let range = from as usize..from as usize + rows;
            before
                .get(range.clone())
                .is_some_and(|before| after.get(range) == Some(before))
        };
        let skins = model.skins.iter().enumerate().map(|(at, skin)| {
            let palette = layout.palettes.get(at).copied().flatten();
            let motions = layout.motions.get(at).copied().flatten();
            palette.is_none_or(|from| same(from, 3 * skin.bones.len()))
                && motions.is_none_or(|from| same(from, 4 * skin.bones.len()))
        });
        let mut weights = vec![true; model.meshes.len()];
        for (at, shape) in model.blend_shapes.iter().enumerate() {
            let weight = |packed: &[[f32; 4]]| packed.get(layout.weights as usize + at / 4).map(|row| row[at % 4]);
            weights[shape.mesh.get()] &= weight(before) == weight(after);
        }
        Self {
            skins: skins.collect(),
            weights,
        }
    }

    /// Whether mesh `index` reads nothing else.
    pub fn is_of(&self, mesh: &Mesh, index: usize) -> bool {
        mesh.skin.is_none_or(|skin| self.skins[skin.get()]) && self.weights[index]
    }
}

fn rows(matrix: Affine3A) -> [[f32; 4]; 3] {
    let (m, t) = (matrix.matrix3, matrix.translation);
    [
        [m.x_axis.x, m.y_axis.x, m.z_axis.x, t.x],
        [m.x_axis.y, m.y_axis.y, m.z_axis.y, t.y],
        [m.x_axis.z, m.y_axis.z, m.z_axis.z, t.z],
    ]
}

/// Real, dual, then the stretch, which is symmetric: xx yy zz xy, xz yz 0 0.
fn motion_rows(motion: &SlotMotion) -> [[f32; 4]; 4] {
    let h = motion.stretch;
    [
        motion.real.to_array(),
        motion.dual.to_array(),
        [h.x_axis.x, h.y_axis.y, h.z_axis.z, h.x_axis.y],
        [h.x_axis.z, h.y_axis.z, 0.0, 0.0],
    ]
}
