//! The kinds of change that an action can cause, and their counters. Nothing else in the session counts changes.

use super::undo::Remembers;
use std::ops::BitOr;

/// A set of kinds of change. Data derived from a session asks for the kinds that it depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change(u16);

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
    /// How large the models are that clips place: the camera frames them anew.
    pub const SCALE: Self = Self(1 << 7);
    /// Other models stand on the stage, or other content of their files.
    pub const MODELS: Self = Self(1 << 8);
    /// Another axis of the files points up.
    pub const UP: Self = Self(1 << 9);

    /// Whether all of `other` is in it.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some of `other` is in it.
    const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOr for Change {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

/// The deeds of one action or message so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deeds {
    pub changed: Change,
    /// The step of undo that its changes of the edits make.
    pub remembers: Remembers,
}

/// Room for so many derived values.
pub(super) const MOST_DERIVED: usize = 32;

/// Changes so far.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Deeds of the action in progress.
    current: Deeds,
    /// Actions so far.
    actions: u64,
    /// For each derived value, by its place in their list, what has changed since it was made.
    since: [Change; MOST_DERIVED],
    picture: u64,
    motion: u64,
    looks: u64,
    ground: u64,
}

impl Changes {
    /// An action or a message begins, perhaps as a part of another one. Returns the deeds of that one so far.
    pub fn begin(&mut self) -> Deeds {
        std::mem::take(&mut self.current)
    }

    /// An action ends that began inside of `around`. Returns what it has changed.
    pub fn end(&mut self, around: Deeds) -> Change {
        let changed = self.current.changed;
        self.current = around;
        self.current.changed = changed | around.changed;
        changed
    }

    pub fn count_action(&mut self) {
        self.actions += 1;
    }

    /// Number of the action in progress, or of the last one: what is one drag is done by actions in a row.
    pub fn action(&self) -> u64 {
        self.actions
    }

    /// The action in progress is remembered in that way, not as a step of its own.
    pub fn remember_as(&mut self, remembers: Remembers) {
        self.current.remembers = remembers;
    }

    pub fn remembers(&self) -> Remembers {
        self.current.remembers
    }

    pub fn note(&mut self, change: Change) {
        self.current.changed = self.current.changed | change;
        for since in &mut self.since {
            *since = *since | change;
        }
        for (part, count) in [
            (Change::PICTURE, &mut self.picture),
            (Change::MOTION, &mut self.motion),
            (Change::LOOKS, &mut self.looks),
            (Change::GROUND, &mut self.ground),
        ] {
            *count += u64::from(change.has(part));
        }
    }

    /// Whether anything that the derived value at that place of the list follows from has changed since it was made, which is now.
    pub fn take_stale(&mut self, at: usize, follows: Change) -> bool {
        std::mem::take(&mut self.since[at]).meets(follows)
    }

    pub fn make_stale(&mut self, at: usize) {
        self.since[at] = Change(u16::MAX);
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

    /// Grows whenever the ground has to be found anew.
    pub fn ground(&self) -> u64 {
        self.ground
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
        assert!(outer.changed.has(Change::POSES) && !outer.changed.has(Change::SEAM));
        changes.note(Change::SEAM);
        assert_eq!(changes.end(outer), Change::SEAM);
        assert!(
            changes.begin().changed.has(Change::POSES | Change::SEAM),
            "a part belongs to the whole"
        );
        assert!(
            changes.take_stale(0, Change::POSES | Change::LOOKS),
            "what waits outlives an action"
        );
        assert!(!changes.take_stale(0, Change::POSES), "it has been made anew");
        assert!(!changes.take_stale(1, Change::SIZE), "nobody changed it");
        assert!(changes.take_stale(2, Change::POSES), "each value has its own turn");
        changes.make_stale(2);
        assert!(changes.take_stale(2, Change::SIZE));
    }

    #[test]
    fn an_action_is_remembered_as_it_says_whatever_is_done_inside() {
        let mut changes = Changes::default();
        let nobody = changes.begin();
        changes.remember_as(Remembers::Nothing);
        let outer = changes.begin();
        assert_eq!(changes.remembers(), Remembers::Step);
        changes.end(outer);
        assert_eq!(changes.remembers(), Remembers::Nothing);
        changes.end(nobody);
        assert_eq!(changes.remembers(), Remembers::Step);
    }
}
