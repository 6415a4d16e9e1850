//! How much of what is open is shown: levels of detail, the budget, textures at a smaller size.

pub(crate) mod budget;
pub(crate) mod budgeted;
pub(crate) mod drawing;
pub(crate) mod drawn;
pub(crate) mod full_size;
pub(crate) mod levels;
