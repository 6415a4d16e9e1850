//! The one rule about files opened on behalf of a file (docs/formats/cast.md §3.12).
//!
//! In: the folder of the file, the folders that the user allowed, and paths as the file spells them. Such paths are not trusted.
//! Out: [`ReachedFile`], a regular file inside the allowed folders, opened only through here; and a list of what lies outside, for the
//! user to be asked about.
//!
//! A path is judged twice. By its text, before the system is asked anything: whatever lies outside is never touched, not by
//! a look at it nor by a listing of its folder; a link is judged by what it says in the same way. And once more when it is
//! open: the handle that is read must be what lies at a real path inside, and a regular file.

mod consent;
#[cfg(all(test, unix))]
mod crafted;
#[cfg(all(test, windows))]
mod crafted_windows;
mod file_handle;
mod found;
mod lexical;
mod listings;
mod place;
mod root;
mod roots;
mod several;
mod stored_path;
mod system;
mod together;

pub use consent::consents;
pub(super) use file_handle::FileHandle;
pub use found::ReachedFile;
pub(super) use listings::{Listings, Stop};
pub(super) use place::Inside;
pub(super) use place::real;
pub use place::{file_bytes, is_folder, on_disk};
pub use roots::Roots;
pub(super) use stored_path::{Start, StoredPath};
pub(super) use system::open;
pub use together::Together;

use several::OneOfSeveral;

use super::read::{MAX_FILE_BYTES, STDIN, folder_of};
use super::watch::{Stamp, Stamped};
use super::{location_of, path_of};
use crate::reach::root::Root;
use castview_base::core::{Diagnostics, Place};
use castview_formats::rules::common as rule;
use castview_picture::opened::{Consent, NamedPath, Outside, OutsideKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// References outside that are listed of one file. All are counted.
const MOST_LISTED: usize = 64;

/// Subfolders of an added folder in which a bare file name is looked for.
const MAX_SUBFOLDERS: usize = 256;

/// Folders of one file that are awaited something in, and parts of a way to one.
const MOST_AWAITED: usize = 64;

/// Places that the user allowed files to read beside their own folder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Allowance {
    /// Folders of textures that the user added; bare names are looked for in them, too.
    pub added: Vec<PathBuf>,
    /// Folders that paths may lead to.
    pub folders: Vec<PathBuf>,
    /// Folders that were dropped for the file while it was open: what its instances name is looked for in them, too.
    pub lent: Vec<PathBuf>,
    /// Replacements that the user chose for files of instances. Each may read its own folder.
    pub instead: BTreeMap<NamedPath, PathBuf>,
    /// Files that were opened together with the one that names them.
    pub files: Together,
    /// Consents for the files of one folder each.
    pub consents: Vec<Consent>,
}

impl Allowance {
    /// Nothing but each file's own folder.
    pub const NONE: Self = Self {
        added: Vec::new(),
        folders: Vec::new(),
        lent: Vec::new(),
        instead: BTreeMap::new(),
        files: Together::ALONE,
        consents: Vec::new(),
    };

    /// The folders for `--allow`, so that a command reads `files` as the window does: those allowed for every file, and those the user
    /// allowed to files of these folders. Asks the system for real paths, so it may wait for a network.
    pub fn folders_for(&self, files: &[PathBuf]) -> Vec<PathBuf> {
        let own: Vec<PathBuf> = (files.iter())
            .flat_map(|file| {
                let folder = folder_of(file);
                own_folders(
                    file,
                    &Root::of(folder).map_or_else(|| folder.to_path_buf(), |own| own.real),
                )
            })
            .collect();
        let consents = self.consents.iter();
        let open = consents.filter(|consent| consent::root(consent, &own).is_some());
        let mut folders = self.folders.clone();
        folders.extend(open.map(|consent| path_of(&consent.folder)));
        folders.sort();
        folders.dedup();
        folders
    }
}

