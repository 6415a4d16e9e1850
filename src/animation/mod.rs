//! Scene + time → pose: bind, sample, modes, hierarchy, palettes, transport.
//!
//! In: a model, clips in layers, a frame for each. Out: one [`Pose`] per model. Poses depend on their inputs alone: the same bits by any
//! path to the same frame. Never here: clocks, files, GPUs.
//!
//! ```text
//! bind (once per clip and model) → evaluate (per picture) = layers (sample → modes → mix) → rig → hierarchy → palettes
//! ```

mod axis_turn;
mod bind;
pub mod curves;
mod evaluate;
mod follow;
mod keys;
mod layer;
mod mode;
mod names;
mod palette;
mod plan;
mod pose;
mod renames;
mod report;
mod rig;
mod sample;
mod seam;
mod transport;

pub use axis_turn::{AxisTurn, Turned};
pub use bind::{Binding, Channel, Driven, Fit, bind, bind_as, bind_sharing, bind_turned};
pub use evaluate::{Motion, evaluate, rest_pose};
pub use follow::{follow, leading_bones};
pub use keys::PackedKeys;
pub use layer::{BoneMask, Layer};
pub use palette::SlotMotion;
pub use pose::{Pose, Setting, SettingOf};
pub use renames::Renames;
pub use report::{Missing, Report, report};
pub use rig::PreparedRig;
pub use sample::{sample_rotation, sample_scalar, sample_switch};
pub use seam::Seam;
pub use transport::{Looping, Passage, Timeline, Transport};
