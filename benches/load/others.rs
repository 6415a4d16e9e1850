//! Big files of the formats beside Cast, by the tests' own writers.

use crate::big_mesh::{BONES, BigMesh, rotation};
use crate::random::Random;
use crate::recording::{Curve, Hands, Recording};
use crate::shape_file::{self, Array, Bone, Draft, Geometry, Node, Switches};
use crate::writer::{F32, Gltf, U16, U32};
use castview_testkit::se::{anim, model};
use serde_json::json;

fn le<const N: usize>(values: &[[f32; N]]) -> Vec<u8> {
    values.iter().flatten().flat_map(|v| v.to_le_bytes()).collect()
}

/// One skinned mesh of a million vertices: 84 MB.
pub fn glb() -> Vec<u8> {
    let random = &mut Random(4);
    let mesh = BigMesh::new(random);
    let count = mesh.positions.len();
    let mut file = Gltf::new();
    let slots: Vec<u8> = mesh
        .slots
        .iter()
        .flatten()
        .flat_map(|slot| slot.to_le_bytes())
        .collect();
    let corners: Vec<u8> = mesh.corners.iter().flat_map(|corner| corner.to_le_bytes()).collect();
    let positions = file.accessor(&le(&mesh.positions), F32, "VEC3", count, false);
    // The standard wants them, and the crate that is measured beside insists.
    file.json["accessors"][positions]["min"] = json!([-1.0, -1.0, -1.0]);
    file.json["accessors"][positions]["max"] = json!([1.0, 1.0, 1.0]);
    let attributes = json!({
        "POSITION": positions,
        "NORMAL": file.accessor(&le(&mesh.normals), F32, "VEC3", count, false),
        "TEXCOORD_0": file.accessor(&le(&mesh.uvs), F32, "VEC2", count, false),
        "JOINTS_0": file.accessor(&slots, U16, "VEC4", count, false),
        "WEIGHTS_0": file.accessor(&le(&mesh.weights), F32, "VEC4", count, false),
    });
    let indices = file.accessor(&corners, U32, "SCALAR", mesh.corners.len(), false);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "indices": indices}]}),
    );
    let joints: Vec<u32> = (1..=BONES).collect();
    file.add("nodes", json!({"mesh": 0, "skin": 0, "children": joints}));
    for bone in 0..BONES {
        file.add(
            "nodes",
            json!({"name": format!("bone_{bone:05}"), "rotation": rotation(random)}),
        );
    }
    file.add("skins", json!({"joints": joints}));
    file.glb()
}

/// One mesh of a million vertices with three bones, whose weights lie densely: 68 MB.
pub fn shape() -> Vec<u8> {
    let mesh = BigMesh::new(&mut Random(5));
    let bone = |index: usize| Bone {
        name: format!("bone_{index}"),
        offset: glam::Mat4::IDENTITY,
        weights: mesh.weights.iter().map(|weights| weights[index]).collect(),
    };
    let geometry = Geometry {
        material: 0xffff,
        positions: Array::float3s(&mesh.positions),
        normals: Some(Array::float3s(&mesh.normals)),
        uvs: [Some(Array::float2s(&mesh.uvs)), None],
        indices: Array::uints(&mesh.corners),
        bones: (0..3).map(bone).collect(),
        ..Geometry::default()
    };
    let node = |name: String| Node {
        name,
        ..Node::default()
    };
    let draft = Draft {
        geometries: vec![geometry],
        root: Node {
            geometries: vec![0],
            children: (0..3).map(|index| node(format!("bone_{index}"))).collect(),
            ..node("root".into())
        },
        ..Draft::default()
    };
    shape_file::write(&draft, &Switches::default())
}

/// One mesh of a million vertices, each influence a byte and a number: 72 MB.
pub fn semodel() -> Vec<u8> {
    let random = &mut Random(7);
    let mesh = BigMesh::new(random);
    let mut file = skeleton(BONES, random);
    file.meshes = vec![semodel_mesh(mesh)];
    file.bytes()
}

