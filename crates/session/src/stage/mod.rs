//! The stage: open files, models, instances, levels, budgets, references outside, up axes.

pub(crate) mod action;
pub(crate) mod allow;
pub(crate) mod changed;
pub(crate) mod hidden;
pub(crate) mod load;
pub(crate) mod opening;
pub(crate) mod placing;
pub(crate) mod preferences;
pub(crate) mod problem;
pub(crate) mod state;
pub(crate) mod textures;
pub(crate) mod up_axis;
mod waiting;
pub(crate) mod watched;

pub use allow::with_consents;
pub use hidden::is_shown;
pub use textures::elsewhere::{TextureMark, count_from_elsewhere, image_from_elsewhere, offered_image, texture_mark};
pub use textures::folders::folder_told;
pub use textures::instances::{
    count_instead, first_from_elsewhere, instance_from_elsewhere, offered_instance, put_by_view,
};
pub use textures::lost::Lost;
pub use textures::relink::{relinked_image, with_relinks};
pub use up_axis::{up_axis, with_up_axes, world_from_stage};
pub use watched::{is_deleted, watched};
