//! Layers on the time axis: a row for each clip of the stack, a block where it plays.
//!
//! In: the stack, the shared axis. Out: painted rows; a click shows the keys of a layer, buttons mute, solo and remove it.

use super::panel_parts;
use super::time_axis::TimeAxis;
use super::time_view::TimeView;
use crate::kit::control;
use crate::kit::panel_head;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use crate::tree::node::{self, Node};
use castview_motion::animation::Timeline;
use castview_session::composition;
use castview_session::{Action, ClipKey, CompositionAction, LayerChange, LayerKey, Mix, Session};
use egui::accesskit::Role;
use egui::containers::menu::MenuButton;
use egui::{
    Align, Button, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};
use egui_material_icons::icons;

pub fn show(ui: &mut Ui, session: &Session, time: &mut TimeView, actions: &mut Vec<Action>) {
    head(ui, session, actions);
    let rect = ui.available_rect_before_wrap();
    let (Some(axis), Some(frame), Some(active)) = (time.axis(session, rect), session.frame(), session.active_clip())
    else {
        panel_parts::without_clip(ui, session);
        return;
    };
    ui.painter().line_segment(
        [rect.left_top(), rect.right_top()],
        Stroke::new(size::LINE, theme::of(ui).line),
    );
    control::named(ui, Role::Grid, "Layers on the time axis", |ui| {
        ScrollArea::vertical()
            .id_salt("layer blocks")
            .auto_shrink([false, false])
            .show(ui, |ui| {
                for layer in session.edits().layers().iter().rev() {
                    let span = composition::layer_span(session, layer.key);
                    row(
                        ui,
                        session,
                        &axis,
                        (Some(layer.key), layer.clip, &layer.mix),
                        span,
                        actions,
                    );
                }
                let base = &session.edits().base;
                let whole = Timeline::of(active.clip()).range;
                let span = Some([whole.start, whole.end]);
                row(ui, session, &axis, (None, active.key, base), span, actions);
            });
        panel_parts::playhead(ui, &axis, rect, frame);
    });
}

fn head(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let count = session.edits().layers().len() as u64;
    let (mut added, mut stepped) = (None, None);
    panel_head::head(
        ui,
        "Layers",
        (session, "dock_layers"),
        actions,
        |ui| {
            let button = Button::new(("Add a layer", control::icon(icons::ICON_ARROW_DROP_DOWN)));
            let menu = MenuButton::from_button(button).config(control::menu_config());
            let (response, _) = menu.ui(ui, |ui| {
                control::menu_column(ui, |ui| {
                    for entry in session.stage().clips() {
                        let name =
                            node::label(session.stage(), Node::Item(castview_session::Selected::Clip(entry.key)));
                        let may = session.active_clip().is_some();
                        if control::entry(ui, &words::shortened(name, 48), "", may, None) {
                            added = Some(entry.key);
                        }
                    }
                });
            });
            response
                .on_hover_text("Lay another clip over what plays")
                .accessible_name("Add a layer");
            let said = RichText::new(words::counted(count, "layer over the clip", "layers over the clip"));
            ui.add(egui::Label::new(said.color(theme::of(ui).dim).text_style(theme::dense())).truncate());
        },
        |ui| stepped = control::command_button(ui, session, "stepped", icons::ICON_STAIRS),
    );
    actions.extend(stepped);
    actions.extend(added.map(|clip| Action::Composition(CompositionAction::AddLayer { clip, model: None })));
}

fn change(layer: Option<LayerKey>, change: LayerChange) -> Action {
    match layer {
        Some(layer) => Action::Composition(CompositionAction::ChangeLayer(layer, change)),
        None => Action::Composition(CompositionAction::ChangeBase(change)),
    }
}

