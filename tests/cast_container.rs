//! The Cast container, row by row of spec/cast.md section 4: each condition is made from a good file by code, and the
//! test names the diagnostics with their places and what is left of the file. (Row 82 is a unit test of the reader,
//! which can pretend that sizes have fewer bits; rows 28 to 30 need meaning and are tested where links are followed.)

#[path = "common/assets.rs"]
mod assets;

use assets::shared_assets;
use castview::core::{Diagnostics, Severity, SharedBytes};
use castview::formats::cast::{
    Document, NodeDraft, NodeKind, NodeView, PropertyDraft, PropertyType, PropertyView, read, write, write_document,
};
use proptest::prelude::*;

const MODEL: &str = "root[0]/model[0]";
const MESH_A: &str = "root[0]/model[0]/mesh[0]";
const MESH_B: &str = "root[0]/model[0]/mesh[1]";
const ALL: &str = "root(metadata[up] model[n](material[n](file[p]) mesh[n vp f] mesh[n vp f]) animation[fr])";

fn draft() -> NodeDraft {
    let mesh = |name| {
        NodeDraft::new(NodeKind::Mesh)
            .string("n", name)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2])
    };
    let material = NodeDraft::new(NodeKind::Material)
        .string("n", "skin")
        .child(NodeDraft::new(NodeKind::File).string("p", "skin.png"));
    let model = NodeDraft::new(NodeKind::Model)
        .string("n", "body")
        .child(material)
        .child(mesh("left"))
        .child(mesh("right"));
    NodeDraft::new(NodeKind::Root)
        .child(NodeDraft::new(NodeKind::Metadata).string("up", "z"))
        .child(model)
        .child(NodeDraft::new(NodeKind::Animation).floats("fr", &[30.0]))
}

/// A file under the knife: its bytes, and where things were before anything was changed.
struct Patient {
    bytes: Vec<u8>,
    healthy: Document,
}

impl Patient {
    fn new(roots: &[NodeDraft]) -> Self {
        let bytes = write(roots);
        let healthy = read(bytes.clone().into(), &mut Diagnostics::default()).expect("a Cast file");
        Self { bytes, healthy }
    }

    fn good() -> Self {
        Self::new(&[draft()])
    }

    fn node(&self, path: &str) -> usize {
        self.view(path).offset() as usize
    }

    fn view(&self, path: &str) -> NodeView<'_> {
        self.healthy
            .nodes()
            .find(|node| node.path() == path)
            .expect("a node of the healthy file")
    }

    fn property(&self, path: &str, name: &str) -> PropertyView<'_> {
        let properties: Vec<_> = self.view(path).properties().collect();
        properties
            .into_iter()
            .find(|p| p.name() == name)
            .expect("a property of the healthy file")
    }

    fn header(&self, path: &str, name: &str) -> usize {
        self.property(path, name).offset() as usize
    }

    /// Of the node's own bytes, before the change.
    fn end(&self, path: &str) -> usize {
        self.node(path) + self.view(path).size() as usize
    }

    fn put<const N: usize>(mut self, at: usize, value: [u8; N]) -> Self {
        self.bytes[at..at + N].copy_from_slice(&value);
        self
    }

    fn put_u32(self, at: usize, value: u32) -> Self {
        self.put(at, value.to_le_bytes())
    }

    /// Changes NodeSize of the node at `path` alone.
    fn resize(self, path: &str, by: i64) -> Self {
        let (at, size) = (self.node(path) + 4, self.view(path).size() as i64);
        self.put_u32(at, (size + by) as u32)
    }

    fn insert(mut self, at: usize, bytes: &[u8]) -> Self {
        self.bytes.splice(at..at, bytes.iter().copied());
        self
    }

    fn remove(mut self, range: std::ops::Range<usize>) -> Self {
        self.bytes.drain(range);
        self
    }

    fn cut(mut self, at: usize) -> Self {
        self.bytes.truncate(at);
        self
    }

    fn len(&self) -> usize {
        self.bytes.len()
    }
}

/// What a document holds, on one line: `root(model[n](mesh[n vp f]))`.
fn outline(document: &Document) -> String {
    fn level<'a>(nodes: impl Iterator<Item = NodeView<'a>>) -> String {
        let one = |node: NodeView<'_>| {
            let names: Vec<_> = node.properties().map(|p| p.name().into_owned()).collect();
            let (names, children) = (names.join(" "), level(node.children()));
            let names = if names.is_empty() { names } else { format!("[{names}]") };
            let children = if children.is_empty() {
                children
            } else {
                format!("({children})")
            };
            format!("{}{names}{children}", node.kind().word())
        };
        nodes.map(one).collect::<Vec<_>>().join(" ")
    }
    level(document.roots())
}

