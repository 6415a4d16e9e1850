//! State of the view: the picture in progress, the submission in flight, and open questions.

use super::statistics::Statistics;
use crate::app::display::pace::Pace;
use crate::app::display::quality::{Fineness, Quality};
use crate::app::filmstrip::Filmstrip;
use crate::images::Image;
use crate::opened::FileKey;
use crate::picture::{Picture, PlacedKey};
use crate::render::readback::{Reading, straight_alpha};
use crate::render::{Context, Growing, Less, RenderError, Renderer, Sheet, Work};
use crate::session::{Action, Notice};
use crate::ui::Pick;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Two changes within that time are a movement, and what has not changed for so long stands still.
pub const STILL: Duration = Duration::from_millis(200);

/// The longest time for one picture as a rule while something moves. The rest of a thirtieth of a second is for the panels and for pictures that
/// take longer.
const AIM: Duration = Duration::from_millis(24);
/// Where the adapter does not tell how long it was at a picture, the measured time contains a wait for the screen.
const AIM_OF_SEEN: Duration = Duration::from_millis(40);

/// A picture of something that has stood still for so long is averaged with shifted ones.
pub const REST: Duration = Duration::from_millis(500);

pub struct View {
    pub(super) renderer: Renderer,
    pub(super) pace: Pace,
    /// Submission that the GPU is at.
    pub(super) flight: Option<Flight>,
    /// The main picture in progress.
    pub(super) begun: Option<Begun>,
    /// Something has changed while the GPU was at an earlier picture.
    pub(super) is_behind: bool,
    /// Turns of a playing clip that a small picture for a list has waited.
    pub(super) thumb_waits: u32,
    /// In this turn that picture may begin before the main one.
    pub(super) gives_way: bool,
    /// Went wrong between turns.
    pub(super) failed: Option<RenderError>,
    pub(super) question: Option<Question>,
    /// Where the pointer is, to be asked when nothing else is to be done.
    pub(super) hover: Option<Pick>,
    pub(super) shot: Option<Shot>,
    pub(super) film: Filmstrip,
    pub(super) thumb: Thumb,
    pub(super) thumb_sheet: Option<Sheet>,
    /// Pictures drawn by earlier renderers, before a device was lost.
    pub(super) pictures_before: u64,
    pub(super) texture: Option<egui::TextureId>,
    pub(super) registered: Option<wgpu::TextureView>,
    /// The size of the viewport for which the picture on the screen was drawn.
    pub(super) drawn_for: Option<[u32; 2]>,
    /// Revision and size of the picture that is there, or was tried.
    pub(super) drawn: Option<Wanted>,
    /// How fine that is.
    pub(super) fineness: Fineness,
    /// How fine the one on the screen is.
    pub(super) shown: Fineness,
    /// How many pictures of one thing the one on the screen is the mean of; 0: it stands alone.
    pub(super) averaged: u32,
    /// How many it is to be the mean of once it has stood still for a while, or was drawn for a file; 1: it stands alone.
    pub(super) mean_of: u32,
    /// Whether it is seen through a lens that is open.
    pub(super) has_lens: bool,
    /// The files that it shows.
    pub(super) shown_files: Vec<FileKey>,
    /// It has no shadows, though they are wanted.
    pub(super) lacks_shadows: bool,
    /// Part that is drawn of a picture that would take long, until it is whole.
    pub(super) growing: Growing,
    /// Part that the picture on the screen has, if that is not all.
    pub(super) less: Option<Less>,
    /// How long the last picture of less took.
    pub(super) less_took: Duration,
    /// The next picture follows what has changed, so nothing else comes before it.
    pub(super) follows: bool,
    /// The rest is not to be drawn before something changes.
    pub(super) stays_less: bool,
    pub(super) quality: Quality,
    pub(super) motion: Motion,
    /// When the last picture of a movement that goes on was begun.
    pub(super) moved_at: Option<Instant>,
    /// Last drawn picture whose GPU time is still to come, if quality learns from it.
    pub(super) ended: Option<Ended>,
    /// Problems that the user has been told about the models on the stage, so that each is said once and not at every picture.
    pub(super) told: BTreeSet<String>,
    pub(super) told_about: Vec<PlacedKey>,
    /// Why the last picture could not be drawn.
    pub(super) trouble: Option<String>,
    pub(super) statistics: Statistics,
}

