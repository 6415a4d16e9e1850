//! Content that does not fit the node it is in: how far to believe counts against sizes, and what to leave out.

use super::reader::{Frame, Reader};
use crate::cast::layout::{Extent, Fault, NODE_HEADER, end_by_counts};
use crate::cast::property::decode;
use crate::cast::tree::FILE;
use crate::cast::{NodeId, NodeKind, PropertyType};
use crate::rules::cast as rule;
use castview_base::core::Place;

/// Outcome for content that needs more bytes than its node has.
pub(super) enum Space {
    /// The limit has been moved: try again.
    Widened,
    /// The file ends inside the node.
    FileEnds,
    /// There is no more.
    None,
}

impl Reader<'_> {
    /// The open node needs bytes up to `end`, past its limit; at [`Self::at`] it still has `properties` to read.
    pub(super) fn room(&mut self, end: u64, properties: u32) -> Space {
        let (bytes, at, length) = (self.bytes, self.at, self.bytes.len());
        let open = self.top();
        let ends_later = open.by_counts || (end <= open.declared && open.declared > length as u64);
        if open.limit == length && ends_later {
            return Space::FileEnds;
        }
        if open.by_counts || open.limited {
            return Space::None;
        }
        // The node whose own size sets the limit: the open one, or an ancestor too small for its content.
        let sets_limit = |frame: &Frame| frame.declared == frame.limit as u64;
        let Some(short @ 1..) = self.frames.iter().rposition(sets_limit) else {
            return Space::None;
        };
        // cast.md row 13: do the counts of the node and its later siblings add up to the size of their parent?
        // One answer serves all children of a parent, so the extra walks are at most one for each level of nesting.
        let nodes = self.frames[short - 1..]
            .iter()
            .map(|frame| u64::from(frame.children_left))
            .sum();
        let parent = &mut self.frames[short - 1];
        let (parent_limit, parent_declared) = (parent.limit, parent.declared);
        let agree = *parent.counts_agree.get_or_insert_with(|| {
            let parent_end = usize::try_from(parent_declared).unwrap_or(usize::MAX);
            parent_end <= length && end_by_counts(bytes, at, properties, nodes, parent_end) == Some(parent_end)
        });
        if !agree {
            return Space::None;
        }
        let (node, declared) = (self.frames[short].node, self.frames[short].declared);
        for frame in &mut self.frames[short..] {
            frame.limit = parent_limit;
            frame.by_counts = true;
        }
        let header = self.tree.node(node).offset as usize;
        let message = || {
            format!("the content runs past the declared end {declared:#x} and its parent's size agrees; read by counts")
        };
        self.report(rule::C13, node, header, message);
        Space::Widened
    }

    /// Reports why the rest of the open node cannot be read from `at` on, and skips to its end.
    pub(super) fn give_up(&mut self, at: usize, fault: Fault) {
        let Frame {
            node, limit, limited, ..
        } = *self.top();
        match fault {
            Fault::Header { .. } if limited => {}
            Fault::Header { .. } => {
                let message =
                    || format!("more properties than fit before the node's declared end {limit:#x}; cut there");
                self.report(rule::C13, node, at, message);
            }
            Fault::Type { code } => {
                let message =
                    || format!("property type {code:#06x} is not known, nor its length; the node's rest is skipped");
                self.report(rule::C18, node, at, message);
            }
            Fault::Name { .. } => {
                let message = || "a property's name is longer than the node; the node's rest is skipped".into();
                self.report(rule::C20, node, at, message);
            }
            Fault::Array { name, count, .. } => {
                let left = limit - name.end;
                let message =
                    || format!("{count} elements do not fit in the {left} bytes left; the node's rest is skipped");
                self.report_property(rule::C16, at, name, message);
            }
            Fault::Text { name } => {
                let kind = PropertyType::String;
                let extent = Extent {
                    kind,
                    name: name.clone(),
                    end: limit,
                    terminated: false,
                };
                self.keep(at, &extent);
                self.report_property(rule::C24, at, name, || {
                    "the text has no end; cut at the end of the node".into()
                });
            }
        }
        self.abandon();
    }

    /// cast.md row 9: the file ends inside a property at `at`, so the open node is not complete.
    pub(super) fn drop_cut_node(&mut self, at: usize, fault: &Fault) {
        let node = self.top().node;
        let place = match fault {
            Fault::Array { name, .. } | Fault::Text { name } => {
                self.tree
                    .place_of_property(node, &decode(&self.bytes[name.clone()]), at)
            }
            Fault::Header { .. } | Fault::Type { .. } | Fault::Name { .. } => self.tree.place(node, at),
        };
        let children_left = self.frames.pop().map_or(0, |frame| frame.children_left);
        let cut = self.tree.nodes.pop().map(|node| {
            self.tree.property_count -= node.property_count as usize;
            self.tree.texts.retain(|text| text.offset < node.offset);
            NodeId(node.id).kind()
        });
        self.report_cut(place, 1 + u64::from(children_left), cut);
    }

    /// cast.md row 9: the file ends here, inside a node of the kind `cut` if inside one. `lost` nodes were announced by none of the open ones.
    fn report_cut(&mut self, place: Place, lost: u64, cut: Option<NodeKind>) {
        self.cut = true;
        let announced: u64 = self.frames.iter().map(|frame| u64::from(frame.children_left)).sum();
        let count = |kind| {
            let nodes = self.tree.nodes.iter();
            let here = nodes.filter(|node| NodeId(node.id).kind() == kind).count();
            Here {
                here,
                is_one_cut: cut == Some(kind),
            }
        };
        let (meshes, curves) = (count(NodeKind::Mesh), count(NodeKind::Curve));
        // A node says how many it holds, not of which kind, and the missing ones may hold more: nothing but the header of the one that is
        // cut says what it is.
        let missing = announced + lost;
        let message = || {
            format!(
                "the file is cut off: {}, and {}",
                here(meshes, curves),
                lacking(missing)
            )
        };
        self.diagnostics.report(rule::C9, || place, message);
    }

    /// The open node announces another child but has no bytes for its header.
    pub(super) fn no_room_for_child(&mut self) {
        let (at, length) = (self.at, self.bytes.len());
        let Frame {
            node,
            limit,
            children_left: left,
            limited,
            ..
        } = *self.top();
        let is_file = node == FILE;
        if is_file && at == length {
            if !limited {
                let message = || format!("the file is cut off: {left} more root nodes are announced than are here");
                self.diagnostics
                    .report(rule::C6_CUT, || self.tree.place(FILE, at), message);
            }
            return self.abandon();
        }
        let room = if is_file {
            Space::FileEnds
        } else {
            self.room((at + NODE_HEADER) as u64, 0)
        };
        match room {
            Space::Widened => {}
            Space::FileEnds => {
                let place = self.tree.place(node, at);
                self.report_cut(place, 0, None);
            }
            Space::None => {
                if !limited {
                    let message = || {
                        format!("{left} more children than fit before the node's declared end {limit:#x}; cut there")
                    };
                    self.report(rule::C13, node, at, message);
                }
                self.abandon();
            }
        }
    }

    /// Leaves out the rest of the open node.
    pub(super) fn abandon(&mut self) {
        let frame = self.top();
        frame.children_left = 0;
        frame.abandoned = true;
    }
}

