//! Motion trails, lines of sight and ghosts: lines of the overlays' menu.

use crate::kit::theme::{self, Theme, size, space};
use crate::kit::{choices, control};
use castview_session::{Action, Dial, RAY_LENGTHS, Session, ViewAction, command};
use egui::{Align, Layout, Rect, Sense, Slider, TextStyle, Ui, WidgetInfo, pos2, vec2};

/// Lines of a menu: trails, ghosts, and how many of them stand how far apart.
pub fn choices(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    for name in ["trail", "clear_trails"] {
        actions.extend(control::menu_entry(ui, session, command(name)));
    }
    if session.stage().has_rays() {
        ui.separator();
        ray_length(ui, session, actions);
    }
    ui.separator();
    actions.extend(control::menu_entry(ui, session, command("ghosts")));
    actions.extend(control::menu_entry(ui, session, command("ghost_outlines")));
    swatches(ui, theme::of(ui));
    for dial in [Dial::GHOST_COUNT, Dial::GHOST_OPACITY, Dial::GHOST_STEP] {
        choices::submenu(ui, session, dial, actions);
    }
}

/// How long lines of sight are drawn.
fn ray_length(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let mut length = session.preferences().aids.ray_length;
    // A row takes all the width there is, and a menu has as much as it likes.
    let width = ui.min_rect().width().max(size::TREE);
    ui.allocate_ui_with_layout(vec2(width, size::ROW), Layout::left_to_right(Align::Center), |ui| {
        ui.add_space(size::ICON + space::S);
        ui.label("Gaze");
        // Menus are of the colour that rails have on panels.
        ui.visuals_mut().widgets.inactive.bg_fill = theme::of(ui).handle;
        let [least, most] = RAY_LENGTHS;
        let slider = Slider::new(&mut length, least..=most)
            .logarithmic(true)
            .fixed_decimals(1)
            .suffix(" m");
        let response = ui.add(slider);
        response.widget_info(|| WidgetInfo::slider(true, f64::from(length), "Length of the gaze"));
        if response.changed() {
            actions.push(Action::View(ViewAction::SetRayLength(length)));
        }
    });
}

/// Which colour is before and which after.
fn swatches(ui: &mut Ui, theme: &Theme) {
    let font = TextStyle::Small.resolve(ui.style());
    let words = ["before", "after"].map(|word| ui.painter().layout_no_wrap(word.to_owned(), font.clone(), theme.dim));
    // No wider than it is: a menu that has not been measured yet offers much more.
    let wide = words
        .iter()
        .map(|word| space::S + word.size().x + space::L)
        .sum::<f32>();
    let inset = size::ICON + space::L;
    let (rect, _) = ui.allocate_exact_size(vec2(inset + wide, size::ROW), Sense::hover());
    let mut left = rect.left() + inset;
    for (color, word) in theme.ghosts.into_iter().zip(words) {
        let square = Rect::from_center_size(pos2(left, rect.center().y), vec2(space::S, space::S));
        ui.painter().rect_filled(square, 0, color);
        let at = pos2(left + space::S, rect.center().y - word.size().y * 0.5);
        left = at.x + word.size().x + space::L;
        ui.painter().galley(at, word, theme.dim);
    }
}
