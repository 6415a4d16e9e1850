//! The clipping plane as the user has put it.

use serde::{Deserialize, Serialize};

/// An axis of the files, which the plane stands across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SectionAxis {
    X,
    Y,
    Z,
}

impl SectionAxis {
    pub(crate) fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
            Self::Z => 'z',
        }
    }
}

/// A plane that leaves out the surfaces at one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SectionChoice {
    /// `None`: nothing is left out.
    pub axis: Option<SectionAxis>,
    /// Where it lies from the one end of all that is open to the other, 0 to 1.
    pub share: f32,
    /// The side towards the lower end of the axis is left out, not that towards the upper one.
    pub is_flipped: bool,
    /// Backs of faces are drawn as their materials say, and not as if bodies were solid.
    pub is_open: bool,
}

impl Default for SectionChoice {
    fn default() -> Self {
        Self {
            axis: None,
            share: 0.5,
            is_flipped: false,
            is_open: false,
        }
    }
}

impl SectionChoice {
    /// The same with a share between both ends.
    pub fn checked(self) -> Self {
        let share = match self.share.is_finite() {
            true => self.share.clamp(0.0, 1.0),
            false => Self::default().share,
        };
        Self { share, ..self }
    }

    pub(crate) fn is_default(&self) -> bool {
        *self == Self::default()
    }
}
