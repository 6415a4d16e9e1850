//! Facts about the bones of a model that follow from its file alone: found once, asked for often.

pub mod body_parts;
pub mod rig_parts;
pub mod under_bone;
