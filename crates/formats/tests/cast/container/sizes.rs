//! cast.md rows 1 to 16: the file, its nodes, their sizes and counts.

use super::patient::{ALL, MESH_A, MESH_B, MODEL, Patient, check, draft, open};
use castview_base::core::{Diagnostics, Severity};
use castview_formats::cast::{NodeDraft, NodeKind, NodeView, read, write_document};

#[test]
fn rows_1_and_2_reject_what_is_no_cast_file() {
    let good = Patient::good().bytes;
    let rejected = |bytes: &[u8]| {
        let error = read(bytes.to_vec().into(), &mut Diagnostics::default()).expect_err("not a Cast file");
        (error.rule().id, error.to_string())
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
    let (whole, _) = open(&good);
    let mut cut_meshes = 0;
    for length in 16..good.len() {
        let (document, diagnostics) = open(&good[..length]);
        let ids: Vec<_> = diagnostics.items().iter().map(|d| d.rule.id).collect();
        assert_eq!(ids, [if length < 40 { "C6" } else { "C9" }], "cut at {length}");
        let told = diagnostics.cut().expect("the cut is told");
        assert_eq!(told.rule.severity, Severity::Error);
        let wanted = match length < 40 {
            true => "the file is cut off: 0 of 1 root nodes are here",
            false => "the file is cut off: ",
        };
        assert!(told.message.starts_with(wanted), "{}", told.message);
        let count = |kind| document.nodes().filter(|node| node.kind() == kind).count();
        let own_end = |node: NodeView<'_>| node.properties().map(|p| p.payload_range().end).max().unwrap_or(0);
        let is_cut = |kind| {
            let mut nodes = whole.nodes().filter(|node| node.kind() == kind);
            nodes.any(|node| node.offset() as usize + 24 <= length && length < own_end(node))
        };
        cut_meshes += usize::from(is_cut(NodeKind::Mesh));
        for (kind, one, many) in [(NodeKind::Mesh, "mesh", "meshes"), (NodeKind::Curve, "curve", "curves")] {
            let of = |count| if count == 1 { one } else { many };
            let wanted = match (count(kind), is_cut(kind)) {
                (here, true) => format!(" {here} of at least {} {} ", here + 1, of(here + 1)),
                (0, false) => format!(" no {one} "),
                (here, false) => format!(" {here} {} ", of(here)),
            };
            let has_none = count(kind) == 0 && !is_cut(kind);
            let is_told = told.message.contains(&wanted) || has_none && !told.message.contains(one);
            assert!(length < 40 || is_told, "{wanted:?} at {length}: {}", told.message);
        }
        assert!(length < 40 || told.message.ends_with(" missing"), "{}", told.message);
        let end = |node: NodeView<'_>| node.properties().map(|p| p.payload_range().end).max().unwrap_or(0);
        assert!(document.nodes().all(|node| end(node) <= length));
    }
    assert!(cut_meshes > 100, "{cut_meshes}");
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
