//! Which axis users chose as up, file by file, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`UpAxes`]. It names files by location, so it is no part of the settings, which
//! know nothing about anybody's files.

use super::store::Store;
use crate::app::state::App;
use crate::session::UpAxes;
use std::collections::BTreeMap;
use std::sync::Arc;

const FILE_NAME: &str = "up_axes.json";

impl Store {
    pub fn load_up_axes(&self) -> UpAxes {
        self.read(FILE_NAME)
    }

    pub fn save_up_axes(&self, ups: &UpAxes) {
        self.write(FILE_NAME, ups);
    }
}

/// `stored`, with every file that differs between `old` and `new` as it is in `new`: what another window has stored meanwhile stays.
pub(super) fn with_changes<V: Clone + PartialEq>(
    mut stored: BTreeMap<String, V>,
    old: &BTreeMap<String, V>,
    new: &BTreeMap<String, V>,
) -> BTreeMap<String, V> {
    for file in old
        .keys()
        .chain(new.keys())
        .filter(|file| old.get(*file) != new.get(*file))
    {
        match new.get(file) {
            Some(value) => _ = stored.insert(file.clone(), value.clone()),
            None => _ = stored.remove(file),
        }
    }
    stored
}

impl App {
    /// Writes them as soon as they change.
    pub(crate) fn keep_up_axes(&mut self) {
        let now = self.session.edits().all_up_axes();
        if Arc::ptr_eq(now, &self.stored_up_axes) {
            return;
        }
        if **now != *self.stored_up_axes {
            let merged = with_changes(self.store.load_up_axes(), &self.stored_up_axes, now);
            self.store.save_up_axes(&merged);
        }
        self.stored_up_axes = now.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::parse;
    use super::*;
    use crate::core::UpAxis;

    fn ups(list: &[(&str, UpAxis)]) -> UpAxes {
        list.iter().map(|(file, up)| ((*file).to_owned(), *up)).collect()
    }

    #[test]
    fn stored_axes_come_back() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().join("not yet")));
        assert_eq!(store.load_up_axes(), UpAxes::default());
        let wanted = ups(&[("/a.cast", UpAxis::Z), ("/名前.cast", UpAxis::X)]);
        store.save_up_axes(&wanted);
        assert_eq!(store.load_up_axes(), wanted);
        for text in ["", "[]", r#"{"/a.cast":"w"}"#] {
            assert_eq!(parse::<UpAxes>(text).content, UpAxes::default(), "{text}");
        }
    }

    #[test]
    fn two_windows_keep_each_others_axes() {
        let theirs = ups(&[("/theirs", UpAxis::Y), ("/both", UpAxis::Y)]);
        let ours = ups(&[("/ours", UpAxis::Z), ("/both", UpAxis::X)]);
        let merged = with_changes(theirs, &UpAxes::default(), &ours);
        let wanted = ups(&[("/theirs", UpAxis::Y), ("/ours", UpAxis::Z), ("/both", UpAxis::X)]);
        assert_eq!(merged, wanted);
        // Ours taken back.
        assert_eq!(
            with_changes(merged, &ours, &UpAxes::default()),
            ups(&[("/theirs", UpAxis::Y)])
        );
    }
}
