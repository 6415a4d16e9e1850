//! Pages and lists that open over the window.

mod allowed;
mod browser;
mod library;
mod matching;
mod settings;
mod textures;
