//! Finding a node by a name that another program may have changed a little (docs/formats/cast.md §3.11, A25).
//!
//! In: the names of one kind of node. Out: the first node that a name means. Used while binding, never while playing.

use super::spellings::Spellings;
use crate::animation::Renames;
use std::collections::HashMap;

/// Names in the order in which the first one wins; empty names are never found.
pub(crate) struct NameTable<'a, Index> {
    renames: Option<&'a Renames>,
    exact: HashMap<&'a str, Index>,
    /// Names with capitals, by their lower case, where no name before them is spelled so: names are kept twice only where they must be.
    lower_case: HashMap<String, Index>,
    /// Names with other characters than exporters leave in them.
    sanitised: HashMap<String, Index>,
    /// Without what the user's table says does not count, in lower case.
    bare: HashMap<String, Index>,
    spellings: Spellings<Index>,
}

impl<'a, Index: Copy> NameTable<'a, Index> {
    pub fn new(names: impl Iterator<Item = (&'a str, Index)>) -> Self {
        Self::spelled(names, false)
    }

    /// `as_stored`: names are not tried in other encodings.
    fn spelled(names: impl Iterator<Item = (&'a str, Index)>, as_stored: bool) -> Self {
        let mut table = Self {
            renames: None,
            exact: HashMap::new(),
            lower_case: HashMap::new(),
            sanitised: HashMap::new(),
            bare: HashMap::new(),
            spellings: Spellings::new(as_stored),
        };
        for (name, index) in names.filter(|(name, _)| !name.is_empty()) {
            table.exact.entry(name).or_insert(index);
            let lower = name.to_lowercase();
            if lower != name && !table.exact.contains_key(&lower[..]) {
                table.lower_case.entry(lower).or_insert(index);
            }
            let sanitised = sanitised(name);
            if sanitised != name {
                table.sanitised.entry(sanitised).or_insert(index);
            }
            table.spellings.insert(name, index);
        }
        table
    }

    /// As [`Self::new`], with the user's own table beside the rules.
    pub fn renaming(names: impl Iterator<Item = (&'a str, Index)> + Clone, renames: &'a Renames) -> Self {
        let mut table = Self::spelled(names.clone(), renames.as_stored);
        if renames.strips() {
            for (name, index) in names.filter(|(name, _)| !name.is_empty()) {
                table.bare.entry(renames.bare(name).to_lowercase()).or_insert(index);
            }
        }
        table.renames = Some(renames);
        table
    }

    /// As spelled, with the user's table: renamed first, and without what does not count; composed otherwise or in another encoding
    /// last.
    pub fn find(&self, name: &str) -> Option<Index> {
        self.find_read(name).map(|(index, _)| index)
    }

    /// The same, and the encoding in which one of the two names had to be read.
    pub fn find_read(&self, name: &str) -> Option<(Index, Option<&'static str>)> {
        let name = self.renames.map_or(name, |renames| renames.renamed(name));
        let bare = || {
            let bare = self.renames?.bare(name).to_lowercase();
            self.bare.get(&bare).copied()
        };
        let spelled = self.find_as_spelled(name).or_else(bare);
        spelled.map(|index| (index, None)).or_else(|| self.spellings.find(name))
    }

    /// Exact, then without regard to case, then as the exporters that sanitise names would spell the one or the other.
    ///
    /// Both are never sanitised at once: "左腕" and "左足" would both become "__".
    fn find_as_spelled(&self, name: &str) -> Option<Index> {
        let in_lower_case = || {
            let lower = name.to_lowercase();
            self.lower_case.get(&lower).or_else(|| self.exact.get(&lower[..]))
        };
        let found = self.exact.get(name).or_else(in_lower_case);
        let found = found.or_else(|| self.exact.get(sanitised(name).as_str()));
        found.or_else(|| self.sanitised.get(name)).copied()
    }
}

/// `name` with `_` for everything outside `[A-Za-z0-9_]`, and before a leading digit.
fn sanitised(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 1);
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        out.push('_');
    }
    out.extend(name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_exact_then_case_then_sanitised_and_the_first_wins() {
        let names = [
            "Arm",
            "arm",
            "arm",
            "rig:leg.L",
            "_1st",
            "2nd",
            "",
            "左足",
            "hand_R",
            "toe",
            "Toe",
        ];
        let table = NameTable::new(names.iter().enumerate().map(|(i, n)| (*n, i)));
        for (name, wanted) in [
            ("Arm", Some(0)),
            ("arm", Some(1)),
            ("ARM", Some(0)),
            ("TOE", Some(9)),
            ("Toe", Some(10)),
            ("RIG:LEG.l", Some(3)),
            ("rig_leg_L", Some(3)),
            ("rig_leg_l", None),
            ("hand-R", Some(8)),
            ("1st", Some(4)),
            ("_2nd", Some(5)),
            ("左腕", None),
            ("", None),
            ("leg", None),
        ] {
            assert_eq!(table.find(name), wanted, "{name}");
        }
    }
}
