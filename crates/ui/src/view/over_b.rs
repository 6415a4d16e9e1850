//! Where B is seen beside A: nothing is asked of it there, as what is selected, pinned and listed is A.

use castview_session::{Session, is_over_b};
use egui::{Pos2, Rect};

/// Whether B is what is seen at that point of the view, which is `rect`.
pub fn shows_b(session: &Session, rect: Rect, at: Pos2) -> bool {
    is_over_b(session, (at.x - rect.left()) / rect.width().max(1.0))
}
