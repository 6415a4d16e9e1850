//! Which folders the user has allowed files to read outside their own, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: a list of [`Consent`]s. It names folders, so it is no part of the settings, which
//! know nothing about anybody's files.

use super::store::Store;
use crate::app::state::App;
use crate::opened::Consent;
use std::sync::Arc;

const FILE_NAME: &str = "allowed_folders.json";

impl Store {
    pub fn load_consents(&self) -> Vec<Consent> {
        self.read(FILE_NAME)
    }

    pub fn save_consents(&self, consents: &[Consent]) {
        self.write(FILE_NAME, &consents.to_vec());
    }
}

/// `stored` with the changes from `old` to `new` applied. Entries that another window has stored meanwhile stay.
fn with_changes(mut stored: Vec<Consent>, old: &[Consent], new: &[Consent]) -> Vec<Consent> {
    stored.retain(|consent| new.contains(consent) || !old.contains(consent));
    for consent in new {
        if !old.contains(consent) && !stored.contains(consent) {
            stored.push(consent.clone());
        }
    }
    stored
}

impl App {
    /// Writes them as soon as they change.
    pub(crate) fn keep_consents(&mut self) {
        let now = self.session.opening().all_consents();
        if Arc::ptr_eq(now, &self.stored_consents) {
            return;
        }
        if **now != *self.stored_consents {
            let merged = with_changes(self.store.load_consents(), &self.stored_consents, now);
            self.store.save_consents(&merged);
        }
        self.stored_consents = now.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::store::parse;
    use super::*;

    fn consent(of: &str, folder: &str) -> Consent {
        Consent {
            of: of.into(),
            folder: folder.into(),
            real: folder.into(),
        }
    }

    #[test]
    fn stored_leave_comes_back() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().join("not yet")));
        assert_eq!(store.load_consents(), []);
        let wanted = [consent("/a", "/b"), consent("/a", "/名前")];
        store.save_consents(&wanted);
        assert_eq!(store.load_consents(), wanted);
        for text in ["", "{}", r#"[{"of":"/a"}]"#] {
            assert_eq!(parse::<Vec<Consent>>(text).content, [], "{text}");
        }
    }

    #[test]
    fn two_windows_keep_each_others_leave() {
        let (theirs, ours) = (consent("/theirs", "/x"), consent("/ours", "/x"));
        let merged = with_changes(vec![theirs.clone()], &[], std::slice::from_ref(&ours));
        assert_eq!(merged, [theirs.clone(), ours.clone()]);
        assert_eq!(with_changes(merged, &[ours], &[]), [theirs]);
    }
}
