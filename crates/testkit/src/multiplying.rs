//! Small files that ask for very much: many nodes share one thing, and a viewer that copies the shared thing for each multiplies
//! it.

use super::gltf::{Gltf, moved};
use super::shape_file::{self, Array, Codec, Draft, Geometry, Node, Switches};
use super::worlds::instance;
use castview_formats::cast::{NodeDraft, NodeKind, write};
use glam::Mat4;
use serde_json::{Value, json};

/// Positions and triangles of a square of `side` × `side` quads.
fn square(side: u16) -> (Vec<[f32; 3]>, Vec<u16>) {
    let row = side + 1;
    let corner = |i: u16| {
        [
            f32::from(i % row) / f32::from(side),
            f32::from(i / row) / f32::from(side),
            0.0,
        ]
    };
    let quads = (0..side * side).map(|i| i / side * row + i % side);
    let triangles = quads.flat_map(|a| [a, a + 1, a + row, a + 1, a + row + 1, a + row]);
    ((0..row * row).map(corner).collect(), triangles.collect())
}

/// The attributes and indices of a square of `side` × `side` quads.
fn primitive(gltf: &mut Gltf, side: u16) -> (Value, usize) {
    let (positions, triangles) = square(side);
    let attributes = json!({
        "POSITION": gltf.floats(&positions),
        "NORMAL": gltf.floats(&vec![[0.0, 0.0, 1.0]; positions.len()]),
    });
    (attributes, gltf.indices(&triangles))
}

/// A root node above all others.
fn above(gltf: &mut Gltf, children: Vec<Value>) {
    let last = children.len();
    gltf.add("nodes", json!({"children": (1..=last).collect::<Vec<_>>()}));
    let nodes = gltf.json["nodes"].as_array_mut().expect("a list");
    nodes.extend(children);
}

/// A GLB of `nodes` nodes that all show the same mesh on the same skin of `joints` joints.
pub fn nodes_on_one_skin(nodes: usize, joints: usize) -> Vec<u8> {
    let mut gltf = Gltf::new();
    let (mut attributes, indices) = primitive(&mut gltf, 16);
    let count = 17 * 17;
    let held: Vec<[u8; 4]> = (0..count)
        .map(|v| [(v % joints) as u8, (v * 7 % joints) as u8, 0, 0])
        .collect();
    attributes["JOINTS_0"] = gltf.joints(&held).into();
    attributes["WEIGHTS_0"] = gltf.floats(&vec![[0.5, 0.5, 0.0, 0.0]; count]).into();
    gltf.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "indices": indices}]}),
    );
    gltf.add("skins", json!({"joints": (1..=joints).collect::<Vec<_>>()}));
    let bones = (0..joints).map(|_| json!({}));
    let shown = (0..nodes).map(|_| json!({"mesh": 0, "skin": 0}));
    above(&mut gltf, bones.chain(shown).collect());
    gltf.glb()
}

/// A GLB of `nodes` nodes that show the same mesh: in one place, or each beside the one before it.
pub fn nodes_on_one_mesh(nodes: usize, are_apart: bool) -> Vec<u8> {
    let mut gltf = Gltf::new();
    let (attributes, indices) = primitive(&mut gltf, 8);
    gltf.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "indices": indices}]}),
    );
    let node = |at: usize| match are_apart {
        true => json!({"mesh": 0, "matrix": moved((at % 256) as f32 * 1.5, (at / 256) as f32 * 1.5, 0.0)}),
        false => json!({"mesh": 0}),
    };
    above(&mut gltf, (0..nodes).map(node).collect());
    gltf.glb()
}

/// A GLB of one mesh of `count` equal primitives.
pub fn primitives(count: usize) -> Vec<u8> {
    let mut gltf = Gltf::new();
    let (attributes, indices) = primitive(&mut gltf, 4);
    let one = json!({"attributes": attributes, "indices": indices});
    gltf.add("meshes", json!({"primitives": vec![one; count]}));
    gltf.add("nodes", json!({"mesh": 0}));
    gltf.glb()
}

/// A `.Shape` of `nodes` nodes in one place or apart, each of which names the same geometry `times` times.
pub fn shape(nodes: usize, times: usize, are_apart: bool) -> Vec<u8> {
    let (positions, triangles) = square(15);
    let triangles: Vec<u32> = triangles.into_iter().map(u32::from).collect();
    let geometry = Geometry {
        positions: Array::float3s(&positions),
        normals: Some(Array::float3s(&vec![[0.0, 0.0, 1.0]; positions.len()])),
        indices: Array::uints(&triangles),
        ..Geometry::default()
    };
    let node = |at: usize| Node {
        geometries: vec![0; times],
        transformation: match are_apart {
            true => Mat4::from_translation(glam::Vec3::new(at as f32, 0.0, 0.0)),
            false => Mat4::IDENTITY,
        },
        ..Node::default()
    };
    let draft = Draft {
        geometries: vec![geometry],
        root: Node {
            children: (0..nodes).map(node).collect(),
            ..Node::default()
        },
        ..Draft::default()
    };
    let deflated = Switches {
        codec: Codec::Zlib,
        ..Switches::default()
    };
    shape_file::write(&draft.in_rows(), &deflated)
}

/// Names and bytes of `levels` Cast files, each with a mesh of `triangles` triangles on three vertices, and `each` instances of the
/// next one.
pub fn nested(levels: usize, each: usize, triangles: usize) -> Vec<(String, Vec<u8>)> {
    let mesh = || {
        NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2].repeat(triangles))
    };
    let file = |level: usize| {
        let next = format!("{}.cast", level + 1);
        let instance = |at: usize| instance("", &next, [at as f32, level as f32, 0.0]);
        let instances = (0..if level + 1 < levels { each } else { 0 }).map(instance);
        let nodes = std::iter::once(NodeDraft::new(NodeKind::Model).child(mesh())).chain(instances);
        let root = NodeDraft::new(NodeKind::Root).children(nodes);
        (format!("{level}.cast"), write(&[root]))
    };
    (0..levels).map(file).collect()
}
