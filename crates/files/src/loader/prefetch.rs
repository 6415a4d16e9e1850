//! Files that are likely to be opened next, ready before anybody asks for them: what is wanted, and what is held.
//!
//! In: paths, the likeliest first, a budget in bytes, and files that are ready ([`super::read_ahead`]). Out: a file as a load would open it, as
//! long as nothing it was made of has changed. The oldest make room for new ones.

use super::ready_image::ReadyImage;
use crate::open::Opened;
use crate::reach::{Allowance, Reach};
use crate::textures::find_textures;
use crate::watch::{Stamp, Stamped};
use crate::{TextureSearch, location_of};
use castview_base::core::Options;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Files that are remembered to be none to prepare.
const MOST_REFUSED: usize = 64;

/// Summary of the files held for the next loads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prefetched {
    /// The oldest first.
    pub locations: Vec<String>,
    /// Bytes that all of them take in memory.
    pub bytes: u64,
    /// How many loads have found their file here.
    pub taken: u64,
    /// How many images are held with their files.
    pub images: usize,
    /// How many images the loads have found here with their files.
    pub images_taken: u64,
}

#[derive(Default)]
pub struct Prefetch {
    state: Mutex<State>,
    /// Something of the state is another than before.
    changed: Condvar,
}

#[derive(Default)]
pub(super) struct State {
    pub(super) wanted: Vec<PathBuf>,
    pub(super) budget: u64,
    /// Those of `wanted` that have been seen to.
    pub(super) seen_to: Vec<(PathBuf, Part)>,
    /// The oldest first.
    pub(super) held: Vec<Held>,
    /// Files that cannot be prepared, as they were then.
    pub(super) refused: Stamped,
    /// The file that is being prepared.
    pub(super) job: Option<Job>,
    pub(super) has_thread: bool,
    pub(super) has_ended: bool,
    pub(super) taken: u64,
    pub(super) images_taken: u64,
}

/// Part of a file that one job prepares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    File,
    /// Images of a file that is held.
    Images,
}

#[derive(Clone)]
pub(super) struct Job {
    pub(super) path: PathBuf,
    pub(super) part: Part,
    pub(super) stop: Arc<AtomicBool>,
}

impl Job {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// A file that is ready.
pub(super) struct Held {
    pub(super) path: PathBuf,
    pub(super) opened: Opened,
    /// Bytes that it takes in memory, its images included.
    pub(super) bytes: u64,
    /// Every file it was made of, as it was.
    pub(super) made_of: Stamped,
    pub(super) options: Options,
    pub(super) allowance: Allowance,
    pub(super) images: Vec<ReadyImage>,
    /// The image files when all of them had been looked at, whether or not they are in `images`; `None` before that.
    pub(super) looked_at: Option<Stamped>,
}

impl State {
    fn bytes(&self) -> u64 {
        self.held.iter().map(|held| held.bytes).fold(0, u64::saturating_add)
    }

    fn is_wanted(&self, path: &Path) -> bool {
        self.wanted.iter().any(|wanted| wanted == path)
    }

    /// Throws the oldest away until `bytes` more fit the budget. Those that are wanted stay; whether there is room.
    pub(super) fn make_room(&mut self, bytes: u64) -> bool {
        while self.bytes().saturating_add(bytes) > self.budget {
            match self.held.iter().position(|held| !self.is_wanted(&held.path)) {
                Some(oldest) => drop(self.held.remove(oldest)),
                None => return false,
            }
        }
        true
    }

    /// Bytes left of the budget beside the files that are wanted.
    pub(super) fn room(&self) -> u64 {
        let wanted = self.held.iter().filter(|held| self.is_wanted(&held.path));
        let taken = wanted.map(|held| held.bytes).fold(0, u64::saturating_add);
        self.budget.saturating_sub(taken)
    }

    fn is_at_rest(&self) -> bool {
        self.has_ended || !self.has_thread || (self.job.is_none() && self.next_part().is_none())
    }

    /// Returns the part to prepare next: all files come before the images of any, as a file without images is worth more than none.
    fn next_part(&self) -> Option<(PathBuf, Part)> {
        let parts = [Part::File, Part::Images].into_iter();
        let mut parts = parts.flat_map(|part| self.wanted.iter().map(move |path| (path.clone(), part)));
        parts.find(|part| !self.seen_to.contains(part))
    }

    /// The images of the file at `path` are to be decoded anew.
    pub(super) fn forget_images(&mut self, path: &Path) {
        if let Some(held) = self.held.iter_mut().find(|held| held.path == path) {
            let images = std::mem::take(&mut held.images);
            held.bytes -= images.iter().map(ReadyImage::bytes).sum::<u64>();
            held.looked_at = None;
        }
    }

