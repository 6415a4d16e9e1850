//! A Cast file in the making, node by node: drafts of all nodes at one time would take several times the file.

use crate::cast::NodeDraft;
use crate::cast::layout::NODE_HEADER;
use crate::cast::write::{close_node, count_of, file_header};

/// A file with one root, to which nodes are added until they are closed.
pub(super) struct Stream {
    out: Vec<u8>,
    open: Vec<Open>,
}

/// A node that may still get children.
struct Open {
    /// Where it starts in the file.
    start: usize,
    children: usize,
}

impl Default for Stream {
    fn default() -> Self {
        Self {
            out: file_header(1),
            open: Vec::new(),
        }
    }
}

impl Stream {
    /// Adds a node with all that the draft has, to which more children come.
    pub fn open(&mut self, node: NodeDraft) {
        let (start, children) = (self.out.len(), node.children.len());
        self.child(node);
        self.open.push(Open { start, children });
    }

    /// Adds a whole node to the one that was opened last.
    pub fn child(&mut self, node: NodeDraft) {
        node.write(&mut self.out);
        if let Some(parent) = self.open.last_mut() {
            parent.children += 1;
        }
    }

    /// Ends the node that was opened last.
    pub fn close(&mut self) {
        let Open { start, children } = self.open.pop().expect("each node is closed once");
        // The count of children ends the header.
        let counted = start + NODE_HEADER;
        self.out[counted - 4..counted].copy_from_slice(&count_of(children).to_le_bytes());
        close_node(&mut self.out, start);
    }

    pub fn finish(self) -> Vec<u8> {
        debug_assert!(self.open.is_empty(), "each node is closed");
        self.out
    }
}
