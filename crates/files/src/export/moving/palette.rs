//! Colors of many pictures → a palette for all of them, and an index into it for each pixel.
//!
//! In: opaque pixels of any number of pictures, counted by color. Out: at most 255 colors, and an index per pixel. The index follows from the
//! pixel's color and place alone, so equal pixels stay equal from picture to picture and the dithering does not crawl.

use castview_images::Image;
use std::collections::HashMap;

/// Colors that a palette has, beside the one that shows nothing.
pub const MOST_COLORS: usize = 255;
/// Pixels less opaque than this show nothing.
pub const OPAQUE: u8 = 128;
/// Bits of a channel by which colors are counted together.
const BITS: u32 = 6;
/// Times that colors move to the middle of those that they stand for.
const ROUNDS: usize = 4;
/// The eye tells greens apart best, then reds, then blues.
const WEIGHTS: [f32; 3] = [3.0, 4.0, 2.0];
/// How much two mixed colors may differ: their squared distance costs this part of what a wrong mean costs.
const COARSENESS: f32 = 0.06;
/// Colors that are remembered before all are forgotten.
const MOST_REMEMBERED: usize = 1 << 20;

/// Pixels of equal or nearly equal color.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sums: [u64; 3],
}

impl Bin {
    fn mean(&self) -> [f32; 3] {
        self.sums.map(|sum| sum as f32 / self.count.max(1) as f32)
    }
}

/// Counts of colors.
pub struct Histogram {
    bins: Vec<Bin>,
}

impl Histogram {
    pub fn new() -> Self {
        Self {
            bins: vec![Bin::default(); 1 << (3 * BITS)],
        }
    }

    pub fn count(&mut self, image: &Image) {
        for texel in image.rgba.chunks_exact(4).filter(|texel| texel[3] >= OPAQUE) {
            let part = |channel: usize| usize::from(texel[channel] >> (8 - BITS)) << (BITS * channel as u32);
            let bin = &mut self.bins[part(0) | part(1) | part(2)];
            bin.count += 1;
            for (sum, value) in bin.sums.iter_mut().zip(texel) {
                *sum += u64::from(*value);
            }
        }
    }

    /// The colors that stand for all that was counted.
    pub fn palette(&self) -> FewColors {
        let colors: Vec<Counted> = self.bins.iter().filter(|bin| bin.count > 0).map(Counted::of).collect();
        let mut chosen = split(colors.clone());
        for _ in 0..ROUNDS {
            chosen = centered(&colors, &chosen);
        }
        let mut colors: Vec<[u8; 3]> = chosen
            .iter()
            .map(|color| color.map(|value| value.round().clamp(0.0, 255.0) as u8))
            .collect();
        colors.sort_unstable_by_key(|color| {
            WEIGHTS
                .iter()
                .zip(color)
                .map(|(w, value)| *w as u32 * u32::from(*value))
                .sum::<u32>()
        });
        colors.dedup();
        FewColors {
            points: colors.iter().map(|color| color.map(f32::from)).collect(),
            colors,
            mixes: HashMap::new(),
        }
    }
}

/// A color and its weight.
#[derive(Clone, Copy)]
struct Counted {
    color: [f32; 3],
    weight: f32,
}

impl Counted {
    fn of(bin: &Bin) -> Self {
        Self {
            color: bin.mean(),
            // The root: a large plain background does not take the colors of what is small before it.
            weight: (bin.count as f32).sqrt(),
        }
    }
}

fn distance(a: [f32; 3], b: [f32; 3]) -> f32 {
    (0..3)
        .map(|channel| WEIGHTS[channel] * (a[channel] - b[channel]).powi(2))
        .sum()
}

/// A part of all colors, with its spread along its widest channel.
struct Part {
    colors: Vec<Counted>,
    channel: usize,
    spread: f32,
}

