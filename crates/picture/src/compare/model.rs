//! One model: its skeleton, meshes, shapes, materials, hair, rig, fixtures.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName};
use super::matched::{BindPoses, Matched, WeightTallies};
use super::pairs::by_name;
use super::skeleton::BoneMap;
use super::streams::Compared;
use super::texture::PairedTextures;
use super::{extras, material, mesh, rest, shapes, skeleton};
use castview_base::core::MeshIndex;
use castview_base::scene::{Mesh, Model};

/// Tells in what two models differ that are one, and which bones belong together.
pub fn compare(out: &mut Differences, models: [&Model; 2], textures: &PairedTextures) -> BoneMap {
    let of = &OwnerName::of(&models[0].name);
    rest::compare(
        out,
        (DifferencePart::Model, &OwnerName::NONE, &models[0].name),
        models.map(|model| &model.placement),
    );
    let skeletons = models.map(|model| &model.skeleton);
    let bones = skeleton::compare(out, of, skeletons);
    let materials = material::compare(out, of, models.map(|model| &*model.materials), textures);
    let mut matched = Matched {
        skeletons,
        skins: models.map(|model| &*model.skins),
        bones,
        materials,
        material_names: models.map(|model| model.materials.iter().map(|material| &*material.name).collect()),
        compared: Compared::default(),
        weights: WeightTallies::new(),
        bind_poses: BindPoses::new(),
    };
    compare_meshes(out, of, models, &mut matched);
    extras::of_models(out, of, models, &mut matched);
    matched.bones
}

fn compare_meshes(out: &mut Differences, of: &OwnerName, models: [&Model; 2], matched: &mut Matched) {
    let [before, after] = models.map(|model| &*model.meshes);
    let names = (|at: usize| &*before[at].name, |at: usize| &*after[at].name);
    let mut pairs = by_name(
        before.iter().map(|mesh| &*mesh.name),
        after.iter().map(|mesh| &*mesh.name),
    );
    let counts = |mesh: &Mesh| (mesh.vertex_count(), mesh.triangle_count(), mesh.bounds);
    let is_same = |(a, b): (usize, usize)| counts(&before[a]) == counts(&after[b]);
    let renamed = pairs.find_renamed(&mut out.tries, names, is_same);
    for at in &pairs.only_before {
        out.add(DifferencePart::Mesh, of, &before[*at].name, DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(DifferencePart::Mesh, of, &after[*at].name, DifferenceKind::Extra);
    }
    for (a, b) in &renamed {
        let names = [&*before[*a].name, &*after[*b].name];
        out.add(DifferencePart::Mesh, of, names[0], DifferenceKind::Renamed)
            .show(names);
    }
    for (a, b) in pairs.all(&renamed) {
        let meshes = [&before[a], &after[b]];
        mesh::compare(out, of, meshes, matched);
        let is_whole = meshes[0].vertex_count() == meshes[1].vertex_count();
        let of_mesh = [MeshIndex::new(a), MeshIndex::new(b)];
        shapes::compare(out, (&meshes[0].name, is_whole), models, of_mesh);
    }
}
