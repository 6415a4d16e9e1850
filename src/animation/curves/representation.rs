//! How a rotation is taken apart into curves.

use crate::animation::curves::Part;

/// How rotations are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Representation {
    /// x, y, z, w.
    #[default]
    Quaternion,
    /// Degrees around x, then y, then z.
    Euler,
    /// Degrees away from the rest pose.
    Angle,
}

impl Representation {
    /// The parts a rotation has.
    pub fn parts(self) -> &'static [Part] {
        match self {
            Self::Quaternion => &[Part::X, Part::Y, Part::Z, Part::W],
            Self::Euler => &[Part::X, Part::Y, Part::Z],
            Self::Angle => &[Part::Single],
        }
    }
}
