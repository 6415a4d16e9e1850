//! The line between two halves of the picture: dragged, or moved by arrow keys. At its foot each half says how it is seen, in a menu.
//!
//! Shift makes a drag finer, Escape puts the line back, a double click brings it to the middle.

use crate::kit::control;
use crate::kit::keyboard::arrows;
use crate::kit::theme::{self, size, space};
use crate::view::tools::halves;
use castview_picture::Way;
use castview_session::{Action, Half, Session, divide_at, divided_at};
use egui::{
    Align, CursorIcon, Key, Layout, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

/// A press of an arrow key, as a share of the width.
const STEP: f32 = 0.02;

/// Factor that Shift applies to a drag.
const FINE: f32 = 0.1;

/// Where a picture is divided at first.
const MIDDLE: f32 = 0.5;

/// A half that has less room has no menu at its foot, points.
const LEAST_MENU: f32 = 2.0 * size::ROW;

/// A drag in progress.
#[derive(Clone, Copy)]
struct Held {
    before: f32,
    /// Where the pointer has it, which may be beyond an edge of the picture.
    to: f32,
}

/// Where menus cover the picture.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) -> Vec<Rect> {
    let Some(at) = divided_at(session).filter(|_| !session.stage().is_empty()) else {
        return Vec::new();
    };
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
    let mut to = dragged(ui, &response, rect.width(), at, actions);
    if response.double_clicked() {
        to = MIDDLE;
    }
    to += STEP * arrows::steps(&response);
    let to = to.clamp(0.0, 1.0);
    if to != at {
        actions.push(divide_at(session, to));
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
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    if !response.dragged() {
        response.on_hover_text(
            "Drag to compare. Shift is finer, Esc puts the line back, a double click brings it to the middle.",
        );
    }
    menus(ui, rect, x, session, actions)
}

/// Where a drag has the line, as a share of the `width` of the picture. `at`: where it stands.
fn dragged(ui: &Ui, response: &Response, width: f32, at: f32, actions: &mut Vec<Action>) -> f32 {
    let id = control::stable_id("divider drag");
    let mut way = response.drag_delta().x;
    if response.drag_started() {
        // From where the button went down: a drag is recognised only some points later.
        let [origin, now] = ui.input(|input| [input.pointer.press_origin(), input.pointer.latest_pos()]);
        way = origin.zip(now).map_or(way, |(origin, now)| now.x - origin.x);
        ui.data_mut(|data| data.insert_temp(id, Held { before: at, to: at }));
    }
    let Some(mut held) = ui.data(|data| data.get_temp::<Held>(id)) else {
        return at;
    };
    let (escapes, is_fine) = ui.input(|input| (input.key_pressed(Key::Escape), input.modifiers.shift));
    let mut to = at;
    // egui ends a drag at Escape.
    if escapes {
        actions.retain(|action| *action != Action::Escape);
        to = held.before;
    } else if response.dragged() && way != 0.0 {
        held.to += way * if is_fine { FINE } else { 1.0 } / width.max(1.0);
        to = held.to;
    }
    match response.dragged() {
        true => _ = ui.data_mut(|data| data.insert_temp(id, held)),
        false => ui.data_mut(|data| data.remove::<Held>(id)),
    }
    to
}

/// At the foot of each half a menu that says how it is seen. Returns the places of these menus.
fn menus(ui: &mut Ui, rect: Rect, x: f32, session: &Session, actions: &mut Vec<Action>) -> Vec<Rect> {
    let theme = theme::of(ui);
    let mut plates = Vec::new();
    for (half, side, name, tip) in [
        (Half::Left, -1.0, "Left half", "What the left half shows (Z)"),
        (Half::Right, 1.0, "Right half", "What the right half shows"),
    ] {
        let Some(way) = halves::way(session, half) else {
            continue;
        };
        let text = halves::words(&Way {
            color_by: session.edits().color_by_or_shape(way.color_by),
            ..way
        });
        let room = if side < 0.0 { x - rect.left() } else { rect.right() - x };
        let width = control::menu_width(ui, &text).min(room - 2.0 * space::S);
        if width < LEAST_MENU {
            continue;
        }
        let middle = pos2(
            x + side * (space::S + width * 0.5),
            rect.bottom() - space::S - size::ROW * 0.5,
        );
        let plate = Rect::from_center_size(middle, vec2(width, size::ROW));
        let painter = ui.painter_at(rect);
        let edge = Stroke::new(size::LINE, theme.line);
        painter.rect(plate, size::RADIUS, theme.float, edge, StrokeKind::Outside);
        let layout = Layout::left_to_right(Align::Center);
        let mut inside = ui.new_child(UiBuilder::new().id_salt(name).max_rect(plate).layout(layout));
        control::menu_within(&mut inside, &text, &format!("{name}: {text}"), tip, |ui| {
            halves::choices(ui, session, half, actions);
        });
        plates.push(plate);
    }
    plates
}
