//! URIs of a glTF file: data that is written into them, and names of files beside the model (docs/formats/gltf.md §1.2,
//! §8 rows 30 and 31).
//!
//! In: text of the file. Out: bytes, or a name that [`SideFiles`](crate::formats::SideFiles) may look up. Never here: paths.

/// What a URI means.
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
        _ => match String::from_utf8(percent_decoded(uri.as_bytes())) {
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

/// What follows `data:`. Whatever the media type says, the bytes are the bytes.
fn data(rest: &str) -> Result<Vec<u8>, String> {
    let (kind, content) = rest.split_once(',').ok_or("the data URI has no comma")?;
    let content = if content.contains('%') {
        percent_decoded(content.as_bytes())
    } else {
        content.as_bytes().to_vec()
    };
    let is_base64 = kind.split(';').any(|word| word.trim().eq_ignore_ascii_case("base64"));
    if is_base64 { base64(&content) } else { Ok(content) }
}

/// A percent sign that two hexadecimal digits do not follow stays as it is.
fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let digit = |at: usize| text.get(at).and_then(|digit| char::from(*digit).to_digit(16));
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    out
}

/// RFC 4648 with either alphabet; blanks, line breaks and missing padding do not matter.
fn base64(text: &[u8]) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0u32, 0);
    for (at, &byte) in text.iter().enumerate() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' | b' ' | b'\t' | b'\r' | b'\n' => continue,
            _ => return Err(format!("character {at} of the embedded data is no base64")),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    if count == 6 {
        return Err("the embedded data ends inside a byte".into());
    }
    Ok(out)
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