/// Complete nodes of one kind.
#[derive(Clone, Copy)]
struct Here {
    here: usize,
    /// The file ends inside another one.
    is_one_cut: bool,
}

impl Here {
    /// `7 meshes`, or `7 of at least 8 meshes`; `None` if nothing is known of the kind.
    fn told(self, one: &str, many: &str) -> Option<String> {
        let of = |count: usize| if count == 1 { one } else { many };
        match (self.here, self.is_one_cut) {
            (0, false) => None,
            (here, false) => Some(format!("{here} {}", of(here))),
            (here, true) => Some(format!("{here} of at least {} {}", here + 1, of(here + 1))),
        }
    }
}

/// `7 meshes are here`: files of models have no curves, those of clips no meshes.
fn here(meshes: Here, curves: Here) -> String {
    match (meshes.told("mesh", "meshes"), curves.told("curve", "curves")) {
        (None, None) => "no mesh and no curve is here".into(),
        (Some(told), None) | (None, Some(told)) => {
            let is_one = meshes.here + curves.here == 1 && !meshes.is_one_cut && !curves.is_one_cut;
            format!("{told} {} here", if is_one { "is" } else { "are" })
        }
        (Some(meshes), Some(curves)) => format!("{meshes} and {curves} are here"),
    }
}

fn lacking(parts: u64) -> String {
    match parts {
        1 => "at least 1 more part is missing".into(),
        _ => format!("at least {parts} more parts are missing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_here_is_told_by_kind() {
        let whole = |here| Here {
            here,
            is_one_cut: false,
        };
        let cut = |here| Here {
            is_one_cut: true,
            ..whole(here)
        };
        for (meshes, curves, wanted) in [
            (whole(7), whole(0), "7 meshes are here"),
            (whole(1), whole(0), "1 mesh is here"),
            (whole(0), whole(1), "1 curve is here"),
            (whole(2), whole(1), "2 meshes and 1 curve are here"),
            (whole(0), whole(0), "no mesh and no curve is here"),
            (cut(7), whole(0), "7 of at least 8 meshes are here"),
            (cut(0), whole(0), "0 of at least 1 mesh are here"),
            (whole(0), cut(1), "1 of at least 2 curves are here"),
            (whole(2), cut(0), "2 meshes and 0 of at least 1 curve are here"),
        ] {
            assert_eq!(here(meshes, curves), wanted);
        }
        assert_eq!(lacking(1), "at least 1 more part is missing");
        assert_eq!(lacking(5), "at least 5 more parts are missing");
    }
}
