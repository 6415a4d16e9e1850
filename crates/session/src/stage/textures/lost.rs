//! Textures that cannot be shown, counted.

use castview_picture::opened::{TextureEntry, TextureState};

/// How many textures cannot be shown: what is not there, and what lies there and cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    pub missing: usize,
    pub unreadable: usize,
}

impl Lost {
    pub(crate) fn of<'a>(entries: impl IntoIterator<Item = &'a TextureEntry>) -> Self {
        let mut lost = Self::default();
        for entry in entries {
            lost.missing += usize::from(matches!(entry.state, TextureState::Missing(_)));
            lost.unreadable += usize::from(matches!(entry.state, TextureState::Broken(_)));
        }
        lost
    }

    pub fn all(self) -> usize {
        self.missing + self.unreadable
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            missing: self.missing + other.missing,
            unreadable: self.unreadable + other.unreadable,
        }
    }

    /// `2 textures missing, 1 cannot be read`.
    pub fn told(self) -> String {
        let textures = |count: usize| if count == 1 { "texture" } else { "textures" };
        let Self { missing, unreadable } = self;
        match (missing, unreadable) {
            (missing, 0) => format!("{missing} {} missing", textures(missing)),
            (0, unreadable) => format!("{unreadable} {} cannot be read", textures(unreadable)),
            (missing, unreadable) => format!("{missing} {} missing, {unreadable} cannot be read", textures(missing)),
        }
    }
}
