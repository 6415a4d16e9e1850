//! Pages that open over the window: matching, textures, differences, documents, vertices, warnings, trouble, keys, events, folders, about, the file dialog.

pub mod about;
pub mod allowed_folders;
pub mod compare;
pub mod diagnostics;
pub mod document;
pub mod export;
pub mod export_models;
pub mod file_dialog;
pub mod matching;
pub mod notices;
pub mod notifications;
mod rows;
pub mod settings;
pub mod shortcuts;
pub mod sockets;
pub mod textures;
pub mod trouble;
pub mod vertices;
