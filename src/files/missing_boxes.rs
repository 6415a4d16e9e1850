//! Small boxes where instances lead nowhere, as a file like any other: so they are drawn, framed and clicked.

use crate::core::{Bounds, MaterialIndex};
use crate::scene::{ColorSpace, Material, Mesh, Model, Scene, Slot, SlotSource};
use crate::session::{FileKey, InstancedFile, OpenedFile, Stands};
use glam::{Affine3A, Vec3, Vec4};
use std::sync::Arc;

/// Edge of a box, as a part of everything's diagonal.
const EDGE: f32 = 0.02;

/// Linear light: a pink that nothing else has.
const COLOR: Vec4 = Vec4::new(0.80, 0.05, 0.35, 1.0);

/// One box for each of `missing` (`stage_from_instance`), upright where the instance stands. All are of one size, because
/// nobody knows that of the missing; one alone has an edge of 1.
pub fn boxes(
    key: FileKey,
    own: &Scene,
    files: &[InstancedFile],
    missing: Vec<Affine3A>,
    sources: Vec<u32>,
) -> InstancedFile {
    let at = |matrix: &Affine3A| Vec3::from(matrix.translation);
    let mut all: Bounds = missing.iter().map(at).collect();
    all = all.union(around(own));
    for file in files {
        all = all.union(file.stands.spread(around(&file.scene)));
    }
    let diagonal = all.diagonal();
    let edge = if diagonal > 0.0 && diagonal.is_finite() {
        diagonal * EDGE
    } else {
        1.0
    };
    let placements = missing
        .iter()
        .map(|matrix| Affine3A::from_scale_rotation_translation(Vec3::splat(edge), glam::Quat::IDENTITY, at(matrix)));
    let scene = scene();
    InstancedFile {
        key,
        name: "missing files".into(),
        location: String::new(),
        textures: Vec::new(),
        reach: OpenedFile::reach_of(&scene),
        scene: Arc::new(scene),
        stands: Stands {
            placements: Arc::new(placements.collect()),
            sources: Arc::new(sources),
        },
        is_stand_in: true,
    }
}

/// Around all meshes of a file at rest, in its own stage.
fn around(scene: &Scene) -> Bounds {
    scene.models.iter().fold(Bounds::EMPTY, |all, model| {
        let meshes = model.meshes.iter();
        let inside = meshes.fold(Bounds::EMPTY, |inside, mesh| inside.union(mesh.bounds));
        all.union(inside.transformed(model.placement.affine()))
    })
}

/// A box of edge 1 around the origin; every side has corners of its own, so that edges are sharp.
fn scene() -> Scene {
    let mut positions = Vec::new();
    let mut normals = Vec::new();
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for side in [-1.0f32, 1.0] {
            let normal = Vec3::AXES[axis] * side;
            let (u, v) = (Vec3::AXES[(axis + 1) % 3] * side, Vec3::AXES[(axis + 2) % 3]);
            let first = positions.len() as u32;
            for (a, b) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                positions.push(((normal + u * a + v * b) * 0.5).to_array());
                normals.push(normal.to_array());
            }
            triangles.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    let mesh = Mesh {
        name: "box".into(),
        bounds: Bounds {
            min: Vec3::splat(-0.5),
            max: Vec3::splat(0.5),
        },
        positions: positions.into(),
        normals: normals.into(),
        triangles: triangles.into(),
        material: Some(MaterialIndex::new(0)),
        ..Mesh::default()
    };
    let color = Slot {
        name: "albedo".into(),
        source: SlotSource::Color {
            rgba: COLOR,
            space: ColorSpace::Linear,
        },
        lookup: Default::default(),
    };
    let material = Material {
        name: "missing".into(),
        slots: vec![color],
        ..Material::default()
    };
    Scene {
        models: vec![Model {
            name: "missing files".into(),
            meshes: vec![mesh],
            materials: vec![material],
            ..Model::default()
        }],
        ..Scene::default()
    }
}
