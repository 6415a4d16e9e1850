//! One turn of the window, in the order the room's list gives.

use super::failure::Failure;
use super::state::App;
use super::trace;
use crate::app::display::screen::Painted;
use crate::app::display::view::{News, STILL, View};
use crate::app::display::window::{Graphics, give_up};
use crate::core::guard;
use crate::files::{path_of, whole_location_of};
use crate::images::has_radiance_extension;
use crate::opened::Placement;
use crate::session::{Action, BoneLine, Message, Notice, Page, StageAction, WindowAction};
use crate::ui::{self, AppInfo, Awaited, Keyboard, Pick, Purpose, TextureRow, ThumbnailOf};
use std::path::Path;
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;

/// How often it is told how far a picture is that takes its time.
pub(super) const PROGRESS_EVERY: Duration = Duration::from_millis(100);

/// How often the pointer is looked for while files hover.
const POINTER_EVERY: Duration = Duration::from_millis(50);
/// Points around it in which a bone is found.
const AIM: f32 = 16.0;

/// What the panels left behind in one turn.
#[derive(Default)]
struct Shown {
    output: egui::FullOutput,
    /// A pixel of the 3D view that was clicked or is pointed at.
    pick: Option<Pick>,
    /// Frames of which small pictures are wanted.
    film: Vec<f64>,
    /// What small pictures are wanted of in lists.
    thumbnails: Vec<ThumbnailOf>,
}

/// What a dropped image is put on.
enum ImageAim {
    Row(TextureRow),
    /// This pixel of it.
    View([u32; 2]),
}

impl ImageAim {
    /// For people.
    fn words(&self) -> String {
        match self {
            Self::Row(row) => format!("in place of {}", row.name),
            Self::View(_) => "in place of the texture below".into(),
        }
    }
}

impl App {
    /// What arrived since the last turn. Called once per turn of the event loop, so that files that were dropped together
    /// are one batch.
    pub(super) fn take_in(&mut self, event_loop: &ActiveEventLoop) {
        let image = self.drops.are_here().then(|| self.aim_of_image()).flatten();
        let is_free = self.drops.are_here() && image.is_none();
        let target = is_free.then(|| self.bone_under_files()).flatten();
        if let Some(batch) = self.drops.take_batch() {
            let placement = match target {
                Some(BoneLine {
                    model: leader, bone, ..
                }) => Placement::On { leader, bone },
                None if self.shift_held => Placement::Add,
                None => Placement::Replace,
            };
            match (&image, &batch[..]) {
                (Some(aim), [one]) => self.put_image(aim, one),
                _ => self.open(&batch, placement),
            }
        }
        if let Some(path) = self.drops.unknown() {
            self.look_at(path);
        }
        let onto = target.and_then(|line| {
            let placed = self.session.stage().placed(line.model)?;
            Some(placed.model().skeleton.name(line.bone))
        });
        let hint = match &image {
            Some(aim) => self.drops.image_hint(aim.words()),
            None => self.drops.hint(self.session.stage(), self.shift_held, onto),
        };
        if hint != self.session.window().drop_hint {
            self.act(Action::Window(WindowAction::DropHint(hint)));
        }
        let arrivals = self.loader.results();
        let has_news = !arrivals.is_empty();
        for arrival in arrivals {
            self.receive(arrival.into());
        }
        // Files also come and go without the loader: some are closed, and others brought back.
        let files = self.session.stage().files.iter().map(|file| file.key);
        let are_others = !files.clone().eq(self.watched.iter().copied());
        if has_news || are_others {
            self.watched = files.collect();
            let places = self.session.watched();
            self.watch.set(places.iter().map(|place| path_of(place)).collect());
        }
        self.carry_out(event_loop);
    }

