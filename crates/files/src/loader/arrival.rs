//! Messages that the loader sends while it works.

use castview_base::core::TextureIndex;
use castview_picture::opened::{
    Consent, EnvironmentImage, FileKey, FoundImage, OpenedFile, Placement, Retry, TextureState, Waits,
};

/// One result of a load, or word of how it goes. `generation`: that of the load it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// One sentence for the user: nothing is wrong.
    Note(String),
    /// One sentence for the user: something is not as it was asked for.
    Warning(String),
    /// One sentence for the user about trouble that something else may end.
    Trouble(Trouble, String),
    /// One sentence for the user: what was asked for was not done.
    Error(String),
    Progress {
        generation: u64,
        /// File that is read.
        name: String,
        /// Progress of the batch, 0…1.
        progress: f32,
    },
    /// A batch has been read: everything of it that could be.
    Loaded {
        generation: u64,
        files: Vec<OpenedFile>,
        placement: Placement,
    },
    /// One file of a batch could not be read.
    Failed {
        generation: u64,
        name: String,
        location: String,
        /// For people: without paths and bytes.
        message: String,
        /// The path, and where in the file it failed.
        details: String,
        retry: Option<Retry>,
        waits: Option<Box<Waits>>,
    },
    Texture {
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        /// Bytes of the image file.
        file_bytes: u64,
        /// As [`TextureEntry::full_size`](castview_picture::opened::TextureEntry::full_size).
        full_size: Option<[u32; 2]>,
        state: TextureState,
    },
    /// Result of [`Loader::relink`](super::Loader::relink): as of a texture.
    Relinked {
        question: u64,
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        file_bytes: u64,
        full_size: Option<[u32; 2]>,
        state: TextureState,
    },
    /// All textures of a batch have been decoded, some at a smaller size or not at all for want of memory: one sentence about them.
    TexturesReduced(String),
    /// How many of the textures that were asked for at full size have been decoded again, 0…1; `None`: no more will come.
    FullSizeProgress { generation: u64, progress: Option<f32> },
    /// An image of surroundings that lights the models from now on.
    Environment(EnvironmentImage),
    /// The user dropped a folder with files to open. `opens`: all of them are opened with it.
    Folder { location: String, opens: bool },
    /// Images of a drop that have the names of textures which open files lack. `used`: they were dropped for them; else they came with
    /// others, and are offered.
    Found { images: Vec<FoundImage>, used: bool },
    /// Where what the file still lacks would be.
    Awaited { file: FileKey, folders: Vec<String> },
    /// The files at these places lacked instances or buffers that are there now.
    Come(Vec<String>),
    /// Folders were dropped for these open files, which lack files that they reference.
    Lent(Vec<FileKey>),
    /// Consents that were given, and are to be remembered.
    Allowed(Vec<Consent>),
}

/// Subject of a sentence of [`Arrival::Trouble`].
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// The file at this place is half written; what was read before stays.
    NotWhole(String),
    /// The image at this place lights nothing.
    NotLighting(String),
    /// A texture is not decoded at its full size.
    Smaller(FileKey, TextureIndex),
    /// A folder that was allowed is not there.
    NoFolder,
}
