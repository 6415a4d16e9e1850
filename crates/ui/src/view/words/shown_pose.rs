//! The strip shown while models are not in the pose of their clips: name of the pose, a slider towards the clips, and a button
//! back. It is there only then.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use castview_motion::animation::Unposed;
use castview_session::{Action, CompositionAction, Session, ShownPose};
use egui::accesskit::Role;
use egui::{Align, Frame, Id, Label, Layout, Margin, Rect, RichText, Slider, Stroke, Ui, UiBuilder, pos2, vec2};

/// Widest it gets.
const WIDTH: f32 = 380.0;
/// Narrower there is no room for it: the menu has the same choices.
const LEAST: f32 = 160.0;
/// Width of the slider's rail.
const RAIL: f32 = 100.0;

/// At the top of `rect`, which is free of other tools; on two lines where one is too long.
pub fn show(ui: &mut Ui, rect: Rect, session: &Session, actions: &mut Vec<Action>) {
    let shown = session.composition().shown_pose();
    let drag = control::stable_id("shown pose drag");
    // A slider that is dragged to its end must not vanish under the pointer.
    let is_dragged = ui.data(|data| data.get_temp::<bool>(drag)).unwrap_or(false);
    if shown.is_posed() && !is_dragged {
        return;
    }
    if rect.width() < LEAST {
        return;
    }
    let theme = theme::of(ui);
    let width = WIDTH.min(rect.width() - 2.0 * space::S);
    let strip = Rect::from_min_size(
        pos2(rect.center().x - width * 0.5, rect.top()),
        vec2(width, size::ROW + space::S),
    );
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(strip).layout(layout));
    let frame = Frame::new()
        .fill(theme.float)
        .stroke(Stroke::new(size::LINE, theme.warning))
        .corner_radius(size::RADIUS)
        .inner_margin(Margin::symmetric(space::XS as i8, 1));
    control::named(&mut ui, Role::Group, "Shown pose", |ui| {
        frame.show(ui, |ui| ui.horizontal_wrapped(|ui| contents(ui, shown, drag, actions)));
    });
}

fn contents(ui: &mut Ui, shown: ShownPose, drag: Id, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    ui.spacing_mut().item_spacing = vec2(space::XS, 1.0);
    ui.spacing_mut().slider_width = RAIL;
    let mut set = |unposed, weight| actions.push(Action::Composition(CompositionAction::SetPosed { unposed, weight }));
    for (unposed, word, tip) in [
        (
            Unposed::Rest,
            "Rest pose",
            "The bones as the file has them without a clip",
        ),
        (
            Unposed::Bind,
            "Bind pose",
            "The bones where they stood when the meshes were attached",
        ),
    ] {
        let is_it = shown.unposed == unposed;
        let word = RichText::new(word).text_style(theme::dense());
        let response = ui.selectable_label(is_it, word).on_hover_text(tip);
        if response.clicked() && !is_it {
            set(unposed, shown.weight);
        }
    }
    let mut percent = shown.weight * 100.0;
    let slider = Slider::new(&mut percent, 0.0..=100.0).fixed_decimals(0).suffix(" %");
    let slider = ui.add(slider).on_hover_text("How much of what the clips make");
    let slider = slider.accessible_name("How much is posed");
    if slider.changed() {
        set(shown.unposed, percent / 100.0);
    }
    let drags = slider.dragged();
    ui.data_mut(|data| data.insert_temp(drag, drags));
    let said = RichText::new("posed").text_style(theme::dense()).color(theme.dim);
    ui.add(Label::new(said).selectable(false));
    let posed = RichText::new("Back").text_style(theme::dense());
    let back = ui.button(posed).on_hover_text("As the clips make it");
    if back.accessible_name("Back to the posed models").clicked() {
        set(shown.unposed, 1.0);
    }
}
