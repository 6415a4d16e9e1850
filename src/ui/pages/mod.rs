//! Pages that open over the window: matching, textures, warnings, keys, events, folders, about.

pub mod about;
pub mod allowed_folders;
pub mod diagnostics;
pub mod event_list;
pub mod matching;
pub mod notices;
pub mod settings;
pub mod shortcuts;
pub mod textures;
