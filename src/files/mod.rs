//! The only room with paths: what may be opened, textures searched, bytes → scenes, loading in the background.
//!
//! In: paths from the user and paths from files, which are not to be trusted alike. Out: bytes, scenes, images.
//! Never writes.

mod location;
mod read;
mod resolve;

pub use location::{location_of, path_of};
pub use read::{MAX_FILE_BYTES, ReadError, read_file, read_stream};
pub use resolve::TextureSearch;
