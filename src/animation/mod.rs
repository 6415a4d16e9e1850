//! Scene + time → pose: bind, sample, modes, hierarchy, palettes, transport.
//!
//! In: a scene, a clip, a frame. Out: one [`Pose`] per model. Poses depend on their inputs alone: the same bits by any
//! path to the same frame. Never here: clocks, files, GPUs.

mod pose;

pub use pose::Pose;
