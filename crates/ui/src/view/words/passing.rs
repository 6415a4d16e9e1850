//! Notifications as they pass: their texts above the foot of the view for half a second of the clip, and while the playhead stands on them.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_session::Session;
use egui::accesskit::Role;
use egui::{FontId, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Widest that a plate gets.
const WIDTH: f32 = 320.0;
/// Narrower there is no room for it.
const LEAST: f32 = 120.0;

/// At the lower edge of `free`, in its middle.
pub fn show(ui: &Ui, free: Rect, session: &Session) {
    let lately = &session.playback().lately();
    if !session.preferences().timeline.notification_texts || free.width() < LEAST {
        return;
    }
    let mut lines: Vec<String> = lately
        .told()
        .map(|told| format!("{} · {}", told.text, words::frame(told.frame)))
        .collect();
    if lines.is_empty() {
        return;
    }
    if lately.has_more() {
        lines.push("and more".to_owned());
    }
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let room = WIDTH.min(free.width() - 2.0 * space::S) - 2.0 * space::S;
    let galleys: Vec<_> = lines
        .iter()
        .map(|line| control::cut_name(ui, line, font.clone(), theme.text, room))
        .collect();
    let width = galleys.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
    let height: f32 = galleys.iter().map(|galley| galley.size().y).sum();
    let plate = vec2(width + 2.0 * space::S, height + 2.0 * space::XS);
    let plate = Rect::from_min_size(
        pos2(free.center().x - plate.x * 0.5, free.bottom() - plate.y - space::XS),
        plate,
    );
    if plate.top() < free.top() {
        return;
    }
    let painter = ui.painter();
    painter.rect_filled(plate, size::RADIUS, theme.raised.gamma_multiply(0.85));
    let mut top = plate.top() + space::XS;
    for galley in galleys {
        let at = pos2(plate.center().x - galley.size().x * 0.5, top);
        top += galley.size().y;
        painter.galley(at, galley, theme.text);
    }
    let response = ui.interact(plate, control::stable_id("passing notifications"), Sense::empty());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Notification {}", lines.join(", "))));
}
