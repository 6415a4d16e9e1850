//! The environment as lines of a menu: choice, turn, exposure, tone and background.

use crate::session::{Action, EXPOSURES, Session, ViewAction, command};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::{Align, Layout, Slider, SliderClamping, Ui, WidgetInfo, vec2};

/// Of the submenu.
pub const TITLE: &str = "Environment";

/// What stands in it, in this order.
pub const COMMANDS: &[&str] = &[
    "environment_studio",
    "environment_overcast",
    "environment_sunset",
    "environment_workshop",
    "environment_image",
    "environment_left",
    "environment_right",
    "brighter",
    "darker",
    "reset_light",
    "shadows",
    "occlusion",
    "ground",
    "tone_neutral",
    "tone_aces",
    "tone_none",
    "surroundings_hidden",
    "surroundings_blurred",
    "surroundings_sharp",
];

/// Commands after which a line is drawn.
pub const ENDS_GROUP: &[&str] = &["environment_image", "reset_light", "ground", "tone_none"];

pub fn submenu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    control::submenu(ui, TITLE, |ui| choices(ui, session, actions));
}

fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in COMMANDS {
        actions.extend(control::menu_entry(ui, session, command(name)));
        if *name == "environment_right" {
            exposure(ui, session, actions);
        }
        if ENDS_GROUP.contains(name) {
            ui.separator();
        }
    }
}

/// A slider in stops.
fn exposure(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let [least, most] = EXPOSURES;
    let mut stops = session.preferences().environment.exposure;
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
    });
}
