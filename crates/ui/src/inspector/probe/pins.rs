//! Pinned vertices: position, influences and bytes of each, in the pose on the screen.

use super::vertex_steps;
use crate::inspector::rows::{dim_line, link};
use crate::kit::control::{self, fact, fact_with, section};
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use castview_base::core::json_number;
use castview_session::probe;
use castview_session::{
    Action, FilePlace, Pin, ProbeAction, Selected, SelectionAction, Session, StoredPlace, VertexFacts, WindowAction,
    mesh_name,
};
use egui::accesskit::Role;
use egui::containers::menu::MenuButton;
use egui::{
    Align2, Button, Color32, FontId, Label, Rect, RichText, Sense, TextStyle, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// All pins, the newest first; nothing without any.
pub fn show(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for pin in session.edits().pins().iter().rev() {
        if let Some(facts) = probe::pin_facts(session, pin) {
            let title = format!("Pin {}: vertex {}", pin.number, pin.spot.vertex);
            section(ui, &title, None, |ui| {
                ui.push_id(("pin", pin.number), |ui| {
                    one(ui, session, pin, &facts, actions);
                    vertex_steps::show(ui, session, pin, actions);
                });
            });
        }
    }
}

fn one(ui: &mut Ui, session: &Session, pin: &Pin, facts: &VertexFacts<'_>, actions: &mut Vec<Action>) {
    head(ui, pin, facts, actions);
    let decimals = session.preferences().bones.readout.decimals;
    let mut row = |label: &str, what: &str, values: &[f32]| numbers(ui, label, what, values, decimals, actions);
    let (rest, morphed, posed) = (facts.steps.rest, facts.steps.morphed, facts.steps.posed);
    row(
        "at rest",
        "Position at rest, as the file has it",
        &rest.position.to_array(),
    );
    row(
        "morphed",
        "Position with the blend shapes",
        &morphed.position.to_array(),
    );
    let (shown, tip) = match &facts.stopped {
        None => (
            "posed",
            "Position with blend shapes and skin, in model space".to_owned(),
        ),
        Some(step) => (
            "stopped",
            format!("Position in model space, where the model is stopped {step}"),
        ),
    };
    row(shown, &tip, &posed.position.to_array());
    row(
        "world",
        "Position on the stage, in the file's own axes",
        &facts.world.to_array(),
    );
    row("normal", "Posed normal, in model space", &posed.normal.to_array());
    row("normal at rest", "Normal at rest, unit length", &rest.normal.to_array());
    if let Some((rest, posed)) = rest.tangent.zip(posed.tangent) {
        row("tangent", "Posed tangent and side, in model space", &posed.to_array());
        row("tangent at rest", "Tangent at rest and side", &rest.to_array());
    }
    for (layer, uv) in facts.uvs.iter().enumerate() {
        row(&format!("uv {layer}"), "Texture coordinates, origin top left", uv);
    }
    for (layer, color) in facts.colors.iter().enumerate() {
        row(&format!("color {layer}"), "Linear red, green, blue and alpha", color);
    }
    influences(ui, facts, actions);
    shapes(ui, facts, actions);
    dim_line(ui, "In the file");
    for part in &facts.stored {
        let words = part.place.words();
        let own = match part.place {
            StoredPlace::At {
                file: None,
                offset,
                len,
            } => Some((offset, len)),
            _ => None,
        };
        fact_with(ui, &part.stream, |ui| match own {
            Some((offset, len)) => {
                let place = FilePlace::Bytes(facts.placed.file, offset, len);
                in_file(ui, (&part.stream, &words), place, actions);
            }
            None => copied(ui, &words, &words, "Where the file has it", actions),
        });
    }
}

/// The color of the pin, its triangle, and buttons for it.
fn head(ui: &mut Ui, pin: &Pin, facts: &VertexFacts<'_>, actions: &mut Vec<Action>) {
    let spot = &pin.spot;
    ui.horizontal(|ui| {
        ui.add_space(space::L);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(size::SMALL), Sense::hover());
        let [r, g, b] = pin.color();
        ui.painter()
            .circle_filled(rect.center(), size::SMALL * 0.5, Color32::from_rgb(r, g, b));
        let text = RichText::new(format!("triangle {}", words::grouped(spot.triangle.into())));
        ui.add(Label::new(text.color(theme::of(ui).dim).text_style(theme::dense())).truncate());
        let name = format!("Copy pin {}", pin.number);
        let button = Button::new(control::icon(icons::ICON_CONTENT_COPY))
            .frame_when_inactive(false)
            .min_size(Vec2::splat(size::ROW));
        let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
            control::menu_column(ui, |ui| {
                if control::entry(ui, "Copy as text", "", true, None) {
                    actions.push(Action::Window(WindowAction::Copy(facts.text())));
                }
                if control::entry(ui, "Copy as JSON", "", true, None) {
                    actions.push(Action::Window(WindowAction::Copy(facts.json())));
                }
            });
        });
        response.on_hover_text(&name).accessible_name(&name);
        let name = format!("Remove pin {}", pin.number);
        if control::icon_button(ui, icons::ICON_CLOSE, &name, &name, true).clicked() {
            actions.push(Action::Probe(ProbeAction::Remove(pin.number)));
        }
    });
    let mesh = Selected::Mesh(spot.model, spot.mesh);
    link(ui, "mesh", &mesh_name(facts.placed, spot.mesh), mesh, actions);
    match facts.material {
        Some(material) => {
            let item = Selected::Material(spot.model, material);
            link(ui, "material", &facts.material_name(material), item, actions);
        }
        None => {
            fact(ui, "material", "none");
        }
    }
}

