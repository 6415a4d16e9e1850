//! Adapters whose driver ends the whole process while they are tried, or already while it lists them.
//!
//! In: the adapter about to be tried, or what stands for all of an interface (`AdapterId::all_of`). Out: its name in a file beside the settings, locked for as long as the trial lasts.
//! A process that ends in the middle of a trial leaves the name behind without the lock. The next start finds the name and
//! counts one crash of that adapter. While the lock is held, another window is trying an adapter: the file is left alone.

use super::store::Store;
use crate::render::adapters::AdapterId;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::PathBuf;

const TRYING: &str = "adapter_trying.json";
const CRASHED: &str = "adapters_crashed.json";

/// An adapter that has worked before is passed over only after so many ends: a power cut looks like a crash.
const ENDS_OF_REMEMBERED: u32 = 2;

/// How often the process has ended while an adapter was tried, since it worked the last time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Crashed {
    id: AdapterId,
    times: u32,
}

/// Names the adapter that is being tried.
#[derive(Debug, Default)]
pub struct Trial {
    /// `None`: nothing is written, on a machine without a home for instance.
    path: Option<PathBuf>,
    /// Open and locked while an adapter is tried.
    file: RefCell<Option<File>>,
}

impl Trial {
    /// `None` when an adapter has been tried. Never fails: without the file the next start tries it again.
    pub fn trying(&self, id: Option<&AdapterId>) {
        let mut file = self.file.borrow_mut();
        let outcome = match id {
            Some(id) => self.begin(id).map(|begun| *file = begun),
            None => file.take().map_or(Ok(()), |file| file.set_len(0)),
        };
        if let Err(error) = outcome {
            log::warn!("{TRYING} could not be written: {error}");
        }
    }

    fn begin(&self, id: &AdapterId) -> std::io::Result<Option<File>> {
        let Some(path) = &self.path else { return Ok(None) };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        // A pipe in its place would hold the start of the window.
        if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(None);
        }
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        file.set_len(0)?;
        file.write_all(&serde_json::to_vec(id)?)?;
        // The driver may take the whole machine with it.
        file.sync_all()?;
        Ok(Some(file))
    }
}

impl Store {
    pub(crate) fn trial(&self) -> Trial {
        Trial {
            path: self.folder.as_ref().map(|folder| folder.join(TRYING)),
            file: RefCell::default(),
        }
    }

    /// Adapters that are tried last. Counts the end of the run before, if it ended while one was tried.
    pub(crate) fn crashed_adapters(&self, remembered: Option<&AdapterId>) -> Vec<AdapterId> {
        let mut all: Vec<Crashed> = self.read(CRASHED);
        if let Some(id) = self.ended_while_trying() {
            match all.iter_mut().find(|known| known.id == id) {
                Some(known) => known.times += 1,
                None => all.push(Crashed { id, times: 1 }),
            }
            self.write(CRASHED, &all);
        }
        let has_worked =
            |id: &AdapterId| remembered.is_some_and(|remembered| id == remembered || id.stands_for(remembered));
        let least = |id: &AdapterId| if has_worked(id) { ENDS_OF_REMEMBERED } else { 1 };
        all.retain(|known| known.times >= least(&known.id));
        all.into_iter().map(|known| known.id).collect()
    }

    /// Adapters that fit `is_meant` are tried like any other from here on.
    pub(crate) fn forgive_adapters(&self, is_meant: impl Fn(&AdapterId) -> bool) {
        let mut all: Vec<Crashed> = self.read(CRASHED);
        let before = all.len();
        all.retain(|known| !is_meant(&known.id));
        if all.len() != before {
            self.write(CRASHED, &all);
        }
    }

