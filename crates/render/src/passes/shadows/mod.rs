//! Light that is held back: shadows of the key light, occlusion of what comes from all around, and the ground below.
//!
//! In: the posed vertices that every pass reads. Out: one texel per pixel that shading multiplies its light with, and a map of the
//! ground's darkness. The maps of the key light and of the ground depend on what is posed alone: they stay while the camera moves.

pub mod batches;
pub mod depth;
pub mod fit;
pub mod maps;
pub mod pass;
pub mod seen;
pub mod textures;
