//! Bytes → document: one forward pass over the container (spec/cast.md 1), with the repairs of section 4.
//!
//! In: the bytes of a file. Out: a [`Document`], and a diagnostic for each repair; an error only when the bytes are no
//! Cast file at all. Linear in the length of the file; never recurses, never allocates on the strength of a count.

use super::document::{NO_PARENT, Node, Property, path_of, path_of_next};
use super::layout::{
    Extent, FILE_HEADER, Fault, NODE_HEADER, NodeHeader, PROPERTY_HEADER, end_by_counts, property_extent, u16_at,
    u32_at,
};
use super::property::decode;
use super::{CastError, Document, NodeId, NodeKind, PropertyType};
use crate::core::{Diagnostics, Place, SharedBytes};
use std::ops::Range;

/// Nodes inside nodes, the root counted (row 27).
const MAX_DEPTH: usize = 64;
/// NodeSize is 32 bits wide: what a larger file stores is the size modulo this (row 82).
const SIZE_WRAP: u64 = 1 << 32;

/// Reads the container. What could be made sense of is kept; see the rows of spec/cast.md section 4, whose numbers
/// are the ids of the diagnostics.
pub fn read(bytes: SharedBytes, diagnostics: &mut Diagnostics) -> Result<Document, CastError> {
    read_wrapping(bytes, SIZE_WRAP, diagnostics)
}

fn read_wrapping(bytes: SharedBytes, size_wrap: u64, diagnostics: &mut Diagnostics) -> Result<Document, CastError> {
    let length = bytes.len();
    let Some(header) = bytes.first_chunk::<FILE_HEADER>() else {
        let place = Place::default();
        return Err(CastError::TooShort { place, length });
    };
    if !header.starts_with(b"cast") {
        let found = [header[0], header[1], header[2], header[3]];
        let place = Place::default();
        return Err(CastError::WrongMagic { place, found });
    }
    let mut reader = Reader {
        bytes: &bytes,
        diagnostics,
        nodes: Vec::new(),
        properties: Vec::new(),
        frames: Vec::with_capacity(MAX_DEPTH + 1),
        keys: Vec::new(),
        at: FILE_HEADER,
        size_excludes: 0,
        latin_reported: false,
        cut: false,
    };
    reader.file_header(u32_at(header, 4), u32_at(header, 8), u32_at(header, 12), size_wrap);
    while let Some(frame) = reader.frames.last() {
        if frame.children_left == 0 || reader.cut {
            reader.close();
        } else {
            reader.child();
        }
    }
    let (nodes, properties) = (reader.nodes, reader.properties);
    Ok(Document::new(bytes, nodes, properties))
}

/// A node whose content is being read, or the file itself (`node` is [`NO_PARENT`]).
struct Frame {
    node: u32,
    /// Nothing of the content may reach past this.
    limit: usize,
    /// The end by NodeSize as stored; may lie past `limit`, even past the file.
    declared: u64,
    children_left: u32,
    /// The sizes of this node and of all in it are not believed: only counts are (rows 13, 82).
    by_counts: bool,
    /// Whether the counts of all children agree with this node's own size; asked once (row 13).
    counts_agree: Option<bool>,
    /// A count was limited (rows 6, 15), so running out of room was announced.
    limited: bool,
    /// The rest of the content cannot be found; what is missing was reported.
    abandoned: bool,
}

/// What becomes of content that needs more bytes than its node has.
enum Room {
    /// The limit has been moved: try again.
    Widened,
    /// The file ends inside the node.
    FileEnds,
    /// There is no more.
    None,
}

struct Reader<'a> {
    bytes: &'a [u8],
    diagnostics: &'a mut Diagnostics,
    nodes: Vec<Node>,
    properties: Vec<Property>,
    frames: Vec<Frame>,
    /// Names of the node at hand as numbers, and their properties; storage for [`Reader::note_duplicates`].
    keys: Vec<(u64, u32)>,
    at: usize,
    /// 24 in a file whose sizes leave the header out (row 14).
    size_excludes: u64,
    latin_reported: bool,
    /// The file ends here, inside a node (row 9): everything open is closed as it is.
    cut: bool,
}

