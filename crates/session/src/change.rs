//! The kinds of change that an action can cause, and their counters. Nothing else in the session counts changes.

use std::ops::BitOr;

/// A set of kinds of change. Data derived from a session asks for the kinds that it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change(u8);

impl Change {
    pub const NOTHING: Self = Self(0);
    /// Something that a picture shows.
    pub const PICTURE: Self = Self(1);
    /// The poses no longer follow from what they are made from.
    pub const POSES: Self = Self(1 << 1);
    /// The same time may mean other poses: other clips, layers, bindings.
    pub const MOTION: Self = Self(1 << 2);
    /// Models look different in the same pose: textures, levels, what is hidden.
    pub const LOOKS: Self = Self(1 << 3);
    /// Motion that the seam is measured on.
    pub const SEAM: Self = Self(1 << 4);
    /// How large the stage is: the drawn aids take their size from it.
    pub const SIZE: Self = Self(1 << 5);
    /// How deep the models reach: other motion, or other meshes that are seen.
    pub const GROUND: Self = Self(1 << 6);

    /// Whether all of `other` is in it.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Change {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Changes so far.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// By the action in progress.
    current: Change,
    /// Changes whose results have not been made anew yet.
    pending: Change,
    picture: u64,
    motion: u64,
    looks: u64,
}

impl Changes {
    /// An action begins, perhaps as a part of another one. Returns what that one has changed so far.
    pub fn begin(&mut self) -> Change {
        std::mem::take(&mut self.current)
    }

    /// An action ends that began inside of `around`. Returns what it has changed.
    pub fn end(&mut self, around: Change) -> Change {
        let changed = self.current;
        self.current = changed | around;
        changed
    }

    pub fn note(&mut self, change: Change) {
        self.current = self.current | change;
        self.pending = self.pending | change;
        for (part, count) in [
            (Change::PICTURE, &mut self.picture),
            (Change::MOTION, &mut self.motion),
            (Change::LOOKS, &mut self.looks),
        ] {
            *count += u64::from(change.has(part));
        }
    }

    /// Whether `change` waits to be made anew.
    pub fn waits(&self, change: Change) -> bool {
        self.pending.has(change)
    }

    /// The same; from here on it does not.
    pub fn take(&mut self, change: Change) -> bool {
        let waits = self.waits(change);
        self.pending = self.pending.without(change);
        waits
    }

    /// Grows whenever anything a picture shows changed.
    pub fn picture(&self) -> u64 {
        self.picture
    }

    /// Grows whenever the same time may mean other poses.
    pub fn motion(&self) -> u64 {
        self.motion
    }

    /// Grows whenever models look different in the same pose.
    pub fn looks(&self) -> u64 {
        self.looks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_noted_is_counted_told_and_taken_once() {
        let mut changes = Changes::default();
        changes.note(Change::PICTURE | Change::POSES);
        changes.note(Change::PICTURE);
        assert_eq!((changes.picture(), changes.motion(), changes.looks()), (2, 0, 0));
        let outer = changes.begin();
        assert!(outer.has(Change::POSES) && !outer.has(Change::SEAM));
        changes.note(Change::SEAM);
        assert_eq!(changes.end(outer), Change::SEAM);
        assert!(
            changes.begin().has(Change::POSES | Change::SEAM),
            "a part belongs to the whole"
        );
        assert!(changes.take(Change::POSES));
        assert!(!changes.take(Change::POSES), "it has been made anew");
        assert!(changes.take(Change::PICTURE), "what waits outlives an action");
    }
}
