//! The curves beside the plot: a row each, with a tick, its colour and its value under the playhead.

use super::against_b::{self, RowOfB};
use super::channels::{self, CurveKey, CurveListRow, CurveRow, Wanted};
use super::measures::{self, MeasureLine};
use super::state::{Chosen, CurveView, color};
use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use crate::time::dope_sheet::selects;
use crate::tree::node::{self, Node};
use castview_base::scene::Clip;
use castview_motion::animation::curves::{Band, Curve, played};
use castview_session::{Action, Selected, SelectionAction, Session};
use egui::accesskit::Role;
use egui::{Align2, FontId, Rect, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2};
use egui_material_icons::icons;

pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut CurveView,
    (lines, measured, of_b): (&[Chosen], &[MeasureLine], Option<&RowOfB>),
    (clip, frame): (&Clip, f64),
    actions: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let first_measure = usize::from(of_b.is_some());
    let first_target = first_measure + measured.len();
    let count = first_target + view.channels.rows().len();
    let (mut ticked, mut switched, mut switches_b) = (None, None, false);
    let mut area = ScrollArea::vertical().id_salt("curve rows").auto_shrink([false, false]);
    if let Some(offset) = reveal(session, view, first_target, ui.available_height()) {
        area = area.vertical_scroll_offset(offset);
    }
    let output = area.show_rows(ui, size::ROW, count, |ui, shown| {
        for index in shown {
            if let Some(row) = of_b.filter(|_| index == 0) {
                switches_b |= against_b::row(ui, row);
                continue;
            }
            if let Some(line) = measured.get(index - first_measure) {
                if measures::row(ui, line) {
                    switched = Some(line);
                }
                continue;
            }
            match view.channels.rows().get(index - first_target).copied() {
                Some(CurveListRow::Target(model, target)) => {
                    let selected = selects(model, target);
                    let name = node::label(session.stage(), Node::Item(selected));
                    if target_row(
                        ui,
                        name,
                        session.edits().is_selected(selected),
                        selected,
                        &mut view.wants_focus,
                    ) {
                        actions.push(Action::Selection(SelectionAction::Select(Some(selected))));
                    }
                }
                Some(CurveListRow::Curve(row)) => {
                    let line = lines.iter().find(|line| line.row.key == row.key);
                    let value = line.and_then(|line| {
                        let (track, part) = (clip.tracks.get(line.row.key.track)?, line.row.key.part);
                        let value = played(track, &line.curves, part, view.representation, frame)?;
                        let extent = line.curves.iter().map(Curve::extent).fold(Band::EMPTY, Band::joined);
                        let largest = extent.min.abs().max(extent.max.abs());
                        Some(words::measure_beside(value, largest))
                    });
                    if curve_row(ui, view, &row, value) {
                        ticked = Some((row.key, !row.shown));
                    }
                }
                None => {}
            }
        }
    });
    view.revealed.1 = output.state.clamped_offset().y;
    if let Some(line) = switched {
        line.switch(&mut view.hidden_measures);
        ui.ctx().request_repaint();
    }
    if switches_b {
        view.of_b.switch();
        ui.ctx().request_repaint();
    }
    if let Some((key, shown)) = ticked {
        view.channels.tick(key, shown);
        ui.ctx().request_repaint();
    }
}

/// The scroll offset that puts a newly selected target, or the curve that was asked for, at the top, unless it is in view. `above`: rows
/// before those of the targets.
fn reveal(session: &Session, view: &mut CurveView, above: usize, height: f32) -> Option<f32> {
    let (revealed, offset) = &mut view.revealed;
    let selected = session.edits().selected;
    let wanted = view.reveals.take();
    if selected == *revealed && wanted.is_none() {
        return None;
    }
    *revealed = selected;
    let is_it = |row: &CurveListRow| match (row, wanted) {
        (CurveListRow::Curve(curve), Some(wanted)) => {
            let CurveKey {
                model, target, track, ..
            } = curve.key;
            Wanted { model, target, track } == wanted
        }
        (CurveListRow::Target(model, target), None) => Some(selects(*model, *target)) == selected,
        _ => false,
    };
    let top = (above + view.channels.rows().iter().position(is_it)?) as f32 * size::ROW;
    let inside = top >= *offset && top + size::ROW <= *offset + height;
    (!inside).then_some(top)
}

fn target_row(ui: &mut Ui, name: &str, is_selected: bool, id: Selected, wants_focus: &mut bool) -> bool {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let id = control::stable_id("curve target").with(id);
    let response = ui.interact(rect, id, Sense::click());
    if std::mem::take(wants_focus) {
        response.request_focus();
    }
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_selected, format!("{name} curves")));
    control::row_back(ui, rect, &response, is_selected);
    let font = theme::dense().resolve(ui.style());
    let left = rect.left() + space::S;
    let galley = control::cut_name(ui, name, font, theme.text, rect.right() - left - space::XS);
    ui.painter()
        .galley(pos2(left, rect.center().y - galley.size().y * 0.5), galley, theme.text);
    response.clicked()
}

/// True when its tick was clicked.
fn curve_row(ui: &mut Ui, view: &CurveView, row: &CurveRow, value: Option<String>) -> bool {
    let theme = theme::of(ui);
    let color = color(theme, row.property, row.key.part);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let id = control::stable_id("curve").with(row.key);
    let response = ui.interact(rect, id, Sense::click());
    let word = channels::word(row.property, row.key.part, view.representation);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.shown, format!("Show {word}")));
    if let Some(value) = &value {
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_value(value.clone()));
    }
    control::row_back(ui, rect, &response, false);
    let center = pos2(rect.left() + space::L + space::S, rect.center().y);
    let tick = Rect::from_center_size(center, Vec2::splat(size::SWATCH));
    let painter = ui.painter();
    if row.shown {
        painter.rect_filled(tick, size::RADIUS, color);
        control::paint_icon(ui, center, icons::ICON_CHECK, size::SWATCH, theme.ground);
    } else {
        painter.rect_stroke(tick, size::RADIUS, Stroke::new(size::LINE, color), StrokeKind::Inside);
    }
    let font = FontId::new(size::DENSE, TextStyle::Monospace.resolve(ui.style()).family);
    let text = if row.shown { theme.text } else { theme.dim };
    let left = tick.right() + space::S;
    let name = theme::dense().resolve(ui.style());
    painter.text(pos2(left, center.y), Align2::LEFT_CENTER, &word, name, text);
    if let Some(value) = value {
        let at = pos2(rect.right() - space::S, center.y);
        painter.text(at, Align2::RIGHT_CENTER, value, font, theme.text);
    }
    let said = format!("{}, {}", word, row.mode.word());
    response.on_hover_text(said).clicked()
}
