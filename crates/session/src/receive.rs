//! One message of the loader, the window or the system → new state and effects.

use super::aids::trouble::take_trouble;
use super::browser::hung::hung_found;
use super::browser::{self, dialog};
use super::effect::quiet;
use super::export::{export_measured, is_there};
use super::undo::Remembers;
use crate::{Effect, Message, Notice, Opening, Problem, Session};
use castview_picture::opened::TextureEntry;

impl Session {
    pub(super) fn take_in(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Told(notice) => vec![Effect::Notify(notice)],
            Message::Saved { name, place, failed } => vec![Effect::Notify(self.opening.saved(&name, place, failed))],
            Message::ExportMeasured { question, measured } => export_measured(self, question, measured),
            Message::ExportChecked { question, checked } => quiet(|| self.export.checked(question, checked)),
            Message::Exporting(progress) => quiet(|| self.export.goes_on(progress)),
            Message::ExportStopped { name, pictures } => self.export.stopped(&name, pictures),
            Message::ExportIsThere { name, count, place } => vec![is_there(&name, count, place)],
            Message::PictureIsThere(place) => vec![crate::window::picture_is_there(place)],
            Message::Exported {
                name,
                pictures,
                place,
                bytes,
                failed,
                told,
            } => self.export.ended(&name, (pictures, bytes), place, (failed, told)),
            Message::SpeedsMeasured { question, speeds } => quiet(|| self.take_speeds(question, speeds)),
            Message::TroubleFound { question, found } => quiet(|| take_trouble(self, question, found)),
            Message::MeshesMeasured { question, facts } => quiet(|| self.take_mesh_facts(question, facts)),
            Message::LoadProgress {
                generation,
                name,
                progress,
            } => self.opening.load_progress(generation, name, progress),
            Message::Loaded {
                generation,
                files,
                placement,
            } => {
                self.changes.remember_as(Remembers::Nothing);
                let mut effects = self.loaded(generation, files, placement);
                effects.extend(self.follow_relinks(true));
                effects
            }
            Message::LoadFailed {
                generation,
                name,
                location,
                message,
                details,
                retry,
                waits,
            } => self.load_failed(generation, (&name, location), (&message, details), (retry, waits)),
            Message::TextureLoaded {
                file,
                texture,
                location,
                file_bytes,
                full_size,
                parts,
                state,
            } => match self.is_of_another_image((file, texture), location.as_deref()) {
                true => Vec::new(),
                false => self.texture_loaded(file, texture, |entry| TextureEntry {
                    reference: entry.reference.clone(),
                    elsewhere: entry.elsewhere.clone(),
                    location,
                    file_bytes,
                    full_size,
                    parts,
                    state,
                }),
            },
            Message::Relinked {
                question,
                file,
                texture,
                location,
                file_bytes,
                full_size,
                parts,
                state,
            } => self.relinked(question, (file, texture), |entry| TextureEntry {
                reference: entry.reference.clone(),
                elsewhere: entry.elsewhere.clone(),
                location,
                file_bytes,
                full_size,
                parts,
                state,
            }),
            Message::TexturesReduced(sentence) => self.textures_reduced(&sentence),
            Message::FullSizeProgress { generation, progress } => {
                quiet(|| self.opening.full_size_progress(generation, progress))
            }
            Message::Folder { generation, news } => browser::folder_news(self, generation, news),
            Message::Places { generation, places } => dialog::places_listed(self, generation, places),
            Message::NoDialog { wants, name } => dialog::no_dialog(self, wants, name),
            Message::HungThere { there, tells } => hung_found(self, there, tells),
            Message::RecentGone(gone) => quiet(|| self.browser.take_gone(gone)),
            Message::FilesGone(locations) => self.files_gone(locations),
            Message::Awaited { file, folders } => quiet(|| self.awaits(file, folders)),
            Message::FilesChanged(locations) => self.files_changed(locations),
            Message::FolderDropped { location, opens } => browser::folder_dropped(self, location, opens),
            Message::EnvironmentLoaded(image) => self.light_by(image),
            Message::EnvironmentRestored { location, image } => self.light_again(&location, image),
            Message::Drawing(progress) => quiet(|| self.view.take_drawing(progress)),
            Message::PartShown(part) => quiet(|| self.view.take_part_shown(part)),
            Message::LimitMemory { bytes, reads_blocks } => quiet(|| self.limit_memory(bytes, reads_blocks)),
            Message::MissingFound { found, used } => self.missing_found(found, used),
            Message::Lent(files) => self.lent(&files),
            Message::Allowed(consents) => self.opening.allowed(consents),
            Message::LessMotion(asked) => quiet(|| self.window.take_less_motion(asked)),
            Message::SystemTheme { is_light } => self.look(|s| s.window.take_system_theme(is_light)),
        }
    }
}

impl Opening {
    fn saved(&mut self, name: &str, place: String, failed: Option<String>) -> Notice {
        let problem = Problem::NotSaved(place);
        match failed {
            Some(why) => Notice::error(format!("{name} could not be saved: {why}")).about(problem),
            None => {
                self.solve(|solved| *solved == problem);
                Notice::info(format!("Saved {name}."))
            }
        }
    }
}
