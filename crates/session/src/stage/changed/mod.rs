//! Differences of a file that was read again, in one line.

use crate::{OpenFile, Stage};
use castview_picture::compare::{FileContent, FileDifference, Tolerance, compare, summary};
use castview_picture::opened::{OpenedFile, held_bytes};

/// Larger files are not compared in the window's turn: about a twentieth of a second at most.
const MOST_BYTES: u64 = 64 << 20;

impl<'a> From<&'a OpenFile> for FileContent<'a> {
    fn from(file: &'a OpenFile) -> Self {
        Self {
            name: &file.name,
            scene: &file.scene,
            textures: &file.textures,
        }
    }
}

impl Stage {
    /// `3 bones moved, 1 texture new`; empty if nothing changed or the files are too large to look. Images that are still being read do not
    /// count.
    pub(super) fn changes_by(&self, again: &[OpenedFile]) -> String {
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
