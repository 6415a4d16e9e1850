//! Events from other threads that wake the event loop.

use crate::app::input::dialog::Answer;
use crate::app::thumbnails::prepared::Prepared;
use crate::files::Peek;
use crate::opened::OpenedFile;
use crate::session::Message;
use crate::ui::ThumbnailOf;
use egui_winit::accesskit_winit;
use std::path::PathBuf;

/// Event from another thread that wakes the event loop.
#[derive(Debug)]
pub enum Wake {
    /// A screen reader wants something.
    Accessibility(accesskit_winit::Event),
    /// A file dialog closed.
    Dialog(Answer),
    /// Background work of the panels is done.
    Background,
    /// The loader has news.
    Loader,
    /// The file or folder that hovers over the window has been looked at.
    Peek(PathBuf, Peek),
    /// Another start of the program sends these files.
    Sent(Vec<PathBuf>),
    /// An export may begin there: nothing is replaced that nobody was asked about.
    ExportFree(PathBuf),
    /// A picture may be saved there: no file of that name is there.
    PictureFree(PathBuf),
    /// A small picture of a file or clip can be drawn.
    Thumbnail(ThumbnailOf, Prepared),
    /// The built-in demo is ready.
    Demo(u64, Vec<OpenedFile>),
    /// Something for the session: how fast bones move, what a folder holds, whether a picture was written.
    Told(Message),
    /// The command that draws the view, or why there is none.
    ViewCopied(Result<String, String>),
    /// A thread of ours panicked: what to say about it.
    Panicked(String),
    /// The system asks the program to end.
    #[cfg(unix)]
    Signal(i32),
}

impl From<accesskit_winit::Event> for Wake {
    fn from(event: accesskit_winit::Event) -> Self {
        Self::Accessibility(event)
    }
}
