//! Memory of the page: the file, the rows that are open, the line, value and bytes that are chosen.

use super::lines::LineList;
use super::links::{self, FileTarget, Ways, WaysOf};
use super::loaded::{DocumentReading, DocumentSubject, LoadedDocument, subject};
use super::matches::FoundLines;
use crate::kit::fonts::Background;
use castview_formats::{OutlineId, OutlineLine, Outlined, StoredValues};
use castview_picture::opened::FileKey;
use castview_session::{FilePlace, OpenFile, Session};
use egui::Context;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Lines that are kept made.
const MOST_MADE: usize = 512;
/// Lines below a root that are open from the start.
const OPEN_FIRST: usize = 200;

/// A row of the tree; `open` is `None` where nothing is below it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DocumentRow {
    pub id: OutlineId,
    pub depth: u16,
    pub open: Option<bool>,
}

/// State of the page, kept from pass to pass; the document only while the page is open.
#[derive(Default)]
pub struct DocumentPage {
    file: Option<FileKey>,
    reading: DocumentReading,
    loaded: Option<LoadedDocument>,
    made: HashMap<OutlineId, OutlineLine>,
    /// The place that was asked for, and gone to.
    followed: Option<FilePlace>,
    /// The place to go to as soon as the document is there.
    target: Option<FileTarget>,
    /// Why the place that was asked for is not shown.
    pub missed: Option<String>,
    pub rows: Vec<DocumentRow>,
    pub tree: LineList,
    pub list: LineList,
    pub hex: LineList,
    /// Bytes of each line of the hex view.
    pub hex_width: usize,
    pub search: FoundLines,
    pub selected: Option<OutlineId>,
    /// The chosen value of the selected line.
    pub value: Option<usize>,
    /// The ways from it: finding them walks over the document and the model.
    ways: Option<(WaysOf, Ways)>,
}

impl DocumentPage {
    /// Lets go of the document; it may be long.
    pub fn close(&mut self) {
        if self.loaded.is_some() || self.followed.is_some() {
            *self = Self {
                file: self.file,
                reading: self.reading.clone(),
                ..Self::default()
            };
        }
    }

