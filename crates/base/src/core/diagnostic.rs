//! Problems as values: the finding, its place, and the assumption made.

use super::{Rule, Severity};
use std::collections::HashMap;
use std::fmt;

/// Where in a file something was found. Prints as `model[0]/mesh[2].wv at byte 0x1a40`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Empty for the file as a whole.
    pub node_path: String,
    /// Bytes from the start of the file. 0 with a path: it has no place among the bytes, or none that is known.
    pub offset: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.node_path, self.offset) {
            ("", offset) => write!(f, "at byte {offset:#x}"),
            (path, 0) => f.write_str(path),
            (path, offset) => write!(f, "{path} at byte {offset:#x}"),
        }
    }
}

/// We went on, and this is what we assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Which rule the file breaks; its severity is this diagnostic's.
    pub rule: &'static Rule,
    /// Where the file breaks it.
    pub place: Place,
    /// Sentence that says what happened and what was assumed.
    pub message: String,
}

/// A bounded collector: a file of a million equal faults gives [`Diagnostics::PER_ID`] entries and a count.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    counts: HashMap<&'static str, u64>,
    is_cut: bool,
}

impl Diagnostics {
    /// Entries kept for one id; the rest are only counted.
    pub const PER_ID: u64 = 32;

    /// One more of `rule`, which is none that refuses a file. `place` and `message` are called only if the entry is kept.
    ///
    /// A rule of severity error says that the file ends too early, and is told once for a file; see [`Self::is_cut`].
    pub fn report(&mut self, rule: &'static Rule, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        debug_assert!(!rule.refuses, "{} is an error of a reader", rule.id);
        self.is_cut |= rule.severity == Severity::Error;
        let count = self.counts.entry(rule.id).or_default();
        *count += 1;
        if *count <= Self::PER_ID {
            self.items.push(Diagnostic {
                rule,
                place: place(),
                message: message(),
            });
        }
    }

    /// Whether the file, or another file it needs, ends too early: half written, or a broken copy.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Diagnostic that tells of the early end.
    pub fn cut(&self) -> Option<&Diagnostic> {
        let told = || self.items.iter().find(|item| item.rule.severity == Severity::Error);
        self.is_cut.then(told).flatten()
    }

    /// The diagnostics that were kept, in the order of reporting: of each rule the first [`Self::PER_ID`].
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }

    /// How often `id` was reported, kept or not.
    pub fn count(&self, id: &str) -> u64 {
        self.counts.get(id).copied().unwrap_or(0)
    }

    /// Reports beyond [`Self::PER_ID`] that were only counted, over all ids.
    pub fn suppressed(&self) -> u64 {
        self.counts.values().map(|n| n.saturating_sub(Self::PER_ID)).sum()
    }

    /// How many warnings and errors there were, those not kept included.
    pub fn warnings(&self) -> u64 {
        self.of_severity(Severity::Warning) + self.of_severity(Severity::Error)
    }

    /// How many there were, those not kept included.
    pub fn of_severity(&self, severity: Severity) -> u64 {
        let kept = self.items.iter().filter(|item| item.rule.severity == severity).count() as u64;
        // Those not kept are taken to be like the first of their id.
        let first = |id: &str| {
            self.items
                .iter()
                .find(|item| item.rule.id == id)
                .map(|item| item.rule.severity)
        };
        let many = self.counts.iter().filter(|(_, count)| **count > Self::PER_ID);
        let beyond = many.filter(|(id, _)| first(id) == Some(severity));
        kept + beyond.map(|(_, count)| count - Self::PER_ID).sum::<u64>()
    }

    /// Adds all of `other` after these; the limit for each rule holds for both together, and counts add up.
    pub fn append(&mut self, other: Self) {
        self.is_cut |= other.is_cut;
        for item in other.items {
            self.report(item.rule, || item.place, || item.message);
        }
        for (id, count) in other.counts {
            *self.counts.entry(id).or_default() += count.saturating_sub(Self::PER_ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WARNING: Rule = Rule::warning("C35", "", "");
    static OTHER: Rule = Rule::warning("C12", "", "");
    static NOTE: Rule = Rule::note("C4", "", "");
    static CUT: Rule = Rule::error("C9", "", "");

    #[test]
    fn keeps_the_first_of_each_id_and_counts_the_rest() {
        let mut all = Diagnostics::default();
        for i in 0..100 {
            all.report(&WARNING, Place::default, || format!("{i}"));
        }
        all.report(&NOTE, Place::default, || "flags".into());
        assert_eq!(all.items().len() as u64, Diagnostics::PER_ID + 1);
        assert_eq!((all.count("C35"), all.suppressed()), (100, 100 - Diagnostics::PER_ID));
    }

    #[test]
    fn a_cut_is_an_error_and_outlives_joining() {
        let mut part = Diagnostics::default();
        part.report(&OTHER, Place::default, || "short".into());
        assert!(!part.is_cut());
        part.report(&CUT, Place::default, || "cut".into());
        let mut all = Diagnostics::default();
        all.append(part);
        assert!(all.is_cut());
        assert_eq!(all.cut().map(|told| told.message.as_str()), Some("cut"));
        assert_eq!((all.of_severity(Severity::Error), all.warnings()), (1, 2));
    }

    #[test]
    fn places_print_path_and_hex_offset() {
        let place = Place {
            node_path: "model[0]/mesh[2].wv".into(),
            offset: 0x1a40,
        };
        assert_eq!(place.to_string(), "model[0]/mesh[2].wv at byte 0x1a40");
    }
}
