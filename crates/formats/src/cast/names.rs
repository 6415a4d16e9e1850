//! Checks on the texts of a file: letter case, repeated names, encoding (cast.md rows 20, 21, 22, 25).
//!
//! In: properties as they are read. Out: diagnostics; nothing is changed.

use super::PropertyType;
use super::layout::{Extent, is_ascii};
use super::properties::Properties;
use super::property::decode;
use super::tree::Tree;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use std::ops::Range;

/// State that the checks keep within one file.
#[derive(Default)]
pub struct Names {
    latin_reported: bool,
    /// Keys of the properties of the node at hand that have a name.
    keys: Vec<u64>,
}

impl Names {
    /// The property of `node` at byte `at`.
    #[inline]
    pub fn check(
        &mut self,
        bytes: &[u8],
        (tree, node): (&Tree, u32),
        at: usize,
        extent: &Extent,
        diagnostics: &mut Diagnostics,
    ) {
        let name = &bytes[extent.name.clone()];
        let place = || tree.place_of_property(node, &decode(name), at);
        let seen = Seen::at(bytes, extent.name.clone());
        if seen.upper {
            let message = || "the name is not in lower case; taken as if it were".into();
            diagnostics.report(rule::C21, place, message);
        }
        if name.is_empty() {
            let message = || "a property without a name has no meaning; kept, but nothing reads it".into();
            diagnostics.report(rule::C20, place, message);
        } else {
            self.keys.push(seen.key);
        }
        let text = extent.kind == PropertyType::String;
        if self.latin_reported || !(text || seen.high) {
            return;
        }
        let payload = extent.name.end..if text { extent.end } else { extent.name.end };
        if !seen.high && is_ascii(bytes, payload.clone()) {
            return;
        }
        if std::str::from_utf8(name).is_err() || std::str::from_utf8(&bytes[payload]).is_err() {
            self.latin_reported = true;
            let message = || "the text is not UTF-8; it and others like it in this file are read as Latin-1".into();
            diagnostics.report(rule::C25, place, message);
        }
    }

    /// cast.md row 22, of `node`, whose properties have all been read, and nothing since: of several of one name the last
    /// counts (A44).
    #[inline]
    pub fn check_repeated(&mut self, bytes: &[u8], tree: &Tree, node: u32, diagnostics: &mut Diagnostics) {
        if may_repeat(&mut self.keys) {
            report_repeated(bytes, tree, node, diagnostics);
        }
        self.keys.clear();
    }
}

/// Whether any two are equal; changes their order.
#[inline]
fn may_repeat(keys: &mut [u64]) -> bool {
    // The pairs of a few are compared faster than sorted.
    if keys.len() <= 16 {
        return (1..keys.len()).any(|i| keys[..i].contains(&keys[i]));
    }
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cold]
fn report_repeated(bytes: &[u8], tree: &Tree, node: u32, diagnostics: &mut Diagnostics) {
    let spots = Properties::of(bytes, tree, tree.node(node));
    let mut keys: Vec<_> = spots
        .filter(|spot| !spot.name(bytes).is_empty())
        .map(|spot| (Seen::of(spot.name(bytes)).key, spot))
        .collect();
    keys.sort_unstable_by_key(|(key, spot)| (*key, spot.offset));
    for pair in keys.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let (earlier, later) = (pair[0].1.name(bytes), pair[1].1.name(bytes));
        if earlier.eq_ignore_ascii_case(later) {
            let place = || tree.place_of_property(node, &decode(later), pair[1].1.offset);
            let message = || "the node has a property of this name already; the last one counts".into();
            diagnostics.report(rule::C22, place, message);
        }
    }
}

/// Findings of one look at a name.
struct Seen {
    /// Letters that lower case would change.
    upper: bool,
    /// Bytes that are not ASCII.
    high: bool,
    /// Equal for names that differ in letter case only, and hardly ever for others. Up to eight letters, which is what
    /// names have, are their own key.
    key: u64,
}

impl Seen {
    /// [`Self::of`] the name that lies in `range` of the file.
    #[inline]
    fn at(bytes: &[u8], range: Range<usize>) -> Self {
        let eight = bytes.get(range.start..).and_then(|rest| rest.first_chunk::<8>());
        let Some(eight) = eight.filter(|_| range.len() < 8) else {
            return Self::of(&bytes[range]);
        };
        // All letters at once: a loop over so few takes longer to begin and end than to run.
        let word = u64::from_le_bytes(*eight) & ((1 << (8 * range.len())) - 1);
        const EACH: u64 = u64::MAX / 0xff;
        let (from_a, after_z) = (word + EACH * (0x80 - 0x41), word + EACH * (0x80 - 0x5b));
        if (word | from_a & !after_z) & (EACH * 0x80) != 0 {
            return Self::of(&bytes[range]);
        }
        Self {
            upper: false,
            high: false,
            key: word,
        }
    }

    #[inline]
    fn of(name: &[u8]) -> Self {
        let (mut upper, mut high, mut key) = (false, false, 0u64);
        for (at, &byte) in name.iter().enumerate() {
            upper |= byte.is_ascii_uppercase();
            high |= byte >= 0x80;
            if at > 0 && at % 8 == 0 {
                key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            key ^= u64::from(byte.to_ascii_lowercase()) << (at % 8 * 8);
        }
        Self { upper, high, key }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_looks_the_same_at_once_and_letter_by_letter() {
        for name in [
            "",
            "a",
            "A",
            "Z",
            "[",
            "@",
            "`",
            "z",
            "{",
            "vp",
            "Vp",
            "ssc",
            "albedo",
            "albedo7",
            "ALBEDO77",
            "albedo788",
            "é",
            "x\u{80}",
            "nineteen letters now",
        ] {
            let bytes = [b"....", name.as_bytes(), b"Ee\xe9.........."].concat();
            let (whole, each) = (Seen::at(&bytes, 4..4 + name.len()), Seen::of(name.as_bytes()));
            assert_eq!(
                (whole.upper, whole.high, whole.key),
                (each.upper, each.high, each.key),
                "{name}"
            );
            assert_eq!(each.upper, name.bytes().any(|b| b.is_ascii_uppercase()), "{name}");
            assert_eq!(each.high, !name.is_ascii(), "{name}");
            assert_eq!(each.key, Seen::of(name.to_ascii_lowercase().as_bytes()).key, "{name}");
        }
        let keys = ["vp", "vn", "pv", "albedo", "albedo78a", "albedo78b", "a\0", "a"]
            .map(|name| Seen::of(name.as_bytes()).key);
        for (i, key) in keys.iter().enumerate().take(6) {
            assert!(!keys[..i].contains(key), "{i}");
        }
    }
}
