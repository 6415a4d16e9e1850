//! Small files that ask for very much get very little: what is shared in a file may not be multiplied out without bound.
//!
//! Each of them took gigabytes or minutes once, or would without a bound that is there.

use crate::check;
use crate::hostile::{GLTF, PLAIN_SHAPE, SHAPE, SIZED_IMAGES};
use crate::shape_file::{self, Array, Bone, Codec, Draft, Geometry, Node, Switches};
use crate::writer::Gltf;
use glam::Mat4;
use serde_json::{Value, json};

/// Repetitions that are cheap to write.
const MANY: usize = 20_000;

/// A file with a skin, one bone chain, and a triangle with normals.
fn small() -> (Gltf, Value) {
    let mut file = Gltf::new();
    let triangle = file.triangle();
    file.add("nodes", json!({"children": []}));
    (file, triangle)
}

/// The mesh 0 on `count` nodes.
fn carried(file: &mut Gltf, count: usize, node: &Value) {
    let first = file.json["nodes"].as_array().map_or(0, Vec::len);
    let nodes = file.json["nodes"].as_array_mut().expect("a list");
    nodes.extend(std::iter::repeat_n(node.clone(), count));
    file.json["nodes"][0]["children"] = (first..first + count).collect();
}

#[track_caller]
fn is_refused(name: &str, file: &Gltf) {
    check(GLTF, &name, &file.glb());
}

#[test]
fn accessors_without_bytes_are_bounded() {
    let (mut file, _) = small();
    for _ in 0..2000 {
        file.add(
            "accessors",
            json!({"componentType": 5126, "type": "VEC3", "count": 1_000_000}),
        );
    }
    let first = file.json["accessors"].as_array().expect("a list").len() - 2000;
    let primitives: Vec<Value> = (0..2000)
        .map(|i| json!({"attributes": {"POSITION": first + i}}))
        .collect();
    file.add("meshes", json!({"primitives": primitives}));
    carried(&mut file, 300, &json!({"mesh": 0}));
    is_refused("two thousand arrays of a million zeros", &file);
}

#[test]
fn one_accessor_in_many_primitives_is_bounded() {
    let (mut file, triangle) = small();
    let indices = file.accessor(&[0; 300_000], crate::writer::U8, "SCALAR", 300_000, false);
    let primitive = json!({"attributes": triangle, "indices": indices, "mode": 5});
    file.add("meshes", json!({"primitives": vec![primitive; 2000]}));
    carried(&mut file, 1, &json!({"mesh": 0}));
    is_refused("strips over the same indices", &file);

    let (mut file, _) = small();
    let mut positions = vec![[1.0f32; 3]; 50_000];
    positions[7] = [f32::NAN; 3];
    let positions = file.floats(&positions);
    file.add(
        "meshes",
        json!({"primitives": vec![json!({"attributes": {"POSITION": positions}, "mode": 0}); 2000]}),
    );
    carried(&mut file, 1, &json!({"mesh": 0}));
    is_refused("positions that are repaired again and again", &file);
}

#[test]
fn layers_that_cannot_be_read_are_bounded() {
    let (mut file, _) = small();
    let zeros = file.add(
        "accessors",
        json!({"componentType": 5126, "type": "VEC3", "count": 3_000_000}),
    );
    let mut attributes = json!({"POSITION": zeros});
    for layer in 0..5000 {
        attributes[format!("TEXCOORD_{layer}")] = json!(999);
    }
    file.add("meshes", json!({"primitives": [{"attributes": attributes, "mode": 0}]}));
    carried(&mut file, 1, &json!({"mesh": 0}));
    is_refused("layers of nothing", &file);
}

