//! One texture that a file references: its path, and the state of its reading.

use castview_images::{ImageParts, Pixels};
use std::sync::Arc;

/// One texture reference of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct TextureEntry {
    /// The path as the file spells it.
    pub reference: String,
    /// Where it was found.
    pub location: Option<String>,
    /// Bytes of the file at `location`; 0 until it is read.
    pub file_bytes: u64,
    /// Width and height of the stored image, where the budget for textures is why `state` holds a smaller picture or none.
    pub full_size: Option<[u32; 2]>,
    /// Images that its file holds, if there are several: the first is shown.
    pub parts: Option<ImageParts>,
    /// How far its reading came.
    pub state: TextureState,
    /// Whether an image of another place stands for it.
    pub elsewhere: Elsewhere,
}

/// Whether an image of another place stands for a texture, or could.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Elsewhere {
    /// It lies where the file says, or near the file.
    #[default]
    No,
    /// It was found by its name alone, in a folder or among images that came with the file.
    ByName,
    /// It is missing; what was dropped for other files has an image of its name, at this location.
    Offered(String),
}

/// How far the reading of a texture came.
#[derive(Clone, Debug, PartialEq)]
pub enum TextureState {
    /// It is being read.
    Loading,
    /// It can be drawn.
    Ready(Arc<Pixels>),
    /// Found; nothing that is drawn asks for it, so it is not decoded.
    Unused,
    /// Not found anywhere; says where it was looked for.
    Missing(String),
    /// Found but not usable; says why.
    Broken(String),
}
