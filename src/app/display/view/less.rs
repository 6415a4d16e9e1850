//! A picture of less than all, while the rest of a large model is on its way.
//!
//! Such pictures follow each other without being asked for, until one is whole ([`Growing`](crate::render::Growing)). A click is looked up
//! in the whole one.

use super::state::{Begun, View, Wanted};
use crate::picture::Picture;
use crate::render::{Less, NextPicture};
use crate::session::PartShown;
use std::time::Duration;

/// So long at most the view stands still for the rest of a large model while something moves.
const MOST_HELD: Duration = Duration::from_millis(200);

impl View {
    /// Part of `picture` that is to be drawn now. `None`: nothing yet; coarse forms are being made. `is_new`: it shows something else than
    /// the one before.
    pub(super) fn part_of(&mut self, picture: Picture, is_new: bool) -> Option<(Picture, Option<Less>)> {
        self.renderer.stop();
        // Whoever has stopped it and looks from elsewhere now sees that soon.
        if self.stays_less && is_new {
            self.growing.begin_again();
        }
        match self.growing.next(&self.renderer, picture, self.pace.limit()) {
            NextPicture::Whole(picture) => Some((picture, None)),
            NextPicture::Less(picture, less) => Some((picture, Some(less))),
            NextPicture::NotYet => {
                self.is_behind = true;
                None
            }
        }
    }

    /// Stops a picture for which meshes are still sent as soon as another one is wanted: a large model follows the camera and the clip with
    /// the meshes that are there. Sent meshes stay. The picture first gets about as much time as the picture of less took, so the rest
    /// of the model arrives during a drag, too.
    pub(super) fn give_way(&mut self, wanted: Wanted) {
        let has_had_its_time = |begun: &Begun| begun.at.elapsed() >= self.less_took.min(MOST_HELD);
        let gives_way = |begun: &Begun| begun.gives_way && begun.wanted != wanted && has_had_its_time(begun);
        if self.begun.as_ref().is_some_and(gives_way) && self.renderer.is_sending() {
            self.renderer.stop();
            self.begun = None;
            self.growing.begin_again();
            self.follows = true;
        }
    }

    /// Whether the picture on the screen is to be followed by one of more.
    pub(super) fn grows(&self) -> bool {
        self.less.is_some() && !self.stays_less
    }

    /// A question can only be answered when all is there, also where the user has stopped drawing.
    pub(super) fn wait_for_all(&mut self) {
        self.stays_less = false;
        self.is_behind |= self.begun.is_none();
    }

    /// How much of all work for the whole picture is done, 0…1.
    pub(super) fn progress_of_growing(&self) -> Option<f32> {
        let done = self.less?.share;
        let begun = self.begun.as_ref();
        let next = begun.and_then(|begun| begun.less).map_or(1.0, |less| less.share);
        let part = begun.and_then(|_| self.renderer.progress()).unwrap_or(0.0);
        Some(done + (next - done).max(0.0) * part)
    }

    /// Part that the picture on the screen shows, if that is not all.
    pub fn part_shown(&self) -> Option<PartShown> {
        self.less.map(|less| PartShown {
            meshes: less.meshes,
            of: less.of,
            coarse: less.coarse,
        })
    }
}
