//! Exporting pictures, models and clips: the window starts itself as `castview render` or `castview convert`, and says how far that is.
//!
//! So an export and the command that can be copied write the same bytes, and the window never waits for a picture.

pub mod child;
pub mod exports;
mod measure;
mod pose_file;
mod there;

use super::background::{in_background, starts_in_background};
use super::state::App;
use super::view_command;
use super::wake::Wake;
use crate::app::input::dialog::Question;
use crate::core::guard;
use crate::files::{location_of, path_of, whole_location_of};
use crate::session::{ExportProgress, Message, Notice, Page, ViewCommand};
use child::{CommandNews, FOR_PROGRAMS, ProgressPacer};
use measure::ExportProbe;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// How long a choice stands before it is measured: numbers are dragged.
const SETTLES: Duration = Duration::from_millis(300);

impl App {
    pub(super) fn measure_export(&mut self, question: u64, command: ViewCommand) {
        let (allowance, proxy) = (self.loader.allowance(), self.proxy.clone());
        let gpu = self.open_adapter();
        self.exports.is_measuring = true;
        self.exports.measuring.kill();
        let folder = match folder() {
            Ok(folder) => folder,
            Err(why) => {
                let measured = Err(why);
                return self.receive(Message::ExportMeasured { question, measured });
            }
        };
        let mut probe = ExportProbe::new(folder.clone(), command.clone());
        let words = move || ExportProbe::words(&command, folder.path(), (&allowance, gpu.as_deref()));
        self.exports.measuring.begin(SETTLES, words, move |news| {
            if let Some(measured) = probe.take(news) {
                // The loop may have ended meanwhile; then nobody wants it.
                drop(proxy.send_event(Wake::Told(Message::ExportMeasured { question, measured })));
            }
        });
    }

    /// Asks the command what it would lose. It writes nothing.
    pub(super) fn check_export(&mut self, question: u64, command: ViewCommand) {
        let (allowance, proxy) = (self.loader.allowance(), self.proxy.clone());
        self.exports.is_measuring = true;
        self.exports.measuring.kill();
        let folder = match folder() {
            Ok(folder) => folder,
            Err(why) => {
                let checked = Err(why);
                return self.receive(Message::ExportChecked { question, checked });
            }
        };
        let at = folder.clone();
        let words = move || {
            let output = at.path().join(format!("checked{}", command.ending));
            let words = view_command::words(&command, (&allowance, None), (at.path(), &output))?;
            let told = FOR_PROGRAMS.into_iter().chain(["--check"]).map(OsString::from);
            Ok(words.into_iter().chain(told).collect())
        };
        self.exports.measuring.begin(SETTLES, words, move |news| {
            // The view file lies there until the end.
            let _held = &folder;
            let CommandNews::Ended(ended) = news else { return };
            if ended.is_stopped {
                return;
            }
            let checked = match ended.is_done {
                true => Ok(ended.told),
                false => Err(ended
                    .told
                    .last()
                    .cloned()
                    .unwrap_or_else(|| "the command ended without a word".into())),
            };
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(Wake::Told(Message::ExportChecked { question, checked })));
        });
    }

    /// The page is closed: nobody looks at what is measured.
    pub(super) fn end_measuring(&mut self) {
        if self.exports.is_measuring && !matches!(self.session.window().page(), Some(Page::Export | Page::ExportModels))
        {
            self.exports.is_measuring = false;
            self.exports.measuring.kill();
        }
    }

    pub(super) fn ask_where_to_export(&mut self, command: ViewCommand) {
        let name = match command.is_numbered() {
            true => self.picture_name_with(&command.ending_of_file()),
            false => self.picture_name_with(&command.ending),
        };
        let ending = command.ending_of_file();
        self.exports.asked = Some(command);
        self.exports.chosen = None;
        self.ask(Question::Export { name, ending });
    }

    /// Begins the export, unless it would replace files that the dialog did not ask about: then the user is asked. Folders are looked at in the
    /// background.
    pub(super) fn export_to(&mut self, chosen: &Path) {
        let Some(command) = &self.exports.asked else {
            return;
        };
        let Some((path, _)) = target(chosen, command) else {
            let told = "Not exported: {frame and {index in a name stand for numbers. Choose another name.";
            return self.receive(Message::Told(Notice::warning(told)));
        };
        self.exports.chosen = Some(chosen.to_owned());
        let (chosen, proxy) = (chosen.to_owned(), self.proxy.clone());
        let begun = starts_in_background(Box::new(move || {
            let told = match guard(|| there::replaced_by(&path, &chosen)) {
                Ok(Some(there)) => Wake::Told(Message::ExportIsThere {
                    name: there.first,
                    count: there.count,
                    place: whole_location_of(&chosen),
                }),
                Ok(None) => Wake::ExportFree(chosen),
                Err(panic) => Wake::Told(Message::Told(Notice::error(format!("Not exported: {panic}.")))),
            };
            // The loop may have ended meanwhile; then nobody wants it.
            drop(proxy.send_event(told));
        }));
        if !begun {
            self.receive(Message::Told(Notice::error(
                "Not exported: no thread could be started.",
            )));
        }
    }

    /// Begins the export for which `chosen` was chosen last; files that are there are replaced.
    pub(super) fn export_over(&mut self, chosen: &Path) {
        if self.exports.chosen.as_deref() != Some(chosen) {
            let told = "Not exported: another export was begun since. Choose its name again.";
            return self.receive(Message::Told(Notice::warning(told)));
        }
        let Some(command) = self.exports.asked.take() else {
            return;
        };
        let Some((path, shown)) = target(chosen, &command) else {
            return;
        };
        let folder = match folder() {
            Ok(folder) => folder,
            Err(why) => return self.receive(Message::Told(Notice::error(format!("Not exported: {why}.")))),
        };
        let (allowance, proxy) = (self.loader.allowance(), self.proxy.clone());
        let gpu = self.open_adapter();
        let name = shown.file_name().map(|name| name.display().to_string());
        let name = name.unwrap_or_default();
        let begun = ExportProgress {
            name: name.clone(),
            progress: 0.0,
            left_secs: None,
        };
        self.receive(Message::Exporting(Some(begun)));
        let is_numbered = command.is_numbered();
        let at = folder.clone();
        let words = move || {
            let words = view_command::words(&command, (&allowance, gpu.as_deref()), (at.path(), &path))?;
            let told = FOR_PROGRAMS.map(OsString::from);
            Ok(words.into_iter().chain(told).collect())
        };
        let mut pacer = ProgressPacer::new();
        let (mut pictures, mut written) = (0, 0);
        self.exports.writing.begin(Duration::ZERO, words, move |news| {
            // The view file lies there until the end.
            let _held = &folder;
            // The loop may have ended meanwhile; then nobody wants it.
            let tell = |message| drop(proxy.send_event(Wake::Told(message)));
            match news {
                CommandNews::Progress(progress) => {
                    (pictures, written) = (progress.of, progress.pictures);
                    if pacer.lets_through(&progress) {
                        tell(Message::Exporting(Some(ExportProgress {
                            name: name.clone(),
                            progress: progress.pictures as f32 / progress.of.max(1) as f32,
                            left_secs: progress.seconds_left,
                        })));
                    }
                }
                CommandNews::Ended(ended) if ended.is_stopped => tell(Message::ExportStopped {
                    name: name.clone(),
                    pictures: is_numbered.then_some(written),
                }),
                CommandNews::Ended(ended) => {
                    let bytes = std::fs::metadata(&shown).map(|file| file.len()).ok();
                    let folder = shown.parent().unwrap_or(&shown);
                    let why = || ended.told.last().cloned();
                    tell(Message::Exported {
                        name: name.clone(),
                        pictures: is_numbered.then_some(pictures),
                        place: location_of(if is_numbered { folder } else { &shown }),
                        bytes: bytes.filter(|_| !is_numbered),
                        failed: (!ended.is_done).then(|| why().unwrap_or_else(|| "it ended without a word".into())),
                        told: ended.told,
                    });
                }
            }
        });
    }

    pub(super) fn stop_export(&self) {
        self.exports.writing.stop();
    }

    /// In the background: programs of the desktop may take their time.
    pub(super) fn open_outside(&self, path: PathBuf) {
        let proxy = self.proxy.clone();
        in_background(Box::new(move || {
            if let Err(error) = open::that_detached(&path) {
                let told = format!("{} could not be opened: {error}", path.display());
                // The loop may have ended meanwhile; then nobody wants it.
                drop(proxy.send_event(Wake::Told(Message::Told(Notice::error(told)))));
            }
        }));
    }

    pub(super) fn show_folder(&self, location: &str) {
        let path = path_of(location);
        let is_folder = path.is_dir();
        let folder = path.parent().filter(|_| !is_folder).unwrap_or(&path);
        self.open_outside(folder.to_owned());
    }
}

