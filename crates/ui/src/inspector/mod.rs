//! The inspector: one file for each kind of thing that can be selected.

pub mod bone;
pub mod bone_numbers;
pub mod bone_shown;
pub mod clip;
pub mod curve_rows;
pub mod decisions;
pub mod file;
pub mod fixtures;
pub mod instances;
pub mod materials;
pub mod mesh;
pub mod model;
pub mod motion;
pub mod panel;
pub mod probe;
pub mod rows;
mod weights;
