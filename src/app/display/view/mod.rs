//! The 3D view inside the window: when to draw it, and how egui finds it.
//!
//! In: the session after a turn. Out: a texture under a name that egui knows, drawn anew only when something that a
//! picture shows has changed. Never decides what is shown, and never waits for a picture: what the GPU has no time for in one turn goes
//! on between turns ([`View::go_on`]), one submission after the other, each begun when the one before it is done.

mod describe;
mod less;
mod picking;
mod resting;
mod shot;
mod state;
mod statistics;
mod thumb;

use super::pace;
use super::quality::{Fineness, TurnTime};
use super::screen::Screen;
use crate::picture::PlacedKey;
use crate::render::{Drawn, RenderError, Step, Timed};
use crate::session::composition;
use crate::session::{Notice, Problem, Session};
use crate::ui::FilmPicture;
use state::{Begun, Ended, Flight, Shot, Thumb};
pub use state::{News, Pixels, REST, STILL, View};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// A picture that takes longer than this is told of, and Esc stops it. As long as people wait without a thought of it: on a slow machine every
/// picture of a playing clip takes a third of a second, and there Esc is for the selection.
const SLOW: Duration = Duration::from_secs(1);

/// So many turns of a playing clip a small picture for a list waits at most.
const MOST_WAITS: u32 = 20;

impl View {
    /// Pictures drawn so far.
    pub fn pictures(&self) -> u64 {
        self.pictures_before + self.renderer.counts().pictures
    }

    /// How often somebody waited for the GPU.
    pub fn waits(&self) -> u64 {
        self.renderer.context().waits()
    }

    /// Submissions of all pictures since the device was opened.
    pub fn submissions(&self) -> u64 {
        self.renderer.counts().submissions
    }

    /// Under which egui shows the view; `None` before the first picture.
    pub fn texture(&self) -> Option<egui::TextureId> {
        self.texture
    }

    /// The size of the viewport that the picture on the screen was drawn for.
    pub fn drawn_for(&self) -> Option<[u32; 2]> {
        self.drawn_for
    }

