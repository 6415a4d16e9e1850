//! Messages that are no wishes of the user: results of the loader, news from the window and the system.

use super::{
    DialogFor, ExportMeasure, ExportProgress, HungFile, MeshFacts, ModelTrouble, Notice, PartShown, SweptBones,
};
use castview_base::core::TextureIndex;
use castview_images::ImageParts;
use castview_picture::PlacedKey;
use castview_picture::opened::{
    Consent, EnvironmentImage, FileKey, FolderNews, FoundFile, OpenedFile, Placement, Places, Retry, TextureState,
    Waits,
};
use std::sync::Arc;

/// News that is no wish of the user: the loader, the window and the system tell it.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// Something for the user to read.
    Told(Notice),
    /// A file was written, or could not be. `failed`: why it was not written.
    Saved {
        /// For people.
        name: String,
        place: String,
        failed: Option<String>,
    },
    /// Result of [`super::Effect::MeasureExport`], or why there is nothing to export.
    ExportMeasured {
        question: u64,
        measured: Result<ExportMeasure, String>,
    },
    /// Result of [`super::Effect::CheckExport`]: what would be lost, or why there is nothing to export.
    ExportChecked {
        question: u64,
        checked: Result<Vec<String>, String>,
    },
    /// How far an export is.
    Exporting(Option<ExportProgress>),
    /// An export was stopped: nothing was written, or some numbered pictures.
    ExportStopped {
        name: String,
        /// Pictures that were written and stay, if each is a file of its own.
        pictures: Option<u64>,
    },
    /// Files that an export would replace are there already; nothing was written.
    ExportIsThere {
        /// The first of them, for people.
        name: String,
        /// How many there are.
        count: usize,
        /// Location that was chosen.
        place: String,
    },
    /// A picture that is to be saved at that location would replace a file about which nobody was asked; nothing was written.
    PictureIsThere(String),
    /// An export has ended.
    Exported {
        /// For people.
        name: String,
        /// Pictures, if each is a file of its own.
        pictures: Option<u64>,
        /// Location of the file, or of the folder with its pictures.
        place: String,
        /// Size of the file.
        bytes: Option<u64>,
        /// Why it was not written.
        failed: Option<String>,
        /// Sentences about the pictures.
        told: Vec<String>,
    },
    LoadProgress {
        generation: u64,
        name: String,
        progress: f32,
    },
    /// A batch has been read: everything of it that could be.
    Loaded {
        generation: u64,
        files: Vec<OpenedFile>,
        placement: Placement,
    },
    /// One file of a batch could not be read; the stage is untouched.
    LoadFailed {
        generation: u64,
        name: String,
        location: String,
        /// For people: without paths and bytes.
        message: String,
        /// The path, and where in the file it failed; empty where there is nothing more to say.
        details: String,
        retry: Option<Retry>,
        waits: Option<Box<Waits>>,
    },
    TextureLoaded {
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        /// Size of the image file.
        file_bytes: u64,
        /// As [`castview_picture::opened::TextureEntry::full_size`].
        full_size: Option<[u32; 2]>,
        /// As [`castview_picture::opened::TextureEntry::parts`].
        parts: Option<ImageParts>,
        state: TextureState,
    },
    /// Result of one [`super::Effect::Relink`]; the fields are those of a texture.
    Relinked {
        question: u64,
        file: FileKey,
        texture: TextureIndex,
        location: Option<String>,
        file_bytes: u64,
        full_size: Option<[u32; 2]>,
        /// As [`castview_picture::opened::TextureEntry::parts`].
        parts: Option<ImageParts>,
        state: TextureState,
    },
    /// All textures of a batch have been decoded, some at a smaller size or not at all for want of memory: one sentence about them.
    TexturesReduced(String),
    /// How many of the textures that [`super::Effect::LiftBudget`] named have been decoded again, 0…1; `None`: no more will come.
    FullSizeProgress {
        generation: u64,
        progress: Option<f32>,
    },
    /// Speeds that [`super::Effect::MeasureSpeeds`] asked for: units of the model per second, by bone.
    SpeedsMeasured {
        question: u64,
        speeds: Vec<(PlacedKey, Vec<f32>)>,
    },
    /// Facts that [`super::Effect::MeasureMeshes`] asked for.
    MeshesMeasured {
        question: u64,
        facts: Arc<MeshFacts>,
    },
    /// Trouble that [`super::Effect::FindTrouble`] asked for.
    TroubleFound {
        question: u64,
        found: Vec<(PlacedKey, ModelTrouble)>,
    },
    /// Greatest differences that [`super::Effect::SweepB`] asked for.
    SweptB {
        question: u64,
        greatest: SweptBones,
    },
    /// An image of surroundings: it lights the models until another environment is chosen.
    EnvironmentLoaded(EnvironmentImage),
    /// The image that lit the models in an earlier run ([`super::Recent::environment`]), or why it does not any more.
    EnvironmentRestored {
        location: String,
        image: Result<EnvironmentImage, String>,
    },
    /// Result of [`super::Effect::ListFolder`].
    Folder {
        generation: u64,
        news: FolderNews,
    },
    /// Result of [`super::Effect::ListPlaces`].
    Places {
        generation: u64,
        places: Places,
    },
    /// The desktop has no dialog for what was to be chosen. `name`: of a picture.
    NoDialog {
        wants: DialogFor,
        name: String,
    },
    /// These files, which hung on bones of these models before, are there. `tells`: a notice offers them.
    HungThere {
        there: Vec<(PlacedKey, HungFile)>,
        tells: bool,
    },
    /// These of the files that were opened lately are not there; the others are.
    RecentGone(Vec<String>),
    /// Other programs have written these places anew.
    FilesChanged(Vec<String>),
    /// The files at these places are not there any more.
    FilesGone(Vec<String>),
    /// Folders in which what a file still lacks would be.
    Awaited {
        file: FileKey,
        folders: Vec<String>,
    },
    /// The user dropped a folder with files to open. `opens`: they are opened with it.
    FolderDropped {
        location: String,
        opens: bool,
    },
    /// Files of a drop that have the names of what open files lack. `used`: the user dropped them for that.
    MissingFound {
        found: Vec<FoundFile>,
        used: bool,
    },
    /// Folders were dropped for these files, in which what they reference is looked for.
    Lent(Vec<FileKey>),
    /// Consents that the user gave, to be remembered.
    Allowed(Vec<Consent>),
    /// How much of a picture that takes its time is there, 0…1.
    Drawing(Option<f32>),
    /// The part of the meshes that the picture on the screen shows; `None`: all.
    PartShown(Option<PartShown>),
    /// Limits of the graphics adapter's memory.
    LimitMemory {
        /// Its bytes, where that is known: of software adapters.
        bytes: Option<u64>,
        /// It takes blocks of texels as they are.
        reads_blocks: bool,
    },
    /// Whether the system asks for less motion.
    LessMotion(bool),
    SystemTheme {
        is_light: bool,
    },
}
