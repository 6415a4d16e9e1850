//! A clip laid onto a skeleton: names matched, curves turned, what did not match reported.

pub mod axis_turn;
pub mod bound;
mod copies;
pub mod found;
mod modes;
pub mod names;
pub mod parts;
pub mod plan;
pub mod play_as;
pub mod renames;
pub mod report;
pub mod retarget;
pub mod roles;
mod spellings;
mod targets;
