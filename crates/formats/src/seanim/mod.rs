//! SEAnim files: the keys of the bones of one clip (docs/formats/seanim.md).
//!
//! In: the bytes of one file. Out: a [`Document`] that mirrors them, and its scene, which is a clip alone. Ids of diagnostics are `SN` and the row of the
//! page's table of malformed files.

mod document;
mod error;
mod lower;
mod outline;
mod read;
mod write;

pub use document::{Bone, Document, Header, KeyList, Kind, Modifier, Note};
pub use error::SeanimError;
pub use lower::lower;
pub use outline::outline;
pub use read::{MAGIC, read};
pub use write::{write_played, write_stored};
