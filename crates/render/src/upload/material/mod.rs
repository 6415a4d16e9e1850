//! Materials as shaders take them: factors, maps, and which texture and sampler feeds which input.

mod look;
mod wiring;

pub use look::{CLAY, Features, LAYERS, Look, Sampled, all_layers, bends, layers};
pub use wiring::{Read, Wiring};