#[test]
fn meshes_on_many_nodes_are_bounded() {
    let (mut file, _) = small();
    file.add("meshes", json!({"primitives": vec![json!({}); MANY]}));
    carried(&mut file, MANY, &json!({"mesh": 0}));
    is_refused("empty primitives on every node", &file);

    let (mut file, triangle) = small();
    let targets = vec![json!({}); MANY];
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": triangle, "targets": targets}]}),
    );
    carried(&mut file, MANY, &json!({"mesh": 0}));
    is_refused("empty targets on every node", &file);

    let (mut file, triangle) = small();
    let name = "n".repeat(1 << 20);
    file.add(
        "meshes",
        json!({"name": name, "primitives": [{"attributes": triangle}]}),
    );
    carried(&mut file, MANY, &json!({"mesh": 0}));
    is_refused("a long name on every node", &file);

    let (mut file, triangle) = small();
    let layers: Vec<usize> = vec![file.floats(&[[0.0; 2]; 3])];
    let mut attributes = triangle;
    for layer in 0..5000 {
        attributes[format!("TEXCOORD_{layer}")] = layers[0].into();
    }
    file.add("meshes", json!({"primitives": [{"attributes": attributes}]}));
    carried(&mut file, MANY, &json!({"mesh": 0}));
    is_refused("layers on every node", &file);
}

#[test]
fn instances_are_bounded() {
    let (mut file, triangle) = small();
    let places = file.floats(&vec![[0.0f32; 3]; 16_384]);
    file.add("meshes", json!({"primitives": [{"attributes": triangle}]}));
    let node = json!({"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}}});
    carried(&mut file, MANY, &node);
    is_refused("instances on every node", &file);
}

#[test]
fn skins_are_bounded() {
    let (mut file, mut attributes) = small();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.5, 0.0, 0.0]; 3]).into();
    file.add("meshes", json!({"primitives": [{"attributes": attributes}]}));
    file.add("skins", json!({"joints": vec![0; 10 * MANY]}));
    carried(&mut file, MANY, &json!({"mesh": 0, "skin": 0}));
    is_refused("joints that are looked for on every node", &file);
}

#[test]
fn one_sampler_in_many_channels_is_bounded() {
    let (mut file, triangle) = small();
    file.add("meshes", json!({"primitives": [{"attributes": triangle}]}));
    carried(&mut file, MANY, &json!({}));
    let times: Vec<f32> = (0..30_000).map(|key| key as f32).collect();
    let input = file.scalars(&times);
    let output = file.floats(&vec![[0.0f32; 3]; 30_000]);
    let channels: Vec<Value> = (0..MANY)
        .map(|node| json!({"sampler": 0, "target": {"node": node, "path": "translation"}}))
        .collect();
    file.add(
        "animations",
        json!({"samplers": [{"input": input, "output": output}], "channels": channels}),
    );
    is_refused("a sampler for every node", &file);
}

#[test]
fn long_chains_are_bounded() {
    let mut file = Gltf::new();
    let triangle = file.triangle();
    file.add("meshes", json!({"primitives": [{"attributes": triangle}]}));
    let count = 2 * MANY;
    let nodes: Vec<Value> = (0..count)
        .map(|node| match node + 1 {
            child if child < count => json!({"mesh": 0, "children": [child]}),
            _ => json!({"mesh": 0}),
        })
        .collect();
    file.json["nodes"] = nodes.into();
    is_refused("a chain of meshes", &file);

    let stamps = file.scalars(&(0..100_000).map(|key| key as f32).collect::<Vec<f32>>());
    let values = file.accessor(&[1; 100_000], crate::writer::U8, "SCALAR", 100_000, false);
    let target = json!({"path": "pointer", "extensions": {"KHR_animation_pointer": {
        "pointer": "/nodes/0/extensions/KHR_node_visibility/visible"}}});
    file.json["nodes"] = json!([{"mesh": 0}]);
    file.add(
        "animations",
        json!({"samplers": [{"input": stamps, "output": values, "interpolation": "STEP"}],
            "channels": [{"sampler": 0, "target": target}]}),
    );
    is_refused("a switch with many keys", &file);
}

/// `geometry` at `nodes` nodes that name it `times` times each.
fn named(geometry: Geometry, nodes: usize, times: usize, name: &str) -> Draft {
    let node = Node {
        name: name.into(),
        geometries: vec![0; times],
        ..Node::default()
    };
    Draft {
        geometries: vec![geometry],
        root: Node {
            children: vec![node; nodes],
            ..Node::default()
        },
        ..Draft::default()
    }
}

