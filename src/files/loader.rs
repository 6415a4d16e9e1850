//! Loading in the background: batches of locations in, actions out.
//!
//! One thread reads and imports a batch, in the order given, then decodes its textures on a few more; every step arrives
//! as an [`Action`] that carries the batch's generation, so whoever applies it can tell what is stale. Textures go on
//! arriving after their files, until nobody holds the scene any more.

use super::open::{OpenError, Opened, folder_of, open_file};
use super::read::ReadError;
use super::textures::{Wanted, decode_all, find_textures};
use super::{TextureSearch, guard, path_of};
use crate::core::TextureIndex;
use crate::scene::Scene;
use crate::session::{Action, FileKey, Notice, OpenedFile, Placement, TextureState};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Cast files that a dropped folder may bring.
const MAX_FOLDER_FILES: usize = 1000;

/// Starts loads and collects what they find. Dropping it stops them.
pub struct Loader {
    shared: Arc<Shared>,
    results: Receiver<Action>,
    sender: Sender<Action>,
    /// Stops the batch that is being read; its textures are not concerned.
    stop: Arc<AtomicBool>,
}

struct Shared {
    /// Called after every result, from any thread.
    wake: Box<dyn Fn() + Send + Sync>,
    memory: Mutex<Memory>,
}

/// What later batches need to know of earlier ones.
#[derive(Default)]
struct Memory {
    last_key: u64,
    /// Folders of textures the user has dropped, in that order.
    extra_roots: Vec<PathBuf>,
    files: Vec<Known>,
}

/// A file that was opened.
struct Known {
    key: FileKey,
    location: String,
    folder: PathBuf,
    /// Dead when nobody shows the file any more.
    scene: Weak<Scene>,
    missing: Vec<TextureIndex>,
}

