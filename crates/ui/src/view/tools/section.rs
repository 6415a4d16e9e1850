//! Where the clipping plane lies, as a line of its menu.

use crate::kit::theme::{self, size, space};
use castview_session::{Action, CompositionAction, Session, ViewAction};
use egui::{Align, Layout, Slider, SliderClamping, Ui, WidgetInfo, vec2};

/// A slider from one end of all that is open to the other.
pub fn slider(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let is_there = session.edits().section.axis.is_some();
    let mut percent = session.edits().section.share * 100.0;
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Place");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        let slider = Slider::new(&mut percent, 0.0..=100.0)
            .clamping(SliderClamping::Edits)
            .fixed_decimals(0)
            .suffix(" %");
        let response = ui.add_enabled(is_there, slider);
        response.widget_info(|| WidgetInfo::slider(is_there, f64::from(percent), "Place of the clipping plane"));
        if response.changed() {
            actions.push(Action::View(ViewAction::MoveSection(percent / 100.0)));
        }
        if response.drag_stopped() || response.lost_focus() {
            actions.push(Action::Composition(CompositionAction::EndDrag));
        }
        response.on_disabled_hover_text("Choose an axis first");
    });
}
