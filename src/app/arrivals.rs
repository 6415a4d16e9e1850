//! Arrivals from the loader → messages to the session. No other place knows both.

use crate::files::{Arrival, Trouble};
use crate::session::{Message, Notice, Problem};

/// The loader and the session do not know each other, nor each other's words.
pub fn message_of(arrival: Arrival) -> Message {
    match arrival {
        Arrival::Note(text) => Message::Told(Notice::info(text)),
        Arrival::Warning(text) => Message::Told(Notice::warning(text)),
        Arrival::Error(text) => Message::Told(Notice::error(text)),
        Arrival::Trouble(trouble, text) => Message::Told(notice_of(trouble, text)),
        Arrival::Progress {
            generation,
            name,
            progress,
        } => Message::LoadProgress {
            generation,
            name,
            progress,
        },
        Arrival::Loaded {
            generation,
            files,
            placement,
        } => Message::Loaded {
            generation,
            files,
            placement,
        },
        Arrival::Failed {
            generation,
            name,
            location,
            message,
            details,
            retry,
            waits,
        } => Message::LoadFailed {
            generation,
            name,
            location,
            message,
            details,
            retry,
            waits,
        },
        Arrival::Texture {
            file,
            texture,
            location,
            file_bytes,
            full_size,
            parts,
            state,
        } => Message::TextureLoaded {
            file,
            texture,
            location,
            file_bytes,
            full_size,
            parts,
            state,
        },
        Arrival::Relinked {
            question,
            file,
            texture,
            location,
            file_bytes,
            full_size,
            parts,
            state,
        } => Message::Relinked {
            question,
            file,
            texture,
            location,
            file_bytes,
            full_size,
            parts,
            state,
        },
        Arrival::TexturesReduced(sentence) => Message::TexturesReduced(sentence),
        Arrival::FullSizeProgress { generation, progress } => Message::FullSizeProgress { generation, progress },
        Arrival::Environment(image) => Message::EnvironmentLoaded(image),
        Arrival::Folder { location, opens } => Message::FolderDropped { location, opens },
        Arrival::Found { found, used } => Message::MissingFound { found, used },
        Arrival::Awaited { file, folders } => Message::Awaited { file, folders },
        Arrival::Come(locations) => Message::FilesChanged(locations),
        Arrival::Lent(files) => Message::Lent(files),
        Arrival::Allowed(consents) => Message::Allowed(consents),
    }
}

fn notice_of(trouble: Trouble, text: String) -> Notice {
    match trouble {
        Trouble::NotWhole(location) => Notice::warning(text).about(Problem::NotWhole(location)),
        Trouble::NotLighting(location) => Notice::error(text).about(Problem::NotOpened(location)),
        Trouble::Smaller(file, texture) => Notice::warning(text).about(Problem::Smaller(file, texture)),
        // Whoever drops the right folder has what the file asked for.
        Trouble::NoFolder => Notice::warning(text).about(Problem::Outside),
    }
}
