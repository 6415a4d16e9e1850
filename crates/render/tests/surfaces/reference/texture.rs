//! Images looked up as glTF has it: blended between texels where they are large, averaged where they are small.

use castview_base::scene::{ColorSpace, Lookup, Wrap};
use castview_images::Image;
use glam::{Vec2, Vec4};

/// Places that are looked up along the longer axis of what a sample of a pixel covers.
const MOST_ALONG: f32 = 8.0;

/// An image as numbers or as linear light, and its averages down to one texel.
pub struct Texture {
    levels: Vec<Level>,
}

struct Level {
    size: [usize; 2],
    texels: Vec<Vec4>,
}

impl Texture {
    pub fn of(image: &Image, space: ColorSpace) -> Self {
        let numbers: Vec<[f32; 2]> = (0..=255u8)
            .map(|byte| {
                let number = f32::from(byte) / 255.0;
                [space.to_linear(Vec4::splat(number)).x, number]
            })
            .collect();
        let texel = |t: &[u8]| {
            let [r, g, b, a] = [t[0], t[1], t[2], t[3]].map(|byte| numbers[usize::from(byte)]);
            Vec4::new(r[0], g[0], b[0], a[1])
        };
        let mut levels = vec![Level {
            size: [image.width as usize, image.height as usize],
            texels: image.rgba.chunks_exact(4).map(texel).collect(),
        }];
        while let Some(last) = levels.last().filter(|last| last.size != [1, 1]) {
            levels.push(last.halved());
        }
        Self { levels }
    }

    /// At `at`, where one step in the picture to the right and one down lead `steps` further; all in texture coordinates.
    pub fn at(&self, lookup: &Lookup, at: Vec2, steps: [Vec2; 2]) -> Vec4 {
        let size = Vec2::from(self.levels[0].size.map(|side| side as f32));
        let lengths = steps.map(|step| (step * size).length());
        let (long, longer, shorter) = match lengths[0] > lengths[1] {
            true => (steps[0], lengths[0], lengths[1]),
            false => (steps[1], lengths[1], lengths[0]),
        };
        let count = (longer / shorter.max(1.0)).ceil().clamp(1.0, MOST_ALONG);
        let level = (longer / count).max(1e-6).log2();
        if level <= 0.0 && !lookup.smooth {
            return self.levels[0].nearest(lookup.wrap, at);
        }
        let level = level.clamp(0.0, (self.levels.len() - 1) as f32);
        let (sharp, share) = (level as usize, level.fract());
        let blunt = (sharp + 1).min(self.levels.len() - 1);
        let mut sum = Vec4::ZERO;
        for place in 0..count as usize {
            let at = at + long * ((place as f32 + 0.5) / count - 0.5);
            let one = self.levels[sharp].smooth(lookup.wrap, at);
            sum += match share > 0.0 {
                true => one.lerp(self.levels[blunt].smooth(lookup.wrap, at), share),
                false => one,
            };
        }
        sum / count
    }
}

impl Level {
    fn halved(&self) -> Self {
        let [width, height] = self.size;
        let size = self.size.map(|side| (side / 2).max(1));
        // The last texel of an odd side belongs to the last square.
        let range = |at: usize, small: usize, large: usize| at * large / small..((at + 1) * large).div_ceil(small);
        let mean = |index: usize| {
            let (mut sum, mut count) = (Vec4::ZERO, 0.0);
            for y in range(index / size[0], size[1], height) {
                for x in range(index % size[0], size[0], width) {
                    sum += self.texels[y * width + x];
                    count += 1.0;
                }
            }
            sum / count
        };
        Self {
            size,
            texels: (0..size[0] * size[1]).map(mean).collect(),
        }
    }

    fn texel(&self, wrap: [Wrap; 2], at: [f32; 2]) -> Vec4 {
        let [x, y] = [0, 1].map(|axis| {
            let side = self.size[axis] as isize;
            let at = at[axis] as isize;
            let at = match wrap[axis] {
                Wrap::Repeat => at.rem_euclid(side),
                Wrap::Clamp => at.clamp(0, side - 1),
                Wrap::Mirror => {
                    let at = at.rem_euclid(2 * side);
                    at.min(2 * side - 1 - at)
                }
            };
            at as usize
        });
        self.texels[y * self.size[0] + x]
    }

    fn nearest(&self, wrap: [Wrap; 2], at: Vec2) -> Vec4 {
        let at = at * Vec2::from(self.size.map(|side| side as f32));
        self.texel(wrap, at.floor().to_array())
    }

    fn smooth(&self, wrap: [Wrap; 2], at: Vec2) -> Vec4 {
        let at = at * Vec2::from(self.size.map(|side| side as f32)) - 0.5;
        let first = at.floor();
        let share = at - first;
        let row = |y: f32| {
            let left = self.texel(wrap, [first.x, y]);
            left.lerp(self.texel(wrap, [first.x + 1.0, y]), share.x)
        };
        row(first.y).lerp(row(first.y + 1.0), share.y)
    }
}
