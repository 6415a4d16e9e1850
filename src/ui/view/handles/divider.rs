//! The line between two halves of the picture: dragged, or moved by arrow keys.

use crate::session::{Action, Session, ViewAction};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::{CursorIcon, Key, Modifiers, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

/// A press of an arrow key, as a share of the width.
const STEP: f32 = 0.02;

pub fn show(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let Some(at) = session.view().divided else { return };
    let theme = theme::of(ui);
    let x = rect.left() + rect.width() * at;
    let handle = Rect::from_center_size(pos2(x, rect.center().y), vec2(space::L, size::ROW * 2.0));
    let grip = Rect::from_center_size(pos2(x, rect.center().y), vec2(space::L, rect.height()));
    let response = ui.interact(
        grip.intersect(rect),
        control::stable_id("divider"),
        Sense::click_and_drag(),
    );
    response.widget_info(|| WidgetInfo::slider(true, f64::from(at), "Where the picture is divided"));
    let mut to = at;
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        to = (pointer.x - rect.left()) / rect.width().max(1.0);
    }
    if response.has_focus() {
        for (key, step) in [(Key::ArrowLeft, -STEP), (Key::ArrowRight, STEP)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                to += step;
            }
        }
    }
    let to = to.clamp(0.0, 1.0);
    if to != at {
        actions.push(Action::View(ViewAction::DivideAt(to)));
    }
    let is_held = response.hovered() || response.dragged() || response.has_focus();
    let fill = if is_held { theme.accent } else { theme.text };
    let mark = if is_held { theme.on_accent } else { theme.ground };
    let painter = ui.painter_at(rect);
    // An edge of the other tone on both sides: the line is seen over whatever the picture shows.
    painter.vline(
        x,
        rect.y_range(),
        Stroke::new(size::LINE + 2.0 * size::EDGE, theme.ground),
    );
    painter.vline(x, rect.y_range(), Stroke::new(size::LINE, fill));
    painter.rect_filled(handle.expand(size::EDGE), size::RADIUS + 1, theme.ground);
    painter.rect_filled(handle, size::RADIUS, fill);
    for side in [-1.0, 1.0] {
        let tip = handle.center() + vec2(side * (space::S - space::XS / 2.0), 0.0);
        let base = tip - vec2(side * space::XS, 0.0);
        let points = vec![tip, base - vec2(0.0, space::XS), base + vec2(0.0, space::XS)];
        painter.add(Shape::convex_polygon(points, mark, Stroke::NONE));
    }
    response.on_hover_cursor(CursorIcon::ResizeHorizontal);
}
