//! Writing then reading gives the same, for any drafts.

use super::patient::open;
use castview_formats::cast::{NodeDraft, NodeKind, NodeView, PropertyDraft, PropertyType, write, write_document};
use proptest::prelude::*;

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
            prop_assert!(["C5", "C7", "C19", "C21", "C22"].contains(&diagnostic.rule.id), "{:?}", diagnostic);
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
