//! The document against what the format's reference library read from the same files.

use super::patient::open;
use castview_formats::cast::{NodeView, write_document};
use castview_testkit::assets::shared_assets;

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
            assert!(
                ["C5", "C19", "C22"].contains(&diagnostic.rule.id),
                "{name}: {diagnostic:?}"
            );
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
