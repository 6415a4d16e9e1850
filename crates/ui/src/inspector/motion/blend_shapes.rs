//! Sliders for the blend shapes: what the clip says, and what the user says over it.

use crate::inspector::rows;
use crate::kit::control::{self, fact, section};
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_base::core::{BlendShapeIndex, MeshIndex};
use castview_session::view;
use castview_session::{Action, CompositionAction, Placed, Selected, SelectionAction, Session, command};
use egui::{Align, Button, DragValue, Label, Layout, RichText, ScrollArea, Slider, TextEdit, Ui, vec2};
use egui_material_icons::icons;

/// Lists longer than this scroll by themselves.
const SHOWN: usize = 12;

/// All shapes of one model.
pub fn show(ui: &mut Ui, session: &Session, placed: &Placed, actions: &mut Vec<Action>) {
    let all: Vec<BlendShapeIndex> = (0..placed.model().blend_shapes.len())
        .map(BlendShapeIndex::new)
        .collect();
    list(ui, session, placed, &all, actions);
}

/// The shapes of one mesh.
pub fn of_mesh(ui: &mut Ui, session: &Session, placed: &Placed, mesh: MeshIndex, actions: &mut Vec<Action>) {
    let of_mesh = placed.model().blend_shapes.of(mesh);
    let own: Vec<BlendShapeIndex> = of_mesh.map(|(index, _)| index).collect();
    list(ui, session, placed, &own, actions);
}

fn list(ui: &mut Ui, session: &Session, placed: &Placed, shapes: &[BlendShapeIndex], actions: &mut Vec<Action>) {
    section(ui, "Blend shapes", Some(shapes.len()), |ui| {
        let found = match shapes.len() > SHOWN {
            true => found(ui, placed, shapes),
            false => shapes.to_vec(),
        };
        let shapes = &found[..];
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = size::ROW * shapes.len().min(SHOWN) as f32;
        ScrollArea::vertical()
            .id_salt("blend shapes")
            .max_height(height)
            .show_rows(ui, size::ROW, shapes.len(), |ui, rows| {
                for shape in shapes.get(rows).unwrap_or_default() {
                    slider(ui, session, placed, *shape, actions);
                }
            });
        let all = &placed.model().blend_shapes;
        let first = all.iter().next().map(|shape| shape.mesh);
        // Shapes of one name are those of several meshes.
        if all.iter().any(|shape| Some(shape.mesh) != first) {
            ui.add_space(space::S);
            let mut together = !session.preferences().motion.shapes_apart;
            ui.horizontal(|ui| {
                ui.add_space(space::L);
                let tip = "One slider moves the shapes of its name on all meshes of the model";
                if ui
                    .checkbox(&mut together, "One name moves together")
                    .on_hover_text(tip)
                    .clicked()
                {
                    actions.push(command("shapes_together").action());
                }
            });
        }
        if !session.edits().shape_weights.is_empty() {
            ui.add_space(space::S);
            ui.horizontal(|ui| {
                ui.add_space(space::L);
                let reset = command("reset_shapes");
                if ui
                    .button(reset.title)
                    .on_hover_text("Back to what the clip says")
                    .clicked()
                {
                    actions.push(reset.action());
                }
            });
        }
    });
}

/// Those whose names have what is typed above the list.
fn found(ui: &mut Ui, placed: &Placed, shapes: &[BlendShapeIndex]) -> Vec<BlendShapeIndex> {
    let id = control::stable_id("search of blend shapes");
    let mut wanted: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let field = TextEdit::singleline(&mut wanted).hint_text("Search shapes");
        let response = ui.add(field.desired_width(ui.available_width() - space::S));
        let _ = response.accessible_name("Search shapes");
    });
    ui.add_space(space::S);
    ui.data_mut(|data| data.insert_temp(id, wanted.clone()));
    let wanted = wanted.trim().to_lowercase();
    if wanted.is_empty() {
        return shapes.to_vec();
    }
    let all = &placed.model().blend_shapes;
    let is_found = |shape: &&BlendShapeIndex| {
        let shape = all.get(shape.get());
        shape.is_some_and(|shape| shape.name.to_lowercase().contains(&wanted))
    };
    shapes.iter().filter(is_found).copied().collect()
}

