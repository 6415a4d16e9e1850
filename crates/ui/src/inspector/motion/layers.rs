//! The stack of clips: the active one at the bottom, layers over it, each with its weight and its switches.

use super::play_as;
use crate::inspector::rows::dim_line;
use crate::kit::control::{self, section};
use crate::kit::theme::{self, size, space};
use crate::tree::node::{self, Node};
use castview_motion::animation::Timeline;
use castview_picture::PlacedKey;
use castview_session::{
    Action, ClipKey, ClipLayer, CompositionAction, LayerChange, LayerKey, Mix, ModeScope, Selected, SelectionAction,
    Session,
};
use egui::accesskit::Role;
use egui::{Align, DragValue, Label, Layout, RichText, Sense, Slider, Ui};
use egui_material_icons::icons;

/// The whole stack, top first, as it is laid over the rest pose. Nothing is shown while nothing plays.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let layers = session.edits().layers();
    if session.active_clip().is_none() && layers.is_empty() {
        return;
    }
    let count = layers.len() + usize::from(session.active_clip().is_some());
    section(ui, "Layers", Some(count), |ui| {
        for layer in layers.iter().rev() {
            row(ui, session, Some(layer.key), layer.clip, &layer.mix, actions);
            ui.indent(("layer", layer.key), |ui| details(ui, session, layer, actions));
        }
        if let Some(active) = session.active_clip() {
            row(ui, session, None, active.key, &session.edits().base, actions);
            let base = &session.edits().base;
            // One clip alone hardly ever wants a mask.
            if !layers.is_empty() || base.mask.is_some() {
                ui.indent("base layer", |ui| mask(ui, session, None, base, actions));
            }
        }
        if layers.is_empty() {
            dim_line(ui, "Right-click a clip in the Clips tab to add it as a layer.");
        }
    });
}

fn change(layer: Option<LayerKey>, change: LayerChange) -> Action {
    match layer {
        Some(layer) => Action::Composition(CompositionAction::ChangeLayer(layer, change)),
        None => Action::Composition(CompositionAction::ChangeBase(change)),
    }
}

fn clip_name(session: &Session, clip: ClipKey) -> &str {
    session.stage().clip(clip).map_or("", |entry| entry.name.as_str())
}

/// Name and switches, then the weight.
fn row(ui: &mut Ui, session: &Session, layer: Option<LayerKey>, clip: ClipKey, mix: &Mix, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let name = clip_name(session, clip);
    ui.horizontal(|ui| {
        ui.set_min_height(size::ROW);
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.add_space(space::L);
        let is_chosen =
            session.keyed().is_some_and(|keyed| keyed.layer == layer) && !session.edits().layers().is_empty();
        if is_chosen {
            let corner = ui.cursor().min - egui::vec2(space::S, 0.0);
            let bar = egui::Rect::from_min_size(corner, egui::vec2(size::RING, size::ROW));
            ui.painter().rect_filled(bar, 0, theme.accent);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.add_space(space::S);
            if let Some(layer) = layer {
                let tip = "Take this layer off";
                if control::icon_button(ui, icons::ICON_CLOSE, &format!("Remove {name}"), tip, true).clicked() {
                    actions.push(Action::Composition(CompositionAction::ChangeLayer(
                        layer,
                        LayerChange::Remove,
                    )));
                }
                let at = session
                    .edits()
                    .layers()
                    .iter()
                    .position(|one| one.key == layer)
                    .unwrap_or(0);
                let last = session.edits().layers().len().saturating_sub(1);
                for (glyph, word, up, possible) in [
                    (icons::ICON_ARROW_DOWNWARD, "down", false, at > 0),
                    (icons::ICON_ARROW_UPWARD, "up", true, at < last),
                ] {
                    let tip = format!("One place {word} in the stack");
                    if control::icon_button(ui, glyph, &format!("Move {name} {word}"), &tip, possible).clicked() {
                        actions.push(Action::Composition(CompositionAction::ChangeLayer(
                            layer,
                            LayerChange::Move { up },
                        )));
                    }
                }
            }
            let tip = "Only solo clips play";
            if control::icon_toggle(ui, icons::ICON_HEADPHONES, &format!("Solo {name}"), tip, mix.solo).clicked() {
                actions.push(change(layer, LayerChange::Solo(!mix.solo)));
            }
            let tip = "Muted clips do nothing";
            let glyph = match mix.muted {
                true => icons::ICON_VOLUME_OFF,
                false => icons::ICON_VOLUME_UP,
            };
            if control::icon_toggle(ui, glyph, &format!("Mute {name}"), tip, mix.muted).clicked() {
                actions.push(change(layer, LayerChange::Mute(!mix.muted)));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if is_chosen {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let word = RichText::new("chosen").color(theme.accent).text_style(theme::dense());
                        let tip =
                            "Keys that change a layer (Alt+B, Alt+M, Alt+-) change this one; Alt+↑ and Alt+↓ choose";
                        let response = ui.add(Label::new(word)).on_hover_text(tip);
                        response
                            .widget_info(|| egui::WidgetInfo::labeled(Role::Label, true, format!("{name} is chosen")));
                        name_of_row(ui, session, layer, clip, mix, is_chosen, actions);
                    });
                } else {
                    name_of_row(ui, session, layer, clip, mix, is_chosen, actions);
                }
            });
        });
    });
    weight(ui, layer, name, mix, actions);
}

