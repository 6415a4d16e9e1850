//! What moves what: clips bound to models, layers, modes chosen by hand, scale, attachments, and the poses that follow.

pub mod action;
pub mod attach;
pub mod by_key;
pub mod evaluate;
pub mod keyed;
pub mod layers;
pub mod ride;
pub mod scale;
pub mod state;
pub mod treat;
