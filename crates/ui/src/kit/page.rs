//! The frame of the pages that lie over the window: title, close button, scrolling.

use super::control;
use super::keyboard::{row_keys, walk};
use super::theme::{self, size, space};
use castview_session::{Action, Page, WindowAction};
use egui::style::ScrollAnimation;
use egui::{Align, Area, Context, Frame, Key, Layout, Margin, Order, Popup, Sense, TextStyle, Ui, WidgetInfo, vec2};
use egui_material_icons::icons;

/// Farther than any page is long, points.
const FAR: f32 = 1e7;

/// Shows `page` in the middle of the window, as tall as it needs and the window allows. A click beside it closes it.
pub fn show(
    ctx: &Context,
    page: Page,
    title: &str,
    actions: &mut Vec<Action>,
    add: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    show_of_width(ctx, (page, title), size::DIALOG, actions, add);
}

/// As [`show`], for what stands in columns.
pub fn show_wide(
    ctx: &Context,
    page: Page,
    title: &str,
    actions: &mut Vec<Action>,
    add: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    show_of_width(ctx, (page, title), size::WIDE_DIALOG, actions, add);
}

/// Scrolls the area that `ui` is in by keys that nothing else on the page takes: Page Up, Page Down, Home and End, and ↑ ↓ where they lead to
/// no other control.
pub fn scroll_by_keys(ui: &Ui) {
    let ctx = ui.ctx();
    if row_keys::has_focus(ctx) || ctx.text_edit_focused() || Popup::is_any_open(ctx) {
        return;
    }
    let page = (ui.clip_rect().height() - size::ROW).max(size::ROW);
    let line = if walk::is_lonely(ctx) { size::ROW } else { 0.0 };
    let by = |key| match key {
        Key::ArrowUp => line,
        Key::ArrowDown => -line,
        Key::PageUp => page,
        Key::PageDown => -page,
        Key::Home => FAR,
        Key::End => -FAR,
        _ => 0.0,
    };
    let way: f32 = row_keys::presses(ui).into_iter().map(by).sum();
    if way != 0.0 {
        ui.scroll_with_delta_animation(vec2(0.0, way), ScrollAnimation::none());
    }
}

fn show_of_width(
    ctx: &Context,
    (page, title): (Page, &str),
    width: f32,
    actions: &mut Vec<Action>,
    add: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let screen = ctx.content_rect();
    let shade = Area::new(control::stable_id("page shade"))
        .order(Order::Middle)
        .fixed_pos(screen.min)
        .fade_in(false);
    let shade_layer = shade.layer();
    // Drawers and the UV layout are of the same order, and may be opened later.
    ctx.move_to_top(shade_layer);
    let beside = shade.show(ctx, |ui| {
        // The keyboard stays with the page, as the pointer does.
        ui.memory_mut(|memory| memory.set_modal_layer(ui.layer_id()));
        let theme = theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(screen.size(), Sense::CLICK);
        ui.painter().rect_filled(rect, 0, theme.veil.gamma_multiply(0.6));
        response.widget_info(|| WidgetInfo::labeled(egui::accesskit::Role::Button, true, "Close page"));
        response.clicked()
    });
    let width = width.min(screen.width() - 2.0 * space::L);
    let height = screen.height() - 2.0 * (size::MENU + space::L);
    // An area keeps the size of what was in it before: pages of other widths would stand beside the middle. Menus have the next order, so a
    // press on the page never raises it above them.
    let area = Area::new(control::stable_id("page").with(title)).order(Order::Middle);
    ctx.set_sublayer(shade_layer, area.layer());
    area.anchor(egui::Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .fade_in(false)
        .accessible_name(title)
        .show(ctx, |ui| {
            Frame::window(ui.style())
                .inner_margin(Margin::same(space::L as i8))
                .show(ui, |ui| {
                    ui.set_width(width - 2.0 * space::L);
                    ui.set_max_height(height);
                    ui.horizontal(|ui| {
                        let font = TextStyle::Heading.resolve(ui.style());
                        control::title(ui, title, font, theme::of(ui).text);
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                            if control::icon_button(ui, icons::ICON_CLOSE, "Close", "Close (Esc)", true).clicked() {
                                actions.push(Action::Window(WindowAction::TogglePage(page)));
                            }
                        });
                    });
                    ui.add_space(space::S);
                    add(ui, actions);
                });
        });
    if beside.inner {
        actions.push(Action::Window(WindowAction::TogglePage(page)));
    }
}
