//! Settings that outlive a run: what the time panels show.

use crate::DockTab;
use castview_base::core::within;
use serde::{Deserialize, Serialize};

/// Content of the time panels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TimelinePreferences {
    /// Scrubbing goes to whole frames.
    pub snaps: bool,
    /// One row for each notification under the ruler.
    pub notification_rows: bool,
    /// The view tells notifications as they pass.
    pub notification_texts: bool,
    /// It is in the dock.
    pub dope_sheet: bool,
    /// It is in the dock.
    pub curve_view: bool,
    /// The table of the keys of one channel.
    pub key_table: bool,
    /// Pictures of the clip stand above the ruler.
    pub filmstrip: bool,
    /// The list of notifications and markers is in the dock.
    pub dock_notifications: bool,
    /// The layers on the time axis are in the dock.
    pub dock_layers: bool,
    /// Points.
    pub dock_height: f32,
}

impl Default for TimelinePreferences {
    fn default() -> Self {
        Self {
            snaps: true,
            notification_rows: true,
            notification_texts: true,
            dope_sheet: false,
            curve_view: false,
            key_table: false,
            filmstrip: false,
            dock_notifications: false,
            dock_layers: false,
            dock_height: 240.0,
        }
    }
}

impl TimelinePreferences {
    /// Whether the dock shows `tab`.
    pub fn shows(&self, tab: DockTab) -> bool {
        match tab {
            DockTab::Keys => self.key_table,
            DockTab::DopeSheet => self.dope_sheet,
            DockTab::Curves => self.curve_view,
            DockTab::Notifications => self.dock_notifications,
            DockTab::Layers => self.dock_layers,
        }
    }

    pub(crate) fn show_tabs(&mut self, tabs: &[DockTab]) {
        for tab in DockTab::ALL {
            let shown = match tab {
                DockTab::Keys => &mut self.key_table,
                DockTab::DopeSheet => &mut self.dope_sheet,
                DockTab::Curves => &mut self.curve_view,
                DockTab::Notifications => &mut self.dock_notifications,
                DockTab::Layers => &mut self.dock_layers,
            };
            *shown = tabs.contains(&tab);
        }
    }

    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        let usual = Self::default();
        Self {
            dock_height: within(self.dock_height, [60.0, 2000.0], usual.dock_height),
            ..self
        }
    }
}
