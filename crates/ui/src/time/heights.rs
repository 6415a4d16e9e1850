//! Layout that the window's height allows: the transport in one row or two, rows of notifications, the dock.
//!
//! The view keeps half of the window's height. The timeline shares the rest with menu and status line. The filmstrip and the dock are there
//! because somebody opened them: the dock gets at least [`size::TIME_PANEL_MIN`], even in a window that is too low for all.

use crate::kit::theme::size;
use crate::view::statistics;
use castview_session::{DockTab, Session};
use egui::Context;

/// Rows of notifications that show without scrolling, where the window is high enough, …
const MOST_ROWS: f32 = 4.0;
/// … and otherwise the part of its height that they take: the model needs the rest.
const ROWS_SHARE: f32 = 0.11;

/// Layout that the window's size allows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heights {
    /// The transport's controls stand in two rows.
    pub wraps: bool,
    /// Rows of notifications and markers that are seen without scrolling, at most; at least 1.
    pub most_rows: usize,
    /// Points that these rows and the dock have together.
    room: f32,
}

impl Heights {
    pub fn of(ctx: &Context, session: &Session) -> Self {
        let window = ctx.content_rect();
        let wraps = window.width() < size::TRANSPORT_WRAP && window.height() >= size::TRANSPORT_LOW;
        let bars = if wraps { 2.0 } else { 1.0 } * size::TRANSPORT_ROW;
        let fixed = bars + film(session) + size::RULER + size::TIME_SCROLL;
        let fixed = fixed + statistics::height(ctx);
        let room = window.height() * (1.0 - size::VIEWPORT_SHARE) - size::MENU - size::STATUS - fixed;
        let is_open = |tab| session.preferences().shows(tab);
        let has_dock = !session.window().panels_hidden() && DockTab::ALL.into_iter().any(is_open);
        let dock = if has_dock { size::DOCK } else { 0.0 };
        let share = window.height() * ROWS_SHARE / size::MARKS;
        let most = ((room - dock) / size::MARKS).min(share).min(MOST_ROWS);
        Self {
            wraps,
            most_rows: most.max(1.0) as usize,
            room,
        }
    }

    /// Highest the dock may be above that many points of notifications and markers.
    pub fn dock_max(self, event_rows: f32) -> f32 {
        (self.room - event_rows).max(size::TIME_PANEL_MIN)
    }
}

/// Points that the filmstrip takes.
pub fn film(session: &Session) -> f32 {
    match session.preferences().timeline.filmstrip && session.timeline().is_some() {
        true => size::FILM,
        false => 0.0,
    }
}