/// The files that one file may read, and those it named beyond. Clones share what they found outside.
#[derive(Clone, Debug)]
pub struct Reach {
    /// The real folder of the file that names others.
    folder: PathBuf,
    roots: Arc<Roots>,
    /// Real folders that bare names are looked for in.
    added: Arc<Vec<PathBuf>>,
    /// The same for what instances name.
    lent: Arc<Vec<PathBuf>>,
    /// Files in place of those that instances name.
    instead: Arc<BTreeMap<NamedPath, PathBuf>>,
    /// Location of the file inside whose paths are looked for; empty: the opened file's.
    named_by: String,
    outside: Arc<Mutex<Vec<Outside>>>,
    several: Arc<Mutex<Vec<OneOfSeveral>>>,
    /// Name of the archive that the file lies in, and a sentence about names there that are not UTF-8, until it is reported.
    guessed_names: Arc<Mutex<Option<(String, String)>>>,
    /// Real folders in which something would be that was looked for in vain.
    awaited: Arc<Mutex<BTreeSet<PathBuf>>>,
    /// Files of instances and buffers that were looked for in vain, those of instances inside them, too.
    sought: Arc<Mutex<Vec<AwaitedFile>>>,
    /// Bytes that the buffers of one model may have together.
    most_beside: u64,
    /// Buffers that were read, each as it was just before.
    beside: Arc<Mutex<Stamped>>,
}

/// Files of instances and buffers that are remembered as looked for in vain.
const MOST_SOUGHT: usize = 1024;

/// A file that was looked for in vain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AwaitedFile {
    start: Start,
    base: PathBuf,
    folders: Vec<String>,
    name: String,
}

/// Outcome of a look for a file.
#[derive(Debug)]
pub(super) enum Look {
    Found(ReachedFile),
    Nothing,
    /// It lies in this folder, which was not touched.
    Outside(PathBuf),
}

/// `folder`, the real one that `path` lies in, and that of the file it links to.
fn own_folders(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    // Standard input has no folder but the working directory.
    let linked = place::real(path).ok().filter(|_| path != Path::new(STDIN));
    let linked = linked.as_deref().and_then(Path::parent);
    folders.extend(linked.filter(|real| *real != folder).map(Path::to_path_buf));
    folders
}

impl Reach {
    /// For a file that the user named by `path`: its folder, for a link its real folder too, and the folders of `allowance`.
    pub fn of(path: &Path, allowance: &Allowance) -> Self {
        let folder = folder_of(path);
        let own = Root::of(folder).unwrap_or_else(|| Root {
            spelled: folder.to_path_buf(),
            real: folder.to_path_buf(),
        });
        let mut roots = Roots::default();
        let folder = own.real.clone();
        roots.add(own);
        // An archive is opened as a whole.
        let archive = Inside::named(path).ok().flatten();
        let guessed_names = archive.as_ref().and_then(|inside| {
            let name = inside.archive_path().file_name()?.to_string_lossy().into_owned();
            Some((name, inside.guessed_names()?.to_owned()))
        });
        roots
            .folders
            .extend(archive.and_then(|inside| Root::of(inside.archive_path())));
        let own_folders = own_folders(path, &folder);
        roots
            .folders
            .extend(own_folders[1..].iter().filter_map(|folder| Root::of(folder)));
        let added: Vec<Root> = allowance.added.iter().filter_map(|folder| Root::of(folder)).collect();
        let lent: Vec<Root> = allowance.lent.iter().filter_map(|folder| Root::of(folder)).collect();
        let allowed = allowance.folders.iter().filter_map(|folder| Root::of(folder));
        let instead = allowance.instead.values().filter_map(|file| Root::of(folder_of(file)));
        roots
            .folders
            .extend(added.iter().chain(&lent).cloned().chain(allowed).chain(instead));
        roots.files = allowance.files.clone();
        let remembered = allowance
            .consents
            .iter()
            .filter_map(|consent| consent::root(consent, &own_folders));
        roots.folders.extend(remembered);
        Self {
            folder,
            roots: Arc::new(roots),
            added: Arc::new(added.into_iter().map(|root| root.real).collect()),
            lent: Arc::new(lent.into_iter().map(|root| root.real).collect()),
            instead: Arc::new(allowance.instead.clone()),
            named_by: String::new(),
            outside: Arc::default(),
            several: Arc::default(),
            guessed_names: Arc::new(Mutex::new(guessed_names)),
            awaited: Arc::default(),
            sought: Arc::default(),
            most_beside: MAX_FILE_BYTES,
            beside: Arc::default(),
        }
    }

    /// The same, but the buffers of a model have at most so many bytes.
    pub(super) fn with_buffers_of(self, most_beside: u64) -> Self {
        Self { most_beside, ..self }
    }

    pub(super) fn most_beside(&self) -> u64 {
        self.most_beside
    }

