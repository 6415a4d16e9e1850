//! Values that another format says by leaving them out, or cannot say at all: made up for, or reported.

use super::{ConversionTarget, Converted, Scene, assert_same, everything, gltf, read, shape_file, write};
use castview::core::UpAxis;
use castview::deform::smooth_normals;
use castview::formats::cast::{self, NodeDraft, NodeKind};
use glam::Vec3;
use serde_json::{Value, json};

/// Converts the bytes of a file called `name`, and reads what came of it.
pub fn converted(name: &str, bytes: &[u8], target: ConversionTarget) -> (Scene, Scene, Converted) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join(name);
    std::fs::write(&source, bytes).expect("a temporary folder");
    // A source may have the name of what is written.
    let written = folder.path().join("written");
    std::fs::create_dir(&written).expect("a temporary folder");
    let to = written.join(match target {
        ConversionTarget::Glb => "to.glb",
        ConversionTarget::Cast => "to.cast",
        ConversionTarget::Semodel => "to.semodel",
        ConversionTarget::Seanim => "to.seanim",
        ConversionTarget::Obj => "out.obj",
    });
    let done = write(std::slice::from_ref(&source), target, &to);
    (read(&source), read(&to), done)
}

/// Messages of losses that contain the words `about`.
pub fn reported<'a>(done: &'a Converted, about: &str) -> Vec<&'a str> {
    let messages = done.losses.items().iter().map(|item| item.message.as_str());
    messages.filter(|message| message.contains(about)).collect()
}

/// The JSON of a GLB file.
fn json_of(glb: &[u8]) -> Value {
    let length = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
    serde_json::from_slice(&glb[20..20 + length]).expect("JSON")
}

/// A roof: two faces with an edge in common, and no normals.
fn roof() -> Vec<u8> {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        .uints("f", &[0, 1, 2, 0, 3, 1]);
    let model = NodeDraft::new(NodeKind::Model).child(mesh);
    cast::write(&[NodeDraft::new(NodeKind::Root).child(model)])
}

/// A file without an up axis is taken as z up; whoever converts it is told once what became of that. About a stated axis nothing is
/// said.
#[test]
fn the_turn_of_an_unstated_up_axis_is_told() {
    for (target, words, up) in [
        (
            ConversionTarget::Glb,
            "z is taken, and all is turned to glTF's y",
            UpAxis::Y,
        ),
        (ConversionTarget::Cast, "z is taken, and written", UpAxis::Z),
    ] {
        let (_, after, done) = converted("roof.cast", &roof(), target);
        assert_eq!(done.losses.count("X-up"), 1);
        assert_eq!(reported(&done, words).len(), 1, "{:?}", done.losses.items());
        assert_eq!(after.metadata.up_axis(), Some(up));
        let (_, _, done) = converted("everything.cast", &everything::everything(), target);
        assert_eq!(done.losses.count("X-up"), 0);
    }
}

