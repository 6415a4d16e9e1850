//! Entries of a file that is not made of nodes: names and values for people, with the bytes that hold them.

use super::values::StoredValues;
use std::ops::Range;

/// Parts of one kind, then a count.
const MOST: usize = 10_000;

/// A name with a value, with more entries below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutlineEntry {
    /// Name of the entry, in the file's own words where it has some.
    pub name: String,
    /// Empty for a heading.
    pub value: String,
    /// More about the same thing, in file order.
    pub children: Vec<OutlineEntry>,
    /// Bytes that hold it. An empty range goes on until the next entry begins.
    pub place: Option<Range<usize>>,
    /// The array that it stands for.
    pub values: Option<StoredValues>,
    /// The list and the position of the entry that it names.
    pub link: Option<(&'static str, usize)>,
}

impl OutlineEntry {
    /// A name with a value and nothing below it.
    pub fn new(name: impl Into<String>, value: impl ToString) -> Self {
        Self {
            name: name.into(),
            value: value.to_string(),
            ..Self::default()
        }
    }

    /// A name without a value, above `children`.
    pub fn heading(name: impl Into<String>, children: Vec<Self>) -> Self {
        Self {
            name: name.into(),
            children,
            ..Self::default()
        }
    }

    /// The same, held by these bytes.
    pub fn at(self, place: Range<usize>) -> Self {
        Self {
            place: Some(place),
            ..self
        }
    }

    /// The same, held by the bytes from `start` to the next entry.
    pub fn from(self, start: usize) -> Self {
        self.at(start..start)
    }

    /// The same, for an array.
    pub fn with_values(self, values: StoredValues) -> Self {
        Self {
            place: Some(values.place()),
            values: Some(values),
            ..self
        }
    }

    /// The same, naming the entry at that position of a list; a negative position names none.
    pub fn linked(self, list: &'static str, index: i64) -> Self {
        Self {
            link: usize::try_from(index).ok().map(|index| (list, index)),
            ..self
        }
    }

    /// The same, with entries below it.
    pub fn above(self, children: Vec<Self>) -> Self {
        Self { children, ..self }
    }
}

/// The count that the file announces, with the entries it really has below; the entries beyond the bound are counted.
pub(crate) fn list(
    name: &str,
    announced: u32,
    mut entries: impl ExactSizeIterator<Item = OutlineEntry>,
) -> OutlineEntry {
    let more = entries.len().saturating_sub(MOST);
    let mut children: Vec<OutlineEntry> = entries.by_ref().take(MOST).collect();
    if more > 0 {
        children.push(OutlineEntry::new("…", format!("{more} more")));
    }
    OutlineEntry::new(name, announced).above(children)
}