    /// The file that is shown: of the place that was asked for, else the chosen one, else the first.
    pub fn file<'a>(&mut self, session: &'a Session) -> Option<&'a OpenFile> {
        let asked = session.window().in_file();
        if asked != self.followed.as_ref() {
            self.followed = asked.cloned();
            if let Some(place) = asked {
                match links::target(session, place) {
                    Some((file, target)) => (self.file, self.target) = (Some(file), Some(target)),
                    None => self.missed = Some("The bytes of what is selected lie in no open file.".to_owned()),
                }
            }
        }
        let files = session.stage().files();
        let chosen = files.iter().find(|file| Some(file.key) == self.file);
        chosen.or(files.first())
    }

    pub fn choose(&mut self, file: FileKey) {
        self.file = Some(file);
    }

    /// Takes what was read, asks for what is missing, and goes to the place that was asked for.
    pub fn update(&mut self, ctx: &Context, file: &OpenFile, background: &Background) {
        let of: DocumentSubject = subject(file);
        if let Some(loaded) = self.reading.take().filter(|loaded| loaded.of == of) {
            self.take(loaded);
        }
        if self.loaded.as_ref().is_none_or(|loaded| loaded.of != of) {
            if self.loaded.take().is_some() {
                self.forget_rows();
            }
            self.reading.ask(ctx, file, background);
            return;
        }
        if let Some(target) = self.target.take() {
            self.missed = None;
            let found = self.outlined().and_then(|outlined| links::find(&outlined, &target));
            match found {
                Some((id, value)) => {
                    self.go(id);
                    self.choose_value(value);
                }
                None => self.missed = Some(target.missed()),
            }
        }
        if let Some(outlined) = self.outlined()
            && let Some(first) = self.search.advance(&outlined)
        {
            if let Some(id) = first {
                self.go(id);
            }
            ctx.request_repaint();
        }
    }

    fn forget_rows(&mut self) {
        self.rows.clear();
        self.made.clear();
        (self.selected, self.value, self.ways) = (None, None, None);
        self.search = FoundLines::default();
        (self.tree, self.list, self.hex) = Default::default();
    }

    fn take(&mut self, loaded: LoadedDocument) {
        self.forget_rows();
        if let Ok(outlined) = &loaded.outlined {
            let roots = outlined.roots();
            self.rows = roots.iter().map(|id| row(outlined, *id, 0)).collect();
        }
        self.loaded = Some(loaded);
        // The topmost lines of a file of nodes are one or few roots.
        if let Some(outlined) = self.outlined().filter(|outlined| outlined.nodes().is_some())
            && let [root] = outlined.roots()[..]
            && outlined.children(root).len() <= OPEN_FIRST
        {
            self.fold(0, true);
        }
    }

    pub fn outlined(&self) -> Option<Arc<Outlined>> {
        self.loaded.as_ref()?.outlined.as_ref().ok().cloned()
    }

    /// Why there is no document.
    pub fn problem(&self) -> Option<String> {
        self.loaded.as_ref()?.outlined.as_ref().err().cloned()
    }

    pub fn findings(&self) -> &[(String, usize)] {
        self.loaded.as_ref().map_or(&[], |loaded| &loaded.findings)
    }

    /// A line, made once while it is in sight.
    pub fn line(&mut self, id: OutlineId) -> OutlineLine {
        if let Some(line) = self.made.get(&id) {
            return line.clone();
        }
        if self.made.len() >= MOST_MADE {
            self.made.clear();
        }
        let line = self
            .outlined()
            .and_then(|outlined| outlined.line(id))
            .unwrap_or_default();
        self.made.insert(id, line.clone());
        line
    }

    /// Opens or closes the row at that position.
    pub fn fold(&mut self, at: usize, open: bool) {
        let Some((outlined, row)) = self.outlined().zip(self.rows.get(at).copied()) else {
            return;
        };
        if row.open.is_none_or(|is_open| is_open == open) {
            return;
        }
        self.rows[at].open = Some(open);
        let depth = row.depth.saturating_add(1);
        match open {
            true => {
                let below: Vec<DocumentRow> = outlined
                    .children(row.id)
                    .into_iter()
                    .map(|id| self::row(&outlined, id, depth))
                    .collect();
                self.rows.splice(at + 1..at + 1, below);
            }
            false => {
                let below = self.rows[at + 1..].iter().take_while(|other| other.depth > row.depth);
                let end = at + 1 + below.count();
                self.rows.drain(at + 1..end);
            }
        }
    }

    /// Selects a line, opens what is above it, and brings its bytes into sight.
    pub fn go(&mut self, id: OutlineId) {
        let Some(outlined) = self.outlined() else {
            return;
        };
        let mut above = Vec::new();
        let mut next = outlined.parent(id);
        while let Some(parent) = next {
            above.push(parent);
            next = outlined.parent(parent);
        }
        for parent in above.into_iter().rev() {
            if let Some(at) = self.position(parent) {
                self.fold(at, true);
            }
        }
        self.select(id);
        if let Some(at) = self.position(id) {
            self.tree.reveal(at);
        }
    }

    pub fn position(&self, id: OutlineId) -> Option<usize> {
        self.rows.iter().position(|row| row.id == id)
    }

    /// Selects a line that is in the rows.
    pub fn select(&mut self, id: OutlineId) {
        if self.selected != Some(id) {
            self.list = LineList::default();
        }
        (self.selected, self.value) = (Some(id), None);
        if let Some(place) = self.line(id).place {
            self.reveal_byte(place.start);
        }
    }

    /// Chooses a value of the selected line.
    pub fn choose_value(&mut self, value: Option<usize>) {
        let Some((values, index)) = self.values().zip(value) else {
            return;
        };
        if index < values.count {
            self.value = Some(index);
            self.list.reveal(index);
            self.reveal_byte(values.range(index).start);
        }
    }

    pub fn reveal_byte(&mut self, byte: usize) {
        self.hex.reveal(byte / self.hex_width.max(1));
    }

    /// The array that the selected line stands for, unless it is a single value.
    pub fn values(&self) -> Option<StoredValues> {
        let values = self.outlined()?.values(self.selected?)?;
        (values.count > 0).then_some(values)
    }

    /// Bytes of the selected line, and of the chosen value in it.
    pub fn marked(&mut self) -> [Option<Range<usize>>; 2] {
        let Some(id) = self.selected else {
            return [None, None];
        };
        let line = self.line(id);
        let value = self.value.and_then(|index| Some(self.values()?.range(index)));
        [line.place, value.or(line.content)]
    }

    /// The ways from the selected line and its chosen value, found once.
    pub fn ways(&mut self, session: &Session, file: &OpenFile) -> Ways {
        let Some((outlined, id)) = self.outlined().zip(self.selected) else {
            return Ways::default();
        };
        let of = WaysOf::now(session, id, self.value);
        if let Some((_, ways)) = self.ways.as_ref().filter(|(made_of, _)| *made_of == of) {
            return ways.clone();
        }
        let [place, inner] = self.marked();
        let byte = self.value.and(inner).or(place).map(|bytes| bytes.start);
        let linked = outlined.linked(id, self.value.unwrap_or(0));
        let ways = Ways {
            linked: linked.map(|to| (to, self.line(to).full_name())),
            back: links::back(session, file, &outlined, id, byte),
        };
        self.ways = Some((of, ways.clone()));
        ways
    }

    /// Goes to the innermost line that has `byte`, and to the value there.
    pub fn go_to_byte(&mut self, byte: usize) {
        let Some((id, value)) = self.outlined().and_then(|outlined| links::at_byte(&outlined, byte)) else {
            return;
        };
        self.go(id);
        self.choose_value(value);
        self.reveal_byte(byte);
    }
}

fn row(outlined: &Outlined, id: OutlineId, depth: u16) -> DocumentRow {
    DocumentRow {
        id,
        depth,
        open: outlined.is_branch(id).then_some(false),
    }
}
