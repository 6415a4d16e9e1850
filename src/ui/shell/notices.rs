//! Short messages in the viewport's corner, each with at most one button.

use crate::session::{Action, Notice, Urgency};
use crate::ui::kit::control;
use crate::ui::kit::theme::{self, size, space, time};
use crate::ui::kit::words::counted;
use egui::accesskit::{Live, Role};
use egui::{
    Align, Area, Button, Context, Frame, Label, Layout, Margin, Order, Rect, RichText, Stroke, Ui, WidgetInfo, pos2,
};
use egui_material_icons::{MaterialIcon, icons};
use std::time::Duration;

/// Shown at once. Older ones leave; errors wait out of sight and come back when there is room.
const MOST: usize = 4;
/// Errors that wait at most: nobody reads those of ten thousand files, and each is looked at in every pass.
const MOST_WAITING: usize = 200;

/// Messages on their way out by themselves, except errors: those wait to be closed.
#[derive(Default)]
pub struct Notices {
    /// The newest last, the one nearest to the corner.
    items: Vec<Listed>,
}

/// A notice in the list.
struct Listed {
    notice: Notice,
    /// Seconds it will still be shown; `None` until it is closed.
    left: Option<f64>,
    /// Context time of the last pass that showed it.
    seen: Option<f64>,
}

impl Notices {
    pub fn push(&mut self, notice: Notice) {
        // The same message again is the same notice, fresh; and of two offers of the same thing only the newer still holds.
        let offers_same = |listed: &Listed| notice.action.is_some() && listed.notice.action == notice.action;
        self.items
            .retain(|listed| listed.notice != notice && !offers_same(listed));
        let left = match notice.urgency {
            Urgency::Info => Some(time::NOTICE),
            // With a button there is something to read and decide.
            Urgency::Warning => Some(time::NOTICE * 2.0),
            Urgency::Error => None,
        };
        self.items.push(Listed {
            notice,
            left,
            seen: None,
        });
        let mut newer = self.items.len();
        self.items.retain(|listed| {
            newer -= 1;
            newer < MOST || newer < MOST + MOST_WAITING && listed.notice.urgency == Urgency::Error
        });
    }

    pub fn show(&mut self, ctx: &Context, viewport: Rect, actions: &mut Vec<Action>) {
        if self.items.is_empty() {
            return;
        }
        let now = ctx.input(|input| input.time);
        let width = size::NOTICE.min(viewport.width() - 2.0 * space::M);
        let shown = Area::new(control::stable_id("notices"))
            .order(Order::Foreground)
            .pivot(egui::Align2::RIGHT_BOTTOM)
            .fixed_pos(pos2(viewport.right() - space::M, viewport.bottom() - space::M))
            .constrain(false)
            .fade_in(false)
            .accessible_name("Messages")
            .show(ctx, |ui| {
                ui.set_width(width);
                ui.spacing_mut().item_spacing.y = space::S;
                let mut waiting = self.items.len().saturating_sub(MOST);
                let close_all = waiting > 0 && more(ui, waiting);
                self.items.retain(|listed| {
                    let is_out_of_sight = waiting > 0;
                    waiting = waiting.saturating_sub(1);
                    is_out_of_sight || listed.show(ui, actions)
                });
                if close_all {
                    self.items.clear();
                }
            });
        let held = shown.response.contains_pointer();
        let mut next: Option<f64> = None;
        self.items.retain_mut(|listed| {
            let passed = now - listed.seen.replace(now).unwrap_or(now);
            let Some(left) = listed.left.as_mut() else {
                return true;
            };
            // Under the pointer time stands still: somebody reads.
            if !held {
                *left -= passed;
            }
            if *left > 0.0 {
                next = Some(next.map_or(*left, |n: f64| n.min(*left)));
            }
            *left > 0.0
        });
        // One wake-up when the next leaves: an idle window stays idle until then.
        if let Some(next) = next.filter(|_| !held) {
            ctx.request_repaint_after(Duration::from_secs_f64(next));
        }
        if self.items.is_empty() {
            ctx.request_repaint();
        }
    }
}

