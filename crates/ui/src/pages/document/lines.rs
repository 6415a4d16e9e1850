//! A list of any length of which only the lines in sight are made. Positions are whole numbers, so that millions of lines scroll as exactly
//! as ten.

use crate::kit::control;
use crate::kit::theme::{self, size, space};
use crate::tree::keyboard;
use egui::accesskit::Role;
use egui::{Id, Key, Rect, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};

/// Least height of the handle beside the lines.
const HANDLE: f32 = 24.0;

/// How far a list is scrolled.
#[derive(Default)]
pub struct LineList {
    pub top: usize,
    /// Lines in sight when it was last shown.
    pub page: usize,
    /// Part of a line that the wheel has turned.
    left_over: f32,
    wanted: Option<usize>,
}

impl LineList {
    /// Brings `line` into sight when the list is shown next.
    pub fn reveal(&mut self, line: usize) {
        self.wanted = Some(line);
    }

    /// Shows the lines in `rect`; `line` paints one of them. Out: the keys that were pressed while the list has the keyboard.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        (id, name): (Id, &str),
        rect: Rect,
        count: usize,
        mut line: impl FnMut(&mut Ui, Rect, usize),
    ) -> Vec<Key> {
        let theme = theme::of(ui);
        ui.painter().rect_filled(rect, size::RADIUS, theme.raised);
        let focus = ui.interact(rect, id, Sense::focusable_noninteractive());
        focus.widget_info(|| WidgetInfo::labeled(Role::List, true, name));
        self.page = ((rect.height() / size::ROW).floor() as usize).max(1);
        self.scroll(ui, rect, count);
        let mut inner = rect;
        if count > self.page {
            let (lines, bar) = rect.split_left_right_at_x(rect.right() - space::M);
            inner = lines;
            self.bar(ui, id, bar, count, name);
        }
        let mut child = ui.new_child(UiBuilder::new().max_rect(inner).id_salt(id));
        child.set_clip_rect(inner.intersect(ui.clip_rect()));
        for at in self.top..self.top.saturating_add(self.page).min(count) {
            let top = inner.top() + (at - self.top) as f32 * size::ROW;
            let of_line = Rect::from_min_size(pos2(inner.left(), top), vec2(inner.width(), size::ROW));
            line(&mut child, of_line, at);
        }
        if !focus.has_focus() {
            return Vec::new();
        }
        control::focus_ring(ui, rect);
        keyboard::take(ui, id).into_iter().map(|(key, _)| key).collect()
    }

    fn scroll(&mut self, ui: &Ui, rect: Rect, count: usize) {
        if ui.rect_contains_pointer(rect) {
            self.left_over -= ui.input(|input| input.smooth_scroll_delta().y) / size::ROW;
            let whole = self.left_over.trunc();
            self.left_over -= whole;
            self.top = self.top.saturating_add_signed(whole as isize);
        }
        if let Some(line) = self.wanted.take() {
            if line < self.top {
                self.top = line;
            } else if line >= self.top.saturating_add(self.page) {
                self.top = line.saturating_sub(self.page / 2);
            }
        }
        self.top = self.top.min(count.saturating_sub(self.page));
    }

    fn bar(&mut self, ui: &Ui, id: Id, rect: Rect, count: usize, name: &str) {
        let theme = theme::of(ui);
        let response = ui.interact(rect, id.with("bar"), Sense::CLICK | Sense::DRAG);
        response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, format!("Scroll {name}")));
        let last = count.saturating_sub(self.page).max(1);
        let height = (rect.height() * self.page as f32 / count as f32)
            .max(HANDLE)
            .min(rect.height());
        let way = (rect.height() - height).max(1.0);
        if let Some(at) = response.interact_pointer_pos() {
            let share = f64::from(((at.y - rect.top() - height * 0.5) / way).clamp(0.0, 1.0));
            self.top = (share * last as f64).round() as usize;
        }
        let share = (self.top as f64 / last as f64) as f32;
        let handle = Rect::from_min_size(
            pos2(rect.left() + space::XS, rect.top() + way * share),
            vec2(rect.width() - space::XS - 2.0, height),
        );
        let color = match response.hovered() || response.dragged() {
            true => theme.accent,
            false => theme.handle,
        };
        ui.painter().rect_filled(handle, size::RADIUS, color);
    }
}
