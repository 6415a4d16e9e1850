//! Train Simulator NEXT `.Shape` 0.1 (docs/formats/shape.md).
//!
//! In: the bytes of one file. Out: a [`Document`] that mirrors its content, with every doubt reported. The format has one published page
//! and no published file, so what that page leaves open is decided here in the open: each decision has a name, a reason, and a way to
//! overturn it. The meaning of the records is decided in `lower` alone.

mod codec;
mod cursor;
mod document;
mod dxgi;
mod error;
mod file_header;
mod grammar;
mod layout;
mod lower;
mod lz4_frame;
mod outline;
mod read;
mod text;
mod unpack;

pub use codec::Codec;
pub use document::{
    Anchor, Array, Bone, Camera, Content, Document, EventKey, Geometry, KeyArray, Layer, LensFlare, Light, Map,
    Material, Node, Property, Script, Sound, SubShape, Track, Value, ValueKind, Volume,
};
pub use dxgi::Format;
pub use error::ShapeError;
pub use file_header::is_shape;
pub use layout::{CountWidth, Layout};
pub use lower::lower;
pub use outline::outline;
pub use text::Text;

use castview_base::core::{Diagnostics, Options, SharedBytes};

/// Reads the content. The ids of the diagnostics are the rows of docs/formats/shape.md §7 (`S28`) and the decisions of
/// §4 (`SA7`). `options` may settle how the stream is encoded, and the widths that are open.
pub fn read(bytes: SharedBytes, options: &Options, diagnostics: &mut Diagnostics) -> Result<Document, ShapeError> {
    read::read(bytes, lower::wanted(options), diagnostics)
}

/// Whether reading `bytes` unpacks at most `most` bytes, whatever the stream turns out to be.
pub fn unpacks_within(bytes: &[u8], most: u64) -> bool {
    let stream = file_header::FileHeader::read(bytes).ok().map(|header| header.stream);
    stream.is_none_or(|at| codec::unpacks_within(&bytes[at..], most))
}
