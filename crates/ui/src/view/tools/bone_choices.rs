//! How bones are shown: the lines of the menu.

use crate::kit::theme::{self, size, space};
use crate::kit::{choices, control};
use castview_session::{Action, BONE_SIZES, BoneDisplay, Dial, Session, ViewAction};
use egui::{Align, Layout, Slider, Ui, WidgetInfo, vec2};

/// Lines of a menu: which bones, in what shape and colour, how thick.
pub fn menu(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let now = session.preferences().bones.display;
    choices::submenu(ui, session, Dial::BONES_SHOWN, actions);
    control::submenu(ui, Dial::BONE_SHAPE.row().title, |ui| {
        choices::dial(ui, session, Dial::BONE_SHAPE, actions);
        ui.separator();
        choices::lines(ui, session, choices::BONES_WITH, actions);
        thickness(ui, now, &mut |display| {
            actions.push(Action::View(ViewAction::SetBoneDisplay(display)))
        });
    });
    choices::submenu(ui, session, Dial::BONE_COLORING, actions);
}

fn thickness(ui: &mut Ui, now: BoneDisplay, choose: &mut impl FnMut(BoneDisplay)) {
    let mut value = now.size;
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Thickness");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        let [least, most] = BONE_SIZES;
        let slider = Slider::new(&mut value, least..=most)
            .logarithmic(true)
            .fixed_decimals(2)
            .suffix("×");
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(value), "Thickness of bones"));
        if response.changed() {
            choose(BoneDisplay { size: value, ..now });
        }
        if response.double_clicked() {
            choose(BoneDisplay { size: 1.0, ..now });
        }
    });
}
