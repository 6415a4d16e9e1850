//! Carries out the effects that the session asks of the outside world.
//!
//! In: [`Effect`]s, answers of dialogs. Out: dialogs, loads, files written, the clipboard; what comes of it returns to
//! the session as actions. Never decides what is shown.

use super::background::in_background;
use super::report::line_of;
use super::state::App;
use crate::animation::Pose;
use crate::app::display::window::Window;
use crate::app::input::dialog::{Answer, Question};
use crate::app::input::pasted::paths_in;
use crate::app::keeping::saving::{told, told_of};
use crate::app::keeping::target::{PictureTarget, Saving};
use crate::app::wake::Wake;
use crate::core::{MeshIndex, guard};
use crate::export;
use crate::files::{list_folder, list_places, path_of, whole_location_of};
use crate::opened::Placement;
use crate::picture::PlacedKey;
use crate::scene::Model;
use crate::session::Message;
use crate::session::VertexRows;
use crate::session::{
    Action, BrowserAction, CompositionAction, DialogFor, Effect, HandPoseAction, Notice, StageAction,
};
use crate::session::{aids, view};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
            Effect::LookForHung { asked, tells } => self.look_for_hung(asked, tells),
            Effect::ChooseFolder => self.ask(Question::OpenFolder),
            Effect::ListFolder {
                generation,
                location,
                is_deep,
                has_targets,
            } => self.list_folder(generation, location, is_deep, has_targets),
            Effect::ListPlaces { generation, location } => self.list_places(generation, &location),
            Effect::SavePictureIn { folder, name } => self.save_picture(&path_of(&folder).join(name.trim()), true),
            Effect::SavePictureOver(place) => self.save_picture(&path_of(&place), true),
            Effect::CopyPicture => self.shoot_for(PictureTarget::Clipboard, false),
            Effect::MeasureExport { question, command } => self.measure_export(question, *command),
            Effect::CheckExport { question, command } => self.check_export(question, *command),
            Effect::Export(command) => self.ask_where_to_export(*command),
            Effect::ExportIn { folder, name } => self.export_to(&path_of(&folder).join(name.trim())),
            Effect::ExportOver(place) => self.export_over(&path_of(&place)),
            Effect::CancelExport => self.stop_export(),
            Effect::OpenOutside(location) => self.open_outside(path_of(&location)),
            Effect::ShowFolder(location) => self.show_folder(&location),
            Effect::CopyPath(location) => {
                let path = path_of(&location).display().to_string();
                self.effects.push(Effect::CopyText(path));
            }
            Effect::SavePose(model) => self.ask_where_to_save_pose(model),
            Effect::SavePoseIn { folder, name } => self.save_pose(&path_of(&folder).join(name.trim())),
            Effect::SaveVerticesIn { folder, name, of } => self.save_vertices(of, path_of(&folder).join(name.trim())),
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
            Effect::SaveVertices(model, mesh) => self.ask(Question::SaveVertices {
                name: VERTICES.to_owned(),
                of: (model, mesh),
            }),
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
            Effect::PutInstead { file, instead } => self.loader.put_instead(file, &instead),
            Effect::StopFullSize => self.loader.stop_full_size(),
            Effect::MeasureSpeeds { question } => self.measure(view::measure_speeds(&self.session, question)),
            Effect::FindTrouble { question } => self.measure(aids::find_trouble(&self.session, question)),
            Effect::SweepB { question } => self.measure(castview_session::sweep_b(&self.session, question)),
            Effect::ListDifferences { over_clip } => self.panels.list_differences(over_clip),
            Effect::MeasureMeshes { question } => self.measure(self.session.view().measure_meshes(question)),
            Effect::StopDrawing => {
                if let Some(view) = &mut self.view {
                    view.stop(&self.session);
                }
                for Saving { to, .. } in std::mem::take(&mut self.saving) {
                    self.receive(told(&to, Err("drawing was stopped".into())));
                }
            }
            Effect::PastePose { mirrored } => self.paste_pose(mirrored),
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

    pub(super) fn ask(&mut self, question: Question) {
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
            Answer::SavePicture(path) => self.save_chosen_picture(&path),
            Answer::SaveVertices(of, path) => self.save_vertices(of, path),
            Answer::SavePose(path) => self.save_pose(&path),
            Answer::SaveDiagnostics(path) => self.save_report(path),
            Answer::Export(path) => self.export_to(&path),
            Answer::Unavailable(question) => {
                log::info!("this desktop offers no file dialog");
                let (wants, name) = match question {
                    Question::OpenFiles => (DialogFor::File, String::new()),
                    Question::OpenFolder => (DialogFor::Folder, String::new()),
                    Question::SavePicture(name) => (DialogFor::Picture, name),
                    Question::Export { name, .. } => (DialogFor::Export, name),
                    Question::OpenImage(file, texture) => (DialogFor::Image(file, texture), String::new()),
                    Question::SaveVertices { name, of } => (DialogFor::Vertices(of.0, of.1), name),
                    Question::SavePose(name) => (DialogFor::Pose, name),
                    Question::SaveDiagnostics => (DialogFor::Diagnostics, "castview-diagnostics.txt".to_owned()),
                };
                self.receive(Message::NoDialog { wants, name });
            }
            Answer::Cancelled => {}
        }
    }

    fn paste_pose(&mut self, mirrored: bool) {
        let text = self.window.as_mut().and_then(Window::pasted).unwrap_or_default();
        let paste = HandPoseAction::PasteText { text, mirrored };
        self.act(Action::Composition(CompositionAction::PoseByHand(paste)));
    }

    /// Writes the vertices of a mesh as they are posed now, in the background: a table of millions is written line by line.
    fn save_vertices(&self, (model, mesh): (PlacedKey, MeshIndex), path: PathBuf) {
        let Some(placed) = self.session.stage().placed(model) else {
            return;
        };
        let (scene, index, pose) = (placed.scene.clone(), placed.model, placed.pose().clone());
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            let written = write_vertices(&scene.models[index.get()], &pose, mesh, &path);
            let saved = told_of(&path, written.map_err(|error| error.to_string()));
            // The loop may have ended; the file is written all the same.
            drop(proxy.send_event(Wake::Told(saved)));
        }));
    }

    /// Writes the diagnostics bundle, in the background.
    fn save_report(&self, path: PathBuf) {
        let text = self.report();
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            let written = export::replace(&path, text.as_bytes());
            let saved = told_of(&path, written.map_err(|error| error.to_string()));
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
        self.picture_name_with(".png")
    }

    pub(super) fn picture_name_with(&self, ending: &str) -> String {
        let file = self.session.stage().files().first();
        let stem = file
            .and_then(|file| Path::new(&file.name).file_stem())
            .and_then(|stem| stem.to_str());
        format!("{}{ending}", stem.unwrap_or("castview"))
    }
}

/// Name that a table of vertices has unless another is typed.
const VERTICES: &str = "vertices.csv";

/// Writes the table whole or not at all.
fn write_vertices(model: &Model, pose: &Pose, mesh: MeshIndex, path: &Path) -> io::Result<()> {
    let Some(rows) = VertexRows::of(model, pose, mesh) else {
        return Err(io::Error::other("the mesh is not open any more"));
    };
    let mut replacement = export::Replacement::begin(path)?;
    let mut out = BufWriter::new(replacement.file());
    rows.csv(|line| out.write_all(line.as_bytes()))?;
    out.flush()?;
    drop(out);
    replacement.finish()
}
