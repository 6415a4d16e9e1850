//! One turn of the window, in the order the room's list gives.

use super::arrivals::message_of;
use super::failure::Failure;
use super::state::App;
use super::trace;
use crate::app::display::screen::Painted;
use crate::app::display::view::{News, STILL, View};
use crate::app::display::window::{Graphics, give_up};
use crate::core::guard;
use crate::files::path_of;
use crate::session::composition;
use crate::session::stage;
use crate::session::{Message, Notice};
use crate::ui::{self, AppInfo, Awaited, Keyboard, Pick, Purpose, ThumbnailOf};
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;

/// How often it is told how far a picture is that takes its time.
pub(super) const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// Results that the panels left behind in one turn.
#[derive(Default)]
struct Shown {
    output: egui::FullOutput,
    /// A pixel of the 3D view that was clicked or is pointed at.
    pick: Option<Pick>,
    /// Frames of which small pictures are wanted.
    film: Vec<f64>,
    /// Files and clips of which lists want small pictures.
    thumbnails: Vec<ThumbnailOf>,
}

impl App {
    /// Takes in all that arrived since the last turn.
    pub(super) fn take_in(&mut self, event_loop: &ActiveEventLoop) {
        self.take_drops();
        let arrivals = self.loader.results();
        let has_news = !arrivals.is_empty();
        for arrival in arrivals {
            let message = message_of(arrival);
            // A file that is gone by now stays as it is.
            let fails = self.is_placing && matches!(message, Message::LoadFailed { .. });
            let opens = fails || matches!(message, Message::Loaded { .. });
            self.receive(message);
            if opens {
                self.begin_view();
            }
        }
        // Files also come and go without the loader: some are closed, and others brought back.
        let files = self.session.stage().files().iter().map(|file| file.key);
        let are_others = !files.clone().eq(self.watched.iter().copied());
        if has_news || are_others {
            self.watched = files.collect();
            let places = stage::watched(&self.session);
            self.watch.set(places.iter().map(|place| path_of(place)).collect());
        }
        self.carry_out(event_loop);
    }

