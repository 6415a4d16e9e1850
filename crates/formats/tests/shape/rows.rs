//! docs/formats/shape.md §7, the rows that reading decides: 1–4, 7–12, 15, 18, 28, 30. Rows 4 to 6 are in `stream`,
//! those of meaning in
//! `meaning`.

use crate::document;
use crate::shape_file::samples::{everything, minimal, triangle};
use crate::shape_file::{Array, Bone, Draft, Geometry, Node, Switches, write};
use castview_base::core::{Diagnostics, Options};
use castview_formats::shape::{ShapeError, read};

fn error_of(draft: &Draft) -> ShapeError {
    document(&write(draft, &Switches::default())).expect_err("must be refused")
}

/// A file whose faulty record lies in its second half, where a plain reading's own error is told.
fn padded(change: impl FnOnce(&mut Draft)) -> Draft {
    let mut draft = triangle();
    draft.properties = vec![("filler".into(), "x".repeat(200)); 20];
    change(&mut draft);
    draft
}

fn geometry(change: impl FnOnce(&mut Geometry)) -> ShapeError {
    error_of(&padded(|draft| change(&mut draft.geometries[0])))
}

#[test]
fn rows_1_to_3_what_is_no_shape() {
    let file = write(&minimal(), &Switches::default());
    for length in 0..8 {
        assert_eq!(document(&file[..length]).expect_err("too short").rule().id, "S1");
    }
    assert_eq!(document(b"SHAPES and sizes").expect_err("a text").rule().id, "S2");
    for version in [0u16, 2, 0x0100] {
        let mut other = file.clone();
        other[6..8].copy_from_slice(&version.to_le_bytes());
        let error = document(&other).expect_err("another version");
        assert_eq!(error.rule().id, "S3");
        assert!(error.to_string().contains(&format!("version {version} not supported")));
    }
}

#[test]
fn row_7_a_string_past_the_end() {
    let mut file = write(&padded(|_| ()), &Switches::default());
    // The count of the root's name, 15 letters of 17 bytes, before 134 fixed bytes and the layer count.
    let at = file.len() - 2 - 134 - 17 - 2 - 40 - 1;
    assert_eq!(file[at], 17);
    file[at] = 255;
    let (document, reports) = document(&file).expect("all before it is whole");
    assert_eq!(reports, [format!("S7 at byte {:#x}", file.len())]);
    assert_eq!(document.nodes.len(), 1, "a root that stands for those that are missing");
    assert!(document.text(document.nodes[0].name).is_empty());
}

#[test]
fn row_8_strings_that_are_no_unicode() {
    let mut file = write(&everything(), &Switches::default());
    let at = file
        .windows(8)
        .position(|word| word == b"Somebody")
        .expect("the author");
    file[at] = 0xe9;
    let (found, reports) = document(&file).expect("opens");
    assert_eq!(found.text(found.author), "éomebody");
    assert_eq!(found.text_encoding(), "Windows-1252");
    assert_eq!(reports, [format!("S8  at byte {:#x}", at - 1).replace("  ", " ")]);
    let switches = Switches {
        unicode: true,
        ..Switches::default()
    };
    let mut file = write(&everything(), &switches);
    let at = file.windows(4).position(|word| word == b"S\0o\0").expect("the author");
    file[at..at + 2].copy_from_slice(&0xd83du16.to_le_bytes());
    let (found, reports) = document(&file).expect("opens");
    assert_eq!(found.text(found.author), "\u{fffd}omebody");
    assert!(reports[0].starts_with("S8"), "{reports:?}");
}

/// Trailing NULs that a writer counted are no part of a name (shape.md A6).
#[test]
fn counted_nuls_are_left_out() {
    let mut draft = minimal();
    draft.author = "Ada\0\0".into();
    let found = crate::clean(&write(&draft, &Switches::default()));
    assert_eq!(found.text(found.author), "Ada");
}

