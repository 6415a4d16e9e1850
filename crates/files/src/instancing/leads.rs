//! Where the paths of instances lead: each resolved path once, with a number.
//!
//! In: files that a search has found. Out: their numbers, and which paths alone do not lead to them.

use crate::location_of;
use crate::reach::ReachedFile;
use castview_picture::opened::NamedPath;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

/// Resolved paths by number, in the order they are met.
#[derive(Default)]
pub struct Paths {
    /// The opened file itself has been read already.
    pub list: Vec<Option<ReachedFile>>,
    numbers: HashMap<PathBuf, usize>,
    /// Numbers of files that were chosen or came along, by the path that leads there.
    elsewhere: BTreeMap<NamedPath, usize>,
}

impl Paths {
    /// Location of the file of that number; empty for the opened file.
    pub fn location(&self, number: usize) -> String {
        let found = self.list[number].as_ref();
        found.map_or(String::new(), |found| location_of(found.path()))
    }

    /// The number of the opened file, at its real path.
    pub fn own(&mut self, path: PathBuf) -> usize {
        self.id(path, None)
    }

    /// The number of a found file; `elsewhere`: the path that alone does not lead there.
    pub fn of(&mut self, found: ReachedFile, elsewhere: Option<NamedPath>) -> usize {
        let number = self.id(found.path().to_path_buf(), Some(found));
        if let Some(stored) = elsewhere {
            self.elsewhere.entry(stored).or_insert(number);
        }
        number
    }

    /// Locations of files that were chosen or came along, by path.
    pub fn elsewhere(&self) -> BTreeMap<NamedPath, String> {
        let each = self.elsewhere.iter();
        each.map(|(stored, number)| (stored.clone(), self.location(*number)))
            .collect()
    }

    fn id(&mut self, path: PathBuf, found: Option<ReachedFile>) -> usize {
        let next = self.list.len();
        *self.numbers.entry(path).or_insert_with(|| {
            self.list.push(found);
            next
        })
    }
}

/// Where the instances of one file lead.
pub struct Leads {
    /// One per distinct path the file names: number of the path it means, or why it means none.
    pub targets: Vec<Result<usize, String>>,
    /// One per instance of the file: position in `targets`.
    pub target_of: Vec<u32>,
    /// The file's name, for the places of diagnostics; `None` for the opened file itself.
    pub file: Option<String>,
}
