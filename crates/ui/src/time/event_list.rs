//! Every notification of the audible clips and every marker of the active one, in the order of their frames; a click goes there.

use crate::kit::control;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::page;
use crate::kit::theme::{self, size, space};
use crate::kit::words;
use crate::kit::words::time_text;
use castview_session::playback;
use castview_session::{Action, MarkerEdit, Page, PlaybackAction, Seek, Session};
use egui::accesskit::Role;
use egui::{
    Align2, Context, Layout, Rect, ScrollArea, Sense, TextEdit, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};
use egui_material_icons::icons;

/// One line of the list.
#[derive(Clone, Copy)]
struct Entry<'a> {
    frame: f64,
    name: &'a str,
    /// The layer's clip it is from.
    clip: Option<&'a str>,
    is_marker: bool,
}

pub fn show(ctx: &Context, session: &Session, actions: &mut Vec<Action>) {
    let title = "Notifications and markers";
    page::show(ctx, Page::Notifications, title, actions, |ui, actions| {
        listed(ui, session, true, actions)
    });
}

/// The lines alone.
pub fn list(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    listed(ui, session, false, actions);
}

/// `by_keys`: they scroll it, as no panel beside it has them.
fn listed(ui: &mut Ui, session: &Session, by_keys: bool, actions: &mut Vec<Action>) {
    let entries = entries(session);
    if entries.is_empty() {
        control::empty(
            ui,
            "Nothing that plays has notifications, and there are no markers. M sets a marker at the playhead.",
        );
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let area = ScrollArea::vertical()
        .id_salt("event list")
        .max_height(ui.available_height())
        .auto_shrink([false, true]);
    area.show_rows(ui, size::ROW, entries.len(), |ui, shown| {
        if by_keys {
            page::scroll_by_keys(ui);
        }
        for at in shown {
            if let Some(entry) = entries.get(at) {
                line(ui, session, (at, *entry), actions);
            }
        }
    });
}

fn entries(session: &Session) -> Vec<Entry<'_>> {
    let mut all: Vec<Entry<'_>> = playback::event_tracks(session)
        .flat_map(|track| track.frames.iter().map(move |frame| (*frame, track)))
        .map(|(frame, track)| Entry {
            frame,
            name: track.name,
            clip: track.clip,
            is_marker: false,
        })
        .chain(playback::markers(session).iter().map(|marker| Entry {
            frame: marker.frame,
            name: &marker.name,
            clip: None,
            is_marker: true,
        }))
        .collect();
    all.sort_by(|a, b| a.frame.total_cmp(&b.frame));
    all
}

fn line(ui: &mut Ui, session: &Session, (at, entry): (usize, Entry<'_>), actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), size::ROW), Sense::click());
    let frame = words::fixed(entry.frame, 2);
    let kind = if entry.is_marker { "marker" } else { "notification" };
    let name = match entry.clip {
        Some(clip) => format!("{} ({clip})", entry.name),
        None => entry.name.to_owned(),
    };
    let spoken = format!("Go to {kind} {name} at frame {frame}");
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &spoken));
    if response.clicked() {
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(entry.frame))));
    }
    let is_here = session.frame().is_some_and(|now| (now - entry.frame).abs() < 1e-6);
    control::row_band(ui, rect, at);
    control::row_back(ui, rect, &response, is_here);

    let y = rect.center().y;
    let (glyph, color) = if entry.is_marker {
        (icons::ICON_BOOKMARK, theme.ok)
    } else {
        (icons::ICON_NOTIFICATIONS, theme.note)
    };
    control::paint_icon(ui, pos2(rect.left() + space::M, y), glyph, size::ICON, color);
    let mono = TextStyle::Monospace.resolve(ui.style());
    let number = |at: f32, text: String, color| {
        ui.painter()
            .text(pos2(at, y), Align2::RIGHT_CENTER, text, mono.clone(), color);
    };
    let frames_end = rect.left() + space::XL + size::NUMBER;
    number(frames_end, frame, theme.text);
    let secs_end = frames_end + size::NUMBER;
    if let Some(timeline) = session.timeline() {
        let secs = timeline.secs(entry.frame);
        number(secs_end, time_text::seconds(secs), theme.dim);
    }
    let room = Rect::from_min_max(pos2(secs_end + space::L, rect.top()), rect.max);
    if entry.is_marker {
        marker_name(ui, entry, room, actions);
    } else {
        let font = theme::dense().resolve(ui.style());
        let galley = control::elided(ui, &name, font, theme.text, room.width());
        ui.painter().galley(
            pos2(room.left() + space::XS, y - galley.size().y * 0.5),
            galley,
            theme.text,
        );
        response.on_hover_text(name);
    }
}

/// A marker's name can be typed over, and the marker taken away.
fn marker_name(ui: &mut Ui, entry: Entry<'_>, rect: Rect, actions: &mut Vec<Action>) {
    let frame = entry.frame;
    let layout = Layout::right_to_left(egui::Align::Center);
    let mut ui = ui.new_child(
        UiBuilder::new()
            .id_salt(("marker", frame.to_bits()))
            .max_rect(rect)
            .layout(layout),
    );
    let tip = "Remove this marker";
    if control::icon_button(&mut ui, icons::ICON_CLOSE, &format!("Remove {}", entry.name), tip, true).clicked() {
        actions.push(Action::Playback(PlaybackAction::Marker(MarkerEdit::Remove { frame })));
    }
    let id = ui.scope_id().with("name");
    // While it is typed the text lives in the context; the session has the name only when it is done.
    let mut text = ui
        .data(|data| data.get_temp::<String>(id))
        .unwrap_or_else(|| entry.name.to_owned());
    let field = TextEdit::singleline(&mut text)
        .id(id.with("field"))
        .desired_width(ui.available_width());
    let response = ui.add(field).accessible_name(format!("Name of {}", entry.name));
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        if field::left(&response) != Some(Left::Escaped) && text != entry.name {
            actions.push(Action::Playback(PlaybackAction::Marker(MarkerEdit::Rename {
                frame,
                name: text,
            })));
        }
    }
}
