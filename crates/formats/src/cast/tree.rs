//! The arrays behind a document: nodes in file order, and the paths that name them.
//!
//! Parents come before children, so a subtree is a range. Properties lie one after the other behind their node's header
//! and are found by walking there ([`Properties`](super::properties::Properties)), so they need no array of their own;
//! only long texts do, which a walk would have to search for their ends again and again.
//! Nothing here looks at a file's bytes.

use super::NodeId;
use castview_base::core::Place;
use std::fmt::Write;
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    /// Number of the properties of all nodes together.
    pub property_count: usize,
    /// Texts longer than [`LONG_TEXT`], and those without a terminator, in file order.
    pub texts: Vec<Text>,
}

/// Bytes of text that a walk over properties may search for a terminator.
pub const LONG_TEXT: usize = 64;

/// `parent` of a node at the top of the file, and the "node" that is the file itself.
pub const FILE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Offset of the header.
    pub offset: u64,
    pub id: u32,
    pub property_count: u32,
    /// The node after its last descendant.
    pub subtree_end: u32,
    pub parent: u32,
}

/// Where a text ends that a walk should not search.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Offset of the header of its property.
    pub offset: u64,
    /// After the payload.
    pub end: u64,
}

// A node of 24 bytes costs as much again.
const _: () = assert!(size_of::<Node>() == 24);

impl Tree {
    /// `index` is below the number of nodes.
    pub fn node(&self, index: u32) -> Node {
        self.nodes[index as usize]
    }

    /// The end of the text property at `offset`, if it is one of the noted ones.
    #[inline]
    pub fn text_end(&self, offset: usize) -> Option<usize> {
        if self.texts.is_empty() {
            return None;
        }
        let found = self.texts.binary_search_by_key(&(offset as u64), |text| text.offset);
        found.ok().map(|index| self.texts[index].end as usize)
    }

    /// The path of a node: kind and position among the siblings of that kind, from the top. Empty for [`FILE`].
    /// Needs `subtree_end` of earlier siblings only, so it also works while the tree is being read.
    pub fn path(&self, node: u32) -> String {
        let mut chain = Vec::new();
        let mut next = node;
        while next != FILE {
            chain.push(next);
            next = self.node(next).parent;
        }
        let (mut path, mut first_sibling) = (String::new(), 0);
        for &node in chain.iter().rev() {
            self.push_step(&mut path, first_sibling..node, self.node(node).id);
            first_sibling = node + 1;
        }
        path
    }

    /// Appends `/mesh[2]` for a node of class `id` that comes after the siblings in `before`.
    fn push_step(&self, path: &mut String, before: Range<u32>, id: u32) {
        let word = NodeId(id).kind().word();
        let (mut position, mut sibling) = (0, before.start);
        while sibling < before.end {
            position += u32::from(NodeId(self.node(sibling).id).kind().word() == word);
            sibling = self.node(sibling).subtree_end;
        }
        let slash = if path.is_empty() { "" } else { "/" };
        write!(path, "{slash}{word}[{position}]").expect("writing to a String cannot fail");
    }

    /// A byte inside `node`.
    pub fn place(&self, node: u32, offset: usize) -> Place {
        Place {
            node_path: self.path(node),
            offset: offset as u64,
        }
    }

    /// A node of class `id` that is not in the tree and would come next under `parent`.
    pub fn place_of_next(&self, parent: u32, id: u32, offset: usize) -> Place {
        let mut place = self.place(parent, offset);
        let first = if parent == FILE { 0 } else { parent + 1 };
        self.push_step(&mut place.node_path, first..self.nodes.len() as u32, id);
        place
    }

    /// A property of `node`. One without a name is told by its offset alone.
    pub fn place_of_property(&self, node: u32, name: &str, offset: usize) -> Place {
        let mut place = self.place(node, offset);
        if !name.is_empty() {
            place.node_path.push('.');
            place.node_path.push_str(name);
        }
        place
    }
}
