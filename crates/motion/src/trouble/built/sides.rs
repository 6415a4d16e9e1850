//! Weights of vertices beside those of the vertices across the middle.
//!
//! In: skinned meshes over a skeleton whose names tell sides. Out: per mesh, how many vertices weigh otherwise than their twins. A twin may be
//! a vertex of another mesh, or the vertex itself. The middle lies half way between the bones of both sides as they were when the mesh was
//! bound to them. Linear in the vertices, of which there is a most.

use super::mirror::{FEWEST, OFTEN};
use crate::animation::{SidedBones, skeleton_size};
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::table::TroubleKind;
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::{Mesh, Model, Skin};
use glam::{Affine3A, Vec3};
use std::collections::HashMap;

/// Vertices looked at of a model, at most: the table of their places takes about fifty bytes for each.
const MOST: usize = 1_000_000;
/// A twin is no farther from where the mirror shows a vertex than this share of the skeleton's size.
const NEAR: f32 = 1e-3;
/// Vertices known of a cell: more at one place are the same ones again.
const MOST_IN_A_CELL: usize = 16;
/// A mesh of which fewer vertices have a twin is not the same on both sides.
const TWINS: f32 = 0.5;

/// The mirror of a mesh: an axis, and where it stands on it.
#[derive(Clone, Copy)]
struct Middle {
    axis: usize,
    at: f32,
}

/// Vertices by the cell of space that they are in.
type Cells = HashMap<[i32; 3], Vec<(u32, u32)>>;

struct SidedMesh<'a> {
    index: MeshIndex,
    mesh: &'a Mesh,
    skin: &'a Skin,
    middle: Middle,
}

/// Counts of one mesh.
#[derive(Default)]
struct Twins {
    found: usize,
    apart: usize,
    worst: Option<(f32, usize)>,
}

pub(super) fn look(model: &Model, out: &mut Troubles) {
    let sided = SidedBones::of(&model.skeleton);
    if sided.pairs.len() < FEWEST {
        return;
    }
    let mut twin_of: Vec<BoneIndex> = model.skeleton.bones().collect();
    for [left, right] in &sided.pairs {
        (twin_of[left.get()], twin_of[right.get()]) = (*right, *left);
    }
    let rest = model.skeleton.rest_model_from_bone();
    let mut meshes = Vec::new();
    let mut vertices = 0;
    for (index, mesh) in model.meshes.iter().enumerate() {
        let skin = mesh.skin.and_then(|skin| model.skins.get(skin.get()));
        let Some(skin) = skin.filter(|_| mesh.influences.stride > 0) else {
            continue;
        };
        vertices += mesh.vertex_count();
        if vertices > MOST {
            return;
        }
        meshes.extend(middle(skin, &sided, &rest).map(|middle| SidedMesh {
            index: MeshIndex::new(index),
            mesh,
            skin,
            middle,
        }));
    }
    let near = (NEAR * skeleton_size(model)).max(f32::MIN_POSITIVE);
    let mut cells = Cells::new();
    for (at, sided) in meshes.iter().enumerate() {
        for (vertex, place) in sided.mesh.positions.iter().enumerate() {
            let cell = Vec3::from(place).to_array().map(|part| (part / near).floor() as i32);
            let there: &mut Vec<_> = cells.entry(cell).or_default();
            if there.len() < MOST_IN_A_CELL {
                there.push((at as u32, vertex as u32));
            }
        }
    }
    for at in 0..meshes.len() {
        let twins = twins(&meshes, at, &cells, near, &twin_of);
        tell(&meshes[at], &twins, out);
    }
}

/// Half way between the bones of both sides that the skin has.
fn middle(skin: &Skin, sided: &SidedBones, rest: &[Affine3A]) -> Option<Middle> {
    let place = |bone: BoneIndex| {
        let slot = skin.bones.iter().position(|of| *of == bone)?;
        let mesh_from_bone = skin.bone_from_mesh[slot].map_or(rest[bone.get()], |matrix| matrix.inverse());
        Some(Vec3::from(mesh_from_bone.translation))
    };
    let pairs = sided.pairs.iter();
    let places: Vec<[Vec3; 2]> = pairs
        .filter_map(|[left, right]| Some([place(*left)?, place(*right)?]))
        .collect();
    if places.len() < FEWEST {
        return None;
    }
    let apart: Vec3 = places.iter().map(|[left, right]| (*left - *right).abs()).sum();
    let axis = apart.max_position();
    let mut middles: Vec<f32> = places
        .iter()
        .map(|[left, right]| left[axis].midpoint(right[axis]))
        .collect();
    let half = middles.len() / 2;
    let (_, at, _) = middles.select_nth_unstable_by(half, f32::total_cmp);
    Some(Middle { axis, at: *at })
}