#[track_caller]
fn shape_is_bounded(name: &str, draft: Draft) {
    let bytes = shape_file::write(&draft.in_rows(), &Switches::default());
    assert!(check(PLAIN_SHAPE, &name, &bytes));
}

/// A bone that holds `weight` of each of three vertices.
fn bone(number: usize, weight: f32) -> Bone {
    Bone {
        name: format!("bone {number}"),
        offset: Mat4::IDENTITY,
        weights: vec![weight; 3],
    }
}

fn corner() -> Array {
    Array::float3s(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
}

#[test]
fn a_skinned_geometry_at_many_nodes_is_bounded() {
    for (name, weight) in [
        ("one skin for all nodes", 1.0),
        ("a skin for each node: its vertices follow it", 0.0),
    ] {
        let geometry = Geometry {
            positions: corner(),
            bones: (0..255).map(|number| bone(number, weight)).collect(),
            ..Geometry::default()
        };
        shape_is_bounded(name, named(geometry, 5000, 1, ""));
    }
    // Where the vertices of each bone are at rest is looked at once for all of them.
    let mut geometry = Geometry {
        positions: corner(),
        bones: (0..255).map(|number| bone(number, 0.0)).collect(),
        ..Geometry::default()
    };
    (0..3).for_each(|vertex| geometry.bones[vertex].weights[vertex] = 1.0);
    shape_is_bounded("boxes of bones", named(geometry, 100, 255, ""));
}

#[test]
fn geometries_named_again_and_again_are_bounded() {
    let triangle = || Geometry {
        positions: corner(),
        ..Geometry::default()
    };
    shape_is_bounded("a triangle", named(triangle(), 300, 255, ""));
    shape_is_bounded("nothing at all", named(Geometry::default(), 300, 255, ""));
    let long = "n".repeat(255);
    shape_is_bounded("long names", named(triangle(), 300, 255, &long));
    let wide = Geometry {
        normals: Some(corner()),
        uvs: [0, 1].map(|_| Some(Array::float2s(&[[0.0; 2]; 3]))),
        ..triangle()
    };
    shape_is_bounded("normals and layers", named(wide, 300, 255, ""));
}

/// A byte of indices makes a triangle, and that three edges.
#[test]
fn strips_of_single_bytes_are_bounded() {
    let strip = |count: u32| Array {
        format: 62,
        count,
        bytes: (0..count).map(|i| (i % 3) as u8).collect(),
    };
    for (name, fill, topology, uses_indices) in [
        ("filled strips", 3, 5, true),
        ("wires of strips", 2, 5, true),
        ("wires of fans", 2, 6, true),
        ("wires without indices", 2, 5, false),
    ] {
        let (positions, indices) = match uses_indices {
            true => (corner(), strip(2_000_000)),
            false => (strip(2_000_000), Array::default()),
        };
        let geometry = Geometry {
            topology,
            positions,
            indices,
            ..Geometry::default()
        };
        let mut draft = named(geometry, 1, 1, "");
        let raster = [fill, 3, 0, 3, 0];
        draft.materials = vec![shape_file::Material {
            raster,
            ..shape_file::Material::default()
        }];
        shape_is_bounded(name, draft);
    }
}

/// A million empty models, of 24 bytes each, read, listed and posed: eight times the file, and a hundred megabytes.
#[test]
fn empty_models_are_bounded_until_they_are_posed() {
    use castview::core::Diagnostics;
    use castview::formats::cast::{NodeDraft, NodeKind, lower, read, write};
    use castview::opened::{FileKey, OpenedFile, Placement};
    use castview::session::{Message, Session};
    const COUNT: usize = 400_000;
    for kind in [NodeKind::Model, NodeKind::Animation] {
        let root = NodeDraft::new(NodeKind::Root).children((0..COUNT).map(|_| NodeDraft::new(kind)));
        let bytes = write(&[root]);
        let share = crate::hostile::Share {
            times: 8,
            plus: 100 << 20,
        };
        let length = bytes.len();
        let ((kept, told), _) = share.held(length, || {
            let mut diagnostics = Diagnostics::default();
            let document = read(bytes.into(), &mut diagnostics).expect("a Cast file");
            let scene = lower(&document, "empty", &mut diagnostics);
            let kept = scene.models.len() + scene.clips.len();
            let mut session = Session::default();
            session.receive(Message::Loaded {
                generation: 0,
                files: vec![OpenedFile::of(FileKey(1), "empty", scene)],
                placement: Placement::Replace,
            });
            (kept, diagnostics.count("C-size"))
        });
        assert!(kept > 10_000 && kept < COUNT, "{kept}");
        assert_eq!(told, 1);
    }
}

/// Records that deflate best take no more than their content would.
#[test]
fn deflated_records_are_bounded() {
    let draft = Draft {
        materials: vec![shape_file::Material::default(); 60_000],
        ..Draft::default()
    };
    let deflated = Switches {
        codec: Codec::Zlib,
        ..Switches::default()
    };
    assert!(check(
        PLAIN_SHAPE,
        &"materials",
        &shape_file::write(&draft, &Switches::default())
    ));
    assert!(check(
        SHAPE,
        &"deflated materials",
        &shape_file::write(&draft, &deflated)
    ));
}

/// Few bytes make a property, a value, a track, an event.
#[test]
fn short_records_are_bounded() {
    let nothing = || (String::new(), String::new());
    let draft = Draft {
        properties: vec![nothing(); 60_000],
        ..Draft::default()
    };
    shape_is_bounded("properties", draft);
    let material = shape_file::Material {
        bools: vec![(String::new(), true); 255],
        ints: vec![(String::new(), i32::MIN); 255],
        definitions: vec![nothing(); 255],
        maps: vec![(String::new(), String::new(), 0); 255],
        ..shape_file::Material::default()
    };
    let draft = Draft {
        materials: vec![material; 500],
        ..Draft::default()
    };
    shape_is_bounded("values", draft);
    let track = |keys: usize| shape_file::Track {
        positions: vec![(0.0, [1.0; 3]); keys],
        events: vec![(1.0, String::new()); keys],
        ..shape_file::Track::default()
    };
    for keys in [0, 1] {
        let layer = shape_file::Layer {
            duration_ms: 1000.0,
            key_frame_ms: 10.0,
            tracks: vec![track(keys); 40_000],
            ..shape_file::Layer::default()
        };
        let draft = Draft {
            layers: vec![layer],
            ..Draft::default()
        };
        shape_is_bounded("tracks", draft);
    }
}

/// A TIFF of a few hundred bytes once took 256 MB: its header asked for them.
#[test]
fn headers_of_tiff_files_are_bounded() {
    use image::{DynamicImage, ImageFormat, RgbaImage};
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = DynamicImage::from(RgbaImage::new(8, 8));
    image.write_to(&mut bytes, ImageFormat::Tiff).expect("to memory");
    let good = bytes.into_inner();
    let word = |at: usize| u32::from_le_bytes(*good[at..].first_chunk().expect("in the file"));
    let short = |at: usize| u16::from_le_bytes(*good[at..].first_chunk().expect("in the file"));
    let directory = word(4) as usize;
    let entries: Vec<usize> = (0..usize::from(short(directory)))
        .map(|i| directory + 2 + 12 * i)
        .collect();
    for lie in [3000, 16_384, 1 << 20, 1 << 26, 0x7fff_ffff, u32::MAX] {
        for compression in [1u32, 5, 8, 32773] {
            for &entry in &entries {
                // Its value, then how many it says it has.
                for at in [entry + 8, entry + 4] {
                    let mut file = good.clone();
                    let told = entries.iter().find(|at| short(**at) == 259).expect("a compression");
                    file[told + 8..told + 12].copy_from_slice(&compression.to_le_bytes());
                    file[at..at + 4].copy_from_slice(&u32::to_le_bytes(lie));
                    let what = format!("tag {} with {lie}, compression {compression}", short(entry));
                    check(SIZED_IMAGES, &what, &file);
                }
            }
        }
    }
}
