//! Which clips the list shows, and in what order.
//!
//! In: the clips of the stage, the query, the order. Out: the lines of the list; clips in the order of files stand under the name of their
//! file. Made anew only when one of these changes. Never here: painting.

use crate::kit::keyboard::row_keys;
use crate::tree::node::{self, Node};
use crate::tree::search::found::Wording;
use castview_motion::animation::Timeline;
use castview_picture::opened::FileKey;
use castview_session::{ClipKey, Session};
use egui::Key;

/// In what order clips are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClipSort {
    /// In the order of opening, then of the file.
    #[default]
    File,
    Name,
    /// The longest first.
    Length,
}

impl ClipSort {
    pub const ALL: [Self; 3] = [Self::File, Self::Name, Self::Length];

    pub fn title(self) -> &'static str {
        match self {
            Self::File => "By file",
            Self::Name => "By name",
            Self::Length => "Longest first",
        }
    }
}

/// Content of one line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClipLine {
    File(FileKey),
    /// The position among the clips of the stage.
    Clip(usize),
}

/// The lines of the list.
#[derive(Default)]
pub struct ListedClips {
    pub lines: Vec<ClipLine>,
    /// Text in the search field.
    pub query: String,
    pub sort: ClipSort,
    made_of: Option<(String, ClipSort)>,
    wording: Wording,
}

impl ListedClips {
    /// Other clips are open than before.
    pub fn forget(&mut self) {
        self.made_of = None;
    }

    pub fn update(&mut self, session: &Session) {
        let is_made = (self.made_of.as_ref()).is_some_and(|(query, sort)| *query == self.query && *sort == self.sort);
        if is_made {
            return;
        }
        self.made_of = Some((self.query.clone(), self.sort));
        let stage = session.stage();
        self.wording.set(self.query.trim());
        let name = |key: ClipKey| node::label(stage, Node::Item(castview_session::Selected::Clip(key)));
        let file_name = |key: FileKey| stage.file(key).map_or("", |file| &file.name[..]);
        let wording = &mut self.wording;
        let mut shown: Vec<usize> = (0..stage.clips().len())
            .filter(|at| {
                let key = stage.clips()[*at].key;
                wording.fits(name(key)) || wording.fits(file_name(key.file))
            })
            .collect();
        match self.sort {
            ClipSort::File => {}
            ClipSort::Name => shown.sort_by_cached_key(|at| name(stage.clips()[*at].key).to_lowercase()),
            ClipSort::Length => {
                let secs = |at: &usize| Timeline::of(stage.clips()[*at].clip()).duration_secs();
                shown.sort_by(|a, b| secs(b).total_cmp(&secs(a)));
            }
        }
        let several = shown.windows(2).any(|pair| {
            let [a, b] = [pair[0], pair[1]].map(|at| stage.clips()[at].key.file);
            a != b
        });
        self.lines.clear();
        let mut above = None;
        for at in shown {
            let file = stage.clips()[at].key.file;
            if self.sort == ClipSort::File && several && above != Some(file) {
                above = Some(file);
                self.lines.push(ClipLine::File(file));
            }
            self.lines.push(ClipLine::Clip(at));
        }
    }

    /// Where `keys` lead from the clip in line `at`, with `page` lines in sight: a clip of the stage, unless that is the same.
    pub fn walk(&self, at: usize, keys: &[Key], page: usize) -> Option<usize> {
        if keys.is_empty() {
            return None;
        }
        let clips = |lines: &[ClipLine]| -> Vec<usize> {
            let clip = |line: &ClipLine| match line {
                ClipLine::Clip(clip) => Some(*clip),
                ClipLine::File(_) => None,
            };
            lines.iter().filter_map(clip).collect()
        };
        let (all, before) = (clips(&self.lines), clips(&self.lines[..at.min(self.lines.len())]).len());
        row_keys::walk(keys, before, all.len(), page).map(|to| all[to])
    }

    /// Whether each file's name stands over its clips.
    pub fn names_files(&self) -> bool {
        matches!(self.lines.first(), Some(ClipLine::File(_)))
    }

    pub fn clips(&self) -> usize {
        self.lines
            .iter()
            .filter(|line| matches!(line, ClipLine::Clip(_)))
            .count()
    }
}
