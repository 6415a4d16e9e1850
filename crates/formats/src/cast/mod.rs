//! The Cast container (docs/formats/cast.md).
//!
//! In: the bytes of one file. Out: a [`Document`] that mirrors them, with every repair reported; and back. The meaning of the nodes is
//! decided in `lower` alone.

mod document;
mod encode;
mod error;
mod file_header;
mod ids;
mod layout;
mod lower;
mod names;
mod outline;
mod properties;
mod property;
mod read;
pub(crate) mod surface;
mod targets;
mod tree;
mod write;

pub use document::{Document, NodeIndex, NodeView};
pub(crate) use encode::bound;
pub use encode::{CastSlots, encode, settle};
pub use error::CastError;
pub use ids::{NodeId, NodeKind, PropertyType};
pub use lower::lower;
pub use outline::outline;
pub use property::PropertyView;
pub use read::read;
pub use targets::targets;
pub use write::{NodeDraft, PropertyDraft, write, write_document};
