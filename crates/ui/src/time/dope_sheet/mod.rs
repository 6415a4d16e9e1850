//! Dope sheet: when every driven thing has keys, on the ruler's own axis.
//!
//! A row a bone, mesh or shape with all its keys, rows of its tracks below on demand. Dragging on the keys moves the playhead, a
//! click selects.

mod bars;
mod marks;
mod paint;
mod row;
mod rows;
mod state;
mod states;

use super::panel_parts;
use super::ruler::{self, Scrub};
use super::time_view::TimeView;
use crate::kit::panel_head;
use crate::kit::theme::{self, size};
use crate::kit::{control, words};
use castview_session::{Action, Session};
use egui::accesskit::Role;
use egui::containers::scroll_area::ScrollSource;
use egui::{Rect, Response, RichText, ScrollArea, Sense, Ui, WidgetInfo, pos2};
use egui_material_icons::icons;
pub use marks::{KeyMark, marks};
pub use paint::diamond;
use row::{Ask, RowContext};
pub use rows::selects;
use rows::{DopeItem, DopeRow};
pub use state::DopeSheet;

/// Rows whose marks are kept at most.
const MOST_KEPT: usize = 512;

/// Rows that fit `query`, the search of the tree; empty: all.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    sheet: &mut DopeSheet,
    view: &mut TimeView,
    query: &str,
    actions: &mut Vec<Action>,
) {
    let changed = sheet.rows.update(session, query, sheet.only_selected);
    if head(ui, session, sheet, query, actions) {
        view.show_all(session);
    }
    let rect = ui.available_rect_before_wrap();
    let (Some(axis), Some(frame), Some(keyed)) = (view.axis(session, rect), session.frame(), session.keyed()) else {
        sheet.scrub = Scrub::default();
        panel_parts::without_clip(ui, session);
        return;
    };
    // The same pixels, counted in the clip's own frames.
    let own = axis.in_frames_of(|frame| keyed.own_frame(frame));
    if changed || sheet.marked != Some(own) || sheet.marks.len() > MOST_KEPT {
        sheet.marks.clear();
        sheet.marked = Some(own);
    }
    ui.painter().line_segment(
        [rect.left_top(), rect.right_top()],
        egui::Stroke::new(size::LINE, theme::of(ui).line),
    );
    control::named(ui, Role::Grid, "Dope sheet", |ui| {
        let context = RowContext {
            session,
            keyed,
            axis: &axis,
            own: &own,
        };
        let keys = list(ui, sheet, context, actions);
        panel_parts::playhead(ui, &axis, rect, frame);
        ruler::drag(ui, session, &axis, frame, &keys, &mut sheet.scrub, actions);
        view.steer(ui, session, &axis, &keys, false);
    });
}

/// True when the whole clip is asked for.
fn head(ui: &mut Ui, session: &Session, sheet: &mut DopeSheet, query: &str, actions: &mut Vec<Action>) -> bool {
    let mut fits = false;
    let count = sheet.rows.rows().len().saturating_sub(1);
    panel_head::head(
        ui,
        "Dope sheet",
        (session, "dope_sheet"),
        actions,
        |ui| {
            let tip = "Only what is selected";
            let on = sheet.only_selected;
            if control::icon_toggle(ui, icons::ICON_FILTER_ALT, "Only what is selected", tip, on).clicked() {
                sheet.only_selected = !on;
                ui.ctx().request_repaint();
            }
            let said = match (query.trim(), session.keyed()) {
                (_, None) => String::new(),
                ("", Some(_)) => words::counted(count as u64, "row", "rows"),
                (query, Some(_)) => format!("{} with “{query}”", words::counted(count as u64, "row", "rows")),
            };
            let said = RichText::new(said).color(theme::of(ui).dim).text_style(theme::dense());
            ui.add(egui::Label::new(said).truncate());
        },
        |ui| {
            let enabled = session.keyed().is_some();
            let tip = "All frames of the clip";
            fits = control::icon_button(ui, icons::ICON_FIT_SCREEN, "All frames", tip, enabled).clicked();
        },
    );
    fits
}

/// The rows, and what covers their keys: its drags are scrubs.
fn list(ui: &mut Ui, sheet: &mut DopeSheet, context: RowContext<'_>, actions: &mut Vec<Action>) -> Response {
    let RowContext { session, axis, .. } = context;
    let count = sheet.rows.rows().len();
    let outer = ui.available_rect_before_wrap();
    let mut area = ScrollArea::vertical()
        .id_salt("dope sheet rows")
        .scroll_source(ScrollSource::SCROLL_BAR | ScrollSource::MOUSE_WHEEL)
        .auto_shrink([false, false]);
    if let Some(offset) = reveal(session, sheet, outer.height()) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut asked = None;
    let output = area.show_rows(ui, size::ROW, count, |ui, shown| {
        let first = shown.start;
        let top = ui.cursor().top();
        let left = axis.left - size::AXIS_INSET * 0.5;
        let over = Rect::from_min_max(pos2(left, outer.top()), pos2(axis.right + size::KEY, outer.bottom()));
        // Below the rows' own controls in order, so that they stay on top where they overlap.
        let keys = ui.interact(over, control::stable_id("dope sheet keys"), Sense::click_and_drag());
        keys.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Keys"));
        let pointed = keys
            .hover_pos()
            .map(|at| first + ((at.y - top) / size::ROW).max(0.0) as usize);
        for index in shown {
            let Some(row) = sheet.rows.rows().get(index).cloned() else {
                continue;
            };
            let hovered = pointed == Some(index);
            if hovered && keys.clicked() {
                actions.extend(row::select(session, &row));
            }
            asked = row::show(ui, sheet, context, &row, hovered, actions).or(asked.take());
        }
        keys
    });
    sheet.scrolled = output.state.clamped_offset().y;
    let keys = output.inner;
    match asked {
        Some(Ask::Fold(item, open)) => sheet.rows.fold(item, open),
        Some(Ask::Tracks(item, shown)) => sheet.rows.show_tracks(item, shown),
        None => {}
    }
    keys
}

/// The scroll offset that brings a newly selected row into view.
fn reveal(session: &Session, sheet: &mut DopeSheet, height: f32) -> Option<f32> {
    let selected = session.edits().selected;
    if selected == sheet.revealed {
        return None;
    }
    sheet.revealed = selected;
    let is_it = |row: &DopeRow| matches!(row.item, DopeItem::Target(key, target) if Some(rows::selects(key, target)) == selected);
    let top = sheet.rows.rows().iter().position(is_it)? as f32 * size::ROW;
    let offset = sheet.scrolled;
    let inside = top >= offset && top + size::ROW <= offset + height;
    (!inside).then(|| (top - (height - size::ROW) * 0.5).max(0.0))
}
