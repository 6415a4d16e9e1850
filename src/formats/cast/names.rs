//! Checks on the texts of a file: letter case, repeated names, encoding (rows 20, 21, 22, 25).
//!
//! In: properties as they are read. Out: diagnostics; nothing is changed.

use super::PropertyType;
use super::layout::{Extent, PROPERTY_HEADER, u16_at};
use super::property::decode;
use super::tree::Tree;
use crate::core::Diagnostics;

/// What the checks remember within one file.
#[derive(Default)]
pub struct Names {
    latin_reported: bool,
    /// (key, property) of the node at hand; storage that is used again.
    keys: Vec<(u64, u32)>,
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
        let (mut upper, mut high) = (false, false);
        for &byte in name {
            upper |= byte.is_ascii_uppercase();
            high |= byte >= 0x80;
        }
        if upper {
            let message = || "the name is not in lower case; taken as if it were".into();
            diagnostics.note("C21", place, message);
        }
        if name.is_empty() {
            let message = || "a property without a name has no meaning; kept, but nothing reads it".into();
            diagnostics.warn("C20", place, message);
        }
        let text = extent.kind == PropertyType::String;
        if self.latin_reported || !(text || high) {
            return;
        }
        let payload = if text { &bytes[extent.name.end..extent.end] } else { &[] };
        if std::str::from_utf8(name).is_err() || std::str::from_utf8(payload).is_err() {
            self.latin_reported = true;
            let message = || "the text is not UTF-8; it and others like it in this file are read as Latin-1".into();
            diagnostics.warn("C25", place, message);
        }
    }

    /// Row 22, of a node whose properties have all been read: of several of one name the last counts (A44).
    pub fn check_repeated(&mut self, bytes: &[u8], tree: &Tree, node: u32, diagnostics: &mut Diagnostics) {
        let properties = tree.properties_of(node);
        let keys = &mut self.keys;
        keys.clear();
        keys.reserve_exact(properties.len());
        let names = properties.map(|index| (name_of(bytes, tree, index), index));
        keys.extend(
            names
                .filter(|(name, _)| !name.is_empty())
                .map(|(name, index)| (key(name), index)),
        );
        // The pairs of a few are compared faster than sorted.
        let few = keys.len() <= 16;
        if few && !(1..keys.len()).any(|i| keys[..i].iter().any(|earlier| earlier.0 == keys[i].0)) {
            return;
        }
        keys.sort_unstable();
        for pair in keys.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            let (earlier, later) = (name_of(bytes, tree, pair[0].1), name_of(bytes, tree, pair[1].1));
            if earlier.eq_ignore_ascii_case(later) {
                let at = tree.property(pair[1].1).offset as usize;
                let place = || tree.place_of_property(node, &decode(later), at);
                let message = || "the node has a property of this name already; the last one counts".into();
                diagnostics.note("C22", place, message);
            }
        }
    }
}

fn name_of<'a>(bytes: &'a [u8], tree: &Tree, property: u32) -> &'a [u8] {
    let at = tree.property(property).offset as usize;
    let start = at + PROPERTY_HEADER;
    &bytes[start..start + usize::from(u16_at(bytes, at + 2))]
}

/// Equal for names that differ in letter case only, and hardly ever for others. Up to eight letters, which is what
/// names have, are their own key.
fn key(name: &[u8]) -> u64 {
    name.iter().fold(0u64, |key, byte| {
        let spread = if key >> 56 == 0 { 1 } else { 0x9e37_79b9_7f4a_7c15 };
        key.rotate_left(8).wrapping_mul(spread) ^ u64::from(byte.to_ascii_lowercase())
    })
}
