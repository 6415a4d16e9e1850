//! Output of `dump` for each format.

use crate::folder;
use crate::recording;
use crate::shape_file;
use serde_json::{Value, json};

/// A glTF file of one triangle, with a string as long as images in data URIs are.
fn triangle_gltf() -> Vec<u8> {
    let long = "x".repeat(5000);
    json!({
        "asset": {"version": "2.0", "generator": long},
        "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "leaf", "translation": [1, 2, 3]}],
        "accessors": [{"componentType": 5126, "type": "VEC3", "count": 3}],
        "buffers": [{"uri": "nowhere.bin", "byteLength": 36}],
        "ACME": {"kept": (0..40).collect::<Vec<u32>>()},
    })
    .to_string()
    .into_bytes()
}

#[test]
fn dump_mirrors_the_file() {
    let folder = folder();
    let dump = folder.run("dump --json flag.cast").fine().json().remove(0);
    assert_eq!(dump["path"], "flag.cast");
    assert_eq!(dump["diagnostics"], json!([]));
    let root = &dump["roots"][0];
    let size = std::fs::metadata(folder.at("flag.cast")).expect("it exists").len() - 16;
    let [id, kind, hash] = ["id", "kind", "hash"].map(|key| root[key].as_str().expect("text"));
    assert_eq!([id, kind, hash], ["746f6f72", "Root", "0000000000000000"]);
    assert_eq!((root["offset"].as_u64(), root["size"].as_u64()), (Some(16), Some(size)));
    let up = &root["children"][0]["properties"][0];
    assert_eq!(
        (&up["name"], &up["type"], &up["count"]),
        (&json!("up"), &json!("s"), &json!(1))
    );
    // The text without its zero byte.
    assert_eq!(up["crc32"], format!("{:08x}", crc32fast::hash(b"y")));
    let mesh = &root["children"][1]["children"][2];
    assert_eq!(
        (&mesh["kind"], &mesh["hash"]),
        (&json!("Mesh"), &json!("0000000000000005"))
    );
    let types: Vec<&Value> = mesh["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|p| &p["type"])
        .collect();
    assert_eq!(types, ["s", "v3", "v3", "v2", "b", "b", "b", "f", "b", "l"]);

    let text = folder.run("dump flag.cast").fine().text();
    assert!(
        text.contains("Mesh 0x5 at byte") && text.contains("n: s × 1 = \"quad\""),
        "{text}"
    );
}

#[test]
fn dump_lists_gltf_files_as_they_are_stored() {
    let folder = folder();
    let text = triangle_gltf();
    folder.put("leaf.gltf", &text);
    let dumped = folder.run("dump leaf.gltf").fine().text();
    let at = text
        .windows(10)
        .position(|window| window == b"{\"name\":\"l")
        .expect("the node is there");
    for line in [
        format!("  JSON: {} bytes at byte 0x0\n", text.len()),
        format!("    nodes[0]: at byte {at:#x}\n"),
        "      translation: 1, 2, 3\n".into(),
        "      componentType: 5126 (f32)\n".into(),
        "    kept: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, and 24 more\n".into(),
    ] {
        assert!(dumped.contains(&line), "{line:?} is not in\n{dumped}");
    }
    assert!(dumped.len() < 2500, "{} bytes", dumped.len());
    let json = folder.run("dump --json leaf.gltf").fine().json().remove(0);
    let nodes = json["content"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|fact| fact["name"] == "nodes");
    assert_eq!(nodes.expect("nodes")["children"][0]["name"], "nodes[0]");
    folder.put(
        "broken.gltf",
        br#"{"asset": {"version": "2.0"}, "nodes": [{"name": "a"}} , {"name": "b"}]}"#,
    );
    folder.run("dump broken.gltf").refused("line 1");
    // The whole part of a cut file is listed, and that it is cut.
    folder.put("cut.gltf", &text[..text.len() - 9]);
    let cut = folder.run("dump cut.gltf").fine().text();
    assert!(cut.contains("nodes[0]: at byte") && cut.contains("cut off"), "{cut}");
}

#[test]
fn dump_lists_recordings_curve_by_curve() {
    let folder = folder();
    folder.put("session.bin", &recording::wave().bytes());
    let dumped = folder.run("dump session.bin").fine().text();
    assert!(dumped.contains("  version: 1.1\n"), "{dumped}");
    assert!(dumped.contains("  curves: "), "{dumped}");
}

#[test]
fn dump_lists_shapes_section_by_section() {
    let folder = folder();
    folder.put(
        "coach.shape",
        &shape_file::write(&shape_file::samples::everything(), &shape_file::Switches::default()),
    );
    let dumped = folder.run("dump coach.shape").fine().text();
    for word in [
        "  geometries: ",
        "  nodes: ",
        "    node \"",
        " at byte 0x",
        "positions: ",
    ] {
        assert!(dumped.contains(word), "{word:?} is not in\n{dumped}");
    }
    assert!(!folder.run("dump --json coach.shape").fine().json()[0]["content"].is_null());
}
