//! The 3D view inside the window: when to draw it, and how egui finds it.
//!
//! In: the session after a turn. Out: a texture under a name that egui knows, drawn anew only when something that a
//! picture shows has changed. Never decides what is shown, and never waits for a picture: what the GPU has no time for in one turn goes
//! on between turns ([`View::go_on`]), one submission after the other, each begun when the one before it is done.

use super::gpu::SAMPLES;
use super::pace::Pace;
use super::quality::{Fineness, Quality};
use super::screen::Screen;
use crate::app::filmstrip::Filmstrip;
use crate::images::Image;
use crate::opened::FileKey;
use crate::picture::PlacedKey;
use crate::render::gpu::readback::{Reading, straight_alpha};
use crate::render::{Context, Drawn, Picked, PickedPart, RenderError, Renderer, Step, Work};
use crate::session::{Action, Notice, ProbeAction, Selected, SelectionAction, Session, Spot};
use crate::ui::{FilmPicture, Pick, Purpose};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A picture that takes longer than this is told of, and Esc stops it. As long as people wait without a thought of it: on a slow machine every
/// picture of a playing clip takes a third of a second, and there Esc is for the selection.
const SLOW: Duration = Duration::from_secs(1);

/// Where the adapter does not number triangles, all of a mesh are searched on the processor: while the pointer moves over a mesh of more,
/// nothing is said of it.
const MOST_HOVERED: usize = 200_000;

/// A turn waits for the GPU no longer than this.
const PATIENCE: Duration = Duration::from_millis(100);

/// Two changes within that time are a movement, and what has not changed for so long stands still.
pub const STILL: Duration = Duration::from_millis(200);

/// What a picture of something that moves may take. Where the processor draws, panels are painted in what is left of a thirtieth of a second;
/// elsewhere the time contains a wait for the screen.
const AIM_OF_SOFTWARE: Duration = Duration::from_millis(22);
const AIM: Duration = Duration::from_millis(40);

