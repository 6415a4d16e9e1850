//! Problems as values: what was found where, and what was assumed.

use std::collections::HashMap;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing was lost.
    Note,
    /// Something was dropped, repaired or guessed.
    Warning,
    /// Part of what the file should hold is not there.
    Error,
}

impl Severity {
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// Where in a file something was found. Prints as `model[0]/mesh[2].wv at byte 0x1a40`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Empty for the file as a whole.
    pub node_path: String,
    /// Bytes from the start of the file.
    pub offset: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.node_path.is_empty() {
            write!(f, "{} ", self.node_path)?;
        }
        write!(f, "at byte {:#x}", self.offset)
    }
}

/// We went on, and this is what we assumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Stable name of the rule: `C` and the row of docs/formats/cast.md §4 (`C35`), or a choice of §5 (`A2`).
    pub id: &'static str,
    pub place: Place,
    /// What happened and what was assumed, one sentence.
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

    pub fn note(&mut self, id: &'static str, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        self.push(Severity::Note, id, place, message);
    }

    pub fn warn(&mut self, id: &'static str, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        self.push(Severity::Warning, id, place, message);
    }

    /// An error: the file ends too early, and only what is whole in it is shown. Told once for a file; see [`Self::is_cut`].
    pub fn cut_off(&mut self, id: &'static str, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        self.is_cut = true;
        self.push(Severity::Error, id, place, message);
    }

    /// Whether the file, or another file it needs, ends too early: half written, or a broken copy.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What was told of it.
    pub fn cut(&self) -> Option<&Diagnostic> {
        let told = || self.items.iter().find(|item| item.severity == Severity::Error);
        self.is_cut.then(told).flatten()
    }

    /// `place` and `message` are called only if the entry is kept.
    fn push(
        &mut self,
        severity: Severity,
        id: &'static str,
        place: impl FnOnce() -> Place,
        message: impl FnOnce() -> String,
    ) {
        let count = self.counts.entry(id).or_default();
        *count += 1;
        if *count <= Self::PER_ID {
            self.items.push(Diagnostic {
                severity,
                id,
                place: place(),
                message: message(),
            });
        }
    }

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
        let kept = self.items.iter().filter(|item| item.severity == severity).count() as u64;
        // Those not kept are taken to be like the first of their id.
        let first = |id: &str| self.items.iter().find(|item| item.id == id).map(|item| item.severity);
        let many = self.counts.iter().filter(|(_, count)| **count > Self::PER_ID);
        let beyond = many.filter(|(id, _)| first(id) == Some(severity));
        kept + beyond.map(|(_, count)| count - Self::PER_ID).sum::<u64>()
    }

    pub fn append(&mut self, other: Self) {
        self.is_cut |= other.is_cut;
        for item in other.items {
            self.push(item.severity, item.id, || item.place, || item.message);
        }
        for (id, count) in other.counts {
            *self.counts.entry(id).or_default() += count.saturating_sub(Self::PER_ID);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_first_of_each_id_and_counts_the_rest() {
        let mut all = Diagnostics::default();
        for i in 0..100 {
            all.warn("C35", Place::default, || format!("{i}"));
        }
        all.note("C4", Place::default, || "flags".into());
        assert_eq!(all.items().len() as u64, Diagnostics::PER_ID + 1);
        assert_eq!((all.count("C35"), all.suppressed()), (100, 100 - Diagnostics::PER_ID));
    }

    #[test]
    fn a_cut_is_an_error_and_outlives_joining() {
        let mut part = Diagnostics::default();
        part.warn("C12", Place::default, || "short".into());
        assert!(!part.is_cut());
        part.cut_off("C9", Place::default, || "cut".into());
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
