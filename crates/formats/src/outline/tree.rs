//! Entries in a row, parents before children: a subtree is a range, and any entry is found by its position.

use super::entry::OutlineEntry;
use super::line::{OutlineId, OutlineLine};
use super::values::StoredValues;
use std::ops::Range;

/// `parent` of a topmost entry.
const TOP: u32 = u32::MAX;

/// All entries of one file.
#[derive(Clone, Debug, Default)]
pub struct EntryTree(Vec<Flat>);

#[derive(Clone, Debug)]
struct Flat {
    name: String,
    value: String,
    place: Option<Range<usize>>,
    values: Option<StoredValues>,
    link: Option<(&'static str, usize)>,
    parent: u32,
    /// The entry after its last descendant.
    end: u32,
}

impl EntryTree {
    /// Empty places end where the next entry begins, at `size` at the latest.
    pub fn of(entries: Vec<OutlineEntry>, size: usize) -> Self {
        let mut all: Vec<Flat> = Vec::new();
        // Entries that are still to be laid out, the next one last, each with its parent.
        let mut open: Vec<(OutlineEntry, u32)> = entries.into_iter().rev().map(|entry| (entry, TOP)).collect();
        while let Some((entry, parent)) = open.pop() {
            let at = all.len() as u32;
            let OutlineEntry {
                name,
                value,
                children,
                place,
                values,
                link,
            } = entry;
            all.push(Flat {
                name,
                value,
                place,
                values,
                link,
                parent,
                end: at + 1,
            });
            open.extend(children.into_iter().rev().map(|child| (child, at)));
        }
        for at in (0..all.len()).rev() {
            let (end, parent) = (all[at].end, all[at].parent);
            if let Some(parent) = all.get_mut(parent as usize) {
                parent.end = parent.end.max(end);
            }
        }
        let mut tree = Self(all);
        tree.close(size);
        tree
    }

    fn close(&mut self, size: usize) {
        let mut starts: Vec<usize> = self
            .0
            .iter()
            .filter_map(|entry| Some(entry.place.as_ref()?.start))
            .collect();
        starts.sort_unstable();
        for at in 0..self.0.len() {
            let Some(place) = self.0[at].place.clone().filter(Range::is_empty) else {
                continue;
            };
            // An entry holds all that is below it.
            let below = self.0[at..self.0[at].end as usize].iter();
            let last = below.filter_map(|entry| Some(entry.place.as_ref()?.end.max(entry.place.as_ref()?.start + 1)));
            let last = last.max().unwrap_or(place.start).max(place.start);
            let next = starts.partition_point(|start| *start < last.max(place.start + 1));
            let end = starts.get(next).copied().unwrap_or(size).min(size);
            self.0[at].place = Some(place.start..end.max(place.start));
        }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, id: OutlineId) -> Option<(usize, &Flat)> {
        let at = usize::try_from(id.0).ok()?;
        Some((at, self.0.get(at)?))
    }

    fn siblings(&self, mut at: usize, end: usize) -> Vec<OutlineId> {
        let mut found = Vec::new();
        while let Some(entry) = self.0.get(at).filter(|_| at < end) {
            found.push(OutlineId(at as u64));
            at = entry.end as usize;
        }
        found
    }

    pub fn roots(&self) -> Vec<OutlineId> {
        self.siblings(0, self.0.len())
    }

    pub fn children(&self, id: OutlineId) -> Vec<OutlineId> {
        self.get(id)
            .map_or_else(Vec::new, |(at, entry)| self.siblings(at + 1, entry.end as usize))
    }

    pub fn is_branch(&self, id: OutlineId) -> bool {
        self.get(id).is_some_and(|(at, entry)| entry.end as usize > at + 1)
    }

    pub fn parent(&self, id: OutlineId) -> Option<OutlineId> {
        let (_, entry) = self.get(id)?;
        (entry.parent != TOP).then_some(OutlineId(entry.parent.into()))
    }