    /// The adapter that the file names, unless a living process holds its lock. The file is empty afterwards.
    fn ended_while_trying(&self) -> Option<AdapterId> {
        const LONGEST: u64 = 1 << 16;
        let path = self.folder.as_ref()?.join(TRYING);
        if !std::fs::metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
            return None;
        }
        let mut file = OpenOptions::new().read(true).write(true).open(&path).ok()?;
        file.try_lock().ok()?;
        let mut text = Vec::new();
        (&mut file).take(LONGEST).read_to_end(&mut text).ok()?;
        file.rewind().ok()?;
        file.set_len(0).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(folder: &std::path::Path) -> Store {
        Store::of_folder(Some(folder.into()))
    }

    fn id(name: &str) -> AdapterId {
        AdapterId {
            name: name.into(),
            api: "Vulkan".into(),
            driver: "1.0".into(),
        }
    }

    #[test]
    fn an_adapter_under_which_the_process_ended_is_tried_last() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = store(folder.path());
        assert_eq!(store.crashed_adapters(None), []);
        // A trial that ends well leaves nothing.
        let trial = store.trial();
        trial.trying(Some(&id("good")));
        trial.trying(None);
        assert_eq!(store.crashed_adapters(None), []);
        // Another window neither counts a running trial as a crash nor overwrites the name.
        trial.trying(Some(&id("bad")));
        assert_eq!(store.crashed_adapters(None), []);
        store.trial().trying(Some(&id("other")));
        assert_eq!(store.crashed_adapters(None), []);
        // The end of a process lets go of its locks.
        drop(trial);
        assert_eq!(store.crashed_adapters(None), [id("bad")]);
        assert_eq!(store.crashed_adapters(None), [id("bad")], "it is kept");
        assert_eq!(
            store.crashed_adapters(Some(&id("bad"))),
            [],
            "once is chance where it has worked"
        );
        store.trial().trying(Some(&id("bad")));
        assert_eq!(store.crashed_adapters(Some(&id("bad"))), [id("bad")]);
        store.forgive_adapters(|known| *known == id("good"));
        assert_eq!(store.crashed_adapters(None), [id("bad")]);
        store.forgive_adapters(|known| *known == id("bad"));
        assert_eq!(store.crashed_adapters(None), []);
    }

    #[test]
    fn an_interface_under_which_the_process_ended_is_asked_last() {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let store = store(folder.path());
        let [vulkan, other] = [wgpu::Backend::Vulkan, wgpu::Backend::Gl].map(AdapterId::all_of);
        let end = || store.trial().trying(Some(&vulkan));
        end();
        assert_eq!(store.crashed_adapters(None), std::slice::from_ref(&vulkan));
        assert_eq!(
            store.crashed_adapters(Some(&id("good"))),
            [],
            "once is chance where one of its adapters has worked"
        );
        end();
        assert_eq!(store.crashed_adapters(Some(&id("good"))), std::slice::from_ref(&vulkan));
        store.forgive_adapters(|known| {
            known.stands_for(&AdapterId {
                api: other.api.clone(),
                ..id("good")
            })
        });
        assert_eq!(store.crashed_adapters(None), [vulkan]);
        store.forgive_adapters(|known| known.stands_for(&id("good")));
        assert_eq!(store.crashed_adapters(None), []);
    }

    #[test]
    fn without_a_place_or_with_nonsense_in_it_nothing_is_known() {
        let nowhere = Store::of_folder(None);
        nowhere.trial().trying(Some(&id("any")));
        assert_eq!(nowhere.crashed_adapters(None), []);
        let folder = tempfile::tempdir().expect("a folder for the test");
        std::fs::write(folder.path().join(TRYING), "nonsense").expect("written");
        std::fs::write(folder.path().join(CRASHED), "{}").expect("written");
        assert_eq!(store(folder.path()).crashed_adapters(None), []);
        std::fs::remove_file(folder.path().join(TRYING)).expect("removable");
        std::fs::create_dir(folder.path().join(TRYING)).expect("a folder in its place");
        assert_eq!(store(folder.path()).crashed_adapters(None), []);
        store(folder.path()).trial().trying(Some(&id("any")));
    }
}
