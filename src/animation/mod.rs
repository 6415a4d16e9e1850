//! Scene + time → pose: bind, sample, modes, hierarchy, palettes, transport.
//!
//! In: a model, a clip, a frame. Out: one [`Pose`] per model. Poses depend on their inputs alone: the same bits by any
//! path to the same frame. Never here: clocks, files, GPUs.
//!
//! ```text
//! bind (once per clip and model) → evaluate (per picture) = sample → modes → hierarchy → palettes
//! ```

mod bind;
mod evaluate;
mod mode;
mod names;
mod palette;
mod pose;
mod sample;
mod transport;

pub use bind::{Binding, bind};
pub use evaluate::{evaluate, rest_pose};
pub use palette::SlotMotion;
pub use pose::Pose;
pub use sample::{sample_rotation, sample_scalar, sample_switch};
pub use transport::{Looping, Passage, Timeline, Transport};