fn open(bytes: &[u8]) -> (Document, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let document = read(bytes.to_vec().into(), &mut diagnostics).expect("a Cast file");
    (document, diagnostics)
}

type Place<'a> = (&'a str, &'a str, usize);

/// `expected`: id, node path and offset of every diagnostic.
#[track_caller]
fn check(patient: &Patient, expected: &[Place<'_>], left: &str) {
    let (document, diagnostics) = open(&patient.bytes);
    let found: Vec<Place<'_>> = diagnostics
        .items()
        .iter()
        .map(|d| (d.id, d.place.node_path.as_str(), d.place.offset as usize))
        .collect();
    assert_eq!(found, expected, "{:#?}", diagnostics.items());
    assert_eq!(outline(&document), left);
    for diagnostic in diagnostics.items() {
        let note = ["C4", "C5", "C19", "C21", "C22", "C31"].contains(&diagnostic.id);
        assert_eq!(diagnostic.severity == Severity::Note, note, "{diagnostic:?}");
        assert!(
            !diagnostic.message.contains('\n') && diagnostic.message.len() < 160,
            "{diagnostic:?}"
        );
    }
    // What is left is whole: written and read again it is the same, with nothing more to repair.
    let (again, diagnostics) = open(&write_document(&document));
    assert_eq!(outline(&again), left);
    for diagnostic in diagnostics.items() {
        assert!(
            ["C5", "C7", "C19", "C20", "C21", "C22", "C25"].contains(&diagnostic.id),
            "{diagnostic:?}"
        );
    }
}

#[test]
fn rows_1_and_2_reject_what_is_no_cast_file() {
    let good = Patient::good().bytes;
    let rejected = |bytes: &[u8]| {
        let error = read(bytes.to_vec().into(), &mut Diagnostics::default()).expect_err("not a Cast file");
        (error.id(), error.to_string())
    };
    for length in 0..16 {
        let (id, message) = rejected(&good[..length]);
        assert_eq!(id, "C1");
        assert_eq!(
            message,
            format!("at byte 0x0: not a Cast file: it has {length} bytes, the header alone needs 16")
        );
    }
    for magic in [*b"CAST", *b"glTF", *b"tsac", [0; 4]] {
        let (id, message) = rejected(&Patient::good().put(0, magic).bytes);
        assert_eq!(id, "C2");
        assert!(
            message.starts_with("at byte 0x0: not a Cast file: it begins with"),
            "{message}"
        );
    }
}

#[test]
fn a_good_file_has_nothing_to_report() {
    check(&Patient::good(), &[], ALL);
    let bytes = Patient::good().bytes;
    assert_eq!(write_document(&open(&bytes).0), bytes);
}

#[test]
fn rows_3_to_5_header_values() {
    for version in [0, 2, u32::MAX] {
        check(&Patient::good().put_u32(4, version), &[("C3", "", 4)], ALL);
    }
    check(&Patient::good().put_u32(12, 7), &[("C4", "", 12)], ALL);
    check(&Patient::new(&[]), &[("C5", "", 8)], "");
}

#[test]
fn rows_6_to_8_roots() {
    let p = Patient::good();
    let end = p.len();
    for roots in [1000, u32::MAX] {
        check(&Patient::good().put_u32(8, roots), &[("C6", "", 8)], ALL);
    }
    check(&p.put_u32(8, 2), &[("C6", "", end)], ALL);
    check(
        &Patient::new(&[NodeDraft::new(NodeKind::Root)]).cut(16),
        &[("C6", "", 8)],
        "",
    );

    let model = draft().children.remove(1);
    let expected = "model[n](material[n](file[p]) mesh[n vp f] mesh[n vp f]) animation";
    let patient = Patient::new(&[model, NodeDraft::new(NodeKind::Animation)]);
    let second = patient.node("animation[0]");
    check(
        &patient,
        &[("C7", "model[0]", 16), ("C7", "animation[0]", second)],
        expected,
    );

    check(&Patient::new(&[draft(), draft()]), &[], &format!("{ALL} {ALL}"));
}

#[test]
fn row_9_cut_files_keep_all_that_is_complete() {
    let p = Patient::good();
    let (mesh, n, vp) = (p.node(MESH_B), p.header(MESH_B, "n"), p.header(MESH_B, "vp"));
    let upto_mesh_b = "root(metadata[up] model[n](material[n](file[p]) mesh[n vp f]))";
    let (n_path, vp_path) = (format!("{MESH_B}.n"), format!("{MESH_B}.vp"));
    for (cut, place, offset) in [
        (mesh, MODEL, mesh),
        (mesh + 1, MODEL, mesh),
        (mesh + 23, MODEL, mesh),
        (mesh + 24, MESH_B, n),
        (n + 7, MESH_B, n),
        (n + 8, MESH_B, n),
        (n + 9, &n_path, n),
        (n + 11, &n_path, n),
        (vp + 10, &vp_path, vp),
        (p.end(MESH_B) - 1, &format!("{MESH_B}.f"), p.header(MESH_B, "f")),
    ] {
        check(&Patient::good().cut(cut), &[("C9", place, offset)], upto_mesh_b);
    }
    let animation = p.node("root[0]/animation[0]");
    let without_animation = ALL.replace(" animation[fr]", "");
    check(
        &Patient::good().cut(animation),
        &[("C9", "root[0]", animation)],
        &without_animation,
    );
    // The material's own properties are complete, its child is not.
    let file = p.node("root[0]/model[0]/material[0]/file[0]");
    let place = "root[0]/model[0]/material[0]/file[0].p";
    let left = "root(metadata[up] model[n](material[n]))";
    check(&Patient::good().cut(file + 36), &[("C9", place, file + 24)], left);
    check(&Patient::good().cut(16 + 24 + 7), &[("C9", "root[0]", 40)], "root");
    // A file that ends inside a second root's header.
    check(
        &Patient::new(&[draft(), draft()]).cut(p.len() + 5),
        &[("C9", "", p.len())],
        ALL,
    );
}

#[test]
fn row_9_every_cut_is_reported_once() {
    let good = Patient::good().bytes;
    for length in 16..good.len() {
        let (document, diagnostics) = open(&good[..length]);
        let ids: Vec<_> = diagnostics.items().iter().map(|d| d.id).collect();
        assert_eq!(ids, [if length < 40 { "C6" } else { "C9" }], "cut at {length}");
        let end = |node: NodeView<'_>| node.properties().map(|p| p.payload_range().end).max().unwrap_or(0);
        assert!(document.nodes().all(|node| end(node) <= length));
    }
}

#[test]
fn row_10_a_size_below_the_header_ends_the_siblings() {
    let p = Patient::good();
    for size in [0, 5, 23] {
        let at = p.node(MESH_A);
        let left = "root(metadata[up] model[n](material[n](file[p])) animation[fr])";
        check(&Patient::good().put_u32(at + 4, size), &[("C10", MESH_A, at)], left);
    }
    check(&Patient::good().put_u32(20, 23), &[("C10", "root[0]", 16)], "");
}

#[test]
fn row_11_sizes_beyond_the_parent_are_clamped() {
    let p = Patient::good();
    for by in [1, 1000, 0x7fff_ffff] {
        let mesh = [("C11", MESH_B, p.node(MESH_B))];
        check(&Patient::good().resize(MESH_B, by), &mesh, ALL);
        check(&Patient::good().resize("root[0]", by), &[("C11", "root[0]", 16)], ALL);
    }
}

#[test]
fn row_12_a_gap_is_skipped() {
    let p = Patient::good();
    let end = p.end(MESH_A);
    let gap = Patient::good()
        .resize(MESH_A, 5)
        .resize(MODEL, 5)
        .resize("root[0]", 5)
        .insert(end, &[0xaa; 5]);
    check(&gap, &[("C12", MESH_A, end)], ALL);
    let end = p.end(MODEL);
    let gap = Patient::good()
        .resize(MODEL, 50)
        .resize("root[0]", 50)
        .insert(end, &[0; 50]);
    check(&gap, &[("C12", MODEL, end)], ALL);
    check(
        &Patient::good().resize("root[0]", 3).insert(p.len(), &[1; 3]),
        &[("C12", "root[0]", p.len())],
        ALL,
    );
}

#[test]
fn row_13_content_past_the_declared_end() {
    let p = Patient::good();
    // The parent's own size agrees with the counts: they are believed.
    for (path, by) in [
        (MESH_A, -1),
        (MESH_A, -40),
        (MESH_B, -10),
        (MODEL, -20),
        (MODEL, -150),
        ("root[0]", -1),
        ("root[0]", -30),
    ] {
        check(&Patient::good().resize(path, by), &[("C13", path, p.node(path))], ALL);
    }
    check(&Patient::good().put_u32(20, 24), &[("C13", "root[0]", 16)], ALL);
    // It does not: the node is cut at its declared end.
    let (mesh, model) = (p.node(MESH_B), p.node(MODEL));
    check(
        &Patient::good().put_u32(mesh + 16, 4),
        &[("C13", MESH_B, p.end(MESH_B))],
        ALL,
    );
    check(
        &Patient::good().put_u32(model + 20, 4),
        &[("C13", MODEL, p.end(MODEL))],
        ALL,
    );
    // Both a wrong size and a parent that disagrees: the second mesh is found at the declared end of the first.
    let f = p.header(MESH_A, "f");
    let lost_f = Patient::good()
        .resize(MESH_A, -12)
        .resize(MODEL, -12)
        .resize("root[0]", -12)
        .remove(f..f + 12);
    check(&lost_f, &[("C13", MESH_A, f)], &ALL.replacen("vp f", "vp", 1));
}

#[test]
fn row_14_sizes_that_leave_out_the_header() {
    let mut p = Patient::good();
    for node in p.healthy.nodes() {
        let at = node.offset() as usize + 4;
        p.bytes[at..at + 4].copy_from_slice(&(node.size() as u32 - 24).to_le_bytes());
    }
    check(&p, &[("C14", "", 16)], ALL);
    // 24 bytes at the end of a good file, or one wrong size, are something else.
    let end = Patient::good().len();
    check(&Patient::good().insert(end, &[0; 24]), &[("C31", "", end)], ALL);
    check(&Patient::good().resize("root[0]", -24), &[("C13", "root[0]", 16)], ALL);
}

#[test]
fn row_15_absurd_counts_are_limited() {
    let p = Patient::good();
    for path in [MESH_A, MESH_B] {
        let at = p.node(path);
        check(&Patient::good().put_u32(at + 16, u32::MAX), &[("C15", path, at)], ALL);
        check(
            &Patient::good().put_u32(at + 20, 0x7fff_ffff),
            &[("C15", path, at)],
            ALL,
        );
    }
    check(
        &Patient::good().put_u32(p.node(MODEL) + 20, u32::MAX),
        &[("C15", MODEL, p.node(MODEL))],
        ALL,
    );
}

#[test]
fn row_16_allocation_bombs_skip_the_rest_of_the_node() {
    let left = ALL.replacen("mesh[n vp f]", "mesh[n]", 1);
    let place = format!("{MESH_A}.vp");
    let vp = Patient::good().header(MESH_A, "vp");
    // The last one is 2^32 bytes long.
    for (code, count) in [
        (b"3v", u32::MAX),
        (b"3v", 1000),
        (b"l\0", u32::MAX),
        (b"4v", 0x1000_0000),
    ] {
        check(
            &Patient::good().put(vp, *code).put_u32(vp + 4, count),
            &[("C16", &place, vp)],
            &left,
        );
    }
}

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
            .map(|d| (d.id, d.place.node_path.as_str(), d.place.offset))
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
        (found.id, &found.place),
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
        .map(|d| (d.id, d.place.to_string()))
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

/// Each type, by each reader: `None` where the class is wrong (spec/cast.md 1.3).
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

fn any_property() -> impl Strategy<Value = PropertyDraft> {
    let sized = |kind: PropertyType| {
        let size = kind.element_size().expect("not a string");
        proptest::collection::vec(any::<u8>(), 0..6 * size).prop_map(move |mut payload| {
            payload.truncate(payload.len() / size * size);
            (kind, (payload.len() / size) as u32, payload)
        })
    };
    let text = proptest::collection::vec("[^\0]{0,9}", 0..3).prop_map(|texts| {
        let payload = texts.iter().flat_map(|text| [text.as_bytes(), &[0]].concat()).collect();
        (PropertyType::String, texts.len() as u32, payload)
    });
    let numbers = PropertyType::ALL
        .into_iter()
        .filter(|kind| *kind != PropertyType::String);
    let number = proptest::sample::select(numbers.collect::<Vec<_>>()).prop_flat_map(sized);
    ("[a-zA-Z0-9_é]{1,12}", prop_oneof![number, text]).prop_map(|(name, (kind, count, payload))| PropertyDraft {
        name,
        kind,
        count,
        payload,
    })
}

fn any_node() -> impl Strategy<Value = NodeDraft> {
    let known = proptest::sample::select(NodeKind::KNOWN).prop_map(|kind| kind.id().0);
    let id = prop_oneof![9 => known, 1 => any::<u32>()];
    let leaf = (id, any::<u64>(), proptest::collection::vec(any_property(), 0..5))
        .prop_map(|(id, hash, properties)| NodeDraft {
            id,
            hash,
            properties,
            children: Vec::new(),
        })
        .boxed();
    leaf.clone().prop_recursive(5, 40, 4, move |inner| {
        (leaf.clone(), proptest::collection::vec(inner, 0..4)).prop_map(|(node, children)| node.children(children))
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_the_same_and_writes_the_same_bytes(
        roots in proptest::collection::vec(any_node(), 0..3)
    ) {
        let bytes = write(&roots);
        let (document, diagnostics) = open(&bytes);
        for diagnostic in diagnostics.items() {
            prop_assert!(["C5", "C7", "C19", "C21", "C22"].contains(&diagnostic.id), "{:?}", diagnostic);
        }
        prop_assert_eq!(write_document(&document), bytes);
        fn same(draft: &NodeDraft, node: NodeView<'_>) -> bool {
            let properties = || draft.properties.iter().zip(node.properties());
            (draft.id, draft.hash) == (node.id(), node.hash())
                && draft.properties.len() == node.properties().len()
                && properties().all(|(d, p)| {
                    (d.name.as_str(), d.kind, d.count, d.payload.as_slice())
                        == (&*p.name(), p.kind(), p.count(), p.payload())
                })
                && draft.children.len() == node.children().count()
                && draft.children.iter().zip(node.children()).all(|(d, n)| same(d, n))
        }
        prop_assert_eq!(roots.len(), document.roots().count());
        prop_assert!(roots.iter().zip(document.roots()).all(|(draft, node)| same(draft, node)));
    }
}

/// `structure.json`: every node and property with a checksum, as the format's reference library reads the file.
#[test]
fn documents_agree_with_the_reference_library() {
    let Some(assets) = shared_assets() else { return };
    let text = std::fs::read_to_string(assets.join("structure.json")).expect("structure.json");
    let structure: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let mut compared = 0;
    for (name, wanted) in structure.as_object().expect("one entry for each file") {
        let Ok(bytes) = std::fs::read(assets.join(name)) else {
            println!("skipped: {name} is not there");
            continue;
        };
        let (document, diagnostics) = open(&bytes);
        let nodes: Vec<_> = document.nodes().map(row).collect();
        let wanted: Vec<_> = wanted["nodes"]
            .as_array()
            .expect("nodes")
            .iter()
            .map(wanted_row)
            .collect();
        assert_eq!(nodes, wanted, "{name}");
        assert_eq!(write_document(&document), bytes, "{name}");
        for diagnostic in diagnostics.items() {
            assert!(["C5", "C19", "C22"].contains(&diagnostic.id), "{name}: {diagnostic:?}");
        }
        compared += 1;
    }
    println!("{compared} files agree");
    assert!(compared > 0, "none of the files of structure.json is there");
}

/// Depth, class, hash, and of each property (the last of each name): name, type, count, checksum.
type Row = (usize, u32, u64, Vec<(String, String, u64, u64)>);

fn row(node: NodeView<'_>) -> Row {
    let depth = std::iter::successors(node.parent(), |node| node.parent()).count();
    let mut properties: Vec<(String, String, u64, u64)> = Vec::new();
    for p in node.properties() {
        let (name, kind) = (p.name().into_owned(), p.kind().letter().to_owned());
        let found = (name, kind, p.count().into(), crc32fast::hash(p.string_bytes()).into());
        match properties.iter_mut().find(|earlier| earlier.0 == found.0) {
            Some(earlier) => *earlier = found,
            None => properties.push(found),
        }
    }
    (depth, node.id(), node.hash(), properties)
}

fn wanted_row(value: &serde_json::Value) -> Row {
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let text = |value: &serde_json::Value| value.as_str().expect("a string").to_owned();
    let properties = value[3].as_array().expect("properties").iter().map(|p| {
        // The reference writes vector types as they lie in the file: `3v`.
        let kind = text(&p[1]);
        let kind = kind.strip_suffix('v').map_or(kind.clone(), |digit| format!("v{digit}"));
        (text(&p[0]), kind, number(&p[2]), number(&p[3]))
    });
    let id = u32::from_str_radix(&text(&value[1]), 16).expect("a node id in hex");
    (number(&value[0]) as usize, id, number(&value[2]), properties.collect())
}
