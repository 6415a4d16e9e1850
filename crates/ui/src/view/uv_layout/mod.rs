//! UV layout: the triangles of one mesh as they lie in its texture coordinates, in a column beside the view.
//!
//! The spot under the pointer in the layout is marked on the posed surface, and the spot under the pointer in the view is marked in the
//! layout; a click pins. The wheel zooms about the pointer, a drag moves the layout. Everything that looks at all triangles is done in the
//! background.

mod below;
mod canvas;
mod lines;
mod marks;
mod plane;
mod source;
mod subject;
pub mod surface;

use crate::kit::control;
use crate::kit::fonts::Background;
use crate::kit::keyboard::splitter::Splitter;
use crate::kit::panel_head;
use crate::kit::theme::{self, size, space};
use castview_base::core::MeshIndex;
use castview_session::probe;
use castview_session::{Action, Placed, ProbeAction, Session, WindowAction, mesh_name};
use egui::accesskit::Role;
use egui::{Frame, Key, Label, Margin, Panel, Rect, RichText, Stroke, TextStyle, Ui, pos2, vec2};
use egui_material_icons::icons;
use source::UvSource;
pub use subject::UvWindow;
use subject::{subject, usual_layer};
use surface::is_open;

/// Layers that the menu names.
const MOST_LAYERS: usize = 64;

/// Call it before the viewport, which has the rest of `ui`.
pub fn show(ui: &mut Ui, session: &Session, window: &mut UvWindow, background: &Background, actions: &mut Vec<Action>) {
    window.is_hovered = false;
    if is_open(session) {
        show_open(ui, session, window, background, actions);
    } else {
        window.source = UvSource::default();
    }
    if !window.is_hovered && !probe::hovered_spots(session).layout().is_empty() {
        actions.push(Action::Probe(ProbeAction::HoverLayout(Vec::new())));
    }
}

/// A column right of the viewport: nothing of the model is below it.
fn show_open(
    ui: &mut Ui,
    session: &Session,
    window: &mut UvWindow,
    background: &Background,
    actions: &mut Vec<Action>,
) {
    let room = ui.available_width();
    let most = (room - size::BESIDE_UV)
        .max(size::UV_MIN)
        .min(room * (1.0 - size::VIEWPORT_SHARE));
    let width = session.preferences().window.uv_layout_width.min(most);
    let edge = Splitter::of(ui, "uv layout", [Key::ArrowRight, Key::ArrowLeft]);
    let shown = Panel::right("uv layout")
        .default_size(width)
        .size_range(size::UV_MIN.min(most)..=most)
        .frame(Frame::new().fill(theme::of(ui).ground).inner_margin(Margin::ZERO))
        .show(ui, |ui| {
            ui.take_available_space();
            ui.spacing_mut().item_spacing.y = 0.0;
            control::named(ui, Role::Group, "UV layout", |ui| {
                inside(ui, session, window, background, actions);
            });
        });
    edge.name(ui, "Resize the UV layout");
    let released = edge.is_moved || ui.input(|input| input.pointer.any_released());
    let now = shown.response.rect.width();
    if released && (now - width).abs() > 2.0 {
        actions.push(Action::Window(WindowAction::SetUvLayoutWidth(now)));
    }
}

fn inside(ui: &mut Ui, session: &Session, window: &mut UvWindow, background: &Background, actions: &mut Vec<Action>) {
    let found = probe::uv_mesh(session);
    let mesh = found.map(|(placed, index)| &placed.model().meshes[index.get()]);
    let layer = window
        .layer
        .unwrap_or_else(|| mesh.map_or(0, |mesh| usual_layer(found, mesh)));
    let fits = head(ui, session, found, (layer, window), actions);
    let subject = subject(ui.ctx(), session, found, layer, window, background);
    let below = ui.available_rect_before_wrap();
    let foot = Rect::from_min_max(pos2(below.left(), below.bottom() - size::ROW), below.max);
    let plot = Rect::from_min_max(below.min, pos2(below.right(), foot.top()));
    ui.painter().line_segment(
        [plot.left_top(), plot.right_top()],
        Stroke::new(size::LINE, theme::of(ui).line),
    );
    let plot = plot.with_min_y(plot.top() + size::LINE);
    let said = match &subject {
        Ok(subject) => canvas::show(ui, subject, window, (plot, fits), background, actions),
        Err(why) => {
            let mut middle = ui.new_child(egui::UiBuilder::new().max_rect(plot));
            control::empty(&mut middle, why);
            canvas::Said::default()
        }
    };
    let mut line = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(foot.shrink2(vec2(space::S, 0.0)))
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    let dim = |text: &str| RichText::new(text).size(size::SMALL).color(theme::of(ui).dim);
    if !said.coordinates.is_empty() {
        let figures = dim(&said.coordinates)
            .text_style(TextStyle::Monospace)
            .size(size::SMALL);
        line.add(Label::new(figures));
    }
    line.add(Label::new(dim(&said.words)).truncate());
    ui.advance_cursor_after_rect(below);
}

/// Name of the mesh, choice of the layer, and a button that fits the layout. True when the button was clicked.
fn head(
    ui: &mut Ui,
    session: &Session,
    found: Option<(&Placed, MeshIndex)>,
    (layer, window): (usize, &mut UvWindow),
    actions: &mut Vec<Action>,
) -> bool {
    let mut fits = false;
    let layers = found.map_or(0, |(placed, index)| placed.model().meshes[index.get()].uvs.len());
    let chosen = &mut window.layer;
    panel_head::head(
        ui,
        "UV layout",
        (session, "uv_layout"),
        actions,
        |ui| {
            // The way back from a layer that this mesh does not have, too.
            if layers > 1 || layers == 1 && layer > 0 {
                let word = format!("UV {layer}");
                control::menu(ui, &word, "UV layer", "Which texture coordinates", |ui| {
                    for other in 0..layers.min(MOST_LAYERS) {
                        if control::entry(ui, &format!("UV {other}"), "", true, Some(layer == other)) {
                            *chosen = Some(other);
                        }
                    }
                });
            }
        },
        |ui| {
            let tip = "All triangles and the unit square";
            fits =
                control::icon_button(ui, icons::ICON_FIT_SCREEN, "Fit the UV layout", tip, found.is_some()).clicked();
            if let Some((placed, index)) = found {
                let name = mesh_name(placed, index);
                let text = RichText::new(&name).color(theme::of(ui).dim).text_style(theme::dense());
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(Label::new(text).truncate()).on_hover_text(&name);
                });
            }
        },
    );
    fits
}
