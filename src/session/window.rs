//! The window around the view: what is kept of it, and what can be asked of it.

use super::apply::quiet;
use super::{Effect, Session};
use serde::{Deserialize, Serialize};

/// What is shown of the window, for this run alone.
#[derive(Debug, Default)]
pub struct WindowState {
    pub panels_hidden: bool,
    pub full_screen: bool,
    /// The page that lies over the window.
    pub page: Option<Page>,
    /// What the system prefers, for [`Theme::System`].
    pub system_is_light: bool,
    /// What a drop would do, while files hover: one line.
    pub drop_hint: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Page {
    Shortcuts,
    /// What the active clip found on each model, and the table of names.
    Matching,
    Diagnostics,
    About,
    /// Every notification and marker of the active clip.
    Notifications,
    /// Folders that files may read outside their own.
    AllowedFolders,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    Dark,
    Light,
    /// Whatever the system says.
    System,
}

/// Panels, pages, the keyboard, and what only the window can do.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowAction {
    ToggleStats,
    TogglePanels,
    ToggleTree,
    ToggleInspector,
    /// Points.
    SetTreeWidth(f32),
    /// Points.
    SetInspectorWidth(f32),
    ToggleDopeSheet,
    ToggleCurveView,
    /// All frames and values of the curve view; or the values of the frames that are shown.
    FitCurves {
        all: bool,
    },
    /// Put the keyboard into the list of curves.
    FocusCurves,
    ToggleFilmstrip,
    /// Points.
    SetDopeSheetHeight(f32),
    /// Points.
    SetCurveViewHeight(f32),
    SetTheme(Theme),
    SetUiScale(f32),
    /// Name the graphics adapter to try first from the next start on; `None`: the best that works.
    PreferAdapter(Option<String>),
    ToggleFullScreen,
    /// Opens the page, or closes it if it is the open one.
    TogglePage(Page),
    FocusSearch,
    /// Put the keyboard into the frame number.
    FocusFrame,
    /// One row for each notification, or one for all.
    ToggleNotificationRows,
    /// The list of all clips in place of the node tree.
    ToggleLibrary,
    SavePicture,
    Copy(String),
    DropHint(Option<String>),
    Notify(super::Notice),
    Quit,
}

impl Session {
    pub(in crate::session) fn apply_window(&mut self, action: WindowAction) -> Vec<Effect> {
        match action {
            WindowAction::SavePicture => vec![Effect::SavePicture],
            WindowAction::Copy(text) => vec![Effect::CopyText(text)],
            WindowAction::DropHint(hint) => quiet(|| self.window.drop_hint = hint),
            WindowAction::Notify(notice) => vec![Effect::Notify(notice)],
            WindowAction::Quit => vec![Effect::Quit],
            WindowAction::FocusFrame => vec![Effect::FocusFrame],
            WindowAction::ToggleNotificationRows => quiet(|| self.preferences.notification_rows ^= true),
            WindowAction::ToggleLibrary => quiet(|| self.preferences.library ^= true),
            WindowAction::ToggleStats => quiet(|| self.preferences.stats ^= true),
            WindowAction::TogglePanels => quiet(|| self.window.panels_hidden ^= true),
            WindowAction::ToggleTree => quiet(|| self.preferences.tree_open ^= true),
            WindowAction::ToggleInspector => quiet(|| self.preferences.inspector_open ^= true),
            WindowAction::SetTreeWidth(width) => quiet(|| self.preferences.tree_width = width),
            WindowAction::SetInspectorWidth(width) => quiet(|| self.preferences.inspector_width = width),
            WindowAction::ToggleDopeSheet => quiet(|| self.preferences.dope_sheet ^= true),
            WindowAction::ToggleCurveView => quiet(|| self.preferences.curve_view ^= true),
            WindowAction::FitCurves { all } => vec![Effect::FitCurves { all }],
            WindowAction::FocusCurves => vec![Effect::FocusCurves],
            WindowAction::ToggleFilmstrip => quiet(|| self.preferences.filmstrip ^= true),
            WindowAction::SetDopeSheetHeight(height) => quiet(|| self.preferences.dope_sheet_height = height),
            WindowAction::SetCurveViewHeight(height) => quiet(|| self.preferences.curve_view_height = height),
            WindowAction::SetTheme(theme) => self.look(|s| s.preferences.theme = theme),
            WindowAction::SetUiScale(scale) => quiet(|| self.preferences.ui_scale = scale.clamp(0.5, 4.0)),
            WindowAction::PreferAdapter(name) => vec![Effect::PreferAdapter(name)],
            WindowAction::ToggleFullScreen => {
                self.window.full_screen ^= true;
                vec![Effect::SetFullScreen(self.window.full_screen)]
            }
            WindowAction::TogglePage(page) => quiet(|| self.toggle_page(page)),
            WindowAction::FocusSearch => vec![Effect::FocusSearch],
        }
    }
}
