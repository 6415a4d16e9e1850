//! The line between two halves of the picture: dragged, or moved by arrow keys. At its foot each half says how it is seen.

use crate::picture::{ColorBy, Way};
use crate::session::{Action, Session, ViewAction};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::shell::menu_bar;
use egui::accesskit::Role;
use egui::{CursorIcon, FontId, Key, Modifiers, Rect, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// A press of an arrow key, as a share of the width.
const STEP: f32 = 0.02;

/// Where names cover the picture.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) -> Vec<Rect> {
    let Some(at) = session.view().divided.filter(|_| !session.stage().is_empty()) else {
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
    names(ui, rect, x, session)
}

/// Writes at the foot of each half how it is seen, or how to make the halves differ. Returns the places of these words.
fn names(ui: &mut Ui, rect: Rect, x: f32, session: &Session) -> Vec<Rect> {
    let mut plates = Vec::new();
    let view = session.view();
    let left = Way {
        shading: view.shading,
        color_by: session.color_by(),
        wireframe: view.overlays.wireframe,
        xray: view.overlays.xray,
    };
    let right = view.right;
    let left_words = match left == right {
        true => format!("{} (Z shows this half in another way)", words(&left)),
        false => words(&left),
    };
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Body.resolve(ui.style()).family);
    for (side, role, text) in [(-1.0, "Left half", left_words), (1.0, "Right half", words(&right))] {
        let room = if side < 0.0 { x - rect.left() } else { rect.right() - x };
        let galley = control::elided(ui, &text, font.clone(), theme.text, room - 4.0 * space::S);
        let plate = galley.size() + vec2(space::S, space::XS) * 2.0;
        let middle = pos2(
            x + side * (space::S + plate.x * 0.5),
            rect.bottom() - space::S - plate.y * 0.5,
        );
        let plate = Rect::from_center_size(middle, plate);
        if !rect.contains_rect(plate) {
            continue;
        }
        let painter = ui.painter_at(rect);
        painter.rect_filled(plate, size::RADIUS, theme.raised.gamma_multiply(0.85));
        painter.galley(plate.min + vec2(space::S, space::XS), galley, theme.text);
        let response = ui.interact(plate, control::stable_id(role), Sense::empty());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{role}: {text}")));
        plates.push(plate);
    }
    plates
}

/// As the toolbar and the menus call it.
fn words(way: &Way) -> String {
    let shading = menu_bar::SHADINGS.iter().find(|(shading, _)| *shading == way.shading);
    let surfaces = match way.color_by {
        ColorBy::Material => shading.map_or("", |(_, word)| word).to_owned(),
        by => by.words(),
    };
    let also = [(way.wireframe, "wireframe"), (way.xray, "X-ray")];
    let also = also.into_iter().filter(|(is_on, _)| *is_on).map(|(_, word)| word);
    [surfaces.as_str()]
        .into_iter()
        .chain(also)
        .collect::<Vec<_>>()
        .join(", ")
}
