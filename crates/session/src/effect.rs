//! Effects: work that the session cannot do itself; `app` or `offline` carries it out.

use super::{Action, HungFile, Problem, ViewCommand};
use castview_base::core::{MeshIndex, Options, Severity, TextureIndex};
use castview_picture::PlacedKey;
use castview_picture::opened::{Consent, FileKey, NamedPath, Placement, Relink, Wish};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the user for files, then send [`super::StageAction::Open`].
    ChooseFiles,
    /// Make the built-in demo and send [`super::Message::Loaded`] with this generation.
    ShowDemo {
        generation: u64,
    },
    /// Load these in the background and send [`super::Message::Loaded`] or [`super::Message::LoadFailed`] with this generation.
    Load {
        generation: u64,
        locations: Vec<String>,
        /// Keys of the first locations, which are open already or were refused before. The others have none.
        keys: Vec<FileKey>,
        placement: Placement,
    },
    /// Look in the background which of these files are there, each for the model on a bone of which it hung before, and send
    /// [`super::Message::HungThere`].
    LookForHung {
        asked: Vec<(PlacedKey, HungFile)>,
        tells: bool,
    },
    /// Ask the user for a folder, then send [`super::BrowserAction::OpenFolder`].
    ChooseFolder,
    /// List the folder in the background and send [`super::Message::Folder`] with this generation. An earlier list is not needed any more.
    ListFolder {
        generation: u64,
        location: String,
        is_deep: bool,
        /// Tell also what clips move.
        has_targets: bool,
    },
    /// List what the folder holds for the built-in file dialog, and send [`super::Message::Places`] with this generation. An empty location
    /// means the user's own folder.
    ListPlaces {
        generation: u64,
        location: String,
    },
    /// Draw the view, write a PNG of this name into the folder.
    SavePictureIn {
        folder: String,
        name: String,
    },
    /// The same at this location, for which [`super::Message::PictureIsThere`] was sent.
    SavePictureOver(String),
    /// Write the diagnostics bundle under this name into the folder.
    SaveDiagnosticsIn {
        folder: String,
        name: String,
    },
    /// Ask where, and write the vertices of this mesh in the pose of now as CSV, whole or not at all.
    SaveVertices(PlacedKey, MeshIndex),
    /// The same under this name in the folder.
    SaveVerticesIn {
        folder: String,
        name: String,
        of: (PlacedKey, MeshIndex),
    },
    /// Take its [`crate::posed_clip`] now, ask for a name, and write a Cast file: whole or not at all, and never over an open one.
    SavePose(PlacedKey),
    /// The same under this name in the folder: the answer where the desktop has no dialog.
    SavePoseIn {
        folder: String,
        name: String,
    },
    /// Open the files whose paths the text names.
    OpenText(String),
    /// Show the list of files, and put the keyboard into it.
    ShowBrowser,
    /// How this file is read from now on.
    ReadAs {
        file: FileKey,
        options: Options,
    },
    /// The next time that this file is read, its instances have these files, by the paths that they name. Others are as they were named.
    PutInstead {
        file: FileKey,
        instead: BTreeMap<NamedPath, String>,
    },
    /// The next load begins with leave for these; what could be given comes back as [`super::Message::Allowed`].
    Allow(Vec<Wish>),
    /// These and no others are allowed from now on.
    SetConsents(Arc<Vec<Consent>>),
    /// Stop loading; results of older generations are ignored anyway.
    CancelLoad,
    /// These files are held to no budget any more, now and when they are loaded again. Decode `textures`, each of one of them or of a
    /// file that they reference, at full size: send [`super::Message::TextureLoaded`] for each, and
    /// [`super::Message::FullSizeProgress`] with this generation.
    LiftBudget {
        generation: u64,
        files: Vec<FileKey>,
        textures: Vec<(FileKey, TextureIndex)>,
    },
    /// Ask the user for an image, then send [`super::StageAction::Relink`].
    ChooseImage {
        file: FileKey,
        texture: TextureIndex,
    },
    /// Put these images in place of textures: send [`super::Message::Relinked`] for each.
    Relink(Vec<Relink>),
    /// Look again for the textures and instances that these files lack.
    LookAgain(Vec<FileKey>),
    /// Decode no more textures at full size; those that are still to come keep their smaller pictures.
    StopFullSize,
    /// Run [`crate::view::measure_speeds`] of it in the background, and send [`super::Message::SpeedsMeasured`].
    MeasureSpeeds {
        question: u64,
    },
    /// Run [`super::View::measure_meshes`] of it in the background, and send [`super::Message::MeshesMeasured`].
    MeasureMeshes {
        question: u64,
    },
    /// Run [`crate::aids::find_trouble`] of it in the background, and send [`super::Message::TroubleFound`].
    FindTrouble {
        question: u64,
    },
    /// Run [`crate::sweep_b`] of it in the background, and send [`super::Message::SweptB`].
    SweepB {
        question: u64,
    },
    /// List the bones in the tree by how much they differ from B, over the clip or now, and put the keyboard there.
    ListDifferences {
        over_clip: bool,
    },
    /// Drop the picture in progress.
    StopDrawing,
    /// Ask where, draw the view, write a PNG.
    SavePicture,
    /// Ask where, and write what helps to look into a problem.
    SaveDiagnostics,
    CopyText(String),
    /// Read the text on the clipboard, empty if there is none, and send [`crate::HandPoseAction::PasteText`].
    PastePose {
        mirrored: bool,
    },
    /// Write a view file, and copy the command that draws it.
    CopyView(Box<ViewCommand>),
    /// Draw the first pictures of the command in the background, and send [`super::Message::ExportMeasured`] with this question. An earlier
    /// question is not wanted any more.
    MeasureExport {
        question: u64,
        command: Box<ViewCommand>,
    },
    /// Run the command in the background without writing anything, and send [`super::Message::ExportChecked`] with this question.
    CheckExport {
        question: u64,
        command: Box<ViewCommand>,
    },
    /// Ask for a place and run the command in the background: send [`super::Message::Exporting`], at its end [`super::Message::Exported`].
    /// Send [`super::Message::ExportIsThere`] instead if files would be replaced without a question.
    Export(Box<ViewCommand>),
    /// The same, under this name in the folder: the answer where the desktop has no dialog.
    ExportIn {
        folder: String,
        name: String,
    },
    /// The same at this location, for which [`super::Message::ExportIsThere`] was sent.
    ExportOver(String),
    /// Stop the export that is under way; send [`super::Message::ExportStopped`].
    CancelExport,
    /// Open the file by the program that the system has for it.
    OpenOutside(String),
    /// Copy the path, whole and as it is written on this system.
    CopyPath(String),
    /// Show the folder of the file, or the folder itself.
    ShowFolder(String),
    /// Copy the picture that is seen.
    CopyPicture,
    Notify(Notice),
    SetFullScreen(bool),
    /// Store it; it holds from the next start on.
    PreferAdapter(Option<String>),
    /// Put the keyboard into the tree's search field.
    FocusSearch,
    /// Put the keyboard into the transport's frame number.
    FocusFrame,
    /// Show all frames and values of the curve view; or the values of the frames that are shown.
    FitCurves {
        all: bool,
    },
    /// Put the keyboard into the next panel, or into the one before.
    FocusPanel {
        forward: bool,
    },
    /// Put the keyboard into the menu bar.
    FocusMenuBar,
    /// Put the keyboard into the list of curves.
    FocusCurves,
    Quit,
}

