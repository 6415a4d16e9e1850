//! A mark at the edge of the view while the selected bone, or everything that is open, is outside: its name, and an arrow towards it. A click
//! frames it.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_session::view;
use castview_session::{Action, Away, Session};
use egui::accesskit::Role;
use egui::{CursorIcon, FontId, Rect, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, vec2};

/// `free`: where nothing else lies over the view but what stands in its `corners`. Returns what it covers.
pub fn show(ui: &mut Ui, free: Rect, corners: &[Rect], session: &Session, actions: &mut Vec<Action>) -> Option<Rect> {
    let Away { name, toward, command } = view::away(session)?;
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    let galley = control::cut_name(ui, name, font, theme.selected, size::NOTICE * 0.5);
    let arrow = size::ICON * 0.5;
    let plate = galley.size() + vec2(2.0 * arrow + 2.0 * space::S, space::S);
    let room = free.shrink2(plate * 0.5 + vec2(space::S, space::S));
    if !room.is_positive() {
        return None;
    }
    let toward = vec2(toward.x, toward.y);
    // From the middle to the edge along the way to the bone.
    let reach = |way: f32, half: f32| if way == 0.0 { f32::INFINITY } else { half / way.abs() };
    let far = reach(toward.x, room.width() * 0.5).min(reach(toward.y, room.height() * 0.5));
    let plate = beside(
        Rect::from_center_size(room.center() + toward * far, plate),
        corners,
        free,
    );
    let response = ui.interact(plate, control::stable_id("away"), Sense::click());
    let words = format!("{name} is outside the view");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
    let painter = ui.painter_at(free);
    let fill = if response.hovered() { theme.ground } else { theme.raised };
    painter.rect_filled(plate, size::RADIUS, fill.gamma_multiply(0.9));
    if response.has_focus() {
        painter.rect_stroke(
            plate,
            size::RADIUS,
            Stroke::new(size::RING, theme.accent),
            egui::StrokeKind::Inside,
        );
    }
    let middle = plate.left_center() + vec2(space::XS + arrow, 0.0);
    let across = toward.rot90() * (arrow * 0.45);
    let [tip, base] = [toward * arrow, toward * (-0.8 * arrow)];
    let points = vec![middle + tip, middle + base + across, middle + base - across];
    painter.add(Shape::convex_polygon(points, theme.selected, Stroke::NONE));
    let text = plate.left_center() + vec2(2.0 * arrow + 2.0 * space::XS, -galley.size().y * 0.5);
    painter.galley(text, galley, theme.selected);
    let frame = castview_session::command(command);
    if response.clicked() {
        actions.push(frame.action());
    }
    let tip = format!("{} ({})", frame.title, session.preferences().key_label(frame));
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(tip);
    Some(plate)
}

/// The nearest place on the side towards the middle of the view at which `plate` is off all `corners`.
fn beside(plate: Rect, corners: &[Rect], free: Rect) -> Rect {
    let Some(corner) = corners.iter().find(|corner| corner.intersects(plate)) else {
        return plate;
    };
    match corner.center().x > free.center().x {
        true => plate.translate(vec2(corner.left() - space::XS - plate.right(), 0.0)),
        false => plate.translate(vec2(corner.right() + space::XS - plate.left(), 0.0)),
    }
}
