//! Pages and lists that open over the window.

mod allowed;
mod library;
mod matching;
mod textures;
