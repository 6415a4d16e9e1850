//! The head of the curve view: how rotations are told, what is drawn, and what to fit.

use super::state::{CurveFit, CurveView};
use crate::kit::control;
use crate::kit::panel_head;
use crate::kit::theme::{self, size, space};
use castview_motion::animation::curves::Representation;
use castview_session::{Action, Session};
use egui::{RichText, Ui};
use egui_material_icons::icons;

const REPRESENTATIONS: [(Representation, &str, &str); 4] = [
    (Representation::Quaternion, "xyzw", "Rotations as quaternions"),
    (
        Representation::Euler,
        "Euler",
        "Rotations in degrees around x, then y, then z",
    ),
    (
        Representation::Angle,
        "Angle",
        "Rotations in degrees away from the rest pose",
    ),
    (
        Representation::Speed,
        "Speed",
        "Rotations in degrees a frame, from each key to the next",
    ),
];

/// Choices of the head about how curves are drawn.
#[derive(Clone, Copy, PartialEq)]
struct Choice {
    all: bool,
    normalised: bool,
    representation: Representation,
}

/// `said`: how many curves are drawn; left out where the panel is narrow. Returns what is to be fitted.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut CurveView,
    said: Option<&str>,
    actions: &mut Vec<Action>,
) -> Option<CurveFit> {
    let mut asked = None;
    let is_zoomed = view.values.is_some();
    let before = Choice {
        all: view.all,
        normalised: view.normalised,
        representation: view.representation,
    };
    let mut choice = before;
    let mut clear = false;
    let has_ticks = view.channels.has_ticks();
    let said = said.filter(|_| ui.available_width() >= size::NARROW);
    panel_head::head(
        ui,
        "Curve view",
        (session, "curve_view"),
        actions,
        |ui| choices(ui, &mut choice, said),
        |ui| {
            let enabled = session.keyed().is_some();
            let tip = "All frames, and all values";
            if control::icon_button(ui, icons::ICON_FIT_SCREEN, "Fit all curves", tip, enabled).clicked() {
                asked = Some(CurveFit::All);
            }
            let tip = "The values of the shown frames";
            if control::icon_button(ui, icons::ICON_HEIGHT, "Fit values", tip, enabled).clicked() {
                asked = Some(CurveFit::Shown);
            }
            if has_ticks {
                let tip = "Only what is selected, all of it";
                clear = control::icon_button(ui, icons::ICON_FILTER_ALT_OFF, "Forget ticks", tip, true).clicked();
            }
        },
    );
    if clear {
        view.channels.clear();
    }
    let changed = choice != before;
    if changed {
        (view.all, view.normalised, view.representation) = (choice.all, choice.normalised, choice.representation);
        view.values = None;
        view.generation += 1;
    }
    if changed || clear || asked.is_some() && is_zoomed {
        ui.ctx().request_repaint();
    }
    asked
}

fn choices(ui: &mut Ui, choice: &mut Choice, said: Option<&str>) {
    for (value, word, tip) in REPRESENTATIONS {
        let is_chosen = choice.representation == value;
        let chosen = ui.selectable_label(is_chosen, RichText::new(word).text_style(theme::dense()));
        if chosen.on_hover_text(tip).accessible_name(tip).clicked() {
            choice.representation = value;
        }
    }
    ui.add_space(space::XS);
    let tip = "All curves, what is not selected as areas";
    if control::icon_toggle(ui, icons::ICON_STACKED_LINE_CHART, "All curves", tip, choice.all).clicked() {
        choice.all = !choice.all;
    }
    let tip = "Every curve over the whole height";
    if control::icon_toggle(ui, icons::ICON_EXPAND, "Normalise", tip, choice.normalised).clicked() {
        choice.normalised = !choice.normalised;
    }
    if let Some(said) = said {
        let said = RichText::new(said).color(theme::of(ui).dim).text_style(theme::dense());
        ui.add(egui::Label::new(said).truncate());
    }
}