/// Revision and size.
pub(super) type Wanted = (u64, [u32; 2]);

/// Whether what is shown moves.
#[derive(Default)]
pub(super) struct Motion {
    /// Picture that was wanted last, and since when.
    pub(super) wanted: Option<(Wanted, Instant)>,
    pub(super) is_moving: bool,
}

impl Motion {
    /// `wanted` is what a picture would show now; `moves`: it is going to change by itself.
    pub(super) fn follow(&mut self, wanted: Wanted, moves: bool, now: Instant) {
        let (before, since) = self.wanted.unzip();
        let was_lately = since.is_some_and(|since: Instant| now - since < STILL);
        let has_changed = before != Some(wanted);
        self.is_moving = moves || was_lately && (has_changed || self.is_moving);
        if has_changed {
            self.wanted = Some((wanted, now));
        }
    }

    /// How fine the next picture is: what stands still is drawn at its finest. `is_first`: the window shows none yet, and the processor draws.
    pub(super) fn fineness(&self, quality: &Quality, is_first: bool) -> Fineness {
        match self.is_moving {
            _ if is_first => Fineness::FIRST,
            true => quality.moving(),
            false => Fineness::FULL,
        }
    }

    /// How long nothing has changed and nothing changes by itself.
    pub(super) fn rest(&self, now: Instant) -> Option<Duration> {
        let since = self.wanted.map(|(_, since)| since).filter(|_| !self.is_moving);
        since.map(|since| now.saturating_duration_since(since))
    }

    /// Whether a picture of what is wanted, this fine, need not be drawn again.
    pub(super) fn is_fine_enough(&self, drawn: Fineness) -> bool {
        self.is_moving || drawn == Fineness::FULL
    }
}

pub(super) struct Begun {
    pub(super) wanted: Wanted,
    pub(super) fineness: Fineness,
    /// It is drawn without shadows, though they are wanted.
    pub(super) lacks_shadows: bool,
    /// The same was there before, less fine.
    pub(super) refines: bool,
    /// It hides all that the window shows below it.
    pub(super) is_opaque: bool,
    /// Part that it has, if that is not all.
    pub(super) less: Option<Less>,
    /// Its number among those that are averaged; `None`: it stands alone.
    pub(super) shifted: Option<u32>,
    /// As long as meshes are sent for it, something else may be drawn first: the picture on the screen has less.
    pub(super) gives_way: bool,
    pub(super) files: Vec<FileKey>,
    pub(super) at: Instant,
    /// Since the picture before it was begun, in one movement.
    pub(super) interval: Option<Duration>,
    /// Spent on the CPU.
    pub(super) preparing: Duration,
}

/// A picture of something that moves, which is submitted as a whole.
#[derive(Clone, Copy)]
pub(super) struct Ended {
    pub(super) fineness: Fineness,
    /// When it was begun.
    pub(super) at: Instant,
    /// Since the picture before it was begun: the turn that it belongs to.
    pub(super) interval: Duration,
    /// Spent on the CPU.
    pub(super) preparing: Duration,
}

impl Begun {
    /// Whether it is given up for what is `wanted` now. A picture that only gets finer does not hold up changes.
    pub(super) fn is_interrupted(&self, wanted: Wanted) -> bool {
        self.refines && self.wanted != wanted
    }
}

/// A submission that may not be done yet.
pub(super) struct Flight {
    pub(super) since: Instant,
    pub(super) work: Work,
    pub(super) is_done: Arc<AtomicBool>,
    /// The picture that this work ends, where the adapter measures no GPU time.
    pub(super) ends: Option<Ended>,
}

