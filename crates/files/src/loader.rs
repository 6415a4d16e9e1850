//! Loading in the background: batches of locations in, [`Arrival`]s out.
//!
//! One thread reads and imports a batch, in the order given, then decodes its textures on a few more; every step arrives
//! as an [`Arrival`] that carries the batch's generation, so whoever takes it in can tell what is stale. Textures go on
//! arriving after their files, until nobody holds the scene any more.

use super::{Allowance, guard, path_of, system_memory};
use crate::loader::shared::Shared;
pub use arrival::{Arrival, Trouble};
use batch::{AskedFile, Batch};
use castview_base::core::{Options, TextureIndex};
use castview_picture::opened::{Consent, FileKey, NamedPath, Placement, Relink, Wish};
use full_size::FullSize;
use memory::LoaderMemory;
use prefetch::Prefetch;
pub use prefetch::Prefetched;
use relinking::Relinking;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};

mod ahead_images;
mod arrival;
mod batch;
mod dropped;
mod full_size;
mod look_again;
mod memory;
mod prefetch;
mod read_ahead;
mod ready_image;
mod refusal;
mod relinking;
mod shared;
mod spare_images;
#[cfg(test)]
mod tests;

/// Starts loads and collects what they find. Dropping it stops them.
pub struct Loader {
    shared: Arc<Shared>,
    results: Receiver<Arrival>,
    /// Stops the batch that is being read; its textures are not concerned.
    stop: Arc<AtomicBool>,
    /// Stops what is decoded again at full size.
    stop_full_size: Arc<AtomicBool>,
}

