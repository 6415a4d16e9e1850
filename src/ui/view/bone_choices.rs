//! How bones are shown: the lines of the menu.

use crate::session::{Action, BONE_SIZES, BoneColoring, BoneDisplay, BonesShown, Session, ViewAction};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::{Align, Layout, Slider, Ui, WidgetInfo, vec2};

/// Lines of a menu: which bones, in what shape and colour, how thick.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let now = session.preferences().bone_display;
    let shown = session.view().overlays.bones.then_some(now.shown);
    control::submenu(ui, "Bones that are shown", |ui| {
        let kinds = BonesShown::ALL.map(|(kind, word)| (Some(kind), word));
        for (kind, word) in [(None, "None")].into_iter().chain(kinds) {
            if control::entry(ui, word, "", true, Some(shown == kind)) {
                actions.push(Action::View(ViewAction::ShowBones(kind)));
            }
        }
    });
    let mut choose = |display: BoneDisplay| actions.push(Action::View(ViewAction::SetBoneDisplay(display)));
    control::submenu(ui, "Bones as", |ui| {
        for (shape, word) in BoneDisplay::SHAPES {
            if control::entry(ui, word, "", true, Some(now.shape == shape)) {
                choose(BoneDisplay { shape, ..now });
            }
        }
        ui.separator();
        let is_constant = now.is_constant;
        if control::entry(ui, "As thick from near and far", "", true, Some(is_constant)) {
            choose(BoneDisplay {
                is_constant: !is_constant,
                ..now
            });
        }
        if control::entry(ui, "With IK handles and constraints", "", true, Some(now.rig)) {
            choose(BoneDisplay { rig: !now.rig, ..now });
        }
        thickness(ui, now, &mut choose);
    });
    control::submenu(ui, "Bones colored by", |ui| {
        for (coloring, word) in BoneColoring::ALL {
            if control::entry(ui, word, "", true, Some(now.coloring == coloring)) {
                choose(BoneDisplay { coloring, ..now });
            }
        }
    });
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
