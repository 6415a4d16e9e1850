//! Images made of channels of others: one format keeps a map each, another several in one.
//!
//! In: what stands in which channel, and the sizes of the images it comes from. Out: a list of [`Packing`]s, each with the texture
//! that it will be. Never here: pixels. Whoever has them makes the images.

use castview_base::core::TextureIndex;
use castview_base::scene::{ColorSpace, Lookup, Slot, Wrap};

/// An image to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Packing {
    /// Purpose of the image, as its format calls it.
    pub word: &'static str,
    /// Across and down. Images of another size are resampled.
    pub size: [u32; 2],
    /// How images that are resampled go on past their edges.
    pub wrap: [Wrap; 2],
    /// Red, green, blue, alpha.
    pub channels: [Mix; 4],
}

/// Content of one channel: a product, held to 0…1. One without terms is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Mix {
    /// The factors of the product.
    pub terms: Vec<Term>,
    /// How the product is stored.
    pub space: ColorSpace,
}

/// `offset + scale · value` of one channel of an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The image that is read.
    pub texture: TextureIndex,
    /// Channel of that image, 0 to 3.
    pub channel: u8,
    /// How that channel is stored.
    pub space: ColorSpace,
    /// Multiplies the channel's value.
    pub scale: f32,
    /// Added after that.
    pub offset: f32,
}

impl Term {
    /// The value of a channel as it is.
    pub fn new(texture: TextureIndex, channel: u8, space: ColorSpace) -> Self {
        Self {
            texture,
            channel,
            space,
            scale: 1.0,
            offset: 0.0,
        }
    }

    /// Returns the term of a number: `channel` as it is stored.
    pub fn number(texture: TextureIndex, channel: u8) -> Self {
        Self::new(texture, channel, ColorSpace::Linear)
    }

    /// The same term with its value multiplied by `scale`.
    pub fn times(self, scale: f32) -> Self {
        Self {
            scale: self.scale * scale,
            offset: self.offset * scale,
            ..self
        }
    }

    /// The same term with `offset` added to its value.
    pub fn plus(self, offset: f32) -> Self {
        Self {
            offset: self.offset + offset,
            ..self
        }
    }
}

impl Mix {
    /// A channel that is 1 everywhere.
    pub const ONE: Self = Self {
        terms: Vec::new(),
        space: ColorSpace::Linear,
    };

    /// Stored as a number.
    pub fn linear(terms: impl IntoIterator<Item = Term>) -> Self {
        Self {
            terms: terms.into_iter().collect(),
            space: ColorSpace::Linear,
        }
    }

    /// Stored as a colour.
    pub fn srgb(terms: impl IntoIterator<Item = Term>) -> Self {
        Self {
            terms: terms.into_iter().collect(),
            space: ColorSpace::Srgb,
        }
    }
}

impl Packing {
    /// One number as an opaque grey.
    pub fn grey(mix: Mix) -> [Mix; 4] {
        [mix.clone(), mix.clone(), mix, Mix::ONE]
    }

    /// The images it is made of, each once.
    pub fn sources(&self) -> Vec<TextureIndex> {
        let terms = self.channels.iter().flat_map(|mix| &mix.terms);
        let mut sources: Vec<TextureIndex> = terms.map(|term| term.texture).collect();
        sources.sort();
        sources.dedup();
        sources
    }
}

/// Width and height of an image that can be read; `None` if it cannot.
pub type SizeOf<'a> = &'a dyn Fn(TextureIndex) -> Option<[u32; 2]>;

/// The images to be made for one file, equal ones once.
pub struct Packings<'a> {
    /// The texture that the first of them will be.
    first: usize,
    list: Vec<Packing>,
    texels: u64,
    size_of: SizeOf<'a>,
}

impl<'a> Packings<'a> {
    /// The longest side of what is made: its working memory is bounded by this.
    pub const MOST_SIDE: u32 = 8192;
    /// Images for one file, and their texels: a short list of materials could ask for any number of variations of one image.
    const MOST_IMAGES: usize = 1 << 12;
    const MOST_TEXELS: u64 = 1 << 32;

    /// For a scene of `textures` textures: what is made counts on from there.
    pub fn new(textures: usize, size_of: SizeOf<'a>) -> Self {
        Self {
            first: textures,
            list: Vec::new(),
            texels: 0,
            size_of,
        }
    }

    /// `None` if they are more than anybody should make.
    pub fn into_list(self) -> Option<Vec<Packing>> {
        (!self.is_too_much()).then_some(self.list)
    }

    fn is_too_much(&self) -> bool {
        self.list.len() > Self::MOST_IMAGES || self.texels > Self::MOST_TEXELS
    }

    /// Width and height of the image of `texture`; `None`: nobody knows.
    pub fn size(&self, texture: TextureIndex) -> Option<[u32; 2]> {
        (self.size_of)(texture)
    }

    /// The size of what is made of `sources`: that of the largest.
    pub fn common_size(&self, sources: impl IntoIterator<Item = TextureIndex>) -> [u32; 2] {
        let sizes = sources.into_iter().filter_map(|texture| self.size(texture));
        sizes.fold([1; 2], |a, b| {
            std::array::from_fn(|axis| a[axis].max(b[axis]).min(Self::MOST_SIDE))
        })
    }

    /// The texture that is made of `channels`, for a slot that is looked up like `lookup`.
    pub fn add(&mut self, word: &'static str, lookup: &Lookup, channels: [Mix; 4]) -> TextureIndex {
        if self.is_too_much() {
            // None will be made.
            return TextureIndex::new(self.first);
        }
        let mut packing = Packing {
            word,
            size: [1; 2],
            wrap: lookup.wrap,
            channels,
        };
        packing.size = self.common_size(packing.sources());
        let at = self.list.iter().position(|known| *known == packing).unwrap_or_else(|| {
            self.texels += packing.size.iter().map(|side| u64::from(*side)).product::<u64>();
            self.list.push(packing);
            self.list.len() - 1
        });
        TextureIndex::new(self.first + at)
    }

    /// Why no image can be made of these two, as the end of a sentence that begins with the second: they must be looked up alike,
    /// and be there.
    pub fn obstacle(
        &self,
        (first, of_first): (&Slot, TextureIndex),
        (slot, of_slot): (&Slot, TextureIndex),
    ) -> Option<String> {
        if self.size(of_slot).is_none() {
            return Some("has no image that can be read".into());
        }
        if self.size(of_first).is_none() {
            return Some(format!(
                "belongs in one image with {}, which cannot be read",
                first.name
            ));
        }
        (first.lookup != slot.lookup).then(|| {
            format!(
                "belongs in one image with {}, and they lie differently on the mesh",
                first.name
            )
        })
    }

    /// The note on a packed image: the slots in it, and those that were resampled.
    pub fn sentence(&self, texture: TextureIndex, sources: &[(&str, TextureIndex)]) -> String {
        let packing = &self.list[texture.get() - self.first];
        let names: Vec<&str> = sources.iter().map(|(name, _)| *name).collect();
        let mut text = format!("{} made into one {} image", names.join(" and "), packing.word);
        for (name, source) in sources {
            if let Some([width, height]) = self.size(*source).filter(|size| *size != packing.size) {
                let [wide, high] = packing.size;
                text.push_str(&format!(
                    "; {name} resampled from {width} × {height} to {wide} × {high}"
                ));
            }
        }
        text
    }
}
