//! Directions as points of a square, onto which an octahedron is unfolded: its right half is a diamond in the middle.

use super::mesh::Fault;

/// The square's size, of how many bits its coordinates have.
#[derive(Clone, Copy)]
pub(super) struct Square {
    /// Numbers that there are along an edge; odd.
    count: i32,
    /// The last of them, and the one in the middle.
    last: i32,
    middle: i32,
}

impl Square {
    pub fn of_bits(bits: u32) -> Result<Self, Fault> {
        if !(2..=30).contains(&bits) {
            return Err("its directions have a wrong number of bits");
        }
        let count = (1 << bits) - 1;
        Ok(Self {
            count,
            last: count - 1,
            middle: (count - 1) / 2,
        })
    }

    /// `most`: as large as a number along an edge may be.
    pub fn of_largest(most: i32) -> Result<Self, Fault> {
        if most <= 0 || most % 2 == 0 {
            return Err("its directions have a wrong range");
        }
        Self::of_bits(most.ilog2() + 1)
    }

    /// A direction of any length as one whose parts sum to the middle, without their signs.
    pub fn scaled(self, direction: [i64; 3]) -> [i32; 3] {
        let sum = direction
            .iter()
            .fold(0i64, |sum, v| sum.saturating_add(v.saturating_abs()));
        let middle = i64::from(self.middle);
        if sum == 0 {
            return [self.middle, 0, 0];
        }
        let [x, y] = [direction[0], direction[1]].map(|v| v.wrapping_mul(middle) / sum);
        let z = middle - x.abs() - y.abs();
        [x, y, if direction[2] >= 0 { z } else { -z }].map(|v| v as i32)
    }

    /// The point of the square for a [`scaled`](Self::scaled) direction. Points of the edge that are one direction are one point.
    pub fn point(self, [x, y, z]: [i32; 3]) -> [i32; 2] {
        let Self { last, middle, .. } = self;
        let fold = |v: i32, other: i32| if v < 0 { other.abs() } else { last - other.abs() };
        let [s, t] = match x >= 0 {
            true => [y + middle, z + middle],
            false => [fold(y, z), fold(z, y)],
        };
        match [s, t] {
            [0, 0] => [last, last],
            [0, t] | [t, 0] if t == last => [last, last],
            [0, t] if t > middle => [0, 2 * middle - t],
            [s, t] if s == last && t < middle => [s, 2 * middle - t],
            [s, t] if t == last && s < middle => [2 * middle - s, t],
            [s, 0] if s > middle => [2 * middle - s, 0],
            point => point,
        }
    }

    /// The point that `correction` leads to from a predicted one. Both are turned to the lower left of the diamond for it.
    pub fn corrected(self, predicted: [i32; 2], correction: [i32; 2]) -> [i32; 2] {
        let mut point = predicted.map(|v| v.wrapping_sub(self.middle));
        let is_folded = point[0].wrapping_abs().wrapping_add(point[1].wrapping_abs()) > self.middle;
        if is_folded {
            point = self.folded(point);
        }
        let turns = turns(point);
        point = turned(point, turns);
        for (v, correction) in point.iter_mut().zip(correction) {
            *v = v.wrapping_add(correction);
            if *v > self.middle {
                *v = v.wrapping_sub(self.count);
            } else if *v < -self.middle {
                *v = v.wrapping_add(self.count);
            }
        }
        point = turned(point, (4 - turns) % 4);
        if is_folded {
            point = self.folded(point);
        }
        point.map(|v| v.wrapping_add(self.middle))
    }

    /// Swaps what lies in the diamond and outside of it, in each quarter.
    fn folded(self, [s, t]: [i32; 2]) -> [i32; 2] {
        let signs = match s >= 0 && t >= 0 {
            true => [1, 1],
            false => [s, t].map(|v| if v > 0 { 1 } else { -1 }),
        };
        let corner = signs.map(|sign| sign * self.middle);
        let [s, t] = [0, 1].map(|i| [s, t][i].wrapping_mul(2).wrapping_sub(corner[i]));
        let [s, t] = if signs[0] * signs[1] >= 0 {
            [t.wrapping_neg(), s.wrapping_neg()]
        } else {
            [t, s]
        };
        [s.wrapping_add(corner[0]) / 2, t.wrapping_add(corner[1]) / 2]
    }

    /// The direction of a point, of length 1.
    pub fn direction(self, point: [i32; 2]) -> [f32; 3] {
        let scale = 2.0 / self.last as f32;
        let [mut y, mut z] = point.map(|v| v as f32 * scale - 1.0);
        let x = 1.0 - y.abs() - z.abs();
        let fold = (-x).max(0.0);
        y += if y < 0.0 { fold } else { -fold };
        z += if z < 0.0 { fold } else { -fold };
        let squared = x * x + y * y + z * z;
        if squared < 1e-6 {
            return [0.0; 3];
        }
        let scale = 1.0 / squared.sqrt();
        [x * scale, y * scale, z * scale]
    }
}

/// Quarter turns that bring a point to the lower left.
fn turns([s, t]: [i32; 2]) -> u32 {
    match (s.signum(), t.signum()) {
        (0, 0) => 0,
        (0, 1) => 3,
        (0, _) => 1,
        (1, 0..) => 2,
        (1, _) => 1,
        (-1, 1) => 3,
        _ => 0,
    }
}

fn turned([s, t]: [i32; 2], turns: u32) -> [i32; 2] {
    match turns {
        1 => [t, s.wrapping_neg()],
        2 => [s.wrapping_neg(), t.wrapping_neg()],
        3 => [t.wrapping_neg(), s],
        _ => [s, t],
    }
}
