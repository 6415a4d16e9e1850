//! The inspector, kind by kind.

mod bone_numbers;
mod by_hand;
mod curve_rows;
mod decisions;
mod layers;
mod measures;
mod mesh_questions;
mod pinned;
pub mod probe;
mod steps;
mod values;
mod weights;