/// Twelve meshes of 62 500 vertices and one of 250 000, each with two UV layers and colors; bones are numbered by two bytes: 83 MB.
pub fn semodel_meshes() -> Vec<u8> {
    const MANY_BONES: u32 = 300;
    let random = &mut Random(9);
    let mut file = skeleton(MANY_BONES, random);
    for width in [250; 12].into_iter().chain([500]) {
        let mesh = BigMesh::of(random, width, MANY_BONES);
        let more_uvs = mesh.uvs.iter().map(|[u, v]| [v * 0.5, u * 0.5]).collect();
        let colors = mesh.uvs.iter().map(|_| random.next().to_le_bytes()).collect();
        let mut mesh = semodel_mesh(mesh);
        mesh.uvs.push(more_uvs);
        file.meshes.push(model::Mesh { colors, ..mesh });
    }
    file.bytes()
}

fn skeleton(bones: u32, random: &mut Random) -> model::Model {
    let mut file = model::Model::empty();
    file.bones = (0..bones)
        .map(|bone| model::Bone {
            local: ([random.signed(), random.unit(), random.signed()], rotation(random)),
            // Bushy, so that no chain grows as long as the skeleton.
            ..model::Bone::at(&format!("bone_{bone:05}"), (bone as i32 - 1).div_euclid(3), [0.0; 3])
        })
        .collect();
    file
}

fn semodel_mesh(mesh: BigMesh) -> model::Mesh {
    let pairs = |at: usize| (mesh.slots[at].map(u32::from).into_iter().zip(mesh.weights[at])).collect();
    model::Mesh {
        influences: (0..mesh.positions.len()).map(pairs).collect(),
        faces: mesh.corners.as_chunks().0.to_vec(),
        positions: mesh.positions,
        normals: mesh.normals,
        uvs: vec![mesh.uvs],
        ..model::Mesh::default()
    }
}

/// 400 bones with a location and a rotation at each of 5 000 frames: 64 MB.
pub fn seanim() -> Vec<u8> {
    let random = &mut Random(8);
    let mut file = anim::Anim::of_kind(0);
    file.bones = (0..2 * BONES)
        .map(|bone| anim::Bone {
            locations: (0..5_000)
                .map(|key| (key, [0; 3].map(|_| f64::from(random.signed()))))
                .collect(),
            rotations: (0..5_000).map(|key| (key, rotation(random).map(f64::from))).collect(),
            ..anim::Bone::named(&format!("bone_{bone:05}"))
        })
        .collect();
    file.bytes()
}

/// Four and a half minutes of a head, two hands and their gaze at sixty keys a second, 8 bytes each: 50 MB.
pub fn recording() -> Vec<u8> {
    const KEYS: usize = 16_000;
    let random = &mut Random(6);
    let mut curve = |scale: f32| {
        let keys: Vec<_> = (0..KEYS)
            .map(|key| (key as f32 / 60.0, random.signed() * scale))
            .collect();
        Curve::of(&keys)
    };
    let mut pose = || -> Vec<Curve> {
        let mut curves: Vec<Curve> = (0..6).map(|_| curve(0.3)).collect();
        // Large enough for the quaternion never to vanish.
        let mut w = curve(0.1);
        w.keys.iter_mut().for_each(|(numbers, _)| numbers[1] += 1.0);
        curves.push(w);
        curves
    };
    let recording = Recording {
        camera: Some(pose()),
        hands: Some(Hands {
            joints: [0, 1].map(|_| (0..27).map(|_| pose()).collect()),
            ..Hands::default()
        }),
        gaze: Some((0..6).map(|_| Curve::of(&[(0.0, 0.0), (1.0, 1.0)])).collect()),
        ..Recording::empty((1, 1))
    };
    recording.bytes()
}
