//! Entries of folders, listed once: names are looked up whatever their letter case, and only what a listing shows is ever touched. Links
//! are followed by their text, one step at a time, as long as they stay in the allowed folders.

use super::lexical;
use super::place::Archives;
use super::system::{self, EntryKind};
use super::together::{Listed, Listing, Together};
use super::{ReachedFile, Roots};
use crate::archive::has_archive_name;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Links on the way to one file.
const MAX_LINKS: usize = 40;

/// Remembers the folders it has listed.
#[derive(Debug, Default)]
pub struct Listings {
    own: HashMap<PathBuf, Listed>,
    /// Others have perhaps listed a folder already.
    shared: Together,
    archives: Archives,
}

/// Why a walk ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// There is nothing of that name, or something else than was wanted.
    Nothing,
    /// A link leads there, which is outside. Nothing there was touched.
    Leaves(PathBuf),
}

/// Where a walk has come to: a real path, without links.
enum Reached {
    Folder(PathBuf),
    File(PathBuf),
}

impl Listings {
    /// Shares what is listed with the others that came `together`.
    pub(super) fn sharing(together: &Together) -> Self {
        Self {
            shared: together.clone(),
            ..Self::default()
        }
    }

    /// The real folder that `folders` lead to from `base`, a real folder inside `roots`.
    pub fn follow(&mut self, roots: &Roots, base: &Path, folders: &[String]) -> Result<PathBuf, Stop> {
        match self.walk(roots, base, folders, &mut 0)? {
            Reached::Folder(folder) => Ok(folder),
            Reached::File(_) => Err(Stop::Nothing),
        }
    }

    /// The regular file called `name` in the real folder `folder`; pipes, devices and folders are no files.
    pub fn regular_file(&mut self, roots: &Arc<Roots>, folder: &Path, name: &str) -> Result<ReachedFile, Stop> {
        match self.walk(roots, folder, &[name.to_owned()], &mut 0)? {
            Reached::File(path) => Ok(ReachedFile::new(path, roots.clone(), &mut self.archives)),
            Reached::Folder(_) => Err(Stop::Nothing),
        }
    }

    /// The real folders directly in the real folder `folder`, by name. Archives are not among them: nobody named these.
    pub fn subfolders(&mut self, roots: &Roots, folder: &Path) -> impl Iterator<Item = PathBuf> {
        self.names(folder)
            .into_iter()
            .filter(|name| !has_archive_name(Path::new(name)))
            .filter_map(|name| self.follow(roots, folder, &[name]).ok())
    }

    /// The file at `path`, which came along with the one that names it.
    pub(super) fn came_along(&mut self, path: &Path, roots: &Arc<Roots>) -> ReachedFile {
        ReachedFile::new(path.to_path_buf(), roots.clone(), &mut self.archives)
    }

    /// Everything in `folder`, by name.
    pub fn names(&mut self, folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = self
            .listing(folder)
            .iter()
            .flat_map(|listing| listing.values())
            .flatten()
            .cloned()
            .collect();
        names.sort();
        names
    }

    /// Forgets the listing of `folder`, which is not needed any more.
    pub fn forget(&mut self, folder: &Path) {
        self.own.remove(folder);
    }

    fn walk(&mut self, roots: &Roots, base: &Path, names: &[String], links: &mut usize) -> Result<Reached, Stop> {
        let mut here = base.to_path_buf();
        for (at, name) in names.iter().enumerate() {
            let entry = self.entry(&here, name).ok_or(Stop::Nothing)?;
            let path = here.join(entry);
            let inside = self.archives.at(&path);
            let reached = match inside.map_or_else(|| system::kind(&path), |inside| Ok(inside.kind())) {
                Ok(EntryKind::Folder) => Reached::Folder(path),
                Ok(EntryKind::File) => Reached::File(path),
                Ok(EntryKind::Link) => self.through_link(roots, &path, links)?,
                Ok(EntryKind::Other) | Err(_) => return Err(Stop::Nothing),
            };
            match reached {
                Reached::Folder(folder) => here = folder,
                file if at + 1 == names.len() => return Ok(file),
                Reached::File(_) => return Err(Stop::Nothing),
            }
        }
        Ok(Reached::Folder(here))
    }

    /// A link is judged by its text, before any question about its target.
    fn through_link(&mut self, roots: &Roots, path: &Path, links: &mut usize) -> Result<Reached, Stop> {
        *links += 1;
        if *links > MAX_LINKS {
            return Err(Stop::Nothing);
        }
        let target = system::link(path).map_err(|_| Stop::Nothing)?;
        let target = lexical::normal(&path.parent().unwrap_or(path).join(target));
        match roots.locate(&target) {
            Some((root, rest)) => self.walk(roots, &root, &rest, links),
            None => Err(Stop::Leaves(target)),
        }
    }

    /// The entry of `folder` called `name`: exactly, else in another letter case (the first of several by byte order).
    pub(super) fn entry(&mut self, folder: &Path, name: &str) -> Option<String> {
        let same = self.spellings(folder, name);
        same.iter().find(|entry| *entry == name).or(same.first()).cloned()
    }

    /// The entries of `folder` called `name` in any letter case, by byte order.
    pub(super) fn spellings(&mut self, folder: &Path, name: &str) -> Vec<String> {
        let listing = self.listing(folder);
        let same = listing.as_ref().and_then(|listing| listing.get(&name.to_lowercase()));
        same.cloned().unwrap_or_default()
    }

    fn listing(&mut self, folder: &Path) -> Listed {
        if let Some(known) = self.own.get(folder) {
            return known.clone();
        }
        let shared = self.shared.listed().and_then(|listed| listed.get(folder).cloned());
        let listing = shared.unwrap_or_else(|| {
            let names = match self.archives.at(folder) {
                Some(inside) => Some(inside.list()),
                None => system::list(folder).ok(),
            };
            let listing = names.map(by_name).map(Arc::new);
            if let Some(mut listed) = self.shared.listed() {
                listed.insert(folder.to_path_buf(), listing.clone());
            }
            listing
        });
        self.own.insert(folder.to_path_buf(), listing.clone());
        listing
    }
}

fn by_name(names: Vec<String>) -> Listing {
    let mut listing = Listing::new();
    for name in names {
        listing.entry(name.to_lowercase()).or_default().push(name);
    }
    listing.values_mut().for_each(|names| names.sort());
    listing
}
