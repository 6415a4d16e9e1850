//! gltf.md rows 1 to 9 and 28 to 31: files that open, and the sentences about those that do not.

use crate::writer::{F32, Gltf, I8, I16, U8, glb};
use crate::{lowered, opened, opened_with};
use castview_base::core::{Options, SharedBytes};
use castview_formats::{Request, SideFiles, import};
use serde_json::json;
use std::cell::RefCell;

fn one_triangle() -> Gltf {
    let mut file = Gltf::new();
    let attributes = file.triangle();
    let mesh = file.mesh(attributes);
    file.add("nodes", json!({"mesh": mesh}));
    file
}

#[track_caller]
fn refused(id: &str, bytes: Vec<u8>, reason: &str) {
    let error = opened(bytes).expect_err(reason);
    assert_eq!(error.rule().map(|rule| rule.id), Some(id), "{error}");
    let error = format!("{error:#}");
    assert!(error.contains(reason), "{error:?} does not say {reason:?}");
}

#[test]
fn containers_that_are_broken_say_how() {
    let mut version = one_triangle().glb();
    version[4] = 1;
    refused("G1", version, "GLB version 1 (glTF 1.0)");
    refused(
        "G2",
        one_triangle().glb()[..19].to_vec(),
        "the first chunk needs 20 bytes, there are 19",
    );
    refused("G4", glb(b"", b"1234"), "first chunk");
    refused("G5", glb(b"{\"asset\":\n{\"version\":2}} ", b""), "line 2, column");
    refused("G5", glb(b"{\"asset\" {\"version\": \"2.0\"", b""), "line 1");
    refused(
        "G-version",
        glb(b"{\"asset\": {\"version\": \"1.0\"}}  ", b""),
        "version 1.0",
    );
    refused(
        "G-version",
        glb(b"{\"asset\": {\"version\": \"2.0\", \"minVersion\": \"2.1\"}}  ", b""),
        "version 2.1",
    );
    let deep = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}{}}}",
        "[".repeat(200),
        "]".repeat(200)
    );
    refused("G5", deep.into_bytes(), "128 levels");
}

#[test]
fn keys_that_stand_twice_count_the_last_time() {
    let text = br#"{"asset":{"version":"1.0","version":"2.0"},"nodes":[{"name":"a","name":"b"}]}"#;
    let import = opened(text.to_vec()).expect("the last version is 2.0");
    assert_eq!(import.diagnostics.count("G5"), 2);
    let skeleton = &import.scene.models[0].skeleton;
    assert_eq!(skeleton.name(skeleton.bones().next().expect("a node")), "b");
}

#[test]
fn a_byte_order_mark_and_unknown_chunks_do_not_matter() {
    let file = one_triangle();
    let text = file.gltf("data:application/octet-stream;base64,");
    let mut marked = b"\xef\xbb\xbf".to_vec();
    marked.extend(br#"{"asset":{"version":"2.0"},"scenes":[{}]}"#);
    opened(marked).expect("a mark is no reason");
    let mut chunks = file.glb();
    chunks.extend(4u32.to_le_bytes());
    chunks.extend(b"WHAT1234");
    let length = chunks.len() as u32;
    chunks[8..12].copy_from_slice(&length.to_le_bytes());
    assert_eq!(opened(chunks).expect("skipped").scene.models[0].meshes.len(), 1);
    refused(
        "G7",
        text,
        "buffers[0] (data:application/octet-stream;base64,): it has 0 bytes",
    );
}

/// gltf.md row 30: the same buffer, written in four ways.
#[test]
fn data_is_read_however_it_is_written() {
    let file = one_triangle();
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut plain = String::new();
    for chunk in file.bin.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, byte| word << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        plain.extend((0..=chunk.len()).map(|i| char::from(digits[(word >> (18 - 6 * i) & 63) as usize])));
    }
    let broken: String = plain
        .as_bytes()
        .chunks(20)
        .map(|line| format!("{}\r\n", String::from_utf8_lossy(line)))
        .collect();
    let escaped: String = file.bin.iter().map(|byte| format!("%{byte:02x}")).collect();
    for uri in [
        format!("data:application/octet-stream;base64,{plain}"),
        format!("data:image/png;base64,{plain}=="),
        format!("data:;base64,{broken}"),
        format!("data:,{escaped}"),
    ] {
        let import = opened(file.gltf(&uri)).expect("it opens");
        assert_eq!(import.scene.models[0].meshes[0].vertex_count(), 3, "{}", &uri[..30]);
        assert!(import.diagnostics.items().is_empty());
    }
}

