//! The document as a tree of nodes and properties, or of entries.

use super::state::DocumentPage;
use crate::kit::control;
use crate::kit::keyboard::row_keys::jump;
use crate::kit::theme::{self, size, space};
use egui::accesskit::Role;
use egui::{FontId, Key, Rect, Sense, TextStyle, Ui, WidgetInfo, pos2};

/// Levels that are indented: deeper ones would leave no room for words.
const MOST_LEVELS: u16 = 12;

/// The effect of a click or a key on the rows.
enum Asked {
    Select(usize),
    Fold(usize, bool),
}

pub fn show(ui: &mut Ui, memory: &mut DocumentPage, rect: Rect) {
    let id = control::stable_id("document tree");
    let count = memory.rows.len();
    let mut lines = std::mem::take(&mut memory.tree);
    let mut asked = None;
    let keys = lines.show(ui, (id, "Document"), rect, count, |ui, rect, at| {
        if let Some(of_row) = row(ui, memory, rect, at) {
            asked = Some(of_row);
            ui.memory_mut(|memory| memory.request_focus(id));
        }
    });
    let page = lines.page;
    memory.tree = lines;
    for key in keys {
        let at = memory.selected.and_then(|id| memory.position(id));
        if let Some(of_key) = of_key(key, memory, at, page) {
            carry_out(memory, of_key);
        }
    }
    if let Some(asked) = asked {
        carry_out(memory, asked);
    }
}

fn carry_out(memory: &mut DocumentPage, asked: Asked) {
    match asked {
        Asked::Select(at) => {
            if let Some(row) = memory.rows.get(at).copied() {
                memory.select(row.id);
                memory.tree.reveal(at);
            }
        }
        Asked::Fold(at, open) => memory.fold(at, open),
    }
}

/// As in the tree of the window: left closes or goes up, right opens or goes down.
fn of_key(key: Key, memory: &DocumentPage, at: Option<usize>, page: usize) -> Option<Asked> {
    if let Some(to) = jump(key, at, memory.rows.len(), page) {
        return Some(Asked::Select(to));
    }
    let at = at?;
    let row = memory.rows.get(at)?;
    match (key, row.open) {
        (Key::ArrowLeft, Some(true)) => Some(Asked::Fold(at, false)),
        (Key::ArrowRight, Some(false)) => Some(Asked::Fold(at, true)),
        (Key::ArrowRight, Some(true)) => Some(Asked::Select(at + 1)),
        (Key::ArrowLeft, _) => {
            let above = memory.rows[..at].iter().rposition(|above| above.depth < row.depth);
            above.map(Asked::Select)
        }
        _ => None,
    }
}

fn row(ui: &mut Ui, memory: &mut DocumentPage, rect: Rect, at: usize) -> Option<Asked> {
    let theme = theme::of(ui);
    let row = *memory.rows.get(at)?;
    let line = memory.line(row.id);
    let is_selected = memory.selected == Some(row.id);
    let response = ui.interact(rect, control::stable_id("document row").with(at), Sense::CLICK);
    control::row_back(ui, rect, &response, is_selected);
    let indent = f32::from(row.depth.min(MOST_LEVELS)) * size::INDENT;
    let arrow = pos2(rect.left() + indent + space::S, rect.center().y);
    if let Some(open) = row.open {
        control::fold_arrow(ui, arrow, open, theme.dim);
    }
    let name = line.full_name();
    let body = FontId::new(size::DENSE, TextStyle::Body.resolve(ui.style()).family);
    let mono = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let left = arrow.x + space::S + space::XS;
    let room = (rect.right() - left - space::XS).max(0.0);
    let color = if line.is_property { theme.dim } else { theme.text };
    let galley = control::cut_name(ui, &castview_base::core::printed(&name), body, color, room);
    let at_name = pos2(left, rect.center().y - galley.size().y * 0.5);
    let behind = left + galley.size().x + space::S;
    ui.painter().galley(at_name, galley, color);
    if rect.right() - behind > space::XL {
        let color = if line.is_property { theme.text } else { theme.dim };
        let value = castview_base::core::printed(&line.value);
        let galley = control::elided(ui, &value, mono, color, rect.right() - behind - space::XS);
        let at_value = pos2(behind, rect.center().y - galley.size().y * 0.5);
        ui.painter().galley(at_value, galley, color);
    }
    let spoken = format!("{name}: {}", line.value);
    response.widget_info(|| WidgetInfo::selected(Role::TreeItem, true, is_selected, &spoken));
    let on_arrow = |pointer: egui::Pos2| pointer.x < left;
    let clicked = response.clicked();
    let is_fold = clicked && response.interact_pointer_pos().is_some_and(on_arrow) || response.double_clicked();
    response.on_hover_text(&spoken);
    match (clicked, row.open.filter(|_| is_fold)) {
        (true, Some(open)) => Some(Asked::Fold(at, !open)),
        (true, None) => Some(Asked::Select(at)),
        (false, _) => None,
    }
}
