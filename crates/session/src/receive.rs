//! One message of the loader, the window or the system → new state and effects.

use super::aids::trouble::take_trouble;
use super::browser::hung::hung_found;
use super::browser::{self, dialog};
use super::effect::quiet;
use super::export::{export_measured, is_there};
use super::undo::Remembers;
use crate::composition::pinned::sweep::take_swept;
use crate::joining::loaded;
use crate::joining::textures;
use crate::stage::textures::relink;
use crate::stage::textures::{elsewhere, found};
use crate::stage::watched;
use crate::view::bones::speeds::take_speeds;
use crate::view::light::{light_again, light_by};
use crate::view::mesh_facts::take_mesh_facts;
use crate::view::shown::budget::limit_memory;
use crate::view::shown::full_size::textures_reduced;
use crate::{Effect, Message, Notice, Opening, Problem, Session};
use castview_picture::opened::TextureEntry;

pub(super) fn take_in(session: &mut Session, message: Message) -> Vec<Effect> {
    match message {
        Message::Told(notice) => vec![Effect::Notify(notice)],
        Message::Saved { name, place, failed } => vec![Effect::Notify(session.opening.saved(&name, place, failed))],
        Message::ExportMeasured { question, measured } => export_measured(session, question, measured),
        Message::ExportChecked { question, checked } => quiet(|| session.export.checked(question, checked)),
        Message::Exporting(progress) => quiet(|| session.export.goes_on(progress)),
        Message::ExportStopped { name, pictures } => session.export.stopped(&name, pictures),
        Message::ExportIsThere { name, count, place } => vec![is_there(&name, count, place)],
        Message::PictureIsThere(place) => vec![crate::window::picture_is_there(place)],
        Message::Exported {
            name,
            pictures,
            place,
            bytes,
            failed,
            told,
        } => session.export.ended(&name, (pictures, bytes), place, (failed, told)),
        Message::SpeedsMeasured { question, speeds } => quiet(|| take_speeds(session, question, speeds)),
        Message::TroubleFound { question, found } => quiet(|| take_trouble(session, question, found)),
        Message::SweptB { question, greatest } => quiet(|| take_swept(session, question, greatest)),
        Message::MeshesMeasured { question, facts } => quiet(|| take_mesh_facts(session, question, facts)),
        Message::LoadProgress {
            generation,
            name,
            progress,
        } => session.opening.load_progress(generation, name, progress),
        Message::Loaded {
            generation,
            files,
            placement,
        } => {
            session.changes.remember_as(Remembers::Nothing);
            let mut effects = loaded::loaded(session, generation, files, placement);
            effects.extend(relink::follow_relinks(session, true));
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
        } => loaded::load_failed(
            session,
            generation,
            (&name, location),
            (&message, details),
            (retry, waits),
        ),
        Message::TextureLoaded {
            file,
            texture,
            location,
            file_bytes,
            full_size,
            parts,
            state,
        } => match relink::is_of_another_image(session, (file, texture), location.as_deref()) {
            true => Vec::new(),
            false => textures::texture_loaded(session, file, texture, |entry| TextureEntry {
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
        } => textures::relinked(session, question, (file, texture), |entry| TextureEntry {
            reference: entry.reference.clone(),
            elsewhere: entry.elsewhere.clone(),
            location,
            file_bytes,
            full_size,
            parts,
            state,
        }),
        Message::TexturesReduced(sentence) => textures_reduced(session, &sentence),
        Message::FullSizeProgress { generation, progress } => {
            quiet(|| session.opening.full_size_progress(generation, progress))
        }
        Message::Folder { generation, news } => browser::folder_news(session, generation, news),
        Message::Places { generation, places } => dialog::places_listed(session, generation, places),
        Message::NoDialog { wants, name } => dialog::no_dialog(session, wants, name),
        Message::HungThere { there, tells } => hung_found(session, there, tells),
        Message::RecentGone(gone) => quiet(|| session.browser.take_gone(gone)),
        Message::FilesGone(locations) => watched::files_gone(session, locations),
        Message::Awaited { file, folders } => quiet(|| watched::awaits(session, file, folders)),
        Message::FilesChanged(locations) => watched::files_changed(session, locations),
        Message::FolderDropped { location, opens } => browser::folder_dropped(session, location, opens),
        Message::EnvironmentLoaded(image) => light_by(session, image),
        Message::EnvironmentRestored { location, image } => light_again(session, &location, image),
        Message::Drawing(progress) => quiet(|| session.view.take_drawing(progress)),
        Message::PartShown(part) => quiet(|| session.view.take_part_shown(part)),
        Message::LimitMemory { bytes, reads_blocks } => quiet(|| limit_memory(session, bytes, reads_blocks)),
        Message::MissingFound { found, used } => found::missing_found(session, found, used),
        Message::Lent(files) => elsewhere::lent(session, &files),
        Message::Allowed(consents) => session.opening.allowed(consents),
        Message::LessMotion(asked) => quiet(|| session.window.take_less_motion(asked)),
        Message::SystemTheme { is_light } => session.look(|s| s.window.take_system_theme(is_light)),
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