    pub fn line(&self, id: OutlineId) -> Option<OutlineLine> {
        let (at, entry) = self.get(id)?;
        Some(OutlineLine {
            name: entry.name.clone(),
            called: self.name_below(at).unwrap_or_default().to_owned(),
            value: entry.value.clone(),
            place: entry.place.clone(),
            content: None,
            is_branch: self.is_branch(id),
            is_property: false,
        })
    }

    pub fn values(&self, id: OutlineId) -> Option<StoredValues> {
        self.get(id)?.1.values
    }

    pub fn at_byte(&self, byte: usize) -> Option<OutlineId> {
        let entries = self.0.iter().enumerate();
        let holding = entries.filter_map(|(at, entry)| {
            let place = entry.place.as_ref().filter(|place| place.contains(&byte))?;
            Some((place.len(), std::cmp::Reverse(at)))
        });
        holding.min().map(|(_, at)| OutlineId(at.0 as u64))
    }

    pub fn linked(&self, id: OutlineId) -> Option<OutlineId> {
        let (list, index) = self.get(id)?.1.link?;
        self.of_list(list, index)
    }

    /// An element of a topmost list.
    pub fn of_list(&self, list: &str, index: usize) -> Option<OutlineId> {
        let found = self.list(list)?;
        self.children(found).get(index).copied()
    }

    /// The topmost entry of that name.
    pub fn list(&self, name: &str) -> Option<OutlineId> {
        let is_it = |id: &OutlineId| self.get(*id).is_some_and(|(_, entry)| entry.name == name);
        self.roots().into_iter().find(is_it)
    }

    /// Name of a topmost entry.
    pub fn name(&self, id: OutlineId) -> &str {
        self.get(id).map_or("", |(_, entry)| entry.name.as_str())
    }

    /// Whether name or value of the entry at that position have `needle`, which is in small letters.
    pub fn has(&self, at: usize, needle: &str) -> bool {
        let has = |text: &str| text.to_lowercase().contains(needle);
        self.0
            .get(at)
            .is_some_and(|entry| has(&entry.name) || has(&entry.value))
    }

    /// The value of the entry `name` right below.
    fn name_below(&self, at: usize) -> Option<&str> {
        let end = self.0.get(at)?.end as usize;
        let mut below = at + 1;
        while below < end {
            let entry = self.0.get(below)?;
            if entry.name == "name" {
                return Some(&entry.value);
            }
            below = entry.end as usize;
        }
        None
    }

    /// The name that the file gives to the thing: `name` below it, else between quotes, else its own.
    pub fn called(&self, id: OutlineId) -> &str {
        let Some((at, entry)) = self.get(id) else {
            return "";
        };
        let quoted = || {
            let (_, behind) = entry.name.split_once('"')?;
            behind.strip_suffix('"')
        };
        self.name_below(at).or_else(quoted).unwrap_or(&entry.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_end_where_the_next_entry_begins() {
        let entry = |name: &str| OutlineEntry::new(name, "");
        let tree = EntryTree::of(
            vec![
                entry("bones").above(vec![
                    entry("a").from(10),
                    entry("b").from(20).above(vec![entry("name").at(24..30)]),
                ]),
                entry("meshes").above(vec![entry("c").from(40).linked("bones", 1)]),
            ],
            64,
        );
        let line = |at: u64| tree.line(OutlineId(at)).expect("an entry");
        assert_eq!(
            (line(1).place, line(2).place, line(5).place),
            (Some(10..20), Some(20..40), Some(40..64))
        );
        assert_eq!(tree.roots(), [OutlineId(0), OutlineId(4)]);
        assert_eq!(tree.children(OutlineId(0)), [OutlineId(1), OutlineId(2)]);
        assert_eq!(tree.parent(OutlineId(3)), Some(OutlineId(2)));
        assert_eq!(tree.linked(OutlineId(5)), Some(OutlineId(2)));
        assert_eq!(
            (tree.at_byte(25), tree.at_byte(31), tree.at_byte(5)),
            (Some(OutlineId(3)), Some(OutlineId(2)), None)
        );
    }
}
