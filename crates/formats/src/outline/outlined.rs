//! The outline of a file, whatever its lines are made of.

use super::entry::OutlineEntry;
use super::line::{OutlineId, OutlineLine};
use super::nodes;
use super::tree::EntryTree;
use super::values::StoredValues;
use crate::cast;
use castview_base::core::SharedBytes;
use std::sync::OnceLock;

/// A file as it is stored.
#[derive(Clone, Debug)]
pub struct Outlined {
    bytes: SharedBytes,
    pub(super) content: OutlineSource,
    /// The first node of each hash, by hash; made at the first question.
    hashes: OnceLock<Vec<(u64, u32)>>,
}

/// Source of the lines.
#[derive(Clone, Debug)]
pub enum OutlineSource {
    Nodes(cast::Document),
    Entries(EntryTree),
}

impl Outlined {
    pub(crate) fn of_nodes(document: cast::Document) -> Self {
        Self {
            bytes: document.bytes().clone(),
            content: OutlineSource::Nodes(document),
            hashes: OnceLock::new(),
        }
    }

    pub(crate) fn of_entries(bytes: SharedBytes, entries: Vec<OutlineEntry>) -> Self {
        let tree = EntryTree::of(entries, bytes.len());
        Self {
            bytes,
            content: OutlineSource::Entries(tree),
            hashes: OnceLock::new(),
        }
    }

    /// The bytes that all places count in: those of the file, or its content if that is packed.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// The document of a file that is made of nodes.
    pub fn nodes(&self) -> Option<&cast::Document> {
        match &self.content {
            OutlineSource::Nodes(document) => Some(document),
            OutlineSource::Entries(_) => None,
        }
    }

    /// How many nodes or entries there are.
    pub fn len(&self) -> usize {
        match &self.content {
            OutlineSource::Nodes(document) => document.node_count(),
            OutlineSource::Entries(tree) => tree.len(),
        }
    }

    /// Whether there is nothing to list.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The topmost lines.
    pub fn roots(&self) -> Vec<OutlineId> {
        match &self.content {
            OutlineSource::Nodes(document) => document.roots().map(nodes::id).collect(),
            OutlineSource::Entries(tree) => tree.roots(),
        }
    }

    /// The lines right below one: properties first, in file order.
    pub fn children(&self, id: OutlineId) -> Vec<OutlineId> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::children(document, id),
            OutlineSource::Entries(tree) => tree.children(id),
        }
    }

    /// Whether there are lines below one.
    pub fn is_branch(&self, id: OutlineId) -> bool {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::is_branch(document, id),
            OutlineSource::Entries(tree) => tree.is_branch(id),
        }
    }

    /// The line above.
    pub fn parent(&self, id: OutlineId) -> Option<OutlineId> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::parent(document, id),
            OutlineSource::Entries(tree) => tree.parent(id),
        }
    }

    /// The line itself; `None` for an id of another file.
    pub fn line(&self, id: OutlineId) -> Option<OutlineLine> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::line(document, id),
            OutlineSource::Entries(tree) => tree.line(id),
        }
    }

    /// The array that a line stands for, to be read value by value.
    pub fn values(&self, id: OutlineId) -> Option<StoredValues> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::values(document, id),
            OutlineSource::Entries(tree) => tree.values(id),
        }
    }

    /// The innermost line whose bytes have `byte`.
    pub fn at_byte(&self, byte: usize) -> Option<OutlineId> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::at_byte(document, byte),
            OutlineSource::Entries(tree) => tree.at_byte(byte),
        }
    }

    /// The first node of each hash. Making it costs a walk over all nodes, so whoever reads in the background asks for it there.
    pub fn hashes(&self) -> &[(u64, u32)] {
        self.hashes
            .get_or_init(|| self.nodes().map(nodes::hashes).unwrap_or_default())
    }

    /// The line that a value of `id` names: by a hash, or by the position of a bone or another entry.
    pub fn linked(&self, id: OutlineId, value: usize) -> Option<OutlineId> {
        match &self.content {
            OutlineSource::Nodes(document) => nodes::linked(document, self.hashes(), id, value),
            OutlineSource::Entries(tree) => tree.linked(id),
        }
    }
}
