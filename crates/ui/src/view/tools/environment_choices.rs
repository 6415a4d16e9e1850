//! The environment as lines of a menu: choice, turn, exposure, tone and background.

use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use castview_session::{Action, EXPOSURES, Session, ViewAction, command, fitting_stops, parse_color};
use egui::accesskit::Role;
use egui::{
    Align, Align2, Color32, Layout, RichText, Sense, Slider, SliderClamping, Stroke, StrokeKind, TextEdit, Ui,
    WidgetInfo, vec2,
};

/// Side of a color to click, points.
const SWATCH: f32 = 16.0;

/// Width of the field of six digits, points.
const DIGITS: f32 = 64.0;

/// Title of the submenu.
pub const TITLE: &str = "Environment";

const IMAGE: &str = "environment_image";

/// Characters of the name of an image.
const LONGEST_NAME: usize = 32;

/// Commands of the submenu, in this order.
pub const COMMANDS: &[&str] = &[
    "environment_studio",
    "environment_dark",
    "environment_overcast",
    "environment_sunset",
    "environment_workshop",
    "environment_city",
    IMAGE,
    "environment_left",
    "environment_right",
    "brighter",
    "darker",
    "fit_exposure",
    "reset_light",
    "shadows",
    "occlusion",
    "bloom",
    "ground",
    "reflections",
    "tone_neutral",
    "tone_aces",
    "tone_agx",
    "tone_none",
    "background_gradient",
    "background_blurred",
    "background_sharp",
    "background_transparent",
    "background_flat",
];

/// Commands after which a line is drawn.
pub const ENDS_GROUP: &[&str] = &[IMAGE, "reset_light", "reflections", "tone_none"];

pub fn submenu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    control::submenu(ui, TITLE, |ui| choices(ui, session, actions));
}

fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in COMMANDS {
        match (*name, session.view().environment_image()) {
            (IMAGE, Some(image)) => actions.extend(own_image(ui, session, &image.name)),
            _ => actions.extend(control::menu_entry(ui, session, command(name))),
        }
        if *name == "environment_right" {
            exposure(ui, session, actions);
        }
        if *name == "reflections" {
            reflection(ui, session, actions);
        }
        if *name == "background_flat" {
            flat_color(ui, session, actions);
        }
        if ENDS_GROUP.contains(name) {
            ui.separator();
        }
    }
}

/// The line of an image that was opened names it.
fn own_image(ui: &mut Ui, session: &Session, name: &str) -> Option<Action> {
    let command = command(IMAGE);
    let title = format!("Image: {}", words::shortened(name, LONGEST_NAME));
    let (keys, is_checked) = (session.preferences().key_label(command), command.is_checked(session));
    control::entry(ui, &title, &keys, true, is_checked).then(|| command.action())
}

/// Sliders of how strongly the ground reflects, and how rough it is.
fn reflection(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let choice = session.preferences().look.environment;
    let mut slide = |name: &str, share: f32, action: fn(f32) -> ViewAction| {
        let mut percent = (share * 100.0).round();
        let width = ui.min_rect().width().max(size::TREE);
        ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.add_space(size::ICON + space::S);
            ui.label(name);
            ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
            let slider = Slider::new(&mut percent, 0.0..=100.0).fixed_decimals(0).suffix(" %");
            let response = ui.add(slider);
            let label = format!("{name} of reflections");
            response.widget_info(|| WidgetInfo::slider(true, f64::from(percent), &label));
            if response.changed() {
                actions.push(Action::View(action(percent / 100.0)));
            }
        });
    };
    slide("Strength", choice.shown_reflection(), ViewAction::SetReflection);
    if choice.reflects {
        slide(
            "Roughness",
            choice.reflection_roughness,
            ViewAction::SetReflectionRoughness,
        );
    }
}

/// A slider in stops.
fn exposure(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let [least, most] = EXPOSURES;
    let mut stops = session.preferences().look.environment.exposure;
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Exposure");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        let slider = Slider::new(&mut stops, least..=most)
            .clamping(SliderClamping::Edits)
            .fixed_decimals(1)
            .suffix(" stops");
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(stops), "Exposure"));
        if response.changed() {
            actions.push(Action::View(ViewAction::SetExposure(stops)));
        }
        if session.preferences().look.environment.fits {
            let fitted = format!("{:+.1} to fit", fitting_stops(session));
            ui.label(RichText::new(fitted).color(theme::of(ui).dim));
        }
    });
}

/// Colours that pictures are often put on: black, greys, white, the key colours of film.
const SWATCHES: [(&str, [u8; 3]); 8] = [
    ("black", [0x00, 0x00, 0x00]),
    ("dark grey", [0x20, 0x24, 0x28]),
    ("middle grey", [0x80, 0x80, 0x80]),
    ("light grey", [0xd0, 0xd0, 0xd0]),
    ("white", [0xff, 0xff, 0xff]),
    ("green", [0x00, 0xb1, 0x40]),
    ("blue", [0x00, 0x47, 0xbb]),
    ("magenta", [0xff, 0x00, 0xff]),
];

/// The flat background's colour: a few to click, and any one as six digits.
fn flat_color(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let chosen = session.preferences().look.environment.flat_color;
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.spacing_mut().item_spacing.x = space::XS;
        for (name, color) in SWATCHES {
            if swatch(ui, name, color, color == chosen) {
                actions.push(Action::View(ViewAction::SetFlatColor(color)));
            }
        }
        actions.extend(digits(ui, chosen));
    });
}

fn swatch(ui: &mut Ui, name: &str, [red, green, blue]: [u8; 3], is_chosen: bool) -> bool {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(SWATCH, SWATCH), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, format!("Background {name}")));
    ui.painter()
        .rect_filled(rect, size::RADIUS, Color32::from_rgb(red, green, blue));
    let (width, line) = match is_chosen || response.hovered() {
        true => (2.0, theme.accent),
        false => (size::LINE, theme.line),
    };
    ui.painter()
        .rect_stroke(rect, size::RADIUS, Stroke::new(width, line), StrokeKind::Outside);
    if response.has_focus() {
        control::focus_ring(ui, rect);
    }
    response.on_hover_text(name).clicked()
}

/// Shows the field for the digits of a colour: typed text counts as soon as it is a colour.
fn digits(ui: &mut Ui, [red, green, blue]: [u8; 3]) -> Option<Action> {
    let id = ui.scope_id().with("digits of the background");
    let shown = format!("{red:02x}{green:02x}{blue:02x}");
    let mut text = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| shown.clone());
    let field = TextEdit::singleline(&mut text)
        .desired_width(DIGITS)
        .char_limit(7)
        .background_color(theme::of(ui).ground)
        .align(Align2::LEFT_CENTER)
        .prefix(RichText::new("#").color(theme::of(ui).dim));
    let response = ui
        .add(field)
        .accessible_name("Background color, six hexadecimal digits");
    match response.has_focus() {
        true => _ = ui.data_mut(|data| data.insert_temp(id, text.clone())),
        // Another colour may have been chosen since.
        false => ui.data_mut(|data| data.remove::<String>(id)),
    }
    let color = parse_color(&text).filter(|_| response.changed())?;
    Some(Action::View(ViewAction::SetFlatColor(color)))
}