    /// This buffer is about to be read.
    pub(super) fn note_beside(&self, path: &Path) {
        let mut beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        if beside.iter().all(|(known, _)| known != path) {
            beside.push((path.to_path_buf(), Stamp::of(path)));
        }
    }

    /// Buffers that were read or refused so far, each as it was just before.
    pub(super) fn beside(&self) -> Stamped {
        self.beside.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The same for a file that the first one leads to, in the real folder `folder`: its paths start there, and it may read
    /// what the first one may.
    pub(super) fn starting_in(&self, folder: &Path) -> Self {
        Self {
            folder: folder.to_path_buf(),
            ..self.clone()
        }
    }

    /// The same for the file at `path`, to which the first one leads.
    pub(super) fn of_inside(&self, path: &Path) -> Self {
        Self {
            named_by: location_of(path),
            ..self.starting_in(folder_of(path))
        }
    }

    /// The path that the file names, as it spells it.
    pub(super) fn named(&self, stored: &str) -> NamedPath {
        NamedPath::by(&self.named_by, stored)
    }

    /// The real folder that relative paths start in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Real folders that the user added, for bare names to be looked for in.
    pub(super) fn added(&self) -> &[PathBuf] {
        &self.added
    }

    /// Real folders that the user dropped for the file, for paths of instances to start in.
    pub(super) fn lent(&self) -> &[PathBuf] {
        &self.lent
    }

    /// The file that the user put in place of what instances name as `stored`.
    pub(super) fn instead_of(&self, listings: &mut Listings, stored: &str) -> Option<ReachedFile> {
        let path = self.instead.get(&self.named(stored))?;
        let folder = Root::of(folder_of(path))?.real;
        let name = path.file_name()?.to_str()?;
        listings.regular_file(&self.roots, &folder, name).ok()
    }

    /// Each added folder followed by its subfolders, in which bare names are looked for.
    pub(super) fn added_with_subfolders(&self, listings: &mut Listings) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        for root in self.added.iter() {
            folders.push(root.clone());
            let inside = listings.subfolders(&self.roots, root);
            folders.extend(inside.into_iter().take(MAX_SUBFOLDERS));
        }
        folders
    }

    /// Folders of the images that came along: nothing but those may be read there.
    pub(super) fn folders_of_images(&self) -> BTreeSet<PathBuf> {
        self.roots.files.folders_of_images()
    }

    /// Lists folders for what this file names.
    pub(super) fn listings(&self) -> Listings {
        Listings::sharing(&self.roots.files)
    }

    pub(super) fn roots(&self) -> &Arc<Roots> {
        &self.roots
    }

    /// Looks for the first of `names` where `folders` lead to from `base` (or from the root of `start`).
    pub(super) fn look(
        &self,
        listings: &mut Listings,
        (start, base, folders): (&Start, &Path, &[String]),
        names: impl Iterator<Item = String>,
    ) -> Look {
        let folder = match self.enter(listings, (start, base, folders)) {
            Ok(folder) => folder,
            Err(Stop::Nothing) => return Look::Nothing,
            Err(Stop::Leaves(folder)) => {
                // Files that came along are allowed one by one; their folder is not.
                let mut came = names.filter_map(|name| self.roots.file(&folder.join(name)));
                return match came.next() {
                    Some(path) => Look::Found(listings.came_along(path, &self.roots)),
                    None => Look::Outside(folder),
                };
            }
        };
        let mut outside = None;
        let names: Vec<String> = names.collect();
        for name in &names {
            match listings.regular_file(&self.roots, &folder, name) {
                Ok(found) => {
                    let taken = listings.entry(&folder, name).unwrap_or_default();
                    if let Some(one) = OneOfSeveral::of(listings, (&self.roots, &folder), &names, &taken) {
                        one.join(&mut self.several.lock().unwrap_or_else(PoisonError::into_inner));
                    }
                    return Look::Found(found);
                }
                Err(Stop::Leaves(target)) if outside.is_none() => outside = target.parent().map(Path::to_path_buf),
                Err(_) => {}
            }
        }
        outside.map_or(Look::Nothing, Look::Outside)
    }

