//! The channels beside the table: a row each, with how many keys it has.

use super::channels::{Channel, ChannelRow, KeyChannels};
use super::state;
use crate::kit::theme::{self, size, space};
use crate::kit::words::property_word;
use crate::kit::{control, words};
use crate::tree::node::{self, Node};
use castview_base::scene::Clip;
use castview_session::Session;
use egui::accesskit::Role;
use egui::{Align2, FontId, ScrollArea, Sense, TextStyle, Ui, WidgetInfo, pos2, vec2};

pub fn show(ui: &mut Ui, session: &Session, channels: &mut KeyChannels, clip: &Clip) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical()
        .id_salt("key channels")
        .auto_shrink([false, false]);
    let mut chosen = None;
    area.show_rows(ui, size::ROW, channels.rows().len(), |ui, shown| {
        for row in channels.rows().get(shown).unwrap_or_default() {
            match row {
                ChannelRow::Target(target) => target_row(ui, node::label(session.stage(), Node::Item(*target))),
                ChannelRow::Channel(channel) => {
                    let keys = clip.tracks.get(channel.track).map_or(0, |track| track.keys.len());
                    if channel_row(ui, channel, keys, channels.chosen() == Some(*channel)) {
                        chosen = Some(*channel);
                    }
                }
            }
        }
    });
    if let Some(channel) = chosen {
        channels.choose(channel);
        ui.memory_mut(|memory| memory.request_focus(state::id()));
        ui.ctx().request_repaint();
    }
}

fn target_row(ui: &mut Ui, name: &str) {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("Keys of {name}")));
    let left = rect.left() + space::S;
    let font = theme::dense().resolve(ui.style());
    let galley = control::cut_name(ui, name, font, theme.text, rect.right() - left - space::XS);
    let at = pos2(left, rect.center().y - galley.size().y * 0.5);
    ui.painter().galley(at, galley, theme.text);
    response.on_hover_text(name);
}

/// True when it was clicked.
fn channel_row(ui: &mut Ui, channel: &Channel, keys: usize, is_chosen: bool) -> bool {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::hover());
    let id = control::stable_id("key channel").with(channel);
    // No stop of the Tab key: the table is one.
    let response = ui.interact(rect, id, Sense::CLICK);
    let word = property_word(channel.property);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, is_chosen, format!("Keys of {word}")));
    control::row_back(ui, rect, &response, is_chosen);
    let y = rect.center().y;
    let count = words::grouped(keys as u64);
    let number = FontId::new(size::DENSE, TextStyle::Monospace.resolve(ui.style()).family);
    let right = pos2(rect.right() - space::S, y);
    let counted = ui.painter().text(right, Align2::RIGHT_CENTER, count, number, theme.dim);
    let left = rect.left() + space::L + space::S;
    let font = theme::dense().resolve(ui.style());
    let galley = control::elided(ui, &word, font, theme.text, counted.left() - space::XS - left);
    ui.painter()
        .galley(pos2(left, y - galley.size().y * 0.5), galley, theme.text);
    response
        .on_hover_text(format!("{word}, {}", channel.mode.word()))
        .clicked()
}
