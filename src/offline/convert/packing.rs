//! Channels of several images → one image, resampled where they differ in size.
//!
//! In: a [`Packing`] and whoever decodes images. Out: pixels. One source is whole in memory at a time; of the others only the
//! channels that count are kept.

use crate::core::TextureIndex;
use crate::formats::{Mix, Packing, Term};
use crate::images::Image;
use crate::scene::{ColorSpace, Wrap};
use glam::Vec4;
use std::collections::BTreeMap;

/// One channel of an image.
struct Plane {
    size: [usize; 2],
    values: Vec<u8>,
}

/// `decode`: the pixels of a texture; `None` for one that cannot be read, which counts as white.
pub(super) fn make(packing: &Packing, mut decode: impl FnMut(TextureIndex) -> Option<Image>) -> Image {
    let mut planes: BTreeMap<(TextureIndex, u8), Plane> = BTreeMap::new();
    for texture in packing.sources() {
        let Some(image) = decode(texture) else { continue };
        let terms = packing.channels.iter().flat_map(|mix| &mix.terms);
        for term in terms.filter(|term| term.texture == texture) {
            let channel = usize::from(term.channel);
            planes.entry((texture, term.channel)).or_insert_with(|| Plane {
                size: [image.width as usize, image.height as usize],
                values: image.rgba.chunks_exact(4).map(|texel| texel[channel]).collect(),
            });
        }
    }
    let [width, height] = packing.size;
    let mut rgba = vec![0; 4 * width as usize * height as usize];
    for (at, mix) in packing.channels.iter().enumerate() {
        match packing.channels[..at].iter().position(|known| known == mix) {
            Some(same) => rgba.chunks_exact_mut(4).for_each(|texel| texel[at] = texel[same]),
            None => fill(&mut rgba[at..], packing, mix, &planes),
        }
    }
    Image { width, height, rgba }
}

/// Every fourth byte.
fn fill(out: &mut [u8], packing: &Packing, mix: &Mix, planes: &BTreeMap<(TextureIndex, u8), Plane>) {
    let size = packing.size.map(|side| side as usize);
    let factors: Vec<Factor> = (mix.terms.iter())
        .filter_map(|term| {
            let plane = planes.get(&(term.texture, term.channel))?;
            Some(Factor::new(term, plane, size, packing.wrap))
        })
        .collect();
    let stored = |value: f32| (255.0 * mix.space.from_linear(value.clamp(0.0, 1.0))).round() as u8;
    // A factor that is not resampled has 256 values at most.
    let table: Option<[u8; 256]> = match &factors[..] {
        [only] if only.plane.size == size => Some(only.values.map(stored)),
        _ => None,
    };
    for y in 0..size[1] {
        for x in 0..size[0] {
            let pixel = y * size[0] + x;
            out[4 * pixel] = match &table {
                Some(table) => table[usize::from(factors[0].plane.values[pixel])],
                None => stored(factors.iter().map(|factor| factor.at(x, y)).product()),
            };
        }
    }
}

/// A term ready to be looked up.
struct Factor<'a> {
    plane: &'a Plane,
    /// Value of the term for each byte.
    values: [f32; 256],
    /// For each column and row of the target: the source's, and their shares.
    taps: [Vec<Vec<(usize, f32)>>; 2],
}

impl<'a> Factor<'a> {
    fn new(term: &Term, plane: &'a Plane, size: [usize; 2], wrap: [Wrap; 2]) -> Self {
        let linear = |byte: usize| match term.space {
            ColorSpace::Linear => byte as f32 / 255.0,
            space => space.to_linear(Vec4::splat(byte as f32 / 255.0)).x,
        };
        Self {
            plane,
            values: std::array::from_fn(|byte| term.offset + term.scale * linear(byte)),
            taps: std::array::from_fn(|axis| taps(plane.size[axis], size[axis], wrap[axis])),
        }
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        let [columns, rows] = &self.taps;
        let mut sum = 0.0;
        for (row, of_row) in &rows[y] {
            for (column, of_column) in &columns[x] {
                let byte = self.plane.values[row * self.plane.size[0] + column];
                sum += of_row * of_column * self.values[usize::from(byte)];
            }
        }
        sum
    }
}

/// For each of `to` texels along an axis: the `from` texels it is made of, and their shares. Enlarged, neighbours are blended
/// linearly; reduced, the covered texels are averaged.
fn taps(from: usize, to: usize, wrap: Wrap) -> Vec<Vec<(usize, f32)>> {
    let ratio = from as f64 / to as f64;
    let one = |at: usize| {
        if from > to {
            let (first, last) = ((at as f64 * ratio) as usize, ((at + 1) as f64 * ratio).ceil() as usize);
            let covered = first..last.min(from);
            let share = 1.0 / covered.len() as f32;
            return covered.map(|texel| (texel, share)).collect();
        }
        let center = (at as f64 + 0.5) * ratio - 0.5;
        let (below, share) = (center.floor(), (center - center.floor()) as f32);
        let held = |texel: f64| match wrap {
            Wrap::Repeat => texel.rem_euclid(from as f64) as usize,
            // The mirror image of an edge is the edge.
            Wrap::Clamp | Wrap::Mirror => texel.clamp(0.0, (from - 1) as f64) as usize,
        };
        let mut taps = vec![(held(below), 1.0 - share)];
        if share > 0.0 {
            taps.push((held(below + 1.0), share));
        }
        taps
    };
    (0..to).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grey(width: u32, values: &[u8]) -> Image {
        Image {
            width,
            height: values.len() as u32 / width,
            rgba: values.iter().flat_map(|value| [*value; 4]).collect(),
        }
    }

    fn packing(size: [u32; 2], term: Term) -> Packing {
        Packing {
            word: "test",
            size,
            wrap: [Wrap::Repeat; 2],
            channels: [Mix::linear([term]), Mix::srgb([term]), Mix::ONE, Mix::ONE],
        }
    }

    #[test]
    fn channels_are_scaled_and_stored_in_their_space() {
        let term = Term::number(TextureIndex::new(0), 0).times(-1.0).plus(1.0);
        let image = make(&packing([2, 1], term), |_| Some(grey(2, &[0, 204])));
        assert_eq!(image.rgba, [255, 255, 255, 255, 51, 124, 255, 255]);
    }

    #[test]
    fn what_is_smaller_is_blended_across_its_edges_as_it_repeats() {
        let term = Term::number(TextureIndex::new(0), 0);
        let image = make(&packing([4, 1], term), |_| Some(grey(2, &[0, 200])));
        let reds: Vec<u8> = image.rgba.iter().copied().step_by(4).collect();
        assert_eq!(reds, [50, 50, 150, 150]);
    }

    #[test]
    fn what_is_larger_is_averaged() {
        let term = Term::number(TextureIndex::new(0), 0);
        let image = make(&packing([1, 1], term), |_| Some(grey(2, &[0, 100, 20, 40])));
        assert_eq!(image.rgba[0], 40);
    }

    #[test]
    fn what_cannot_be_read_is_white() {
        let image = make(&packing([1, 1], Term::number(TextureIndex::new(0), 0)), |_| None);
        assert_eq!(image.rgba, [255; 4]);
    }
}
