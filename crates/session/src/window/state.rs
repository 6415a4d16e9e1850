//! The kept state of the window around the view.

use crate::{ClipKey, Selected};
use castview_picture::opened::FileKey;
use serde::{Deserialize, Serialize};

/// Shown parts of the window, for this run alone.
#[derive(Debug, Default)]
pub struct WindowState {
    pub panels_hidden: bool,
    pub full_screen: bool,
    /// The column of texture coordinates beside the view: it is about a mesh of what is open, so the next run begins without it.
    pub uv_layout: bool,
    /// The page that lies over the window.
    pub page: Option<Page>,
    /// The place that the page of the file was last asked for.
    pub in_file: Option<FilePlace>,
    /// Whether the system prefers the light theme, for [`Theme::System`].
    pub system_is_light: bool,
    /// The system asks for less motion, for [`Motion::System`].
    pub less_motion: bool,
    /// Effect that a drop would have, while files hover: one line.
    pub drop_hint: Option<String>,
    /// The bone that the files would hang on.
    pub drop_onto: Option<Selected>,
}

/// Something whose bytes the page of the file shows.
#[derive(Clone, Debug, PartialEq)]
pub enum FilePlace {
    /// A thing of the file.
    Item(Selected),
    /// Bytes of an open file: the first one, and how many.
    Bytes(FileKey, usize, usize),
    /// A notification of a clip, by its place there.
    Note(ClipKey, usize),
}

/// Lists of the left panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LeftTab {
    #[default]
    Nodes,
    Clips,
    /// Those of the folder that is browsed.
    Files,
}

/// Makes the enum and the list of its values of one list, so that none is left out.
macro_rules! pages {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Page {
            $($(#[$doc])* $name,)*
        }

        impl Page {
            pub const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

pages! {
    Shortcuts,
    /// Matches of the active clip on each model, and the table of names.
    Matching,
    Diagnostics,
    /// Mistakes of the models and the active clip.
    Trouble,
    /// The document of a file, and its bytes.
    Document,
    /// The vertices of a mesh.
    Vertices,
    /// Every texture of every file, and where it was looked for.
    Textures,
    /// Bones that are places for other models, and what hangs there.
    Sockets,
    /// Differences of two files.
    Compare,
    About,
    /// Every notification and marker of the active clip.
    Notifications,
    /// Every notification of every open clip.
    AllNotifications,
    /// Folders that files may read outside their own.
    AllowedFolders,
    /// The built-in file dialog.
    FileDialog,
    /// Choices that outlive the run, with a search.
    Settings,
    /// Every command, found by typing.
    Palette,
    /// Every notice of this run.
    Notices,
    /// Content, format and size of pictures to export.
    Export,
    /// Format and content of models and clips to export.
    ExportModels,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    Dark,
    Light,
    /// Whatever the system says.
    System,
}

/// Whether anything glides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "super::motion::Stored")]
pub enum Motion {
    /// Unless the system asks for less motion.
    #[default]
    System,
    Always,
    Never,
}

/// Length of one unit in files that do not state it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LengthUnit {
    #[default]
    Unknown,
    Millimeter,
    Centimeter,
    Inch,
    Meter,
}

impl LengthUnit {
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Unknown, "Not known"),
        (Self::Millimeter, "1 mm"),
        (Self::Centimeter, "1 cm"),
        (Self::Inch, "1 inch"),
        (Self::Meter, "1 m"),
    ];

    /// Behind a number.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unknown => "units",
            Self::Millimeter => "mm",
            Self::Centimeter => "cm",
            Self::Inch => "in",
            Self::Meter => "m",
        }
    }

    pub fn meters(self) -> Option<f32> {
        Some(match self {
            Self::Unknown => return None,
            Self::Millimeter => 0.001,
            Self::Centimeter => 0.01,
            Self::Inch => 0.0254,
            Self::Meter => 1.0,
        })
    }
}

/// Contents of the dock above the transport, from top to bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DockTab {
    Keys,
    DopeSheet,
    Curves,
    Notifications,
    Layers,
}

impl DockTab {
    pub const ALL: [Self; 5] = [
        Self::Keys,
        Self::DopeSheet,
        Self::Curves,
        Self::Notifications,
        Self::Layers,
    ];
}
