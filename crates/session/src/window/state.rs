//! The kept state of the window around the view.

use crate::{ClipKey, Selected};
use castview_picture::opened::FileKey;
use serde::{Deserialize, Serialize};

/// Shown parts of the window, for this run alone.
#[derive(Debug, Default)]
pub struct WindowState {
    /// The panels around the view are hidden.
    panels_hidden: bool,
    /// The window fills the screen.
    full_screen: bool,
    /// The column of texture coordinates beside the view: it is about a mesh of what is open, so the next run begins without it.
    uv_layout: bool,
    /// The page that lies over the window.
    page: Option<Page>,
    /// The place that the page of the file was last asked for.
    in_file: Option<FilePlace>,
    /// Whether the system prefers the light theme, for [`Theme::System`].
    system_is_light: bool,
    /// The system asks for less motion, for [`Motion::System`].
    less_motion: bool,
    /// Effect that a drop would have, while files hover: one line.
    drop_hint: Option<String>,
    /// The bone that the files would hang on.
    drop_onto: Option<Selected>,
}

impl WindowState {
    /// Whether the panels around the view are hidden.
    pub fn panels_hidden(&self) -> bool {
        self.panels_hidden
    }

    /// Shows the panels around the view, or hides them.
    pub(crate) fn show_panels(&mut self, shown: bool) {
        self.panels_hidden = !shown;
    }

    /// Whether the window fills the screen.
    pub fn full_screen(&self) -> bool {
        self.full_screen
    }

    /// Notes whether the window fills the screen; whether it did before.
    pub(crate) fn fill_screen(&mut self, fills: bool) -> bool {
        std::mem::replace(&mut self.full_screen, fills)
    }

    /// Whether the column of texture coordinates is beside the view.
    pub fn uv_layout(&self) -> bool {
        self.uv_layout
    }

    /// Shows the column of texture coordinates, or hides it.
    pub(crate) fn show_uv_layout(&mut self, shown: bool) {
        self.uv_layout = shown;
    }

    /// The page that lies over the window.
    pub fn page(&self) -> Option<Page> {
        self.page
    }

    /// Lays a page over the window.
    pub(crate) fn open_page(&mut self, page: Page) {
        self.page = Some(page);
    }

    /// Takes the page away; whether there was one.
    pub(crate) fn close_page(&mut self) -> bool {
        self.page.take().is_some()
    }

    /// Opens a page, or closes it.
    pub(crate) fn toggle_page(&mut self, page: Page) {
        self.page = if self.page == Some(page) { None } else { Some(page) };
        if page == Page::Document {
            self.in_file = None;
        }
    }

    /// The place that the page of the file was last asked for.
    pub fn in_file(&self) -> Option<&FilePlace> {
        self.in_file.as_ref()
    }

    /// Opens the page of the file there.
    pub(crate) fn show_in_file(&mut self, place: FilePlace) {
        (self.page, self.in_file) = (Some(Page::Document), Some(place));
    }

    /// Opens the page of the file at what is selected, or closes it.
    pub(super) fn toggle_file(&mut self, selected: Option<Selected>) {
        match self.page {
            Some(Page::Document) => self.toggle_page(Page::Document),
            _ => {
                self.in_file = selected.map(FilePlace::Item);
                self.page = Some(Page::Document);
            }
        }
    }

    /// Whether the system prefers the light theme, for [`Theme::System`].
    pub(crate) fn system_is_light(&self) -> bool {
        self.system_is_light
    }

    /// Takes in which theme the system prefers.
    pub(crate) fn take_system_theme(&mut self, is_light: bool) {
        self.system_is_light = is_light;
    }

    /// Whether the system asks for less motion, for [`Motion::System`].
    pub fn less_motion(&self) -> bool {
        self.less_motion
    }

    /// Takes in whether the system asks for less motion.
    pub(crate) fn take_less_motion(&mut self, asked: bool) {
        self.less_motion = asked;
    }

    /// Effect that a drop would have, while files hover: one line.
    pub fn drop_hint(&self) -> Option<&str> {
        self.drop_hint.as_deref()
    }

    /// The bone that the files would hang on.
    pub fn drop_onto(&self) -> Option<Selected> {
        self.drop_onto
    }

    /// Tells what a drop would do, and onto which bone.
    pub(super) fn hint_drop(&mut self, hint: Option<String>, onto: Option<Selected>) {
        (self.drop_hint, self.drop_onto) = (hint, onto);
    }
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
