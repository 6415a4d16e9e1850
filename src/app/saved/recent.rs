//! Which files were opened lately and what was open last, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`Recent`]. It names files, so it is no part of the settings, which know nothing about
//! anybody's files.

use super::store::Store;
use crate::app::state::App;
use crate::session::Recent;
use std::sync::Arc;

const FILE_NAME: &str = "recent.json";

impl Store {
    pub fn load_recent(&self) -> Recent {
        self.read(FILE_NAME)
    }

    fn save_recent(&self, recent: &Recent) {
        self.write(FILE_NAME, recent);
    }
}

impl App {
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
        };
        store.save_recent(&list(&["/theirs", "/both"]));
        assert_eq!(store.load_recent(), list(&["/theirs", "/both"]));
        let merged = list(&["/ours", "/both"]).merged(&store.load_recent());
        assert_eq!(merged, list(&["/ours", "/both", "/theirs"]));
    }
}
