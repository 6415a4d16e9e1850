//! Who has the keyboard: panels, text fields, and rows of lists.

pub mod field;
pub mod row_keys;
pub mod walk;
