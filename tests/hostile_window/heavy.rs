//! Small files that ask for much: what they share is multiplied when it is drawn.

use super::Drop;
use super::shape_file::{self, Array, Draft, Geometry, Node, Switches};
use super::window_support::fixture;
use super::writer::{Gltf, U32};
use castview::formats::cast::{NodeDraft, NodeKind, write};
use serde_json::{Value, json};
use std::path::Path;

pub fn drops(folder: &Path) -> Vec<Drop> {
    let times = std::env::var("CASTVIEW_HOSTILE_TIMES").ok();
    let times: usize = times.map_or(1, |times| times.parse().expect("CASTVIEW_HOSTILE_TIMES is a number"));
    let files = [
        ("one_skin.glb", nodes_on_one_skin(500 * times)),
        ("one_mesh.glb", nodes_on_one_mesh(2000 * times)),
        ("primitives.glb", primitives(3000 * times)),
        ("sheets.glb", sheets(300 * times)),
        ("large.glb", grid(400, 400 * times)),
        ("texture.glb", textured(4096)),
        ("nodes.Shape", nodes_of_a_shape(300 * times)),
        ("nested.cast", nested(folder, times)),
        ("models.cast", empty_models(5000 * times)),
        ("huge.png", png(8192)),
    ];
    files
        .into_iter()
        .map(|(name, bytes)| Drop {
            name: name.to_owned(),
            bytes,
            is_heavy: true,
        })
        .collect()
}

/// The mesh 0 on `count` nodes in a row.
fn carried(file: &mut Gltf, count: usize, more: &Value) {
    let node = |at: usize| {
        let mut node = json!({"mesh": 0, "translation": [at % 50, at / 50 % 50, at / 2500]});
        for (key, value) in more.as_object().expect("an object") {
            node[key] = value.clone();
        }
        node
    };
    file.json["nodes"] = (0..count).map(node).collect();
    file.json["scenes"] = json!([{"nodes": (0..count).collect::<Vec<_>>()}]);
}

fn nodes_on_one_skin(count: usize) -> Vec<u8> {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.5, 0.0, 0.0]; 3]).into();
    file.add("meshes", json!({"primitives": [{"attributes": attributes}]}));
    carried(&mut file, count, &json!({"skin": 0}));
    file.add("skins", json!({"joints": [0, 1]}));
    file.glb()
}

pub fn nodes_on_one_mesh(count: usize) -> Vec<u8> {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    file.add("meshes", json!({"primitives": [{"attributes": attributes}]}));
    carried(&mut file, count, &json!({}));
    file.glb()
}

fn primitives(count: usize) -> Vec<u8> {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    file.add(
        "meshes",
        json!({"primitives": vec![json!({"attributes": attributes}); count]}),
    );
    carried(&mut file, 1, &json!({}));
    file.glb()
}

/// Two large triangles, again and again on one spot, each a little nearer than the one before.
fn sheets(count: usize) -> Vec<u8> {
    let mut file = Gltf::new();
    let corner = |at: usize| {
        let [x, y] = [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]][at % 4];
        [x, y, (at / 4) as f32 * 1e-4]
    };
    let positions = file.floats(&(0..4 * count).map(corner).collect::<Vec<_>>());
    let indices = (0..count as u32).flat_map(|sheet| [0, 1, 2, 0, 2, 3].map(|corner| 4 * sheet + corner));
    let bytes: Vec<u8> = indices.flat_map(u32::to_le_bytes).collect();
    let indices = file.accessor(&bytes, U32, "SCALAR", 6 * count, false);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": positions}, "indices": indices}]}),
    );
    carried(&mut file, 1, &json!({}));
    file.glb()
}

/// Two triangles for each of so many cells.
pub fn grid(across: usize, down: usize) -> Vec<u8> {
    let mut file = Gltf::new();
    let corners = (0..=down).flat_map(|y| (0..=across).map(move |x| [x as f32, y as f32, ((x * y) as f32).sin()]));
    let positions = file.floats(&corners.collect::<Vec<_>>());
    let row = across as u32 + 1;
    let cells = (0..down as u32).flat_map(|y| (0..across as u32).map(move |x| y * row + x));
    let indices = cells.flat_map(|at| [at, at + 1, at + row, at + 1, at + row + 1, at + row]);
    let bytes: Vec<u8> = indices.flat_map(u32::to_le_bytes).collect();
    let indices = file.accessor(&bytes, U32, "SCALAR", 6 * across * down, false);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": positions}, "indices": indices}]}),
    );
    carried(&mut file, 1, &json!({}));
    file.glb()
}

/// A triangle with a picture of so many pixels on a side, in few bytes.
fn textured(side: u32) -> Vec<u8> {
    let mut file = Gltf::new();
    let mut attributes = file.triangle();
    attributes["TEXCOORD_0"] = file.floats(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).into();
    let view = file.view(&png(side), None);
    file.add("images", json!({"bufferView": view, "mimeType": "image/png"}));
    file.add("textures", json!({"source": 0}));
    file.add(
        "materials",
        json!({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}),
    );
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "material": 0}]}),
    );
    carried(&mut file, 1, &json!({}));
    file.glb()
}

/// Square PNG image of one grey.
pub fn png(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let pixels = vec![90; (side * side) as usize];
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    image::ImageEncoder::write_image(encoder, &pixels, side, side, image::ExtendedColorType::L8).expect("a picture");
    bytes
}

fn nodes_of_a_shape(count: usize) -> Vec<u8> {
    let node = Node {
        geometries: vec![0; 20],
        ..Node::default()
    };
    let draft = Draft {
        geometries: vec![Geometry {
            positions: Array::float3s(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]),
            ..Geometry::default()
        }],
        root: Node {
            children: vec![node; count],
            ..Node::default()
        },
        ..Draft::default()
    };
    shape_file::write(&draft.in_rows(), &Switches::default())
}

/// Files that name one another ten times each, three deep, and the tower at the end.
fn nested(folder: &Path, times: usize) -> Vec<u8> {
    fixture::save(folder, "leaf.cast", &fixture::model());
    let level = |below: &str, count: usize| {
        let instance = |at: usize| {
            NodeDraft::new(NodeKind::Instance)
                .string("n", &format!("place {at}"))
                .u64s("rf", &[7])
                .vec3s("p", &[[(at % 10) as f32 * 3.0, (at / 10) as f32 * 3.0, 0.0]])
                .vec4s("r", &[[0.0, 0.0, 0.0, 1.0]])
                .vec3s("s", &[[1.0; 3]])
                .child(NodeDraft::new(NodeKind::File).hash(7).string("p", below))
        };
        write(&[NodeDraft::new(NodeKind::Root).children((0..count).map(instance))])
    };
    fixture::save(folder, "second.cast", &level("leaf.cast", 10));
    fixture::save(folder, "first.cast", &level("second.cast", 10));
    level("first.cast", 10 * times)
}

fn empty_models(count: usize) -> Vec<u8> {
    let models = (0..count).map(|_| NodeDraft::new(NodeKind::Model));
    write(&[NodeDraft::new(NodeKind::Root).children(models)])
}
