//! The name of the bone under the pointer, beside it, where bones are what is seen.

use crate::session::{BoneLine, Session};
use crate::ui::kit::theme::space;
use egui::{PopupAnchor, Pos2, Rect, Response, Tooltip, Ui};

/// How near the pointer has to be, in points.
const REACH: f32 = 8.0;
/// Bytes of a name, which a file may make as long as it likes.
const LONGEST: usize = 256;

pub fn show(ui: &Ui, rect: Rect, session: &Session, response: &Response) {
    let Some(pointer) = response.hover_pos() else {
        return;
    };
    // Whoever holds a button is about something else.
    if ui.input(|input| input.pointer.any_down()) || session.window().drop_hint.is_some() {
        return;
    }
    let Some(line) = under(rect, session, pointer) else {
        return;
    };
    let Some(placed) = session.stage().placed(line.model) else {
        return;
    };
    let name = placed.model().skeleton.name(line.bone);
    let name = &name[..name.floor_char_boundary(LONGEST)];
    if !name.trim().is_empty() {
        Tooltip::always_open(
            ui.ctx().clone(),
            ui.layer_id(),
            response.id.with("bone"),
            PopupAnchor::Pointer,
        )
        .gap(space::L)
        .show(|ui| ui.label(name));
    }
}

/// The bone that is named at `pointer`.
pub fn under(rect: Rect, session: &Session, pointer: Pos2) -> Option<BoneLine> {
    // The pixels of the picture, which may still have the size of before.
    let [width, height] = session.view().viewport.map(|side| side as f32);
    let share = (pointer - rect.min) / rect.size();
    let at = glam::vec2(share.x * width, share.y * height);
    session.drawn_bone_at(at, REACH * width / rect.width())
}
