//! Load + pose + render + export without a window.
//!
//! In: paths and choices. Out: pixels, or posed bones and vertices. Never here: command lines, windows, displays.

mod absent;
mod arrange;
mod compose;
mod content;
mod convert;
mod file_set;
mod fitting;
mod moving;
mod named;
mod opening;
mod posing;
mod sheet;
mod shot;
mod shown_images;
mod shown_instances;
mod trouble;
mod unknown_choice;
mod unseen;
mod wish;

pub use absent::{absent_instances, absent_textures};
pub use arrange::{Arrangement, AttachmentWish, LayerWish, MergeWish, PoseTime};
pub use content::{check_content, check_rotations};
pub use convert::{
    BakeWatch, BakedPart, Baking, Conversion, ConversionTarget, ConvertError, Converted, TakenImage, Textures, convert,
};
pub use file_set::{Beside, FileSet, Maps, OfflineError};
pub use fitting::fitting;
pub use moving::{FrameSpan, FrameWish, MovingError, MovingWish, Played, Reel, Schedule, TURN_SECS};
pub use opening::{Drawing, open_beside};
pub use posing::pose::{BonePose, BonePoses, Deformer, MeshPose, ModelPose, Poser, PosesAtTime};
pub use posing::vertex::{FoundVertex, VertexWish};
pub use sheet::{ContactSheet, SheetLayout, SheetTooLarge};
pub use shot::{PreparedShot, Taken, picture_of, prepare, take};
pub use trouble::{FileTrouble, NamedTrouble, file_trouble};
pub use wish::play_as::{PlayAsWish, WayWish};
pub use wish::start_view::StartView;
pub use wish::stop::StopWish;
pub use wish::{Aim, BackgroundWish, EnvironmentWish, LightWish, Shot, ViewWish};
