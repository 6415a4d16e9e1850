//! A Cast file as stored: nodes and properties as byte ranges beside the one shared buffer.
//!
//! In: what [`read`](super::read()) found. Out: views that borrow; nothing is copied, nothing recurses.
//! Nodes lie in file order (parents before children), so a subtree is a range.

use super::layout::{u32_at, u64_at};
use super::properties::Properties;
use super::tree::{FILE, Node, Text, Tree};
use super::{NodeId, NodeKind};
use castview_base::core::{Place, SharedBytes};

/// Position of a node in its document, file order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeIndex(pub(super) u32);

impl NodeIndex {
    /// The position, from 0.
    pub fn get(self) -> usize {
        self.0 as usize
    }
}

/// One file's nodes and properties. Made only by [`read`](super::read()), which checks every range.
#[derive(Clone, Debug, Default)]
pub struct Document {
    bytes: SharedBytes,
    tree: Tree,
}

impl Document {
    pub(super) fn new(bytes: SharedBytes, tree: Tree) -> Self {
        Self { bytes, tree }
    }

    /// The bytes of the whole file.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// The nodes at the top of the file. One that is not of kind [`NodeKind::Root`] (cast.md row 7) stands for a root that
    /// holds only itself.
    pub fn roots(&self) -> impl Iterator<Item = NodeView<'_>> + Clone {
        self.siblings(0, self.tree.nodes.len() as u32)
    }

    /// All nodes, file order.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeView<'_>> + Clone {
        (0..self.tree.nodes.len()).map(|index| NodeView {
            document: self,
            index: index as u32,
        })
    }

    /// `index` must come from this document.
    pub fn node(&self, index: NodeIndex) -> NodeView<'_> {
        assert!(
            index.get() < self.tree.nodes.len(),
            "a node index belongs to the document that gave it"
        );
        NodeView {
            document: self,
            index: index.0,
        }
    }

    /// The node at that position of the file order.
    pub fn nth(&self, position: usize) -> Option<NodeView<'_>> {
        (position < self.tree.nodes.len()).then_some(NodeView {
            document: self,
            index: position as u32,
        })
    }

    /// The last node in file order whose header begins at `offset` or before it.
    pub fn last_before(&self, offset: u64) -> Option<NodeView<'_>> {
        let after = self.tree.nodes.partition_point(|node| node.offset <= offset);
        self.nth(after.checked_sub(1)?)
    }

    /// How many nodes there are in all, those of unknown classes included.
    pub fn node_count(&self) -> usize {
        self.tree.nodes.len()
    }

    /// How many properties all nodes have together.
    pub fn property_count(&self) -> usize {
        self.tree.property_count
    }

    /// Bytes this document holds beside the file's own.
    pub fn overhead(&self) -> usize {
        self.tree.nodes.capacity() * size_of::<Node>() + self.tree.texts.capacity() * size_of::<Text>()
    }

    fn siblings(&self, first: u32, end: u32) -> impl Iterator<Item = NodeView<'_>> + Clone {
        let mut next = first;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let index = next;
                next = self.tree.node(index).subtree_end;
                NodeView { document: self, index }
            })
        })
    }
}

/// One node of a [`Document`].
#[derive(Clone, Copy, Debug)]
pub struct NodeView<'a> {
    document: &'a Document,
    index: u32,
}

impl<'a> NodeView<'a> {
    fn node(self) -> Node {
        self.document.tree.node(self.index)
    }

    /// The document that the node is in.
    pub fn document(self) -> &'a Document {
        self.document
    }

    /// Where the node stands in [`Document::nodes`].
    pub fn index(self) -> NodeIndex {
        NodeIndex(self.index)
    }

    /// The class of the node.
    pub fn kind(self) -> NodeKind {
        NodeId(self.node().id).kind()
    }

    /// The class as stored.
    pub fn id(self) -> u32 {
        self.node().id
    }

    /// The hash by which links find the node; 0: nothing links to it.
    pub fn hash(self) -> u64 {
        u64_at(&self.document.bytes, self.node().offset as usize + 8)
    }

    /// Offset of the header, from the start of the file.
    pub fn offset(self) -> u64 {
        self.node().offset
    }

    /// NodeSize as stored, right or wrong.
    pub fn size(self) -> u64 {
        u32_at(&self.document.bytes, self.node().offset as usize + 4).into()
    }

    /// The node that holds this one; `None` at the top of the file.
    pub fn parent(self) -> Option<Self> {
        let index = self.node().parent;
        (index != FILE).then_some(Self { index, ..self })
    }

    pub(super) fn spots(self) -> Properties<'a> {
        Properties::of(&self.document.bytes, &self.document.tree, self.node())
    }

    /// The position after the last descendant.
    pub(super) fn subtree_end(self) -> usize {
        self.node().subtree_end as usize
    }

    /// The nodes in this one, not those in these, in file order.
    pub fn children(self) -> impl Iterator<Item = NodeView<'a>> + Clone {
        self.document.siblings(self.index + 1, self.node().subtree_end)
    }

    /// Those of [`Self::children`] that are of class `kind`.
    pub fn children_of(self, kind: NodeKind) -> impl Iterator<Item = NodeView<'a>> + Clone {
        self.children().filter(move |child| child.kind() == kind)
    }

    /// `root[0]/model[0]/mesh[2]`: kinds, and positions among the siblings of that kind. Costs a walk over earlier
    /// siblings: made for messages, not for loops.
    pub fn path(self) -> String {
        self.document.tree.path(self.index)
    }

    /// Path and offset of the node, for reports.
    pub fn place(self) -> Place {
        Place {
            node_path: self.path(),
            offset: self.offset(),
        }
    }

    pub(super) fn place_of_property(self, name: &str, offset: u64) -> Place {
        self.document.tree.place_of_property(self.index, name, offset as usize)
    }
}
