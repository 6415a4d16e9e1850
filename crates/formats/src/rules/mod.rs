//! The table of all rules. A rule names a fault of a file, its severity, and the way castview goes on.
//!
//! One table for each format, and one for converting. Code names a rule where it reports ([`castview_base::core::Diagnostics::report`]);
//! the page `docs/rules.md`, `castview explain-rule` and the window's explanations are made from the tables.
//!
//! An id stands for a row of a format's page in docs/formats. It may have several rules, where its cases differ in severity.

pub mod cast;
pub mod common;
pub mod convert;
pub mod gltf;
pub mod mrtk;
pub mod seanim;
pub mod semodel;
pub mod shape;

mod chapters;
mod page;
mod table;

pub use chapters::{CHAPTERS, Chapter, find};
pub use page::page;
