//! The thread that reads files ahead.
//!
//! In: the paths that [`Prefetch`](super::prefetch::Prefetch) wants. Out: files that are ready, held there. One thread of the lowest priority
//! prepares one file at a time, and after the files their images. Each is judged before it is begun: the most memory for its kind and size has to fit the
//! budget. Files that would ask the user for leave, are cut off, or lead to other models are left to the load. Never tells the user
//! anything.

use super::ahead_images;
use super::dropped::Dropped;
use super::prefetch::{Held, Job, Part, is_unchanged};
use super::shared::Shared;
use crate::open::open_bytes;
use crate::reach::Reach;
use crate::read::read_file;
use crate::watch::Stamp;
use castview_base::core::{SharedBytes, guard};
use castview_formats::{self as formats, Format, Guess, Takes};
use castview_picture::opened::{OutsideKind, PACKED_BYTES};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Memory that a reader may take beside a multiple of the file (docs/security.md).
const LEAST: u64 = 100 << 20;
/// The multiple.
const TIMES: u64 = 8;
/// Amounts that compressed parts of glTF may add to both.
const GLTF_LEAST: u64 = 16 << 20;
const GLTF_TIMES: u64 = 32;

/// Starts the thread that prepares, if there is none, and tells it what is wanted.
pub fn start(shared: &Arc<Shared>, paths: Vec<PathBuf>, budget: u64) -> Result<(), String> {
    let is_first = {
        let mut state = shared.prefetch.state();
        if std::mem::replace(&mut state.budget, budget) != budget {
            // A file that was too dear for the old budget may not be any more.
            state.refused.clear();
        }
        state.wanted.clone_from(&paths);
        // Wanted files, too, stay only as far as the budget holds them.
        while !state.make_room(0) {
            state.held.remove(0);
        }
        !std::mem::replace(&mut state.has_thread, true)
    };
    shared.prefetch.want(paths);
    if is_first {
        let of_thread = shared.clone();
        let thread = std::thread::Builder::new().name("prefetch".into());
        if let Err(error) = thread.spawn(move || work(&of_thread)) {
            shared.prefetch.state().has_thread = false;
            return Err(format!("no thread could be started ({error})"));
        }
    }
    Ok(())
}

fn work(shared: &Shared) {
    yield_to_others();
    // Work that readers share out among threads is done on this one. The pool outlives the thread by a few kilobytes.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    let alone = alone.build();
    if let Err(error) = &alone {
        log::info!("files are read ahead on all threads: {error}");
    }
    while let Some(job) = shared.prefetch.next() {
        let stamp = Stamp::of(&job.path);
        let prepared = guard(|| match job.part {
            Part::File => prepare(shared, &job, stamp),
            Part::Images => {
                ahead_images::decode(shared, &job);
                Ok(None)
            }
        });
        let prepared = prepared.unwrap_or_else(|panic| {
            log::error!("a file could not be read ahead: {panic}");
            match job.part {
                Part::File => Err(stamp),
                // The file itself is good.
                Part::Images => Ok(None),
            }
        });
        shared.prefetch.done(&job, prepared);
    }
}

/// This thread gets what others leave. Other systems have no such call without `unsafe`; there is only the one thread there.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        log::info!("files are read ahead at the usual priority: {error}");
    }
}

