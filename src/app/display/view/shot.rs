//! The view as a picture for a file.

use super::state::{Begun, Pixels, Shot, View};
use crate::app::display::gpu::SAMPLES;
use crate::app::display::quality::Fineness;
use crate::files::free_memory;
use crate::images::Image;
use crate::picture::Picture;
use crate::render::RenderError;
use crate::session::Session;
use std::time::Instant;

impl View {
    /// Begins the view as it is now, for a file; it is among the news of [`Self::go_on`]. A picture in progress is dropped, another such
    /// one included.
    pub fn begin_shot(&mut self, session: &Session) {
        self.stop(session);
        self.shot = Some(Shot::Wanted);
    }

    pub(super) fn draw_shot(&mut self, session: &Session) -> Result<(), RenderError> {
        let (at, wanted) = (Instant::now(), (session.revision(), session.view().viewport));
        self.interrupt_asides();
        self.shot = Some(Shot::Drawing);
        self.drawn = Some(wanted);
        let picture = self.picture_with_room(session)?;
        let is_opaque = picture.is_opaque();
        self.renderer.begin(picture)?;
        self.fineness = Fineness::FULL;
        self.begun = Some(Begun {
            wanted,
            fineness: Fineness::FULL,
            lacks_shadows: false,
            refines: false,
            is_opaque,
            less: None,
            gives_way: false,
            files: session.stage().files.iter().map(|file| file.key).collect(),
            at,
            interval: None,
            preparing: at.elapsed(),
        });
        Ok(())
    }

    /// The picture that a file is to have; refused, as `castview render` refuses it, where a software adapter has no room to draw it.
    fn picture_with_room(&self, session: &Session) -> Result<Picture, RenderError> {
        let picture = session.picture(session.view().viewport, SAMPLES);
        let is_software = self.renderer.context().is_software();
        if let Some(free) = is_software.then(free_memory).flatten() {
            self.renderer.check_room(&picture, free)?;
        }
        Ok(picture)
    }

    /// The picture for a file, if its texels are here.
    pub(super) fn take_shot(&mut self) -> Option<Result<Pixels, RenderError>> {
        let Some(Shot::Reading(size, reading)) = &self.shot else {
            return None;
        };
        let size = *size;
        let rgba = reading.take(self.renderer.context())?;
        self.shot = None;
        Some(rgba.map(|rgba| Pixels { size, rgba }))
    }

    /// The view as it is now, for a file, at once: for a program that ends. Waits for the GPU.
    pub fn shoot(&mut self, session: &Session) -> Result<Image, RenderError> {
        self.stop(session);
        self.drawn = None;
        let picture = self.picture_with_room(session)?;
        self.renderer.draw(&picture)?;
        self.renderer.read_pixels()
    }
}