pub struct View {
    renderer: Renderer,
    pace: Pace,
    /// What the GPU is at.
    flight: Option<Flight>,
    /// The main picture in progress.
    begun: Option<Begun>,
    /// Something has changed while the GPU was at an earlier picture.
    is_behind: bool,
    /// Went wrong between turns.
    failed: Option<RenderError>,
    question: Option<Question>,
    /// Where the pointer is, to be asked when nothing else is to be done.
    hover: Option<Pick>,
    shot: Option<Shot>,
    film: Filmstrip,
    /// Pictures drawn by earlier renderers, before a device was lost.
    pictures_before: u64,
    texture: Option<egui::TextureId>,
    registered: Option<wgpu::TextureView>,
    /// Revision and size of the picture that is there, or was tried.
    drawn: Option<Wanted>,
    /// How fine that is.
    fineness: Fineness,
    /// How fine the one on the screen is.
    shown: Fineness,
    quality: Quality,
    motion: Motion,
    /// What the user has been told about the models on the stage, so that each is said once and not at every picture.
    told: BTreeSet<String>,
    told_about: Vec<PlacedKey>,
    /// Why the last picture could not be drawn.
    trouble: Option<String>,
    statistics: Vec<(&'static str, String)>,
}

/// Revision and size.
type Wanted = (u64, [u32; 2]);

/// Whether what is shown moves.
#[derive(Default)]
struct Motion {
    /// What was wanted last, and since when.
    wanted: Option<(Wanted, Instant)>,
    is_moving: bool,
}

impl Motion {
    /// `wanted` is what a picture would show now; `moves`: it is going to change by itself.
    fn follow(&mut self, wanted: Wanted, moves: bool, now: Instant) {
        let (before, since) = self.wanted.unzip();
        let was_lately = since.is_some_and(|since: Instant| now - since < STILL);
        let has_changed = before != Some(wanted);
        self.is_moving = moves || was_lately && (has_changed || self.is_moving);
        if has_changed {
            self.wanted = Some((wanted, now));
        }
    }
}

struct Begun {
    wanted: Wanted,
    fineness: Fineness,
    /// The same was there before, less fine.
    refines: bool,
    files: Vec<FileKey>,
    at: Instant,
    /// Spent on the CPU.
    preparing: Duration,
}

/// A submission that may not be done yet.
struct Flight {
    since: Instant,
    work: Work,
    is_done: Arc<AtomicBool>,
    /// It ends a picture of something that moves, which was begun then.
    ends: Option<(Fineness, Instant)>,
}

/// What a pixel shows, asked before it can be answered.
struct Question {
    pick: Pick,
    is_begun: bool,
    /// All that may be hit was submitted.
    is_drawn: bool,
}

/// A picture for a file, on its way.
enum Shot {
    /// Not begun, as something else is in progress.
    Wanted,
    /// It is the main picture in progress.
    Drawing,
    /// Of this size.
    Reading([u32; 2], Reading),
}

/// Texels of a picture, as they are shown: premultiplied alpha.
pub struct Pixels {
    size: [u32; 2],
    rgba: Vec<u8>,
}

impl Pixels {
    /// For a file. Takes a while for large pictures.
    pub fn into_image(self) -> Image {
        straight_alpha(self.size, self.rgba)
    }
}

/// What came of going on.
#[derive(Default)]
pub struct News {
    pub notices: Vec<Notice>,
    /// What a click does, or the pointer, once it is known what is there.
    pub answer: Option<Action>,
    /// A picture for a file, once it is there.
    pub shot: Option<Result<Pixels, RenderError>>,
    /// There is something new to show.
    pub is_new: bool,
}

impl Question {
    fn new(pick: Pick) -> Self {
        Self {
            pick,
            is_begun: false,
            is_drawn: false,
        }
    }
}

/// Whether it would take too long to find a triangle of it at each move of the pointer.
fn is_large(session: &Session, picked: &Picked) -> bool {
    let PickedPart::Mesh(mesh) = picked.what else {
        return false;
    };
    let placed = session.stage().placed(picked.key);
    let mesh = placed.and_then(|placed| placed.model().meshes.get(mesh.get()));
    mesh.is_some_and(|mesh| mesh.triangle_count().max(mesh.vertex_count()) > MOST_HOVERED)
}

impl Flight {
    fn begin(context: &Context, since: Instant, work: Work) -> Self {
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
        let aim = match renderer.context().is_software() {
            true => AIM_OF_SOFTWARE,
            false => AIM,
        };
        Self {
            renderer,
            quality: Quality::new(aim),
            fineness: Fineness::FULL,
            shown: Fineness::FULL,
            motion: Motion::default(),
            pace: Pace::default(),
            flight: None,
            begun: None,
            is_behind: false,
            failed: None,
            question: None,
            hover: None,
            shot: None,
            film: Filmstrip::default(),
            pictures_before: 0,
            texture: None,
            registered: None,
            drawn: None,
            told: BTreeSet::new(),
            told_about: Vec::new(),
            trouble: None,
            statistics: Vec::new(),
        }
    }

