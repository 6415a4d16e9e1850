//! Values of keys.

use crate::core::Stream;

/// The values of a track, one per key.
#[derive(Clone, Debug)]
pub enum Values {
    /// Finite.
    Scalar(Stream<f32>),
    /// Quaternions x, y, z, w: finite, not zero, not always of unit length.
    Rotation(Stream<[f32; 4]>),
    /// Held from each key to the next (cast.md A19).
    Switch(Vec<bool>),
}

impl Values {
    /// The byte of the file where the value of a key begins; `None` for values that were made, and lie in no file as they are.
    pub fn byte_offset(&self, key: usize) -> Option<usize> {
        match self {
            Self::Scalar(values) => values.byte_offset(key),
            Self::Rotation(values) => values.byte_offset(key),
            Self::Switch(_) => None,
        }
    }
}
