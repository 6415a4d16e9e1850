//! How much of what is open is shown: levels of detail, the budget, textures at a smaller size.

pub mod budget;
pub mod budgeted;
pub mod full_size;
pub mod levels;
