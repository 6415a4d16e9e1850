//! Search in an outline: by text or hash, a bounded number of nodes at a time, and by the thing that a node describes.

use super::line::OutlineId;
use super::nodes;
use super::outlined::{OutlineSource, Outlined};
use crate::cast::{NodeKind, NodeView, PropertyType};

/// Bytes of a text that a search looks at.
const MOST_TEXT: usize = 4096;
/// Bytes that one step of a search looks at, and what a node, a property or an entry counts for beside its text.
const MOST_LOOKED: usize = 4 << 20;
const ENTRY: usize = 64;

/// A kind of thing that files describe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OutlineThing {
    /// A model.
    Model,
    /// A bone.
    Bone,
    /// A mesh.
    Mesh,
    /// Hair.
    Hair,
    /// A blend shape.
    BlendShape,
    /// A material.
    Material,
    /// A clip.
    Clip,
    /// An IK handle.
    Handle,
    /// A constraint.
    Constraint,
    /// Another file, placed in this one.
    Instance,
    /// A camera, a light or another point in space.
    Fixture,
    /// A notification.
    Note,
}

/// Each kind with its node in Cast files and its topmost lists in other formats.
static THINGS: [(OutlineThing, Option<NodeKind>, &[&str]); 12] = [
    (OutlineThing::Bone, Some(NodeKind::Bone), &["bones", "nodes", "curves"]),
    (OutlineThing::Mesh, Some(NodeKind::Mesh), &["meshes", "geometries"]),
    (OutlineThing::Hair, Some(NodeKind::Hair), &[]),
    (OutlineThing::BlendShape, Some(NodeKind::BlendShape), &[]),
    (OutlineThing::Material, Some(NodeKind::Material), &["materials"]),
    (OutlineThing::Handle, Some(NodeKind::IkHandle), &[]),
    (OutlineThing::Constraint, Some(NodeKind::Constraint), &[]),
    (OutlineThing::Instance, Some(NodeKind::Instance), &["sub shapes"]),
    (
        OutlineThing::Note,
        Some(NodeKind::NotificationTrack),
        &["notes", "markers"],
    ),
    (OutlineThing::Clip, Some(NodeKind::Animation), &["animations", "layers"]),
    // Cast files have no cameras and lights.
    (OutlineThing::Fixture, None, &["cameras", "lights", "anchors"]),
    (OutlineThing::Model, Some(NodeKind::Model), &[]),
];

/// A line that describes a thing, by its name and its position among those of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedThing {
    /// Kind of the thing.
    pub kind: OutlineThing,
    /// Its name in the file.
    pub name: String,
    /// How many of the kind and the name come before it.
    pub nth: usize,
}

impl Outlined {
    /// Lines that have `needle` in their kind, their name or a text, or that have it for a hash. Looks at `most` nodes or entries from the
    /// position `from` on, and at fewer where these have long texts; the second is where to go on, if there is more.
    pub fn find(&self, needle: &str, from: usize, most: usize) -> (Vec<OutlineId>, Option<usize>) {
        let needle = needle.trim().to_lowercase();
        let end = from.saturating_add(most).min(self.len());
        let mut found = Vec::new();
        let (mut at, mut looked) = (from, 0);
        while at < end && looked < MOST_LOOKED && !needle.is_empty() {
            match &self.content {
                OutlineSource::Entries(tree) => {
                    looked += ENTRY;
                    if tree.has(at, &needle) {
                        found.push(OutlineId(at as u64));
                    }
                }
                OutlineSource::Nodes(document) => {
                    if let Some(node) = document.nth(at) {
                        looked += find_in_node(node, &needle, &mut found);
                    }
                }
            }
            at += 1;
        }
        let next = if needle.is_empty() { end } else { at };
        (found, (next < self.len()).then_some(next))
    }