/// The name, which leads to the clip and chooses the layer.
fn name_of_row(
    ui: &mut Ui,
    session: &Session,
    layer: Option<LayerKey>,
    clip: ClipKey,
    mix: &Mix,
    is_chosen: bool,
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    let name = clip_name(session, clip);
    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
        let color = match (is_chosen, session.edits().is_audible(mix)) {
            (true, _) => theme.accent,
            (false, true) => theme.text,
            (false, false) => theme.dim,
        };
        let text = RichText::new(name).text_style(theme::dense()).color(color);
        let label = ui.add(Label::new(text).truncate().sense(Sense::click()));
        label.widget_info(|| egui::WidgetInfo::selected(Role::Button, true, is_chosen, format!("Keys of {name}")));
        let tip = format!("Go to {name}, and show its keys below");
        if label.on_hover_text(tip).clicked() {
            actions.extend([
                Action::Selection(SelectionAction::Select(Some(Selected::Clip(clip)))),
                Action::Composition(CompositionAction::ShowKeys(layer)),
            ]);
        }
    });
}

/// Share of the clip in the mix.
fn weight(ui: &mut Ui, layer: Option<LayerKey>, name: &str, mix: &Mix, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.set_min_height(size::ROW);
        ui.add_space(space::L);
        let mut percent = mix.weight * 100.0;
        ui.spacing_mut().slider_width = (ui.available_width() - size::LABEL).max(size::LABEL * 0.5);
        let slider = Slider::new(&mut percent, 0.0..=100.0)
            .step_by(1.0)
            .fixed_decimals(0)
            .suffix(" %");
        let response = ui.add(slider);
        response.widget_info(|| egui::WidgetInfo::slider(true, f64::from(percent), format!("Weight of {name}")));
        if response.changed() {
            actions.push(change(layer, LayerChange::Weight(percent / 100.0)));
        }
    });
}

/// Choices of a layer alone: offset, speed, how it plays, mask and model.
fn details(ui: &mut Ui, session: &Session, layer: &ClipLayer, actions: &mut Vec<Action>) {
    let mut number = |ui: &mut Ui, label: &str, value: f64, speed: f64, unit: &str, made: fn(f64) -> LayerChange| {
        control::fact_with(ui, label, |ui| {
            let mut new = value;
            let drag = DragValue::new(&mut new).speed(speed).fixed_decimals(2).suffix(unit);
            if ui.add(drag).changed() {
                actions.push(Action::Composition(CompositionAction::ChangeLayer(
                    layer.key,
                    made(new),
                )));
            }
        });
    };
    if layer.held_secs.is_none() {
        number(ui, "starts at", layer.offset_secs, 0.01, " s", LayerChange::OffsetSecs);
        number(ui, "speed", layer.speed, 0.01, "×", LayerChange::Speed);
        number(ui, "fades in", layer.fade_in_secs, 0.01, " s", LayerChange::FadeInSecs);
    }
    fixed_time(ui, session, layer, actions);
    let scope = ModeScope::Layer(layer.key);
    play_as::line(ui, session, (scope, Some(layer.clip)), actions);
    play_as::hint(ui, session, (scope, layer.clip, Some(layer.key)), actions);
    mask(ui, session, Some(layer.key), &layer.mix, actions);
    if session.stage().models().len() > 1 {
        control::fact_with(ui, "on", |ui| models(ui, session, layer, actions));
    }
}

