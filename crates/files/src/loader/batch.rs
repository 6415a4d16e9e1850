//! One batch, on a thread of its own: files read and imported in the order given, then their textures decoded.

use super::arrival::{Arrival, Trouble};
use super::dropped::{Dropped, instances_for, offer};
use super::ready_image::{ReadyImage, hand_over};
use super::shared::Shared;
use super::spare_images;
use crate::decoding::{Decoded, Images};
use crate::folder_list::{OPENED_TOGETHER, files_in, folder_to_list};
use crate::instancing::instances::open_instances;
use crate::open::{OpenError, Opened, open_file_as};
use crate::reach::{Reach, consents, is_folder, on_disk};
use crate::read_error::ReadError;
use crate::textures::WantedTexture;
use crate::{Allowance, TextureSearch, folder_of, guard, location_of, open_environment, path_of};
use castview_base::core::TextureIndex;
use castview_base::scene::Scene;
use castview_images::{has_known_extension, has_radiance_extension};
use castview_picture::opened::{FileKey, FoundFile, Lacking, OpenedFile, PACKED_BYTES, Placement};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::SystemTime;

/// File to open, and the key under which it is open already, if this is a reload.
pub type AskedFile = (PathBuf, Option<FileKey>);

/// Whether a file stays as it is while it is read.
struct Changes<'a> {
    path: &'a Path,
    before: Option<(u64, Option<SystemTime>)>,
}

impl<'a> Changes<'a> {
    fn begin(path: &'a Path) -> Self {
        Self {
            path,
            before: Self::stamp(path),
        }
    }

    /// Size and time of the last change; `None` for what has none.
    fn stamp(path: &Path) -> Option<(u64, Option<SystemTime>)> {
        let there = std::fs::metadata(on_disk(path)).ok()?;
        Some((there.len(), there.modified().ok()))
    }

    /// Whether it has changed since [`Self::begin`].
    fn seen(&self) -> bool {
        Self::stamp(self.path) != self.before
    }
}

/// A texture on its way to a file.
pub struct PendingTexture {
    pub file: FileKey,
    pub scene: Weak<Scene>,
    pub wanted: WantedTexture,
}

impl PendingTexture {
    pub fn of(file: FileKey, scene: &Arc<Scene>, wanted: Vec<WantedTexture>) -> impl Iterator<Item = Self> {
        let scene = Arc::downgrade(scene);
        wanted.into_iter().map(move |wanted| Self {
            file,
            scene: scene.clone(),
            wanted,
        })
    }

    pub fn loaded(&self, decoded: Decoded) -> Arrival {
        Arrival::Texture {
            file: self.file,
            texture: self.wanted.texture,
            location: self.wanted.source.location(),
            file_bytes: decoded.file_bytes,
            full_size: decoded.full_size,
            parts: decoded.parts,
            state: decoded.state,
        }
    }

    /// `why` its budget was lifted in vain.
    pub fn stays_smaller(&self, why: &str) -> Arrival {
        let reference = self
            .scene
            .upgrade()
            .map(|scene| scene.textures[self.wanted.texture.get()].clone());
        let name = reference.unwrap_or_else(|| "A texture".into());
        let trouble = Trouble::Smaller(self.file, self.wanted.texture);
        Arrival::Trouble(trouble, format!("{name} stays at a smaller size: {why}."))
    }
}

pub struct Batch {
    pub shared: Arc<Shared>,
    pub stop: Arc<AtomicBool>,
    pub generation: u64,
    pub placement: Placement,
}