/// Without normals a mesh is smooth in Cast and flat in glTF.
#[test]
fn what_is_smooth_stays_smooth_and_what_is_flat_stays_flat() {
    let (before, after, _) = converted("roof.cast", &roof(), ConversionTarget::Glb);
    let normals = after.models[0].meshes[0].normals.to_vec();
    let wanted = smooth_normals(&before.models[0].meshes[0]);
    assert_eq!(normals.len(), wanted.len());
    for (normal, wanted) in normals.iter().zip(wanted) {
        assert!(wanted.distance((*normal).into()) < 1e-6, "{normal:?}, not {wanted}");
    }

    let mut file = gltf::Gltf::new();
    let positions = file.floats(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    let indices = file.indices(&[0, 1, 2, 0, 3, 1]);
    let part = json!({"attributes": {"POSITION": positions}, "indices": indices});
    file.add("meshes", json!({"primitives": [part]}));
    file.add("nodes", json!({"mesh": 0}));
    for target in [ConversionTarget::Glb, ConversionTarget::Cast] {
        let (before, after, _) = converted("flat.glb", &file.glb(), target);
        let [before, after] = [&before, &after].map(|scene| &scene.models[0].meshes[0]);
        assert!(after.normals.is_empty());
        assert_eq!(smooth_normals(before), smooth_normals(after));
    }
    // Lines and points have no faces that normals could come from.
    let part = json!({"attributes": {"POSITION": positions}, "mode": 0});
    file.json["meshes"] = json!([{"primitives": [part]}]);
    let (_, after, _) = converted("points.glb", &file.glb(), ConversionTarget::Glb);
    assert!(after.models[0].meshes[0].normals.is_empty());
}

#[test]
fn a_sheared_node_that_moves_has_no_matrix() {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    let sheared: Vec<f32> = vec![
        1.0, 0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    let node = json!({"mesh": 0, "matrix": sheared, "name": "leaning"});
    file.add("nodes", node.clone());
    let is_matrix = |done: &Converted| json_of(&done.bytes)["nodes"].to_string().contains("\"matrix\"");
    let (_, _, still) = converted("still.glb", &file.glb(), ConversionTarget::Glb);
    assert!(is_matrix(&still) && reported(&still, "shear").is_empty());
    let input = file.scalars(&[0.0, 1.0]);
    let output = file.floats(&[[0.0; 3], [1.0, 0.0, 0.0]]);
    file.animation(0, "translation", "LINEAR", input, output);
    let (_, after, moving) = converted("moving.glb", &file.glb(), ConversionTarget::Glb);
    assert!(!is_matrix(&moving));
    assert_eq!((reported(&moving, "shear").len(), after.clips.len()), (1, 1));
}

#[test]
fn a_clip_of_which_nothing_is_left_is_reported_and_not_counted() {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    file.add("nodes", json!({"mesh": 0, "name": "door"}));
    let input = file.scalars(&[0.0, 1.0]);
    let bytes = file.accessor(&[1, 0], gltf::U8, "SCALAR", 2, false);
    let pointer = json!({"pointer": "/nodes/0/extensions/KHR_node_visibility/visible"});
    file.add(
        "animations",
        json!({
            "samplers": [{"input": input, "output": bytes, "interpolation": "STEP"}],
            "channels": [{"sampler": 0, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": pointer}}}],
        }),
    );
    file.json["nodes"][0]["extensions"] = json!({"KHR_node_visibility": {"visible": true}});
    file.json["extensionsUsed"] = json!(["KHR_animation_pointer", "KHR_node_visibility"]);
    for target in [ConversionTarget::Glb, ConversionTarget::Cast] {
        let (before, after, done) = converted("door.glb", &file.glb(), target);
        assert_eq!((before.clips.len(), before.clips[0].tracks.len()), (1, 1));
        assert_eq!((done.clips, after.clips.len()), (0, 0), "{target:?}");
        assert_eq!(reported(&done, "nothing of this clip").len(), 1);
        assert_eq!(done.losses.count("X-switch"), 1);
    }
}

#[test]
fn what_a_file_holds_beside_what_is_written_is_reported_once() {
    let mut file = gltf::Gltf::new();
    let mut triangle = file.triangle();
    triangle["_HEAT"] = json!(file.scalars(&[0.0, 0.5, 1.0]));
    let mappings = json!({"mappings": [{"material": 1, "variants": [0]}]});
    let part = json!({"attributes": triangle, "material": 0, "extensions": {"KHR_materials_variants": mappings}});
    file.add("meshes", json!({"primitives": [part]}));
    let extensions = json!({"KHR_materials_dispersion": {}, "KHR_materials_ior": {"ior": 1.4}, "FOO_dust": {}});
    file.add(
        "materials",
        json!({"name": "red", "extras": {"price": 3}, "extensions": extensions}),
    );
    file.add(
        "cameras",
        json!({"perspective": {"yfov": 1, "znear": 0.1}, "extras": 1}),
    );
    file.add("materials", json!({"name": "blue"}));
    file.add("nodes", json!({"mesh": 0, "extras": {"k": 1}}));
    file.add("nodes", json!({"mesh": 0}));
    file.add("scenes", json!({"nodes": [1], "name": "other"}));
    file.json["extensions"] = json!({"KHR_materials_variants": {"variants": [{"name": "winter"}]}});
    file.json["extensionsUsed"] = json!(["KHR_materials_variants"]);
    for target in [ConversionTarget::Glb, ConversionTarget::Cast] {
        let (_, _, done) = converted("shop.glb", &file.glb(), target);
        for about in [
            "scene: Scene 0 is written, 1 more",
            "variant: own materials is written, 1 more",
            "custom vertex attributes are not written; 1",
            "nodes' extras are not written; 1",
            "materials' extras are not written; 1",
            "cameras' extras are not written; 1",
            "KHR_materials_dispersion of materials are not written; 1",
            "FOO_dust of materials are not written; 1",
        ] {
            let all: Vec<_> = done.losses.items().iter().map(|item| &item.message).collect();
            assert_eq!(reported(&done, about).len(), 1, "{target:?}, {about}: {all:#?}");
        }
        assert!(reported(&done, "KHR_materials_ior").is_empty(), "it is written");
    }
}

#[test]
fn one_level_of_detail_is_written() {
    let bytes = shape_file::write(&shape_file::samples::three_lods(), &shape_file::Switches::default());
    for target in [ConversionTarget::Glb, ConversionTarget::Cast] {
        let (before, after, done) = converted("lods.shape", &bytes, target);
        let levels = before.models[0].levels.as_deref().expect("levels");
        let stay = levels.left_out(|node| node.level == levels.numbers[0]);
        let stay = stay.iter().filter(|left_out| !**left_out).count();
        assert!(0 < stay && stay < before.models[0].meshes.len());
        assert_eq!(after.models[0].meshes.len(), stay, "{target:?}");
        assert_eq!(reported(&done, "levels of detail").len(), 1);
    }
}

/// A mesh that one joint carries as a whole, at another place than the joint's, and whose weights move: glTF allows no matrix there.
#[test]
fn a_mesh_whose_weights_move_has_no_matrix() {
    let mut file = gltf::Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0; 4]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[1.0f32, 0.0, 0.0, 0.0]; 3]).into();
    let delta = file.floats(&[[0.0, 0.0, 1.0]; 3]);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "targets": [{"POSITION": delta}]}]}),
    );
    let bind = file.floats(&[gltf::moved(1.0, 2.0, 3.0)]);
    file.add("skins", json!({"joints": [1], "inverseBindMatrices": bind}));
    file.add("nodes", json!({"mesh": 0, "skin": 0, "children": [1]}));
    file.add("nodes", json!({"name": "joint", "rotation": [0.0, 0.6, 0.0, 0.8]}));
    let input = file.scalars(&[0.0, 1.0]);
    let weights = file.scalars(&[0.0, 1.0]);
    file.animation(0, "weights", "LINEAR", input, weights);
    let (before, after, done) = converted("carried.glb", &file.glb(), ConversionTarget::Glb);
    assert!(!json_of(&done.bytes)["nodes"].to_string().contains("matrix"));
    super::assert_same(&before, &after, "a mesh that a joint carries");
}

