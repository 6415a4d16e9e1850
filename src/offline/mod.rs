//! Load + pose + render + export without a window.
//!
//! In: paths and choices. Out: pixels, or posed bones and vertices. Never here: command lines, windows, displays.

mod arrange;
mod batch;
mod convert;
mod pose;
mod shot;

pub use arrange::{Arrangement, AttachmentWish, LayerWish};
pub use batch::{Batch, Beside, OfflineError};
pub use convert::{Conversion, ConvertError, Converted, EmbeddedFile, Target, Textures, convert};
pub use pose::{BonePose, Deformer, FramePose, MeshPose, ModelPose, Poser};
pub use shot::{Shot, Taken, Time, take};