    /// Everything from the clock to the screen.
    pub(super) fn turn(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Failure> {
        // The loop hands out what it had before it ends.
        if self.failure.is_some() {
            return Ok(());
        }
        self.began = Instant::now();
        self.advance();
        self.has_turned = true;
        let progress = self.view.as_ref().and_then(View::progress);
        if progress != self.session.view().drawing() {
            self.session.receive(Message::Drawing(progress));
        }
        let part = self.view.as_ref().and_then(View::part_shown);
        if part != self.session.view().part_shown() {
            self.session.receive(Message::PartShown(part));
        }
        // A first picture that is there in one step is seen in the paint that names its files; until a longer one is there, panels leave the
        // view empty (`View::is_former`).
        if self.view.as_ref().is_some_and(|view| view.is_former(&self.session)) {
            self.draw(None);
        }
        let shown = self.show();
        let shown_at = Instant::now();
        let pick = self.image_pick.take().or(shown.pick);
        self.draw(pick);
        self.draw_film(&shown.film);
        self.on_thumbnail();
        self.make_thumbnails(&shown.thumbnails);
        self.counts.took = [shown_at - self.began, shown_at.elapsed(), Duration::ZERO];
        self.present(event_loop, shown.output)?;
        self.carry_out(event_loop);
        self.end_measuring();
        self.prefetch();
        self.keep_markers();
        self.keep_up_axes();
        self.keep_relinks();
        self.keep_consents();
        self.note_resume();
        self.keep_recent_in_time();
        self.keep_preferences();
        for sentence in self.store.take_told() {
            self.receive(Message::Told(Notice::warning(sentence)));
        }
        Ok(())
    }

    fn advance(&mut self) {
        if composition::is_moving(&self.session) {
            let step = self.clock.tick(self.began);
            self.session.advance(step);
        } else {
            self.clock.stop();
        }
    }

    /// Runs the panels and applies what they ask for. If that moved time they run once more, so that no number on the
    /// screen is older than the picture beside it.
    fn show(&mut self) -> Shown {
        let (Some(window), Some(view)) = (&mut self.window, &self.view) else {
            return Shown::default();
        };
        let keyboard = match self.asked {
            true => Keyboard {
                typing: false,
                awaited: Awaited::Answer,
            },
            false => self.panels.keyboard(&self.session),
        };
        let input = window.take_input(keyboard);
        let app = AppInfo {
            viewport: view.texture(),
            viewport_pixels: view.drawn_for(),
            viewport_is_former: view.is_former(&self.session),
            adapter: window.context().map_or("", |context| context.adapter_name()),
            adapter_lacks: window
                .graphics
                .as_ref()
                .map_or(&[][..], |graphics| graphics.gpu.lacks()),
            passed_adapters: window
                .graphics
                .as_ref()
                .map_or(&[][..], |graphics| graphics.gpu.passed()),
            adapters: window
                .graphics
                .as_ref()
                .map_or(&[][..], |graphics| graphics.gpu.listed()),
            chosen_adapter: self.settings.gpu.as_deref(),
            trouble: view.trouble(),
            stats: view.statistics(),
            film: view.film(),
            thumbnails: Some(self.thumbnails.shown()),
            coarse: view.coarse(),
        };
        let (session, panels, effects) = (&mut self.session, &mut self.panels, &mut self.effects);
        let (view_rect, texture_rows, bone_rows) = (&mut self.view_rect, &mut self.texture_rows, &mut self.bone_rows);
        let (mut pick, mut acted, mut film, mut thumbnails) = (None, false, Vec::new(), Vec::new());
        let output = self.egui.run_ui(input, |ui| {
            let frame = session.frame();
            let output = ui::show(ui, session, panels, &app);
            // A click of the first pass is not forgotten for where the pointer is in the second.
            let clicked = pick.filter(|pick: &Pick| pick.purpose != Purpose::Hover);
            pick = clicked.or(output.pick).or(pick);
            film = output.film;
            thumbnails = output.thumbnails;
            *view_rect = output.viewport;
            *texture_rows = output.textures;
            *bone_rows = output.bones;
            acted |= !output.actions.is_empty();
            for action in output.actions {
                effects.extend(session.apply(action));
            }
            if session.frame() != frame {
                ui.ctx().request_discard("the playhead moved");
            }
            // New widgets get their style in the second pass. The first is not painted: painting most of the window takes longer than a
            // pass, and the first picture of the view waits for the processor.
            if ui.ctx().cumulative_pass_nr() == 0 {
                ui.ctx().request_discard("all widgets are new");
            }
        });
        if acted {
            window.wish(Duration::ZERO);
        }
        Shown {
            output,
            pick,
            film,
            thumbnails,
        }
    }

    /// Brings the picture of the 3D view up to date. A device that is lost meanwhile is found so when the window is painted.
    fn draw(&mut self, pick: Option<Pick>) {
        let (Some(window), Some(view)) = (&mut self.window, &mut self.view) else {
            return;
        };
        let Some(Graphics { gpu, screen }) = &mut window.graphics else {
            return;
        };
        let (session, effects) = (&mut self.session, &mut self.effects);
        let had_texture = view.texture().is_some();
        let drawn = guard(|| {
            // A clicked pixel belongs to the picture that was on the screen, so it is looked up before the next is drawn.
            let news = pick.map(|pick| view.ask(session, pick)).transpose()?;
            if let Some(answer) = news.and_then(|news| news.answer) {
                effects.extend(session.apply(answer));
            }
            view.update(session, screen)
        });
        let has_news = pick.is_some() || view.texture().is_some() != had_texture;
        let news = match drawn {
            Ok(Ok(news)) => news,
            Ok(Err(lost)) if lost.is_device_lost() => News::default(),
            Ok(Err(error)) => News {
                notices: vec![Notice::error(error.to_string())],
                ..News::default()
            },
            Err(panic) => {
                give_up(gpu.context(), &panic);
                News::default()
            }
        };
        if has_news {
            window.wish(Duration::ZERO);
        }
        if view.awaits_stillness() {
            window.wish(STILL);
        }
        if let Some(rest) = view.rests_in(session) {
            window.wish(rest);
        }
        self.tell(news);
    }

    /// Passes on the results of drawing.
    fn tell(&mut self, news: News) {
        if let Some(answer) = news.answer {
            self.act(answer);
        }
        if let Some(shot) = news.shot {
            self.on_shot(shot);
        }
        for notice in news.notices {
            self.receive(Message::Told(notice));
        }
    }

    /// Between turns: one step more of what takes longer than a turn.
    pub(super) fn go_on_drawing(&mut self) {
        self.on_thumbnail();
        let (Some(window), Some(view)) = (&mut self.window, &mut self.view) else {
            return;
        };
        if view.takes_up() {
            window.wish(Duration::ZERO);
        }
        if view.is_busy() || !view.is_at_work() {
            return;
        }
        self.has_turned = false;
        let Some(Graphics { gpu, screen }) = &mut window.graphics else {
            return;
        };
        match guard(|| view.go_on(&self.session, screen)) {
            Ok(Ok(news)) => {
                if news.is_new {
                    window.wish(Duration::ZERO);
                } else {
                    window.wish(PROGRESS_EVERY);
                }
                self.tell(news);
            }
            Ok(Err(error)) => {
                view.put_off(error);
                window.wish(Duration::ZERO);
            }
            Err(panic) => {
                give_up(gpu.context(), &panic);
                window.wish(Duration::ZERO);
            }
        }
    }

    /// One small picture more, if one is wanted; another turn shows it and asks for the next.
    fn draw_film(&mut self, wanted: &[f64]) {
        let (Some(window), Some(view)) = (&mut self.window, &mut self.view) else {
            return;
        };
        let Some(Graphics { gpu, screen }) = &mut window.graphics else {
            return;
        };
        if gpu.context().lost().is_some() {
            return;
        }
        match guard(|| view.update_film(&self.session, screen, wanted)) {
            Ok(Ok(true)) => window.wish(Duration::ZERO),
            Ok(Ok(false)) => {}
            Ok(Err(error)) => view.put_off(error),
            Err(panic) => give_up(gpu.context(), &panic),
        }
    }

    fn present(&mut self, event_loop: &ActiveEventLoop, output: egui::FullOutput) -> Result<(), Failure> {
        let Some(window) = &mut self.window else { return Ok(()) };
        window.set_title(&ui::title(&self.session));
        let (update, scale) = (output.platform_output.accesskit_update.clone(), output.pixels_per_point);
        let began = Instant::now();
        let painted = window.paint(output)?;
        self.counts.took[2] = began.elapsed();
        match painted {
            Painted::Shown => {
                self.counts.presented += 1;
                self.hold.told();
                self.end_losses(event_loop)?;
                self.save_what_waits();
            }
            Painted::DeviceLost => self.recover(event_loop)?,
            Painted::Hidden | Painted::Later | Painted::SurfaceLost => {}
        }
        // Notices of this turn belong into its line.
        self.carry_out(event_loop);
        self.counts.turns += 1;
        let notices = std::mem::take(&mut self.notices);
        if self.trace.is_on() {
            let counts = trace::TraceCounts {
                turns: self.counts.turns,
                pictures: self.view.as_ref().map_or(self.counts.pictures, View::pictures),
                film: self.view.as_ref().map_or(0, View::film_drawn),
                thumbnails: self.thumbnails.shown().len(),
                read_ahead: self.loader.prefetched().taken,
                presented: self.counts.presented,
                painted_pixels: (self.window.as_ref().and_then(|window| window.graphics.as_ref()))
                    .map_or(0, |graphics| graphics.screen.painted_pixels),
                submissions: self.view.as_ref().map_or(0, View::submissions),
                gets_finer: (self.view.as_ref()).is_some_and(|view| view.gets_finer(&self.session)),
                losses: self.losses.in_all(),
                waits: self.view.as_ref().map_or(0, View::waits),
            };
            self.trace.write(
                &trace::TracedTurn::of(&self.session, counts, &notices, self.counts.took),
                update.as_ref(),
                scale,
            );
        }
        Ok(())
    }
}
