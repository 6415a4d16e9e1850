//! How many names are still held against each other for likeness.

use castview_motion::animation::likeness;

/// Names that may still be compared: a file may have very many leftovers.
pub struct Tries(usize);

impl Tries {
    /// Names of a comparison: a fifth of a second of them.
    const MOST: usize = 1 << 14;

    /// As [`likeness`]; 0 after too many.
    pub fn likeness(&mut self, name: &str, other: &str) -> f64 {
        match self.0.checked_sub(1) {
            Some(left) => {
                self.0 = left;
                likeness(name, other)
            }
            None => 0.0,
        }
    }
}

impl Default for Tries {
    fn default() -> Self {
        Self(Self::MOST)
    }
}
