//! A model dragged onto what it shall hang on: rows of the tree, bones of the 3D view.
//!
//! In: the drag, which begins at a model's row. Out: [`CompositionAction::Attach`]; while it lasts, a line at the pointer that says what
//! letting go will do, or why nothing.

use super::node::{self, Node};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;
use castview_session::composition;
use castview_session::view;
use castview_session::{Action, Attachment, BoneLine, CompositionAction, Refusal, Selected, Session};
use egui::{Area, Color32, Context, CursorIcon, Frame, Id, Order, Pos2, Rect, Response, Stroke, StrokeKind, Ui, vec2};

/// A model row on its way.
struct Dragged(PlacedKey);

/// Points around the pointer in which a bone is found.
const REACH: f32 = 28.0;
/// Lines that are drawn to aim at; more would be a carpet.
const MOST_LINES: usize = 8000;

/// The row of a bone, as the tree shows it: files that stay there hang on it.
#[derive(Clone, Copy, Debug)]
pub struct BoneRow {
    /// Points.
    pub rect: Rect,
    pub model: PlacedKey,
    pub bone: BoneIndex,
}

/// The rows of bones of this pass.
pub fn take_bone_rows(ctx: &Context) -> Vec<BoneRow> {
    ctx.data_mut(|data| data.remove_temp(bone_rows()).unwrap_or_default())
}

fn bone_rows() -> Id {
    control::stable_id("bone rows")
}

/// A row of the tree: models can be taken, and dropped onto bones and models. While files hover, rows of bones are noted for them.
pub fn row(ui: &Ui, session: &Session, item: Selected, response: &Response, actions: &mut Vec<Action>) {
    if let Selected::Model(key) = item {
        response.dnd_set_drag_payload(Dragged(key));
    }
    if let Selected::Bone(model, bone) = item
        && session.window().drop_hint().is_some()
    {
        let rect = response.rect.intersect(ui.clip_rect());
        let row = BoneRow { rect, model, bone };
        ui.data_mut(|data| data.get_temp_mut_or_default::<Vec<BoneRow>>(bone_rows()).push(row));
    }
    let there = match item {
        Selected::Bone(leader, bone) => Attachment::Bone { leader, bone },
        Selected::Model(leader) => Attachment::Follow { leader },
        _ => return,
    };
    if let Some(dragged) = response.dnd_hover_payload::<Dragged>() {
        hint(ui, session, dragged.0, there);
        if composition::may_attach(session, dragged.0, there) {
            let stroke = Stroke::new(size::LINE, theme::of(ui).accent);
            ui.painter().rect_stroke(response.rect, 0.0, stroke, StrokeKind::Inside);
        }
    }
    let_go(session, response, there, actions);
}

/// The 3D view, `rect` of the screen: models can be dropped onto the bones in it.
pub fn view(ui: &Ui, rect: Rect, session: &Session, response: &Response, actions: &mut Vec<Action>) {
    let Some(dragged) = held(response) else { return };
    let (Some(pointer), [width, height]) = (ui.pointer_hover_pos(), session.view().viewport()) else {
        return;
    };
    // The picture's pixels, whatever the scale of the window.
    let scale = vec2(width as f32, height as f32) / rect.size();
    let at = (pointer - rect.min) * scale;
    let found = view::bone_at(session, glam::vec2(at.x, at.y), REACH * scale.y, Some(dragged));
    let found = promised(ui, pointer).or(found);
    remember(ui, pointer, found);
    let on_screen = |at: glam::Vec2| rect.min + vec2(at.x, at.y) / scale;
    bones(ui, rect, session, dragged, found, &on_screen);
    let Some(BoneLine { model, bone, .. }) = found else {
        say(ui, "Let go on a bone", theme::of(ui).dim);
        return;
    };
    let there = Attachment::Bone { leader: model, bone };
    hint(ui, session, dragged, there);
    let_go(session, response, there, actions);
}

/// As the pointer lets go, what the last picture said: while a clip plays, the bone has gone on since.
fn promised(ui: &Ui, pointer: Pos2) -> Option<BoneLine> {
    let let_go = ui.input(|input| input.pointer.any_released());
    let said = ui.data(|data| data.get_temp::<(Pos2, BoneLine)>(promise()));
    said.filter(|(at, _)| let_go && at.distance(pointer) < REACH)
        .map(|(_, line)| line)
}

