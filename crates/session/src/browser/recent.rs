//! Which files were opened lately, and what was open when the program ended.

use super::resume::Resume;
use castview_picture::PlacedKey;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Files that are remembered.
const MOST_RECENT: usize = 20;
/// Folders that are remembered, and files of one drop.
const MOST_FOLDERS: usize = 8;
const MOST_TOGETHER: usize = 200;
/// Files that are remembered from one run to the next, by their locations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recent {
    /// Files that were opened, the newest first: the first model of each drop, or its first file.
    pub files: Vec<String>,
    /// All files of a drop of several, by the one in `files`.
    pub together: BTreeMap<String, Vec<String>>,
    /// Folders that were browsed, the newest first.
    pub folders: Vec<String>,
    /// Files that were open last.
    pub last: Vec<String>,
    /// The folder that was browsed last.
    pub folder: Option<String>,
    /// Camera, clips and time of what was open last; `None`: nothing was, or an older castview wrote this.
    pub resume: Option<Resume>,
    /// The image that lit the models; `None`: a built-in environment did.
    pub environment: Option<String>,
    /// Files that hung on bones, by their skeletons, the newest first.
    pub hung: Vec<HungOn>,
}

/// Files that hung on bones of one skeleton.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HungOn {
    /// A number that follows from the names of the bones.
    pub skeleton: u64,
    /// The newest first.
    pub files: Vec<HungFile>,
}

/// Files that hung on bones of models that are open, and were there when they were looked for; the newest first.
pub(crate) type HungOffers = BTreeMap<PlacedKey, Vec<HungFile>>;

/// A file that hung on a bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HungFile {
    /// Name of the bone.
    pub bone: String,
    pub location: String,
}

impl Recent {
    /// Files of one drop, opened again or for the first time: one entry under the name of `lead`.
    pub fn add(&mut self, lead: &str, all: &[&str]) {
        newest_first(&mut self.files, lead, MOST_RECENT);
        self.together.remove(lead);
        if all.len() > 1 {
            let all = all.iter().take(MOST_TOGETHER).map(|one| (*one).to_owned());
            self.together.insert(lead.to_owned(), all.collect());
        }
        self.forget_unlisted();
    }

    pub fn add_folder(&mut self, location: &str) {
        newest_first(&mut self.folders, location, MOST_FOLDERS);
    }

    /// All that is opened by the entry of `lead`.
    pub fn opened_by(&self, lead: &str) -> Vec<String> {
        self.together
            .get(lead)
            .cloned()
            .unwrap_or_else(|| vec![lead.to_owned()])
    }

    /// Drops belong to entries.
    pub fn forget_unlisted(&mut self) {
        let files = &self.files;
        self.together.retain(|lead, _| files.contains(lead));
    }

    /// `stored` with the additions and removals of this window since `before`. Another window may have changed `stored` meanwhile.
    pub fn merged(mut self, stored: &Self, before: &Self) -> Self {
        let is_other = |file: &&String| !self.files.contains(file) && !before.files.contains(file);
        let others = stored.files.iter().filter(is_other);
        let others: Vec<String> = others.cloned().collect();
        self.files.extend(others);
        self.files.truncate(MOST_RECENT);
        for (lead, all) in &stored.together {
            self.together.entry(lead.clone()).or_insert_with(|| all.clone());
        }
        self.forget_unlisted();
        let is_other = |folder: &&String| !self.folders.contains(folder) && !before.folders.contains(folder);
        let others: Vec<String> = stored.folders.iter().filter(is_other).cloned().collect();
        self.folders.extend(others);
        self.folders.truncate(MOST_FOLDERS);
        self.merge_hung(stored, before);
        self
    }
}

fn newest_first(list: &mut Vec<String>, one: &str, most: usize) {
    list.retain(|known| known != one);
    list.insert(0, one.to_owned());
    list.truncate(most);
}
