//! Scene + time → pose: bind, sample, modes, hierarchy, palettes, transport.
//!
//! In: a model, clips in layers, a frame for each. Out: one [`Pose`] per model. Poses depend on their inputs alone: the same bits by any
//! path to the same frame. Never here: clocks, files, GPUs.
//!
//! ```text
//! bind (once per clip and model) → evaluate (per picture) = layers (sample → modes → mix) → by hand → rig → hierarchy → palettes
//! ```

#![deny(missing_docs)]

mod additive;
mod bind;
pub mod curves;
mod keys;
mod movement;
mod pose;
mod rig;
mod sample;
mod seam;
mod setting;
mod side;
mod sided;
mod stand_in;
mod transport;

pub use additive::looks_additive;
pub use bind::axis_turn::{AxisTurn, Turned};
pub use bind::bound::{Binding, Channel, Driven, Fit, bind, bind_fitted};
pub use bind::found::{DrivenCount, FoundNames, NamesOf, find_driven, knows_parts};
pub use bind::play_as::{BasePose, PlayedAs};
pub use bind::renames::Renames;
pub use bind::report::{Missing, Report, likeness, near_names, report};
pub use bind::retarget::{Retarget, Retargeting};
pub(crate) use bind::roles::feet_of;
pub use keys::PackedKeys;
pub use movement::{is_still, speeds};
pub use pose::at::pose_at;
pub use pose::by_hand::{HandPose, change_between, over};
pub use pose::evaluate::{Motion, evaluate, local_pose, rest_pose};
pub use pose::follow::{bone_named, follow, leading_bones};
pub use pose::ladder::{CurveUse, CurveValue, Rung, RungStep, ladder};
pub use pose::layer::{BoneMask, Layer};
pub use pose::locals::Locals;
pub use pose::mirror::PoseMirror;
pub use pose::palette::use_methods;
pub use pose::posed::{Pose, SlotMotion};
pub use pose::stop::{LayerPart, PoseStop, SkinStop, evaluate_until, stop_in_skin};
pub use pose::unposed::{Unposed, bind_pose, toward_unposed};
pub use rig::{PreparedRig, Solver};
pub use sample::{sample_rotation, sample_scalar, sample_switch};
pub use seam::Seam;
pub(crate) use seam::{skeleton_size, turned_by};
pub use setting::{Setting, SettingOf};
pub use side::{Side, mirrored, side_of, side_words};
pub(crate) use sided::SidedBones;
pub use sided::numbered_twins;
pub use stand_in::{StandInSkeleton, stand_in};
pub use transport::{Looping, Passage, Timeline, Transport};
