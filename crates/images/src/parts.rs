//! Files that hold more than one image of the same size: cube maps, arrays and volumes, of which the first image is shown.
//!
//! In: the beginning of a file. Out: the counts of its header. Nothing is decoded.

use super::{dds, ktx};

/// Counts of a file that holds several images; at least one is above 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageParts {
    /// 6 for a cube map, else 1.
    pub faces: u32,
    /// Images, or cube maps, of an array.
    pub layers: u32,
    /// Images of a volume, one behind the other.
    pub slices: u32,
}

impl ImageParts {
    /// `None`: the file holds one image.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        let counts = match bytes {
            _ if dds::is_dds(bytes) => dds_counts(bytes),
            _ if ktx::is_ktx(bytes) => ktx_counts(bytes),
            _ => None,
        };
        let [faces, layers, slices] = counts?.map(|count| count.max(1));
        let parts = Self { faces, layers, slices };
        ([faces, layers, slices] != [1; 3]).then_some(parts)
    }

    /// The kind of the file, for people.
    pub fn kind(self) -> String {
        match self {
            Self { layers, faces, .. } if layers > 1 && faces > 1 => format!("an array of {layers} cube maps"),
            Self { layers, .. } if layers > 1 => format!("an array of {layers} images"),
            Self { faces, .. } if faces > 1 => "a cube map".to_owned(),
            Self { slices, .. } => format!("a volume of {slices} images"),
        }
    }

    /// The image that is shown, for people.
    pub fn shown(self) -> &'static str {
        match self.faces {
            1 => "its first image",
            _ => "its first face",
        }
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let stored = bytes.get(at..at + 4).and_then(|stored| stored.first_chunk());
    stored.map(|stored| u32::from_le_bytes(*stored))
}

/// Faces, layers and slices.
fn dds_counts(bytes: &[u8]) -> Option<[u32; 3]> {
    const CUBE: u32 = 0x200;
    const VOLUME: u32 = 0x20_0000;
    // A bit of the second header, which arrays have.
    const IS_CUBE: u32 = 4;
    let capabilities = word(bytes, 112)?;
    let mut is_cube = capabilities & CUBE != 0;
    let mut layers = 1;
    if bytes.get(84..88)? == b"DX10" {
        is_cube |= word(bytes, 136)? & IS_CUBE != 0;
        layers = word(bytes, 140)?;
    }
    let slices = match capabilities & VOLUME != 0 {
        true => word(bytes, 24)?,
        false => 1,
    };
    Some([if is_cube { 6 } else { 1 }, layers, slices])
}

/// The same.
fn ktx_counts(bytes: &[u8]) -> Option<[u32; 3]> {
    let [depth, layers, faces] = match ktx::is_second(bytes) {
        true => [28, 32, 36],
        false => [44, 48, 52],
    };
    Some([word(bytes, faces)?, word(bytes, layers)?, word(bytes, depth)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header of DDS with these words at these places.
    fn dds(words: &[(usize, u32)]) -> Vec<u8> {
        let mut bytes = vec![0; 148];
        bytes[..4].copy_from_slice(b"DDS ");
        for (at, word) in words {
            bytes[*at..at + 4].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    fn ktx(mark: &[u8; 12], words: &[(usize, u32)]) -> Vec<u8> {
        let mut bytes = dds(words);
        bytes[..12].copy_from_slice(mark);
        bytes
    }

    #[test]
    fn cube_maps_arrays_and_volumes_are_known_by_their_headers() {
        let dx10 = (84, u32::from_le_bytes(*b"DX10"));
        let first = b"\xabKTX 11\xbb\r\n\x1a\n";
        let second = b"\xabKTX 20\xbb\r\n\x1a\n";
        for (bytes, wanted) in [
            (dds(&[]), None),
            (dds(&[(112, 0xfe00)]), Some("a cube map")),
            (dds(&[(112, 0x20_0000), (24, 8)]), Some("a volume of 8 images")),
            // Depth without the bit of a volume says nothing.
            (dds(&[(24, 8)]), None),
            (dds(&[dx10, (140, 1)]), None),
            (dds(&[dx10, (140, 5)]), Some("an array of 5 images")),
            (dds(&[dx10, (140, 1), (136, 4)]), Some("a cube map")),
            (dds(&[dx10, (140, 2), (136, 4)]), Some("an array of 2 cube maps")),
            (ktx(first, &[(52, 1)]), None),
            (ktx(first, &[(52, 6)]), Some("a cube map")),
            (ktx(first, &[(48, 3), (52, 1)]), Some("an array of 3 images")),
            (ktx(second, &[(36, 1)]), None),
            (ktx(second, &[(36, 6)]), Some("a cube map")),
            (ktx(second, &[(28, 4), (36, 1)]), Some("a volume of 4 images")),
            (dds(&[(112, 0xfe00)])[..100].to_vec(), None),
            (b"\x89PNG\r\n".to_vec(), None),
        ] {
            let kind = ImageParts::of(&bytes).map(ImageParts::kind);
            assert_eq!(kind.as_deref(), wanted);
        }
    }
}
