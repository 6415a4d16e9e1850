//! The arrays behind a document: nodes and properties in file order, and the paths that name them.
//!
//! Parents come before children, so a subtree is a range. Nothing here looks at a file's bytes.

use super::NodeId;
use crate::core::Place;
use std::fmt::Write;
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub properties: Vec<Property>,
}

/// `parent` of a node at the top of the file, and the "node" that is the file itself.
pub const FILE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Of the header.
    pub offset: u64,
    pub id: u32,
    /// Its properties end where those of the next node begin.
    pub first_property: u32,
    /// The node after its last descendant.
    pub subtree_end: u32,
    pub parent: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// Of the header.
    pub offset: u64,
    /// After the payload.
    pub end: u64,
}

// A node of 24 bytes costs as much again; vectors that grow may hold twice that.
const _: () = assert!(size_of::<Node>() == 24 && size_of::<Property>() == 16);

impl Tree {
    /// `index` is below the number of nodes.
    pub fn node(&self, index: u32) -> Node {
        self.nodes[index as usize]
    }

    /// `index` is below the number of properties.
    pub fn property(&self, index: u32) -> Property {
        self.properties[index as usize]
    }

    pub fn properties_of(&self, node: u32) -> Range<u32> {
        let end = match self.nodes.get(node as usize + 1) {
            Some(next) => next.first_property,
            None => self.properties.len() as u32,
        };
        self.node(node).first_property..end
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

    /// A property of `node`, in the tree or not. One without a name is told by its offset alone.
    pub fn place_of_property(&self, node: u32, name: &str, offset: usize) -> Place {
        let mut place = self.place(node, offset);
        if !name.is_empty() {
            place.node_path.push('.');
            place.node_path.push_str(name);
        }
        place
    }
}
