//! What is no wish of the user: results of the loader, what the window and the system tell.

use super::apply::quiet;
use super::{Consent, Effect, FileKey, Notice, OpenedFile, Placement, Retry, Session, TextureState};
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

impl Session {
    pub(super) fn take_in(&mut self, message: Message) -> Vec<Effect> {
        match message {
            Message::Told(notice) => vec![Effect::Notify(notice)],
            Message::LoadProgress {
                generation,
                name,
                progress,
            } => self.load_progress(generation, name, progress),
            Message::Loaded {
                generation,
                files,
                placement,
            } => self.loaded(generation, files, placement),
            Message::LoadFailed {
                generation,
                name,
                message,
                retry,
            } => self.load_failed(generation, &name, &message, retry),
            Message::TextureLoaded {
                file,
                texture,
                location,
                file_bytes,
                state,
            } => self.texture_loaded(file, texture, (location, file_bytes), state),
            Message::Drawing(progress) => quiet(|| self.view.drawing = progress),
            Message::LimitMemory(bytes) => quiet(|| self.limit_memory(bytes)),
            Message::Allowed(consents) => self.allowed(consents),
            Message::SystemTheme { is_light } => self.look(|s| s.window.system_is_light = is_light),
        }
    }
}