impl Loader {
    /// `wake` is called from other threads whenever [`Self::results`] has something new.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (sender, results) = channel();
        Self {
            shared: Arc::new(Shared {
                wake: Box::new(wake),
                sender,
                memory: Mutex::new(LoaderMemory::with(system_memory())),
                prefetch: Prefetch::default(),
            }),
            results,
            stop: Arc::default(),
            stop_full_size: Arc::default(),
        }
    }

    /// The same loader for a machine of so many bytes: textures take a share of them.
    pub fn with_memory(self, bytes: u64) -> Self {
        self.shared.memory().bytes = Some(bytes);
        self
    }

    /// Starts to load one batch and stops the one before, if it is still being read.
    ///
    /// Images are taken by the files that lack a texture of their name, also by those that are open already; an image of light (`.hdr`, `.exr`)
    /// that none takes is sent as [`Arrival::Environment`]. Folders become places to look for
    /// textures in, for the same files; if there are only folders, [`Arrival::Folder`] tells of the first one with files to open, and few
    /// files in them are opened too. Sends [`Arrival::Progress`] and [`Arrival::Failed`] as it goes, then
    /// one [`Arrival::Loaded`] (of no files, if none could be read), then [`Arrival::Texture`] as textures are decoded.
    ///
    /// `keys`: of the first of `locations`, which have keys already, loaded again or refused before. The others get new ones.
    pub fn load(&mut self, generation: u64, locations: &[String], keys: &[FileKey], placement: Placement) {
        self.cancel();
        self.shared.prefetch.want(Vec::new());
        self.stop = Arc::default();
        let batch = Batch {
            shared: self.shared.clone(),
            stop: self.stop.clone(),
            generation,
            placement,
        };
        let keys = keys.iter().copied().map(Some).chain(std::iter::repeat(None));
        let asked: Vec<AskedFile> = locations.iter().map(|location| path_of(location)).zip(keys).collect();
        let started = in_background(move || {
            if let Err(panic) = guard(|| batch.run(asked)) {
                batch.fail(Path::new("The load"), (mistake(&panic), String::new()), (None, None));
                batch.send(batch.loaded(Vec::new()));
            }
        });
        if let Err(why) = started {
            let text = format!("Nothing was loaded: {why}.");
            self.shared.send(Arrival::Error(text));
        }
    }

    /// From now on the images of these files, and of those that they reference, are decoded at full size whatever that takes.
    ///
    /// Decodes `textures` at once, in place of what an earlier call has not reached yet. Judges anew which files may be opened. Sends
    /// [`Arrival::Texture`] as they are decoded, and [`Arrival::FullSizeProgress`] with `generation`.
    pub fn lift_budget(&mut self, generation: u64, files: &[FileKey], textures: Vec<(FileKey, TextureIndex)>) {
        self.stop_full_size();
        self.shared.memory().budget_lifted.extend(files);
        if textures.is_empty() {
            return;
        }
        self.stop_full_size = Arc::default();
        let work = FullSize {
            shared: self.shared.clone(),
            stop: self.stop_full_size.clone(),
            generation,
        };
        let started = in_background(move || {
            if let Err(panic) = guard(|| work.run(&textures)) {
                let text = format!("Textures stay at a smaller size: {}.", mistake(&panic));
                work.shared.send(Arrival::Error(text));
            }
            work.tell(None);
        });
        if let Err(why) = started {
            let text = format!("Textures stay at a smaller size: {why}.");
            self.shared.send(Arrival::Error(text));
            let progress = None;
            self.shared.send(Arrival::FullSizeProgress { generation, progress });
        }
    }

    /// Decodes these images in place of the textures that they are named for, within what the budget leaves. Sends [`Arrival::Relinked`] for each.
    pub fn relink(&mut self, asked: Vec<Relink>) {
        {
            let mut memory = self.shared.memory();
            for relink in &asked {
                memory.relink(relink);
            }
        }
        let work = Relinking {
            shared: self.shared.clone(),
        };
        let started = in_background(move || {
            if let Err(panic) = guard(|| work.run(asked)) {
                let text = format!("Textures stay as they are: {}.", mistake(&panic));
                work.shared.send(Arrival::Error(text));
            }
        });
        if let Err(why) = started {
            self.shared
                .send(Arrival::Error(format!("Textures stay as they are: {why}.")));
        }
    }

    /// Looks again for what these files lack: something has come into a folder where it would be. Sends [`Arrival::Texture`] for each texture
    /// that is there now, [`Arrival::Come`] with the files whose instances or buffers are, and [`Arrival::Awaited`].
    pub fn look_again(&mut self, keys: Vec<FileKey>) {
        let batch = Batch {
            shared: self.shared.clone(),
            stop: Arc::default(),
            generation: 0,
            placement: Placement::Add,
        };
        let started = in_background(move || {
            if let Err(panic) = guard(|| batch.look_again(&keys)) {
                batch.send(Arrival::Error(format!("Textures stay missing: {}.", mistake(&panic))));
            }
        });
        if let Err(why) = started {
            self.shared
                .send(Arrival::Error(format!("Textures stay missing: {why}.")));
        }
    }

    /// Stops what [`Self::lift_budget`] began; images that are being decoded by now are given up when they are done.
    pub fn stop_full_size(&mut self) {
        self.stop_full_size.store(true, Ordering::Relaxed);
    }

    /// How files are read from now on that nothing else is decided about.
    pub fn read_all_as(&mut self, options: Options) {
        self.shared.memory().options = options;
    }

    /// How the file open under `key` is read from now on.
    pub fn read_as(&mut self, key: FileKey, options: Options) {
        self.shared.memory().options_of.insert(key, options);
    }

    /// From now on the file open under `key` has these files, by the paths that its instances name, in place of what they mean.
    pub fn put_instead(&mut self, key: FileKey, instead: &BTreeMap<NamedPath, String>) {
        let paths = instead
            .iter()
            .map(|(stored, location)| (stored.clone(), path_of(location)));
        self.shared.memory().put_instead(key, paths.collect());
    }

    /// Every file may read what it names in these folders.
    pub fn allow_folders(&mut self, folders: &[PathBuf]) {
        self.shared.memory().allowance.folders.extend_from_slice(folders);
    }

    /// Returns the places that files may read beside their own folder, as of now.
    pub fn allowance(&self) -> Allowance {
        self.shared.memory().allowance.clone()
    }

    /// The next batch begins with leave for these, where they are folders. Sends [`Arrival::Allowed`] then.
    pub fn allow(&mut self, wishes: Vec<Wish>) {
        self.shared.memory().wishes.extend(wishes);
    }

    /// From now on these are allowed, and no others.
    pub fn set_consents(&mut self, consents: Vec<Consent>) {
        self.shared.memory().allowance.consents = consents;
    }

    /// Reads and prepares the files at `locations` in the background, at the lowest priority, decodes their images, and holds all that
    /// until they are loaded. All that are held take at most `budget` bytes together; the oldest make room. Files that an earlier call
    /// asked for and that are not ready are given up; so is everything that is not ready when a load starts.
    ///
    /// Tells nothing: a file that cannot be read says so when it is loaded, and so does one that asks for leave.
    pub fn prefetch(&mut self, locations: &[String], budget: u64) {
        let paths = locations.iter().map(|location| path_of(location)).collect();
        if let Err(why) = read_ahead::start(&self.shared, paths, budget) {
            log::info!("no files are read ahead: {why}");
        }
    }

    /// Returns a summary of the files held by now.
    pub fn prefetched(&self) -> Prefetched {
        self.shared.prefetch.told()
    }

    /// Waits until everything that was asked for is held or given up.
    pub fn finish_prefetch(&self) {
        self.shared.prefetch.wait();
    }

    /// Stops the batch that is being read; what it has already found may still arrive.
    pub fn cancel(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns the results that have arrived since the last call, in order.
    pub fn results(&self) -> Vec<Arrival> {
        self.results.try_iter().collect()
    }

    /// Waits for the next result; `None` if there is none within `timeout`.
    pub fn wait(&self, timeout: std::time::Duration) -> Option<Arrival> {
        self.results.recv_timeout(timeout).ok()
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.cancel();
        self.stop_full_size();
        self.shared.prefetch.end();
    }
}

/// Runs `work` on a thread of its own, or says why there is none.
fn in_background(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    let thread = std::thread::Builder::new().name("loader".into());
    let started = thread.spawn(work);
    started
        .map(drop)
        .map_err(|error| format!("no thread could be started ({error})"))
}

fn mistake(panic: &str) -> String {
    format!("castview made a mistake, please report it ({panic})")
}
