//! The inspector: one file for each kind of thing that can be selected.

pub mod blend_shapes;
pub mod clip_scale;
pub mod decisions;
pub mod fixtures;
pub mod hang;
pub mod instances;
pub mod layers;
pub mod materials;
pub mod panel;
pub mod rig_inspector;
pub mod treat;
