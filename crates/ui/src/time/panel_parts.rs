//! Common parts of the panels above the transport: the playhead, and a word where no clip is.

use super::time_axis::TimeAxis;
use crate::kit::control;
use crate::kit::theme::{self, size};
use castview_session::Session;
use egui::accesskit::Role;
use egui::{Rect, Stroke, Ui, pos2};

/// Why there is nothing on the time axis, said in the middle of the panel.
pub fn without_clip(ui: &mut Ui, session: &Session) {
    let sentence = if session.stage().clips().is_empty() {
        "No clips. Drop a .cast with an animation."
    } else {
        "The rest pose has no keys. Choose a clip below."
    };
    control::named(ui, Role::Group, "Nothing on the time axis", |ui| {
        control::empty(ui, sentence)
    });
}

/// The playhead over everything a panel shows below its head.
pub fn playhead(ui: &Ui, axis: &TimeAxis, rect: Rect, frame: f64) {
    let x = axis.x(frame);
    if x >= axis.left - size::RING && x <= axis.right + size::RING {
        let stroke = Stroke::new(size::RING, theme::of(ui).accent);
        ui.painter_at(rect)
            .line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], stroke);
    }
}