/// Answers one name.
struct OneFile(&'static str, Vec<u8>);

impl SideFiles for OneFile {
    fn read(&self, uri: &str, _: u64) -> Result<SharedBytes, String> {
        if uri == self.0 {
            Ok(self.1.clone().into())
        } else {
            Err(format!("asked for {uri}"))
        }
    }
}

#[test]
fn buffers_lie_beside_the_file_and_addresses_are_not_followed() {
    let file = one_triangle();
    let beside = OneFile("a b.bin", file.bin.clone());
    let request = Request {
        side_files: &beside,
        ..Request::alone("x")
    };
    let read = |uri: &str| import(file.gltf(uri).into(), &request);
    assert_eq!(
        read("a%20b.bin").expect("it is there").scene.models[0].meshes[0].vertex_count(),
        3
    );
    for (uri, reason) in [
        ("other.bin", "buffers[0] (other.bin): asked for other.bin"),
        ("http://example.org/a%20b.bin", "http: addresses are not followed"),
        ("file:///a%20b.bin", "file: addresses"),
    ] {
        let error = format!("{:#}", read(uri).expect_err(uri));
        assert!(error.contains(reason), "{error}");
    }
}

/// Answers every name with as many bytes as are wanted, and writes down how many those were.
#[derive(Default)]
struct AnyLength(RefCell<Vec<(String, u64)>>);

impl SideFiles for AnyLength {
    fn read(&self, uri: &str, wanted: u64) -> Result<SharedBytes, String> {
        self.0.borrow_mut().push((uri.into(), wanted));
        Ok(vec![0; wanted as usize].into())
    }
}

/// However the name is spelled, a file is read once, to the greatest length that its buffers claim.
#[test]
fn a_buffer_file_is_read_to_its_byte_length() {
    let mut file = one_triangle();
    file.json["buffers"] = json!([
        {"byteLength": 20, "uri": "a b.bin"},
        {"byteLength": 90, "uri": "a%20b.bin"},
        {"byteLength": 30, "uri": "a b.bin"},
        {"byteLength": 7, "uri": "c.bin"},
    ]);
    let beside = AnyLength::default();
    let request = Request {
        side_files: &beside,
        ..Request::alone("x")
    };
    let text = serde_json::to_vec(&file.json).expect("JSON");
    let import = import(text.into(), &request).expect("it opens");
    // The first buffer ends where it says, before the triangle does, however much of its file was read for the second.
    assert_eq!(import.scene.models[0].meshes.len(), 0);
    assert_eq!(*beside.0.borrow(), [("a b.bin".into(), 90), ("c.bin".into(), 7)]);
}

/// gltf.md row 7: what nothing needs may be missing.
#[test]
fn an_unused_buffer_may_be_missing() {
    let mut file = one_triangle();
    file.json["buffers"] = json!([{"byteLength": file.bin.len()}, {"byteLength": 100, "uri": "gone.bin"}]);
    let view = file.add("bufferViews", json!({"buffer": 1, "byteLength": 100}));
    let (scene, ids) = lowered(&file);
    assert_eq!((scene.models[0].meshes.len(), ids.len()), (1, 0), "{ids:?}");
    file.add(
        "accessors",
        json!({"bufferView": view, "componentType": F32, "type": "SCALAR", "count": 1}),
    );
    let import = opened(file.glb()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(import.scene.models[0].meshes.len(), 1);
    let told = import.diagnostics.cut().expect("the missing buffer is told");
    assert!(told.message.contains("buffers[1] (gone.bin)"), "{}", told.message);
}

/// gltf.md row 9.
#[test]
fn accessors_that_do_not_fit_are_left_out() {
    let huge = u64::MAX;
    for broken in [
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": 4}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": huge}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": 3, "byteOffset": huge}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": 2, "byteOffset": 2}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": 0}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC3", "count": -3}),
        json!({"bufferView": 77, "componentType": F32, "type": "VEC3", "count": 3}),
        json!({"bufferView": 0, "componentType": 5130, "type": "VEC3", "count": 3}),
        json!({"bufferView": 0, "componentType": F32, "type": "VEC5", "count": 3}),
        json!({"componentType": F32, "type": "VEC3", "count": 4_000_000_000u32}),
    ] {
        let mut file = one_triangle();
        file.json["accessors"][0] = broken.clone();
        let (scene, ids) = lowered(&file);
        assert_eq!((scene.models[0].meshes.len(), ids), (0, vec!["G9"]), "{broken}");
    }
    let mut file = one_triangle();
    file.json["bufferViews"][0]["byteLength"] = json!(1_000_000);
    assert_eq!(lowered(&file).1, ["G9"]);
}

/// gltf.md rows 28 and 29.
#[test]
fn required_extensions_are_understood_or_named() {
    let required = |names: &[&str], used: &[&str]| {
        let mut file = one_triangle();
        file.json["extensionsRequired"] = json!(names);
        file.json["extensionsUsed"] = json!(used);
        file
    };
    let fine = [
        "KHR_mesh_quantization",
        "EXT_meshopt_compression",
        "KHR_materials_unlit",
    ];
    assert!(lowered(&required(&fine, &fine)).1.is_empty());
    assert_eq!(lowered(&required(&["KHR_texture_transform"], &[])).1, ["G29"]);
    let looks = ["KHR_materials_volume", "KHR_animation_pointer"];
    assert_eq!(lowered(&required(&looks, &looks)).1, ["G28"]);
    let unknown = required(&["ACME_cloud", "ACME_shape"], &["ACME_cloud", "ACME_shape"]);
    refused("G28", unknown.glb(), "ACME_cloud, ACME_shape");
    refused("G28", unknown.glb(), "--import extensions=ignore");
    let mut ignoring = Options::default();
    ignoring.set("extensions", "ignore");
    let import = opened_with(unknown.glb(), &ignoring).expect("opened all the same");
    assert_eq!(
        (import.diagnostics.count("G28"), import.diagnostics.count("I1")),
        (1, 0)
    );
    let choice = &import.choices[0];
    assert_eq!(
        (choice.key, choice.chosen.as_str(), choice.is_offer),
        ("extensions", "ignore", false)
    );
    assert_eq!(import.scene.models[0].meshes.len(), 1);
    // Only used: no reason to complain.
    assert!(lowered(&required(&[], &["ACME_shape"])).1.is_empty());
}

