//! The view as a picture for a file.

use super::state::{Begun, Pixels, Shot, View};
use crate::app::display::gpu::SAMPLES;
use crate::app::display::quality::Fineness;
use crate::files::free_memory;
use crate::images::Image;
use crate::picture::{Picture, SAMPLES_AT_REST};
use crate::render::{RenderError, Renderer};
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
        let (at, wanted) = (Instant::now(), (session.revision(), session.view().viewport()));
        self.interrupt_asides();
        self.drawn = Some(wanted);
        let picture = session.picture(wanted.1, SAMPLES);
        let is_opaque = picture.is_opaque();
        self.mean_of = self.mean_of(&picture);
        // Also if there is no room for it: who waits for it is told.
        self.shot = Some(Shot::Drawing(Box::new(picture.clone())));
        self.renderer.begin(with_room(&self.renderer, picture, free_memory)?)?;
        self.fineness = Fineness::FULL;
        self.begun = Some(Begun {
            wanted,
            fineness: Fineness::FULL,
            lacks_shadows: false,
            refines: false,
            is_opaque,
            less: None,
            shifted: (self.mean_of > 1).then_some(0),
            gives_way: false,
            files: session.stage().files().iter().map(|file| file.key).collect(),
            at,
            interval: None,
            preparing: at.elapsed(),
        });
        Ok(())
    }

    /// After one picture: the next of those that are averaged for a file, or the reading of their mean.
    pub(super) fn go_on_with_shot(&mut self, begun: Begun) -> Result<(), RenderError> {
        let Some(Shot::Drawing(picture)) = &self.shot else {
            return Ok(());
        };
        if begun.shifted.is_some() && self.averaged < self.mean_of {
            self.renderer.begin(picture.shifted(self.averaged, self.mean_of))?;
            self.begun = Some(Begun {
                shifted: Some(self.averaged),
                ..begun
            });
            return Ok(());
        }
        let (size, reading) = self.renderer.begin_reading()?;
        self.shot = Some(Shot::Reading(size, reading));
        Ok(())
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
        let picture = session.picture(session.view().viewport(), SAMPLES);
        let mut picture = with_room(&self.renderer, picture, free_memory)?;
        if self.renderer.context().abilities().multisampling {
            picture.samples = SAMPLES_AT_REST;
        }
        self.renderer.draw_averaged(&picture)?;
        self.renderer.read_pixels()
    }
}

/// The picture for a file. Refused, as by `castview render`, where a software adapter has no room to draw it. `free`: bytes that this program
/// may still take; in a container, the bytes left there at most.
fn with_room(
    renderer: &Renderer,
    picture: Picture,
    free: impl FnOnce() -> Option<u64>,
) -> Result<Picture, RenderError> {
    let is_software = renderer.context().is_software();
    match is_software.then(free).flatten() {
        Some(free) => renderer.check_room(&picture, free).map(|()| picture),
        None => Ok(picture),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_testkit::gpu;

    #[test]
    fn a_picture_for_a_file_is_refused_where_a_software_adapter_has_no_room() {
        let Some(context) = gpu::context() else { return };
        let renderer = Renderer::new(&context);
        let picture = || Picture {
            size: [2000, 1000],
            ..Session::default().picture([2000, 1000], SAMPLES)
        };
        let refused = |free: Option<u64>| with_room(&renderer, picture(), || free).err();
        let is_software = context.is_software();
        let told = refused(Some(1 << 20)).map(|error| error.to_string());
        assert_eq!(told.is_some(), is_software, "{told:?}");
        assert!(!is_software || told.is_some_and(|told| told.contains("of memory, and 0.0 GB are free")));
        assert_eq!(refused(Some(1 << 30)), None);
        assert_eq!(refused(None), None, "nobody knows how much is free");
    }
}