/// Each bone as a bar as long as its weight; a click selects it.
fn influences(ui: &mut Ui, facts: &VertexFacts<'_>, actions: &mut Vec<Action>) {
    let skeleton = &facts.placed.model().skeleton;
    match (facts.skinning, facts.influence_count) {
        (None, _) => return dim_line(ui, "No bone moves it: the mesh has no skin."),
        (_, 0) => return dim_line(ui, "No bone moves it: it has no weight."),
        (_, count) => dim_line(ui, &words::counted(count as u64, "bone moves it", "bones move it")),
    }
    for influence in &facts.influences {
        let name = skeleton.name(influence.bone);
        if bar(ui, name, influence.weight, "Weight of") {
            let bone = Selected::Bone(facts.placed.key, influence.bone);
            actions.push(Action::Selection(SelectionAction::Select(Some(bone))));
        }
    }
    rest_of(ui, facts.influence_count, facts.influences.len());
}

/// Each shape that has a delta for it; a click selects the shape.
fn shapes(ui: &mut Ui, facts: &VertexFacts<'_>, actions: &mut Vec<Action>) {
    let shapes = &facts.placed.model().blend_shapes;
    if shapes.of(facts.of.mesh).next().is_none() {
        return;
    }
    match facts.shape_count {
        0 => return dim_line(ui, "No blend shape moves it."),
        count => dim_line(ui, &words::counted(count as u64, "shape moves it", "shapes move it")),
    }
    for shaped in &facts.shapes {
        let name = shapes.get(shaped.shape.get()).map_or("", |shape| shape.name.as_str());
        if bar(ui, name, shaped.weight, "Current weight of") {
            let shape = Selected::BlendShape(facts.placed.key, shaped.shape);
            actions.push(Action::Selection(SelectionAction::Select(Some(shape))));
        }
        let delta = shaped.delta.to_array();
        numbers(
            ui,
            "delta",
            "What it adds at weight 1, in mesh space",
            &delta,
            Some(4),
            actions,
        );
    }
    rest_of(ui, facts.shape_count, facts.shapes.len());
}

fn rest_of(ui: &mut Ui, count: usize, listed: usize) {
    if count > listed {
        let left = words::grouped((count - listed) as u64);
        dim_line(ui, &format!("and {left} more, which are not listed"));
    }
}

/// A name over a bar of `share`, and the number; whether it was clicked.
fn bar(ui: &mut Ui, name: &str, share: f32, what: &str) -> bool {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    let whole = Rect::from_min_max(
        pos2(rect.left() + space::L, rect.top() + 1.0),
        pos2(rect.right() - space::S, rect.bottom() - 1.0),
    );
    let long = if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 };
    let filled = Rect::from_min_size(whole.min, vec2(whole.width() * long, whole.height()));
    let painter = ui.painter();
    painter.rect_filled(whole, size::RADIUS, theme.handle.gamma_multiply(0.25));
    painter.rect_filled(filled, size::RADIUS, theme.accent.gamma_multiply(0.35));
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let color = match response.hovered() || response.has_focus() {
        true => theme.accent,
        false => theme.text,
    };
    let number = words::fixed(share.into(), 4);
    let at = pos2(whole.right() - space::XS, whole.center().y);
    let right = painter
        .text(at, Align2::RIGHT_CENTER, &number, font.clone(), color)
        .left();
    let mut job = egui::text::LayoutJob::simple_singleline(name.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width((right - whole.left() - space::M).max(0.0));
    let galley = painter.layout_job(job);
    let at = pos2(whole.left() + space::XS, whole.center().y - galley.size().y * 0.5);
    painter.galley(at, galley, color);
    let said = format!("{what} {name}: {number}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &said));
    let exact = json_number(share);
    response
        .on_hover_text(format!("{name}: {exact}\nClick to select"))
        .clicked()
}

/// Numbers beside each other; a click copies them, all their digits.
fn numbers(ui: &mut Ui, label: &str, what: &str, values: &[f32], decimals: Option<u8>, actions: &mut Vec<Action>) {
    let words: Vec<String> = values.iter().map(|value| words::number(*value, decimals)).collect();
    let exact: Vec<String> = values.iter().map(|value| json_number(*value)).collect();
    fact_with(ui, label, |ui| {
        copied(ui, &words.join("  "), &exact.join(" "), what, actions)
    });
}

/// Bytes of the file; a click shows them there.
fn in_file(ui: &mut Ui, (stream, words): (&str, &str), place: FilePlace, actions: &mut Vec<Action>) {
    let text = RichText::new(words).text_style(TextStyle::Monospace).size(size::SMALL);
    let response = ui.add(Button::new(text.color(theme::of(ui).accent)).frame(false).truncate());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Show {stream} in the file: {words}")));
    let tip = format!("Where the file has it\n{words}\nClick to show the bytes");
    if response.on_hover_text(tip).clicked() {
        actions.push(Action::Window(WindowAction::ShowInFile(place)));
    }
}

fn copied(ui: &mut Ui, shown: &str, exact: &str, what: &str, actions: &mut Vec<Action>) {
    let text = RichText::new(shown).text_style(TextStyle::Monospace).size(size::SMALL);
    let response = ui.add(Label::new(text).truncate().sense(Sense::click()));
    if response
        .on_hover_text(format!("{what}\n{exact}\nClick to copy"))
        .clicked()
    {
        actions.push(Action::Window(WindowAction::Copy(exact.to_owned())));
    }
}
