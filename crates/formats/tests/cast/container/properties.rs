//! cast.md rows 17 to 31: properties, unknown things, texts, nesting, what follows.

use super::patient::{ALL, MESH_A, MESH_B, MODEL, Patient, check, open};
use castview_base::core::Diagnostics;
use castview_formats::cast::{NodeDraft, NodeKind, PropertyView, write_document};

#[test]
fn row_17_empty_arrays_are_absent() {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .u8s("wb", &[])
        .floats("wv", &[])
        .strings("n", &[]);
    let patient = Patient::new(&[NodeDraft::new(NodeKind::Root).child(mesh)]);
    check(&patient, &[], "root(mesh[wb wv n])");
    let mesh = patient.view("root[0]/mesh[0]");
    for name in ["wb", "wv", "n"] {
        assert!(mesh.property(name).is_none());
    }
    for property in mesh.properties() {
        assert_eq!(
            (property.uint(), property.float(), property.string(), property.vec3()),
            (None, None, None, None)
        );
    }
}

#[test]
fn row_18_unknown_types_skip_the_rest_of_the_node() {
    let p = Patient::good();
    for code in [*b"x\0", *b"v3", [0, 0], [0xff, 0xff]] {
        let at = p.header(MESH_A, "vp");
        let left = ALL.replacen("mesh[n vp f]", "mesh[n]", 1);
        check(&Patient::good().put(at, code), &[("C18", MESH_A, at)], &left);
        // Its children cannot be found either.
        let material = "root[0]/model[0]/material[0]";
        let at = p.header(material, "n");
        let left = ALL.replace("material[n](file[p])", "material");
        check(&Patient::good().put(at, code), &[("C18", material, at)], &left);
    }
}

#[test]
fn row_19_unknown_nodes_are_kept() {
    let material = Patient::good().node("root[0]/model[0]/material[0]");
    let left = ALL.replace("material", "unknown");
    let place = "root[0]/model[0]/unknown[0]";
    check(
        &Patient::good().put(material, *b"zzzz"),
        &[("C19", place, material)],
        &left,
    );
    // Whatever lies in it, its size leads past it.
    let n = Patient::good().header("root[0]/model[0]/material[0]", "n");
    let garbage = Patient::good().put(material, *b"zzzz").put(n, [0xee; 30]);
    let left = ALL.replace("material[n](file[p])", "unknown");
    check(&garbage, &[("C19", place, material), ("C18", place, n)], &left);
}

#[test]
fn row_20_names_of_no_or_too_much_length() {
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .u8s("", &[1])
        .u8s("", &[2])
        .u8s("f", &[0]);
    let patient = Patient::new(&[NodeDraft::new(NodeKind::Root).child(mesh)]);
    let nameless = [("C20", "root[0]/mesh[0]", 64), ("C20", "root[0]/mesh[0]", 73)];
    check(&patient, &nameless, "root(mesh[  f])");

    let vp = Patient::good().header(MESH_A, "vp");
    let left = ALL.replacen("mesh[n vp f]", "mesh[n]", 1);
    check(
        &Patient::good().put(vp + 2, [0xff, 0xff]),
        &[("C20", MESH_A, vp)],
        &left,
    );
}

#[test]
fn row_21_letter_case_of_names() {
    let vp = Patient::good().header(MESH_A, "vp");
    let patient = Patient::good().put(vp + 8, *b"vP");
    let place = format!("{MESH_A}.vP");
    check(&patient, &[("C21", &place, vp)], &ALL.replacen("vp", "vP", 1));
    let document = open(&patient.bytes).0;
    let mesh = document.nodes().find(|node| node.path() == MESH_A).expect("the mesh");
    assert_eq!(mesh.property("vp").map(|p| p.count()), Some(3));
}

#[test]
fn row_22_the_last_of_equal_names_counts() {
    let long = "a_name_longer_than_eight_letters";
    let mesh = NodeDraft::new(NodeKind::Mesh)
        .u8s("mi", &[1])
        .u8s("MI", &[2])
        .u8s("ul", &[3])
        .u8s("mi", &[4])
        .u8s(long, &[5])
        .u8s(long, &[6]);
    // Enough properties that they are sorted instead of compared pair by pair.
    let many = (0..40).fold(mesh.clone(), |mesh, i| mesh.u8s(&format!("x{i}"), &[0]));
    for mesh in [mesh, many] {
        let patient = Patient::new(&[NodeDraft::new(NodeKind::Root).child(mesh)]);
        let (document, diagnostics) = open(&patient.bytes);
        let mut found: Vec<_> = diagnostics
            .items()
            .iter()
            .map(|d| (d.rule.id, d.place.node_path.as_str(), d.place.offset))
            .collect();
        found.sort_unstable();
        let place = format!("root[0]/mesh[0].{long}");
        let mut expected = vec![
            ("C21", "root[0]/mesh[0].MI", 75),
            ("C22", "root[0]/mesh[0].MI", 75),
            ("C22", "root[0]/mesh[0].mi", 97),
            ("C22", &place, 149),
        ];
        expected.sort_unstable();
        assert_eq!(found, expected);
        let mesh = document
            .roots()
            .next()
            .and_then(|root| root.children().next())
            .expect("the mesh");
        let value = |name: &str| mesh.property(name).and_then(|p| p.uint());
        assert_eq!([value("mi"), value("ul"), value(long)], [Some(4), Some(3), Some(6)]);
    }
}

