//! The Cast reader's body, and what its documents promise.

use super::laws;
use castview_base::core::Diagnostics;
use castview_formats::cast::{Document, NodeView, lower, read, write_document};

/// Files up to this size are also held against the laws of documents; larger ones are left out for speed.
const LAWFUL: usize = 32 << 10;

pub fn opens(bytes: &[u8]) -> bool {
    let mut diagnostics = Diagnostics::default();
    let Ok(document) = read(bytes.to_vec().into(), &mut diagnostics) else {
        return false;
    };
    let scene = lower(&document, "hostile", &mut diagnostics);
    laws::keeps_its_laws(&scene);
    if bytes.len() <= LAWFUL {
        is_sound(&document);
        is_written_again_the_same(&document);
    }
    true
}

/// Every range lies in the file, in file order, and every way to read a property returns.
fn is_sound(document: &Document) {
    let mut end = 16;
    for node in document.nodes() {
        assert!(
            node.offset() >= end && !node.path().is_empty(),
            "{} overlaps what is before it",
            node.place()
        );
        end = node.offset() + 24;
        for property in node.properties() {
            let payload = property.payload_range();
            assert!(
                property.offset() >= end && payload.end <= document.bytes().len(),
                "{} overlaps what is before it",
                property.place()
            );
            end = payload.end as u64;
            assert!(
                property.preview().chars().count() <= 200,
                "{} is shown too long",
                property.place()
            );
            let _ = (
                property.uint(),
                property.float(),
                property.hash(),
                property.is_true(),
                property.vec3(),
            );
            let _ = (
                property.uints(),
                property.floats(),
                property.vec2s(),
                property.vec3s(),
                property.vec4s(),
            );
            let _ = (
                property.strings().map(|strings| strings.count()),
                property.hashes(),
                property.vec4(),
            );
        }
    }
}

/// Checks that a document we could read is a good file: written and read again it is the same, and needs no repair.
fn is_written_again_the_same(document: &Document) {
    let mut diagnostics = Diagnostics::default();
    let again = read(write_document(document).into(), &mut diagnostics).expect("what was written opens");
    let harmless = ["C5", "C7", "C19", "C20", "C21", "C22", "C25"];
    if let Some(repair) = diagnostics.items().iter().find(|d| !harmless.contains(&d.rule.id)) {
        panic!(
            "written again it needs {} {}: {}",
            repair.rule.id, repair.place, repair.message
        );
    }
    type Row = (u32, u64, Option<usize>, Vec<(Vec<u8>, Vec<u8>)>);
    fn row(node: NodeView<'_>) -> Row {
        let parts = node
            .properties()
            .map(|p| (p.name_bytes().to_vec(), p.string_bytes().to_vec()));
        (
            node.id(),
            node.hash(),
            node.parent().map(|parent| parent.index().get()),
            parts.collect(),
        )
    }
    assert!(
        document.nodes().map(row).eq(again.nodes().map(row)),
        "written again it reads differently"
    );
}
