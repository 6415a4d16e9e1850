//! Properties as values, and what they cost.

use super::patient::{MESH_A, Patient, open};
use castview_base::core::{Diagnostics, SharedBytes};
use castview_formats::cast::{NodeDraft, NodeKind, read, write};

/// Each type, by each reader: `None` where the class is wrong (docs/formats/cast.md §1.3).
#[test]
fn properties_are_read_by_value_class() {
    let node = NodeDraft::new(NodeKind::Root)
        .u8s("b", &[3, 250])
        .u16s("h", &[3, 60_000])
        .u32s("i", &[3, 70_000])
        .u64s("l", &[3, 1 << 40])
        .floats("f", &[0.5, 1.5, 2.5, 3.5, 4.5, 5.5])
        .doubles("d", &[0.5, 1.5])
        .string("s", "text")
        .vec2s("v2", &[[1.0, 2.0], [3.0, 4.0]])
        .vec3s("v3", &[[1.0, 2.0, 3.0]])
        .vec4s("v4", &[[1.0, 2.0, 3.0, 4.0]]);
    let patient = Patient::new(&[node]);
    // uint, float, hash, is_true, string, vec3, vec4; numbers of uints, floats, vec2s, vec3s, vec4s, hashes.
    let expected = [
        ("b", "3 3 - true - - -", "2 2 - - - -", "3, 250"),
        ("h", "3 3 - true - - -", "2 2 - - - -", "3, 60000"),
        ("i", "3 3 3 true - - -", "2 2 - - - 2", "3, 70000"),
        ("l", "3 3 3 true - - -", "- 2 - - - 2", "0x3, 0x10000000000"),
        (
            "f",
            "- 0.5 - - - [0.5, 1.5, 2.5] -",
            "- 6 3 2 - -",
            "0.5, 1.5, 2.5, 3.5, 4.5, 5.5",
        ),
        ("d", "- 0.5 - - - - -", "- 2 - - - -", "0.5, 1.5"),
        ("s", "- - - - text - -", "- - - - - -", "\"text\""),
        ("v2", "- - - - - - -", "- - 2 - - -", "(1, 2), (3, 4)"),
        ("v3", "- - - - - [1, 2, 3] -", "- - - 1 - -", "(1, 2, 3)"),
        ("v4", "- - - - - - [1, 2, 3, 4]", "- - - - 1 -", "(1, 2, 3, 4)"),
    ];
    fn show(value: Option<impl ToString>) -> String {
        value.map_or("-".into(), |v| v.to_string())
    }
    for (name, single, lengths, preview) in expected {
        let p = patient.view("root[0]").property(name).expect("the property");
        assert_eq!(p.kind().letter(), name);
        let singles = [
            show(p.uint()),
            show(p.float()),
            show(p.hash()),
            show(p.is_true()),
            show(p.string()),
            show(p.vec3()),
            show(p.vec4()),
        ];
        assert_eq!(singles.join(" "), single, "{name}");
        let counts = [
            show(p.uints().map(|s| s.len())),
            show(p.floats().map(|s| s.len())),
            show(p.vec2s().map(|s| s.len())),
            show(p.vec3s().map(|s| s.len())),
            show(p.vec4s().map(|s| s.len())),
            show(p.hashes().map(|s| s.len())),
        ];
        assert_eq!(counts.join(" "), lengths, "{name}");
        assert_eq!(p.preview(), preview, "{name}");
    }
    let odd = [1e-9, f32::MAX, f32::NAN, f32::NEG_INFINITY, -0.0, 0.1, 123456.7, -1e7];
    let odd = Patient::new(&[NodeDraft::new(NodeKind::Root).floats("f", &odd)]);
    assert_eq!(
        odd.property("root[0]", "f").preview(),
        "1.000000e-9, 3.402823e38, NaN, -inf, -0, 0.1, 123456.703125, -1.000000e7"
    );
    let small = Patient::new(&[NodeDraft::new(NodeKind::Root).u64s("l", &[3, 9]).u8s("no", &[0, 1])]);
    let property = |name| small.view("root[0]").property(name).expect("the property");
    assert_eq!(
        property("l").uints().map(|s| s.iter().collect()),
        Some(vec![3, 9]),
        "small enough for 32 bits"
    );
    assert_eq!(property("no").is_true(), Some(false), "element 0 decides");
}

#[test]
fn arrays_stay_in_the_files_buffer() {
    let bytes = SharedBytes::from(Patient::good().bytes);
    let document = read(bytes.clone(), &mut Diagnostics::default()).expect("a Cast file");
    assert!(document.bytes().ptr_eq(&bytes));
    let mesh = document.nodes().find(|node| node.path() == MESH_A).expect("the mesh");
    let positions = mesh.property("vp").and_then(|p| p.vec3s()).expect("positions");
    assert_eq!(positions.raw_bytes(), mesh.property("vp").map(|p| p.payload()));
    assert_eq!(positions.to_vec()[1], [1.0, 0.0, 0.0]);
}

#[test]
fn small_nodes_cost_little_memory() {
    let models = vec![NodeDraft::new(NodeKind::Model); 200_000];
    let bytes = write(&[NodeDraft::new(NodeKind::Root).children(models)]);
    let (document, diagnostics) = open(&bytes);
    assert_eq!((document.node_count(), diagnostics.items().len()), (200_001, 0));
    assert!(
        document.overhead() <= 2 * bytes.len(),
        "{} bytes for {}",
        document.overhead(),
        bytes.len()
    );
}
