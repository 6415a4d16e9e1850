//! What is open: files, models, instances, levels, budgets, what lies outside, up axes.

pub mod action;
pub mod budget;
pub mod instances;
pub mod levels;
pub mod load;
pub mod open;
pub mod opening;
pub mod outside;
pub mod state;
pub mod up_axis;
