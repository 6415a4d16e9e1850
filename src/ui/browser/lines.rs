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

    /// The file `steps` below line `at` if `down`, else above it; the last one where there are not so many. `None` for no step.
    pub fn neighbour(&self, at: usize, down: bool, steps: usize) -> Option<usize> {
        let is_file = |line: &Line| match line {
            Line::File(file) => Some(*file),
            Line::Folder(_) => None,
        };
        match down {
            true => self.lines.iter().skip(at + 1).filter_map(is_file).take(steps).last(),
            false => self.lines[..at.min(self.lines.len())]
                .iter()
                .rev()
                .filter_map(is_file)
                .take(steps)
                .last(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_press_is_a_step_and_folders_are_stepped_over() {
        let lines = Lines {
            lines: vec![
                Line::Folder(0),
                Line::File(0),
                Line::File(1),
                Line::Folder(2),
                Line::File(2),
                Line::File(3),
            ],
            ..Lines::default()
        };
        for (at, down, steps, wanted) in [
            (1, true, 0, None),
            (1, true, 1, Some(1)),
            (1, true, 2, Some(2)),
            (1, true, 9, Some(3)),
            (5, true, 1, None),
            (5, false, 2, Some(1)),
            (5, false, 9, Some(0)),
            (1, false, 1, None),
        ] {
            assert_eq!(lines.neighbour(at, down, steps), wanted, "{steps} from line {at}");
        }
    }
}