/// `Ok(None)`: there is nothing to hold this time.
fn prepare(shared: &Shared, job: &Job, stamp: Option<Stamp>) -> Result<Option<Held>, Option<Stamp>> {
    let path = &job.path;
    let (room, made_of) = {
        let state = shared.prefetch.state();
        if state.refused.contains(&(path.clone(), stamp)) {
            return Ok(None);
        }
        let held = state.held.iter().find(|held| held.path == *path);
        (state.room(), held.map(|held| held.made_of.clone()))
    };
    if let Some(made_of) = made_of {
        if is_unchanged(&made_of) {
            return Ok(None);
        }
        shared.prefetch.state().held.retain(|held| held.path != *path);
    }
    // Its smallest cost, before a byte of it is read. There may be more room another time.
    let own = stamp.ok_or(None)?.bytes;
    if own.saturating_mul(TIMES).saturating_add(LEAST) > room {
        return Ok(None);
    }
    let Ok(bytes) = read_file(path, own, &mut |_| !job.is_stopped()) else {
        return match job.is_stopped() {
            true => Ok(None),
            false => Err(stamp),
        };
    };
    let cost = Cost::of(path, &bytes, room).ok_or(stamp)?;
    if job.is_stopped() || !shared.prefetch.state().make_room(cost.bytes) {
        return Ok(None);
    }
    let (options, allowance, key) = {
        let mut memory = shared.memory();
        let allowance = memory.drops.allowance_beside(
            &memory.allowance,
            &Dropped::new(Vec::new(), Vec::new(), vec![path.clone()]),
            path,
        );
        (memory.options.clone(), allowance, memory.new_key())
    };
    let reach = Reach::of(path, &allowance).with_buffers_of(cost.beside);
    let mut opened = open_bytes(bytes, path, key, &reach, &options).map_err(|_| stamp)?;
    let asks = (opened.file.outside.iter()).any(|outside| outside.kind != OutsideKind::Texture);
    let is_whole = !opened.file.diagnostics.is_cut();
    let beside = reach.beside();
    let beside_bytes =
        (beside.iter().filter_map(|(_, stamp)| Some(stamp.as_ref()?.bytes))).fold(0, u64::saturating_add);
    let is_alone = opened.file.scene.instances.is_empty();
    if asks || !is_whole || !is_alone || beside_bytes > cost.beside {
        return Err(stamp);
    }
    if job.is_stopped() {
        return Ok(None);
    }
    let left = room.saturating_sub(opened.file.held_bytes());
    opened
        .file
        .pack_keys(&mut PACKED_BYTES.min(usize::try_from(left).unwrap_or(usize::MAX)));
    let bytes = opened.file.held_bytes();
    let made_of: Vec<_> = std::iter::once((path.clone(), stamp)).chain(beside).collect();
    // It may still be written.
    let is_at_rest = is_unchanged(&made_of);
    Ok(is_at_rest.then(|| Held {
        path: path.clone(),
        opened,
        bytes,
        made_of,
        options,
        allowance,
        images: Vec::new(),
        looked_at: None,
    }))
}

/// The most that reading a file can take.
struct Cost {
    bytes: u64,
    /// Bytes that its buffers may have.
    beside: u64,
}

impl Cost {
    /// `None`: more than `room`, or no file of ours.
    fn of(path: &Path, bytes: &SharedBytes, room: u64) -> Option<Self> {
        let own = bytes.len() as u64;
        let plain = own.saturating_mul(TIMES).saturating_add(LEAST);
        let alone = |bytes: u64| Self { bytes, beside: 0 };
        let kind = formats::sniff(bytes);
        let cost = match Format::of(kind).map(|format| format.takes) {
            Some(Takes::Itself) => alone(plain),
            Some(Takes::Buffers) => {
                // Its buffers are counted by what they turn out to be: until then they may have all that there is.
                let left = room.checked_sub(LEAST + GLTF_LEAST)?;
                let all = left / (TIMES + GLTF_TIMES);
                Self {
                    bytes: room,
                    beside: all.checked_sub(own)?,
                }
            }
            Some(Takes::Unpacked(fits)) => {
                let unpacked = room.checked_sub(plain)? / (TIMES + 1);
                if !fits(bytes, unpacked) {
                    return None;
                }
                alone(room)
            }
            // Whatever is called so is a recording.
            None if kind == Guess::Unknown && path.extension().is_some_and(|e| e.eq_ignore_ascii_case("bin")) => {
                alone(plain)
            }
            None => return None,
        };
        (cost.bytes <= room).then_some(cost)
    }
}
