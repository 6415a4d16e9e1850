//! Models at many places → meshes of the models that carry them, for a format that knows no copies.

use super::gather::Gathered;
use super::plain::place_in;
use crate::core::{Diagnostics, MaterialIndex, MeshIndex, SkinIndex};
use crate::formats::rules::convert as rule;
use crate::scene::{Copies, Influences, Material, Model, Skin};

/// Meshes and vertices of all copies together at most: each copy is written in full.
const MOST_MESHES: usize = 1 << 14;
const MOST_VERTICES: usize = 1 << 25;
/// Deltas of blend shapes at most; each shape counts as some more.
const MOST_DELTAS: usize = 1 << 25;
const SHAPE: usize = 16;

/// Gives every leader the meshes of all its copies, which ride on the bone, and takes the models that had copies away.
pub(super) fn write_out(gathered: &mut Gathered, losses: &mut Diagnostics) {
    let models = std::mem::take(&mut gathered.scene.models);
    let origins = std::mem::take(&mut gathered.origin_of_models);
    let most = [MOST_MESHES, MOST_VERTICES, MOST_DELTAS];
    let of_sources = gathered.room.of_copies();
    let mut room: [usize; 3] = std::array::from_fn(|at| most[at].min(of_sources[at]));
    // Where models went that stand once.
    let mut moved = Vec::with_capacity(models.len());
    for (mut model, origin) in models.into_iter().zip(origins) {
        moved.push(gathered.scene.models.len());
        let Some(copies) = model.copies.take() else {
            gathered.add_model(model, origin);
            continue;
        };
        let vertices = model.meshes.iter().map(|mesh| mesh.vertex_count()).sum();
        let deltas = model
            .blend_shapes
            .iter()
            .map(|shape| SHAPE + shape.vertices.len())
            .sum();
        let sizes = [model.meshes.len(), vertices, deltas];
        let fits = (0..room.len()).map(|at| room[at] / sizes[at].max(1));
        let count = fits.fold(copies.places.len(), usize::min);
        room = std::array::from_fn(|at| room[at] - count * sizes[at]);
        if count < copies.places.len() {
            losses.report(
                rule::X_LOST,
                || place_in("model", &model.name),
                || {
                    let all = copies.places.len();
                    format!("every copy is written in full; of {all} the first {count} are")
                },
            );
        }
        add(
            &mut gathered.scene.models[moved[copies.leader.get()]],
            &model,
            &copies,
            count,
        );
    }
}

fn add(leader: &mut Model, model: &Model, copies: &Copies, count: usize) {
    let materials: Vec<_> = model.materials.iter().map(|material| known(leader, material)).collect();
    let mut meshes = model.meshes.clone();
    for mesh in &mut meshes {
        mesh.influences = Influences::rigid(mesh.vertex_count());
        mesh.material = mesh.material.map(|material| materials[material.get()]);
    }
    for place in &copies.places[..count] {
        leader.skins.push(Skin {
            bones: vec![copies.bone],
            bone_from_mesh: vec![Some(place.affine())],
        });
        let skin = Some(SkinIndex::new(leader.skins.len() - 1));
        let first = leader.meshes.len();
        let at = |mesh: MeshIndex| MeshIndex::new(first + mesh.get());
        leader.meshes.extend(meshes.iter().cloned());
        leader.meshes[first..].iter_mut().for_each(|mesh| mesh.skin = skin);
        leader.blend_shapes.extend(model.blend_shapes.iter().cloned());
        let shapes = leader.blend_shapes.iter_mut().rev().take(model.blend_shapes.len());
        shapes.for_each(|shape| shape.mesh = at(shape.mesh));
    }
}

/// Index of the material in the leader, which gets the material if it lacks it.
fn known(leader: &mut Model, material: &Material) -> MaterialIndex {
    let known = leader.materials.iter().position(|other| other == material);
    MaterialIndex::new(known.unwrap_or_else(|| {
        leader.materials.push(material.clone());
        leader.materials.len() - 1
    }))
}
