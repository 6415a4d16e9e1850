//! The move of a model, as numbers to type or drag.

use crate::kit::control::{self, section};
use crate::kit::theme::{self, size, space};
use castview_session::view;
use castview_session::{Action, CompositionAction, Placed, Session};
use egui::{DragValue, RichText, TextStyle, Ui, vec2};
use glam::Vec3;

/// Dragging a number by one point moves the model by this part of its size.
const PER_POINT: f32 = 0.004;
const AXES: [&str; 3] = ["x", "y", "z"];

pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    if !session.edits().can_move(placed) {
        return;
    }
    let moved = session.edits().moved.get(&placed.key).copied();
    let mut now = moved.unwrap_or_default();
    section(ui, "Moved by", None, |ui| {
        let step = placed.bounds().diagonal().max(1e-3) * PER_POINT;
        let unit = view::unit_of(session, placed.file);
        let tip = format!("In {unit}");
        // A word would leave no room for the number.
        let suffix = if unit.len() > 2 {
            String::new()
        } else {
            format!(" {unit}")
        };
        let shifted = numbers(ui, "offset", &mut now.offset, (step, 3, &suffix), &tip);
        let turned = numbers(
            ui,
            "turn",
            &mut now.turn,
            (0.5, 1, "°"),
            "Around the axes of the file, x first",
        );
        if shifted.changed || turned.changed {
            actions.push(Action::Composition(CompositionAction::Move(placed.key, Some(now))));
        }
        // Always shown, so that nothing below jumps when the model is moved.
        control::fact_with(ui, "", |ui| {
            let button = egui::Button::new("Put back");
            let tip = "To where the file places it. A move is never written to the file.";
            let response = ui.add_enabled(moved.is_some(), button).on_hover_text(tip);
            if response.on_disabled_hover_text(tip).clicked() {
                actions.push(Action::Composition(CompositionAction::Move(placed.key, None)));
            }
        });
        if shifted.ended || turned.ended {
            actions.push(Action::Composition(CompositionAction::EndDrag));
        }
    });
}

/// Changes to three numbers in this pass.
#[derive(Clone, Copy, Default)]
pub(super) struct Edit {
    pub changed: bool,
    /// A drag ended, or a number was typed: the next edit is another step of undo.
    pub ended: bool,
}

/// Three numbers in a row.
pub(super) fn numbers(
    ui: &mut Ui,
    label: &str,
    values: &mut Vec3,
    (step, decimals, unit): (f32, usize, &str),
    tip: &str,
) -> Edit {
    let theme = theme::of(ui);
    let mut edit = Edit::default();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.add_space(space::L);
        ui.allocate_ui(vec2(size::ROW * 1.7, size::ROW), |ui| {
            ui.set_min_width(size::ROW * 1.7);
            ui.label(RichText::new(label).color(theme.dim).text_style(theme::dense()));
        });
        let width = (ui.available_width() - space::S) / 3.0 - space::XS;
        for (axis, value) in AXES.into_iter().zip(values.as_mut()) {
            let field = DragValue::new(value)
                .speed(step)
                .max_decimals(decimals)
                .suffix(unit)
                .update_while_editing(false);
            ui.style_mut().drag_value_text_style = TextStyle::Small;
            let response = ui.add_sized(vec2(width, size::ROW), field);
            let name = format!("{label} {axis}");
            let response = response.on_hover_text(format!("{axis}. {tip}")).accessible_name(name);
            edit.changed |= response.changed();
            edit.ended |= response.drag_stopped() || (response.changed() && !response.dragged());
        }
    });
    edit
}
