//! The frames that users named, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`Markers`]; what is unreadable in it is left out. It names files by
//! location, so it is no part of the settings, which know nothing about anybody's files.

use super::store::Store;
use crate::app::state::App;
use crate::session::{Marker, MarkerPlace, Markers};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

const FILE_NAME: &str = "markers.json";

/// One clip's markers as they are stored.
#[derive(Serialize, Deserialize)]
struct Stored {
    #[serde(flatten)]
    place: MarkerPlace,
    markers: Vec<Marker>,
}

impl Store {
    pub fn load_markers(&self) -> Markers {
        markers_of(self.read(FILE_NAME))
    }

    pub fn save_markers(&self, markers: &Markers) {
        let stored: Vec<Stored> = markers
            .iter()
            .map(|(place, markers)| Stored {
                place: place.clone(),
                markers: markers.to_vec(),
            })
            .collect();
        self.write(FILE_NAME, &stored);
    }
}

fn markers_of(stored: Vec<Stored>) -> Markers {
    Markers::of(stored.into_iter().map(|Stored { place, markers }| (place, markers)))
}

impl App {
    /// Writes them as soon as they change. Markers of other clips that another window has written meanwhile stay.
    pub(crate) fn keep_markers(&mut self) {
        let now = self.session.edits().all_markers();
        if Arc::ptr_eq(now, &self.stored_markers) {
            return;
        }
        if **now != *self.stored_markers {
            let merged = self.store.load_markers().with_changes(&self.stored_markers, now);
            self.store.save_markers(&merged);
        }
        self.stored_markers = now.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::super::store;
    use super::*;

    fn parse(text: &str) -> Markers {
        markers_of(store::parse(text).content)
    }

    fn place(clip: &str) -> MarkerPlace {
        MarkerPlace {
            file: "/models/pilot.cast".into(),
            clip: clip.into(),
            nth: 0,
        }
    }

    fn marker(frame: f64, name: &str) -> Marker {
        Marker {
            frame,
            name: name.into(),
        }
    }

    fn markers(clip: &str, list: &[Marker]) -> Markers {
        Markers::of([(place(clip), list.to_vec())])
    }

    #[test]
    fn stored_markers_come_back() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().join("not yet")));
        assert_eq!(store.load_markers(), Markers::default());
        let wanted = markers("run", &[marker(2.5, "contact"), marker(71.0, "名前")]);
        store.save_markers(&wanted);
        assert_eq!(store.load_markers(), wanted);
    }

    #[test]
    fn whatever_the_file_says_gives_usable_markers() {
        let text = r#"[{"file":"/models/pilot.cast","clip":"run","markers":[
            {"frame":9,"name":"b"},{"frame":1,"name":" a\n"},{"frame":9,"name":"twice"}]},
            {"file":"x","clip":"empty","markers":[]}]"#;
        assert_eq!(parse(text), markers("run", &[marker(1.0, "a"), marker(9.0, "b")]));
        // One that is broken costs itself alone.
        let text =
            r#"[{"file":1},{"file":"/models/pilot.cast","clip":"run","markers":[{"frame":1},{"frame":2,"name":"b"}]}]"#;
        assert_eq!(parse(text), markers("run", &[marker(2.0, "b")]));
        for text in ["", "{}", "[3]", r#"[{"file":1}]"#] {
            assert_eq!(parse(text), Markers::default(), "{text}");
        }
    }

    #[test]
    fn two_windows_keep_each_others_markers() {
        let empty = Markers::default();
        let theirs = markers("walk", &[marker(3.0, "theirs")]);
        let ours = markers("run", &[marker(4.0, "ours")]);
        let merged = theirs.clone().with_changes(&empty, &ours);
        assert_eq!(merged.get(&place("walk")), [marker(3.0, "theirs")]);
        assert_eq!(merged.get(&place("run")), [marker(4.0, "ours")]);
        // Ours taken away again.
        assert_eq!(merged.with_changes(&ours, &empty), theirs);
    }
}
