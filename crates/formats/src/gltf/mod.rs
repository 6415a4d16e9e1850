//! glTF 2.0, as `.gltf` and `.glb` (docs/formats/gltf.md).
//!
//! In: the bytes of one file, and whoever may look up those it names. Out: a [`Document`] that mirrors them, with every byte
//! found and every index and length still untrusted; and the scene made by `lower`. And back: a scene as a GLB file. Ids of
//! diagnostics are `G` and the row of §8, or `G` and a word where the choice is not in a row.

mod accessor;
mod buffers;
mod container;
mod document;
mod error;
mod extensions;
mod json;
mod lower;
mod meshopt;
mod outline;
mod packed;
mod read;
mod stored;
mod uri;
mod views;
mod write;

pub use document::Document;
pub use error::GltfError;
pub use extensions::OPEN_ANYWAY;
pub use lower::lower;
pub use outline::outline;
pub use read::read;
pub use write::{EmbeddedImage, Extras, GltfMaterial, settle, write as write_glb};
