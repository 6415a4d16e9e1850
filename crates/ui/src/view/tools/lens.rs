//! The field of view, as lines of the camera's menu.

use crate::kit::choices::line;
use crate::kit::theme::{self, size, space};
use castview_base::core::{Camera, Projection};
use castview_session::{Action, CameraMove, Session, ViewAction};
use egui::{Align, Layout, Slider, SliderClamping, Ui, WidgetInfo, vec2};

/// A slider in degrees, and what the camera began with. A camera of a file that is looked through has its own; without perspective there is
/// none.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Field of view");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        slider(ui, session, actions);
    });
    let title = format!("Reset the field of view to {:.1}°", Camera::FOV_Y_RAD.to_degrees());
    line(ui, session, "reset_lens", &title, actions);
}

fn is_own(session: &Session) -> bool {
    session.view().looks_through().is_none() && session.view().camera().projection == Projection::Perspective
}

fn set(fov_y_rad: f32) -> Action {
    Action::View(ViewAction::Camera(CameraMove::Lens { fov_y_rad }))
}

/// The slider alone.
pub fn slider(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let is_own = is_own(session);
    let [least, most] = Camera::FOV_RANGE_RAD.map(f32::to_degrees);
    let mut degrees = session.view().camera().fov_y_rad.to_degrees();
    // Shown rounded, and changed by the user only.
    let slider = Slider::new(&mut degrees, least..=most)
        .clamping(SliderClamping::Edits)
        .fixed_decimals(1)
        .suffix("°");
    let response = ui.add_enabled(is_own, slider);
    response.widget_info(|| WidgetInfo::slider(is_own, f64::from(degrees), "Field of view"));
    if response.changed() {
        actions.push(set(degrees.to_radians()));
    }
    response.on_disabled_hover_text("Cameras of files have their own; without perspective there is none");
}
