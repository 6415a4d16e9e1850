//! Radiance on the six faces of a cube, as GPUs lay them out: +x, −x, +y, −y, +z, −z, each row by row from the top left.

use super::rgb9e5;
use glam::Vec3;
use rayon::prelude::*;

/// One level: `side * side` texels a face, six faces, linear light.
#[derive(Clone, Debug, PartialEq)]
pub struct Cube {
    /// Texels along an edge.
    pub side: usize,
    /// Face by face.
    pub texels: Vec<Vec3>,
}

/// Where a face looks at `u` (right) and `v` (down), both −1 to 1; not of unit length.
pub fn face_direction(face: usize, u: f32, v: f32) -> Vec3 {
    match face {
        0 => Vec3::new(1.0, -v, -u),
        1 => Vec3::new(-1.0, -v, u),
        2 => Vec3::new(u, 1.0, v),
        3 => Vec3::new(u, -1.0, -v),
        4 => Vec3::new(u, -v, 1.0),
        _ => Vec3::new(-u, -v, -1.0),
    }
}

/// The face that `direction` meets, and where: `u` and `v` of [`face_direction`].
#[inline]
pub(super) fn meet(direction: Vec3) -> (usize, f32, f32) {
    let size = direction.abs();
    let Vec3 { x, y, z } = direction;
    if size.x >= size.y && size.x >= size.z {
        let toward = 1.0 / size.x;
        match x > 0.0 {
            true => (0, -z * toward, -y * toward),
            false => (1, z * toward, -y * toward),
        }
    } else if size.y >= size.z {
        let toward = 1.0 / size.y;
        match y > 0.0 {
            true => (2, x * toward, z * toward),
            false => (3, x * toward, -z * toward),
        }
    } else {
        let toward = 1.0 / size.z;
        match z > 0.0 {
            true => (4, x * toward, -y * toward),
            false => (5, -x * toward, -y * toward),
        }
    }
}

impl Cube {
    /// As GPUs read it: four bytes a texel, nine bits a channel and a common power of two.
    pub fn to_rgb9e5(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write_rgb9e5(&mut out);
        out
    }

    /// Adds it to `out`.
    pub(super) fn write_rgb9e5(&self, out: &mut Vec<u8>) {
        let before = out.len();
        out.resize(before + 4 * self.texels.len(), 0);
        let rows = out[before..].par_chunks_mut(4 * self.side);
        let rows = rows.zip(self.texels.par_chunks(self.side));
        rows.for_each(|(bytes, texels)| {
            for (four, texel) in bytes.chunks_exact_mut(4).zip(texels) {
                four.copy_from_slice(&rgb9e5::encode(*texel).to_le_bytes());
            }
        });
    }

    /// `make` gives the texel whose middle lies in that direction, of unit length, and its width along the face (the face is 2 wide).
    pub fn build(side: usize, make: impl Fn(usize, f32, f32) -> Vec3 + Sync) -> Self {
        let step = 2.0 / side as f32;
        let middle = |at: usize| (at as f32 + 0.5) * step - 1.0;
        Self::by_place(side, |line, column| {
            make(line / side, middle(column), middle(line % side))
        })
    }

    /// `make` gives the texel of a line, counted through all faces, and a column.
    pub(super) fn by_place(side: usize, make: impl Fn(usize, usize) -> Vec3 + Sync) -> Self {
        let mut texels = vec![Vec3::ZERO; 6 * side * side];
        texels.par_chunks_mut(side).enumerate().for_each(|(line, row)| {
            for (column, texel) in row.iter_mut().enumerate() {
                *texel = make(line, column);
            }
        });
        Self { side, texels }
    }

    /// The next smaller level: means of two by two texels.
    pub fn halved(&self) -> Self {
        let (side, from) = (self.side / 2, self.side);
        let mut texels = vec![Vec3::ZERO; 6 * side * side];
        texels.par_chunks_mut(side).enumerate().for_each(|(line, row)| {
            let above = &self.texels[2 * line * from..][..2 * from];
            for (column, texel) in row.iter_mut().enumerate() {
                let at = 2 * column;
                *texel = (above[at] + above[at + 1] + above[from + at] + above[from + at + 1]) * 0.25;
            }
        });
        Self { side, texels }
    }

    /// This level and all smaller ones, down to a side of 1.
    pub fn levels(self) -> Vec<Self> {
        let mut levels = vec![self];
        while let Some(last) = levels.last().filter(|last| last.side > 1) {
            levels.push(last.halved());
        }
        levels
    }

    /// Returns the radiance seen in `direction` (of any length): blended within a face, held at its edges.
    pub fn sample(&self, direction: Vec3) -> Vec3 {
        let (face, u, v) = meet(direction);
        let side = self.side as f32;
        let place = |c: f32| ((c * 0.5 + 0.5) * side - 0.5).clamp(0.0, side - 1.0);
        let (x, y) = (place(u), place(v));
        let (left, top) = (x as usize, y as usize);
        let (right, bottom) = ((left + 1).min(self.side - 1), (top + 1).min(self.side - 1));
        let texels = &self.texels[face * self.side * self.side..][..self.side * self.side];
        let row = |y: usize| {
            let row = &texels[y * self.side..][..self.side];
            row[left] + (row[right] - row[left]) * x.fract()
        };
        let (above, below) = (row(top), row(bottom));
        above + (below - above) * y.fract()
    }

    /// Each texel with its direction, of unit length, and the solid angle it takes up, about (exact as a sum).
    pub fn directions(&self) -> impl Iterator<Item = (Vec3, Vec3, f32)> + '_ {
        let (side, step) = (self.side, 2.0 / self.side as f32);
        // Returns the solid angle as far as a corner of the face, seen from the middle of the cube.
        let corner = |x: f32, y: f32| (x * y).atan2((x * x + y * y + 1.0).sqrt());
        self.texels.iter().enumerate().map(move |(at, radiance)| {
            let (face, line, column) = (at / (side * side), at / side % side, at % side);
            let (left, top) = (column as f32 * step - 1.0, line as f32 * step - 1.0);
            let (right, bottom) = (left + step, top + step);
            let angle = corner(left, top) - corner(left, bottom) - corner(right, top) + corner(right, bottom);
            let direction = face_direction(face, left + step / 2.0, top + step / 2.0).normalize();
            (*radiance, direction, angle)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::PI;

    #[test]
    fn every_direction_is_found_where_it_was_put() {
        let cube = Cube::build(16, |face, u, v| face_direction(face, u, v).normalize());
        for (seen, direction, _) in cube.directions() {
            assert_eq!(seen, direction);
            assert!((cube.sample(direction) - direction).length() < 1e-5, "{direction}");
        }
    }

    #[test]
    fn solid_angles_sum_to_the_sphere_and_levels_keep_the_mean() {
        let cube = Cube::build(8, |face, u, v| Vec3::new(face as f32, u, v));
        let sum: f32 = cube.directions().map(|(.., angle)| angle).sum();
        assert!((sum - 4.0 * PI).abs() < 1e-4, "{sum}");
        let mean = |cube: &Cube| cube.texels.iter().sum::<Vec3>() / cube.texels.len() as f32;
        let levels = cube.levels();
        assert_eq!(levels.iter().map(|level| level.side).collect::<Vec<_>>(), [8, 4, 2, 1]);
        assert!(
            levels
                .iter()
                .all(|level| (mean(level) - mean(&levels[0])).length() < 1e-5)
        );
    }
}
