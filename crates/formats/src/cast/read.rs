//! Bytes → document: one forward pass over the container (docs/formats/cast.md §1), with the repairs of §4.
//!
//! In: the bytes of a file. Out: a [`Document`], and a diagnostic for each repair; an error only when the bytes are no Cast file at all.
//! Linear in the length of the file; never recurses, never allocates on the strength of a count. `misfit` handles content that does not fit
//! its node.

use super::file_header::FileHeader;
use super::layout::{
    Extent, FILE_HEADER, Fault, NODE_HEADER, NodeHeader, PROPERTY_HEADER, end_by_counts, property_extent,
};
use super::names::Names;
use super::property::decode;
use super::tree::{FILE, LONG_TEXT, Node, Text, Tree};
use super::{CastError, Document, NodeId, NodeKind, PropertyType};
use crate::cast::read::reader::Frame;
use crate::cast::read::reader::Reader;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Rule, SharedBytes};
use std::ops::Range;

mod misfit;
mod reader;
use misfit::Space;

/// Nodes inside nodes, the root counted (cast.md row 27).
const MAX_DEPTH: usize = 64;
/// NodeSize is 32 bits wide: what a larger file stores is the size modulo this (cast.md row 82).
const SIZE_WRAP: u64 = 1 << 32;

/// Reads the container. Content that could be made sense of is kept; the ids of the diagnostics are the rows of docs/formats/cast.md §4.
pub fn read(bytes: SharedBytes, diagnostics: &mut Diagnostics) -> Result<Document, CastError> {
    read_wrapping(bytes, SIZE_WRAP, diagnostics)
}

fn read_wrapping(bytes: SharedBytes, size_wrap: u64, diagnostics: &mut Diagnostics) -> Result<Document, CastError> {
    let header = FileHeader::read(&bytes, size_wrap, diagnostics)?;
    let mut reader = Reader {
        bytes: &bytes,
        diagnostics,
        tree: Tree::default(),
        frames: Vec::with_capacity(MAX_DEPTH + 1),
        names: Names::default(),
        at: FILE_HEADER,
        size_excludes: header.size_excludes,
        cut: false,
    };
    reader.frames.push(Frame {
        node: FILE,
        limit: bytes.len(),
        declared: bytes.len() as u64,
        children_left: header.roots,
        by_counts: header.by_counts,
        counts_agree: None,
        limited: header.limited,
        abandoned: false,
    });
    while let Some(frame) = reader.frames.last() {
        if frame.children_left == 0 || reader.cut {
            reader.close();
        } else {
            reader.child();
        }
    }
    let mut tree = reader.tree;
    tree.nodes.shrink_to_fit();
    tree.texts.shrink_to_fit();
    Ok(Document::new(bytes, tree))
}

