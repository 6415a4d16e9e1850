//! The identifier and the version before the stream (docs/formats/shape.md §1, A1).

use super::ShapeError;
use castview_base::core::Place;

const NAME: &[u8] = b"SHAPE";
const VERSION: u16 = 1;
/// The shortest file that could hold identifier, version and a byte of stream.
const LEAST: usize = 8;

/// Bytes before the letters, bytes that must follow them, and the name of the form.
const FORMS: [(&[u8], &[u8], &str); 5] = [
    (b"\x05", b"", "text with an 8-bit length"),
    (b"\x05\0\0\0", b"", "text with a 32-bit length"),
    (b"\x05\0", b"", "text with a 16-bit length"),
    (b"", b"\x01\0", "bare characters"),
    (b"", b"\0\x01\0", "characters with a NUL"),
];

/// Where the stream begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    pub identifier: &'static str,
    pub stream: usize,
}

/// Whether `bytes` begin with the identifier in any of its forms.
pub fn is_shape(bytes: &[u8]) -> bool {
    version_at(bytes).is_some()
}

/// Where the version lies, and the form of the identifier.
fn version_at(bytes: &[u8]) -> Option<(usize, &'static str)> {
    FORMS.iter().find_map(|(before, after, form)| {
        let rest = bytes.strip_prefix(*before)?.strip_prefix(NAME)?;
        // The last two bytes asked for are the version itself.
        let terminator = after.len().saturating_sub(2);
        rest.starts_with(after)
            .then_some((before.len() + NAME.len() + terminator, *form))
    })
}

impl FileHeader {
    pub fn read(bytes: &[u8]) -> Result<Self, ShapeError> {
        let length = bytes.len();
        if length < LEAST {
            let place = Place::default();
            return Err(ShapeError::TooShort { place, length });
        }
        let Some((at, identifier)) = version_at(bytes) else {
            let place = Place::default();
            return Err(ShapeError::WrongIdentifier { place });
        };
        let Some([low, high]) = bytes.get(at..at + 2) else {
            let place = Place::default();
            return Err(ShapeError::TooShort { place, length });
        };
        let version = u16::from_le_bytes([*low, *high]);
        if version != VERSION {
            let place = Place {
                node_path: "version".into(),
                offset: at as u64,
            };
            return Err(ShapeError::Version { place, version });
        }
        Ok(Self {
            identifier,
            stream: at + 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_identifier_is_known() {
        for (bytes, stream) in [
            (&b"\x05SHAPE\x01\0...."[..], 8),
            (b"SHAPE\x01\0....", 7),
            (b"SHAPE\0\x01\0....", 8),
            (b"\x05\0SHAPE\x01\0....", 9),
            (b"\x05\0\0\0SHAPE\x01\0....", 11),
        ] {
            assert!(is_shape(bytes));
            assert_eq!(
                FileHeader::read(bytes).map(|header| header.stream),
                Ok(stream),
                "{bytes:?}"
            );
        }
        for bytes in [
            &b"SHAPEFILE..."[..],
            b"SHAPE\x02\0....",
            b"\x05SHAP3\x01\0....",
            b"shape\x01\0....",
        ] {
            assert!(!is_shape(bytes), "{bytes:?}");
            assert!(matches!(
                FileHeader::read(bytes),
                Err(ShapeError::WrongIdentifier { .. })
            ));
        }
    }

    #[test]
    fn short_files_and_other_versions_are_refused() {
        for length in 0..8 {
            let error = FileHeader::read(&b"\x05SHAPE\x01\0"[..length]).expect_err("too short");
            assert_eq!(error.rule().id, "S1");
        }
        let cut = FileHeader::read(b"\x05\0\0\0SHAP").expect_err("cut");
        assert_eq!(cut.rule().id, "S2");
        for (version, wanted) in [
            (2u16, "version at byte 0x6: Shape version 2 not supported"),
            (
                0x0100,
                "version at byte 0x6: Shape version 256 not supported, or a big-endian file",
            ),
        ] {
            let mut bytes = b"\x05SHAPE".to_vec();
            bytes.extend(version.to_le_bytes());
            bytes.push(0);
            let error = FileHeader::read(&bytes).expect_err("another version");
            assert_eq!((error.rule().id, error.to_string().as_str()), ("S3", wanted));
        }
    }
}