fn remember(ui: &Ui, pointer: Pos2, found: Option<BoneLine>) {
    ui.data_mut(|data| match found {
        Some(line) => {
            data.insert_temp(promise(), (pointer, line));
        }
        None => data.remove::<(Pos2, BoneLine)>(promise()),
    });
}

fn promise() -> Id {
    control::stable_id("hang promise")
}

/// Returns the model that is dragged over `response`, or let go there now.
fn held(response: &Response) -> Option<PlacedKey> {
    // Releasing clears the hover, not the payload.
    let payload = egui::DragAndDrop::payload::<Dragged>(&response.ctx)?;
    response.contains_pointer().then_some(payload.0)
}

fn let_go(session: &Session, response: &Response, there: Attachment, actions: &mut Vec<Action>) {
    if let Some(dragged) = response.dnd_release_payload::<Dragged>()
        && composition::may_attach(session, dragged.0, there)
    {
        actions.push(Action::Composition(CompositionAction::Attach(dragged.0, Some(there))));
    }
}

/// Every bone as a thin line, so that there is something to aim at, and the one that is hit.
fn bones(
    ui: &Ui,
    rect: Rect,
    session: &Session,
    dragged: PlacedKey,
    found: Option<BoneLine>,
    on_screen: &dyn Fn(glam::Vec2) -> Pos2,
) {
    let theme = theme::of(ui);
    let painter = ui.painter().with_clip_rect(rect);
    let mut lines = view::bone_lines(session);
    lines.retain(|line| line.model != dragged);
    for line in lines.iter().take(MOST_LINES) {
        let is_hit = found.is_some_and(|hit| (hit.model, hit.bone) == (line.model, line.bone));
        let color = if is_hit { theme.selected } else { theme.text };
        if line.from == line.to {
            painter.circle_filled(on_screen(line.from), size::RING, color);
        } else {
            let width = if is_hit { size::RING } else { size::LINE };
            painter.line_segment([on_screen(line.from), on_screen(line.to)], Stroke::new(width, color));
        }
    }
    if let Some(hit) = found {
        let ring = Stroke::new(size::RING, theme.selected);
        painter.circle_stroke(on_screen(hit.from), space::S, ring);
    }
}

fn hint(ui: &Ui, session: &Session, dragged: PlacedKey, there: Attachment) {
    let theme = theme::of(ui);
    match composition::refusal(session, dragged, there) {
        None => say(ui, &deed(session, dragged, there), theme.text),
        // The row it was taken from: the drag has hardly begun.
        Some(Refusal::Itself) => {}
        Some(refusal) => {
            ui.set_cursor_icon(CursorIcon::NotAllowed);
            say(ui, &reason(session, refusal, dragged, there), theme.warning);
        }
    }
}

/// `Hang sword on j_wrist_ri`: what attaching does.
pub fn deed(session: &Session, model: PlacedKey, there: Attachment) -> String {
    let name = name(session, model);
    match there {
        Attachment::Bone { leader, bone } => {
            let bone = node::label(session.stage(), Node::Item(Selected::Bone(leader, bone)));
            format!("Hang {name} on {bone}")
        }
        Attachment::Follow { leader } => {
            format!("Move {name} with the bones of {}", self::name(session, leader))
        }
    }
}

/// Why `model` cannot be attached there.
pub fn reason(session: &Session, refusal: Refusal, model: PlacedKey, there: Attachment) -> String {
    let (name, leader) = (name(session, model), name(session, there.leader()));
    match refusal {
        Refusal::Itself => format!("{name} cannot hang on itself"),
        Refusal::GoesRound => format!("{leader} already hangs on {name}"),
        Refusal::MissingFile => "A box stands for a missing file: nothing hangs on it, and it hangs on nothing".into(),
        Refusal::Gone => format!("{leader} is no longer there"),
    }
}

pub fn name(session: &Session, model: PlacedKey) -> &str {
    node::label(session.stage(), Node::Item(Selected::Model(model)))
}

/// One line beside the pointer.
fn say(ui: &Ui, text: &str, color: Color32) {
    let Some(pointer) = ui.pointer_hover_pos() else { return };
    let theme = theme::of(ui);
    Area::new(Id::unique("hang hint"))
        .order(Order::Tooltip)
        .interactable(false)
        .fixed_pos(pointer + vec2(space::M, space::M))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).fill(theme.raised).show(ui, |ui| {
                ui.add(egui::Label::new(egui::RichText::new(text).color(color)).extend());
            });
        });
}
