//! Who has the keyboard: panels, text fields, rows of lists, and handles.

pub mod arrows;
pub mod field;
pub mod row_keys;
pub mod walk;