impl<'a> Reader<'a> {
    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file's own frame is closed last")
    }

    fn report(&mut self, rule: &'static Rule, node: u32, offset: usize, message: impl FnOnce() -> String) {
        let tree = &self.tree;
        self.diagnostics.report(rule, || tree.place(node, offset), message);
    }

    fn report_property(
        &mut self,
        rule: &'static Rule,
        at: usize,
        name: Range<usize>,
        message: impl FnOnce() -> String,
    ) {
        let node = self.top().node;
        let (tree, name) = (&self.tree, &self.bytes[name]);
        let place = || tree.place_of_property(node, &decode(name), at);
        self.diagnostics.report(rule, place, message);
    }

    /// Reads the next child of the open node, up to its own first child.
    fn child(&mut self) {
        let (bytes, at, depth) = (self.bytes, self.at, self.frames.len());
        let parent = self.top();
        let Some(header) = NodeHeader::at(bytes, at, parent.limit) else {
            return self.no_room_for_child();
        };
        parent.children_left -= 1;
        let (parent_node, parent_limit) = (parent.node, parent.limit);
        let by_counts = parent.by_counts || parent.counts_agree == Some(true);
        let declared = at as u64 + u64::from(header.size) + self.size_excludes;
        let tree = &self.tree;
        let place = || tree.place_of_next(parent_node, header.id, at);
        if declared < (at + NODE_HEADER) as u64 && !by_counts {
            let size = header.size;
            let message =
                || format!("the size {size} is below a header's 24; this and its later siblings are left out");
            self.diagnostics.report(rule::C10, place, message);
            return self.abandon();
        }
        if depth > MAX_DEPTH {
            let message = || format!("nodes are nested deeper than {MAX_DEPTH}; this one and all in it are left out");
            self.diagnostics.report(rule::C27, place, message);
            self.at = match by_counts {
                true => end_by_counts(bytes, at, 0, 1, parent_limit).unwrap_or(parent_limit),
                false => declared.min(parent_limit as u64) as usize,
            };
            return;
        }
        let kind = NodeId(header.id).kind();
        if depth == 1 && kind != NodeKind::Root {
            let message = || format!("a {} at the top of the file; taken as if inside a root", kind.name());
            self.diagnostics.report(rule::C7, place, message);
        }
        if let NodeKind::Unknown(id) = kind {
            let message = || format!("node class {id:#010x} is not known; kept, but it has no meaning here");
            self.diagnostics.report(rule::C19, place, message);
        }
        // In a file of more than 32 GiB positions in the arrays may not fit in 32 bits.
        if tree.nodes.len() >= FILE as usize - 1 {
            let message = || "the file holds more than can be numbered; the rest is left out".into();
            self.diagnostics.report(rule::C15, place, message);
            self.cut = true;
            return;
        }
        self.open(header, declared, by_counts);
    }

    /// Opens the node at hand and reads its properties.
    fn open(&mut self, header: NodeHeader, declared: u64, by_counts: bool) {
        let (at, parent) = (self.at, self.top());
        let (parent_node, parent_limit) = (parent.node, parent.limit);
        let node = self.tree.nodes.len() as u32;
        self.tree.nodes.push(Node {
            offset: at as u64,
            id: header.id,
            property_count: 0,
            subtree_end: node + 1,
            parent: parent_node,
        });
        self.at = at + NODE_HEADER;
        // Counts that fit the parent but not the node's own size are for cast.md row 13 to judge; and a node that the end of
        // the file cuts has the room it announces.
        let (limit, reach) = match by_counts {
            true => (parent_limit, parent_limit as u64),
            false => (
                declared.min(parent_limit as u64) as usize,
                declared.max(parent_limit as u64),
            ),
        };
        let room = reach - self.at as u64;
        let fit = |count: u32, least: usize| u64::from(count).min(room / least as u64) as u32;
        let properties = fit(header.property_count, PROPERTY_HEADER);
        let children = fit(header.child_count, NODE_HEADER);
        let limited = (properties, children) != (header.property_count, header.child_count);
        if limited {
            let (p, c) = (header.property_count, header.child_count);
            let message = || format!("{p} properties and {c} children do not fit in {room} bytes; reading those found");
            self.report(rule::C15, node, at, message);
        }
        self.frames.push(Frame {
            node,
            limit,
            declared,
            children_left: children,
            by_counts,
            counts_agree: None,
            limited,
            abandoned: false,
        });
        self.read_properties(properties);
        if !self.cut {
            self.names
                .check_repeated(self.bytes, &self.tree, node, self.diagnostics);
        }
    }

    fn read_properties(&mut self, count: u32) {
        let mut left = count;
        while left > 0 {
            let (at, limit) = (self.at, self.top().limit);
            let fault = match property_extent(self.bytes, at, limit) {
                Ok(extent) => {
                    self.keep(at, &extent);
                    left -= 1;
                    continue;
                }
                Err(fault) => fault,
            };
            let end = match &fault {
                Fault::Header { end } | Fault::Name { end } | Fault::Array { end, .. } => *end,
                Fault::Text { .. } => limit as u64 + 1,
                Fault::Type { .. } => limit as u64,
            };
            let room = if end > limit as u64 {
                self.room(end, left)
            } else {
                Space::None
            };
            match room {
                Space::Widened => {}
                Space::FileEnds => return self.drop_cut_node(at, &fault),
                Space::None => return self.give_up(at, fault),
            }
        }
    }

    #[inline]
    fn keep(&mut self, at: usize, extent: &Extent) {
        let node = self
            .tree
            .nodes
            .last_mut()
            .expect("properties belong to the node just opened");
        node.property_count += 1;
        self.tree.property_count += 1;
        let is_long = extent.end - extent.name.end > LONG_TEXT;
        if extent.kind == PropertyType::String && (is_long || !extent.terminated) {
            self.tree.texts.push(Text {
                offset: at as u64,
                end: extent.end as u64,
            });
        }
        self.at = extent.end;
        let node = self.tree.nodes.len() as u32 - 1;
        self.names
            .check(self.bytes, (&self.tree, node), at, extent, self.diagnostics);
    }

    /// Ends the open node, and goes to where the next one starts.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let count = self.tree.nodes.len() as u32;
        if let Some(node) = self.tree.nodes.get_mut(frame.node as usize) {
            node.subtree_end = count;
        }
        if self.cut {
            return;
        }
        let (limit, declared) = (frame.limit, frame.declared);
        if frame.abandoned {
            let inside = usize::try_from(declared)
                .ok()
                .filter(|end| (self.at..limit).contains(end));
            self.at = inside.unwrap_or(limit);
        }
        let (at, left) = (self.at, limit - self.at);
        if frame.node == FILE {
            if left > 0 && !frame.limited {
                let message = || format!("{left} bytes follow the last root node; ignored");
                let tree = &self.tree;
                self.diagnostics.report(rule::C31, || tree.place(FILE, at), message);
            }
        } else if frame.by_counts {
            // That sizes are not believed was reported where it began.
        } else if declared > limit as u64 {
            let header = self.tree.node(frame.node).offset as usize;
            let message =
                || format!("the declared end {declared:#x} lies past {limit:#x}, where its parent ends; clamped");
            self.report(rule::C11, frame.node, header, message);
        } else if left > 0 {
            let message = || format!("the content ends {left} bytes before the node's declared end; skipped to that");
            self.report(rule::C12, frame.node, at, message);
            self.at = limit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{NodeDraft, write};
    use super::*;

    /// cast.md row 82 with sizes stored in 8 bits instead of 32: counts lead through all of it.
    #[test]
    fn sizes_that_wrapped_are_not_believed() {
        let mesh = |name: &str| NodeDraft::new(NodeKind::Mesh).string("n", name).u8s("f", &[7; 300]);
        let model = NodeDraft::new(NodeKind::Model).child(mesh("a")).child(mesh("b"));
        let mut bytes = write(&[NodeDraft::new(NodeKind::Root).child(model)]);
        let honest = read(bytes.clone().into(), &mut Diagnostics::default()).expect("a Cast file");
        for node in honest.nodes() {
            let at = node.offset() as usize + 5;
            bytes[at..at + 3].fill(0);
        }
        let mut diagnostics = Diagnostics::default();
        let document = read_wrapping(bytes.into(), 1 << 8, &mut diagnostics).expect("a Cast file");
        let found: Vec<_> = diagnostics
            .items()
            .iter()
            .map(|d| (d.rule.id, d.place.offset))
            .collect();
        assert_eq!(found, [("C82", 16)]);
        let outline = |document: &Document| -> Vec<_> {
            document
                .nodes()
                .map(|node| (node.path(), node.properties().len()))
                .collect()
        };
        assert_eq!(outline(&document), outline(&honest));
    }
}
