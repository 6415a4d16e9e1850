//! Texels that the textures of a picture take, and how small they are sent where all of them are too many.

use super::{Cost, PlacedModel};
use castview_base::scene::{ColorSpace, Model, SlotSource};
use castview_images::Pixels;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Bytes of 16 texels with their smaller levels: of 8 bits a channel, as [`Cost::of_sent`] counts them, and of light.
const PLAIN_BYTES: u64 = 16 * 6;
const LIGHT_BYTES: u64 = 2 * PLAIN_BYTES;

/// The images of a picture's textures.
#[derive(Default)]
pub struct Texels {
    /// Bytes of all images, each once.
    held: u64,
    /// Images as they are sent: an image that is read as colours and as numbers is sent for each.
    sent: Vec<Sent>,
}

/// An image as it is sent.
struct Sent {
    size: [u32; 2],
    /// Bytes of 16 texels, with their smaller levels.
    sixteen_bytes: u64,
    /// As blocks, as long as it ends with whole ones.
    is_of_blocks: bool,
}

impl Sent {
    /// `reads_blocks`: the adapter does.
    fn of(image: &Pixels, space: ColorSpace, reads_blocks: bool) -> Self {
        let is_color = space == ColorSpace::Srgb;
        let block = match image {
            Pixels::Blocks(blocks) if reads_blocks && (!is_color || blocks.format.has_colors()) => Some(blocks.format),
            _ => None,
        };
        Self {
            size: image.size(),
            sixteen_bytes: match (image, block) {
                (_, Some(format)) => (4 * format.block_bytes() as u64).div_ceil(3),
                (Pixels::Light(_), _) if is_color => LIGHT_BYTES,
                _ => PLAIN_BYTES,
            },
            is_of_blocks: block.is_some(),
        }
    }

    /// With at most `most` texels.
    fn bytes(&self, most: u64) -> u64 {
        let size = smaller(self.size, most);
        let is_cut = size.iter().any(|side| !side.is_multiple_of(4));
        let sixteen = match self.is_of_blocks && is_cut {
            true => PLAIN_BYTES,
            false => self.sixteen_bytes,
        };
        texels(size).saturating_mul(sixteen).div_ceil(16)
    }
}

/// The most that an image can cost: as if it were read as colours and as numbers. `reads_blocks`: the adapter does.
pub fn most_of_image(image: &Pixels, reads_blocks: bool) -> Cost {
    let sent = [ColorSpace::Srgb, ColorSpace::Linear].map(|space| Sent::of(image, space, reads_blocks).bytes(u64::MAX));
    Cost::of_held(image.bytes()).plus(Cost::of_sent_bytes(sent[0].saturating_add(sent[1])))
}

impl Texels {
    /// Counts the images of `models`, each once however many models and materials have it. `reads_blocks`: the adapter takes blocks as they
    /// are.
    pub fn of<'a>(models: impl IntoIterator<Item = &'a PlacedModel>, reads_blocks: bool) -> Self {
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
            out.held = out.held.saturating_add(image.bytes());
            let sent = spaces.iter().map(|space| Sent::of(image, *space, reads_blocks));
            out.sent.extend(sent);
        }
        out
    }

    /// Where none is sent with more than `most` texels.
    pub fn cost(&self, most: u64) -> Cost {
        let sent = self.sent.iter().map(|sent| sent.bytes(most));
        Cost::of_held(self.held).plus(Cost::of_sent_bytes(sent.fold(0, u64::saturating_add)))
    }

    /// The most texels each may be sent with, so that all of them cost no more than `left`: the largest are made smaller first. Zero where
    /// nothing fits: each is one texel then.
    pub fn most_within(&self, left: &Cost) -> u64 {
        let largest = self.sent.iter().map(|sent| texels(sent.size)).max().unwrap_or(0);
        let mut most = largest;
        while most > 0 && !self.cost(most).fits(left) {
            most /= 4;
        }
        most
    }

    /// How many are sent smaller than they are.
    pub fn reduced(&self, most: u64) -> usize {
        self.sent.iter().filter(|sent| texels(sent.size) > most).count()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PlacedKey, Texture};
    use castview_base::core::{ModelIndex, TextureIndex};
    use castview_base::scene::{Material, Scene, Slot};
    use castview_images::{BlockFormat, Blocks, Image, decode_colors_within};

    const SIDE: u64 = 64;

    fn blocks(format: BlockFormat) -> Pixels {
        let blocks = |level: u32| (SIDE as usize >> level).max(1).div_ceil(4).pow(2);
        Pixels::Blocks(Blocks {
            width: SIDE as u32,
            height: SIDE as u32,
            format,
            levels: (0..7)
                .map(|level| vec![0; blocks(level) * format.block_bytes()])
                .collect(),
            rewritten: None,
        })
    }

    fn light() -> Pixels {
        let head = format!("#?RADIANCE\n\n-Y {SIDE} +X {SIDE}\n");
        let texels = [128, 128, 128, 131].repeat((SIDE * SIDE) as usize);
        decode_colors_within(&[head.as_bytes(), &texels].concat(), "", u64::MAX).expect("light")
    }

    /// Returns the cost of the image in the slot of that name.
    fn cost(image: &Pixels, slot: &str, reads_blocks: bool, most: u64) -> Cost {
        let material = Material {
            slots: vec![Slot::new(slot, SlotSource::Texture(TextureIndex::new(0)))],
            ..Material::default()
        };
        let model = Model {
            materials: vec![material],
            ..Model::default()
        };
        let scene = Scene {
            models: vec![model],
            ..Scene::default()
        };
        let mut placed = PlacedModel::at_rest(PlacedKey(1), Arc::new(scene), ModelIndex::new(0));
        placed.textures = Arc::new(vec![Texture::Ready(Arc::new(image.clone()))]);
        Texels::of([&placed], reads_blocks).cost(most)
    }

    #[test]
    fn images_cost_what_they_take_where_they_are_sent() {
        let plain = Pixels::Plain(Image {
            width: SIDE as u32,
            height: SIDE as u32,
            rgba: vec![9; (4 * SIDE * SIDE) as usize],
        });
        let texels = SIDE * SIDE;
        let sent = |image: &Pixels, slot: &str, reads: bool| cost(image, slot, reads, u64::MAX).bytes - image.bytes();
        assert_eq!(sent(&plain, "baseColor", true), 6 * texels);
        // A level more is a third more.
        for (format, each) in [(BlockFormat::Bc1, 11), (BlockFormat::Bc7, 22)] {
            let image = blocks(format);
            assert_eq!(sent(&image, "baseColor", true), texels * each / 16);
            assert_eq!(sent(&image, "baseColor", false), 6 * texels, "decoded");
            // Two texels on a side are no whole block.
            assert_eq!(cost(&image, "baseColor", true, 4).bytes - image.bytes(), 6 * 4);
        }
        let two = blocks(BlockFormat::Bc5);
        assert_eq!(sent(&two, "normal", true), texels * 22 / 16);
        assert_eq!(sent(&two, "baseColor", true), 6 * texels, "two channels are no colour");
        let light = light();
        assert_eq!(light.bytes(), 8 * texels);
        assert_eq!(sent(&light, "emissive", true), 12 * texels);
        assert_eq!(sent(&light, "normal", true), 6 * texels, "numbers end at 1");
        for image in [&plain, &light, &blocks(BlockFormat::Bc7)] {
            for (slot, reads) in [("baseColor", true), ("normal", true), ("baseColor", false)] {
                let most = most_of_image(image, reads);
                assert!(cost(image, slot, reads, u64::MAX).fits(&most), "{slot}");
            }
        }
    }
}
