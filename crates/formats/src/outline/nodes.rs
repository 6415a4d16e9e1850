//! Lines of a file that is made of nodes: each node and each property, unknown ones too, read where it lies.

use super::line::{OutlineId, OutlineLine};
use super::values::{StoredNumber, StoredValues};
use crate::cast::{Document, NodeKind, NodeView, PropertyType, PropertyView};
use std::ops::Range;

/// Bytes of a node's header: id, size, hash and two counts.
const HEADER: usize = 24;

pub fn id(node: NodeView<'_>) -> OutlineId {
    OutlineId((node.index().get() as u64) << 32)
}

fn id_of_property(node: NodeView<'_>, position: usize) -> OutlineId {
    OutlineId(id(node).0 | (position as u64 + 1))
}

/// The node of a line, and its property unless the line is that of the node.
pub fn of(document: &Document, id: OutlineId) -> Option<(NodeView<'_>, Option<PropertyView<'_>>)> {
    let node = document.nth((id.0 >> 32) as usize)?;
    match (id.0 & u64::from(u32::MAX)) as usize {
        0 => Some((node, None)),
        position => Some((node, Some(node.properties().nth(position - 1)?))),
    }
}

pub fn children(document: &Document, of_line: OutlineId) -> Vec<OutlineId> {
    match of(document, of_line) {
        Some((node, None)) => {
            let properties = (0..node.properties().len()).map(|position| id_of_property(node, position));
            properties.chain(node.children().map(id)).collect()
        }
        _ => Vec::new(),
    }
}

pub fn is_branch(document: &Document, line: OutlineId) -> bool {
    let is_property = line.0 & u64::from(u32::MAX) != 0;
    let node = document.nth((line.0 >> 32) as usize).filter(|_| !is_property);
    node.is_some_and(|node| node.properties().len() > 0 || node.children().next().is_some())
}

pub fn parent(document: &Document, line: OutlineId) -> Option<OutlineId> {
    match of(document, line)? {
        (node, Some(_)) => Some(id(node)),
        (node, None) => node.parent().map(id),
    }
}

/// Bytes of the node as far as they are here.
fn place(document: &Document, node: NodeView<'_>) -> Range<usize> {
    let start = node.offset() as usize;
    let size = usize::try_from(node.size()).unwrap_or(usize::MAX).max(HEADER);
    start..start.saturating_add(size).min(document.bytes().len())
}

/// The text of the property `n`.
pub fn called(node: NodeView<'_>) -> String {
    let name = node.property("n").and_then(PropertyView::string);
    name.unwrap_or_default().into_owned()
}

pub fn line(document: &Document, line: OutlineId) -> Option<OutlineLine> {
    Some(match of(document, line)? {
        (node, None) => OutlineLine {
            name: match node.kind() {
                NodeKind::Unknown(kind) => format!("Unknown ({kind:#010x})"),
                kind => kind.name().to_owned(),
            },
            called: called(node),
            value: format!("{:#x} at byte {:#x}, {} bytes", node.hash(), node.offset(), node.size()),
            place: Some(place(document, node)),
            content: None,
            is_branch: is_branch(document, line),
            is_property: false,
        },
        (_, Some(property)) => OutlineLine {
            name: property.name().into_owned(),
            value: told(property),
            place: Some(property.offset() as usize..property.payload_range().end),
            content: Some(property.payload_range()),
            is_property: true,
            ..OutlineLine::default()
        },
    })
}

/// `v3 × 4 = (0, 1, 2), …`.
fn told(property: PropertyView<'_>) -> String {
    let (kind, count) = (property.kind().letter(), property.count());
    format!("{kind} × {count} = {}", property.preview())
}

pub fn values(document: &Document, line: OutlineId) -> Option<StoredValues> {
    let property = of(document, line)?.1?;
    let (number, width) = match property.kind() {
        PropertyType::Byte => (StoredNumber::U8, 1),
        PropertyType::Short => (StoredNumber::U16, 1),
        PropertyType::Integer32 => (StoredNumber::U32, 1),
        PropertyType::Integer64 => (StoredNumber::Hash, 1),
        PropertyType::Float => (StoredNumber::F32, 1),
        PropertyType::Double => (StoredNumber::F64, 1),
        PropertyType::Vector2 => (StoredNumber::F32, 2),
        PropertyType::Vector3 => (StoredNumber::F32, 3),
        PropertyType::Vector4 => (StoredNumber::F32, 4),
        PropertyType::String => return None,
    };
    Some(StoredValues::packed(number, width, property.payload_range()))
}

pub fn at_byte(document: &Document, byte: usize) -> Option<OutlineId> {
    let mut node = document.last_before(byte as u64)?;
    while !place(document, node).contains(&byte) {
        node = node.parent()?;
    }
    let mut properties = node.properties().enumerate();
    let holds =
        |property: &PropertyView<'_>| (property.offset() as usize..property.payload_range().end).contains(&byte);
    let found = properties.find(|(_, property)| holds(property));
    Some(found.map_or_else(|| id(node), |(position, _)| id_of_property(node, position)))
}

/// The first node of each hash but 0, by hash.
pub fn hashes(document: &Document) -> Vec<(u64, u32)> {
    let hashed = document.nodes().filter(|node| node.hash() != 0);
    let mut all: Vec<(u64, u32)> = hashed.map(|node| (node.hash(), node.index().get() as u32)).collect();
    all.sort_unstable();
    all.dedup_by_key(|(hash, _)| *hash);
    all
}

/// `hashes`: those of the document, by hash.
pub fn linked(document: &Document, hashes: &[(u64, u32)], line: OutlineId, value: usize) -> Option<OutlineId> {
    let (node, Some(property)) = of(document, line)? else {
        return None;
    };
    let stored = values(document, line)?.whole(document.bytes(), value)?;
    let name = property.name();
    let bone_of = |skeleton: NodeView<'_>| {
        let bone = skeleton.children_of(NodeKind::Bone).nth(usize::try_from(stored).ok()?);
        bone.map(id)
    };
    match (node.kind(), property.kind()) {
        (NodeKind::Bone, PropertyType::Byte | PropertyType::Short | PropertyType::Integer32)
            if name.eq_ignore_ascii_case("p") =>
        {
            bone_of(node.parent()?)
        }
        (NodeKind::Mesh, _) if name.eq_ignore_ascii_case("wb") => {
            bone_of(node.parent()?.children_of(NodeKind::Skeleton).next()?)
        }
        (_, PropertyType::Integer64) if stored != 0 => {
            let at = hashes.binary_search_by_key(&stored, |(hash, _)| *hash).ok()?;
            let linked = document.nth(hashes[at].1 as usize)?;
            (linked.index() != node.index()).then(|| id(linked))
        }
        _ => None,
    }
}

/// The line of that position among the properties, `n` for instance.
pub fn property_id(node: NodeView<'_>, position: usize) -> OutlineId {
    id_of_property(node, position)
}