impl Batch {
    pub fn run(&self, asked: Vec<AskedFile>) {
        self.give_leave();
        let (folders, files): (Vec<AskedFile>, Vec<AskedFile>) =
            // A folder in the place of a file that is open is no folder of textures: opening it says so.
            asked.into_iter().partition(|(path, key)| key.is_none() && is_folder(path));
        let folders: Vec<PathBuf> = folders.into_iter().map(|(path, _)| path).collect();
        let is_image = |(path, key): &AskedFile| {
            let name = path.file_name().and_then(OsStr::to_str);
            key.is_none() && name.is_some_and(|name| has_known_extension(name) || has_radiance_extension(name))
        };
        // Images are not opened as files: models use them as textures. An image of light that no model uses becomes the environment.
        let (images, files): (Vec<AskedFile>, Vec<AskedFile>) = files.into_iter().partition(is_image);
        let images: Vec<PathBuf> = images.into_iter().map(|(path, _)| path).collect();
        let mut files = files;
        // A folder that holds files to open belongs to those.
        let mut is_for_others = !files.is_empty();
        if let ([folder, ..], true) = (&folders[..], files.is_empty()) {
            let inside = files_in(&folders);
            let location = location_of(&folder_to_list(folder, &inside));
            let opens = inside.len() <= OPENED_TOGETHER;
            is_for_others |= !inside.is_empty();
            if !inside.is_empty() {
                self.send(Arrival::Folder { location, opens });
            }
            if opens {
                files = inside.into_iter().map(|path| (path, None)).collect();
            }
        }
        let paths = files.iter().map(|(path, _)| path.clone()).collect();
        let together = Arc::new(Dropped::new(folders, images, paths));
        let found = self.found_at_last(&together, is_for_others);
        let is_all = !is_for_others && together.folders.is_empty() && found.is_empty();
        if is_all && !together.images.iter().any(|image| is_radiance(image)) {
            spare_images::told_of(&together.images, &self.shared, &|| self.is_stopped())
                .into_iter()
                .for_each(|told| self.send(told));
        }
        self.shared.memory().drops.remember(&together);
        let mut pending = Vec::new();
        let (mut opened, mut brings_model) = (Vec::new(), false);
        let mut room = PACKED_BYTES;
        for (position, (path, key)) in files.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            if let Some(file) = self.open(path, *key, (position, &together), &mut room) {
                pending.extend(PendingTexture::of(file.file.key, &file.file.scene, file.wanted));
                for (inside, wanted) in file.file.instances.files.iter().zip(file.instanced) {
                    pending.extend(PendingTexture::of(inside.key, &inside.scene, wanted));
                }
                brings_model |= key.is_none() && file.file.has_models();
                opened.push(file.file);
            }
        }
        if self.is_stopped() {
            return;
        }
        let replaced = self.placement.replaces() && brings_model;
        let found_in_lent = self.shared.memory().found_in_lent(&opened);
        self.send(self.loaded(opened));
        if !found_in_lent.is_empty() {
            let (found, used) = (found_in_lent, true);
            self.send(Arrival::Found { found, used });
        }
        let taken = pending
            .iter()
            .filter_map(|one: &PendingTexture| one.wanted.source.location());
        self.light(
            &together.images,
            &taken
                .chain(found.iter().map(|found| found.location.clone()))
                .collect::<Vec<_>>(),
        );
        if !found.is_empty() {
            let used = !is_for_others;
            self.send(Arrival::Found { found, used });
        }
        self.decode(&pending, replaced);
    }

    /// Makes an environment of the first image of light that is no texture of a model.
    fn light(&self, images: &[PathBuf], taken: &[String]) {
        let is_taken = |image: &&PathBuf| {
            image
                .canonicalize()
                .is_ok_and(|real| taken.contains(&location_of(&real)))
        };
        let mut lights = images.iter().filter(|image| is_radiance(image) && !is_taken(image));
        let Some(image) = lights.next() else { return };
        let name = name_of(image);
        match open_environment(image) {
            Ok(environment) => self.send(Arrival::Environment(environment)),
            Err(error) => {
                let trouble = Trouble::NotLighting(location_of(image));
                self.send(Arrival::Trouble(trouble, format!("{name} lights nothing: {error}")));
            }
        }
        let others = lights.count();
        if others > 0 {
            self.send(Arrival::Warning(format!(
                "Models are lit by one image; of those that were dropped {name} was taken."
            )));
        }
    }

    /// Allows what the user has agreed to since the last batch.
    fn give_leave(&self) {
        let wishes = std::mem::take(&mut self.shared.memory().wishes);
        if wishes.is_empty() {
            return;
        }
        let (given, missing) = consents(&wishes);
        self.shared.memory().allowance.consents.extend(given.iter().cloned());
        self.send(Arrival::Allowed(given));
        for folder in missing {
            let text = format!("There is no folder {folder}. Drop the folder that holds the files, then reload.");
            self.send(Arrival::Trouble(Trouble::NoFolder, text));
        }
    }

    /// A reloaded file keeps its `key`: what points at it keeps its meaning. Its clips are made ready to play while there
    /// is `room`.
    fn open(
        &self,
        path: &Path,
        asked_key: Option<FileKey>,
        (position, together): (usize, &Arc<Dropped>),
        room: &mut usize,
    ) -> Option<Opened> {
        let count = together.files.len();
        let name = name_of(path);
        let (allowance, options) = {
            let memory = self.shared.memory();
            let own = asked_key.and_then(|key| memory.options_of.get(&key));
            let came_before = asked_key.and_then(|key| memory.came_with.get(&key));
            let allowance = match asked_key.filter(|_| came_before.is_some()) {
                Some(key) => memory.allowance_of(&(key, path.to_path_buf())),
                None => memory.drops.allowance_beside(&memory.allowance, together, path),
            };
            (allowance, own.unwrap_or(&memory.options).clone())
        };
        let is_alone = asked_key.is_none() && count == 1;
        let ready = is_alone.then(|| self.shared.prefetch.take(path, &options, &allowance));
        if let Some((mut opened, images)) = ready.flatten() {
            self.offer(&mut opened, path, &allowance);
            return Some(self.take_over(opened, images, (path, together)));
        }
        let (key, reach) = (self.key_for(asked_key, together), Reach::of(path, &allowance));
        // Reading is about half of the work of a file; the files it references are the other half of one that has any.
        let progress = |name: &str, share: f32| {
            let done = (position as f32 + share) / count as f32;
            self.send(Arrival::Progress {
                generation: self.generation,
                name: name.to_owned(),
                progress: done,
            });
            !self.is_stopped()
        };
        progress(&name, 0.0);
        let changes = Changes::begin(path);
        let opened = open_file_as(path, key, &reach, &options, &mut |share| progress(&name, share * 0.5));
        let changed = changes.seen();
        let opened = opened.and_then(|mut opened| {
            let mut new_key = || self.shared.memory().new_key();
            let mut inside = |name: &str, share: f32| progress(name, 0.5 + share * 0.5);
            open_instances(&mut opened, path, &mut new_key, &mut inside)?;
            match guard(|| opened.file.pack_keys(room)) {
                Ok(()) => Ok(opened),
                Err(panic) => Err(OpenError::Mistake {
                    panic,
                    path: path.into(),
                }),
            }
        });
        match opened {
            Ok(opened) => {
                let is_whole = !changed && !opened.file.diagnostics.is_cut();
                if !is_whole && self.was_whole(key) {
                    self.keep_what_was_read(&name, &opened.file, changed);
                    return None;
                }
                let mut opened = opened;
                self.offer(&mut opened, path, &allowance);
                let mut memory = self.shared.memory();
                match is_whole {
                    true => _ = memory.whole.insert(key),
                    false => _ = memory.whole.remove(&key),
                }
                memory.remember(&opened.file, path, opened.reach.sought());
                Some(opened)
            }
            Err(OpenError::Read(ReadError::Stopped { .. })) => None,
            Err(error) => {
                let retry = self.retry(&error, (path, key), &reach, options, count);
                let waits = match retry {
                    None if error.lacks_side_files() => self.waits((path, key), &reach, count),
                    _ => None,
                };
                self.fail(path, (error.told(), error.details()), (retry, waits));
                None
            }
        }
    }

    /// A file that was read ahead, with those of its images that were.
    fn take_over(
        &self,
        mut opened: Opened,
        images: Vec<ReadyImage>,
        (path, together): (&Path, &Arc<Dropped>),
    ) -> Opened {
        let count = {
            let mut memory = self.shared.memory();
            memory.came_with.insert(opened.file.key, together.clone());
            memory.whole.insert(opened.file.key);
            memory.remember(&opened.file, path, opened.reach.sought());
            let replaced = self.placement.replaces() && opened.file.has_models();
            hand_over(&mut memory, &mut opened, images, replaced)
        };
        self.shared.prefetch.state().images_taken += count;
        opened
    }

    /// The key of a file that has come with `together`. A reload brings together what the user did not.
    fn key_for(&self, key: Option<FileKey>, together: &Arc<Dropped>) -> FileKey {
        let mut memory = self.shared.memory();
        let key = key.unwrap_or_else(|| memory.new_key());
        memory.came_with.entry(key).or_insert_with(|| together.clone());
        key
    }

    /// Whether what a reload would replace was whole.
    fn was_whole(&self, key: FileKey) -> bool {
        self.shared.memory().whole.contains(&key)
    }

    /// A file that another program is still writing takes nothing away: the next reload shows it.
    fn keep_what_was_read(&self, name: &str, half: &OpenedFile, changed: bool) {
        let why = match half.diagnostics.cut() {
            Some(cut) => cut.message.clone(),
            None if changed => "it changed while it was read".into(),
            None => "it ends too early".into(),
        };
        let text = format!("{name} is not whole yet ({why}); still showing what was read before.");
        self.send(Arrival::Trouble(Trouble::NotWhole(half.location.clone()), text));
    }

    /// Offers what other drops have of the textures and instances that a file lacks.
    fn offer(&self, opened: &mut Opened, path: &Path, allowance: &Allowance) {
        let Some(allowance) = self.shared.memory().drops.offering(allowance) else {
            return;
        };
        let reach = Reach::of(path, &allowance);
        offer(&opened.file.scene, &mut opened.file.textures, &reach);
        let (lacking, own) = (&opened.file.instances.lacking, &opened.file.location);
        opened.file.instances.offered = instances_for(&opened.file.scene, lacking, (own, &reach));
        for inside in &mut opened.file.instances.files {
            let reach = reach.starting_in(folder_of(&path_of(&inside.location)));
            offer(&inside.scene, &mut inside.textures, &reach);
        }
    }

    /// Textures and instances that files opened earlier lack, as far as `dropped` has them. Unless it `is_for_others`, its folders are lent
    /// to them, in which their instances are looked for then.
    fn found_at_last(&self, dropped: &Dropped, is_for_others: bool) -> Vec<FoundFile> {
        if !dropped.lends() {
            return Vec::new();
        }
        let (mut asked, mut lent) = (Vec::new(), Vec::new());
        {
            let mut memory = self.shared.memory();
            let memory = &mut *memory;
            for known in &memory.files {
                let Some(scene) = known.scene.upgrade() else { continue };
                if !is_for_others && known.folder.is_none() {
                    let folders = memory.lent.entry(known.key).or_default();
                    let new = dropped.folders.iter().filter(|folder| !folders.contains(folder));
                    let new: Vec<PathBuf> = new.cloned().collect();
                    if !new.is_empty() {
                        lent.push(known.key);
                        memory.lent_anew.insert(known.key);
                    }
                    folders.extend(new);
                }
                let is_free = |texture: &&TextureIndex| !memory.relinked.contains_key(&(known.key, **texture));
                let missing: Vec<TextureIndex> = known.missing.iter().filter(is_free).copied().collect();
                let lacking = match is_for_others {
                    true => known.lacking.clone(),
                    false => Vec::new(),
                };
                if !(missing.is_empty() && lacking.is_empty()) {
                    let allowance = Allowance {
                        added: dropped.folders.clone(),
                        files: dropped.together.clone(),
                        ..Allowance::default()
                    };
                    let own = location_of(&known.opened.1);
                    asked.push((known.key, scene, (own, known.reach(&allowance)), (missing, lacking)));
                }
            }
        }
        if !lent.is_empty() {
            self.send(Arrival::Lent(lent));
        }
        let mut found = Vec::new();
        for (file, scene, (own, reach), (missing, lacking)) in asked {
            let mut search = TextureSearch::new(&reach).for_scene(&scene);
            found.extend(missing.into_iter().filter_map(|texture| {
                let there = search.find(scene.textures.get(texture.get())?).ok()?;
                Some(FoundFile {
                    file,
                    lacking: Lacking::Texture(texture),
                    location: location_of(there.path()),
                })
            }));
            let instances = instances_for(&scene, &lacking, (&own, &reach));
            found.extend(instances.into_iter().map(|(path, location)| FoundFile {
                file,
                lacking: Lacking::Instance(path),
                location,
            }));
        }
        found
    }

    /// Ends early when nobody shows any of the scenes. `replaced`: what was shown before this batch is not any more.
    pub(super) fn decode(&self, pending: &[PendingTexture], replaced: bool) {
        let sources: Vec<_> = pending.iter().map(|one| &one.wanted.source).collect();
        let images = Images::of(&sources);
        let fitted = {
            // One batch at a time looks for room and takes it.
            let mut memory = self.shared.memory();
            let files = pending.iter().map(|one| one.file).collect();
            let room = memory.room(&files, replaced);
            let lifted = memory.lifted();
            let fitted = images.fit(&room, memory.bytes, |position| lifted.contains(&pending[position].file));
            for (position, texels, file_bytes) in fitted.taken() {
                let one = &pending[position];
                memory.take(one.file, one.wanted.texture, (texels, file_bytes));
            }
            fitted
        };
        fitted.decode(|position: usize, decoded: Decoded| {
            let one: &PendingTexture = &pending[position];
            let smaller = decoded.stays_smaller.as_ref().map(|why| one.stays_smaller(why));
            self.send(one.loaded(decoded));
            smaller.into_iter().for_each(|told| self.send(told));
            pending.iter().any(|one| one.scene.strong_count() > 0)
        });
        if let Some(sentence) = fitted.shrunk.sentence() {
            self.send(Arrival::TexturesReduced(sentence));
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn loaded(&self, files: Vec<OpenedFile>) -> Arrival {
        Arrival::Loaded {
            generation: self.generation,
            files,
            placement: self.placement,
        }
    }

    pub fn send(&self, arrival: Arrival) {
        self.shared.send(arrival);
    }
}

/// By its name.
fn is_radiance(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(has_radiance_extension)
}

/// For people.
pub(super) fn name_of(path: &Path) -> String {
    let name = path.file_name();
    name.map_or_else(|| path.to_string_lossy(), OsStr::to_string_lossy)
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_grows_while_it_is_read_is_seen_to_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.cast");
        std::fs::write(&path, b"half").expect("written");
        let changes = Changes::begin(&path);
        assert!(!changes.seen());
        std::fs::write(&path, b"half and the rest").expect("written");
        assert!(changes.seen());
    }
}
