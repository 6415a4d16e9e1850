//! Pictures of what stands still: after a while they are averaged with shifted ones, until every pixel has sixteen samples, or
//! until it was seen from all points of a lens that is open.

use super::state::{Begun, News, REST, View, Wanted};
use crate::app::display::gpu::SAMPLES;
use crate::app::display::quality::Fineness;
use crate::app::display::screen::Screen;
use crate::picture::{Picture, SAMPLES_AT_REST};
use crate::render::RenderError;
use crate::session::Session;
use std::time::{Duration, Instant};

/// After so long it is looked again whether another picture can be begun.
const SOON: Duration = Duration::from_millis(100);

impl View {
    /// When the picture on the screen is to be averaged with the next one; `None`: it is fine enough, or something else comes first.
    pub fn rests_in(&mut self, session: &Session) -> Option<Duration> {
        if !self.gets_finer(session) {
            return None;
        }
        let rest = REST.saturating_sub(self.motion.rest(Instant::now())?);
        // Something that is in progress may end between turns.
        Some(if self.is_at_work() { rest.max(SOON) } else { rest })
    }

    /// Whether the picture on the screen is not yet as fine as it gets while nothing changes.
    pub fn gets_finer(&self, session: &Session) -> bool {
        let is_current = self.drawn == Some((session.revision(), session.view().viewport()));
        let is_whole = self.less.is_none() && !self.stays_less && self.trouble.is_none();
        let is_fine = self.shown == Fineness::FULL && !self.lacks_shadows && self.texture.is_some();
        let is_alone = self.averaged < self.mean_of && !self.motion.is_moving && !session.stage().is_empty();
        is_current && is_whole && is_fine && is_alone
    }

    /// How many pictures one that shows `picture` is the mean of, once there is time for them. One sample a pixel is what slow adapters draw,
    /// and there each picture takes long: only a lens is worth it.
    pub(super) fn mean_of(&self, picture: &Picture) -> u32 {
        let abilities = self.renderer.context().abilities();
        match abilities.multisampling || picture.open_lens().is_some() {
            true => picture.count_for(SAMPLES_AT_REST, SAMPLES),
            false => 1,
        }
    }

    /// How long the picture on the screen has stood still, if it can be averaged with others now.
    pub(super) fn rests_for(&mut self, session: &Session, now: Instant) -> Option<Duration> {
        match self.gets_finer(session) && !self.is_at_work() {
            true => self.motion.rest(now),
            false => None,
        }
    }

    /// Begins the next of the pictures that are averaged. The first is the one on the screen.
    pub(super) fn begin_shifted(
        &mut self,
        session: &Session,
        screen: &mut Screen,
        wanted: Wanted,
    ) -> Result<News, RenderError> {
        let at = Instant::now();
        self.interrupt_asides();
        if self.averaged == 0 {
            if let Err(error) = self.renderer.average(0) {
                return self.fail(error);
            }
            self.averaged = 1;
        }
        let picture = session.picture(wanted.1, SAMPLES);
        self.mean_of = self.mean_of(&picture);
        let picture = picture.shifted(self.averaged, self.mean_of);
        let is_opaque = picture.is_opaque();
        if let Err(error) = self.renderer.begin(picture) {
            return self.fail(error);
        }
        self.begun = Some(Begun {
            wanted,
            fineness: Fineness::FULL,
            lacks_shadows: false,
            refines: true,
            is_opaque,
            less: None,
            shifted: Some(self.averaged),
            gives_way: false,
            files: session.stage().files().iter().map(|file| file.key).collect(),
            at,
            interval: None,
            preparing: at.elapsed(),
        });
        self.go_on(session, screen)
    }
}
