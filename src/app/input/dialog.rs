//! The system's file dialogs, off the event loop.
//!
//! In: a question. Out: an [`Answer`] on whichever thread the dialog ran, handed to the callback.
//! Never blocks the caller; never touches the files chosen.

use crate::core::{MeshIndex, TextureIndex};
use crate::formats::endings;
use crate::opened::FileKey;
use crate::picture::PlacedKey;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    OpenFiles,
    OpenFolder,
    /// An image in place of that texture.
    OpenImage(FileKey, TextureIndex),
    /// Where to write a picture; the name to begin with.
    SavePicture(String),
    /// Where to write the diagnostics bundle.
    SaveDiagnostics,
    /// Where to write the vertices of a mesh; the name to begin with.
    SaveVertices {
        name: String,
        of: (PlacedKey, MeshIndex),
    },
    /// Where to write a pose; the name to begin with.
    SavePose(String),
    /// Where to export pictures to: the name to begin with, and its ending.
    Export {
        name: String,
        ending: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Open(Vec<PathBuf>),
    OpenFolder(PathBuf),
    OpenImage(FileKey, TextureIndex, PathBuf),
    SavePicture(PathBuf),
    SaveDiagnostics(PathBuf),
    SaveVertices((PlacedKey, MeshIndex), PathBuf),
    SavePose(PathBuf),
    Export(PathBuf),
    /// The user closed the dialog.
    Cancelled,
    /// No dialog could be shown for it.
    Unavailable(Question),
}

/// Asks the user for paths.
pub trait Dialogs {
    /// Returns at once; `answer` is called exactly once, from another thread.
    /// `parent` is the window the dialog belongs to.
    fn ask(&self, question: Question, parent: &winit::window::Window, answer: Box<dyn FnOnce(Answer) + Send>);
}

/// The platform's own dialogs.
pub struct System;

const IMAGES: &[&str] = &[
    "png", "jpg", "jpeg", "dds", "tga", "bmp", "webp", "tif", "tiff", "exr", "hdr",
];

/// Set by the logger when the dialog crate reports an error: it answers `None` both when the user cancels and when
/// nothing could be shown, and only its log tells the two apart.
static DIALOG_FAILED: AtomicBool = AtomicBool::new(false);

/// For the logger: the dialog crate logged an error.
pub fn note_failure() {
    DIALOG_FAILED.store(true, Ordering::Relaxed);
}

impl Dialogs for System {
    fn ask(&self, question: Question, parent: &winit::window::Window, answer: Box<dyn FnOnce(Answer) + Send>) {
        let dialog = rfd::AsyncFileDialog::new().set_parent(parent);
        DIALOG_FAILED.store(false, Ordering::Relaxed);
        let asked = question.clone();
        // The futures are made here because macOS wants its dialogs begun on the main thread, and awaited elsewhere.
        match question {
            Question::OpenFiles => {
                let endings = endings().map(|(ending, _)| ending);
                // Dialogs of some systems tell capitals from small letters.
                let endings: Vec<&str> = endings.chain(["Shape", "bin", "zip"]).collect();
                let chosen = dialog
                    .set_title("Open")
                    .add_filter("Models and animations", &endings)
                    .add_filter("All files", &["*"])
                    .pick_files();
                wait(("open", asked), answer, async {
                    chosen
                        .await
                        .map(|files| Answer::Open(files.into_iter().map(PathBuf::from).collect()))
                });
            }
            Question::OpenFolder => {
                let chosen = dialog.set_title("Open folder").pick_folder();
                wait(("folder", asked), answer, async {
                    chosen.await.map(|folder| Answer::OpenFolder(folder.into()))
                });
            }
            Question::OpenImage(file, texture) => {
                let chosen = dialog
                    .set_title("Replace texture")
                    .add_filter("Images", IMAGES)
                    .add_filter("All files", &["*"])
                    .pick_file();
                wait(("image", asked), answer, async move {
                    chosen.await.map(|image| Answer::OpenImage(file, texture, image.into()))
                });
            }
            Question::SavePicture(name) => {
                let chosen = dialog
                    .set_title("Save picture")
                    .set_file_name(name)
                    .add_filter("PNG picture", &["png"])
                    .save_file();
                wait(("save", asked), answer, async {
                    chosen.await.map(|file| Answer::SavePicture(file.into()))
                });
            }
            Question::Export { name, ending } => {
                let bare = ending.trim_start_matches('.');
                let chosen = dialog
                    .set_title("Export")
                    .set_file_name(name)
                    .add_filter(bare.to_uppercase(), &[bare])
                    .save_file();
                wait(("export", asked), answer, async {
                    chosen.await.map(|file| Answer::Export(file.into()))
                });
            }
            Question::SaveVertices { name, of } => {
                let chosen = dialog
                    .set_title("Save the vertices")
                    .set_file_name(name)
                    .add_filter("Table (CSV)", &["csv"])
                    .save_file();
                wait(("vertices", asked), answer, async move {
                    chosen.await.map(|file| Answer::SaveVertices(of, file.into()))
                });
            }
            Question::SavePose(name) => {
                let chosen = dialog
                    .set_title("Save the pose")
                    .set_file_name(name)
                    .add_filter("Cast animation", &["cast"])
                    .save_file();
                wait(("pose", asked), answer, async {
                    chosen.await.map(|file| Answer::SavePose(file.into()))
                });
            }
            Question::SaveDiagnostics => {
                let chosen = dialog
                    .set_title("Save diagnostics")
                    .set_file_name("castview-diagnostics.txt")
                    .add_filter("Text", &["txt"])
                    .save_file();
                wait(("diagnostics", asked), answer, async {
                    chosen.await.map(|file| Answer::SaveDiagnostics(file.into()))
                });
            }
        }
    }
}

/// Awaits `chosen` on a thread of its own.
fn wait(
    (name, asked): (&str, Question),
    answer: Box<dyn FnOnce(Answer) + Send>,
    chosen: impl Future<Output = Option<Answer>> + Send + 'static,
) {
    // Whoever waits for an answer gets one even if no thread can be started.
    let answer = Arc::new(Mutex::new(Some(answer)));
    let give = move |given: Answer| {
        let answer = answer.lock().map_or(None, |mut answer| answer.take());
        if let Some(answer) = answer {
            answer(given);
        }
    };
    let begun = give.clone();
    let waiting = move || {
        begun(match pollster::block_on(chosen) {
            Some(Answer::Open(files)) if files.is_empty() => Answer::Cancelled,
            Some(chosen) => chosen,
            None if DIALOG_FAILED.load(Ordering::Relaxed) => Answer::Unavailable(asked),
            None => Answer::Cancelled,
        });
    };
    if let Err(error) = std::thread::Builder::new()
        .name(format!("dialog: {name}"))
        .spawn(waiting)
    {
        log::error!("the {name} dialog has no thread: {error}");
        give(Answer::Cancelled);
    }
}
