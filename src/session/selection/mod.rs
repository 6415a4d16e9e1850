//! What is selected, and what hangs below it.

pub mod action;
pub mod aim;
pub mod below;