/// Compares the vertices of mesh `at` with their twins, each two of them once: by the one that comes first.
fn twins(meshes: &[SidedMesh<'_>], at: usize, cells: &Cells, near: f32, twin_of: &[BoneIndex]) -> Twins {
    let SidedMesh { mesh, middle, .. } = &meshes[at];
    let bound = TroubleKind::LopsidedWeights.row().bound / 100.0;
    let mut out = Twins::default();
    for (vertex, place) in mesh.positions.iter().enumerate() {
        let mut seen = Vec3::from(place);
        seen[middle.axis] = 2.0 * middle.at - seen[middle.axis];
        // Several vertices may be at one place: the one that weighs most alike is the twin.
        let mut least: Option<(f32, (usize, usize))> = None;
        for cell in around(seen, near) {
            for (other, twin) in cells.get(&cell).into_iter().flatten() {
                let (other, twin) = (*other as usize, *twin as usize);
                let there = Vec3::from(meshes[other].mesh.positions.get(twin));
                if there.distance_squared(seen) > near * near {
                    continue;
                }
                let apart = apart((&meshes[at], vertex), (&meshes[other], twin), twin_of);
                if least.is_none_or(|(least, _)| apart < least) {
                    least = Some((apart, (other, twin)));
                }
            }
        }
        let Some((apart, twin)) = least else { continue };
        out.found += 1;
        if apart > bound && (at, vertex) <= twin {
            out.apart += 1;
            if out.worst.is_none_or(|(worst, _)| apart > worst) {
                out.worst = Some((apart, vertex));
            }
        }
    }
    out
}

/// The cells within `near` of a place, which is the length of their edges.
fn around(place: Vec3, near: f32) -> impl Iterator<Item = [i32; 3]> {
    let middle = place.to_array().map(|part| (part / near).floor() as i32);
    (0..27).map(move |at| {
        let step = [at % 3 - 1, at / 3 % 3 - 1, at / 9 - 1];
        std::array::from_fn(|axis| middle[axis].saturating_add(step[axis]))
    })
}

/// Share of the weight of a vertex that lies on other bones than the mirrored ones of its twin: 0…1.
fn apart((own, vertex): (&SidedMesh<'_>, usize), (other, twin): (&SidedMesh<'_>, usize), twin_of: &[BoneIndex]) -> f32 {
    let mut common = 0.0;
    let mut total = 0.0;
    for (slot, weight) in own.mesh.influences.of_vertex(vertex) {
        let wanted = twin_of[own.skin.bones[slot].get()];
        let there = other.mesh.influences.of_vertex(twin);
        let there = there.filter(|(slot, _)| other.skin.bones[*slot] == wanted);
        common += there.map(|(_, weight)| weight).sum::<f32>().min(weight);
        total += weight;
    }
    (total - common).max(0.0)
}

fn tell(sided: &SidedMesh<'_>, twins: &Twins, out: &mut Troubles) {
    let vertices = sided.mesh.vertex_count() as f32;
    let is_sided = twins.found as f32 >= TWINS * vertices && twins.apart as f32 <= OFTEN * twins.found as f32;
    let Some((worst, vertex)) = twins.worst.filter(|_| is_sided) else {
        return;
    };
    let percent = worst * 100.0;
    out.add(TroubleKind::LopsidedWeights, || FoundTrouble {
        kind: TroubleKind::LopsidedWeights,
        of: TroubleOf::Mesh(sided.index),
        frame: None,
        range: None,
        value: percent,
        message: format!(
            "{} of its vertices weigh otherwise than those across the middle, vertex {vertex} by {percent:.0} %",
            twins.apart
        ),
    });
}