/// Name and switches beside the axis, the block on it. `span`: first and last frame on the stage's clock; `None`: it stands still.
fn row(
    ui: &mut Ui,
    session: &Session,
    axis: &TimeAxis,
    (layer, clip, mix): (Option<LayerKey>, ClipKey, &Mix),
    span: Option<[f64; 2]>,
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    let name = session.stage().clip(clip).map_or("", |entry| entry.name.as_str());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    let is_chosen = session.keyed().is_some_and(|keyed| keyed.layer == layer);
    response.widget_info(|| WidgetInfo::selected(Role::Row, true, is_chosen, format!("{name} layer")));
    control::row_back(ui, rect, &response, is_chosen && !session.edits().layers().is_empty());
    if response.clicked() {
        actions.push(Action::Composition(CompositionAction::ShowKeys(layer)));
    }
    let names = Rect::from_min_max(rect.min, pos2(axis.left - size::AXIS_INSET * 0.5, rect.bottom()));
    let layout = Layout::right_to_left(Align::Center);
    let mut beside = ui.new_child(UiBuilder::new().id_salt(layer).max_rect(names).layout(layout));
    beside.spacing_mut().item_spacing.x = 0.0;
    if let Some(layer) = layer {
        let tip = "Take this layer off";
        if control::icon_button(&mut beside, icons::ICON_CLOSE, &format!("Take {name} off"), tip, true).clicked() {
            actions.push(change(Some(layer), LayerChange::Remove));
        }
    } else {
        beside.add_space(size::ROW);
    }
    let solo = format!("{name} alone");
    if control::icon_toggle(
        &mut beside,
        icons::ICON_HEADPHONES,
        &solo,
        "Only solo clips play",
        mix.solo,
    )
    .clicked()
    {
        actions.push(change(layer, LayerChange::Solo(!mix.solo)));
    }
    let glyph = match mix.muted {
        true => icons::ICON_VOLUME_OFF,
        false => icons::ICON_VOLUME_UP,
    };
    let muted = format!("{name} muted");
    if control::icon_toggle(&mut beside, glyph, &muted, "Muted clips do nothing", mix.muted).clicked() {
        actions.push(change(layer, LayerChange::Mute(!mix.muted)));
    }
    let body = TextStyle::Body.resolve(ui.style());
    let audible = session.edits().is_audible(mix);
    let color = if audible { theme.text } else { theme.dim };
    let room = beside.available_width() - space::M - space::S;
    let galley = control::elided(ui, name, body, color, room);
    let at = pos2(rect.left() + space::M, rect.center().y - galley.size().y * 0.5);
    ui.painter().galley(at, galley, color);
    block(ui, axis, (rect, span), (mix, audible), name);
}

fn block(ui: &Ui, axis: &TimeAxis, (rect, span): (Rect, Option<[f64; 2]>), (mix, audible): (&Mix, bool), name: &str) {
    let theme = theme::of(ui);
    // Beyond the ends of the axis nothing is painted.
    let ends = axis.left..=axis.right.max(axis.left);
    let [from, to] = match span {
        Some(span) => span.map(|frame| axis.x(frame)),
        None => [axis.left, axis.right],
    };
    let block = Rect::from_x_y_ranges(from..=to.max(from + size::RING), rect.y_range()).shrink2(vec2(0.0, 2.0));
    let painter = ui.painter_at(Rect::from_x_y_ranges(ends, rect.y_range()));
    let strength = if audible { 0.25 + 0.5 * mix.weight } else { 0.15 };
    painter.rect_filled(block, size::RADIUS, theme.accent.gamma_multiply(strength * 0.5));
    let edge = if audible { theme.accent } else { theme.handle };
    painter.rect_stroke(block, size::RADIUS, Stroke::new(size::LINE, edge), StrokeKind::Inside);
    let seen = block.intersect(Rect::from_x_y_ranges(
        axis.left..=axis.right.max(axis.left),
        rect.y_range(),
    ));
    if seen.width() > space::XL {
        let font = theme::dense().resolve(ui.style());
        let said = format!("{name}  {:.0} %", mix.weight * 100.0);
        let galley = control::elided(ui, &said, font, theme.text, seen.width() - 2.0 * space::XS);
        let at = pos2(seen.left() + space::XS, rect.center().y - galley.size().y * 0.5);
        painter.galley(at, galley, theme.text);
    }
}
