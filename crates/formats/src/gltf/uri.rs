//! URIs of a glTF file: data that is written into them, and names of files beside the model (docs/formats/gltf.md §1.2,
//! §8 rows 30 and 31).
//!
//! In: text of the file. Out: bytes, or a name that [`SideFiles`](crate::SideFiles) may look up. Never here: paths.

use base64::alphabet;
use base64::engine::{DecodePaddingMode, Engine, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

/// Meaning of a URI.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Uri {
    Data(Vec<u8>),
    /// A name relative to the model, percent signs decoded.
    Relative(String),
}

/// `None` with a reason for what is never followed.
pub(super) fn parse(uri: &str) -> Result<Uri, String> {
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |text: &str| {
        text.len() > 1
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    match scheme {
        Some(scheme) if scheme.eq_ignore_ascii_case("data") => data(&uri[5..]).map(Uri::Data),
        Some(scheme) if is_scheme(scheme) => Err(format!("{scheme}: addresses are not followed")),
        _ => match String::from_utf8(percent_decode_str(uri).collect()) {
            Ok(name) => Ok(Uri::Relative(name)),
            Err(_) => Err("the name is no UTF-8".into()),
        },
    }
}

/// The URI as messages show it: embedded data cut short.
pub(super) fn shown(uri: &str) -> String {
    const LONGEST: usize = 60;
    match uri.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &uri[..at]),
        None => uri.to_owned(),
    }
}

/// Decodes the text after `data:`. Whatever the media type says, the bytes are the bytes.
fn data(rest: &str) -> Result<Vec<u8>, String> {
    let (kind, content) = rest.split_once(',').ok_or("the data URI has no comma")?;
    let is_base64 = kind.split(';').any(|word| word.trim().eq_ignore_ascii_case("base64"));
    if is_base64 {
        base64_decoded(content)
    } else {
        Ok(percent_decode_str(content).collect())
    }
}

/// RFC 4648 with either alphabet; percent signs are decoded first. Blanks, line breaks, padding and the bits that are left
/// over at the end do not matter.
fn base64_decoded(content: &str) -> Result<Vec<u8>, String> {
    const LENIENT: GeneralPurpose = GeneralPurpose::new(
        &alphabet::STANDARD,
        GeneralPurposeConfig::new()
            .with_decode_padding_mode(DecodePaddingMode::RequireNone)
            .with_decode_allow_trailing_bits(true),
    );
    let mut digits = Vec::with_capacity(content.len());
    digits.extend(percent_decode_str(content).filter_map(|byte| match byte {
        b'=' | b' ' | b'\t' | b'\r' | b'\n' => None,
        b'-' => Some(b'+'),
        b'_' => Some(b'/'),
        digit => Some(digit),
    }));
    LENIENT.decode(&digits).map_err(|_| {
        // The place is told in the text as it stands in the file, blanks included.
        let is_wrong = |byte: u8| !byte.is_ascii_alphanumeric() && !b"+/-_= \t\r\n".contains(&byte);
        match percent_decode_str(content).position(is_wrong) {
            Some(at) => format!("character {at} of the embedded data is no base64"),
            None => "the embedded data ends inside a byte".into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_read_however_it_is_written() {
        for uri in [
            "data:application/octet-stream;base64,AAH+/w==",
            "data:application/gltf-buffer;base64,AAH+/w",
            "data:text/html;charset=x;base64,AA\r\nH+ /w=\n=",
            "data:;base64,AAH%2B%2fw%3D%3D",
            "DATA:;BASE64,AAH-_w",
            "data:,%00%01%FE%ff",
        ] {
            assert_eq!(parse(uri), Ok(Uri::Data(vec![0, 1, 0xfe, 0xff])), "{uri}");
        }
        for uri in ["data:;base64", "data:;base64,A", "data:;base64,A*=="] {
            assert!(parse(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn left_over_bits_and_padding_in_the_middle_do_not_matter() {
        for (content, wanted) in [
            ("AB", &[0][..]),
            ("AAH", &[0, 1]),
            ("AA==AA==", &[0, 0, 0]),
            ("====", &[]),
            ("", &[]),
        ] {
            assert_eq!(
                parse(&format!("data:;base64,{content}")),
                Ok(Uri::Data(wanted.to_vec())),
                "{content}"
            );
        }
        for (content, wanted) in [
            ("AAAA A", "the embedded data ends inside a byte"),
            ("A=A%", "character 3 of the embedded data is no base64"),
            ("AA*AA", "character 2 of the embedded data is no base64"),
            ("AA A\n*AAA", "character 5 of the embedded data is no base64"),
            ("%41%2a%2AA", "character 1 of the embedded data is no base64"),
        ] {
            assert_eq!(
                parse(&format!("data:;base64,{content}")),
                Err(wanted.into()),
                "{content}"
            );
        }
    }

    #[test]
    fn names_are_decoded_and_schemes_refused() {
        for (uri, wanted) in [
            ("a%20b.bin", "a b.bin"),
            ("x/100%.bin", "x/100%.bin"),
            ("%C3%A4.bin", "ä.bin"),
            ("../up.bin", "../up.bin"),
            ("C:\\a.bin", "C:\\a.bin"),
        ] {
            assert_eq!(parse(uri), Ok(Uri::Relative(wanted.into())), "{uri}");
        }
        for uri in ["http://x/a.bin", "https://x/a.bin", "file:///etc/passwd", "%ff.bin"] {
            assert!(parse(uri).is_err(), "{uri}");
        }
    }
}