    /// What the image that hovers would be put on: a row of the list of textures, or whatever surface the view shows there. `None`: it is
    /// opened as any file.
    fn aim_of_image(&mut self) -> Option<ImageAim> {
        let name = self.drops.image()?;
        let window = self.window.as_mut()?;
        let [x, y] = self.pointer.place(window.handle())?;
        // No event tells that it moved.
        window.wish(POINTER_EVERY);
        let scale = self.egui.pixels_per_point();
        let place = egui::pos2(x, y) / scale;
        let page = self.session.window().page;
        if page == Some(Page::Textures) {
            let mut rows = self.texture_rows.iter();
            return rows.find(|row| row.rect.contains(place)).cloned().map(ImageAim::Row);
        }
        // An image of light lights the models, and one whose name is missed goes there.
        let is_taken = has_radiance_extension(&name) || self.session.misses_texture(&name);
        if page.is_some() || is_taken || !self.session.has_textures() || !self.view_rect.contains(place) {
            return None;
        }
        let corner = self.view_rect.min * scale;
        let pixel = [x - corner.x, y - corner.y].map(|at| at.max(0.0) as u32);
        Some(ImageAim::View(pixel))
    }

    fn put_image(&mut self, aim: &ImageAim, image: &Path) {
        let location = whole_location_of(image);
        match aim {
            ImageAim::Row(row) => self.act(Action::Stage(StageAction::Relink {
                file: row.file,
                texture: row.texture,
                location: Some(location),
            })),
            ImageAim::View(pixel) => {
                self.act(Action::Stage(StageAction::DropImage(location)));
                self.image_pick = Some(Pick {
                    pixel: *pixel,
                    purpose: Purpose::Put,
                });
                if let Some(window) = &mut self.window {
                    window.wish(Duration::ZERO);
                }
            }
        }
    }

    /// The bone that files would be dropped on. Only bones that are shown are aimed at: anywhere else a file is opened as
    /// usual. The demo goes when anything is opened, so nothing hangs on it.
    fn bone_under_files(&mut self) -> Option<BoneLine> {
        if !self.session.view().overlays.bones {
            return None;
        }
        let window = self.window.as_mut()?;
        let [x, y] = self.pointer.place(window.handle())?;
        // No event tells that it moved.
        window.wish(POINTER_EVERY);
        let scale = self.egui.pixels_per_point();
        let corner = self.view_rect.min * scale;
        let inside = self.view_rect.contains(egui::pos2(x, y) / scale);
        let at = glam::vec2(x - corner.x, y - corner.y);
        let line = self.session.bone_at(at, AIM * scale, None).filter(|_| inside)?;
        let stage = self.session.stage();
        let file = stage.placed(line.model).and_then(|placed| stage.file(placed.file));
        file.is_some_and(|file| !file.is_demo).then_some(line)
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
        if progress != self.session.view().drawing {
            self.session.receive(Message::Drawing(progress));
        }
        let part = self.view.as_ref().and_then(View::part_shown);
        if part != self.session.view().part_shown {
            self.session.receive(Message::PartShown(part));
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
        if self.session.is_moving() {
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
        };
        let (session, panels, effects) = (&mut self.session, &mut self.panels, &mut self.effects);
        let (view_rect, texture_rows) = (&mut self.view_rect, &mut self.texture_rows);
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
            acted |= !output.actions.is_empty();
            for action in output.actions {
                effects.extend(session.apply(action));
            }
            if session.frame() != frame {
                ui.ctx().request_discard("the playhead moved");
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
            // What was clicked is in the picture that was on the screen, so it is looked up before the next is drawn.
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
        if view.is_coarse() {
            window.wish(STILL);
        }
        self.tell(news);
    }

    /// What came of drawing.
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
            let counts = trace::Counts {
                turns: self.counts.turns,
                pictures: self.view.as_ref().map_or(self.counts.pictures, View::pictures),
                film: self.view.as_ref().map_or(0, View::film_drawn),
                thumbnails: self.thumbnails.shown().len(),
                read_ahead: self.loader.prefetched().taken,
                presented: self.counts.presented,
                painted_pixels: (self.window.as_ref().and_then(|window| window.graphics.as_ref()))
                    .map_or(0, |graphics| graphics.screen.painted_pixels),
                submissions: self.view.as_ref().map_or(0, View::submissions),
                losses: self.losses.in_all(),
                waits: self.view.as_ref().map_or(0, View::waits),
            };
            self.trace.write(
                &trace::Turn::of(&self.session, counts, &notices, self.counts.took),
                update.as_ref(),
                scale,
            );
        }
        Ok(())
    }
}
