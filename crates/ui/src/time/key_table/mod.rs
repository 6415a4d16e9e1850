//! The table of the keys of one channel: frame, value, tangents, what stands out, and the byte of the file.
//!
//! The channels of what is selected stand on the left; a click on a key goes to its frame, the row at the playhead is marked.
//! Only the rows in sight cost anything.

mod cells;
mod channels;
mod list;
mod rows;
mod state;

use super::panel_parts;
use crate::kit::panel_head;
use crate::kit::theme::{self, size, space};
use crate::kit::words::property_word;
use crate::kit::{control, words};
use crate::tree::keyboard;
use crate::tree::node::{self, Node};
use castview_base::scene::{Interpolation, Track};
use castview_session::{Action, PlaybackAction, Seek, Session, WindowAction};
use cells::KeyedCell;
use channels::Channel;
use egui::accesskit::Role;
use egui::containers::menu::MenuButton;
use egui::{Button, Key, Rect, RichText, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2};
use egui_material_icons::icons;
use state::Playhead;
pub use state::{KeyTable, id};
use std::sync::Arc;

pub fn show(ui: &mut Ui, session: &Session, table: &mut KeyTable, actions: &mut Vec<Action>) {
    table.channels.update(session);
    let Some((keyed, frame)) = session.keyed().zip(session.frame()) else {
        head(ui, session, table, None, actions);
        panel_parts::without_clip(ui, session);
        return;
    };
    if ui.memory(|memory| memory.has_focus(id())) {
        walk(ui, session, table, actions);
    }
    let clip = keyed.entry.clip();
    let chosen = table.channels.chosen();
    let entry = keyed.entry;
    let shown = chosen.and_then(|channel| {
        let track = KeyedCell {
            track: clip.tracks.get(channel.track)?,
            file: entry.key.file,
            scene: &entry.scene,
            clip: entry.key.clip.get(),
            index: channel.track,
        };
        Some((channel, track))
    });
    if let Some((channel, KeyedCell { track, .. })) = shown {
        let scene = Arc::as_ptr(&keyed.entry.scene) as usize;
        table.jumps.update((keyed.entry.key, scene, channel.track), track);
    }
    head(ui, session, table, shown, actions);
    let rect = ui.available_rect_before_wrap();
    let line = egui::Stroke::new(size::LINE, theme::of(ui).line);
    ui.painter().line_segment([rect.left_top(), rect.right_top()], line);
    control::named(ui, Role::Group, "Table of keys", |ui| {
        let Some((_, shown)) = shown else {
            control::empty(ui, &without_channel(session));
            return;
        };
        // Over all of it: what is clicked outside of it takes the keyboard away.
        let focus = ui.interact(rect, id(), Sense::focusable_noninteractive());
        focus.widget_info(|| WidgetInfo::labeled(Role::Group, true, "Keys of the channel"));
        let split = rect.left() + (rect.width() * size::NAMES_SHARE).clamp(size::NAMES_MIN, size::NAMES);
        let names = Rect::from_min_max(rect.min, pos2(split, rect.bottom()));
        let mut left = ui.new_child(UiBuilder::new().max_rect(names));
        left.set_clip_rect(names.intersect(ui.clip_rect()));
        list::show(&mut left, session, &mut table.channels, clip);
        ui.painter()
            .line_segment([names.right_top(), names.right_bottom()], line);
        let keys = Rect::from_min_max(pos2(split + size::LINE, rect.top()), rect.max);
        let mut right = ui.new_child(UiBuilder::new().max_rect(keys));
        right.set_clip_rect(keys.intersect(ui.clip_rect()));
        let playhead = Playhead::of(shown.track, keyed.own_frame(frame));
        if let Some(key) = rows::show(&mut right, session, table, shown, playhead, actions) {
            go_to(session, shown.track, key, actions);
        }
        if focus.has_focus() {
            control::focus_ring(ui, rect);
        }
    });
}

/// Why there are no keys to show.
fn without_channel(session: &Session) -> String {
    match session.edits().selected {
        None => "Select a bone, mesh or blend shape to see its keys.".to_owned(),
        Some(selected) => {
            let name = node::label(session.stage(), Node::Item(selected));
            format!("{name} has no keys in this clip.")
        }
    }
}

