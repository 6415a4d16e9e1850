//! Which files were opened lately and what was open last, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`Recent`]. It names files, so it is no part of the settings, which know nothing about
//! anybody's files.

use super::store::Store;
use crate::app::state::App;
use crate::session::Recent;
use std::sync::Arc;
use std::time::{Duration, Instant};

const FILE_NAME: &str = "recent.json";

/// Between two looks at where the user is: a file is written for each that finds something new.
const LOOK_EVERY: Duration = Duration::from_secs(2);

impl Store {
    pub fn load_recent(&self) -> Recent {
        self.read(FILE_NAME)
    }

    fn save_recent(&self, recent: &Recent) {
        self.write(FILE_NAME, recent);
    }
}

impl App {
    /// Where the user is in what is open, once nothing moves; a crash finds it written.
    pub(in crate::app) fn note_resume(&mut self) {
        let is_due = self.resume_noted.is_none_or(|noted| noted.elapsed() >= LOOK_EVERY);
        let is_dragging = self.egui.input(|input| input.pointer.any_down());
        if is_due && !is_dragging && !self.session.is_moving() {
            self.resume_noted = Some(Instant::now());
            self.session.remember_resume();
        }
    }

    /// Writes it as soon as it changes. A list that was emptied stays empty, whatever another window has opened.
    pub(in crate::app) fn keep_recent(&mut self) {
        let now = self.session.recent();
        if Arc::ptr_eq(now, &self.stored_recent) {
            return;
        }
        let is_emptied = now.files.is_empty();
        let merged = match is_emptied {
            true => Recent::clone(now),
            false => Recent::clone(now).merged(&self.store.load_recent()),
        };
        self.store.save_recent(&merged);
        self.stored_recent = now.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Resume;

    #[test]
    fn stored_files_come_back_and_those_of_another_window_stay() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store {
            folder: Some(folder.path().join("not yet")),
        };
        assert_eq!(store.load_recent(), Recent::default());
        let list = |files: &[&str]| Recent {
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            last: vec!["/last.cast".into()],
            folder: Some("/名前".into()),
            resume: Some(Resume {
                frame: Some(0.1 + 0.2),
                ..Resume::default()
            }),
        };
        store.save_recent(&list(&["/theirs", "/both"]));
        assert_eq!(store.load_recent(), list(&["/theirs", "/both"]));
        let merged = list(&["/ours", "/both"]).merged(&store.load_recent());
        assert_eq!(merged, list(&["/ours", "/both", "/theirs"]));
    }
}
