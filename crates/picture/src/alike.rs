//! Which meshes are the same on the GPU: packed and sent once, and in one pose deformed once, however many nodes use them.
//!
//! In: a model, and how it is posed. Out: for each mesh the first one that is like it.

use castview_base::core::{Identity, MaterialIndex, MeshIndex, SkinIndex};
use castview_base::scene::{ColorLayer, Mesh, Model, Skinning};
use castview_motion::animation::Pose;
use glam::Affine3A;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Content of the buffers of a mesh. Streams count as the same where they share their storage: comparing their elements would cost as much
/// as sending it.
#[derive(PartialEq, Eq, Hash)]
struct Content {
    /// Identities of positions, normals, tangents, triangles and lines.
    streams: [Option<Identity>; 5],
    /// The same bytes may be read as numbers of another width.
    corners: [usize; 2],
    uvs: Vec<Option<Identity>>,
    color: Option<Identity>,
    /// Entries per vertex, slots and weights.
    influences: (u32, Option<Identity>, Option<Identity>),
    is_skinned: bool,
    is_blended: bool,
    /// It says which of the streams are of use.
    material: Option<MaterialIndex>,
}

/// For each mesh of a model the first one of the same content.
pub struct Alike {
    firsts: Vec<u32>,
    /// How many meshes have the content of each.
    counts: Vec<u32>,
}

/// The positions of each mesh's blend shapes, ascending.
pub fn shapes_by_mesh(model: &Model) -> Vec<Vec<usize>> {
    let mut shapes = vec![Vec::new(); model.meshes.len()];
    for (index, shape) in model.blend_shapes.iter().enumerate() {
        shapes[shape.mesh.get()].push(index);
    }
    shapes
}

impl Alike {
    /// `shapes`: [`shapes_by_mesh`]. A mesh that has any is like no other, for they are its own.
    pub fn of(model: &Model, shapes: &[Vec<usize>]) -> Self {
        let mut known: HashMap<Content, u32> = HashMap::new();
        let mut firsts = Vec::with_capacity(model.meshes.len());
        let mut counts = vec![0; model.meshes.len()];
        for (index, mesh) in model.meshes.iter().enumerate() {
            let index = index as u32;
            let is_alone = !shapes[index as usize].is_empty() || mesh.vertex_count() == 0;
            let first = match is_alone {
                true => index,
                false => *known.entry(Content::of(mesh)).or_insert(index),
            };
            counts[first as usize] += 1;
            firsts.push(first);
        }
        Self { firsts, counts }
    }

    /// Mesh `index` itself, or one before it.
    pub fn first(&self, index: usize) -> usize {
        self.firsts[index] as usize
    }

    /// For each mesh the one whose posed vertices are also its own: the last of those in `drawn` that are like it and have the same
    /// palette, in `pose`, or in every pose if there is none.
    pub fn leaders(&self, model: &Model, pose: Option<&Pose>, drawn: &[bool]) -> Vec<u32> {
        let palette = |skin: SkinIndex| pose.and_then(|pose| pose.palettes.get(skin.get()));
        let mut hashes: HashMap<SkinIndex, u64> = HashMap::new();
        let method = |index: usize| pose.map(|pose| pose.skinning(MeshIndex::new(index), &model.meshes[index]));
        let mut known: HashMap<(u32, u64, Option<Skinning>), u32> = HashMap::new();
        let mut leaders: Vec<u32> = (0..model.meshes.len() as u32).collect();
        for (index, mesh) in model.meshes.iter().enumerate().rev() {
            let first = self.firsts[index];
            if self.counts[first as usize] < 2 || !drawn.get(index).copied().unwrap_or(false) {
                continue;
            }
            let hash = mesh.skin.map_or(0, |skin| {
                let make = || palette(skin).map_or(skin.get() as u64, |palette| hash_of(palette));
                *hashes.entry(skin).or_insert_with(make)
            });
            let leader = *known.entry((first, hash, method(index))).or_insert(index as u32);
            // Another palette may have the same hash.
            let is_same = match (model.meshes[leader as usize].skin, mesh.skin) {
                (Some(of_leader), Some(own)) if of_leader != own => {
                    let (of_leader, own) = (palette(of_leader), palette(own));
                    own.is_some() && of_leader == own
                }
                (of_leader, own) => of_leader == own,
            };
            if is_same {
                leaders[index] = leader;
            }
        }
        leaders
    }
}

fn hash_of(palette: &[Affine3A]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for number in palette.iter().flat_map(Affine3A::to_cols_array) {
        // Zeros of both signs are equal.
        (number + 0.0).to_bits().hash(&mut hasher);
    }
    hasher.finish()
}

impl Content {
    fn of(mesh: &Mesh) -> Self {
        // An empty stream has no identity, as it lies nowhere.
        let [positions, normals] = [&mesh.positions, &mesh.normals].map(|s| (!s.is_empty()).then(|| s.identity()));
        let tangents = (!mesh.tangents.is_empty()).then(|| mesh.tangents.identity());
        let [triangles, lines] = [&mesh.triangles, &mesh.lines].map(|s| (!s.is_empty()).then(|| s.identity()));
        let uvs = mesh.uvs.iter().map(|uvs| (!uvs.is_empty()).then(|| uvs.identity()));
        let color = mesh.colors.first().map(|layer| match layer {
            ColorLayer::Packed(colors) => colors.identity(),
            ColorLayer::Float(colors) => colors.identity(),
        });
        let influences = &mesh.influences;
        let is_skinned = mesh.skin.is_some();
        Self {
            streams: [positions, normals, tangents, triangles, lines],
            corners: [mesh.triangles.len(), mesh.lines.len()],
            uvs: uvs.collect(),
            color,
            influences: (
                influences.stride,
                is_skinned.then(|| influences.slots.identity()),
                is_skinned.then(|| influences.weights.identity()),
            ),
            is_skinned,
            is_blended: mesh.skinning == Skinning::DualQuaternion,
            material: mesh.material,
        }
    }
}