/// A folder for files that nobody keeps; it goes with the last who holds it.
fn folder() -> Result<Arc<TempDir>, String> {
    let made = tempfile::Builder::new().prefix("castview-").tempdir();
    made.map(Arc::new)
        .map_err(|error| format!("there is no room for unfinished files ({error})"))
}

/// The name that the command gets, and the one that people read: of numbered pictures that is the one without a number. `None`: it would be read
/// as if it had a number.
fn target(chosen: &Path, command: &ViewCommand) -> Option<(PathBuf, PathBuf)> {
    let ending = command.ending_of_file();
    let is_ours = chosen.extension().is_some_and(|own| {
        ending
            .trim_start_matches('.')
            .eq_ignore_ascii_case(&own.to_string_lossy())
    });
    let bare = if is_ours {
        chosen.with_extension("")
    } else {
        chosen.to_owned()
    };
    let with = |ending: &str| {
        let mut name = bare.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        bare.with_file_name(name)
    };
    let written = with(&command.ending);
    let text = bare.to_string_lossy();
    let is_plain = !text.contains("{frame") && !text.contains("{index");
    is_plain.then(|| (written, with(&ending)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::session::saved;

    #[test]
    fn files_have_the_ending_of_their_format_and_numbers_where_each_picture_is_one() {
        let of = |ending: &str| ViewCommand {
            verb: "render",
            files: Vec::new(),
            size: [1, 1],
            options: Vec::new(),
            ending: ending.into(),
            view: saved::saved_view(&Session::default()),
        };
        for (chosen, ending, wanted) in [
            ("/a/hero.gif", ".gif", Some(("/a/hero.gif", "/a/hero.gif"))),
            ("/a/hero.GIF", ".gif", Some(("/a/hero.gif", "/a/hero.gif"))),
            ("/a/hero", ".webp", Some(("/a/hero.webp", "/a/hero.webp"))),
            ("/a/hero.v2", ".gif", Some(("/a/hero.v2.gif", "/a/hero.v2.gif"))),
            (
                "/a/hero.png",
                "_{index:04}.png",
                Some(("/a/hero_{index:04}.png", "/a/hero.png")),
            ),
            ("/a/{frame}.png", ".png", None),
        ] {
            let made = target(Path::new(chosen), &of(ending));
            let wanted = wanted.map(|(path, shown)| (PathBuf::from(path), PathBuf::from(shown)));
            assert_eq!(made, wanted, "{chosen}");
        }
    }
}