/// Written out, a few copies of very many shapes are more than anyone has room for.
#[test]
fn copies_of_many_shapes_are_bounded() {
    let mut file = gltf::Gltf::new();
    let attributes = file.triangle();
    let delta = file.floats(&[[0.0, 0.0, 1.0]; 3]);
    let targets = vec![json!({"POSITION": delta}); 10_000];
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": attributes, "targets": targets}]}),
    );
    let places = file.floats(&[[1.0, 0.0, 0.0]; 400]);
    let copies = json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": places}}});
    file.add("nodes", json!({"mesh": 0, "extensions": copies}));
    let (_, after, done) = converted("shapes.glb", &file.glb(), ConversionTarget::Cast);
    let count = after.models[0].meshes.len();
    assert!((1..400).contains(&count), "{count}");
    assert_eq!(reported(&done, "every copy is written in full").len(), 1);
}

#[test]
fn tangents_stay_in_gltf_and_cast_says_that_they_do_not() {
    let mut file = gltf::Gltf::new();
    let mut attributes = file.triangle();
    attributes["TANGENT"] = file.floats(&[[0.0, 1.0, 0.0, -1.0]; 3]).into();
    let lean = file.floats(&[[0.5, 0.0, 0.0]; 3]);
    let primitive = json!({"attributes": attributes, "targets": [{"TANGENT": lean}]});
    let mesh = file.add("meshes", json!({"primitives": [primitive]}));
    file.add("nodes", json!({"mesh": mesh}));
    let (_, glb, done) = converted("bent.glb", &file.glb(), ConversionTarget::Glb);
    assert!(done.losses.items().is_empty(), "{:?}", done.losses.items());
    let model = &glb.models[0];
    assert_eq!(model.meshes[0].tangents.to_vec(), [[0.0, 1.0, 0.0, -1.0]; 3]);
    assert_eq!(model.blend_shapes[0].tangent_deltas, [[0.5, 0.0, 0.0]; 3]);
    let (_, cast, done) = converted("bent.glb", &file.glb(), ConversionTarget::Cast);
    assert!(cast.models[0].meshes[0].tangents.is_empty());
    assert_eq!(reported(&done, "tangents").len(), 2, "{:?}", done.losses.items());
}