    /// The line that describes a thing: of that name the one at position `nth`, else the first of the name. Models and clips, which mostly go
    /// by the name of their file, are found by their position alone where none has the name.
    pub fn thing(&self, kind: OutlineThing, name: &str, nth: usize) -> Option<OutlineId> {
        let named = self
            .named(kind, name)
            .nth(nth)
            .or_else(|| self.named(kind, name).next());
        let is_unnamed = matches!(kind, OutlineThing::Model | OutlineThing::Clip);
        let by_position = || {
            let (_, node_kind, _) = THINGS.iter().find(|(of, ..)| *of == kind)?;
            let mut of_kind = self.nodes()?.nodes().filter(|node| Some(node.kind()) == *node_kind);
            of_kind.nth(nth).map(nodes::id)
        };
        named.or_else(|| by_position().filter(|_| is_unnamed))
    }

    /// The thing that a line describes, or the line above it that does.
    pub fn described(&self, id: OutlineId) -> Option<DescribedThing> {
        let mut next = Some(id);
        while let Some(id) = next {
            if let Some((kind, name)) = self.describes(id) {
                let nth = self.nth_of(kind, &name, id);
                return Some(DescribedThing { kind, name, nth });
            }
            next = self.parent(id);
        }
        None
    }

    fn describes(&self, id: OutlineId) -> Option<(OutlineThing, String)> {
        match &self.content {
            OutlineSource::Nodes(document) => {
                let (node, None) = nodes::of(document, id)? else {
                    return None;
                };
                let (kind, ..) = THINGS.iter().find(|(_, of, _)| *of == Some(node.kind()))?;
                Some((*kind, nodes::called(node)))
            }
            OutlineSource::Entries(tree) => {
                let list = tree.parent(id)?;
                if tree.parent(list).is_some() {
                    return None;
                }
                let (kind, ..) = THINGS.iter().find(|(.., lists)| lists.contains(&tree.name(list)))?;
                Some((*kind, tree.called(id).to_owned()))
            }
        }
    }

    /// How many lines of the kind and the name come before `id`.
    fn nth_of(&self, kind: OutlineThing, name: &str, id: OutlineId) -> usize {
        self.named(kind, name).take_while(|other| *other < id).count()
    }

    /// The lines of a kind and a name, in file order. Costs a walk over all nodes.
    fn named<'a>(&'a self, kind: OutlineThing, name: &'a str) -> Box<dyn Iterator<Item = OutlineId> + 'a> {
        let Some((_, node_kind, lists)) = THINGS.iter().find(|(of, ..)| *of == kind) else {
            return Box::new(std::iter::empty());
        };
        match &self.content {
            OutlineSource::Nodes(document) => {
                let of_kind = document.nodes().filter(move |node| Some(node.kind()) == *node_kind);
                Box::new(of_kind.filter(move |node| nodes::called(*node) == name).map(nodes::id))
            }
            OutlineSource::Entries(tree) => {
                let lists = lists.iter().filter_map(move |list| tree.list(list));
                let of_lists = lists.flat_map(move |list| tree.children(list));
                Box::new(of_lists.filter(move |id| tree.called(*id) == name))
            }
        }
    }
}

/// Looks at one node. Out: about how many bytes were looked at.
fn find_in_node(node: NodeView<'_>, needle: &str, found: &mut Vec<OutlineId>) -> usize {
    let digits = needle.strip_prefix("0x").unwrap_or(needle);
    let is_hash = node.hash() != 0 && digits.len() >= 2 && u64::from_str_radix(digits, 16) == Ok(node.hash());
    if is_hash || node.kind().name().to_lowercase().contains(needle) {
        found.push(nodes::id(node));
    }
    let mut looked = ENTRY;
    for (position, property) in node.properties().enumerate() {
        let text = match property.kind() {
            PropertyType::String => property.string_bytes(),
            _ => &[],
        };
        let text = &text[..text.len().min(MOST_TEXT)];
        looked += ENTRY + text.len();
        let in_name = property.name_bytes().eq_ignore_ascii_case(needle.as_bytes());
        if in_name || String::from_utf8_lossy(text).to_lowercase().contains(needle) {
            found.push(nodes::property_id(node, position));
        }
    }
    looked
}