/// Question what a pixel shows, asked before it can be answered.
pub(super) struct Question {
    pub(super) pick: Pick,
    pub(super) is_begun: bool,
    /// All that may be hit was submitted.
    pub(super) is_drawn: bool,
}

/// A picture for a file, on its way.
pub(super) enum Shot {
    /// Not begun, as something else is in progress.
    Wanted,
    /// It is the main picture in progress, or one of those that are averaged for it.
    Drawing(Box<Picture>),
    /// A picture of this size is being read back.
    Reading([u32; 2], Reading),
}

/// Where the small picture for a list is.
#[derive(Default)]
pub(super) enum Thumb {
    #[default]
    Idle,
    /// It is the picture in progress.
    Drawing,
    Reading([u32; 2], Reading),
    /// It was dropped for another picture, or could not be drawn.
    Over(Option<RenderError>),
}

/// Texels of a picture, as they are shown: premultiplied alpha.
pub struct Pixels {
    pub(super) size: [u32; 2],
    pub(super) rgba: Vec<u8>,
}

impl Pixels {
    /// For a file. Takes a while for large pictures.
    pub fn into_image(self) -> Image {
        straight_alpha(self.size, self.rgba)
    }
}

/// Results of going on.
#[derive(Default)]
pub struct News {
    pub notices: Vec<Notice>,
    /// Action of a click or of the pointer, once it is known what is there.
    pub answer: Option<Action>,
    /// A picture for a file, once it is there.
    pub shot: Option<Result<Pixels, RenderError>>,
    /// There is something new to show.
    pub is_new: bool,
}

impl Question {
    pub(super) fn new(pick: Pick) -> Self {
        Self {
            pick,
            is_begun: false,
            is_drawn: false,
        }
    }
}

impl Flight {
    pub(super) fn begin(context: &Context, since: Instant, work: Work) -> Self {
        let is_done = Arc::new(AtomicBool::new(false));
        let flag = is_done.clone();
        context
            .queue
            .on_submitted_work_done(move || flag.store(true, Ordering::Release));
        Self {
            since,
            work,
            is_done,
            ends: None,
        }
    }
}

impl View {
    pub fn new(renderer: Renderer) -> Self {
        let aim = match renderer.context().tells_times() {
            true => AIM,
            false => AIM_OF_SEEN,
        };
        Self {
            renderer,
            growing: Growing::default(),
            less: None,
            less_took: Duration::ZERO,
            follows: false,
            stays_less: false,
            quality: Quality::new(aim),
            fineness: Fineness::FULL,
            shown: Fineness::FULL,
            averaged: 0,
            mean_of: 1,
            has_lens: false,
            shown_files: Vec::new(),
            lacks_shadows: false,
            motion: Motion::default(),
            moved_at: None,
            ended: None,
            pace: Pace::default(),
            flight: None,
            begun: None,
            is_behind: false,
            thumb_waits: 0,
            gives_way: false,
            failed: None,
            question: None,
            hover: None,
            shot: None,
            film: Filmstrip::default(),
            thumb: Thumb::Idle,
            thumb_sheet: None,
            pictures_before: 0,
            texture: None,
            registered: None,
            drawn_for: None,
            drawn: None,
            told: BTreeSet::new(),
            told_about: Vec::new(),
            trouble: None,
            statistics: Statistics::default(),
        }
    }

