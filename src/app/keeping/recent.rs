//! Which files were opened lately and what was open last, kept from one run to the next.
//!
//! In: a small JSON file beside the settings. Out: [`Recent`]. It names files, so it is no part of the settings, which know nothing about
//! anybody's files.

use crate::app::background::in_background;
use crate::app::display::view::View;
use crate::app::saved::store::Store;
use crate::app::state::App;
use crate::app::wake::Wake;
use crate::core::guard;
use crate::files::{open_environment, path_of};
use crate::picture::PlacedKey;
use crate::session::browser;
use crate::session::composition;
use crate::session::{HungFile, Message, Recent};
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
    pub(crate) fn note_resume(&mut self) {
        let is_due = self.resume_noted.is_none_or(|noted| noted.elapsed() >= LOOK_EVERY);
        let is_dragging = self.egui.input(|input| input.pointer.any_down());
        if is_due && !is_dragging && !composition::is_moving(&self.session) {
            self.resume_noted = Some(Instant::now());
            browser::remember_resume(&mut self.session);
        }
    }

    /// Writes the list soon after it changes. Writing waits for the disk, so a new file is drawn first, unless that takes longer than
    /// [`LOOK_EVERY`].
    pub(crate) fn keep_recent_in_time(&mut self) {
        if Arc::ptr_eq(self.session.browser().recent(), &self.stored_recent) {
            self.recent_waits = None;
            return;
        }
        let since = *self.recent_waits.get_or_insert_with(Instant::now);
        let draws = self.view.as_mut().is_some_and(View::is_at_work);
        if is_written_now(draws, since.elapsed()) {
            self.keep_recent();
        } else if let Some(window) = &mut self.window {
            window.wish(LOOK_EVERY);
        }
    }

    /// Writes it if it has changed.
    pub(crate) fn keep_recent(&mut self) {
        let now = self.session.browser().recent().clone();
        if Arc::ptr_eq(&now, &self.stored_recent) {
            return;
        }
        let is_emptied = now.files.is_empty();
        let merged = match is_emptied {
            // Whatever another window has opened.
            true => Recent::clone(&now),
            false => Recent::clone(&now).merged(&self.store.load_recent(), &self.stored_recent),
        };
        self.store.save_recent(&merged);
        let are_others = now.files != self.stored_recent.files;
        self.stored_recent = now;
        if are_others {
            self.look_for_recent();
        }
    }

    /// Opens the image that lit the models in an earlier run: one that the user dropped or named then. Nothing else is read for it.
    pub(crate) fn light_again(&self) {
        let Some(location) = self.session.browser().recent().environment.clone() else {
            return;
        };
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            let path = path_of(&location);
            let image = open_environment(&path).map_err(|error| {
                let name = path.file_name().unwrap_or(path.as_os_str());
                format!("{} no longer lights the models: {error}", name.to_string_lossy())
            });
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::Told(Message::EnvironmentRestored { location, image })));
        }));
    }

    /// Looks in the background which files that hung on bones before are still there.
    pub(crate) fn look_for_hung(&self, asked: Vec<(PlacedKey, HungFile)>, tells: bool) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            let is_there = |(_, hung): &(PlacedKey, HungFile)| path_of(&hung.location).is_file();
            let there = guard(|| asked.into_iter().filter(is_there).collect()).unwrap_or_default();
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::Told(Message::HungThere { there, tells })));
        }));
    }

    /// Looks in the background which of the files are still there: a drive that is not answering holds nothing up.
    pub(crate) fn look_for_recent(&self) {
        let (recent, proxy) = (self.session.browser().recent().clone(), self.proxy.clone());
        if recent.files.is_empty() {
            return;
        }
        in_background(Box::new(move || {
            let is_gone = |location: &&String| path_of(location).try_exists().is_ok_and(|exists| !exists);
            let gone = guard(|| recent.files.iter().filter(is_gone).cloned().collect());
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::Told(Message::RecentGone(gone.unwrap_or_default()))));
        }));
    }
}

/// Whether what changed that long ago is written while a picture is in progress, or is not.
fn is_written_now(draws: bool, changed: Duration) -> bool {
    !draws || changed >= LOOK_EVERY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{HungOn, Resume};

    #[test]
    fn a_picture_comes_before_the_disk_but_not_for_long() {
        for (draws, changed, is_written) in [(false, 0, true), (true, 0, false), (true, 1, false), (true, 2, true)] {
            assert_eq!(
                is_written_now(draws, Duration::from_secs(changed)),
                is_written,
                "{draws} {changed}"
            );
        }
    }

    #[test]
    fn stored_files_come_back_and_those_of_another_window_stay() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = Store::of_folder(Some(folder.path().join("not yet")));
        assert_eq!(store.load_recent(), Recent::default());
        let list = |files: &[&str]| Recent {
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            last: vec!["/last.cast".into()],
            folder: Some("/名前".into()),
            resume: Some(Resume {
                frame: Some(0.1 + 0.2),
                ..Resume::default()
            }),
            environment: Some("/sun.hdr".into()),
            hung: vec![HungOn {
                skeleton: u64::MAX - 1,
                files: vec![HungFile {
                    bone: "tag_weapon".into(),
                    location: "/gun.cast".into(),
                }],
            }],
            ..Recent::default()
        };
        store.save_recent(&list(&["/theirs", "/both"]));
        assert_eq!(store.load_recent(), list(&["/theirs", "/both"]));
        let merged = list(&["/ours", "/both"]).merged(&store.load_recent(), &Recent::default());
        assert_eq!(merged, list(&["/ours", "/both", "/theirs"]));
        // A file that this window has taken out stays out.
        let merged = list(&["/ours"]).merged(&store.load_recent(), &list(&["/ours", "/both"]));
        assert_eq!(merged, list(&["/ours", "/theirs"]));
    }
}
