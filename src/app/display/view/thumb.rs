//! One small picture for a list, drawn beside the main one.

use super::state::{Pixels, Thumb, View};
use crate::picture::Picture;
use crate::render::{RenderError, Sheet};
use crate::session::Session;

impl View {
    /// Begins a small picture of `size` while nothing else is in progress; whether it did. While a clip plays, playing comes first: of two
    /// pictures the main one is shown, unless this one has waited for many turns.
    pub fn begin_thumbnail(
        &mut self,
        session: &Session,
        picture: &Picture,
        size: [u32; 2],
    ) -> Result<bool, RenderError> {
        let gives_way = std::mem::take(&mut self.gives_way);
        let is_behind = self.is_behind && !gives_way;
        let waits = self.begun.is_some() || self.question.is_some() || self.shot.is_some() || is_behind;
        let is_old = self.drawn.is_none_or(|(revision, _)| revision != session.revision());
        if waits || self.renderer.is_drawing() || self.is_busy() || is_old && !session.is_playing() {
            self.thumb_waits += u32::from(session.is_playing());
            return Ok(false);
        }
        self.thumb_waits = 0;
        let sheet = match &self.thumb_sheet {
            Some(sheet) if sheet.cell_size() == size => sheet.clone(),
            _ => {
                let sheet = Sheet::new(self.renderer.context(), size, 1, 1)?;
                self.thumb_sheet.insert(sheet).clone()
            }
        };
        self.renderer.begin_aside(picture.clone(), &sheet, 0)?;
        self.thumb = Thumb::Drawing;
        Ok(true)
    }

    /// The small picture begun last. `None`: on its way; `Some(None)`: to be begun again.
    #[expect(clippy::option_option, reason = "on its way, dropped, or there")]
    pub fn take_thumbnail(&mut self) -> Option<Option<Result<Pixels, RenderError>>> {
        match &self.thumb {
            Thumb::Idle | Thumb::Drawing => None,
            Thumb::Over(error) => {
                let error = error.clone();
                self.thumb = Thumb::Idle;
                Some(error.map(Err))
            }
            Thumb::Reading(size, reading) => {
                let size = *size;
                let rgba = reading.take(self.renderer.context())?;
                self.thumb = Thumb::Idle;
                Some(Some(rgba.map(|rgba| Pixels { size, rgba })))
            }
        }
    }

    /// The small picture in progress is drawn: its texels are asked for.
    pub(super) fn finish_thumbnail(&mut self) {
        let Some(sheet) = &self.thumb_sheet else { return };
        let reading = sheet.begin_reading(self.renderer.context());
        self.thumb = match reading {
            Ok(reading) => Thumb::Reading(sheet.cell_size(), reading),
            Err(error) => Thumb::Over(Some(error)),
        };
    }

    /// The renderer has dropped the picture in progress.
    pub(super) fn interrupt_asides(&mut self) {
        self.film.interrupt();
        if matches!(self.thumb, Thumb::Drawing) {
            self.thumb = Thumb::Over(None);
        }
    }

    /// Whether a small picture is on its way.
    pub fn has_thumbnail(&self) -> bool {
        !matches!(self.thumb, Thumb::Idle)
    }

    pub(super) fn draws_thumbnail(&self) -> bool {
        matches!(self.thumb, Thumb::Drawing)
    }
}
