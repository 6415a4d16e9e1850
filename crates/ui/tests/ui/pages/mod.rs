//! Pages and lists that open over the window.

mod allowed;
pub mod browser;
mod compare;
mod document;
mod export;
mod export_models;
mod library;
mod matching;
mod notifications;
mod settings;
mod sockets;
mod textures;
mod trouble;
mod vertices;
