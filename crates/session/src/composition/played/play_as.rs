//! Ways in which the user has a clip play whatever its file says: in another mode, or as differences from a pose.

use crate::placed::keys::ClipKey;
use castview_base::scene::CurveMode;

/// How curves play instead of as their file says.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum PlayAs {
    /// The values in place of what lies below.
    Absolute,
    /// The values on top of the rest pose.
    Relative,
    /// The values on top of what lies below: they are differences already.
    Additive,
    /// The difference between the clip and that pose, on top of what lies below.
    Beyond(Base),
}

/// A pose that the differences of a clip are counted from.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Base {
    /// The model at rest.
    Rest,
    /// The clip's own first frame.
    First,
    /// A frame of another clip.
    Frame {
        clip: ClipKey,
        /// In that clip's own frames; finite.
        #[serde(with = "crate::saved::numbers::exact")]
        frame: f64,
    },
}

impl PlayAs {
    /// The mode of stored values; `None` where the values change.
    pub fn stored_mode(self) -> Option<CurveMode> {
        match self {
            Self::Absolute => Some(CurveMode::Absolute),
            Self::Relative => Some(CurveMode::Relative),
            Self::Additive => Some(CurveMode::Additive),
            Self::Beyond(_) => None,
        }
    }

    /// The mode in which it plays.
    pub fn mode(self) -> CurveMode {
        self.stored_mode().unwrap_or(CurveMode::Additive)
    }

    pub(crate) fn base(self) -> Option<Base> {
        match self {
            Self::Beyond(base) => Some(base),
            _ => None,
        }
    }

    /// `None` for a frame that is no number, or of a clip that `clip` does not have.
    pub(crate) fn with_clip(self, clip: impl FnOnce(ClipKey) -> Option<ClipKey>) -> Option<Self> {
        match self {
            Self::Beyond(Base::Frame { clip: of, frame }) => {
                let clip = clip(of).filter(|_| frame.is_finite())?;
                Some(Self::Beyond(Base::Frame { clip, frame }))
            }
            _ => Some(self),
        }
    }
}
