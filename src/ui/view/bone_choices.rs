//! How bones are shown: the lines of the menu, and what their colours mean at the bottom of the viewport.

use crate::session::{Action, BONE_SIZES, BoneColoring, BoneDisplay, BonesShown, Session, Swatch, ViewAction};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space};
use egui::accesskit::Role;
use egui::{Align, Color32, Layout, Rect, Sense, Slider, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Lines of a menu: which bones, in what shape and colour, how thick.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let now = session.preferences().bone_display;
    let mut choose = |display: BoneDisplay| actions.push(Action::View(ViewAction::SetBoneDisplay(display)));
    control::submenu(ui, "Bones that are shown", |ui| {
        for (shown, word) in BonesShown::ALL {
            if control::entry(ui, word, "", true, Some(now.shown == shown)) {
                choose(BoneDisplay { shown, ..now });
            }
        }
    });
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

/// What the colours of bones mean, at the bottom left of the viewport; each on a line of its own.
pub fn legend(ui: &mut Ui, rect: Rect, session: &Session) {
    let swatches = session.bone_legend();
    if swatches.is_empty() {
        return;
    }
    let theme = theme::of(ui);
    let font = TextStyle::Small.resolve(ui.style());
    let lay = |swatch: &Swatch| {
        ui.painter()
            .layout_no_wrap(swatch.word.to_owned(), font.clone(), theme.text)
    };
    let words: Vec<_> = swatches.iter().map(lay).collect();
    let width = words.iter().map(|word| word.size().x).fold(0.0, f32::max) + space::S + space::M;
    let line = words[0].size().y + space::XS;
    let size = vec2(width, line * words.len() as f32);
    if size.y + 2.0 * space::XL > rect.height() || size.x > rect.width() * 0.5 {
        return;
    }
    // Above the little axes.
    let corner = pos2(rect.left() + space::L, rect.bottom() - space::XL * 4.0 - size.y);
    let whole = Rect::from_min_size(corner, size);
    let painter = ui.painter();
    painter.rect_filled(whole.expand2(vec2(space::S, space::XS)), size::RADIUS, theme.float);
    for (at, (swatch, word)) in swatches.iter().zip(words).enumerate() {
        let middle = whole.top() + line * (at as f32 + 0.5);
        let square = Rect::from_center_size(pos2(whole.left() + space::XS, middle), vec2(space::S, space::S));
        let [r, g, b] = swatch.color;
        painter.rect_filled(square, 0, Color32::from_rgb(r, g, b));
        let at = pos2(whole.left() + space::M, middle - word.size().y * 0.5);
        painter.galley(at, word, theme.text);
    }
    let said: Vec<&str> = swatches.iter().map(|swatch| swatch.word).collect();
    let response = ui.interact(whole, control::stable_id("bone legend"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Colors of bones: {}", said.join(", "))));
}