/// A mirror turns the winding over when it is written into the vertices, and normals stay outside.
#[test]
fn a_mirrored_mesh_keeps_its_outside_in_cast() {
    let mut file = gltf::Gltf::new();
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"mesh": mesh, "scale": [-1, 1, 1]}));
    let (_, cast, _) = converted("mirrored.glb", &file.glb(), ConversionTarget::Cast);
    let mesh = &cast.models[0].meshes[0];
    let corner = |at: usize| Vec3::from(mesh.positions.get(mesh.triangles.get(at) as usize));
    let face = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalize();
    assert!(face.dot(Vec3::Z) > 0.99, "{face}");
    for normal in mesh.normals.iter() {
        assert!(
            face.dot(Vec3::from(normal)) > 0.99,
            "{normal:?} on a face towards {face}"
        );
    }
}

/// A joint that is bound twice, or is named where there is no node, must not be in the list of joints twice.
#[test]
fn no_joint_is_there_twice() {
    let mut file = gltf::Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 2, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.25, 0.25, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"mesh": mesh, "skin": 0}));
    file.add("nodes", json!({"name": "hip", "translation": [0, 2, 0]}));
    file.json["scenes"] = json!([{"nodes": [0, 1]}]);
    file.add("skins", json!({"joints": [1, 99, 1]}));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [source, again] = ["twice.glb", "again.glb"].map(|name| folder.path().join(name));
    std::fs::write(&source, file.glb()).expect("a temporary folder");
    let done = write(std::slice::from_ref(&source), ConversionTarget::Glb, &again);
    let written = json_of(&done.bytes);
    let mut joints = written["skins"][0]["joints"].as_array().expect("joints").clone();
    let count = joints.len();
    joints.sort_by_key(Value::as_u64);
    joints.dedup();
    assert_eq!(joints.len(), count, "{joints:?}");
    assert_same(&read(&source), &read(&again), "bound twice");
}

/// A file of two keys over a day, of curves that are no lines: what is written is in proportion to it, and says so.
#[test]
fn long_sampled_curves_are_bounded_and_told() {
    let mut file = gltf::Gltf::new();
    let triangle = file.triangle();
    file.mesh(triangle);
    file.add("nodes", json!({"mesh": 0, "name": "slow"}));
    let input = file.scalars(&[0.0, 86_400.0]);
    let zero = [0.0; 3];
    let output = file.floats(&[zero, zero, [9.0, 0.0, 0.0], [0.0, 2.0, 0.0], [5.0, 5.0, 0.0], zero]);
    file.animation(0, "translation", "CUBICSPLINE", input, output);
    let bytes = file.glb();
    let (_, _, done) = converted("slow.glb", &bytes, ConversionTarget::Cast);
    let most = 3 * (4 << 20) + 24 * bytes.len();
    assert!(
        done.bytes.len() < most,
        "{} bytes from {}",
        done.bytes.len(),
        bytes.len()
    );
    assert_eq!(
        reported(&done, "so that the file does not get out of proportion").len(),
        1
    );
    assert_eq!(done.losses.count("X-sampled"), 1);
}

/// A mesh of 30 000 vertices on 1000 nodes: a few hundred kilobytes that would become gigabytes.
#[test]
fn what_would_be_out_of_proportion_is_refused() {
    let mut file = gltf::Gltf::new();
    let positions = file.floats(&vec![[1.0f32, 2.0, 3.0]; 30_000]);
    file.add(
        "meshes",
        json!({"primitives": [{"attributes": {"POSITION": positions}, "mode": 0}]}),
    );
    for node in 0..1000 {
        file.add("nodes", json!({"mesh": 0, "name": format!("n{node}")}));
    }
    file.json["scenes"] = json!([{"nodes": (0..1000).collect::<Vec<u32>>()}]);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("many.glb");
    std::fs::write(&source, file.glb()).expect("a temporary folder");
    for name in ["to.glb", "to.cast"] {
        let to = folder.path().join(name);
        let target = if name == "to.glb" {
            ConversionTarget::Glb
        } else {
            ConversionTarget::Cast
        };
        let sources = [source.clone()];
        let error = castview::offline::convert(&castview::offline::Conversion::new(&sources, target, &to));
        let message = error.expect_err("too much").to_string();
        assert!(message.contains("out of proportion"), "{message}");
    }
}

