//! How a rotation is taken apart into curves.

use crate::animation::curves::Component;

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
    /// Degrees a frame from each key to the next.
    Speed,
}

impl Representation {
    /// The parts a rotation has.
    pub fn parts(self) -> &'static [Component] {
        match self {
            Self::Quaternion => &[Component::X, Component::Y, Component::Z, Component::W],
            Self::Euler => &[Component::X, Component::Y, Component::Z],
            Self::Angle | Self::Speed => &[Component::Single],
        }
    }
}
