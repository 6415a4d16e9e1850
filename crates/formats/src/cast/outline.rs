//! Kinds of the topmost nodes of a file, found without reading the rest.
//!
//! In: a way to read a few bytes at a place. Out: kinds. For saying what a file is about before it is opened: sizes are
//! believed as they are, and anything odd ends the look, because reading the file properly comes later.

use super::layout::{FILE_HEADER, NODE_HEADER, NodeHeader, PROPERTY_HEADER, u16_at, u32_at};
use super::{NodeId, NodeKind, PropertyType};

/// Nodes and properties that are looked at.
const MOST: usize = 256;

/// The kinds of the nodes right below the roots, and of nodes that stand beside them, in file order.
///
/// `bytes_at` gives the 24 bytes from a place in the file on, zeros past its end; it is asked at most a few hundred times.
pub fn outline(bytes_at: impl FnMut(u64) -> [u8; NODE_HEADER]) -> Vec<NodeKind> {
    let mut look = Look {
        bytes_at,
        left: MOST,
        kinds: Vec::new(),
    };
    // The kinds that were found before it went wrong still tell what the file is about.
    let _: Option<()> = look.tops();
    look.kinds
}

struct Look<B> {
    bytes_at: B,
    left: usize,
    kinds: Vec<NodeKind>,
}

impl<B: FnMut(u64) -> [u8; NODE_HEADER]> Look<B> {
    fn bytes(&mut self, at: u64) -> Option<[u8; NODE_HEADER]> {
        self.left = self.left.checked_sub(1)?;
        Some((self.bytes_at)(at))
    }

    /// A node that goes on behind its header.
    fn header(&mut self, at: u64) -> Option<NodeHeader> {
        let header = NodeHeader::at(&self.bytes(at)?, 0, NODE_HEADER)?;
        (header.size as usize >= NODE_HEADER).then_some(header)
    }

    /// `None` when it cannot go on.
    fn tops(&mut self) -> Option<()> {
        let roots = u32_at(&self.bytes(0)?, 8);
        let mut at = FILE_HEADER as u64;
        for _ in 0..roots {
            let top = self.header(at)?;
            match NodeId(top.id).kind() {
                NodeKind::Root => self.children(at, &top)?,
                other => self.kinds.push(other),
            }
            at += u64::from(top.size);
        }
        Some(())
    }

    fn children(&mut self, root: u64, header: &NodeHeader) -> Option<()> {
        let mut at = root + NODE_HEADER as u64;
        for _ in 0..header.property_count {
            at = self.property_end(at)?;
        }
        for _ in 0..header.child_count {
            let child = self.header(at)?;
            self.kinds.push(NodeId(child.id).kind());
            at += u64::from(child.size);
        }
        Some(())
    }

    /// `None` for texts, too: their ends would have to be searched. Roots have no properties in files of this world.
    fn property_end(&mut self, at: u64) -> Option<u64> {
        let header = self.bytes(at)?;
        let size = PropertyType::from_code(u16_at(&header, 0))?.element_size()?;
        let payload = u64::from(u32_at(&header, 4)) * size as u64;
        Some(at + PROPERTY_HEADER as u64 + u64::from(u16_at(&header, 2)) + payload)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeDraft, write};
    use super::*;

    fn outline_of(file: &[u8]) -> Vec<NodeKind> {
        outline(|at| {
            let mut bytes = [0; NODE_HEADER];
            let rest = file.get(at as usize..).unwrap_or_default();
            let len = rest.len().min(NODE_HEADER);
            bytes[..len].copy_from_slice(&rest[..len]);
            bytes
        })
    }

    #[test]
    fn only_the_top_is_seen_whatever_is_below() {
        let mesh = NodeDraft::new(NodeKind::Mesh).u8s("f", &[7; 3000]);
        let model = NodeDraft::new(NodeKind::Model).string("n", "body").child(mesh);
        let clip = NodeDraft::new(NodeKind::Animation);
        let roots = [
            NodeDraft::new(NodeKind::Root)
                .u32s("x", &[1, 2])
                .child(model)
                .child(clip.clone()),
            NodeDraft::new(NodeKind::Root).child(clip),
        ];
        let file = write(&roots);
        let wanted = [NodeKind::Model, NodeKind::Animation, NodeKind::Animation];
        assert_eq!(outline_of(&file), wanted);
        // Cut anywhere, what is left of the top is still told.
        for length in 0..file.len() {
            let found = outline_of(&file[..length]);
            assert!(wanted.starts_with(&found), "{length}: {found:?}");
        }
    }

    #[test]
    fn a_file_of_countless_nodes_is_looked_at_for_a_while_only() {
        let children = vec![NodeDraft::new(NodeKind::Instance); 5000];
        let file = write(&[NodeDraft::new(NodeKind::Root).children(children)]);
        assert_eq!(outline_of(&file), vec![NodeKind::Instance; MOST - 2]);
        let mut lies = file.clone();
        lies[16 + 4..16 + 8].fill(0);
        assert_eq!(outline_of(&lies), []);
    }
}
