//! Values of keys.

use crate::core::Stream;

/// The values of a track, one per key.
#[derive(Clone, Debug)]
pub enum Values {
    /// Finite.
    Scalar(Stream<f32>),
    /// Quaternions x, y, z, w: finite, not zero, not always of unit length.
    Rotation(Stream<[f32; 4]>),
    /// Held from each key to the next (A19).
    Switch(Vec<bool>),
}
