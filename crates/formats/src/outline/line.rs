//! One line of an outline, and the id that it is found by.

use std::ops::Range;

/// A line of an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutlineId(pub(super) u64);

/// One line, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutlineLine {
    /// Kind of a node, name of a property or an entry.
    pub name: String,
    /// The name that the node itself bears, where it has one.
    pub called: String,
    /// Hash, size, type, count and first values; empty for headings.
    pub value: String,
    /// Bytes that hold it.
    pub place: Option<Range<usize>>,
    /// Bytes of the content of a property alone.
    pub content: Option<Range<usize>>,
    /// Whether there are lines below it.
    pub is_branch: bool,
    /// Whether it is a property of a node, which is told as `name: value`.
    pub is_property: bool,
}

impl OutlineLine {
    /// `Bone "hip"`: with the name that the node itself bears.
    pub fn full_name(&self) -> String {
        match self.called.is_empty() {
            true => self.name.clone(),
            false => format!("{} \"{}\"", self.name, self.called),
        }
    }
}