/// Whether the clip goes with the clock or stands where a slider says.
fn fixed_time(ui: &mut Ui, session: &Session, layer: &ClipLayer, actions: &mut Vec<Action>) {
    let Some(entry) = session.stage().clip(layer.clip) else {
        return;
    };
    let mut change = |held: Option<f64>| {
        actions.push(Action::Composition(CompositionAction::ChangeLayer(
            layer.key,
            LayerChange::HeldSecs(held),
        )))
    };
    let timeline = Timeline::of(entry.clip());
    let [first, last] = [timeline.range.start, timeline.range.end].map(|frame| timeline.secs(frame));
    control::fact_with(ui, "fixed time", |ui| {
        let mut held = layer.held_secs.is_some();
        let name = format!("{} at a fixed time", entry.name);
        let response = ui.checkbox(&mut held, "");
        response.widget_info(|| egui::WidgetInfo::selected(Role::CheckBox, true, held, &name));
        let tip = "Stands where the slider says, whatever the clock says";
        if response.on_hover_text(tip).changed() {
            change(held.then_some(first));
        }
        let Some(mut secs) = layer.held_secs else { return };
        ui.spacing_mut().slider_width = (ui.available_width() - size::LABEL).max(size::LABEL * 0.5);
        let slider = Slider::new(&mut secs, first..=last).fixed_decimals(2).suffix(" s");
        let response = ui.add(slider);
        response.widget_info(|| egui::WidgetInfo::slider(true, secs, format!("Time of {}", entry.name)));
        if response.changed() {
            change(Some(secs));
        }
    });
}

/// From which bone down; the selected bone can be taken.
fn mask(ui: &mut Ui, session: &Session, layer: Option<LayerKey>, mix: &Mix, actions: &mut Vec<Action>) {
    control::fact_with(ui, "from bone", |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            match &mix.mask {
                Some(bone) => {
                    ui.label(RichText::new(bone).text_style(theme::dense()));
                    if ui.small_button("All").on_hover_text("All bones again").clicked() {
                        actions.push(change(layer, LayerChange::Mask(None)));
                    }
                }
                None => {
                    let text = RichText::new("all").color(theme::of(ui).dim);
                    ui.label(text);
                }
            }
            if let Some(bone) = selected_bone(session).filter(|bone| mix.mask.as_deref() != Some(*bone)) {
                let tip = format!("Only {bone} and what is below it");
                if ui.small_button(format!("From {bone}")).on_hover_text(tip).clicked() {
                    actions.push(change(layer, LayerChange::Mask(Some(bone.to_owned()))));
                }
            }
        });
    });
}

fn selected_bone(session: &Session) -> Option<&str> {
    let Some(Selected::Bone(key, bone)) = session.edits().selected else {
        return None;
    };
    let skeleton = &session.stage().placed(key)?.model().skeleton;
    (bone.get() < skeleton.len()).then(|| skeleton.name(bone))
}

fn models(ui: &mut Ui, session: &Session, layer: &ClipLayer, actions: &mut Vec<Action>) {
    let name_of = |key: Option<PlacedKey>| match key {
        None => "all models",
        Some(key) => node::label(session.stage(), Node::Item(Selected::Model(key))),
    };
    let combo = egui::ComboBox::from_id_salt(("layer model", layer.key))
        .selected_text(name_of(layer.model))
        .width(size::LABEL)
        .show_ui(ui, |ui| {
            let models = session.stage().models().iter().map(|placed| Some(placed.key));
            for model in std::iter::once(None).chain(models) {
                if ui.selectable_label(layer.model == model, name_of(model)).clicked() && layer.model != model {
                    actions.push(Action::Composition(CompositionAction::ChangeLayer(
                        layer.key,
                        LayerChange::Model(model),
                    )));
                }
            }
        });
    combo.response.accessible_name("Models that the layer moves");
}