    /// Holds one more image with the file at `path`. Whether there is such a file, and room for the image.
    pub(super) fn hold_image(&mut self, path: &Path, image: ReadyImage) -> bool {
        let has_room = self.bytes().saturating_add(image.bytes()) <= self.budget;
        let Some(held) = self.held.iter_mut().find(|held| held.path == path && has_room) else {
            return false;
        };
        held.bytes += image.bytes();
        held.images.push(image);
        true
    }

    /// Nothing is left to do for the images of the file at `path` as long as their files are as they were in `looked_at`.
    pub(super) fn all_images_seen(&mut self, path: &Path, looked_at: Stamped) {
        if let Some(held) = self.held.iter_mut().find(|held| held.path == path) {
            held.looked_at = Some(looked_at);
        }
    }
}

impl Prefetch {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on these are prepared, and no others.
    pub fn want(&self, paths: Vec<PathBuf>) {
        let mut state = self.state();
        state.wanted = paths;
        state.seen_to.clear();
        if let Some(job) = state.job.as_ref().filter(|job| !state.is_wanted(&job.path)) {
            job.stop.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    pub fn end(&self) {
        self.want(Vec::new());
        self.state().has_ended = true;
        self.changed.notify_all();
    }

    pub fn told(&self) -> Prefetched {
        let state = self.state();
        Prefetched {
            locations: state.held.iter().map(|held| location_of(&held.path)).collect(),
            bytes: state.bytes(),
            taken: state.taken,
            images: state.held.iter().map(|held| held.images.len()).sum(),
            images_taken: state.images_taken,
        }
    }

    pub fn wait(&self) {
        let at_work = |state: &mut State| !state.is_at_rest();
        drop(self.changed.wait_while(self.state(), at_work));
    }

    /// The file at `path`, if it is ready and has not changed, and its images under the same conditions. Its textures are looked for
    /// anew. May wait for a slow disk.
    pub fn take(&self, path: &Path, options: &Options, allowance: &Allowance) -> Option<(Opened, Vec<ReadyImage>)> {
        let held = {
            let mut state = self.state();
            let at = state.held.iter().position(|held| held.path == path)?;
            state.held.remove(at)
        };
        if !is_unchanged(&held.made_of) || held.options != *options || held.allowance != *allowance {
            return None;
        }
        let mut opened = held.opened;
        let reach = Reach::of(path, allowance);
        let scene = &opened.file.scene;
        let (textures, wanted) = find_textures(scene, &mut TextureSearch::new(&reach).for_scene(scene));
        let mut images = held.images;
        images.retain(|image| image.is_one_of(&wanted));
        opened.file.textures = textures;
        opened.file.outside = reach.outside();
        opened.file.awaited = reach.awaited().iter().map(|folder| location_of(folder)).collect();
        (opened.wanted, opened.reach) = (wanted, reach);
        self.state().taken += 1;
        Some((opened, images))
    }

    /// Waits for the next file to prepare; `None` at the end.
    pub(super) fn next(&self) -> Option<Job> {
        let rests = |state: &mut State| !state.has_ended && state.is_at_rest();
        let mut state = self
            .changed
            .wait_while(self.state(), rests)
            .unwrap_or_else(PoisonError::into_inner);
        if state.has_ended {
            return None;
        }
        let (path, part) = state.next_part()?;
        state.seen_to.push((path.clone(), part));
        let job = Job {
            path,
            part,
            stop: Arc::default(),
        };
        state.job = Some(job.clone());
        Some(job)
    }

    /// `Err`: it cannot be prepared as long as it is like that.
    pub(super) fn done(&self, job: &Job, prepared: Result<Option<Held>, Option<Stamp>>) {
        let mut state = self.state();
        state.job = None;
        match prepared {
            // A file that nobody wants any more is given up with the thread's work, not held.
            Ok(Some(held)) if !job.is_stopped() && state.make_room(held.bytes) => state.held.push(held),
            Ok(_) => {}
            Err(stamp) => {
                state.refused.push((job.path.clone(), stamp));
                let too_many = state.refused.len().saturating_sub(MOST_REFUSED);
                state.refused.drain(..too_many);
            }
        }
        self.changed.notify_all();
    }
}

pub(super) fn is_unchanged(made_of: &[(PathBuf, Option<Stamp>)]) -> bool {
    made_of
        .iter()
        .all(|(path, stamp)| stamp.is_some() && Stamp::of(path) == *stamp)
}
