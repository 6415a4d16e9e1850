//! Strings of the content: one count byte, then that many units of one or two bytes (docs/formats/shape.md §2, A6,
//! A28).

/// Position of a string's count byte in the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text(pub(super) usize);

impl Text {
    /// Name of a record to which the file gives none: it lies behind all bytes.
    pub(super) const EMPTY: Self = Self(usize::MAX);
}

/// How the units of all strings of one file are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextEncoding {
    Utf8,
    Windows1252,
    Utf16,
}

impl TextEncoding {
    pub fn unit_bytes(self) -> usize {
        match self {
            Self::Utf8 | Self::Windows1252 => 1,
            Self::Utf16 => 2,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Windows1252 => "Windows-1252",
            Self::Utf16 => "UTF-16",
        }
    }

    /// Whether `units`, whole units of this encoding, need no replacement.
    pub fn accepts(self, units: &[u8]) -> bool {
        match self {
            Self::Utf8 => std::str::from_utf8(units).is_ok(),
            Self::Windows1252 => true,
            Self::Utf16 => char::decode_utf16(wide(units)).all(|c| c.is_ok()),
        }
    }

    /// Trailing NULs left out; what is no character becomes the replacement character.
    pub fn decode(self, units: &[u8]) -> String {
        let text = match self {
            Self::Utf8 => String::from_utf8_lossy(units).into_owned(),
            Self::Windows1252 => units.iter().map(|byte| windows_1252(*byte)).collect(),
            Self::Utf16 => char::decode_utf16(wide(units))
                .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        };
        match text.trim_end_matches('\0') {
            trimmed if trimmed.len() == text.len() => text,
            trimmed => trimmed.to_owned(),
        }
    }
}

fn wide(units: &[u8]) -> impl Iterator<Item = u16> + '_ {
    units.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
}

/// Bytes 80 to 9F of Windows-1252, as the WHATWG encoding standard maps them.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_each_encoding() {
        for (encoding, units, wanted, clean) in [
            (TextEncoding::Utf8, &b"T\xc3\xbcr\0\0"[..], "Tür", true),
            (TextEncoding::Utf8, b"T\xfcr", "T\u{fffd}r", false),
            (TextEncoding::Windows1252, b"T\xfcr \x80\x9f", "Tür €Ÿ", true),
            (TextEncoding::Utf16, b"T\0\xfc\0r\0", "Tür", true),
            (TextEncoding::Utf16, b"\x3d\xd8\x00\xde", "\u{1f600}", true),
            (TextEncoding::Utf16, b"a\0\x3d\xd8", "a\u{fffd}", false),
            (TextEncoding::Utf16, b"", "", true),
        ] {
            assert_eq!(encoding.decode(units), wanted);
            assert_eq!(encoding.accepts(units), clean, "{units:?}");
        }
    }
}
