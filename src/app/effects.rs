//! Carries out the effects that the session asks of the outside world.
//!
//! In: [`Effect`]s, answers of dialogs. Out: dialogs, loads, files written, the clipboard; what comes of it returns to
//! the session as actions. Never decides what is shown.

use super::background::{in_background, starts_in_background};
use super::report::line_of;
use super::state::App;
use crate::app::display::view::Pixels;
use crate::app::display::window::give_up;
use crate::app::input::dialog::{Answer, Question};
use crate::app::input::pasted::paths_in;
use crate::app::keeping::saving::Saving;
use crate::app::wake::Wake;
use crate::core::guard;
use crate::export;
use crate::files::{list_folder, list_places, location_of, path_of, whole_location_of};
use crate::images::Image;
use crate::opened::Placement;
use crate::render::RenderError;
use crate::session::Message;
use crate::session::view;
use crate::session::{Action, BrowserAction, DialogFor, Effect, Notice, StageAction};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;
use winit::event_loop::ActiveEventLoop;

/// Notices that the report tells of; older ones are forgotten.
const MOST_TOLD: usize = 500;

impl App {
    /// Everything that was asked for since the last call.
    pub(super) fn carry_out(&mut self, event_loop: &ActiveEventLoop) {
        // Carrying one out may ask for more (a notice, say); the list is worked off to its end.
        while !self.effects.is_empty() {
            for effect in std::mem::take(&mut self.effects) {
                self.carry_out_one(event_loop, effect);
            }
        }
    }

    fn carry_out_one(&mut self, event_loop: &ActiveEventLoop, effect: Effect) {
        match effect {
            Effect::ChooseFiles => self.ask(Question::OpenFiles),
            Effect::ChooseImage { file, texture } => self.ask(Question::OpenImage(file, texture)),
            Effect::ChooseFolder => self.ask(Question::OpenFolder),
            Effect::ListFolder {
                generation,
                location,
                is_deep,
                has_targets,
            } => self.list_folder(generation, location, is_deep, has_targets),
            Effect::ListPlaces { generation, location } => self.list_places(generation, &location),
            Effect::SavePictureIn { folder, name } => self.save_picture(&path_of(&folder).join(name.trim()), true),
            Effect::SaveDiagnosticsIn { folder, name } => self.save_report(path_of(&folder).join(name.trim())),
            Effect::OpenText(text) => {
                let paths = paths_in(&text);
                if !paths.is_empty() {
                    self.open(&paths, Placement::Replace);
                }
            }
            Effect::ShowBrowser => self.panels.show_browser(),
            Effect::ShowDemo { generation } => self.load_demo(generation),
            Effect::SavePicture => self.ask(Question::SavePicture(self.picture_name())),
            Effect::SaveDiagnostics => self.ask(Question::SaveDiagnostics),
            Effect::Load {
                generation,
                locations,
                keys,
                placement,
            } => {
                self.loader.load(generation, &locations, &keys, placement);
            }
            Effect::ReadAs { file, options } => self.loader.read_as(file, options),
            Effect::Allow(wishes) => self.loader.allow(wishes),
            Effect::SetConsents(consents) => self.loader.set_consents(consents.to_vec()),
            Effect::CancelLoad => self.loader.cancel(),
            Effect::LiftBudget {
                generation,
                files,
                textures,
            } => self.loader.lift_budget(generation, &files, textures),
            Effect::LookAgain(files) => self.loader.look_again(files),
            Effect::Relink(asked) => self.loader.relink(asked),
            Effect::StopFullSize => self.loader.stop_full_size(),
            Effect::MeasureSpeeds { question } => self.measure(view::measure_speeds(&self.session, question)),
            Effect::MeasureMeshes { question } => self.measure(self.session.view().measure_meshes(question)),
            Effect::StopDrawing => {
                if let Some(view) = &mut self.view {
                    view.stop(&self.session);
                }
                for Saving { path, .. } in std::mem::take(&mut self.saving) {
                    self.receive(told(&path, Err("drawing was stopped".into())));
                }
            }
            Effect::CopyText(text) => {
                if let Some(window) = &mut self.window {
                    window.copy(text);
                }
            }
            Effect::CopyView(command) => self.copy_view(*command),
            Effect::Notify(notice) => self.notify(notice),
            Effect::SetFullScreen(full_screen) => {
                if let Some(window) = &self.window {
                    window.set_full_screen(full_screen);
                }
            }
            Effect::PreferAdapter(name) => self.prefer_adapter(name),
            Effect::FocusSearch => self.panels.focus_search(),
            Effect::FocusFrame => self.panels.focus_frame(),
            Effect::FitCurves { all } => self.panels.fit_curves(all),
            Effect::FocusPanel { forward } => self.panels.focus_panel(forward),
            Effect::FocusMenuBar => self.panels.focus_menu_bar(),
            Effect::FocusCurves => self.panels.focus_curves(),
            Effect::Quit => self.leave(event_loop),
        }
    }

