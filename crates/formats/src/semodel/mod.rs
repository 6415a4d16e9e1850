//! SEModel files: bones, meshes and materials of one model (docs/formats/semodel.md).
//!
//! In: the bytes of one file. Out: a [`Document`] that mirrors them, and its scene. Ids of diagnostics are `SM` and the row of the page's table of
//! malformed files.

mod document;
mod error;
mod lower;
mod outline;
mod read;
mod write;

pub use document::{Bone, Document, Header, Material, Mesh};
pub use error::SemodelError;
pub use lower::{UP, lower};
pub use outline::outline;
pub use read::{MAGIC, read};
pub use write::write;
