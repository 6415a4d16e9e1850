//! Hashes, texts and places that all written nodes need.

use crate::cast::NodeDraft;
use castview_base::core::Place;

/// Hands out a hash for everything that something links to.
pub(super) struct Hashes(pub(super) u64);

impl Hashes {
    pub fn next(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// Hashes count up from here, as in the format's own libraries.
pub(super) const FIRST_HASH: u64 = 0x534E_4957_5254_5250;

pub(super) fn place(what: &str, name: &str) -> Place {
    Place {
        node_path: format!("{what} \"{}\"", name.escape_debug()),
        offset: 0,
    }
}

/// A zero byte would end the string: what comes after it is not written.
pub(super) fn text(node: NodeDraft, name: &str, value: &str) -> NodeDraft {
    node.string(name, value.split('\0').next().unwrap_or_default())
}