#[test]
fn row_9_counts_are_held_against_the_bytes_left() {
    let file = write(&padded(|_| ()), &Switches::default());
    // The child count of the root is the last of its fixed bytes before one geometry's index and bounds.
    let mut children = file.clone();
    let at = file.len() - 2 - 40 - 2 - 1;
    assert_eq!(file[at], 0);
    children[at] = 200;
    let told = |bytes: Vec<u8>| {
        let mut diagnostics = Diagnostics::default();
        read(bytes.into(), &Options::NONE, &mut diagnostics).expect("all before it is whole");
        diagnostics.cut().expect("it is told").message.clone()
    };
    assert_eq!(
        told(children),
        "the file is cut off: 1 of 1 mesh and 1 of at least 201 nodes are here"
    );
    let mut layers = file.clone();
    let at = file.len() - 2;
    layers[at..].copy_from_slice(&60000u16.to_le_bytes());
    assert_eq!(
        told(layers),
        "the file is cut off: 1 of 1 mesh, 1 of 1 node and 0 of 60000 clips are here"
    );
}

#[test]
fn row_10_formats_of_unknown_size() {
    let error = geometry(|geometry| geometry.positions.format = 99);
    assert_eq!(error.rule().id, "S10");
    assert!(
        error.to_string().starts_with("geometry[0]/positions at byte"),
        "{error}"
    );
    assert!(error.to_string().contains("DXGI format 99"), "{error}");
}

#[test]
fn row_12_counts_that_differ_from_the_vertices() {
    let two = Array::float3s(&[[0.0; 3]; 2]);
    let error = geometry(|geometry| geometry.normals = Some(two.clone()));
    assert_eq!(error.rule().id, "S12");
    assert!(error.to_string().ends_with("2 entries for 3 vertices"), "{error}");
    let four = Array::float2s(&[[0.0; 2]; 4]);
    let error = geometry(|geometry| geometry.uvs[1] = Some(four.clone()));
    assert!(
        error.rule().id == "S12" && error.to_string().contains("geometry[0]/uv1"),
        "{error}"
    );
    let bone = Bone {
        name: "b".into(),
        offset: glam::Mat4::IDENTITY,
        weights: vec![1.0],
    };
    let error = geometry(|geometry| geometry.bones.push(bone.clone()));
    assert!(
        error.rule().id == "S12" && error.to_string().contains("geometry[0]/bone[0]"),
        "{error}"
    );
}

#[test]
fn row_15_counts_without_a_format() {
    let error = geometry(|geometry| geometry.indices.format = 0);
    assert_eq!(error.rule().id, "S15");
    assert!(
        error.to_string().contains("3 entries are announced without a format"),
        "{error}"
    );
}

#[test]
fn row_18_depth_and_number_of_nodes() {
    let chain = |depth: usize| {
        let mut root = Node::default();
        for _ in 1..depth {
            root = Node {
                children: vec![root],
                ..Node::default()
            };
        }
        Draft {
            root,
            ..Draft::default()
        }
    };
    let (found, _) = document(&write(&chain(512), &Switches::default())).expect("deep, but allowed");
    assert_eq!(found.nodes.len(), 512);
    let error = error_of(&chain(513));
    assert_eq!(error.rule().id, "S18");
    assert!(error.to_string().contains("deeper than 512"), "{error}");
}

#[test]
fn row_28_bools_that_are_neither() {
    let mut file = write(&triangle(), &Switches::default());
    let at = file.windows(8).position(|w| w == b"mple.org").expect("the website") + 8;
    file[at] = 7;
    let (found, reports) = document(&file).expect("opens");
    assert!(found.allow_edit);
    assert_eq!(reports, [format!("S28 allow edit at byte {:#x}", at + 1)]);
}

#[test]
fn row_30_trailing_data() {
    for (trailing, told) in [(vec![0; 16], false), (vec![0; 17], true), (vec![1], true)] {
        let draft = Draft { trailing, ..triangle() };
        let (_, reports) = document(&write(&draft, &Switches::default())).expect("opens");
        assert_eq!(
            reports.iter().any(|report| report.starts_with("S30")),
            told,
            "{reports:?}"
        );
        assert_eq!(reports.len(), usize::from(told));
    }
}
