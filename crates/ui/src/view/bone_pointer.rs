//! The pointer over bones and the lines of handles and constraints: the one under it is named beside it and shown, a click selects it, more clicks on one spot select
//! those beneath one after another.

use crate::kit::click;
use crate::kit::control;
use crate::kit::hover;
use crate::kit::theme::space;
use crate::tree::node::{self, Node};
use crate::view::over_b::shows_b;
use crate::view::view_menu;
use castview_session::view;
use castview_session::{Action, Selected, SelectionAction, Session};
use egui::{Label, PointerButton, PopupAnchor, Pos2, Rect, Response, TextWrapMode, Tooltip, Ui};

/// How near the pointer has to be, in points.
const REACH: f32 = 10.0;
/// The same where only the selected bone and its neighbours are drawn: the rest of the model is meant as often as they are.
const REACH_ALONE: f32 = 5.0;
/// Two clicks that are no farther apart are on one spot, in points.
const SPOT: f32 = 3.0;
/// Bytes of a name, which a file may make as long as it likes.
const LONGEST: usize = 256;
/// Characters of a name that is never wrapped.
const ONE_LINE: usize = 64;

/// Names and shows the bone under the pointer; whether a click on it was meant for it, and is answered.
pub fn show(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) -> bool {
    let pressed = response.interact_pointer_pos();
    if let Some(at) = pressed.filter(|_| view_menu::is_asked(response, session)) {
        return select_for_menu(rect, session, at, actions);
    }
    let clicked = pressed.filter(|_| response.clicked());
    if clicked.is_some() && pins(ui, response) {
        return false;
    }
    if let Some(at) = clicked {
        return select(ui, rect, session, at, actions);
    }
    let Some(pointer) = response.hover_pos() else {
        return false;
    };
    // Whoever drags something is about that.
    if ui.input(|input| input.pointer.any_down()) || session.window().drop_hint().is_some() {
        return false;
    }
    let beneath = under(rect, session, pointer);
    // An item that was clicked there keeps its name until the pointer goes on.
    let again = last_click(ui).filter(|last| last.distance(pointer) <= SPOT);
    let chosen = again.and_then(|_| beneath.iter().find(|item| session.edits().selected == Some(**item)));
    let Some(item) = chosen.or(beneath.first()) else {
        return false;
    };
    hover::note(ui, *item);
    let name = node::label(session.stage(), Node::Item(*item));
    let name = &name[..name.floor_char_boundary(LONGEST)];
    if !name.trim().is_empty() {
        Tooltip::always_open(
            ui.ctx().clone(),
            ui.layer_id(),
            response.id.with("bone"),
            PopupAnchor::Pointer,
        )
        .gap(space::L)
        .show(|ui| {
            // Near the edge of the window a popup is narrow at first, and a short name would stand in letters below each other.
            let wrap = match name.chars().count() <= ONE_LINE {
                true => TextWrapMode::Extend,
                false => TextWrapMode::Wrap,
            };
            ui.add(Label::new(name).wrap_mode(wrap));
        });
    }
    false
}

/// A menu opens about the nearest bone at `pointer`. It keeps a selection of several that the bone is part of.
fn select_for_menu(rect: Rect, session: &Session, pointer: Pos2, actions: &mut Vec<Action>) -> bool {
    let beneath = under(rect, session, pointer);
    let placed = beneath.first().and_then(|item| session.stage().placed(item.placed()?));
    if placed.is_none_or(|placed| placed.instances().is_some()) {
        return false;
    }
    if let Some(item) = beneath
        .first()
        .filter(|item| !session.edits().all_selected().any(|own| own == **item))
    {
        actions.push(Action::Selection(SelectionAction::Select(Some(*item))));
    }
    true
}

/// Selects the nearest bone at `pointer`, or the next beneath the selected one where the last click was on this spot.
fn select(ui: &Ui, rect: Rect, session: &Session, pointer: Pos2, actions: &mut Vec<Action>) -> bool {
    let again = last_click(ui).is_some_and(|last| last.distance(pointer) <= SPOT);
    ui.data_mut(|data| data.insert_temp(control::stable_id("last click"), pointer));
    let beneath = under(rect, session, pointer);
    let at = beneath.iter().position(|item| session.edits().selected == Some(*item));
    let adds = adds(ui);
    // Adding takes the nearest item; walking on would take it away again.
    let next = match at.filter(|_| again && !adds) {
        Some(at) => (at + 1) % beneath.len(),
        None => 0,
    };
    let Some(item) = beneath.get(next) else {
        return false;
    };
    // A model with instances is selected as one of them.
    let placed = item.placed().and_then(|key| session.stage().placed(key));
    if placed.is_none_or(|placed| placed.instances().is_some()) {
        return false;
    }
    actions.push(Action::Selection(match adds {
        true => SelectionAction::Toggle(*item),
        false => SelectionAction::Select(Some(*item)),
    }));
    true
}

/// A click now adds to the selection, or takes away from it.
pub fn adds(ui: &Ui) -> bool {
    let held = click::modifiers(ui);
    held.command || held.shift
}

/// A click now pins a point to the surface: one of the middle button, too, as some window managers keep Alt for themselves.
pub fn pins(ui: &Ui, response: &Response) -> bool {
    response.clicked_by(PointerButton::Middle) || click::modifiers(ui).alt
}

fn last_click(ui: &Ui) -> Option<Pos2> {
    ui.data(|data| data.get_temp(control::stable_id("last click")))
}

/// Bones, handles and constraints at `pointer`, the nearest first.
fn under(rect: Rect, session: &Session, pointer: Pos2) -> Vec<Selected> {
    if shows_b(session, rect, pointer) {
        return Vec::new();
    }
    // The pixels of the picture, which may still have the size of before.
    let [width, height] = session.view().viewport().map(|side| side as f32);
    let share = (pointer - rect.min) / rect.size();
    let at = glam::vec2(share.x * width, share.y * height);
    let reach = if session.view().overlays().bones {
        REACH
    } else {
        REACH_ALONE
    };
    view::drawn_at(session, at, reach * width / rect.width())
}
