//! The small pictures above the ruler: which of them are there, and the next one to draw.
//!
//! In: the frames the panels want, in order of urgency. Out: one picture at a time, on a sheet that egui samples; the ones
//! nobody has wanted for longest make room. When all that are wanted are there, nothing is drawn.

use crate::app::display::screen::Screen;
use crate::render::{RenderError, Renderer, Sheet};
use crate::session::aids;
use crate::session::{FilmKey, Session};
use crate::ui::FilmPicture;
use egui::{Rect, TextureId, pos2};

/// Pixels of one picture: twice what the strip shows at scale 1.
const CELL: [u32; 2] = [160, 120];
/// Size of the sheet: 192 pictures, 15 MB.
const COLUMNS: u32 = 12;
const ROWS: u32 = 16;
/// While a clip plays, only every so many turns draw one: playing comes first.
const PLAYING_EVERY: u64 = 4;

#[derive(Default)]
pub struct Filmstrip {
    sheet: Option<(Sheet, TextureId)>,
    /// Content of the fresh pictures.
    key: Option<FilmKey>,
    /// Parallel to the sheet's cells.
    cells: Vec<Option<Cell>>,
    turns: u64,
    /// Cell and frame of the picture in progress.
    drawing: Option<(usize, f64)>,
    /// Drawing failed: no further try until something changes.
    broken: bool,
    shown: Vec<FilmPicture>,
}

#[derive(Clone, Copy)]
struct Cell {
    frame: f64,
    /// Shows what the key says; else something a little older.
    fresh: bool,
    /// The last turn in which it was wanted.
    wanted: u64,
}

impl Filmstrip {
    /// Those that are there, in the order of their frames.
    pub fn pictures(&self) -> &[FilmPicture] {
        &self.shown
    }

    /// Begins the most urgent picture that is not there; whether it did. The renderer has nothing else in progress.
    pub fn step(&mut self, session: &Session, renderer: &mut Renderer, screen: &mut Screen, wanted: &[f64]) -> bool {
        self.turns += 1;
        let is_drawing = self.drawing.is_some();
        if wanted.is_empty() {
            if !self.shown.is_empty() {
                self.forget();
                renderer.forget_aside();
            }
            return false;
        }
        let key = aids::film_key(session);
        if key != self.key {
            self.follow(key);
        }
        if self.key.is_none() || self.broken || is_drawing {
            return false;
        }
        if self.sheet.is_none() && !self.open(renderer, screen) {
            return false;
        }
        let wanted = &wanted[..wanted.len().min(self.cells.len())];
        for cell in self.cells.iter_mut().flatten() {
            if wanted.contains(&cell.frame) {
                cell.wanted = self.turns;
            }
        }
        if session.is_playing() && !self.turns.is_multiple_of(PLAYING_EVERY) {
            return false;
        }
        let has = |frame: &f64| {
            self.cells
                .iter()
                .flatten()
                .any(|cell| cell.fresh && cell.frame == *frame)
        };
        match wanted.iter().find(|frame| !has(frame)) {
            Some(frame) => self.begin(session, renderer, *frame),
            None => false,
        }
    }

    /// Something that all pictures show has changed. Older ones stay until they are drawn anew, but not those of another clip.
    fn follow(&mut self, key: Option<FilmKey>) {
        let same_clip = match (&self.key, &key) {
            (Some(old), Some(new)) => old.is_same_clip(new),
            _ => false,
        };
        if !same_clip {
            self.forget();
        }
        for cell in self.cells.iter_mut().flatten() {
            cell.fresh = false;
        }
        self.drawing = None;
        self.key = key;
        self.broken = false;
    }

    fn forget(&mut self) {
        self.cells.fill(None);
        self.drawing = None;
        self.shown.clear();
    }

    fn open(&mut self, renderer: &Renderer, screen: &mut Screen) -> bool {
        match Sheet::new(renderer.context(), CELL, COLUMNS, ROWS) {
            Ok(sheet) => {
                let texture = screen.register(&renderer.context().device, sheet.view());
                self.cells = vec![None; sheet.cells()];
                self.sheet = Some((sheet, texture));
                true
            }
            Err(error) => {
                log::warn!("the filmstrip has no place on the graphics device: {error}");
                self.broken = true;
                false
            }
        }
    }

    /// Whether a picture is in progress.
    pub fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// The renderer has dropped the picture in progress.
    pub fn interrupt(&mut self) {
        self.drawing = None;
    }

    /// The picture in progress is there; nobody may want it any more.
    pub fn finish(&mut self) {
        let Some((at, frame)) = self.drawing.take() else { return };
        self.cells[at] = Some(Cell {
            frame,
            fresh: true,
            wanted: self.turns,
        });
        self.list();
    }

    /// The picture in progress could not be drawn.
    pub fn fail(&mut self, error: &RenderError) {
        log::warn!("a picture of the filmstrip could not be drawn: {error}");
        self.drawing = None;
        self.broken = true;
    }

    fn begin(&mut self, session: &Session, renderer: &mut Renderer, frame: f64) -> bool {
        let Some((sheet, _)) = &self.sheet else { return false };
        let Some(picture) = aids::film_picture(session, frame, sheet.cell_size()) else {
            return false;
        };
        let at = self.place_for(frame);
        if let Err(error) = renderer.begin_aside(picture, sheet, at) {
            // A lost device is noticed by whoever draws the main picture.
            self.fail(&error);
            return false;
        }
        self.drawing = Some((at, frame));
        true
    }

    /// The cell with an older picture of the frame, else a free cell, else the cell unused for longest.
    fn place_for(&self, frame: f64) -> usize {
        let cells = || self.cells.iter().enumerate();
        let older = cells().find(|(_, cell)| cell.is_some_and(|cell| cell.frame == frame));
        let place = older.or_else(|| cells().min_by_key(|(_, cell)| cell.map_or(0, |cell| cell.wanted)));
        place.map_or(0, |(at, _)| at)
    }

    fn list(&mut self) {
        let Some((sheet, texture)) = &self.sheet else { return };
        let there = self
            .cells
            .iter()
            .enumerate()
            .filter_map(|(at, cell)| Some((at, cell.as_ref()?)));
        self.shown = there
            .map(|(at, cell)| {
                let [left, top, right, bottom] = sheet.uv(at);
                FilmPicture {
                    frame: cell.frame,
                    texture: *texture,
                    uv: Rect::from_min_max(pos2(left, top), pos2(right, bottom)),
                }
            })
            .collect();
        self.shown.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    }
}
