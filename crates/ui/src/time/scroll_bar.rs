//! The scroll bar of a zoomed time axis: which part of the clip is shown, and where the playhead is.
//!
//! In: the shown part. Out: another part, as it is dragged. Takes its place whether the axis is zoomed or not, so that nothing moves.

use super::time_view::TimeView;
use crate::kit::control;
use crate::kit::theme::{self, size};
use crate::kit::words;
use castview_base::core::FrameRange;
use castview_session::Session;
use egui::accesskit::Role;
use egui::{Rect, Sense, Ui, WidgetInfo, vec2};

/// Narrowest the thumb gets.
const THUMB: f32 = 24.0;

pub fn show(ui: &mut Ui, session: &Session, view: &mut TimeView) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::TIME_SCROLL), Sense::hover());
    let whole = session.timeline().map(|timeline| timeline.range);
    let (Some(whole), Some(shown), Some(axis)) = (whole, view.shown(session), view.axis(session, rect)) else {
        return;
    };
    let rail = Rect::from_x_y_ranges(axis.left..=axis.right, rect.y_range());
    let is_zoomed = shown.length() < whole.length() * (1.0 - 1e-9);
    if !is_zoomed || rail.width() < THUMB {
        return;
    }
    let theme = theme::of(ui);
    let share = |frame: f64| ((frame - whole.start) / whole.length()) as f32;
    let width = (share(shown.end) - share(shown.start)) * rail.width();
    // A thumb wider than its share has less way to go.
    let thumb_width = width.max(THUMB);
    let way = (rail.width() - thumb_width).max(1.0);
    let free = (whole.length() - shown.length()).max(f64::MIN_POSITIVE);
    let left = rail.left() + ((shown.start - whole.start) / free) as f32 * way;
    let thumb = Rect::from_min_size(egui::pos2(left, rail.top()), vec2(thumb_width, rail.height()));
    let response = ui.interact(rail, control::stable_id("time scroll bar"), Sense::click_and_drag());
    response.widget_info(|| {
        let from = words::frame(shown.start.round());
        let to = words::frame(shown.end.round());
        WidgetInfo::labeled(Role::ScrollBar, true, format!("Frames {from} to {to} are shown"))
    });
    let pressed = ui.input(|input| input.pointer.primary_pressed());
    if let Some(pointer) = response
        .interact_pointer_pos()
        .filter(|_| response.is_pointer_button_down_on())
    {
        // Beside the thumb a press brings its middle there, and the drag goes on from it.
        let jumps = pressed && !thumb.expand(1.0).contains(pointer);
        let by = if jumps {
            pointer.x - thumb.center().x
        } else {
            response.drag_delta().x
        };
        if by != 0.0 {
            let moved = f64::from(by / way) * free;
            let start = (shown.start + moved).clamp(whole.start, whole.end - shown.length());
            let end = start + shown.length();
            view.show(session, Some(FrameRange { start, end }));
            ui.ctx().request_repaint();
        }
    }
    let painter = ui.painter();
    painter.rect_filled(rail, rail.height() * 0.5, theme.raised);
    let color = match response.hovered() || response.dragged() {
        true => theme.dim,
        false => theme.handle,
    };
    painter.rect_filled(thumb, rail.height() * 0.5, color);
    if let Some(frame) = session.frame() {
        let x = rail.left() + share(frame).clamp(0.0, 1.0) * rail.width();
        let mark = Rect::from_x_y_ranges(x - 1.0..=x + 1.0, rect.y_range());
        painter.rect_filled(mark, 0, theme.accent);
    }
    response.on_hover_text("The part of the clip that is shown. The line is the playhead.");
}
