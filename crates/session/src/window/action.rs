//! Actions on the window around the view.

use crate::{Binding, DockTab, FilePlace, LengthUnit, Motion, Page, Readout, Selected, Switches};

/// Panels, pages, the keyboard, and what only the window can do.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    /// Points.
    SetTreeWidth(f32),
    /// Points.
    SetInspectorWidth(f32),
    /// Points.
    SetUvLayoutWidth(f32),
    /// All frames and values of the curve view; or the values of the frames that are shown.
    FitCurves {
        all: bool,
    },
    /// Put the keyboard into the list of curves.
    FocusCurves,
    /// Points.
    SetDockHeight(f32),
    /// This tab of the dock, and no other.
    ShowTab(DockTab),
    CloseDock,
    SetMotion(Motion),
    /// Sets the length of one unit in files that do not state it.
    SetUnit(LengthUnit),
    /// Megabytes for what is drawn; 0: as much as the files make likely.
    SetPictureMemory(u32),
    /// The keys of the command of this name; `None`: those of the table.
    BindKeys(&'static str, Option<Vec<Binding>>),
    /// Name the graphics adapter to try first from the next start on; `None`: the best that works.
    PreferAdapter(Option<String>),
    /// Opens the page, or closes it if it is the open one.
    TogglePage(Page),
    /// Opens the page of the file at these bytes.
    ShowInFile(FilePlace),
    /// Opens the page of the file at the bytes of what is selected, or closes it.
    ToggleFile,
    /// The command of this name was chosen in the palette.
    NoteCommand(&'static str),
    /// The command of this name, which switches something, was run in the palette; what was on before. If that changed what is kept from one
    /// run to the next, its new state is told.
    TellSwitched(&'static str, Box<Switches>),
    /// The command of this name was asked for, and waits for a selection: say which.
    TellNeed(&'static str),
    FocusSearch,
    /// The keyboard goes to the next panel, or to the one before.
    FocusPanel {
        forward: bool,
    },
    /// The keyboard goes to the menu bar.
    FocusMenuBar,
    /// Put the keyboard into the frame number.
    FocusFrame,
    /// The command that draws what is seen.
    CopyView,
    SavePicture,
    /// Save the picture at this location, in place of the file there.
    ReplacePicture(String),
    /// The picture that is seen, to the clipboard.
    CopyPicture,
    /// Saves information that helps to look into a problem.
    SaveDiagnostics,
    Copy(String),
    /// Text that was pasted where nothing is typed: paths of files to open, or a pose.
    Paste(String),
    /// How the numbers of bones are shown.
    SetReadout(Readout),
    DropHint {
        hint: Option<String>,
        /// The bone that they would hang on.
        onto: Option<Selected>,
    },
    Quit,
}
