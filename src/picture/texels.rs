//! Texels that the textures of a picture take, and how small they are sent where all of them are too many.

use super::{Cost, PlacedModel};
use crate::images::Pixels;
use crate::scene::{ColorSpace, Model, SlotSource};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// The images of a picture's textures.
#[derive(Default)]
pub struct Texels {
    /// Texels of all images, each once.
    decoded: u64,
    /// Sizes of what is sent: an image that is read as colours and as numbers is sent for each.
    sent: Vec<[u32; 2]>,
}

impl Texels {
    /// Counts the images of `models`, each once however many models and materials have it.
    pub fn of<'a>(models: impl IntoIterator<Item = &'a PlacedModel>) -> Self {
        let mut looked_at = HashSet::new();
        // Images that several files name are one.
        let mut images: BTreeMap<*const Pixels, (&Arc<Pixels>, HashSet<ColorSpace>)> = BTreeMap::new();
        for placed in models {
            if !looked_at.insert((Arc::as_ptr(&placed.textures), placed.model)) {
                continue;
            }
            for (texture, space) in maps(placed.model()) {
                let Some(image) = placed.textures.get(texture).and_then(super::Texture::image) else {
                    continue;
                };
                let (_, spaces) = images.entry(Arc::as_ptr(image)).or_insert((image, HashSet::new()));
                spaces.insert(space);
            }
        }
        let mut out = Self::default();
        for (image, spaces) in images.values() {
            let size = image.size();
            out.decoded += texels(size);
            out.sent.extend(spaces.iter().map(|_| size));
        }
        out
    }

    /// Where none is sent with more than `most` texels.
    pub fn cost(&self, most: u64) -> Cost {
        let sent = self.sent.iter().map(|size| texels(smaller(*size, most)));
        Cost::of_decoded(self.decoded).plus(Cost::of_sent(sent.fold(0, u64::saturating_add)))
    }

    /// The most texels each may be sent with, so that all of them cost no more than `left`: the largest are made smaller first. Zero where
    /// nothing fits: each is one texel then.
    pub fn most_within(&self, left: &Cost) -> u64 {
        let largest = self.sent.iter().map(|size| texels(*size)).max().unwrap_or(0);
        let mut most = largest;
        while most > 0 && !self.cost(most).fits(left) {
            most /= 4;
        }
        most
    }

    /// How many are sent smaller than they are.
    pub fn reduced(&self, most: u64) -> usize {
        self.sent.iter().filter(|size| texels(**size) > most).count()
    }
}

/// Which textures feed the materials, and how they are read.
fn maps(model: &Model) -> impl Iterator<Item = (usize, ColorSpace)> + '_ {
    model.materials.iter().flat_map(|material| {
        let slots = material.slots.iter();
        slots.filter_map(move |slot| match slot.source {
            SlotSource::Texture(texture) if material.feeds(&slot.name).next().is_some() => {
                Some((texture.get(), material.space_of(&slot.name)))
            }
            _ => None,
        })
    })
}

fn texels([width, height]: [u32; 2]) -> u64 {
    u64::from(width) * u64::from(height)
}

/// The size of the first mip of at most `most` texels; never less than one texel.
pub fn smaller([mut width, mut height]: [u32; 2], most: u64) -> [u32; 2] {
    while texels([width, height]) > most.max(1) {
        (width, height) = (width.div_ceil(2), height.div_ceil(2));
    }
    [width, height]
}
