//! Arrivals from the loader → messages to the session. No other place knows both.

use crate::files::{Arrival, Trouble};
use crate::session::{Message, Notice, Problem};

impl From<Arrival> for Message {
    fn from(arrival: Arrival) -> Self {
        match arrival {
            Arrival::Note(text) => Self::Told(Notice::info(text)),
            Arrival::Warning(text) => Self::Told(Notice::warning(text)),
            Arrival::Error(text) => Self::Told(Notice::error(text)),
            Arrival::Trouble(trouble, text) => Self::Told(notice_of(trouble, text)),
            Arrival::Progress {
                generation,
                name,
                progress,
            } => Self::LoadProgress {
                generation,
                name,
                progress,
            },
            Arrival::Loaded {
                generation,
                files,
                placement,
            } => Self::Loaded {
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
            } => Self::LoadFailed {
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
                state,
            } => Self::TextureLoaded {
                file,
                texture,
                location,
                file_bytes,
                full_size,
                state,
            },
            Arrival::Relinked {
                question,
                file,
                texture,
                location,
                file_bytes,
                full_size,
                state,
            } => Self::Relinked {
                question,
                file,
                texture,
                location,
                file_bytes,
                full_size,
                state,
            },
            Arrival::TexturesReduced(sentence) => Self::TexturesReduced(sentence),
            Arrival::FullSizeProgress { generation, progress } => Self::FullSizeProgress { generation, progress },
            Arrival::Environment(image) => Self::EnvironmentLoaded(image),
            Arrival::Folder { location, opens } => Self::FolderDropped { location, opens },
            Arrival::Found { images, used } => Self::ImagesFound { images, used },
            Arrival::Awaited { file, folders } => Self::Awaited { file, folders },
            Arrival::Come(locations) => Self::FilesChanged(locations),
            Arrival::Lent(files) => Self::Lent(files),
            Arrival::Allowed(consents) => Self::Allowed(consents),
        }
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