/// How many errors wait for room, over the oldest that has it. True when nobody wants to read them.
fn more(ui: &mut Ui, waiting: usize) -> bool {
    let theme = theme::of(ui);
    let frame = Frame::popup(ui.style())
        .inner_margin(Margin::same(space::XS as i8))
        .stroke(Stroke::new(size::LINE, theme.line));
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.add_space(space::XS);
            ui.label(control::icon(icons::ICON_ERROR).color(theme.error));
            let text = counted(waiting as u64, "more error", "more errors");
            ui.label(RichText::new(text).color(theme.text));
            let close = Button::new(RichText::new("Close all messages").color(theme.accent));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.add(close).clicked())
                .inner
        })
    });
    shown.inner.inner
}

impl Listed {
    /// Whether it stays.
    fn show(&self, ui: &mut Ui, actions: &mut Vec<Action>) -> bool {
        let theme = theme::of(ui);
        let color = theme.urgency(self.notice.urgency);
        let mut stays = true;
        let frame = Frame::popup(ui.style())
            .inner_margin(Margin::same(space::S as i8))
            .stroke(Stroke::new(size::LINE, theme.line));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                let (glyph, word) = icon_of(self.notice.urgency);
                let mark = ui.label(control::icon(glyph).color(color));
                mark.widget_info(|| WidgetInfo::labeled(Role::Image, true, word));
                let room = ui.available_width() - size::ROW - space::S;
                ui.vertical(|ui| {
                    ui.set_width(room);
                    let text = ui.add(Label::new(RichText::new(&self.notice.text).color(theme.text)).wrap());
                    ui.ctx()
                        .accesskit_node_builder(text.id, |node| node.set_live(Live::Polite));
                    if let Some(button) = &self.notice.action {
                        ui.add_space(space::XS);
                        let text = RichText::new(button.label).color(theme.accent);
                        if ui.add(Button::new(text)).clicked() {
                            actions.push((*button.action).clone());
                            stays = false;
                        }
                    }
                });
                let close = control::icon_button(ui, icons::ICON_CLOSE, "Close message", "Close", true);
                stays &= !close.clicked();
            });
        });
        let rect = shown.response.rect;
        let bar = Rect::from_min_max(rect.min, pos2(rect.left() + size::RING, rect.bottom()));
        ui.painter().rect_filled(bar, size::RADIUS, color);
        stays
    }
}

pub fn icon_of(urgency: Urgency) -> (MaterialIcon, &'static str) {
    match urgency {
        Urgency::Info => (icons::ICON_INFO, "Note"),
        Urgency::Warning => (icons::ICON_WARNING, "Warning"),
        Urgency::Error => (icons::ICON_ERROR, "Error"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_message_is_one_notice_and_old_ones_leave() {
        let mut notices = Notices::default();
        for text in ["a", "b", "a", "c", "d", "e"] {
            notices.push(Notice::info(text));
        }
        let texts: Vec<&str> = notices.items.iter().map(|listed| listed.notice.text.as_str()).collect();
        assert_eq!(texts, ["a", "c", "d", "e"]);
    }

    #[test]
    fn no_error_is_lost_to_newer_messages() {
        let mut notices = Notices::default();
        for text in ["1", "2", "3", "4", "5", "6"] {
            notices.push(Notice::error(text));
            notices.push(Notice::info(format!("note {text}")));
        }
        let texts: Vec<&str> = notices.items.iter().map(|listed| listed.notice.text.as_str()).collect();
        assert_eq!(texts, ["1", "2", "3", "4", "5", "note 5", "6", "note 6"]);
        (0..1000).for_each(|i| notices.push(Notice::error(format!("file {i}"))));
        assert_eq!(notices.items.len(), MOST + MOST_WAITING);
    }

    #[test]
    fn errors_wait_and_notes_leave_by_themselves() {
        let ctx = Context::default();
        let mut notices = Notices::default();
        notices.push(Notice::info("note"));
        notices.push(Notice::error("error"));
        ctx.add_font(egui_material_icons::font_insert());
        let viewport = Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0));
        for seconds in [0.0, 1.0, time::NOTICE + 2.0] {
            let input = egui::RawInput {
                time: Some(seconds),
                ..Default::default()
            };
            let output = ctx.run_ui(input, |ui| notices.show(ui.ctx(), viewport, &mut Vec::new()));
            output.drop_without_applying_deltas();
        }
        let texts: Vec<&str> = notices.items.iter().map(|listed| listed.notice.text.as_str()).collect();
        assert_eq!(texts, ["error"]);
    }
}
