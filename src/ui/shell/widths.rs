//! What the window's width allows: columns beside the viewport, or drawers over it.

use crate::session::Session;
use crate::ui::kit::theme::{size, space};
use egui::Ui;

/// What the window's width allows, decided once a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widths {
    pub narrow: bool,
    /// Widest the two columns may be, so that the viewport keeps its share.
    pub tree_max: f32,
    pub inspector_max: f32,
}

impl Widths {
    pub fn of(ui: &Ui, session: &Session) -> Self {
        let width = ui.available_width();
        let preferences = session.preferences();
        let budget = width * (1.0 - size::VIEWPORT_SHARE);
        let both = preferences.tree_open && preferences.inspector_open;
        let share = |own: f32| {
            if both {
                budget * own / (size::TREE + size::INSPECTOR)
            } else {
                budget
            }
        };
        Self {
            narrow: width < size::NARROW,
            tree_max: share(size::TREE).max(size::PANEL_MIN),
            inspector_max: share(size::INSPECTOR).max(size::PANEL_MIN),
        }
    }
}

/// Which drawers are out. Only narrow windows have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drawers {
    pub tree: bool,
    pub inspector: bool,
}

/// Height of the strip that holds the floating tools.
pub const TOOLBAR: f32 = size::ROW + space::L;
