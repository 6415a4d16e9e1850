//! castview's own JSON files, read as far as they can be: settings, views, what is remembered.
//!
//! In: text, whoever has written or cut it. Out: values, each by itself.

pub mod lenient;
pub mod mended;
