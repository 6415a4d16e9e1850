//! Who has the keyboard: panels, text fields, rows of lists, handles and edges.

pub mod alt_tap;
pub mod arrows;
pub mod field;
pub mod row_keys;
pub mod splitter;
pub mod walk;