    /// In the background; what came of an earlier call is not wanted any more.
    fn list_folder(&mut self, generation: u64, location: String, is_deep: bool, has_targets: bool) {
        self.listing.store(false, Ordering::Relaxed);
        self.listing = Arc::new(AtomicBool::new(true));
        let (is_wanted, proxy) = (self.listing.clone(), self.proxy.clone());
        in_background(Box::new(move || {
            let tell = |news| {
                let message = Message::Folder { generation, news };
                proxy.send_event(Wake::Told(message)).is_ok() && is_wanted.load(Ordering::Relaxed)
            };
            if let Err(panic) = guard(|| list_folder(&path_of(&location), is_deep, has_targets, tell)) {
                log::error!("a folder could not be listed: {panic}");
            }
        }));
    }

    /// In the background: the disk may be slow.
    fn list_places(&self, generation: u64, location: &str) {
        let home = || directories::UserDirs::new().map(|user| user.home_dir().to_owned());
        let folder = match location {
            "" | "~" => home().unwrap_or_else(|| ".".into()),
            location => match (location.strip_prefix("~/"), home()) {
                (Some(below), Some(home)) => home.join(below),
                _ => path_of(location),
            },
        };
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(|| list_places(&folder)) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(places) => drop(proxy.send_event(Wake::Told(Message::Places { generation, places }))),
            Err(panic) => log::error!("a folder could not be listed: {panic}"),
        }));
    }

    /// Without a thread nothing is measured: bones keep their colour, and words say that it is being done.
    fn measure(&self, job: Option<impl FnOnce() -> Message + Send + 'static>) {
        let Some(job) = job else { return };
        let proxy = self.proxy.clone();
        in_background(Box::new(move || match guard(job) {
            // The loop may have ended meanwhile; then nobody wants it.
            Ok(measured) => drop(proxy.send_event(Wake::Told(measured))),
            Err(panic) => log::error!("bones could not be measured: {panic}"),
        }));
    }

    pub(super) fn notify(&mut self, notice: Notice) {
        self.notices.push(notice.text.clone());
        self.told.push_back(line_of(&notice, self.session.stage()));
        if self.told.len() > MOST_TOLD {
            self.told.pop_front();
        }
        self.panels.notify(notice);
        if let Some(window) = &mut self.window {
            window.wish(Duration::ZERO);
        }
    }

    fn ask(&mut self, question: Question) {
        if let Some(window) = &self.window {
            self.asked = true;
            let proxy = self.proxy.clone();
            // The loop may have ended while the dialog was open; then nobody wants the answer.
            let answer = move |answer| drop(proxy.send_event(Wake::Dialog(answer)));
            self.dialogs.ask(question, window.handle(), Box::new(answer));
        }
    }

    pub(super) fn on_answer(&mut self, answer: Answer) {
        self.asked = false;
        if let Some(window) = &mut self.window {
            // Keys may have waited for it.
            window.wish(Duration::ZERO);
        }
        match answer {
            Answer::Open(paths) => self.open(&paths, Placement::Replace),
            Answer::OpenFolder(path) => {
                let action = BrowserAction::OpenFolder(whole_location_of(&path));
                self.act(Action::Browser(action));
            }
            Answer::OpenImage(file, texture, path) => self.act(Action::Stage(StageAction::Relink {
                file,
                texture,
                location: Some(whole_location_of(&path)),
            })),
            Answer::SavePicture(path) => self.save_picture(&path, true),
            Answer::SaveDiagnostics(path) => self.save_report(path),
            Answer::Unavailable(question) => {
                log::info!("this desktop offers no file dialog");
                let (wants, name) = match question {
                    Question::OpenFiles => (DialogFor::File, String::new()),
                    Question::OpenFolder => (DialogFor::Folder, String::new()),
                    Question::SavePicture(name) => (DialogFor::Picture, name),
                    Question::OpenImage(file, texture) => (DialogFor::Image(file, texture), String::new()),
                    Question::SaveDiagnostics => (DialogFor::Diagnostics, "castview-diagnostics.txt".to_owned()),
                };
                self.receive(Message::NoDialog { wants, name });
            }
            Answer::Cancelled => {}
        }
    }

    /// Writes the diagnostics bundle, in the background.
    fn save_report(&self, path: PathBuf) {
        let text = self.report();
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            let written = export::replace(&path, text.as_bytes());
            let saved = told(&path, written.map_err(|error| error.to_string()));
            // The loop may have ended; the file is written all the same.
            drop(proxy.send_event(Wake::Told(saved)));
        }));
    }

    pub(super) fn open(&mut self, paths: &[PathBuf], placement: Placement) {
        let locations = paths.iter().map(|path| whole_location_of(path)).collect();
        self.act(Action::Stage(StageAction::Open { locations, placement }));
    }

    /// After the first file on the stage: `pilot.png`.
    fn picture_name(&self) -> String {
        let file = self.session.stage().files.first();
        let stem = file
            .and_then(|file| Path::new(&file.name).file_stem())
            .and_then(|stem| stem.to_str());
        format!("{}.png", stem.unwrap_or("castview"))
    }

    /// Draws the view and writes it, while the window turns. If the device is lost meanwhile and the picture `may_wait`, it is saved when
    /// another device shows images ([`Self::save_what_waits`]).
    fn save_picture(&mut self, path: &Path, may_wait: bool) {
        let path = match path.extension() {
            Some(_) => path.to_owned(),
            None => path.with_extension("png"),
        };
        self.saving.push_back(Saving { path, may_wait });
        if self.saving.len() == 1 {
            self.begin_shot();
        }
    }

    fn begin_shot(&mut self) {
        match (&mut self.view, &mut self.window) {
            (Some(view), Some(window)) => {
                view.begin_shot(&self.session);
                window.wish(Duration::ZERO);
            }
            _ => self.on_shot(Err(RenderError::DeviceLost {
                reason: "it is being replaced".into(),
            })),
        }
    }

    /// The picture that is to be saved next is there, or cannot be.
    pub(super) fn on_shot(&mut self, shot: Result<Pixels, RenderError>) {
        let Some(Saving { path, may_wait }) = self.saving.pop_front() else {
            return;
        };
        match shot {
            Err(RenderError::DeviceLost { .. }) if may_wait => self.unsaved = Some(path),
            Err(error) => self.receive(told(&path, Err(error.to_string()))),
            Ok(pixels) => {
                let (proxy, (is_writing, is_written)) = (self.proxy.clone(), channel());
                self.writing
                    .retain(|writing: &Receiver<()>| writing.try_recv() == Err(TryRecvError::Empty));
                self.writing.push(is_written);
                let place = path.clone();
                let is_begun = starts_in_background(Box::new(move || {
                    let saved = written(&path, &pixels.into_image());
                    // The loop may have ended; the picture is written all the same.
                    drop(proxy.send_event(Wake::Told(saved)));
                    drop(is_writing);
                }));
                if !is_begun {
                    let why = "no thread could be started".to_owned();
                    self.receive(told(&place, Err(why)));
                }
            }
        }
        if !self.saving.is_empty() {
            self.begin_shot();
        }
    }

    /// The device that was to draw pictures is gone.
    pub(super) fn lose_shots(&mut self) {
        for Saving { path, may_wait } in std::mem::take(&mut self.saving) {
            if may_wait {
                self.unsaved = Some(path);
            } else {
                let why = "the graphics device was lost again".to_owned();
                self.receive(told(&path, Err(why)));
            }
        }
    }

    /// The program ends: whatever is to be saved is saved before.
    pub(super) fn finish_saving(&mut self) {
        for Saving { path, .. } in std::mem::take(&mut self.saving) {
            let saved = match self.shoot() {
                Ok(image) => written(&path, &image),
                Err(error) => told(&path, Err(error.to_string())),
            };
            match saved {
                Message::Saved { name, failed: None, .. } => log::info!("Saved {name}."),
                Message::Saved { name, failed, .. } => {
                    log::warn!("{name} could not be saved: {}", failed.unwrap_or_default())
                }
                _ => {}
            }
        }
        for writing in self.writing.drain(..) {
            // It ends with an error when the thread is done.
            let _ = writing.recv();
        }
    }

    /// The device shows images again: a picture that the one before could not draw is saved now, or never.
    pub(super) fn save_what_waits(&mut self) {
        if let Some(path) = self.unsaved.take() {
            self.save_picture(&path, false);
        }
    }

    /// The view as pixels. wgpu panics in places where a device turns out to be lost; the next turn replaces it.
    fn shoot(&mut self) -> Result<Image, RenderError> {
        let lost = |reason: &str| RenderError::DeviceLost { reason: reason.into() };
        let (Some(window), Some(view)) = (&mut self.window, &mut self.view) else {
            return Err(lost("it is being replaced"));
        };
        let shot = guard(|| view.shoot(&self.session));
        let shot = shot.unwrap_or_else(|panic| {
            if let Some(context) = window.context() {
                give_up(context, &panic);
            }
            Err(lost(&panic))
        });
        if let Err(RenderError::DeviceLost { reason }) = &shot {
            view.put_off(lost(reason));
            window.wish(Duration::ZERO);
        }
        shot
    }
}

fn written(path: &Path, image: &Image) -> Message {
    let written = export::replace(path, &export::png(image));
    told(path, written.map_err(|error| error.to_string()))
}

/// Message that tells the outcome of saving a file there.
fn told(path: &Path, saved: Result<(), String>) -> Message {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.display().to_string());
    Message::Saved {
        name,
        place: location_of(path),
        failed: saved.err(),
    }
}