/// Without data of its own no mesh is seen: to open such a file all the same would show nothing.
#[test]
fn nothing_is_offered_that_shows_nothing() {
    let mut file = one_triangle();
    file.json["extensionsRequired"] = json!(["ACME_shape"]);
    let offered = |file: &Gltf| opened(file.glb()).expect_err("refused").remedy().is_some();
    assert!(offered(&file));
    let view = file.json["accessors"][0]
        .as_object_mut()
        .expect("an accessor")
        .remove("bufferView");
    assert!(!offered(&file));
    refused("G28", file.glb(), "ACME_shape; without it there is nothing to see");
    file.json["accessors"][1]["bufferView"] = view.expect("a view");
    file.json["meshes"][0]["primitives"] = json!([]);
    assert!(offered(&file), "bones can be seen");
}

/// gltf.md row 35, and sparse values on nothing at all.
#[test]
fn sparse_values_replace_what_they_name() {
    let mut file = one_triangle();
    let indices = file.view(&[2, 0, 9], None);
    let bytes: Vec<u8> = [[7.0f32; 3], [8.0; 3], [9.0; 3]]
        .as_flattened()
        .iter()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    let values = file.view(&bytes, None);
    let sparse = |count: usize| json!({"count": count, "indices": {"bufferView": indices, "componentType": U8}, "values": {"bufferView": values}});
    file.json["accessors"][0]["sparse"] = sparse(1);
    let (scene, ids) = lowered(&file);
    assert!(ids.is_empty());
    let positions = |scene: &castview_base::scene::Scene| scene.models[0].meshes[0].positions.to_vec();
    assert_eq!(positions(&scene), [[0.0; 3], [1.0, 0.0, 0.0], [7.0; 3]]);
    file.json["accessors"][0]["sparse"] = sparse(3);
    let (scene, ids) = lowered(&file);
    assert_eq!(ids, ["G35"]);
    assert_eq!(positions(&scene), [[8.0; 3], [1.0, 0.0, 0.0], [7.0; 3]]);
    file.json["accessors"][0] = json!({"componentType": F32, "type": "VEC3", "count": 3, "sparse": sparse(1)});
    assert_eq!(positions(&lowered(&file).0), [[0.0; 3], [0.0; 3], [7.0; 3]]);
}

/// As joints and other indices: the numbers are the same, as long as none is below 0.
#[test]
fn sparse_indices_with_a_sign_are_the_numbers_they_are() {
    let read = |component: u32, bytes: &[u8]| {
        let mut file = one_triangle();
        let indices = file.view(bytes, None);
        let values = file.view(&7.0f32.to_le_bytes().repeat(3), None);
        file.json["accessors"][0]["sparse"] = json!({
            "count": 1,
            "indices": {"bufferView": indices, "componentType": component},
            "values": {"bufferView": values}
        });
        let (scene, ids) = lowered(&file);
        let meshes = scene.models.iter().flat_map(|model| &model.meshes);
        (meshes.map(|mesh| mesh.positions.get(2)).collect::<Vec<_>>(), ids)
    };
    for (component, good, bad) in [(I8, &[2, 0][..], &[0x82, 0][..]), (I16, &[2, 0], &[2, 0x80])] {
        assert_eq!(read(component, good), (vec![[7.0; 3]], vec!["G-signed"]), "{component}");
        let (shown, ids) = read(component, bad);
        assert!(shown.is_empty() && ids.contains(&"G9"), "{component}: {ids:?}");
    }
}

/// These have no effect here: whoever looks for a reason hears of it, one line for each kind.
#[test]
fn extensions_without_effect_are_named() {
    let mut file = one_triangle();
    let names = [
        "KHR_materials_diffuse_transmission",
        "KHR_materials_dispersion",
        "KHR_materials_ior",
    ];
    let extensions = json!({names[0]: {}, names[1]: {}, names[2]: {}});
    for _ in 0..50 {
        file.add("materials", json!({"extensions": extensions}));
    }
    file.json["extensionsUsed"] = json!(names);
    let import = opened(file.glb()).expect("it opens");
    let told: Vec<&str> = import
        .diagnostics
        .items()
        .iter()
        .map(|item| item.message.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "KHR_materials_diffuse_transmission of materials is not shown; ignored: 50",
            "KHR_materials_dispersion of materials is not shown; ignored: 50",
        ]
    );
    assert_eq!(
        (import.diagnostics.count("G-ignored"), import.diagnostics.warnings()),
        (2, 0)
    );
}