/// Name, slider, weight; a button that gives the weight back to the clip while it is set by hand.
fn slider(ui: &mut Ui, session: &Session, placed: &Placed, index: BlendShapeIndex, actions: &mut Vec<Action>) {
    let Some(shape) = placed.model().blend_shapes.get(index.get()) else {
        return;
    };
    let set_by_hand = session.edits().shape_weights.get(&(placed.key, index)).copied();
    let by_hand = set_by_hand.is_some();
    let driven = placed
        .binding()
        .as_ref()
        .is_some_and(|binding| binding.drives_shape(index));
    // A stop may leave out the weight that was set.
    let shown = placed.pose().shape_weights.get(index.get()).copied();
    let before = set_by_hand.or(shown).unwrap_or(0.0);
    let mut weight = before;
    let set = |weight: Option<f32>| {
        Action::Composition(CompositionAction::SetShapeWeight {
            model: placed.key,
            shape: index,
            weight,
        })
    };
    ui.horizontal(|ui| {
        ui.set_min_height(size::ROW);
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.add_space(space::L);
        if name_of(ui, &shape.name, by_hand, driven) {
            actions.push(Action::Selection(SelectionAction::Select(Some(Selected::BlendShape(
                placed.key, index,
            )))));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::S);
            let (slot, _) = ui.allocate_exact_size(vec2(size::ROW, size::ROW), egui::Sense::hover());
            let number = DragValue::new(&mut weight)
                .speed(0.005)
                .fixed_decimals(2)
                .update_while_editing(false);
            let number = ui.add_enabled(shape.max_weight > 0.0, number);
            let number = number.accessible_name(format!("Weight of {}", shape.name));
            let response = rail(ui, &mut weight, shape.max_weight);
            let response = response.accessible_name(&shape.name);
            if let Some(of_clip) = placed.pose().clip_weights.get(&index).filter(|_| by_hand && driven) {
                mark(ui, &response, of_clip / shape.max_weight.max(f32::MIN_POSITIVE));
            }
            let response = response.on_hover_text("Drag or click, or double-click to reset");
            // After the slider, which must not become another one under the keyboard when the button appears.
            if by_hand {
                let button = Button::new(control::icon(icons::ICON_UNDO)).frame_when_inactive(false);
                let of_clip = placed.pose().clip_weights.get(&index).copied().unwrap_or(0.0);
                let tip = match driven {
                    true => format!("Back to the clip, which says {of_clip:.2}"),
                    false => "Back to zero".to_owned(),
                };
                let reset = ui.put(slot, button).on_hover_text(tip);
                if reset.accessible_name(format!("Reset {}", shape.name)).clicked() {
                    actions.push(set(None));
                }
            }
            if response.double_clicked() {
                actions.push(set(None));
            } else if (response.changed() || number.changed()) && weight != before {
                actions.push(set(Some(weight)));
            }
            // Each press of a key is a change of its own.
            let ends = |field: &egui::Response| field.drag_stopped() || (field.changed() && !field.dragged());
            if ends(&response) || ends(&number) {
                actions.push(Action::Composition(CompositionAction::EndDrag));
            }
        });
    });
}

/// A line on the rail where the clip would have the weight, at `share` of it.
fn mark(ui: &Ui, rail: &egui::Response, share: f32) {
    let theme = theme::of(ui);
    let inner = rail.rect.shrink2(vec2(rail.rect.height() * 0.5, 0.0));
    let x = inner.left() + inner.width() * share.clamp(0.0, 1.0);
    let stroke = egui::Stroke::new(size::RING, theme.warning);
    ui.painter().vline(x, inner.shrink2(vec2(0.0, 2.0)).y_range(), stroke);
}

/// The name of a shape, coloured while its weight is set by hand; whether it was clicked.
fn name_of(ui: &mut Ui, name: &str, by_hand: bool, driven: bool) -> bool {
    let theme = theme::of(ui);
    let width = size::LABEL.min(ui.available_width() * 0.4);
    let add = |ui: &mut Ui| {
        ui.set_min_width(width);
        let color = if by_hand { theme.accent } else { theme.text };
        let text = RichText::new(name).text_style(theme::dense()).color(color);
        let label = Label::new(text).truncate().sense(egui::Sense::click());
        let state = match (by_hand, driven) {
            (true, true) => "set by hand, over the clip (its weight is marked)",
            (true, false) => "set by hand",
            (false, true) => "driven by the clip",
            (false, false) => "not driven",
        };
        ui.add(label).on_hover_text(format!("{name}: {state}")).clicked()
    };
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), add)
        .inner
}

/// The slider itself, in the room that is left.
fn rail(ui: &mut Ui, weight: &mut f32, max_weight: f32) -> egui::Response {
    let theme = theme::of(ui);
    ui.spacing_mut().slider_width = ui.available_width().max(size::NUMBER * 0.5);
    // A shape that may not grow has a slider that cannot be moved.
    let top = if max_weight > 0.0 { max_weight } else { 1.0 };
    let slider = Slider::new(weight, 0.0..=top)
        .show_value(false)
        .clamping(egui::SliderClamping::Never);
    let add = |ui: &mut Ui| {
        // The rail carries meaning, so it is drawn like a handle and not like a field.
        let visuals = ui.visuals_mut();
        visuals.widgets.inactive.bg_fill = theme.handle;
        visuals.widgets.hovered.bg_fill = theme.text;
        visuals.widgets.active.bg_fill = theme.text;
        visuals.selection.bg_fill = theme.accent;
        for state in [
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
        ] {
            state.fg_stroke = egui::Stroke::new(size::RING, theme.ground);
        }
        ui.add_enabled(max_weight > 0.0, slider)
    };
    ui.scope(add).inner
}

/// One selected shape.
pub fn one(ui: &mut Ui, session: &Session, placed: &Placed, index: BlendShapeIndex, actions: &mut Vec<Action>) {
    let Some(shape) = placed.model().blend_shapes.get(index.get()) else {
        return;
    };
    list(ui, session, placed, &[index], actions);
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let solo = ui
            .button("Only this shape")
            .on_hover_text("All others at 0; again: as the clip says");
        if solo.clicked() {
            let action = CompositionAction::SoloShape(placed.key, index);
            actions.push(Action::Composition(action));
        }
    });
    section(ui, "Shape", None, |ui| {
        let mesh = Selected::Mesh(placed.key, shape.mesh);
        let name = crate::tree::node::label(session.stage(), crate::tree::node::Node::Item(mesh));
        rows::link(ui, "mesh", name, mesh, actions);
        fact(
            ui,
            "vertices",
            format!("{} moved", words::grouped(shape.vertices.len() as u64)),
        );
        fact(ui, "most weight", words::fixed(shape.max_weight.into(), 2));
        let longest = shape
            .deltas
            .iter()
            .map(|delta| glam::Vec3::from(*delta).length())
            .fold(0.0_f32, f32::max);
        let unit = view::unit_of(session, placed.file);
        fact(ui, "largest move", format!("{} {unit}", words::measure(longest)));
    });
}
