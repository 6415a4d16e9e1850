//! The lines of the list: the files that the session shows, and names of folders.
//!
//! In: the files that are shown, in order. Out: lines; in the order of names the name of a folder below stands over its files. Made anew only
//! when one of these changes. Never here: painting.

use castview_session::{FileOrder, Session};

/// Content of one line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserLine {
    /// The name of the folder of the file of that position.
    Folder(usize),
    /// The position among the files that are shown.
    File(usize),
}

#[derive(Default)]
pub struct BrowserLines {
    pub lines: Vec<BrowserLine>,
    made_of: Option<u64>,
    /// The line of each file.
    line_of: Vec<usize>,
    /// The file whose place is known: the revision, its location, its position.
    known: Option<(u64, String, Option<usize>)>,
}

impl BrowserLines {
    pub fn update(&mut self, session: &Session) {
        let revision = session.browser().revision();
        if self.made_of == Some(revision) {
            return;
        }
        self.made_of = Some(revision);
        self.lines.clear();
        self.line_of.clear();
        let files = session.browser().listed_files();
        let names_folders = session.preferences().files.file_order == FileOrder::Name;
        let mut above = "";
        for (at, file) in session.browser().shown_files().iter().enumerate() {
            let below = &files[*file as usize].below[..];
            if names_folders && below != above {
                above = below;
                self.lines.push(BrowserLine::Folder(at));
            }
            self.line_of.push(self.lines.len());
            self.lines.push(BrowserLine::File(at));
        }
    }

    /// Where the file at `location` stands among those that are shown. Looked for once a list.
    pub fn position(&mut self, session: &Session, location: &str) -> Option<usize> {
        let revision = session.browser().revision();
        match &self.known {
            Some((of, known, at)) if *of == revision && known == location => *at,
            _ => {
                let files = session.browser().listed_files();
                let is_it = |file: &u32| files[*file as usize].location == location;
                let at = session.browser().shown_files().iter().position(is_it);
                self.known = Some((revision, location.to_owned(), at));
                at
            }
        }
    }

    /// The line of a file that is shown.
    pub fn line_of(&self, file: usize) -> Option<usize> {
        self.line_of.get(file).copied()
    }

    pub fn files(&self) -> usize {
        self.line_of.len()
    }
}