    /// Begins a picture if what is there no longer holds, and none is in progress of the same files: what takes longer than a turn is
    /// shown before the next is begun. Returns what came of it.
    /// The only error is a lost device; whatever else goes wrong is a notice, or [`View::trouble`].
    pub fn update(&mut self, session: &Session, screen: &mut Screen) -> Result<News, RenderError> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        if let Some(reason) = self.renderer.context().lost() {
            return Err(RenderError::DeviceLost { reason });
        }
        let files = || session.stage().files().iter().map(|file| file.key);
        // A picture for a file is one of what was there when it was asked for.
        let is_for_file = matches!(self.shot, Some(Shot::Drawing(_)));
        if !is_for_file
            && self
                .begun
                .as_ref()
                .is_some_and(|begun| !files().eq(begun.files.iter().copied()))
        {
            self.renderer.stop();
            self.begun = None;
        }
        self.renderer.time(match session.preferences().window.stats {
            true => Timed::Passes,
            false => Timed::Pictures,
        });
        let wanted = (session.revision(), session.view().viewport());
        let now = Instant::now();
        self.motion.follow(wanted, composition::is_moving(session), now);
        if !self.motion.is_moving {
            self.moved_at = None;
        }
        if self.drawn.is_none_or(|(_, size)| size != wanted.1) {
            self.quality.forget();
        }
        let is_first = self.texture.is_none() && self.renderer.context().is_software();
        let fineness = self.motion.fineness(&self.quality, is_first);
        if self.begun.as_ref().is_some_and(|begun| begun.is_interrupted(wanted)) {
            self.renderer.stop();
            self.begun = None;
        }
        self.give_way(wanted);
        let refines = self.drawn == Some(wanted);
        let is_there = refines && !self.grows() && self.motion.is_fine_enough(self.fineness);
        if is_there && self.begun.is_none() && self.rests_for(session, now).is_some_and(|rest| rest >= REST) {
            return self.begin_shifted(session, screen, wanted);
        }
        if is_there || self.begun.is_some() {
            return Ok(News::default());
        }
        // Small pictures are begun seldom while a clip plays, so one of them may be finished.
        let film_first = session.is_playing() && (self.film.is_drawing() || self.draws_thumbnail());
        let shot_first = matches!(self.shot, Some(Shot::Wanted));
        let asks = self.question.is_some() && self.less.is_none();
        if self.is_busy() || asks || film_first || shot_first || self.growing.is_making() {
            self.is_behind = true;
            return Ok(News::default());
        }
        // A slow adapter is never idle while a clip plays: now and then a list gets its picture first.
        if session.is_playing() && self.thumb_waits >= MOST_WAITS {
            self.thumb_waits = 0;
            self.gives_way = true;
            return Ok(News::default());
        }
        let at = Instant::now();
        self.interrupt_asides();
        let whole = session.picture(wanted.1, fineness.samples);
        let (shadows, mean_of, has_lens) = (whole.shadows, self.mean_of(&whole), whole.open_lens().is_some());
        let picture = fineness.of(whole);
        let lacks_shadows = picture.shadows != shadows;
        let Some((picture, less)) = self.part_of(picture, !refines) else {
            return Ok(News::default());
        };
        let grows = self.grows();
        let gives_way = grows && !std::mem::take(&mut self.follows);
        // Also after an error: the next try is made when something has changed.
        (self.drawn, self.fineness, self.stays_less) = (Some(wanted), fineness, false);
        (self.mean_of, self.has_lens) = (mean_of, has_lens);
        let is_opaque = picture.is_opaque();
        if let Err(error) = self.renderer.begin(picture) {
            return self.fail(error);
        }
        self.take_picture_time();
        let before = std::mem::replace(&mut self.moved_at, self.motion.is_moving.then_some(at));
        self.begun = Some(Begun {
            wanted,
            fineness,
            lacks_shadows,
            // Meshes that are sent for a picture of more are not thrown away.
            refines: refines && less.is_none() && !grows,
            is_opaque,
            less,
            shifted: None,
            gives_way,
            files: files().collect(),
            at,
            interval: before.map(|before| at - before),
            preparing: at.elapsed(),
        });
        self.go_on(session, screen)
    }

    /// The next step of whatever is in progress, unless the GPU is still at the one before. Errors are those of [`Self::update`].
    pub fn go_on(&mut self, session: &Session, screen: &mut Screen) -> Result<News, RenderError> {
        if let Some(shot) = self.take_shot() {
            return match shot {
                Err(error) if error.is_device_lost() => Err(error),
                shot => Ok(News {
                    shot: Some(shot),
                    ..News::default()
                }),
            };
        }
        if self.is_busy() {
            return Ok(News::default());
        }
        let is_new = self.take_times();
        if !self.renderer.is_drawing() {
            self.ask_hover();
            if self.question.is_some() && self.less.is_none() {
                return self.answer(session);
            }
            if !matches!(self.shot, Some(Shot::Wanted)) {
                return Ok(News {
                    is_new,
                    ..News::default()
                });
            }
            if let Err(error) = self.draw_shot(session) {
                return self.fail(error);
            }
        }
        let began = Instant::now();
        let (work, drawn) = match self.renderer.step(self.pace.limit()) {
            Ok(Some(Step::Some(work))) => (work, None),
            Ok(Some(Step::Done(work, drawn))) => (work, Some(drawn)),
            Ok(Some(Step::Waits) | None) => return Ok(News::default()),
            Err(error) => return self.fail(error),
        };
        let mut flight = Flight::begin(self.renderer.context(), began, work);
        if let Some(begun) = &mut self.begun {
            begun.preparing += began.elapsed();
            // The first picture of a movement is of a kind that was not drawn for a while: it makes its textures.
            let is_usual = begun.fineness == self.shown && self.motion.is_moving && begun.less.is_none();
            let interval = begun.interval.filter(|_| drawn.is_some() && is_usual);
            let ended = interval.map(|interval| Ended {
                fineness: begun.fineness,
                at: begun.at,
                interval,
                preparing: begun.preparing,
            });
            match self.renderer.times_picture() {
                true if drawn.is_some() => self.ended = ended,
                true => {}
                false => flight.ends = ended,
            }
        }
        self.flight = Some(flight);
        let Some(drawn) = drawn else { return Ok(News::default()) };
        screen.has_picture();
        let mut news = News {
            is_new: true,
            ..News::default()
        };
        match self.begun.take() {
            Some(begun) => {
                self.trouble = None;
                self.shown_files.clone_from(&begun.files);
                (self.shown, self.lacks_shadows) = (begun.fineness, begun.lacks_shadows);
                self.drawn_for = Some(begun.wanted.1);
                self.less = begun.less;
                if self.less.is_some() {
                    self.less_took = begun.at.elapsed();
                }
                self.is_behind |= self.grows();
                if self.less.is_none() {
                    self.growing.finish();
                }
                self.averaged = 0;
                if let Some(index) = begun.shifted {
                    if let Err(error) = self.renderer.average(index) {
                        return self.fail(error);
                    }
                    self.averaged = index + 1;
                }
                self.describe(&begun, drawn.samples);
                self.register(screen, begun.is_opaque);
                news.notices = self.notices(session, &drawn);
                if let Err(error) = self.go_on_with_shot(begun) {
                    return self.fail(error);
                }
            }
            None if self.draws_thumbnail() => self.finish_thumbnail(),
            None => self.film.finish(),
        }
        Ok(news)
    }

    /// Looks whether the GPU is still at what it was given, and learns from how long it took.
    pub fn is_busy(&mut self) -> bool {
        self.take_picture_time();
        let Some(flight) = &self.flight else { return false };
        let context = self.renderer.context();
        // A loss is told by whoever goes on.
        context.poll();
        if !flight.is_done.load(Ordering::Acquire) && context.lost().is_none() {
            return true;
        }
        self.pace.learn(&flight.work, flight.since.elapsed());
        if let Some(ended) = flight.ends {
            self.quality
                .learn(ended.fineness, TurnTime::new(ended.at.elapsed(), ended.interval));
        }
        self.flight = None;
        false
    }

    /// Learns from the GPU's own time of a picture, without the wait for the screen and without panels painted meanwhile. Adapters that
    /// measure no time leave only the moment at which a picture is seen to be done, a little late ([`Flight::ends`]).
    fn take_picture_time(&mut self) {
        let awaited = self.renderer.awaits_times();
        let gpu = self.renderer.take_picture_time();
        if awaited && !self.renderer.awaits_times() {
            self.statistics.has_come = true;
            self.compose();
        }
        if let Some(gpu) = gpu
            && let Some(ended) = self.ended.take()
        {
            self.quality
                .learn(ended.fineness, TurnTime::new(ended.preparing + gpu, ended.interval));
        }
    }

    /// Whether there is more to do between turns.
    pub fn is_at_work(&mut self) -> bool {
        let asks = self.question.is_some() || self.hover.is_some() && !self.is_behind;
        let asks = asks && self.less.is_none();
        let reads = matches!(self.thumb, Thumb::Reading(..) | Thumb::Over(_));
        self.is_busy()
            || self.renderer.is_drawing()
            || asks
            || self.shot.is_some()
            || reads
            || self.growing.is_making()
            || self.renderer.awaits_times()
    }

    /// Whether a turn should wait a moment, as the screen is painted by the same GPU: no longer than a step of a picture is meant to take.
    pub fn holds_turns(&mut self) -> bool {
        self.is_busy()
            && self
                .flight
                .as_ref()
                .is_some_and(|flight| flight.since.elapsed() < pace::AIM)
    }

    /// Whether to look again once nothing has changed for [`STILL`]: a movement is over then, after which pictures get finer. Two changes in
    /// one moment are a movement, too, and nothing else may come after them.
    pub fn awaits_stillness(&self) -> bool {
        self.motion.is_moving || self.fineness != Fineness::FULL
    }

    /// Whether the first picture of files is in progress of which the screen shows none.
    pub fn awaits_first(&self) -> bool {
        let is_new = |begun: &Begun| !begun.files.iter().any(|file| self.shown_files.contains(file));
        self.begun
            .as_ref()
            .is_some_and(|begun| !begun.files.is_empty() && is_new(begun))
    }

    /// Whether the screen shows files of which none is open any more, while others are.
    pub fn is_former(&self, session: &Session) -> bool {
        let files = session.stage().files();
        let is_any_shown = files.iter().any(|file| self.shown_files.contains(&file.key));
        !self.shown_files.is_empty() && !session.stage().is_empty() && !is_any_shown
    }

    /// Whether a turn was left without a picture that can be begun now.
    pub fn takes_up(&mut self) -> bool {
        !self.is_at_work() && std::mem::take(&mut self.is_behind)
    }

    /// Keeps an error for the next turn.
    pub fn put_off(&mut self, error: RenderError) {
        self.failed = Some(error);
    }

    /// How much of a picture is there that takes its time, 0…1.
    pub fn progress(&self) -> Option<f32> {
        if self.grows() {
            return self.progress_of_growing();
        }
        self.begun.as_ref().filter(|begun| begun.at.elapsed() > SLOW)?;
        self.renderer.progress()
    }

    /// Drops the picture in progress, and the one for a file. The next one is begun when something has changed.
    pub fn stop(&mut self, session: &Session) {
        self.shot = None;
        self.renderer.stop();
        self.interrupt_asides();
        self.begun = None;
        self.is_behind = false;
        self.stays_less = true;
        self.drawn = Some((session.revision(), session.view().viewport()));
    }

    fn fail(&mut self, error: RenderError) -> Result<News, RenderError> {
        let was_thumb = self.draws_thumbnail();
        let was_main = self.begun.take().is_some() || !(self.film.is_drawing() || was_thumb);
        if error.is_device_lost() {
            return Err(error);
        }
        let was_shot = was_main && !matches!(self.shot, None | Some(Shot::Wanted));
        let shot = was_shot.then(|| {
            self.shot = None;
            Err(error.clone())
        });
        if was_main {
            self.stays_less = true;
            self.trouble = Some(error.to_string());
        } else if was_thumb {
            self.thumb = Thumb::Over(Some(error));
        } else {
            self.film.fail(&error);
        }
        Ok(News {
            shot,
            is_new: true,
            ..News::default()
        })
    }

    /// The small pictures above the ruler that are there.
    pub fn film(&self) -> &[FilmPicture] {
        self.film.pictures()
    }

    /// How many of them were drawn.
    pub fn film_drawn(&self) -> u64 {
        self.renderer.counts().asides
    }

    /// Begins at most one of the `wanted` small pictures, while nothing else is in progress; whether there is one more already, so that
    /// the panels can show it.
    pub fn update_film(&mut self, session: &Session, screen: &mut Screen, wanted: &[f64]) -> Result<bool, RenderError> {
        if self.begun.is_some() || self.question.is_some() || self.shot.is_some() || self.is_behind {
            return Ok(false);
        }
        if self.draws_thumbnail() || !self.film.step(session, &mut self.renderer, screen, wanted) {
            return Ok(false);
        }
        Ok(self.go_on(session, screen)?.is_new)
    }

    /// Why there is no picture, if there is none.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The lines of the statistics about drawing, as (name, value).
    pub fn statistics(&self) -> &[(&'static str, String)] {
        &self.statistics.lines
    }

    fn register(&mut self, screen: &mut Screen, is_opaque: bool) {
        let Some(view) = self.renderer.color_view() else { return };
        let device = &self.renderer.context().device;
        if self.registered.as_ref() != Some(view) {
            match self.texture {
                Some(texture) => screen.update(device, view, texture),
                None => self.texture = Some(screen.register(device, view)),
            }
            self.registered = Some(view.clone());
        }
        if let Some(texture) = self.texture {
            screen.set_opaque(device, texture, is_opaque.then_some(view));
        }
    }

    /// Each problem once, until other models stand on the stage.
    fn notices(&mut self, session: &Session, drawn: &Drawn) -> Vec<Notice> {
        let on_stage: Vec<PlacedKey> = session.stage().models().iter().map(|placed| placed.key).collect();
        if on_stage != self.told_about {
            self.told.clear();
            self.quality.forget();
            self.told_about = on_stage;
        }
        let new = drawn
            .problems
            .iter()
            .map(ToString::to_string)
            .filter(|problem| self.told.insert(problem.clone()));
        let new: Vec<String> = new.collect();
        let about = |text| Notice::warning(text).about(Problem::NotDrawn(self.told_about.clone()));
        new.into_iter().map(about).collect()
    }
}
