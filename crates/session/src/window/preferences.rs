//! Settings that outlive a run: how the window looks and where its panels stand.

use crate::{Binding, LeftTab, Motion, Theme};
use castview_base::core::within;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Commands that the palette remembers.
const MOST_RECENT_COMMANDS: usize = 8;
/// Keys of one command.
const MOST_KEYS: usize = 4;

/// How the window looks and where its panels stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPreferences {
    /// Light, dark, or as the system has it.
    pub theme: Theme,
    /// Multiplies the system's own scale.
    pub ui_scale: f32,
    /// Whether panels and camera may glide. Without, everything is at its place at once.
    pub motion: Motion,
    /// The tab that shows beside the view.
    pub left_tab: LeftTab,
    /// Numbers of frames and pictures show below the view.
    pub stats: bool,
    /// Points.
    pub tree_width: f32,
    /// Points.
    pub inspector_width: f32,
    /// The column left of the view.
    pub tree_open: bool,
    /// The column right of the view.
    pub inspector_open: bool,
    /// Points.
    pub uv_layout_width: f32,
    /// Keys that were chosen for commands, by their names; the others have those of the table.
    pub keys: BTreeMap<String, Vec<Binding>>,
    /// Names of the commands that were chosen last in the palette, the latest first.
    pub recent_commands: Vec<String>,
}

impl Default for WindowPreferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            ui_scale: 1.0,
            motion: Motion::default(),
            left_tab: LeftTab::default(),
            stats: false,
            tree_width: 260.0,
            inspector_width: 300.0,
            tree_open: true,
            inspector_open: true,
            uv_layout_width: 320.0,
            keys: BTreeMap::new(),
            recent_commands: Vec::new(),
        }
    }
}

impl WindowPreferences {
    pub(crate) fn is_scaled_by(&self, scale: f32) -> bool {
        (self.ui_scale - scale).abs() < 1e-3
    }

    pub(crate) fn note_command(&mut self, name: &str) {
        self.recent_commands.retain(|other| other != name);
        self.recent_commands.insert(0, name.to_owned());
        self.recent_commands.truncate(MOST_RECENT_COMMANDS);
    }

    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(mut self) -> Self {
        let usual = Self::default();
        self.recent_commands.truncate(MOST_RECENT_COMMANDS);
        self.keys
            .retain(|_, keys| keys.len() <= MOST_KEYS && keys.iter().all(Binding::is_usable));
        Self {
            ui_scale: within(self.ui_scale, [0.5, 4.0], usual.ui_scale),
            tree_width: within(self.tree_width, [100.0, 2000.0], usual.tree_width),
            inspector_width: within(self.inspector_width, [100.0, 2000.0], usual.inspector_width),
            uv_layout_width: within(self.uv_layout_width, [100.0, 4000.0], usual.uv_layout_width),
            ..self
        }
    }
}