/// Programs write scales of 0.999999 for bones that nothing scales: nothing is lost of those.
#[test]
fn scale_compensation_is_told_once_and_only_where_something_is_scaled() {
    let file = |scale: f32| {
        let bone = |name: &str, parent: u32| {
            NodeDraft::new(NodeKind::Bone)
                .string("n", name)
                .u32s("p", &[parent])
                .u8s("ssc", &[1])
                .vec3s("lp", &[[0.0, 1.0, 0.0]])
                .vec4s("lr", &[[0.0, 0.0, 0.0, 1.0]])
        };
        let bones = (0..40).map(|number: u32| bone(&format!("b{number}"), number.wrapping_sub(1)));
        let skeleton = NodeDraft::new(NodeKind::Skeleton).children(bones);
        let curves = (0..40).flat_map(|number| {
            ["sx", "sy", "sz"].map(|property| {
                NodeDraft::new(NodeKind::Curve)
                    .string("nn", &format!("b{number}"))
                    .string("kp", property)
                    .string("m", "absolute")
                    .uints("kb", &[0, 10])
                    .floats("kv", &[1.0, scale])
            })
        });
        let clip = NodeDraft::new(NodeKind::Animation)
            .floats("fr", &[30.0])
            .children(curves);
        let model = NodeDraft::new(NodeKind::Model).child(skeleton);
        cast::write(&[NodeDraft::new(NodeKind::Root).children([model, clip])])
    };
    for (scale, lines) in [(0.999_99, 0), (1.5, 1)] {
        let (_, _, done) = converted("ssc.cast", &file(scale), ConversionTarget::Glb);
        let told = reported(&done, "segment scale compensation");
        assert_eq!(told.len(), lines, "{scale}: {told:?}");
        assert!(told.iter().all(|line| line.contains("such bones: 39")), "{told:?}");
        // Neither file says which axis is up.
        assert_eq!(reported(&done, "no file says which axis is up").len(), 1);
    }
}

/// Two joints whose inverse bind matrices say different poses: no pose of rest says both.
#[test]
fn a_pose_of_binding_that_nothing_rests_in_is_told_in_cast() {
    let mut file = gltf::Gltf::new();
    let mut attributes = file.triangle();
    attributes["JOINTS_0"] = file.joints(&[[0, 1, 0, 0]; 3]).into();
    attributes["WEIGHTS_0"] = file.floats(&[[0.5, 0.5, 0.0, 0.0]; 3]).into();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"mesh": mesh, "skin": 0}));
    file.add("nodes", json!({"name": "hip"}));
    file.add("nodes", json!({"name": "arm"}));
    file.json["scenes"] = json!([{"nodes": [0, 1, 2]}]);
    let matrices = file.floats(&[gltf::moved(0.0, 0.0, 0.0), gltf::moved(5.0, 0.0, 0.0)]);
    file.add("skins", json!({"joints": [1, 2], "inverseBindMatrices": matrices}));
    let (_, _, done) = converted("bound.glb", &file.glb(), ConversionTarget::Cast);
    assert_eq!(done.losses.count("X-bind"), 1, "{:?}", done.losses.items());
    let (_, _, done) = converted("bound.glb", &file.glb(), ConversionTarget::Glb);
    assert_eq!(done.losses.count("X-bind"), 0);
}

/// A curve of a bone that no model has, in a file with flags that mean nothing.
#[test]
fn warnings_of_the_source_and_curves_of_nobody_are_told() {
    let bone = NodeDraft::new(NodeKind::Bone)
        .string("n", "hip")
        .vec3s("lp", &[[0.0; 3]]);
    let skeleton = NodeDraft::new(NodeKind::Skeleton).child(bone);
    let curve = |name: &str| {
        NodeDraft::new(NodeKind::Curve)
            .string("nn", name)
            .string("kp", "tx")
            .uints("kb", &[0, 10])
            .floats("kv", &[0.0, 1.0])
    };
    let clip = NodeDraft::new(NodeKind::Animation)
        .child(curve("hip"))
        .child(curve("tail"));
    let model = NodeDraft::new(NodeKind::Model).child(skeleton);
    let bytes = cast::write(&[NodeDraft::new(NodeKind::Root).child(model).child(clip)]);
    let (_, _, done) = converted("tail.cast", &bytes, ConversionTarget::Glb);
    let counts = ["X-source", "X-unmatched"].map(|id| done.losses.count(id));
    assert_eq!(counts, [1, 1], "no frame rate, and no tail: {:?}", done.losses.items());
}