impl Part {
    fn of(colors: Vec<Counted>) -> Self {
        let mean = mean(&colors);
        let spread = |channel: usize| -> f32 {
            let each = colors
                .iter()
                .map(|color| color.weight * (color.color[channel] - mean[channel]).powi(2));
            WEIGHTS[channel] * each.sum::<f32>()
        };
        let spreads = [spread(0), spread(1), spread(2)];
        let channel = (0..3).max_by(|a, b| spreads[*a].total_cmp(&spreads[*b])).unwrap_or(0);
        Self {
            spread: spreads[channel],
            colors,
            channel,
        }
    }
}

/// The middle of `colors`.
fn mean(colors: &[Counted]) -> [f32; 3] {
    let all: f32 = colors.iter().map(|color| color.weight).sum();
    [0, 1, 2].map(|channel| {
        let sum: f32 = colors.iter().map(|color| color.weight * color.color[channel]).sum();
        sum / all.max(f32::MIN_POSITIVE)
    })
}

/// Cuts the part with the greatest spread at its middle, again and again (median cut by variance, Wan et al. 1990).
fn split(colors: Vec<Counted>) -> Vec<[f32; 3]> {
    let mut parts = vec![Part::of(colors)];
    while parts.len() < MOST_COLORS {
        let widest = (0..parts.len()).max_by(|a, b| parts[*a].spread.total_cmp(&parts[*b].spread));
        let Some(widest) = widest.filter(|at| parts[*at].spread > 0.0) else {
            break;
        };
        let part = parts.swap_remove(widest);
        let at = mean(&part.colors)[part.channel];
        let (low, high): (Vec<_>, Vec<_>) = part.colors.iter().partition(|color| color.color[part.channel] <= at);
        if high.is_empty() || low.is_empty() {
            // Its colors differ by less than numbers can say.
            parts.push(Part { spread: 0.0, ..part });
            continue;
        }
        parts.extend([Part::of(low), Part::of(high)]);
    }
    parts
        .iter()
        .filter(|part| !part.colors.is_empty())
        .map(|part| mean(&part.colors))
        .collect()
}

/// Each of `chosen` in the middle of the colors that are nearest to it (Lloyd).
fn centered(colors: &[Counted], chosen: &[[f32; 3]]) -> Vec<[f32; 3]> {
    let mut groups = vec![Vec::new(); chosen.len()];
    for color in colors {
        groups[nearest(chosen, color.color)].push(*color);
    }
    let moved = groups.iter().zip(chosen);
    moved
        .map(|(group, before)| if group.is_empty() { *before } else { mean(group) })
        .collect()
}

fn nearest(chosen: &[[f32; 3]], color: [f32; 3]) -> usize {
    let near = chosen
        .iter()
        .enumerate()
        .min_by(|(_, a), (_, b)| distance(**a, color).total_cmp(&distance(**b, color)));
    near.map_or(0, |(index, _)| index)
}

/// Two colors that look like a third from afar.
#[derive(Clone, Copy)]
struct Mix {
    /// The lower and the higher index.
    pair: [u8; 2],
    /// How many of 64 pixels show the higher one.
    share: u8,
}

/// Colors, and how others are mixed of them.
pub struct FewColors {
    pub colors: Vec<[u8; 3]>,
    /// The same as numbers.
    points: Vec<[f32; 3]>,
    mixes: HashMap<[u8; 3], Mix>,
}

impl FewColors {
    /// The index for a pixel of `color` at (x, y).
    pub fn index(&mut self, color: [u8; 3], x: u32, y: u32) -> u8 {
        if self.mixes.len() > MOST_REMEMBERED {
            self.mixes.clear();
        }
        // A step of one of 256 is not seen, and half of them are looked up in a quarter of the time.
        let near = color.map(|value| value & !1);
        let points = &self.points;
        let mix = self.mixes.entry(near).or_insert_with(|| mix(points, near));
        mix.pair[usize::from(threshold(x, y) < mix.share)]
    }
}