#[test]
fn row_23_a_wrong_class_is_absent() {
    let patient = Patient::good();
    let mesh = patient.view(MESH_A);
    let mut diagnostics = Diagnostics::default();
    assert!(
        mesh.read("vp", "a list of vectors", PropertyView::vec3s, &mut diagnostics)
            .is_some()
    );
    assert!(
        mesh.read("zz", "a hash", PropertyView::hash, &mut diagnostics)
            .is_none()
    );
    assert_eq!(diagnostics.items().len(), 0);
    assert!(
        mesh.read("vp", "a hash", PropertyView::hash, &mut diagnostics)
            .is_none()
    );
    let found = &diagnostics.items()[0];
    assert_eq!(
        (found.rule.id, &found.place),
        ("C23", &patient.property(MESH_A, "vp").place())
    );
}

#[test]
fn row_24_text_without_an_end_is_cut_at_the_end_of_the_node() {
    let file = "root[0]/model[0]/material[0]/file[0]";
    let p = Patient::good();
    let (at, end) = (p.header(file, "p"), p.end(file));
    let patient = [file, "root[0]/model[0]/material[0]", MODEL, "root[0]"]
        .into_iter()
        .fold(Patient::good(), |patient, path| patient.resize(path, -1))
        .remove(end - 1..end);
    check(&patient, &[("C24", &format!("{file}.p"), at)], ALL);
    let document = open(&patient.bytes).0;
    let file = document.nodes().find(|node| node.path() == file).expect("the file");
    assert_eq!(file.property("p").and_then(|p| p.string()).as_deref(), Some("skin.png"));
    assert_eq!(write_document(&document), p.bytes, "the terminator is put back");
}

#[test]
fn row_25_text_that_is_not_utf_8_is_latin_1_and_reported_once() {
    let p = Patient::good();
    let (a, b) = (p.header(MESH_A, "n"), p.header(MESH_B, "n"));
    let patient = Patient::good().put(a + 9, [0xe4]).put(b + 9, [0xff]).put(b + 8, [0xdc]);
    let (document, diagnostics) = open(&patient.bytes);
    let found: Vec<_> = diagnostics
        .items()
        .iter()
        .map(|d| (d.rule.id, d.place.to_string()))
        .collect();
    assert_eq!(found, [("C25", format!("{MESH_A}.n at byte {a:#x}"))]);
    let names: Vec<_> = document
        .nodes()
        .filter(|node| node.kind() == NodeKind::Mesh)
        .filter_map(|node| node.properties().next())
        .map(|p| format!("{} {}", p.name(), p.string().expect("a string")))
        .collect();
    assert_eq!(names, ["n äeft", "Ü ÿight"]);
}

#[test]
fn row_26_long_and_odd_text_is_kept_and_previewed_short() {
    let long = "é".repeat(100_000);
    let cases: [(&[&str], String); 6] = [
        (&[&long], format!("\"{}…\"", "é".repeat(64))),
        (&["hip"], "\"hip\"".into()),
        (&[""], "\"\"".into()),
        (&["a\nb\x1b\"c"], "\"a\\nb\\u{1b}\\\"c\"".into()),
        (&["one", "two"], "\"one…\"".into()),
        (&["", ""], "\"…\"".into()),
    ];
    for (strings, preview) in cases {
        let patient = Patient::new(&[NodeDraft::new(NodeKind::Root).strings("n", strings)]);
        check(&patient, &[], "root[n]");
        let property = patient.property("root[0]", "n");
        assert_eq!(property.strings().expect("strings").collect::<Vec<_>>(), strings);
        assert_eq!(property.preview(), preview);
    }
}

#[test]
fn row_27_deeper_than_64_is_left_out() {
    let nested = |depth: usize, kind: NodeKind| {
        let inner = (1..depth).fold(NodeDraft::new(kind), |inner, _| NodeDraft::new(kind).child(inner));
        NodeDraft::new(NodeKind::Root)
            .child(inner)
            .child(NodeDraft::new(NodeKind::Animation))
    };
    let depth_of = |depth: usize| {
        let open = "model(".repeat(depth - 1);
        format!("root({open}model{} animation)", ")".repeat(depth - 1))
    };
    check(&Patient::new(&[nested(63, NodeKind::Model)]), &[], &depth_of(63));
    let path = format!("root[0]{}", "/model[0]".repeat(64));
    for depth in [64, 100] {
        let patient = Patient::new(&[nested(depth, NodeKind::Model)]);
        check(&patient, &[("C27", &path, 16 + 64 * 24)], &depth_of(63));
    }
    // Also where sizes are not believed.
    let patient = Patient::new(&[nested(100, NodeKind::Model)]).put_u32(20, 30);
    check(
        &patient,
        &[("C13", "root[0]", 16), ("C27", &path, 16 + 64 * 24)],
        &depth_of(63),
    );
}

#[test]
fn row_31_bytes_after_the_last_root() {
    let end = Patient::good().len();
    for tail in [1, 23, 24, 400] {
        check(
            &Patient::good().insert(end, &vec![0x5a; tail]),
            &[("C31", "", end)],
            ALL,
        );
    }
    check(
        &Patient::new(&[]).insert(16, b"rest"),
        &[("C5", "", 8), ("C31", "", 16)],
        "",
    );
}