impl Loader {
    /// `wake` is called from other threads whenever [`Self::results`] has something new.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        let (sender, results) = channel();
        Self {
            shared: Arc::new(Shared {
                wake: Box::new(wake),
                memory: Mutex::default(),
            }),
            results,
            sender,
            stop: Arc::default(),
        }
    }

    /// Starts to load one batch and stops the one before, if it is still being read.
    ///
    /// Folders become places to look for textures in, also for the files that are open already; if there are only folders,
    /// the Cast files in them are opened too. Sends [`Action::LoadProgress`] and [`Action::LoadFailed`] as it goes, then
    /// one [`Action::Loaded`] (of no files, if none could be read), then [`Action::TextureLoaded`] as textures are decoded.
    pub fn load(&mut self, generation: u64, locations: &[String], placement: Placement) {
        self.cancel();
        self.stop = Arc::default();
        let batch = Batch {
            shared: self.shared.clone(),
            sender: self.sender.clone(),
            stop: self.stop.clone(),
            generation,
            placement,
        };
        let paths: Vec<PathBuf> = locations.iter().map(|location| path_of(location)).collect();
        let thread = std::thread::Builder::new().name("loader".into());
        let sender = self.sender.clone();
        let started = thread.spawn(move || {
            if let Err(panic) = guard(|| batch.run(&paths)) {
                batch.fail(
                    "The load",
                    format!("castview made a mistake, please report it ({panic})"),
                );
                batch.send(batch.loaded(Vec::new()));
            }
        });
        if let Err(error) = started {
            let message = format!("no thread could be started ({error})");
            // The receiver is ours.
            let _ = sender.send(Action::Notify(Notice::error(format!("Nothing was loaded: {message}."))));
            (self.shared.wake)();
        }
    }

    /// Stops the batch that is being read; what it has already found may still arrive.
    pub fn cancel(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// What has arrived since the last call, in order.
    pub fn results(&self) -> Vec<Action> {
        self.results.try_iter().collect()
    }

    /// Waits for the next result; `None` if there is none within `timeout`.
    pub fn wait(&self, timeout: std::time::Duration) -> Option<Action> {
        self.results.recv_timeout(timeout).ok()
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl Shared {
    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// A reloaded file keeps its key: what points at it keeps its meaning.
    fn key_for(&mut self, location: &str, placement: Placement) -> FileKey {
        self.files.retain(|known| known.scene.strong_count() > 0);
        let known = self.files.iter().rev().find(|known| known.location == location);
        match known {
            Some(known) if placement == Placement::Reload => known.key,
            _ => {
                self.last_key += 1;
                FileKey(self.last_key)
            }
        }
    }

    fn remember(&mut self, file: &OpenedFile, folder: &Path) {
        let missing = |state: &TextureState| matches!(state, TextureState::Missing(_));
        self.files.retain(|known| known.key != file.key);
        self.files.push(Known {
            key: file.key,
            location: file.location.clone(),
            folder: folder.to_path_buf(),
            scene: Arc::downgrade(&file.scene),
            missing: file
                .textures
                .iter()
                .enumerate()
                .filter(|(_, entry)| missing(&entry.state))
                .map(|(index, _)| TextureIndex::new(index))
                .collect(),
        });
    }

    fn add_roots(&mut self, folders: &[PathBuf]) {
        for folder in folders {
            if !self.extra_roots.contains(folder) {
                self.extra_roots.push(folder.clone());
            }
        }
    }
}

/// A texture on its way to a file.
struct Pending {
    file: FileKey,
    scene: Weak<Scene>,
    wanted: Wanted,
}

struct Batch {
    shared: Arc<Shared>,
    sender: Sender<Action>,
    stop: Arc<AtomicBool>,
    generation: u64,
    placement: Placement,
}

impl Batch {
    fn run(&self, paths: &[PathBuf]) {
        let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.iter().cloned().partition(|path| path.is_dir());
        self.shared.memory().add_roots(&folders);
        let mut pending = if folders.is_empty() {
            Vec::new()
        } else {
            self.found_at_last()
        };
        let files = if files.is_empty() {
            cast_files_in(&folders)
        } else {
            files
        };
        let mut opened = Vec::new();
        for (position, path) in files.iter().enumerate() {
            if self.is_stopped() {
                return;
            }
            if let Some(file) = self.open(path, position, files.len()) {
                let scene = Arc::downgrade(&file.file.scene);
                pending.extend(file.wanted.into_iter().map(|wanted| Pending {
                    file: file.file.key,
                    scene: scene.clone(),
                    wanted,
                }));
                opened.push(file.file);
            }
        }
        if self.is_stopped() {
            return;
        }
        self.send(self.loaded(opened));
        self.decode(&pending);
    }

    fn open(&self, path: &Path, position: usize, count: usize) -> Option<Opened> {
        let name = path
            .file_name()
            .map_or_else(|| path.to_string_lossy(), OsStr::to_string_lossy)
            .into_owned();
        let location = super::location_of(path);
        let (key, extra_roots) = {
            let mut memory = self.shared.memory();
            (memory.key_for(&location, self.placement), memory.extra_roots.clone())
        };
        // Reading is about half of the work of a file.
        let mut progress = |share: f32| {
            let done = (position as f32 + share * 0.5) / count as f32;
            self.send(Action::LoadProgress {
                generation: self.generation,
                name: name.clone(),
                progress: done,
            });
            !self.is_stopped()
        };
        progress(0.0);
        match open_file(path, key, &extra_roots, &mut progress) {
            Ok(opened) => {
                self.shared.memory().remember(&opened.file, folder_of(path));
                Some(opened)
            }
            Err(OpenError::Read(ReadError::Stopped { .. })) => None,
            Err(error) => {
                self.fail(&name, error.to_string());
                None
            }
        }
    }

    /// Textures of files opened earlier that the new folders hold.
    fn found_at_last(&self) -> Vec<Pending> {
        let mut memory = self.shared.memory();
        let extra_roots = memory.extra_roots.clone();
        let mut pending = Vec::new();
        for known in memory.files.iter_mut().filter(|known| !known.missing.is_empty()) {
            let Some(scene) = known.scene.upgrade() else {
                continue;
            };
            let (entries, wanted) = find_textures(&scene, &mut TextureSearch::new(&known.folder, &extra_roots));
            let was_missing = std::mem::take(&mut known.missing);
            for texture in was_missing {
                let entry = &entries[texture.get()];
                match entry.state {
                    TextureState::Missing(_) => known.missing.push(texture),
                    TextureState::Unused => self.send(Action::TextureLoaded {
                        file: known.key,
                        texture,
                        location: entry.location.clone(),
                        state: TextureState::Unused,
                    }),
                    _ => pending.extend(
                        wanted
                            .iter()
                            .find(|wanted| wanted.texture == texture)
                            .map(|wanted| Pending {
                                file: known.key,
                                scene: known.scene.clone(),
                                wanted: wanted.clone(),
                            }),
                    ),
                }
            }
        }
        pending
    }

    /// Ends early when nobody shows any of the scenes.
    fn decode(&self, pending: &[Pending]) {
        let paths: Vec<&Path> = pending.iter().map(|one| one.wanted.path.as_path()).collect();
        decode_all(&paths, |position, state| {
            let one = &pending[position];
            self.send(Action::TextureLoaded {
                file: one.file,
                texture: one.wanted.texture,
                location: Some(super::location_of(&one.wanted.path)),
                state,
            });
            pending.iter().any(|one| one.scene.strong_count() > 0)
        });
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn loaded(&self, files: Vec<OpenedFile>) -> Action {
        Action::Loaded {
            generation: self.generation,
            files,
            placement: self.placement,
        }
    }

    fn fail(&self, name: &str, message: String) {
        self.send(Action::LoadFailed {
            generation: self.generation,
            name: name.to_owned(),
            message,
        });
    }

    fn send(&self, action: Action) {
        // Nobody listens any more when the window is closing.
        if self.sender.send(action).is_ok() {
            (self.shared.wake)();
        }
    }
}

/// The Cast files directly in `folders`, by name.
fn cast_files_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let is_cast = |path: &PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("cast"));
        let mut inside: Vec<PathBuf> = entries.filter(|path| is_cast(path) && path.is_file()).collect();
        inside.sort();
        files.extend(inside);
    }
    files.truncate(MAX_FOLDER_FILES);
    files
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::cast::{NodeDraft, NodeKind, write};
    use std::time::Duration;

    /// A model of one triangle whose material names `texture`.
    fn model_file(texture: &str) -> Vec<u8> {
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2])
            .u64s("m", &[7]);
        let material = NodeDraft::new(NodeKind::Material)
            .hash(7)
            .string("n", "skin")
            .string("t", "pbr")
            .u64s("albedo", &[8])
            .child(NodeDraft::new(NodeKind::File).hash(8).string("p", texture));
        let model = NodeDraft::new(NodeKind::Model)
            .string("n", "body")
            .child(mesh)
            .child(material);
        write(&[NodeDraft::new(NodeKind::Root).child(model)])
    }

    fn png() -> Vec<u8> {
        let mut out = std::io::Cursor::new(Vec::new());
        image::write_buffer_with_format(
            &mut out,
            &[9, 8, 7, 255],
            1,
            1,
            image::ColorType::Rgba8,
            image::ImageFormat::Png,
        )
        .expect("written to memory");
        out.into_inner()
    }

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Self {
            Self(tempfile::tempdir().expect("a temporary folder"))
        }

        /// The location of a new file in it.
        fn put(&self, name: &str, bytes: &[u8]) -> String {
            let path = self.0.path().join(name);
            std::fs::create_dir_all(path.parent().expect("inside")).expect("a folder");
            std::fs::write(&path, bytes).expect("writable");
            path.to_string_lossy().into_owned()
        }

        fn at(&self, name: &str) -> String {
            self.0.path().join(name).to_string_lossy().into_owned()
        }
    }

    fn next(loader: &Loader) -> Action {
        loader.wait(Duration::from_secs(60)).expect("the loader answers")
    }

    /// The files of the next batch, and the failures before it.
    fn batch(loader: &Loader) -> (Vec<OpenedFile>, Vec<String>) {
        let mut failures = Vec::new();
        loop {
            match next(loader) {
                Action::Loaded { files, .. } => return (files, failures),
                Action::LoadFailed { name, message, .. } => failures.push(format!("{name}: {message}")),
                Action::LoadProgress { progress, .. } => assert!((0.0..=1.0).contains(&progress)),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn a_batch_brings_its_files_in_order_then_their_textures() {
        let folder = Folder::new();
        folder.put("tex/skin.png", &png());
        let good = folder.put("good.cast", &model_file("tex\\skin.png"));
        let bad = folder.put("bad.cast", b"no cast file at all");
        let empty = folder.put("empty.cast", &write(&[NodeDraft::new(NodeKind::Root)]));
        let mut loader = Loader::new(|| ());
        loader.load(4, &[good, bad, folder.at("none.cast"), empty], Placement::Add);
        let (files, failures) = batch(&loader);
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["good.cast", "empty.cast"]);
        assert!(
            failures[0].starts_with("bad.cast: ") && failures[1].contains("no such file"),
            "{failures:?}"
        );
        assert_ne!(files[0].key, files[1].key);
        assert_eq!(files[0].textures[0].state, TextureState::Loading);
        let Action::TextureLoaded {
            file, texture, state, ..
        } = next(&loader)
        else {
            panic!("a texture");
        };
        assert_eq!((file, texture.get()), (files[0].key, 0));
        assert!(matches!(state, TextureState::Ready(image) if image.rgba == [9, 8, 7, 255]));
    }

    #[test]
    fn a_folder_alone_opens_its_cast_files_and_beside_others_lends_its_textures() {
        let folder = Folder::new();
        folder.put("models/b.cast", &model_file("skin.png"));
        folder.put("models/a.CAST", &model_file("skin.png"));
        folder.put("models/c.txt", b"");
        folder.put("elsewhere/deep/skin.png", &png());
        let mut loader = Loader::new(|| ());
        loader.load(1, &[folder.at("models")], Placement::Replace);
        let (files, failures) = batch(&loader);
        assert_eq!(failures, [""; 0]);
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["a.CAST", "b.cast"]);
        assert!(matches!(files[0].textures[0].state, TextureState::Missing(_)));

        // A folder of textures dropped later serves the files that are open.
        loader.load(2, &[folder.at("elsewhere")], Placement::Replace);
        assert_eq!(batch(&loader), (Vec::new(), Vec::new()));
        let mut found = [next(&loader), next(&loader)].map(|action| match action {
            Action::TextureLoaded {
                file,
                state: TextureState::Ready(_),
                ..
            } => file,
            other => panic!("{other:?}"),
        });
        found.sort();
        assert_eq!(found, [files[0].key, files[1].key]);

        // And files that come later.
        let late = folder.put("late.cast", &model_file("skin.png"));
        loader.load(3, &[late], Placement::Add);
        assert_eq!(batch(&loader).0[0].textures[0].state, TextureState::Loading);
    }

    #[test]
    fn reloading_keeps_a_files_key() {
        let folder = Folder::new();
        let location = folder.put("a.cast", &model_file(""));
        let mut loader = Loader::new(|| ());
        loader.load(1, std::slice::from_ref(&location), Placement::Replace);
        let (first, _) = batch(&loader);
        for (placement, same) in [(Placement::Reload, true), (Placement::Add, false)] {
            loader.load(2, std::slice::from_ref(&location), placement);
            let (again, _) = batch(&loader);
            assert_eq!(again[0].key == first[0].key, same, "{placement:?}");
        }
    }

    #[test]
    fn a_new_batch_stops_the_one_before() {
        let folder = Folder::new();
        let file = folder.put("a.cast", &model_file(""));
        let many = vec![file.clone(); 200];
        let mut loader = Loader::new(|| ());
        loader.load(1, &many, Placement::Replace);
        loader.load(2, &[file], Placement::Replace);
        let mut counts = Vec::new();
        while counts.last() != Some(&2) {
            if let Action::Loaded { generation, .. } = next(&loader) {
                counts.push(generation);
            }
        }
        // The first may have been quick; it never comes after the second.
        assert!(counts == [2] || counts == [1, 2], "{counts:?}");
    }

    #[test]
    fn everything_that_arrives_wakes() {
        use std::sync::atomic::AtomicUsize;
        let wakes = Arc::new(AtomicUsize::new(0));
        let counted = wakes.clone();
        let mut loader = Loader::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        loader.load(1, &["/nowhere/at/all.cast".into()], Placement::Replace);
        let mut arrived = 0;
        while !matches!(next(&loader), Action::Loaded { .. }) {
            arrived += 1;
            // A result is there before its wake-up; the next one is behind it.
            assert!(wakes.load(Ordering::SeqCst) + 1 >= arrived);
        }
        assert!(arrived >= 2, "progress and the failure came first");
    }
}
