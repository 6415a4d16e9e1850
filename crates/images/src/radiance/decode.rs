//! Bytes of either kind → light.

use super::{RADIANCE_EXTENSIONS, Radiance, openexr, rgbe};
use crate::ImageError;
use crate::kind::extension;

/// Whether [`decode_radiance`] reads what begins with `bytes`.
pub fn is_radiance(bytes: &[u8]) -> bool {
    rgbe::is_rgbe(bytes) || openexr::is_exr(bytes)
}

/// Whether `name` ends in one of [`RADIANCE_EXTENSIONS`], in any letter case.
pub fn has_radiance_extension(name: &str) -> bool {
    extension(name).is_some_and(|ext| RADIANCE_EXTENSIONS.iter().any(|known| ext.eq_ignore_ascii_case(known)))
}

/// Decodes `bytes` by their content into at most `most_texels`: the sides are halved until it is so small.
pub fn decode_radiance(bytes: &[u8], most_texels: u64) -> Result<Radiance, ImageError> {
    match () {
        () if bytes.is_empty() => Err(ImageError::Empty),
        () if rgbe::is_rgbe(bytes) => rgbe::decode(bytes, most_texels),
        () if openexr::is_exr(bytes) => openexr::decode(bytes, most_texels),
        () => Err(ImageError::NoRadiance),
    }
}

/// Width and height of the whole image, from its header.
pub fn radiance_size(bytes: &[u8]) -> Result<[u32; 2], ImageError> {
    Ok(told(bytes)?.0)
}

/// Width and height, and the bytes in use at one time while a piece of the file is unpacked, from its header.
pub(crate) fn told(bytes: &[u8]) -> Result<([u32; 2], u64), ImageError> {
    match rgbe::is_rgbe(bytes) {
        true => Ok((rgbe::size(bytes)?, 0)),
        false if openexr::is_exr(bytes) => openexr::told(bytes),
        false => Err(ImageError::NoRadiance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_bytes_tell_the_kinds() {
        assert!(has_radiance_extension("a/Sun.HDR") && has_radiance_extension("a.exr"));
        assert!(!has_radiance_extension("a.exr.png") && !has_radiance_extension("hdr"));
        assert!(is_radiance(b"#?RADIANCE\n") && is_radiance(b"#?RGBE\n") && is_radiance(b"\x76\x2f\x31\x01\x02\0\0\0"));
        assert!(!is_radiance(b"#!/bin/sh") && !is_radiance(b""));
        assert_eq!(decode_radiance(b"", 10), Err(ImageError::Empty));
        assert_eq!(decode_radiance(b"\x89PNG\r\n\x1a\n", 10), Err(ImageError::NoRadiance));
    }
}