    /// The same on another device, after `pictures` were drawn on earlier ones.
    pub fn after(renderer: Renderer, pictures: u64) -> Self {
        Self {
            pictures_before: pictures,
            ..Self::new(renderer)
        }
    }

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
        let files = || session.stage().files.iter().map(|file| file.key);
        // A picture for a file is one of what was there when it was asked for.
        let is_for_file = matches!(self.shot, Some(Shot::Drawing));
        if !is_for_file
            && self
                .begun
                .as_ref()
                .is_some_and(|begun| !files().eq(begun.files.iter().copied()))
        {
            self.renderer.stop();
            self.begun = None;
        }
        let wanted = (session.revision(), session.view().viewport);
        let now = Instant::now();
        self.motion.follow(wanted, session.is_moving(), now);
        if self.drawn.is_none_or(|(_, size)| size != wanted.1) {
            self.quality.forget();
        }
        let fineness = match self.motion.is_moving {
            true => self.quality.moving(),
            false => Fineness::FULL,
        };
        // What was only to be made finer does not hold up what has changed since.
        if self
            .begun
            .as_ref()
            .is_some_and(|begun| begun.refines && begun.wanted != wanted)
        {
            self.renderer.stop();
            self.begun = None;
        }
        let refines = self.drawn == Some(wanted);
        if refines && (self.motion.is_moving || self.fineness == fineness) || self.begun.is_some() {
            return Ok(News::default());
        }
        // Small pictures are begun seldom while a clip plays, so one of them may be finished.
        let film_first = session.is_playing() && self.film.is_drawing();
        let shot_first = matches!(self.shot, Some(Shot::Wanted));
        if self.is_busy() || self.question.is_some() || film_first || shot_first {
            self.is_behind = true;
            return Ok(News::default());
        }
        // Also after an error: the next try is made when something has changed.
        (self.drawn, self.fineness) = (Some(wanted), fineness);
        let at = Instant::now();
        self.film.interrupt();
        let picture = session.picture(wanted.1, fineness.samples).scaled(fineness.scale);
        if let Err(error) = self.renderer.begin(picture) {
            return self.fail(error);
        }
        self.begun = Some(Begun {
            wanted,
            fineness,
            refines,
            files: files().collect(),
            at,
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
        if !self.renderer.is_drawing() {
            self.ask_hover();
            if self.question.is_some() {
                return self.answer(session);
            }
            if !matches!(self.shot, Some(Shot::Wanted)) {
                return Ok(News::default());
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
            let is_usual = begun.fineness == self.shown && self.motion.is_moving;
            flight.ends = (drawn.is_some() && is_usual).then_some((begun.fineness, begun.at));
        }
        self.flight = Some(flight);
        let Some(drawn) = drawn else { return Ok(News::default()) };
        let mut news = News {
            is_new: true,
            ..News::default()
        };
        match self.begun.take() {
            Some(begun) => {
                self.trouble = None;
                self.shown = begun.fineness;
                self.describe(&begun, drawn.samples);
                self.register(screen);
                news.notices = self.notices(session, &drawn);
                if matches!(self.shot, Some(Shot::Drawing)) {
                    match self.renderer.begin_reading() {
                        Ok((size, reading)) => self.shot = Some(Shot::Reading(size, reading)),
                        Err(error) => return self.fail(error),
                    }
                }
            }
            None => self.film.finish(),
        }
        Ok(news)
    }

    /// Looks whether the GPU is still at what it was given, and learns from how long it took.
    pub fn is_busy(&mut self) -> bool {
        let Some(flight) = &self.flight else { return false };
        let context = self.renderer.context();
        // A loss is told by whoever goes on.
        context.poll();
        if !flight.is_done.load(Ordering::Acquire) && context.lost().is_none() {
            return true;
        }
        self.pace.learn(&flight.work, flight.since.elapsed());
        if let Some((fineness, begun)) = flight.ends {
            self.quality.learn(fineness, begun.elapsed());
        }
        self.flight = None;
        false
    }

    /// Whether there is more to do between turns.
    pub fn is_at_work(&mut self) -> bool {
        let asks = self.question.is_some() || self.hover.is_some() && !self.is_behind;
        self.is_busy() || self.renderer.is_drawing() || asks || self.shot.is_some()
    }

    /// Takes up the question about the pointer if there is no other, and no picture is waited for.
    fn ask_hover(&mut self) {
        if self.question.is_none() && !self.is_behind {
            self.question = self.hover.take().map(Question::new);
        }
    }

    /// Whether a turn should wait a moment, as the screen is painted by the same GPU.
    pub fn holds_turns(&mut self) -> bool {
        self.is_busy()
            && self
                .flight
                .as_ref()
                .is_some_and(|flight| flight.since.elapsed() < PATIENCE)
    }

    /// Whether what is on the screen is to be drawn finer once it stands still for [`STILL`].
    pub fn is_coarse(&self) -> bool {
        self.fineness != Fineness::FULL
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
        self.begun.as_ref().filter(|begun| begun.at.elapsed() > SLOW)?;
        self.renderer.progress()
    }

    /// Drops the picture in progress, and the one for a file. The next one is begun when something has changed.
    pub fn stop(&mut self, session: &Session) {
        self.shot = None;
        self.renderer.stop();
        self.film.interrupt();
        self.begun = None;
        self.is_behind = false;
        self.drawn = Some((session.revision(), session.view().viewport));
    }

    fn fail(&mut self, error: RenderError) -> Result<News, RenderError> {
        let was_main = self.begun.take().is_some() || !self.film.is_drawing();
        if error.is_device_lost() {
            return Err(error);
        }
        let was_shot = was_main && !matches!(self.shot, None | Some(Shot::Wanted));
        let shot = was_shot.then(|| {
            self.shot = None;
            Err(error.clone())
        });
        if was_main {
            self.trouble = Some(error.to_string());
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
        if !self.film.step(session, &mut self.renderer, screen, wanted) {
            return Ok(false);
        }
        Ok(self.go_on(session, screen)?.is_new)
    }

    /// Why there is no picture, if there is none.
    pub fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// What the statistics overlay says about drawing, as (what, value).
    pub fn statistics(&self) -> &[(&'static str, String)] {
        &self.statistics
    }

    fn describe(&mut self, begun: &Begun, samples: u32) {
        let counts = self.renderer.counts();
        let [width, height] = begun.wanted.1;
        let scale = match begun.fineness.scale {
            1.0 => String::new(),
            scale => format!(", drawn at {} %", scale * 100.0),
        };
        self.statistics = vec![
            ("picture", format!("{width} × {height}, {samples}×{scale}")),
            ("pictures drawn", self.pictures().to_string()),
            ("submissions", counts.submissions.to_string()),
            ("deform passes", counts.deform_dispatches.to_string()),
            (
                "prepared in",
                format!("{:.1} ms", begun.preparing.as_secs_f64() * 1000.0),
            ),
        ];
    }

    fn register(&mut self, screen: &mut Screen) {
        let Some(view) = self.renderer.color_view() else { return };
        if self.registered.as_ref() == Some(view) {
            return;
        }
        let device = &self.renderer.context().device;
        match self.texture {
            Some(texture) => screen.update(device, view, texture),
            None => self.texture = Some(screen.register(device, view)),
        }
        self.registered = Some(view.clone());
    }

    /// Each problem once, until other models stand on the stage.
    fn notices(&mut self, session: &Session, drawn: &Drawn) -> Vec<Notice> {
        let on_stage: Vec<PlacedKey> = session.stage().models.iter().map(|placed| placed.key).collect();
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
        new.map(Notice::warning).collect()
    }

    /// Asks what the pixel of the last picture shows: of what stands in many places, the one that was hit.
    /// The answer is among the news of [`Self::go_on`], at once where the GPU has little to do for it.
    pub fn ask(&mut self, session: &Session, pick: Pick) -> Result<News, RenderError> {
        match pick.purpose {
            Purpose::Hover => {
                self.hover = Some(pick);
                self.ask_hover();
            }
            _ => self.question = Some(Question::new(pick)),
        }
        if self.question.is_none() || self.is_busy() || self.renderer.is_drawing() {
            return Ok(News::default());
        }
        self.answer(session)
    }

    /// Goes on with the question, if there is one.
    fn answer(&mut self, session: &Session) -> Result<News, RenderError> {
        let Some(question) = &mut self.question else {
            return Ok(News::default());
        };
        let began = Instant::now();
        let Pick { pixel, purpose } = question.pick;
        let [x, y] = self.shown.pixel(pixel);
        if !std::mem::replace(&mut question.is_begun, true) {
            match purpose {
                Purpose::Pin | Purpose::Hover => self.renderer.begin_pick_surface(x, y)?,
                Purpose::Select | Purpose::Add => self.renderer.begin_pick(x, y)?,
            }
        }
        if !question.is_drawn {
            let (work, is_done) = self.renderer.step_pick(self.pace.limit());
            question.is_drawn = is_done;
            if !is_done {
                self.flight = Some(Flight::begin(self.renderer.context(), began, work));
                return Ok(News::default());
            }
        }
        let Some(picked) = self.renderer.take_pick()? else {
            return Ok(News::default());
        };
        self.question = None;
        let spot = |picked: Option<Picked>| picked.and_then(|picked| self.spot(picked, [x, y]));
        let of_surface = match purpose {
            Purpose::Pin => Some(spot(picked).map(ProbeAction::Pin)),
            Purpose::Hover => {
                let is_found = |picked: &Picked| picked.triangle.is_some() || !is_large(session, picked);
                Some(Some(ProbeAction::HoverSurface(spot(picked.filter(is_found)))))
            }
            Purpose::Select | Purpose::Add => None,
        };
        if let Some(action) = of_surface {
            return Ok(News {
                answer: action.map(Action::Probe),
                is_new: true,
                ..News::default()
            });
        }
        let adds = purpose == Purpose::Add;
        let part = |Picked { key, what, .. }: Picked| match what {
            PickedPart::Bone(bone) => Selected::Bone(key, bone),
            PickedPart::Mesh(mesh) => Selected::Mesh(key, mesh),
        };
        let selected = picked.map(|hit| session.instance_at(hit.key, hit.placement).unwrap_or_else(|| part(hit)));
        Ok(News {
            answer: match selected {
                // A click beside everything adds nothing, and keeps what is selected.
                Some(item) if adds => Some(SelectionAction::Toggle(item)),
                None if adds => None,
                selected => Some(SelectionAction::Select(selected)),
            }
            .map(Action::Selection),
            is_new: true,
            ..News::default()
        })
    }

    /// The point of a surface at a pixel.
    fn spot(&self, picked: Picked, [x, y]: [u32; 2]) -> Option<Spot> {
        let PickedPart::Mesh(mesh) = picked.what else {
            return None;
        };
        let point = self.renderer.surface_point(&picked, x, y)?;
        Some(Spot {
            model: picked.key,
            mesh,
            placement: picked.placement,
            triangle: point.triangle,
            corners: point.corners,
            shares: point.shares,
            vertex: point.nearest,
        })
    }

    /// Begins the view as it is now, for a file; it is among the news of [`Self::go_on`]. What is in progress is dropped, another such picture
    /// included.
    pub fn begin_shot(&mut self, session: &Session) {
        self.stop(session);
        self.shot = Some(Shot::Wanted);
    }

    fn draw_shot(&mut self, session: &Session) -> Result<(), RenderError> {
        let (at, wanted) = (Instant::now(), (session.revision(), session.view().viewport));
        self.film.interrupt();
        self.shot = Some(Shot::Drawing);
        self.drawn = Some(wanted);
        self.renderer.begin(session.picture(wanted.1, SAMPLES))?;
        self.fineness = Fineness::FULL;
        self.begun = Some(Begun {
            wanted,
            fineness: Fineness::FULL,
            refines: false,
            files: session.stage().files.iter().map(|file| file.key).collect(),
            at,
            preparing: at.elapsed(),
        });
        Ok(())
    }

    /// The picture for a file, if its texels are here.
    fn take_shot(&mut self) -> Option<Result<Pixels, RenderError>> {
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
        self.renderer.draw(&session.picture(session.view().viewport, SAMPLES))?;
        self.renderer.read_pixels()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
