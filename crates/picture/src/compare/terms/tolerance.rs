//! How much numbers may differ.

/// The most that numbers may differ and still count as equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// For lengths in units of the file, factors, weights and values of curves.
    pub number: f64,
    /// For rotations, in degrees.
    pub degrees: f64,
    /// For a channel of a texel, 0…255.
    pub texel: u8,
}

impl Tolerance {
    /// Nothing: bits that differ are a difference.
    pub const NONE: Self = Self {
        number: 0.0,
        degrees: 0.0,
        texel: 0,
    };
}

impl Default for Tolerance {
    fn default() -> Self {
        Self {
            number: 1e-4,
            degrees: 1e-2,
            texel: 0,
        }
    }
}
