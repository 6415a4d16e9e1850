//! The tools that float over the top of the picture, in one line; where there is no room for it, in one menu.

use super::{color_choices, environment_choices, halves, offers, view_choices};
use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::view::widths::{TOOLBAR, Widths};
use castview_picture::ColorBy;
use castview_session::view;
use castview_session::{Action, Dial, DialValue, Session};
use egui::{Align, Frame, Layout, Margin, Rect, Stroke, Ui, UiBuilder, vec2};
use egui_material_icons::icons;

/// Width that each tool takes with its share of the panels' buttons, points: where there is less room the tools fold into one.
const TOOL: f32 = 122.0;

/// One line that floats over the top of the picture; the ends open the side panels.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, widths: Widths, actions: &mut Vec<Action>) {
    let strip = Rect::from_min_size(rect.min, vec2(rect.width(), TOOLBAR)).shrink(space::XS);
    let mut ui = ui.new_child(
        UiBuilder::new()
            .max_rect(strip)
            .layout(Layout::left_to_right(Align::Center)),
    );
    let shown = |open: bool| open && !widths.narrow && !session.window().panels_hidden();
    if !shown(session.preferences().window.tree_open) {
        island(&mut ui, |ui| {
            actions.extend(panel_button(ui, "tree", icons::ICON_DOCK_TO_RIGHT))
        });
    }
    let tools = tools(session);
    let folds = rect.width() < TOOL * tools.len() as f32;
    island(&mut ui, |ui| {
        if folds {
            control::menu(ui, "View", "View", "How the model is drawn and seen", |ui| {
                for (title, _, add) in tools {
                    control::submenu(ui, title, |ui| add(ui, session, actions));
                }
            });
        } else {
            for (title, (word, tip), add) in tools {
                let words = words_of(title, session);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                control::menu_for(ui, (&word, &words), title, tip, |ui| add(ui, session, actions));
            }
        }
    });
    if offers::any(session) {
        island(&mut ui, |ui| offers::menus(ui, session, actions));
    }
    if !shown(session.preferences().window.inspector_open) {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            island(ui, |ui| {
                actions.extend(panel_button(ui, "inspector", icons::ICON_DOCK_TO_LEFT))
            });
        });
    }
}

/// Lines of a tool's menu.
type Choices = fn(&mut Ui, &Session, &mut Vec<Action>);

/// Returns the words that the tool of that name may show.
fn words_of(title: &str, session: &Session) -> Vec<String> {
    match title {
        "Shading" => {
            let shadings = Dial::SHADING.values().map(|value| value.row().short.to_owned());
            shadings.chain(color_choices::all_words()).collect()
        }
        "Up axis" => ["Up: Auto", "Up: X", "Up: Y", "Up: Z"].map(str::to_owned).to_vec(),
        "Level of detail" => {
            let numbers = session.stage().level_numbers();
            let levels = numbers.iter().map(|number| format!("Level {number}"));
            levels.chain(["Level: auto".into(), "All levels".into()]).collect()
        }
        _ => Vec::new(),
    }
}

/// Name, word on the line and tip, choices.
fn tools(session: &Session) -> Vec<(&'static str, (String, &'static str), Choices)> {
    let shading = match view::color_by(session) {
        ColorBy::Material => DialValue::shading(session.view().shading()).row().short.to_owned(),
        by => by.words(),
    };
    let up = match session.edits().up {
        None => "Up: Auto".to_owned(),
        Some(axis) => format!("Up: {}", axis.letter()),
    };
    let mut tools: Vec<(_, _, Choices)> = vec![
        (
            "Shading",
            (shading, "How surfaces are drawn (Z)"),
            |ui, session, actions| {
                view_choices::shading_choices(ui, session, actions);
                ui.separator();
                for name in ["file_lights", "divide", "swap_halves"] {
                    actions.extend(control::menu_entry(ui, session, castview_session::command(name)));
                }
                halves::submenu(ui, session, actions);
                environment_choices::submenu(ui, session, actions);
                ui.separator();
                color_choices::choices(ui, session, actions);
            },
        ),
        (
            "Overlays",
            ("Overlays".into(), "What is drawn over the model"),
            view_choices::overlay_choices,
        ),
        (
            "Camera",
            ("Camera".into(), "Framing and named views"),
            view_choices::camera_choices,
        ),
        (
            "Up axis",
            (up, "Which axis of the file points up"),
            view_choices::up_choices,
        ),
    ];
    if !session.stage().level_numbers().is_empty() {
        let word = view_choices::level_word(session);
        tools.push((
            "Level of detail",
            (word, "Which level of detail is drawn"),
            view_choices::level_choices,
        ));
    }
    tools
}

fn panel_button(ui: &mut Ui, name: &str, glyph: egui_material_icons::MaterialIcon) -> Option<Action> {
    let command = castview_session::command(name);
    let response = control::icon_button(ui, glyph, command.title, &format!("Show: {}", command.title), true);
    response.clicked().then(|| command.action())
}

/// A translucent ground for a few tools.
fn island(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let theme = theme::of(ui);
    Frame::new()
        .fill(theme.float)
        .stroke(Stroke::new(size::LINE, theme.line))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::symmetric(2, 1))
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            ui.horizontal(add);
        });
}
