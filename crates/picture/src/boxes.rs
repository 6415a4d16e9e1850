//! A box, as a scene like any other: so it is drawn, framed and clicked.

use castview_base::core::{Bounds, MaterialIndex};
use castview_base::scene::{ColorSpace, Material, Mesh, Model, Scene, Slot, SlotSource};
use glam::{Vec3, Vec4};

/// A box of edge 1 around the origin, `color` in linear light; every side has corners of its own, so that edges are sharp.
pub fn unit_box(name: &str, color: Vec4) -> Scene {
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
            rgba: color,
            space: ColorSpace::Linear,
        },
        lookup: Default::default(),
    };
    let material = Material {
        name: name.into(),
        slots: vec![color],
        ..Material::default()
    };
    Scene {
        models: vec![Model {
            name: name.into(),
            meshes: vec![mesh],
            materials: vec![material],
            ..Model::default()
        }],
        ..Scene::default()
    }
}