impl<'a> Reader<'a> {
    fn file_header(&mut self, version: u32, roots: u32, flags: u32, size_wrap: u64) {
        let place = |offset| Place {
            node_path: String::new(),
            offset,
        };
        if version != 1 {
            let message = || format!("version {version} is not known; read as version 1");
            self.diagnostics.warn("C3", || place(4), message);
        }
        if flags != 0 {
            let message = || format!("the reserved flags are {flags:#x} instead of 0; ignored");
            self.diagnostics.note("C4", || place(12), message);
        }
        if roots == 0 {
            let message = || "the file has no root node: there is nothing in it".into();
            self.diagnostics.note("C5", || place(8), message);
        }
        let length = self.bytes.len();
        let fit = (length - FILE_HEADER) / NODE_HEADER;
        let children_left = roots.min(u32::try_from(fit).unwrap_or(u32::MAX));
        if children_left < roots {
            let message = || format!("{roots} root nodes are announced, at most {fit} fit; reading those found");
            self.diagnostics.warn("C6", || place(8), message);
        }
        if self.sizes_leave_out_headers(children_left) {
            self.size_excludes = NODE_HEADER as u64;
            let message = || "node sizes leave out the 24 bytes of the header; read by that rule".into();
            self.diagnostics.warn("C14", || place(FILE_HEADER as u64), message);
        }
        let by_counts = length as u64 >= size_wrap && self.end_by_sizes(children_left) != Some(length as u64);
        if by_counts {
            let message = || "the file is too big for 32-bit node sizes; counts are believed instead".into();
            self.diagnostics.warn("C82", || place(FILE_HEADER as u64), message);
        }
        self.frames.push(Frame {
            node: NO_PARENT,
            limit: length,
            declared: length as u64,
            children_left,
            by_counts,
            counts_agree: None,
            limited: children_left < roots,
            abandoned: false,
        });
    }

    /// Where the top-level nodes end, going by their sizes alone.
    fn end_by_sizes(&self, roots: u32) -> Option<u64> {
        let mut at = FILE_HEADER;
        for _ in 0..roots {
            let size = NodeHeader::at(self.bytes, at, self.bytes.len())?.size;
            at = at
                .checked_add(size as usize)?
                .checked_add(self.size_excludes as usize)?;
        }
        Some(at as u64)
    }

    /// Row 14: the one root's size is 24 short of the file's end, and by counts the content does end there.
    /// (Without the second half, 24 stray bytes after a good file would look the same.)
    fn sizes_leave_out_headers(&self, roots: u32) -> bool {
        let length = self.bytes.len();
        let Some(first) = NodeHeader::at(self.bytes, FILE_HEADER, length) else {
            return false;
        };
        roots == 1
            && FILE_HEADER as u64 + NODE_HEADER as u64 + u64::from(first.size) == length as u64
            && end_by_counts(self.bytes, FILE_HEADER, 0, 1, length) == Some(length)
    }

    fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the file's own frame is closed last")
    }

    fn warn(&mut self, id: &'static str, node: u32, offset: usize, message: impl FnOnce() -> String) {
        let nodes = &self.nodes;
        self.diagnostics.warn(id, || place_in(nodes, node, offset), message);
    }

    fn warn_of_property(&mut self, id: &'static str, offset: usize, name: Range<usize>, message: &str) {
        let (bytes, node) = (self.bytes, self.top().node);
        let nodes = &self.nodes;
        let place = || place_of_property(nodes, node, offset, &bytes[name]);
        self.diagnostics.warn(id, place, || message.into());
    }

    /// Reads the next child of the open node, up to its own first child.
    fn child(&mut self) {
        let (bytes, at, parent) = (self.bytes, self.at, self.top());
        let Some(header) = NodeHeader::at(bytes, at, parent.limit) else {
            return self.no_room_for_child();
        };
        parent.children_left -= 1;
        let (parent_node, parent_limit) = (parent.node, parent.limit);
        let by_counts = parent.by_counts || parent.counts_agree == Some(true);
        let declared = at as u64 + u64::from(header.size) + self.size_excludes;
        let depth = self.frames.len();
        let nodes = &self.nodes;
        let place = || place_of_next(nodes, parent_node, header.id, at);
        if declared < (at + NODE_HEADER) as u64 && !by_counts {
            let size = header.size;
            let message = || {
                format!(
                    "the node's size {size} is below the 24 bytes of a header; it and what follows in its parent are left out"
                )
            };
            self.diagnostics.warn("C10", place, message);
            return self.abandon();
        }
        if depth > MAX_DEPTH {
            let message = || format!("nodes are nested deeper than {MAX_DEPTH}; this one and all in it are left out");
            self.diagnostics.warn("C27", place, message);
            self.at = if by_counts {
                end_by_counts(self.bytes, at, 0, 1, parent_limit).unwrap_or(parent_limit)
            } else {
                declared.min(parent_limit as u64) as usize
            };
            return;
        }
        let kind = NodeId(header.id).kind();
        if depth == 1 && kind != NodeKind::Root {
            let message = || {
                format!(
                    "a {} node stands at the top of the file; taken as if inside a root",
                    kind.name()
                )
            };
            self.diagnostics.warn("C7", place, message);
        }
        if let NodeKind::Unknown(id) = kind {
            let message = || format!("node class {id:#010x} is not known; kept, but it has no meaning here");
            self.diagnostics.note("C19", place, message);
        }
        // Above 4 billion nodes or properties (a file of 32 GB at least) positions would not fit.
        if self.nodes.len().max(self.properties.len()) >= NO_PARENT as usize - 1 {
            let message =
                || "the file holds more nodes or properties than can be numbered; the rest is left out".into();
            self.diagnostics.warn("C15", place, message);
            self.cut = true;
            return;
        }
        self.open(header, declared, by_counts);
    }

    /// Opens the node at hand and reads its properties.
    fn open(&mut self, header: NodeHeader, declared: u64, by_counts: bool) {
        let (at, parent) = (self.at, self.top());
        let (parent_node, parent_limit) = (parent.node, parent.limit);
        let node = self.nodes.len() as u32;
        let first_property = self.properties.len() as u32;
        self.nodes.push(Node {
            offset: at as u64,
            id: header.id,
            first_property,
            subtree_end: node + 1,
            parent: parent_node,
        });
        self.at = at + NODE_HEADER;
        // A node cut by the end of the file has the room it announces: that is row 9, not a lie.
        let end = if by_counts {
            parent_limit as u64
        } else {
            declared.max(parent_limit as u64)
        };
        let room = end - self.at as u64;
        let fit = |count: u32, least: usize| u64::from(count).min(room / least as u64) as u32;
        let properties = fit(header.property_count, PROPERTY_HEADER);
        let children = fit(header.child_count, NODE_HEADER);
        let limited = (properties, children) != (header.property_count, header.child_count);
        if limited {
            let (p, c) = (header.property_count, header.child_count);
            let message = || format!("{p} properties and {c} children do not fit in {room} bytes; reading those found");
            self.warn("C15", node, at, message);
        }
        let limit = if by_counts {
            parent_limit
        } else {
            declared.min(parent_limit as u64) as usize
        };
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
        if self.properties.len() as u32 - first_property > 1 {
            self.note_duplicates(first_property);
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
                Room::None
            };
            match room {
                Room::Widened => {}
                Room::FileEnds => return self.drop_cut_node(at, &fault),
                Room::None => return self.give_up(at, fault),
            }
        }
    }

    fn keep(&mut self, at: usize, extent: &Extent) {
        self.properties.push(Property {
            offset: at as u64,
            end: extent.end as u64,
        });
        self.at = extent.end;
        let (mut upper, mut high) = (false, false);
        for &byte in &self.bytes[extent.name.clone()] {
            upper |= byte.is_ascii_uppercase();
            high |= byte >= 0x80;
        }
        if upper {
            let (bytes, node) = (self.bytes, self.top().node);
            let nodes = &self.nodes;
            let place = || place_of_property(nodes, node, at, &bytes[extent.name.clone()]);
            self.diagnostics.note("C21", place, || {
                "the name is not in lower case; taken as if it were".into()
            });
        }
        if extent.name.is_empty() {
            self.warn_of_property(
                "C20",
                at,
                extent.name.clone(),
                "a property without a name has no meaning; kept unread",
            );
        }
        let text = extent.kind == PropertyType::String;
        if (high || text) && !self.latin_reported {
            let end = if text { extent.end } else { extent.name.end };
            let parts = [extent.name.clone(), extent.name.end..end];
            if parts
                .into_iter()
                .any(|part| std::str::from_utf8(&self.bytes[part]).is_err())
            {
                self.latin_reported = true;
                let message = "the text is not UTF-8; it and others of this file like it are read as Latin-1";
                self.warn_of_property("C25", at, extent.name.clone(), message);
            }
        }
    }

    /// Row 22: of properties of one name the last counts.
    fn note_duplicates(&mut self, first: u32) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        for index in first..self.properties.len() as u32 {
            keys.push((name_key(self.name_of(index)), index));
        }
        // Pairs of a few are compared faster than sorted.
        let suspect = match keys.len() {
            ..=16 => (1..keys.len()).any(|i| keys[..i].iter().any(|&(key, _)| key == keys[i].0)),
            _ => {
                keys.sort_unstable();
                keys.windows(2).any(|pair| pair[0].0 == pair[1].0)
            }
        };
        if suspect {
            keys.sort_unstable();
            for pair in keys.windows(2) {
                let (earlier, later) = (self.name_of(pair[0].1), self.name_of(pair[1].1));
                if earlier.eq_ignore_ascii_case(later) {
                    let (nodes, node) = (&self.nodes, self.nodes.len() as u32 - 1);
                    let offset = self.properties[pair[1].1 as usize].offset as usize;
                    let place = || place_of_property(nodes, node, offset, later);
                    let message = || "the node has a property of this name already; the last one counts".into();
                    self.diagnostics.note("C22", place, message);
                }
            }
        }
        self.keys = keys;
    }

    fn name_of(&self, property: u32) -> &'a [u8] {
        let at = self.properties[property as usize].offset as usize;
        let size = usize::from(u16_at(self.bytes, at + 2));
        &self.bytes[at + PROPERTY_HEADER..at + PROPERTY_HEADER + size]
    }

    /// The node at hand needs bytes up to `end`, past its limit, with `properties` of its own still to read at
    /// [`Self::at`].
    fn room(&mut self, end: u64, properties: u32) -> Room {
        let length = self.bytes.len();
        let (last, before) = self
            .frames
            .split_last_mut()
            .expect("the file's own frame is closed last");
        let believed = last.by_counts || end <= last.declared;
        if last.limit == length && believed && (last.by_counts || last.declared > length as u64) {
            return Room::FileEnds;
        }
        let Some(parent) = before.last_mut() else {
            return Room::None;
        };
        if last.by_counts || last.limited || parent.limit == last.limit {
            return Room::None;
        }
        // Row 13: do the counts lead to where the parent's own size says it ends?
        let left = u64::from(last.children_left) + u64::from(parent.children_left);
        let (bytes, at, declared) = (self.bytes, self.at, parent.declared);
        let agree = *parent.counts_agree.get_or_insert_with(|| {
            let declared = usize::try_from(declared).unwrap_or(usize::MAX);
            declared <= length && end_by_counts(bytes, at, properties, left, declared) == Some(declared)
        });
        if !agree {
            return Room::None;
        }
        last.limit = parent.limit;
        last.by_counts = true;
        let (node, header, size) = (last.node, self.nodes[last.node as usize].offset as usize, last.declared);
        let message = || {
            format!(
                "the content runs past the node's declared end {size:#x}, and what follows agrees with that; counts are believed"
            )
        };
        self.warn("C13", node, header, message);
        Room::Widened
    }

    /// Reports why the rest of the node at hand cannot be read, and skips to its end.
    fn give_up(&mut self, at: usize, fault: Fault) {
        let (node, limit, limited) = (self.top().node, self.top().limit, self.top().limited);
        match fault {
            Fault::Header { .. } if limited => {}
            Fault::Header { .. } => {
                let message =
                    || format!("the node has more properties than fit before its end at {limit:#x}; cut there");
                self.warn("C13", node, at, message);
            }
            Fault::Type { code } => {
                let message = || {
                    format!(
                        "property type {code:#06x} is not known, so its length is not; the rest of the node is skipped"
                    )
                };
                self.warn("C18", node, at, message);
            }
            Fault::Name { .. } => {
                let message =
                    || "a property's name is longer than what is left; the rest of the node is skipped".into();
                self.warn("C20", node, at, message);
            }
            Fault::Array { name, count, .. } => {
                let message = format!(
                    "the array claims {count} elements, more than the {} bytes left; the rest of the node is skipped",
                    limit - name.end
                );
                self.warn_of_property("C16", at, name, &message);
            }
            Fault::Text { name } => {
                let extent = Extent {
                    kind: PropertyType::String,
                    name: name.clone(),
                    end: limit,
                };
                self.keep(at, &extent);
                self.warn_of_property("C24", at, name, "the text has no end; cut at the end of the node");
            }
        }
        self.abandon();
    }

    /// Row 9: the file ends inside the node at hand, whose properties are therefore not complete.
    fn drop_cut_node(&mut self, at: usize, fault: &Fault) {
        let length = self.bytes.len();
        let message = || {
            format!(
                "the file is cut short: it ends at {length:#x}, inside this; the node is left out, all before it is kept"
            )
        };
        match fault {
            Fault::Array { name, .. } | Fault::Text { name } => {
                self.warn_of_property("C9", at, name.clone(), &message())
            }
            _ => {
                let node = self.top().node;
                self.warn("C9", node, at, message);
            }
        }
        self.cut = true;
        if let Some(frame) = self.frames.pop()
            && let Some(node) = self.nodes.pop()
        {
            debug_assert_eq!(frame.node as usize, self.nodes.len());
            self.properties.truncate(node.first_property as usize);
        }
    }

    fn no_room_for_child(&mut self) {
        let (at, length) = (self.at, self.bytes.len());
        let Frame {
            node,
            limit,
            children_left,
            limited,
            ..
        } = *self.top();
        if node == NO_PARENT && at == length {
            if !limited {
                let message = || format!("{children_left} more root nodes are announced than there are");
                self.warn("C6", NO_PARENT, at, message);
            }
            return self.abandon();
        }
        let room = if node == NO_PARENT {
            Room::FileEnds
        } else {
            self.room((at + NODE_HEADER) as u64, 0)
        };
        match room {
            Room::Widened => {}
            Room::FileEnds => {
                let message = || {
                    format!(
                        "the file is cut short: it ends at {length:#x}, where {children_left} more nodes should follow; all before is kept"
                    )
                };
                self.warn("C9", node, at, message);
                self.cut = true;
            }
            Room::None => {
                if !limited {
                    let message = || {
                        format!(
                            "{children_left} more children are announced than fit before the node's end at {limit:#x}; cut there"
                        )
                    };
                    self.warn("C13", node, at, message);
                }
                self.abandon();
            }
        }
    }

    /// Leaves out the rest of the open node.
    fn abandon(&mut self) {
        let frame = self.top();
        frame.children_left = 0;
        frame.abandoned = true;
    }

    /// Ends the open node, and goes to where the next one starts.
    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let count = self.nodes.len() as u32;
        if let Some(node) = self.nodes.get_mut(frame.node as usize) {
            node.subtree_end = count;
        }
        if self.cut {
            return;
        }
        if frame.abandoned {
            let declared = usize::try_from(frame.declared).unwrap_or(usize::MAX);
            self.at = if (self.at..frame.limit).contains(&declared) {
                declared
            } else {
                frame.limit
            };
        }
        let at = self.at;
        if frame.node == NO_PARENT {
            if at < frame.limit {
                let message = || format!("{} bytes follow the last root node; ignored", frame.limit - at);
                self.diagnostics.note("C31", || place_in(&[], NO_PARENT, at), message);
            }
        } else if frame.by_counts {
            // The sizes were found wanting where this began.
        } else if frame.declared > frame.limit as u64 {
            let message = || {
                format!(
                    "the node's declared end {:#x} lies past {:#x}, the end of what holds it; read by counts",
                    frame.declared, frame.limit
                )
            };
            self.warn(
                "C11",
                frame.node,
                self.nodes[frame.node as usize].offset as usize,
                message,
            );
        } else if at < frame.limit {
            let message = || {
                format!(
                    "the content ends {} bytes before the node's declared end; skipped to that",
                    frame.limit - at
                )
            };
            self.warn("C12", frame.node, at, message);
            self.at = frame.limit;
        }
    }
}

fn place_in(nodes: &[Node], node: u32, offset: usize) -> Place {
    Place {
        node_path: if node == NO_PARENT {
            String::new()
        } else {
            path_of(nodes, node)
        },
        offset: offset as u64,
    }
}

/// Of a node not (yet) in the tree.
fn place_of_next(nodes: &[Node], parent: u32, id: u32, offset: usize) -> Place {
    Place {
        node_path: path_of_next(nodes, parent, id),
        offset: offset as u64,
    }
}

fn place_of_property(nodes: &[Node], node: u32, offset: usize, name: &[u8]) -> Place {
    let mut place = place_in(nodes, node, offset);
    place.node_path.push('.');
    place.node_path.push_str(&decode(name));
    place
}

/// Equal for names that differ in letter case only, and hardly ever for others.
fn name_key(name: &[u8]) -> u64 {
    // Names have one to eight letters, nearly always: those are their own key.
    name.iter().fold(0, |key: u64, byte| {
        (key.rotate_left(8)).wrapping_mul(if key >> 56 == 0 { 1 } else { 0x9e37_79b9_7f4a_7c15 })
            ^ u64::from(byte.to_ascii_lowercase())
    })
}
