//! An image that was decoded before its file is opened, and how the file gets it then.

use super::memory::LoaderMemory;
use crate::decoding::Decoded;
use crate::location_of;
use crate::open::Opened;
use crate::textures::{ImageSource, WantedTexture};
use crate::watch::Stamp;
use castview_base::core::TextureIndex;
use castview_picture::opened::TextureState;
use std::path::PathBuf;

/// An image that is decoded before its file is opened.
pub(super) struct ReadyImage {
    pub texture: TextureIndex,
    /// The image file, as it was just before; `None`: the image is stored in the file that names it.
    pub file: Option<(PathBuf, Stamp)>,
    /// Its texels, and the bytes of its file; `None`: another texture of the file shows the same image and counts for both.
    pub counts: Option<(u64, u64)>,
    pub decoded: Decoded,
}

impl ReadyImage {
    /// Bytes that it takes in memory.
    pub fn bytes(&self) -> u64 {
        match (&self.decoded.state, self.counts) {
            (TextureState::Ready(image), Some(_)) => image.bytes(),
            _ => 0,
        }
    }

    /// Whether it is what a load would decode now for one of `wanted`.
    pub fn is_one_of(&self, wanted: &[WantedTexture]) -> bool {
        let found = wanted.iter().find(|wanted| wanted.texture == self.texture);
        match (found.map(|wanted| &wanted.source), &self.file) {
            (Some(ImageSource::File(found, _)), Some((path, stamp))) => {
                found.path() == path && Stamp::of(path) == Some(*stamp)
            }
            (Some(ImageSource::Inside(..)), None) => true,
            _ => false,
        }
    }
}

/// Gives `opened` its images, if there is room for all of them at full size beside what stays on the stage; returns how many. `replaced`: nothing
/// stays there.
pub(super) fn hand_over(
    memory: &mut LoaderMemory,
    opened: &mut Opened,
    images: Vec<ReadyImage>,
    replaced: bool,
) -> u64 {
    let key = opened.file.key;
    let sum = |of: fn((u64, u64)) -> u64| {
        let counts = images.iter().filter_map(|image| image.counts);
        counts.map(of).fold(0, u64::saturating_add)
    };
    let room = memory.room(&[key].into(), replaced);
    if room.texels(sum(|(_, bytes)| bytes), memory.bytes) < sum(|(texels, _)| texels) {
        return 0;
    }
    let mut count = 0;
    for image in images {
        let Some(entry) = opened.file.textures.get_mut(image.texture.get()) else {
            continue;
        };
        if let Some(counts) = image.counts {
            memory.take(key, image.texture, counts);
        }
        entry.location = image.file.map(|(path, _)| location_of(&path));
        entry.file_bytes = image.decoded.file_bytes;
        entry.full_size = image.decoded.full_size;
        entry.parts = image.decoded.parts;
        entry.state = image.decoded.state;
        opened.wanted.retain(|wanted| wanted.texture != image.texture);
        count += 1;
    }
    count
}
