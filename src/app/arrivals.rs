//! Arrivals from the loader → messages to the session. No other place knows both.

use crate::files::Arrival;
use crate::session::{Message, Notice};

impl From<Arrival> for Message {
    fn from(arrival: Arrival) -> Self {
        match arrival {
            Arrival::Warning(text) => Self::Told(Notice::warning(text)),
            Arrival::Error(text) => Self::Told(Notice::error(text)),
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
            } => Self::LoadFailed {
                generation,
                name,
                location,
                message,
                details,
                retry,
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
            Arrival::Allowed(consents) => Self::Allowed(consents),
        }
    }
}
