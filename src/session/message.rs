//! What is no wish of the user: results of the loader, what the window and the system tell.

use super::{Consent, FileKey, Notice, OpenedFile, Placement, Retry, TextureState};
use crate::core::TextureIndex;

/// What is no wish of the user: the loader, the window and the system tell it.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Something for the user to read.
    Told(Notice),
    LoadProgress {
        generation: u64,
        name: String,
        progress: f32,
    },
    /// A batch has been read: everything of it that could be.
    Loaded {
        generation: u64,
        files: Vec<OpenedFile>,
        placement: Placement,
    },
    /// One file of a batch could not be read; the stage is untouched.
    LoadFailed {
        generation: u64,
        name: String,
        message: String,
        retry: Option<Retry>,
    },
    TextureLoaded {
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        /// Of the image file.
        file_bytes: u64,
        state: TextureState,
    },
    /// What was allowed, and is to be remembered.
    Allowed(Vec<Consent>),
    /// How much of a picture that takes its time is there, 0…1.
    Drawing(Option<f32>),
    /// How many bytes the graphics adapter has, where that is known: of software adapters.
    LimitMemory(Option<u64>),
    SystemTheme {
        is_light: bool,
    },
}
