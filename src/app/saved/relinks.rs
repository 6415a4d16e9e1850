//! Which images users put in place of textures, file by file, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`Relinks`]. It names files by location, as `up_axes` does.

use super::store::Store;
use super::up_axes::with_changes;
use crate::app::state::App;
use crate::session::Relinks;
use std::sync::Arc;

const FILE_NAME: &str = "textures.json";

impl Store {
    pub fn load_relinks(&self) -> Relinks {
        self.read(FILE_NAME)
    }

    fn save_relinks(&self, relinks: &Relinks) {
        self.write(FILE_NAME, relinks);
    }
}

impl App {
    /// Writes them as soon as they change.
    pub(crate) fn keep_relinks(&mut self) {
        let now = self.session.edits().all_relinks();
        if Arc::ptr_eq(now, &self.stored_relinks) {
            return;
        }
        if **now != *self.stored_relinks {
            let merged = with_changes(self.store.load_relinks(), &self.stored_relinks, now);
            self.store.save_relinks(&merged);
        }
        self.stored_relinks = now.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::parse;
    use super::*;

    #[test]
    fn stored_images_come_back_and_rubbish_is_none() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().to_owned()));
        assert_eq!(store.load_relinks(), Relinks::default());
        let of_file = [("tex/body.png".to_owned(), "/drawn/名前.png".to_owned())];
        let wanted = Relinks::from([("/a.cast".to_owned(), of_file.into())]);
        store.save_relinks(&wanted);
        assert_eq!(store.load_relinks(), wanted);
        for text in ["", "[]", r#"{"/a.cast":"w"}"#] {
            assert_eq!(parse::<Relinks>(text).content, Relinks::default(), "{text}");
        }
    }
}
