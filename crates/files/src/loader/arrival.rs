//! Messages that the loader sends while it works.

use castview_base::core::TextureIndex;
use castview_images::ImageParts;
use castview_picture::opened::{
    Consent, EnvironmentImage, FileKey, FoundFile, OpenedFile, Placement, Retry, TextureState, Waits,
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
    /// A file of a batch is being read.
    Progress {
        /// The load.
        generation: u64,
        /// File that is read.
        name: String,
        /// Progress of the batch, 0…1.
        progress: f32,
    },
    /// A batch has been read: everything of it that could be.
    Loaded {
        /// The load.
        generation: u64,
        /// In the order in which they were asked for.
        files: Vec<OpenedFile>,
        /// Treatment of the models that are on the stage.
        placement: Placement,
    },
    /// One file of a batch could not be read.
    Failed {
        /// The load.
        generation: u64,
        /// The file's own name, for people.
        name: String,
        /// Its path, spelled so that it can be opened again.
        location: String,
        /// For people: without paths and bytes.
        message: String,
        /// The path, and where in the file it failed.
        details: String,
        /// How it could be opened all the same.
        retry: Option<Retry>,
        /// Files whose coming would end the trouble.
        waits: Option<Box<Waits>>,
    },
    /// A texture was decoded, or could not be.
    Texture {
        /// The open file that names the texture.
        file: FileKey,
        /// Place in the list of its scene.
        texture: TextureIndex,
        /// Path of its image, spelled so that it can be opened; `None`: inside the file, or not found.
        location: Option<String>,
        /// Bytes of the image file.
        file_bytes: u64,
        /// As [`TextureEntry::full_size`](castview_picture::opened::TextureEntry::full_size).
        full_size: Option<[u32; 2]>,
        /// As [`TextureEntry::parts`](castview_picture::opened::TextureEntry::parts).
        parts: Option<ImageParts>,
        /// The decoded image, or why there is none.
        state: TextureState,
    },
    /// Result of [`Loader::relink`](super::Loader::relink): as of a texture.
    Relinked {
        /// Number of the question that this answers.
        question: u64,
        /// The open file that names the texture.
        file: FileKey,
        /// Place in the list of its scene.
        texture: TextureIndex,
        /// Path of its image, spelled so that it can be opened; `None`: inside the file, or not found.
        location: Option<String>,
        /// Bytes of the image file.
        file_bytes: u64,
        /// As [`TextureEntry::full_size`](castview_picture::opened::TextureEntry::full_size).
        full_size: Option<[u32; 2]>,
        /// As [`TextureEntry::parts`](castview_picture::opened::TextureEntry::parts).
        parts: Option<ImageParts>,
        /// The decoded image, or why there is none.
        state: TextureState,
    },
    /// All textures of a batch have been decoded, some at a smaller size or not at all for want of memory: one sentence about them.
    TexturesReduced(String),
    /// How many of the textures that were asked for at full size have been decoded again, 0…1; `None`: no more will come.
    FullSizeProgress {
        /// The load.
        generation: u64,
        /// Share of the textures.
        progress: Option<f32>,
    },
    /// An image of surroundings that lights the models from now on.
    Environment(EnvironmentImage),
    /// The user dropped a folder with files to open. `opens`: all of them are opened with it.
    Folder {
        /// The folder, spelled so that it can be opened.
        location: String,
        /// Whether all its files are opened.
        opens: bool,
    },
    /// Files of a drop that have the names of what open files lack. `used`: they were dropped for them; else they came with others, and are
    /// offered.
    Found {
        /// The files, each with the reference that lacks it.
        found: Vec<FoundFile>,
        /// Whether they were dropped for these references.
        used: bool,
    },
    /// Where what the file still lacks would be.
    Awaited {
        /// The open file that lacks something.
        file: FileKey,
        /// Folders in which it would be.
        folders: Vec<String>,
    },
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
