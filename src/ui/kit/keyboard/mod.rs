//! Who has the keyboard: text fields, and rows of lists.

pub mod field;
pub mod row_keys;
