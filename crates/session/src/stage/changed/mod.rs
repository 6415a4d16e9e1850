//! Differences of a file that was read again, in one line, and those of two files on a page.

pub mod compared;
pub(crate) mod read_last;

use crate::Stage;
use castview_picture::compare::{FileDifference, Tolerance, compare, summary};
use castview_picture::opened::{OpenedFile, held_bytes};

use compared::MOST_BYTES;

impl Stage {
    /// `3 bones moved, 1 texture new`; empty if nothing changed or the files are too large to look. Images that are still being read do not
    /// count.
    pub(crate) fn changes_by(&self, again: &[OpenedFile]) -> String {
        let mut room = MOST_BYTES;
        let mut found: Vec<FileDifference> = Vec::new();
        for new in again {
            let Some(old) = self.file(new.key) else {
                continue;
            };
            let bytes = held_bytes(&old.scene).saturating_add(held_bytes(&new.scene));
            let Some(left) = room.checked_sub(bytes) else {
                return String::new();
            };
            room = left;
            found.extend(compare(old, new, &Tolerance::default()));
        }
        summary(&found)
    }
}