fn go_to(session: &Session, track: &Track, key: usize, actions: &mut Vec<Action>) {
    if let Some(keyed) = session.keyed()
        && key < track.keys.len()
    {
        let frame = keyed.clock_frame(track.keys.frame(key));
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
    }
}

/// Up and down, Home, End and pages go to keys, left and right to the channels beside.
fn walk(ui: &mut Ui, session: &Session, table: &mut KeyTable, actions: &mut Vec<Action>) {
    let mut goal: Option<usize> = None;
    for (key, _) in keyboard::take(ui, id()) {
        let Some((keyed, frame)) = session.keyed().zip(session.frame()) else {
            return;
        };
        match key {
            Key::ArrowLeft | Key::ArrowRight => {
                table.channels.step(key == Key::ArrowRight);
                goal = None;
            }
            _ => {
                let tracks = &keyed.entry.clip().tracks;
                let Some(track) = table.channels.chosen().and_then(|channel| tracks.get(channel.track)) else {
                    continue;
                };
                let from = match goal {
                    Some(at) => Playhead {
                        at: Some(at),
                        is_on: true,
                    },
                    None => Playhead::of(track, keyed.own_frame(frame)),
                };
                if let Some(to) = from.stepped(key, track.keys.len(), table.page) {
                    goal = Some(to);
                    go_to(session, track, to, actions);
                }
            }
        }
    }
}

fn head(
    ui: &mut Ui,
    session: &Session,
    table: &KeyTable,
    shown: Option<(Channel, KeyedCell<'_>)>,
    actions: &mut Vec<Action>,
) {
    let mut copied = None;
    panel_head::head(
        ui,
        "Table of keys",
        (session, "key_table"),
        actions,
        |ui| {
            if let Some((channel, track)) = shown {
                let said = RichText::new(said(session, channel, track.track));
                let said = said.color(theme::of(ui).dim).text_style(theme::dense());
                ui.add(egui::Label::new(said).truncate());
            }
        },
        |ui| {
            let Some((_, keyed)) = shown else { return };
            let button = Button::new(control::icon(icons::ICON_CONTENT_COPY))
                .frame_when_inactive(false)
                .min_size(Vec2::splat(size::ROW));
            ui.spacing_mut().button_padding.x = space::XS;
            let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
                control::menu_column(ui, |ui| copied = copies(ui, table, &keyed).or(copied.take()));
            });
            response.on_hover_text("Copy keys").accessible_name("Copy keys");
        },
    );
    actions.extend(copied.map(|text| Action::Window(WindowAction::Copy(text))));
}

/// The entries that copy the whole table; the text of the one that was clicked.
fn copies(ui: &mut Ui, table: &KeyTable, keyed: &KeyedCell<'_>) -> Option<String> {
    let track = keyed.track;
    let count = track.keys.len();
    let part = match count > cells::MOST_COPIED {
        true => format!(" (the first {} keys)", words::grouped(cells::MOST_COPIED as u64)),
        false => String::new(),
    };
    let mut copied = None;
    for (title, separator) in [("Copy as text", '\t'), ("Copy as CSV", ',')] {
        if control::entry(ui, &format!("{title}{part}"), "", true, None) {
            copied = Some(cells::table(keyed, separator, |key| table.jumps.at(track, key)));
        }
    }
    copied
}

/// `j_spine4, translation x, absolute, linear, 118 keys`.
fn said(session: &Session, channel: Channel, track: &Track) -> String {
    let target = super::dope_sheet::selects(channel.model, channel.target);
    let name = node::label(session.stage(), Node::Item(target));
    let keys = words::counted(track.keys.len() as u64, "key", "keys");
    let (property, mode) = (property_word(track.property), channel.mode.word());
    let interpolation = match track.interpolation {
        Interpolation::Linear => "linear",
        Interpolation::Componentwise => "linear in each number",
        Interpolation::Step => "steps",
        Interpolation::Cubic(_) => "cubic",
    };
    format!("{name}, {property}, {mode}, {interpolation}, {keys}")
}
