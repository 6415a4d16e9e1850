//! Axis-aligned boxes.

use glam::{Affine3A, Vec3};

/// The smallest axis-aligned box around what was added. Starts empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Above `max` on every axis while nothing was added.
    pub min: Vec3,
    /// The largest corner, in the space of the points; below `min` while the box is empty.
    pub max: Vec3,
}

impl Bounds {
    /// The box around nothing: its corners are infinite and the wrong way round, so that adding a point makes a box of that
    /// point.
    pub const EMPTY: Self = Self {
        min: Vec3::INFINITY,
        max: Vec3::NEG_INFINITY,
    };

    /// Whether nothing was added yet. A box around one point is not empty.
    pub fn is_empty(&self) -> bool {
        self.min.x > self.max.x
    }

    /// Grows the box until it holds `point`.
    pub fn add(&mut self, point: Vec3) {
        self.min = self.min.min(point);
        self.max = self.max.max(point);
    }

    /// The box around both. An empty one adds nothing.
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// Whether both have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The middle; zero when empty.
    pub fn center(&self) -> Vec3 {
        if self.is_empty() {
            Vec3::ZERO
        } else {
            // Halves first: the sum of two huge corners would overflow.
            self.min * 0.5 + self.max * 0.5
        }
    }

    /// Length of the diagonal; zero when empty.
    pub fn diagonal(&self) -> f32 {
        if self.is_empty() {
            0.0
        } else {
            (self.max - self.min).length()
        }
    }

    /// The box around the eight transformed corners.
    pub fn transformed(&self, matrix: Affine3A) -> Self {
        if self.is_empty() {
            return *self;
        }
        let mut out = Self::EMPTY;
        for corner in 0..8 {
            let pick = |bit: u32, low: f32, high: f32| if corner >> bit & 1 == 0 { low } else { high };
            out.add(matrix.transform_point3(Vec3::new(
                pick(0, self.min.x, self.max.x),
                pick(1, self.min.y, self.max.y),
                pick(2, self.min.z, self.max.z),
            )));
        }
        out
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromIterator<Vec3> for Bounds {
    fn from_iter<I: IntoIterator<Item = Vec3>>(points: I) -> Self {
        let mut out = Self::EMPTY;
        for point in points {
            out.add(point);
        }
        out
    }
}