    /// The real folder that `folders` lead to from `base`, or from the root of `start`.
    pub(super) fn enter(
        &self,
        listings: &mut Listings,
        (start, base, folders): (&Start, &Path, &[String]),
    ) -> Result<PathBuf, Stop> {
        let wanted = match start {
            Start::Relative => lexical::below(base, folders),
            Start::Absolute(root) => lexical::below(root, folders),
            Start::Foreign => return Err(Stop::Nothing),
        };
        match self.roots.locate(&wanted) {
            Some((root, rest)) => listings.follow(&self.roots, &root, &rest),
            None => Err(Stop::Leaves(wanted)),
        }
    }

    /// Remembers that `stored` lies in `folder`, outside. Says so in a few words; `None` where nobody is asked.
    pub(super) fn note_outside(&self, kind: OutsideKind, stored: &str, folder: &Path) -> Option<String> {
        if !lexical::may_be_asked_for(folder) {
            return None;
        }
        let shown = lexical::from(&self.folder, folder);
        let said = format!("it lies outside the model's folder, in {shown}, which is read only if it is allowed");
        let one = Outside {
            kind,
            stored: stored.to_owned(),
            of: super::location_of(&self.folder),
            folder: super::location_of(folder),
            shown,
        };
        let mut outside = self.outside.lock().unwrap_or_else(PoisonError::into_inner);
        if !outside.contains(&one) && outside.len() < MOST_LISTED {
            outside.push(one);
        }
        Some(said)
    }

    /// Something was looked for at `place` in vain: when it comes, the folder there changes, or the last one of its way that is there.
    pub(super) fn await_at(&self, listings: &mut Listings, (start, base, folders): (&Start, &Path, &[String])) {
        let ways = (0..=folders.len()).rev().map(|length| &folders[..length]);
        let there = ways.map(|way| self.enter(listings, (start, base, way)));
        let Some(folder) = there.take(MOST_AWAITED).find_map(Result::ok) else {
            return;
        };
        let mut awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        if awaited.len() < MOST_AWAITED {
            awaited.insert(folder);
        }
    }

    /// As [`Self::await_at`]; the file of that name is remembered.
    pub(super) fn seek(&self, listings: &mut Listings, (start, base, folders): (&Start, &Path, &[String]), name: &str) {
        self.await_at(listings, (start, base, folders));
        let file = AwaitedFile {
            start: start.clone(),
            base: base.to_path_buf(),
            folders: folders.to_vec(),
            name: name.to_owned(),
        };
        let mut sought = self.sought.lock().unwrap_or_else(PoisonError::into_inner);
        if sought.len() < MOST_SOUGHT && !sought.contains(&file) {
            sought.push(file);
        }
    }

    /// Returns the files that were looked for in vain so far, the first thousand or so of them.
    pub fn sought(&self) -> Vec<AwaitedFile> {
        self.sought.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Names of the files that were looked for in vain, as people read them.
    pub fn sought_names(&self) -> Vec<String> {
        let sought = self.sought.lock().unwrap_or_else(PoisonError::into_inner);
        sought.iter().map(|file| file.name.clone()).collect()
    }

    /// Whether one of the files that were looked for in vain has come. Those that have not are awaited.
    pub fn has_come(&self, sought: &[AwaitedFile]) -> bool {
        let mut listings = self.listings();
        let mut has_come = false;
        for file in sought {
            let place = (&file.start, &*file.base, &*file.folders);
            match self.look(&mut listings, place, [file.name.clone()].into_iter()) {
                Look::Found(_) => has_come = true,
                Look::Outside(_) | Look::Nothing => self.await_at(&mut listings, place),
            }
        }
        has_come
    }

    /// Folders that change when something comes that was looked for in vain so far.
    pub fn awaited(&self) -> Vec<PathBuf> {
        let awaited = self.awaited.lock().unwrap_or_else(PoisonError::into_inner);
        awaited.iter().cloned().collect()
    }

    /// Reports files that were taken, since this was last asked, though others would do as well, and once how names of the archive were read that
    /// the file lies in.
    pub fn report_several(&self, diagnostics: &mut Diagnostics) {
        let guessed = self.guessed_names.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((archive, sentence)) = guessed {
            let place = || Place {
                node_path: format!("archive {archive}"),
                offset: 0,
            };
            diagnostics.report(rule::Z1, place, || sentence);
        }
        let mut several = self.several.lock().unwrap_or_else(PoisonError::into_inner);
        OneOfSeveral::report(&std::mem::take(&mut *several), diagnostics);
    }

    /// Returns the paths that led outside so far, in the order they were met.
    pub fn outside(&self) -> Vec<Outside> {
        self.outside.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
