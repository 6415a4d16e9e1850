//! Blend shapes set by dragging the surface that they move: to the right for more, to the left for less.
//!
//! In: a drag that begins on a surface while the tool is on. Out: weights, one step of undo; Escape takes the drag back. A drag that begins
//! where no shape moves anything is left to the camera.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_session::view;
use castview_session::{Action, CompositionAction, PulledShape, Session};
use egui::{CursorIcon, Key, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo, pos2};

/// Points of dragging from no weight to the greatest.
const WHOLE_WAY: f32 = 240.0;
/// Share of the pointer's way that a finer drag counts.
const FINE: f32 = 0.1;

/// A drag in progress.
#[derive(Clone, Debug)]
struct Held {
    shape: PulledShape,
    /// Points to the right, so far.
    way: f32,
    cancelled: bool,
}

/// Returns whether the drag over the view is about a shape: then it does not move the camera.
pub fn show(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) -> bool {
    let id = control::stable_id("shape drag");
    if response.drag_started_by(PointerButton::Primary)
        && let Some(shape) = begun(ui, rect, session)
    {
        let held = Held {
            shape,
            way: 0.0,
            cancelled: false,
        };
        ui.data_mut(|data| data.insert_temp(id, held));
    }
    let Some(mut held) = ui.data(|data| data.get_temp::<Held>(id)) else {
        return false;
    };
    let (model, shape) = (held.shape.model, held.shape.shape);
    let set = |weight| Action::Composition(CompositionAction::SetShapeWeight { model, shape, weight });
    if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
        actions.retain(|action| *action != Action::Escape);
        actions.push(set(held.shape.set));
        held.cancelled = true;
    }
    if response.dragged() && !held.cancelled {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
        let is_fine = ui.input(|input| input.modifiers.shift);
        let delta = response.drag_delta().x * if is_fine { FINE } else { 1.0 };
        held.way += delta;
        let weight = held.shape.pulled(held.way / WHOLE_WAY);
        if delta != 0.0 {
            actions.push(set(Some(weight)));
        }
        if let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) {
            tell(ui, rect, pointer, &held.shape.name, weight);
        }
    }
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(id, held));
    } else {
        // The next drag is a step of its own.
        actions.push(Action::Composition(CompositionAction::EndDrag));
        ui.data_mut(|data| data.remove::<Held>(id));
    }
    true
}

/// The shape that a drag takes hold of where the button went down. With Ctrl, Alt or a command key it is the camera's.
fn begun(ui: &Ui, rect: Rect, session: &Session) -> Option<PulledShape> {
    let (origin, keys) = ui.input(|input| (input.pointer.press_origin(), input.modifiers));
    let is_meant = session.composition().hand_tool().pulls_shapes && !keys.alt && !keys.command && !keys.ctrl;
    let at = origin.filter(|_| is_meant)?;
    let (middle, half) = (rect.center(), rect.size() * 0.5);
    let ndc = glam::vec2((at.x - middle.x) / half.x, (middle.y - at.y) / half.y);
    view::shape_under(session, ndc)
}

/// Name and weight beside the pointer.
fn tell(ui: &Ui, rect: Rect, pointer: Pos2, name: &str, weight: f32) {
    let theme = theme::of(ui);
    let said = format!("{} {weight:.2}", words::shortened(name, 40));
    let font = theme::dense().resolve(ui.style());
    let painter = ui.painter_at(rect);
    let text = painter.layout_no_wrap(said.clone(), font, theme.text);
    let at = pointer + Vec2::new(size::ICON, -size::ICON - text.size().y);
    let room = rect.shrink(space::S);
    let most = room.max - text.size();
    let at = pos2(at.x.min(most.x).max(room.left()), at.y.min(most.y).max(room.top()));
    let plate = Rect::from_min_size(at, text.size()).expand(space::XS);
    painter.rect_filled(plate, size::RADIUS, theme.float);
    painter.galley(at, text, theme.text);
    let response = ui.interact(plate, control::stable_id("shape in hand"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Label, true, &said));
}
