//! Which files were opened lately, and what was open when the program ended.

use super::resume::Resume;
use serde::{Deserialize, Serialize};

/// Files that are remembered.
const MOST_RECENT: usize = 20;
/// What is remembered of files from one run to the next, by their locations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Recent {
    /// Files that were opened, the newest first.
    pub files: Vec<String>,
    /// What was open last.
    pub last: Vec<String>,
    /// The folder that was browsed last.
    pub folder: Option<String>,
    /// Camera, clips and time of what was open last; `None`: nothing was, or an older castview wrote this.
    pub resume: Option<Resume>,
    /// The image that lit the models; `None`: a built-in environment did.
    pub environment: Option<String>,
}

impl Recent {
    /// Opened again, or for the first time.
    pub fn add(&mut self, location: &str) {
        self.files.retain(|known| known != location);
        self.files.insert(0, location.to_owned());
        self.files.truncate(MOST_RECENT);
    }

    /// `stored` with the additions and removals of this window since `before`. Another window may have changed `stored` meanwhile.
    pub fn merged(mut self, stored: &Self, before: &Self) -> Self {
        let is_other = |file: &&String| !self.files.contains(file) && !before.files.contains(file);
        let others = stored.files.iter().filter(is_other);
        let others: Vec<String> = others.cloned().collect();
        self.files.extend(others);
        self.files.truncate(MOST_RECENT);
        self
    }
}
