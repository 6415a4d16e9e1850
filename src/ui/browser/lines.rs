//! Which files the list shows.
//!
//! In: the files of the folder, what is typed. Out: their positions in the order of the folder; with folders below it, the name of a folder
//! stands over its files. Made anew only when one of these changes. Never here: painting.

use crate::session::Session;
use crate::ui::tree::search::found::Wording;

/// What one line of the list shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The name of the folder of that file.
    Folder(usize),
    /// The position among the listed files.
    File(usize),
}

#[derive(Default)]
pub struct Lines {
    pub lines: Vec<Line>,
    /// What is typed.
    pub query: String,
    made_of: Option<(String, u64)>,
    wording: Wording,
    /// How many of the lines are files.
    pub files: usize,
}

impl Lines {
    pub fn update(&mut self, session: &Session) {
        let revision = session.browser().revision;
        let is_made = (self.made_of.as_ref()).is_some_and(|(query, of)| *query == self.query && *of == revision);
        if is_made {
            return;
        }
        self.made_of = Some((self.query.clone(), revision));
        self.wording.set(self.query.trim());
        self.lines.clear();
        self.files = 0;
        let files = session.listed_files();
        let mut above = "";
        for (at, file) in files.iter().enumerate() {
            if !(self.wording.fits(&file.name) || self.wording.fits(&file.below)) {
                continue;
            }
            if file.below != above {
                above = &file.below;
                self.lines.push(Line::Folder(at));
            }
            self.lines.push(Line::File(at));
            self.files += 1;
        }
    }

    /// The next file below line `at` if `down`, else the one above.
    pub fn neighbour(&self, at: usize, down: bool) -> Option<usize> {
        let is_file = |line: &Line| match line {
            Line::File(file) => Some(*file),
            Line::Folder(_) => None,
        };
        match down {
            true => self.lines.iter().skip(at + 1).find_map(is_file),
            false => self.lines[..at.min(self.lines.len())].iter().rev().find_map(is_file),
        }
    }

    /// The first file of the list.
    pub fn first(&self) -> Option<usize> {
        self.lines.iter().find_map(|line| match line {
            Line::File(file) => Some(*file),
            Line::Folder(_) => None,
        })
    }

    /// The line of a file.
    pub fn line_of(&self, file: usize) -> Option<usize> {
        self.lines.iter().position(|line| *line == Line::File(file))
    }
}
