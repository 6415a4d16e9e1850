//! Layout that the window's width allows: columns beside the viewport, or drawers over it.

use crate::kit::theme::{size, space};
use castview_session::Session;
use egui::{Rect, Ui, pos2};

/// Layout that the window's width allows, decided once a pass.
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
        let both = preferences.window.tree_open && preferences.window.inspector_open;
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

impl Drawers {
    /// Pushes back the drawer that lies on top. Out: whether there was one.
    pub fn push_back(&mut self, session: &Session, widths: Widths) -> bool {
        let is_out = Self::are_used(session, widths) && (self.tree || self.inspector);
        if is_out && self.inspector {
            self.inspector = false;
        } else if is_out {
            self.tree = false;
        }
        is_out
    }

    /// Where the tree lies over `viewport`, below the tools, while it is out.
    pub fn tree_over(self, session: &Session, widths: Widths, viewport: Rect) -> Option<Rect> {
        let right = viewport.left() + size::TREE.min(viewport.width());
        let place = Rect::from_min_max(
            pos2(viewport.left(), viewport.top() + TOOLBAR),
            pos2(right, viewport.bottom()),
        );
        (self.tree && Self::are_used(session, widths)).then_some(place)
    }

    /// Where the inspector lies over `viewport`, below the tools, while it is out.
    pub fn inspector_over(self, session: &Session, widths: Widths, viewport: Rect) -> Option<Rect> {
        let left = viewport.right() - size::INSPECTOR.min(viewport.width());
        let place = Rect::from_min_max(pos2(left, viewport.top() + TOOLBAR), viewport.max);
        (self.inspector && Self::are_used(session, widths)).then_some(place)
    }

    /// The part of `viewport` that no drawer covers: full height, and without width where they cover all of it.
    pub fn free(self, session: &Session, widths: Widths, viewport: Rect) -> Rect {
        let tree = self.tree_over(session, widths, viewport);
        let inspector = self.inspector_over(session, widths, viewport);
        let left = tree.map_or(viewport.left(), |tree| tree.right());
        let right = inspector.map_or(viewport.right(), |inspector| inspector.left());
        Rect::from_min_max(pos2(left, viewport.top()), pos2(right.max(left), viewport.bottom()))
    }

    fn are_used(session: &Session, widths: Widths) -> bool {
        widths.narrow && !session.window().panels_hidden()
    }
}

/// Height of the strip that holds the floating tools.
pub const TOOLBAR: f32 = size::ROW + space::L;