    /// The same on another device, after `pictures` were drawn on earlier ones.
    pub fn after(renderer: Renderer, pictures: u64) -> Self {
        Self {
            pictures_before: pictures,
            ..Self::new(renderer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::display::quality::TurnTime;

    #[test]
    fn one_change_is_no_movement_and_a_row_of_them_is_until_it_ends() {
        let begin = Instant::now();
        let mut motion = Motion::default();
        for (millis, revision, plays, is_moving) in [
            (0, 1, false, false),
            (1000, 2, false, false),
            // The pointer drags.
            (1060, 3, false, true),
            (1120, 3, false, true),
            (1240, 4, false, true),
            (1441, 4, false, false),
            // A click a moment later.
            (1500, 5, false, false),
            (1600, 5, false, false),
            // A clip plays, at whatever rate.
            (2000, 6, true, true),
            (2500, 7, true, true),
            (2600, 7, false, true),
            (2701, 7, false, false),
        ] {
            let now = begin + Duration::from_millis(millis);
            motion.follow((revision, [8, 8]), plays, now);
            assert_eq!(motion.is_moving, is_moving, "{millis}");
        }
    }

    fn begun(revision: u64, refines: bool) -> Begun {
        Begun {
            wanted: (revision, [8, 8]),
            fineness: Fineness::FULL,
            lacks_shadows: false,
            refines,
            is_opaque: true,
            less: None,
            shifted: None,
            gives_way: false,
            files: Vec::new(),
            at: Instant::now(),
            interval: None,
            preparing: Duration::ZERO,
        }
    }

    /// A picture at its finest is begun once nothing has changed for a while. Whatever the user does meanwhile ends it.
    #[test]
    fn input_interrupts_the_picture_that_brings_fineness_back() {
        let mut quality = Quality::new(AIM);
        // Far too slow, so that nothing more is waited for.
        for _ in 0..2 {
            quality.learn(Fineness::FULL, TurnTime::new(AIM * 9, AIM * 10));
        }
        let coarse = quality.moving();
        assert!(coarse != Fineness::FULL);
        let (mut motion, start) = (Motion::default(), Instant::now());
        let at = |motion: &mut Motion, millis: u64, revision: u64| {
            motion.follow((revision, [8, 8]), false, start + Duration::from_millis(millis));
            motion.fineness(&quality, false)
        };
        // A drag, which ends.
        at(&mut motion, 0, 1);
        assert_eq!(at(&mut motion, 50, 2), coarse);
        assert!(motion.is_fine_enough(coarse), "while it moves");
        let still = STILL.as_millis() as u64;
        assert_eq!(at(&mut motion, 51 + still, 2), Fineness::FULL);
        assert!(!motion.is_fine_enough(coarse), "it is drawn again, finer");
        let finer = begun(2, true);
        assert!(!finer.is_interrupted((2, [8, 8])), "nothing has changed");
        assert!(finer.is_interrupted((3, [8, 8])), "another revision");
        assert!(finer.is_interrupted((2, [9, 8])), "another size");
        // The drag goes on: pictures are coarse again from its second change.
        at(&mut motion, 100 + still, 3);
        assert_eq!(at(&mut motion, 150 + still, 4), coarse);
    }

    #[test]
    fn the_first_picture_where_the_processor_draws_is_coarse_and_not_the_last() {
        let (mut motion, quality) = (Motion::default(), Quality::new(AIM));
        motion.follow((1, [8, 8]), false, Instant::now());
        let first = motion.fineness(&quality, true);
        assert_eq!((first.samples, first.shadows), (1, false));
        assert!(!motion.is_fine_enough(first), "it is drawn again");
        assert_eq!(motion.fineness(&quality, false), Fineness::FULL);
    }

    #[test]
    fn rest_begins_with_the_last_change_and_ends_with_the_next() {
        let (mut motion, start) = (Motion::default(), Instant::now());
        let at = |motion: &mut Motion, millis: u64, revision: u64, plays: bool| {
            let now = start + Duration::from_millis(millis);
            motion.follow((revision, [8, 8]), plays, now);
            motion.rest(now).map(|rest| rest.as_millis())
        };
        assert_eq!(at(&mut motion, 0, 1, false), Some(0));
        assert_eq!(at(&mut motion, 600, 1, false), Some(600));
        assert_eq!(at(&mut motion, 700, 2, false), Some(0));
        assert_eq!(at(&mut motion, 800, 3, true), None);
        assert_eq!(at(&mut motion, 900, 4, true), None);
    }

    /// Else a slow machine would show nothing of a drag.
    #[test]
    fn a_picture_of_what_was_not_there_before_is_finished() {
        assert!(!begun(2, false).is_interrupted((3, [8, 8])));
    }
}