/// One line for the user, with a button for each thing that can be done about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    pub urgency: Urgency,
    pub text: String,
    /// For whoever wants to know more: paths, bytes, rules. Empty: there is no more.
    pub details: String,
    /// From left to right, the likeliest first.
    pub actions: Vec<NoticeAction>,
    /// The problem behind the notice, if the user can solve one: the notice leaves with it.
    pub problem: Option<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Urgency {
    Info,
    Warning,
    Error,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NoticeAction {
    pub label: Cow<'static, str>,
    pub action: Box<Action>,
}

impl Effect {
    /// A notice that goes when the problem no longer stands; other effects stay as they are.
    pub(super) fn about(self, problem: Problem) -> Self {
        match self {
            Self::Notify(notice) => Self::Notify(notice.about(problem)),
            other => other,
        }
    }
}

impl Notice {
    pub fn info(text: impl Into<String>) -> Self {
        Self {
            urgency: Urgency::Info,
            text: text.into(),
            details: String::new(),
            actions: Vec::new(),
            problem: None,
        }
    }

    pub fn warning(text: impl Into<String>) -> Self {
        Self {
            urgency: Urgency::Warning,
            text: text.into(),
            details: String::new(),
            actions: Vec::new(),
            problem: None,
        }
    }

    pub fn error(text: impl Into<String>) -> Self {
        Self {
            urgency: Urgency::Error,
            text: text.into(),
            details: String::new(),
            actions: Vec::new(),
            problem: None,
        }
    }

    /// Adds details, which the log of notices shows on demand.
    pub fn with_details(mut self, details: impl Into<String>) -> Self {
        self.details = details.into();
        self
    }

    /// The notice goes when the problem no longer stands ([`crate::joining::stands`]).
    pub fn about(mut self, problem: Problem) -> Self {
        self.problem = Some(problem);
        self
    }

    /// With one button more, to the right of those it has.
    pub fn with_action(mut self, label: impl Into<Cow<'static, str>>, action: Action) -> Self {
        self.actions.push(NoticeAction {
            label: label.into(),
            action: Box::new(action),
        });
        self
    }
}

impl From<Severity> for Urgency {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Note => Self::Info,
            Severity::Warning => Self::Warning,
            Severity::Error => Self::Error,
        }
    }
}

/// For actions that only change state.
pub(crate) fn quiet(change: impl FnOnce()) -> Vec<Effect> {
    change();
    Vec::new()
}
