//! Names that are the same to people and not to a computer: composed otherwise, or stored in another encoding.
//!
//! In: the names of one kind of node, as a reader hands them over. Out: the node that a name means which nothing is called letter by
//! letter. A name that is no UTF-8 comes as Latin-1, byte by byte, so its bytes are still there: they are read in the encodings
//! that old exporters write, and count where one of them gives a name of the other side.

use encoding_rs::Encoding;
use icu_normalizer::ComposingNormalizer;
use std::collections::HashMap;

/// Tried in this order.
const ENCODINGS: [(&Encoding, &str); 4] = [
    (encoding_rs::SHIFT_JIS, "Shift-JIS"),
    (encoding_rs::GB18030, "GB18030"),
    (encoding_rs::EUC_KR, "EUC-KR"),
    (encoding_rs::WINDOWS_1252, "Windows-1252"),
];

/// Names that are not plain ASCII; of equal ones the first counts.
pub struct Spellings<Index> {
    composed: HashMap<String, Index>,
    /// Names that are not UTF-8, decoded by each encoding.
    recoded: HashMap<String, (Index, &'static str)>,
    /// No other encoding is tried.
    as_stored: bool,
}

impl<Index: Copy> Spellings<Index> {
    /// `as_stored`: no other encoding is tried.
    pub fn new(as_stored: bool) -> Self {
        Self {
            composed: HashMap::new(),
            recoded: HashMap::new(),
            as_stored,
        }
    }

    pub fn insert(&mut self, name: &str, index: Index) {
        if name.is_ascii() {
            return;
        }
        self.composed.entry(composed(name)).or_insert(index);
        if !self.as_stored {
            for (read, encoding) in recoded(name) {
                self.recoded.entry(composed(&read)).or_insert((index, encoding));
            }
        }
    }

    /// The thing of this name, and the encoding, if one of the two names had to be decoded again.
    pub fn find(&self, name: &str) -> Option<(Index, Option<&'static str>)> {
        if name.is_ascii() || self.composed.is_empty() {
            return None;
        }
        let plain = composed(name);
        if let Some(index) = self.composed.get(&plain) {
            return Some((*index, None));
        }
        if self.as_stored {
            return None;
        }
        if let Some((index, encoding)) = self.recoded.get(&plain) {
            return Some((*index, Some(encoding)));
        }
        let mut readings = recoded(name);
        readings.find_map(|(read, encoding)| Some((*self.composed.get(&composed(&read))?, Some(encoding))))
    }
}

/// In lower case, with each letter and its marks as one character where there is one: NFC.
fn composed(name: &str) -> String {
    let normalizer = const { ComposingNormalizer::new_nfc() };
    normalizer.normalize(&name.to_lowercase()).into_owned()
}

/// Decodes a name that was read as Latin-1 again, by each encoding that accepts all of its bytes.
fn recoded(name: &str) -> impl Iterator<Item = (String, &'static str)> {
    let bytes: Option<Vec<u8>> = name.chars().map(|letter| u8::try_from(letter).ok()).collect();
    let bytes = bytes.filter(|bytes| !bytes.is_ascii()).unwrap_or_default();
    ENCODINGS.into_iter().filter_map(move |(encoding, word)| {
        let read = encoding.decode_without_bom_handling_and_without_replacement(&bytes)?;
        (!bytes.is_empty()).then(|| (read.into_owned(), word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As a reader hands over bytes that are no UTF-8.
    fn latin_1(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| char::from(*byte)).collect()
    }

    fn found(there: &str, wanted: &str, as_stored: bool) -> Option<Option<&'static str>> {
        let mut spellings = Spellings::new(as_stored);
        spellings.insert("größe", 0);
        spellings.insert(there, 1);
        let (index, encoding) = spellings.find(wanted)?;
        assert_eq!(index, 1);
        Some(encoding)
    }

    #[test]
    fn letters_and_their_marks_are_one_however_they_are_stored() {
        for (there, wanted) in [
            ("caf\u{e9}", "cafe\u{301}"),
            ("cafe\u{301}", "caf\u{e9}"),
            ("CAFE\u{301}", "Caf\u{e9}"),
            ("\u{ac00}", "\u{1100}\u{1161}"),
        ] {
            assert_eq!(found(there, wanted, true), Some(None), "{there} {wanted}");
        }
        assert_eq!(found("caf\u{e9}", "cafe", false), None);
        assert_eq!(found("cafe", "cafe", false), None, "plain names are found elsewhere");
    }

    #[test]
    fn names_that_are_no_utf_8_are_read_as_the_other_side_spells_them() {
        for (bytes, name, encoding) in [
            (&[0x8d, 0xb6, 0x98, 0x72][..], "左腕", "Shift-JIS"),
            (&[0xd7, 0xf3, 0xb1, 0xdb], "左臂", "GB18030"),
            (&[0xbf, 0xde, 0xc6, 0xc8], "왼팔", "EUC-KR"),
            (&[0x9c, 0x69, 0x6c], "œil", "Windows-1252"),
        ] {
            let stored = latin_1(bytes);
            assert_eq!(found(name, &stored, false), Some(Some(encoding)), "{name}");
            assert_eq!(found(&stored, name, false), Some(Some(encoding)), "{name}");
            assert_eq!(found(name, &stored, true), None, "{name}");
            assert_eq!(found(&stored, &stored, true), Some(None), "{name}");
        }
        assert_eq!(found("左腕", "右腕", false), None);
    }
}