/// The nearest color, and the one that brings the mean of both nearest to `color` without differing much from the first.
fn mix(colors: &[[f32; 3]], color: [u8; 3]) -> Mix {
    let wanted = color.map(|value| f32::from(value) + 0.5);
    let first = nearest(colors, wanted);
    let base = colors.get(first).copied().unwrap_or(wanted);
    let mut best = (distance(base, wanted), first, 0.0);
    for (index, other) in colors.iter().enumerate() {
        let apart = distance(*other, base);
        if apart <= 0.0 {
            continue;
        }
        let along: f32 = (0..3)
            .map(|channel| WEIGHTS[channel] * (wanted[channel] - base[channel]) * (other[channel] - base[channel]))
            .sum();
        let share = (along / apart).clamp(0.0, 0.5);
        let mean = [0, 1, 2].map(|channel| base[channel] + share * (other[channel] - base[channel]));
        let cost = distance(mean, wanted) + COARSENESS * share * apart;
        if cost < best.0 {
            best = (cost, index, share);
        }
    }
    let (_, second, share) = best;
    let of_64 = (share * 64.0).round() as u8;
    match first <= second {
        true => Mix {
            pair: [first as u8, second as u8],
            share: of_64,
        },
        false => Mix {
            pair: [second as u8, first as u8],
            share: 64 - of_64,
        },
    }
}

/// 0…63, each once in every square of 8 × 8 pixels, as far apart as they can be (ordered dithering, Bayer 1973).
fn threshold(x: u32, y: u32) -> u8 {
    let (mut value, crossed) = (0, x ^ y);
    for bit in 0..3 {
        value = value << 2 | (crossed >> bit & 1) << 1 | y >> bit & 1;
    }
    value as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(width: u32, height: u32, color: impl Fn(u32, u32) -> [u8; 4]) -> Image {
        let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Image {
            width,
            height,
            rgba: pixels.flat_map(|(x, y)| color(x, y)).collect(),
        }
    }

    #[test]
    fn few_colors_are_kept_exactly() {
        let colors = [[3, 7, 250, 255], [4, 200, 1, 255], [90, 90, 90, 255], [255, 0, 0, 0]];
        let image = image(16, 16, |x, y| colors[((x + 3 * y) % 4) as usize]);
        let mut histogram = Histogram::new();
        histogram.count(&image);
        let mut palette = histogram.palette();
        assert_eq!(palette.colors.len(), 3, "what is transparent has no color");
        for color in &colors[..3] {
            let color = [color[0], color[1], color[2]];
            for (x, y) in [(0, 0), (1, 0), (5, 3)] {
                let index = palette.index(color, x, y);
                assert_eq!(palette.colors[usize::from(index)], color);
            }
        }
    }

    /// A ramp of more shades than the palette has: the mean over 8 × 8 pixels is the color, and each pixel is near to it.
    #[test]
    fn mixed_colors_have_the_mean_that_was_asked_for() {
        let mut histogram = Histogram::new();
        histogram.count(&image(256, 256, |x, y| [x as u8, y as u8, ((x + y) / 2) as u8, 255]));
        let mut palette = histogram.palette();
        assert_eq!(palette.colors.len(), MOST_COLORS);
        let mut worst: f32 = 0.0;
        for (r, g) in (8..248)
            .step_by(24)
            .flat_map(|r| (8..248).step_by(24).map(move |g| (r, g)))
        {
            let color = [r as u8, g as u8, ((r + g) / 2) as u8];
            let mut sums = [0.0; 3];
            for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                let index = palette.index(color, x, y);
                let shown = palette.colors[usize::from(index)];
                (0..3).for_each(|channel| sums[channel] += f32::from(shown[channel]) / 64.0);
            }
            worst = (0..3)
                .map(|channel| (sums[channel] - f32::from(color[channel])).abs())
                .fold(worst, f32::max);
        }
        assert!(worst < 9.0, "a mean is off by {worst}");
    }

    #[test]
    fn thresholds_are_each_there_once() {
        let mut all: Vec<u8> = (0..64).map(|at| threshold(at % 8, at / 8)).collect();
        assert_ne!(all[0], all[1]);
        all.sort_unstable();
        assert_eq!(all, (0..64).collect::<Vec<u8>>());
    }
}
