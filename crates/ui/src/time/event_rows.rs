//! Events along a clip, in rows under the ruler: the user's markers, and the notifications of the file.
//!
//! In: the notifications of every audible clip, the active clip's markers, what fired. Out: seeks, renamed and moved markers. Rows stand on the ruler's own axis;
//! only the rows and marks that can be seen are painted.

use super::event_marks::{beside, diamond, flag, glow_after, mark, on_axis, row_name, spread, tip};
use super::time_axis::TimeAxis;
use crate::kit::control;
use crate::kit::keyboard::field::{self, Left};
use crate::kit::theme::{self, Theme, size, space};
use crate::time::heights::Heights;
use castview_session::playback;
use castview_session::{
    Action, ClipKey, EventKey, EventTrack, FilePlace, Fired, Marker, MarkerEdit, PlaybackAction, RangeEdit, Seek,
    Session, WindowAction, command,
};
use egui::accesskit::Role;
use egui::scroll_area::ScrollSource;
use egui::{
    Color32, Context, CursorIcon, Key, Order, Rect, Response, ScrollArea, Sense, Stroke, TextEdit, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Flashes, and a marker that is dragged or renamed.
#[derive(Default)]
pub struct EventRows {
    flashes: BTreeMap<EventKey, Flash>,
    of: Option<ClipKey>,
    dragged: Option<Dragged>,
    renamed: Option<Renamed>,
}

struct Flash {
    count: u64,
    /// In the context's seconds.
    since: f64,
}

struct Dragged {
    from: f64,
    to: f64,
    cancelled: bool,
}

struct Renamed {
    frame: f64,
    text: String,
    is_new: bool,
}

#[derive(Clone, Copy)]
enum Row<'a> {
    Markers(&'a [Marker]),
    Track(EventTrack<'a>),
    /// All notifications in one.
    Tracks,
}

/// Whether rows with names of their own are shown: the axis then begins beside the names.
pub fn has_names(session: &Session) -> bool {
    session.preferences().timeline.notification_rows && playback::event_tracks(session).next().is_some()
}

fn rows(session: &Session) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    if !playback::markers(session).is_empty() {
        rows.push(Row::Markers(playback::markers(session)));
    }
    if session.preferences().timeline.notification_rows {
        rows.extend(playback::event_tracks(session).map(Row::Track));
    } else if playback::event_tracks(session).next().is_some() {
        rows.push(Row::Tracks);
    }
    rows
}

/// A layer's notification with the clip it is from.
pub fn full_name<'a>(track: &EventTrack<'a>) -> Cow<'a, str> {
    match track.clip {
        None => track.name.into(),
        Some(clip) => format!("{} ({clip})", track.name).into(),
    }
}

/// A clip's own notifications are full marks, those of layers outlines.
fn look(track: &EventTrack<'_>, theme: &Theme) -> (Color32, Stroke) {
    match track.clip {
        None => (theme.note, Stroke::NONE),
        Some(_) => (theme.ground, Stroke::new(size::LINE, theme.note)),
    }
}

/// Asked for on the mark of a notification at `frame`.
fn notification_menu(
    response: &Response,
    session: &Session,
    track: &EventTrack<'_>,
    frame: f64,
    actions: &mut Vec<Action>,
) {
    response.context_menu(|ui| {
        if control::entry(ui, "Go there", "", true, None) {
            actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        }
        let to = match playback::next_notification(session, frame) {
            Some(_) => "Loop from here to the next notification",
            None => "Loop from here to the end",
        };
        if control::entry(ui, to, "", true, None) {
            let edit = RangeEdit::ToNextNotification(Some(frame));
            actions.push(Action::Playback(PlaybackAction::Range(edit)));
        }
        let place = playback::clip_of(session, track.key).map(|clip| FilePlace::Note(clip, track.key.index));
        if control::entry(ui, "Show in the file", "", place.is_some(), None) {
            actions.extend(place.map(|place| Action::Window(WindowAction::ShowInFile(place))));
        }
        actions.extend(control::menu_entry(ui, session, command("all_notifications")));
    });
}

/// Points that the rows take.
pub fn height(ctx: &Context, session: &Session) -> f32 {
    let most = Heights::of(ctx, session).most_rows;
    rows(session).len().min(most) as f32 * size::MARKS
}

/// Whether there are more rows than can be seen at once.
pub fn scrolls(ctx: &Context, session: &Session) -> bool {
    rows(session).len() > Heights::of(ctx, session).most_rows
}

impl EventRows {
    /// The field for a marker's name, if it was not shown, is not wanted any more.
    pub fn forget_name(&mut self) {
        self.renamed.take_if(|renamed| renamed.is_new);
    }

    /// The field for a marker's name is to take the keyboard when it is shown.
    pub fn wants_name(&self) -> bool {
        self.renamed.as_ref().is_some_and(|renamed| renamed.is_new)
    }

    /// The rows in `rect`, which is as wide as the window.
    pub fn show(&mut self, ui: &mut Ui, session: &Session, axis: &TimeAxis, rect: Rect, actions: &mut Vec<Action>) {
        let rows = rows(session);
        self.note_what_fired(ui, session);
        if rows.is_empty() {
            return;
        }
        let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
        inside.spacing_mut().item_spacing.y = 0.0;
        let area = ScrollArea::vertical()
            .id_salt("event rows")
            .auto_shrink([false, false])
            .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
        area.show_rows(&mut inside, size::MARKS, rows.len(), |ui, shown| {
            for index in shown {
                let (row, _) = ui.allocate_exact_size(vec2(ui.available_width(), size::MARKS), Sense::hover());
                match rows.get(index) {
                    Some(Row::Markers(markers)) => self.markers(ui, session, markers, axis, row, actions),
                    Some(Row::Track(track)) => self.track(ui, (session, track), axis, row, actions),
                    Some(Row::Tracks) => self.tracks(ui, session, axis, row, actions),
                    None => {}
                }
            }
        });
        self.rename_field(ui, session, axis, rect, actions);
    }

    /// Starts a flash for each notification that fired since the last pass.
    fn note_what_fired(&mut self, ui: &Ui, session: &Session) {
        let playback = session.playback();
        if self.of != playback.active_clip() {
            self.of = playback.active_clip();
            self.flashes.clear();
            (self.dragged, self.renamed) = (None, None);
        }
        let now = ui.input(|input| input.time);
        for (key, Fired { count, .. }) in playback.fired() {
            let flash = self.flashes.entry(*key).or_insert(Flash { count: 0, since: now });
            if flash.count != *count {
                *flash = Flash {
                    count: *count,
                    since: now,
                };
            }
        }
    }

    /// 1 when it has just fired, 0 when that is over or nothing may move.
    fn glow(&self, ui: &Ui, key: EventKey) -> f32 {
        let since = self.flashes.get(&key).map(|flash| flash.since);
        let age = since.map(|since| ui.input(|input| input.time) - since);
        let left = age.map_or(0.0, |age| glow_after(age as f32, ui.style().animation_time));
        if left > 0.0 {
            ui.ctx().request_repaint();
        }
        left
    }

    fn track(
        &self,
        ui: &Ui,
        (session, track): (&Session, &EventTrack<'_>),
        axis: &TimeAxis,
        row: Rect,
        actions: &mut Vec<Action>,
    ) {
        let theme = theme::of(ui);
        let name = full_name(track);
        let glow = self.glow(ui, track.key);
        if glow > 0.0 {
            ui.painter().rect_filled(row, 0, theme.note.gamma_multiply(glow * 0.35));
        }
        row_name(ui, &name, axis, row);
        let painter = ui.painter_at(on_axis(axis, row));
        for frame in spread(track.frames, axis) {
            let response = mark(ui, ("notification", track.key), frame, &name, axis, row, Sense::CLICK);
            if response.clicked() {
                actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
            }
            notification_menu(&response, session, track, frame, actions);
            let radius = size::MARK * if response.hovered() { 0.7 } else { 0.5 };
            painter.add(diamond(response.rect.center(), radius + glow * 2.0, look(track, theme)));
            tip(response, &name, frame);
        }
    }

    /// Every notification on one row, each mark with its name where there is room.
    fn tracks(&self, ui: &Ui, session: &Session, axis: &TimeAxis, row: Rect, actions: &mut Vec<Action>) {
        let theme = theme::of(ui);
        let mut found: Vec<(f64, EventTrack<'_>)> = Vec::new();
        for track in playback::event_tracks(session) {
            found.extend(spread(track.frames, axis).map(|frame| (frame, track)));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Marks closer than a point are one mark.
        found.dedup_by(|later, earlier| axis.x(later.0) - axis.x(earlier.0) < 1.0);
        let painter = ui.painter_at(on_axis(axis, row));
        for (at, (frame, track)) in found.iter().enumerate() {
            let name = full_name(track);
            let glow = self.glow(ui, track.key);
            let response = mark(ui, ("notifications", track.key), *frame, &name, axis, row, Sense::CLICK);
            if response.clicked() {
                actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(*frame))));
            }
            notification_menu(&response, session, track, *frame, actions);
            let center = response.rect.center();
            painter.add(diamond(center, size::MARK * 0.5 + glow * 2.0, look(track, theme)));
            let next = found.get(at + 1).map(|(frame, _)| axis.x(*frame) - size::MARK);
            beside(
                ui,
                &painter,
                &name,
                center,
                next.unwrap_or(axis.right + size::AXIS_INSET),
                theme.dim,
            );
            tip(response, &name, *frame);
        }
    }

    fn markers(
        &mut self,
        ui: &Ui,
        session: &Session,
        markers: &[Marker],
        axis: &TimeAxis,
        row: Rect,
        actions: &mut Vec<Action>,
    ) {
        let theme = theme::of(ui);
        if axis.left - row.left() > size::NUMBER {
            row_name(ui, "Markers", axis, row);
        }
        let painter = ui.painter_at(on_axis(axis, row));
        let shown: Vec<&Marker> = markers.iter().filter(|m| axis.range.contains(m.frame)).collect();
        for (at, marker) in shown.iter().enumerate() {
            let response = mark(
                ui,
                "marker",
                marker.frame,
                &marker.name,
                axis,
                row,
                Sense::click_and_drag(),
            );
            self.drag(ui, session, marker, axis, &response, actions);
            if response.double_clicked() {
                self.begin_rename(marker);
            } else if response.clicked() {
                actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(marker.frame))));
            }
            response.context_menu(|ui| self.menu(ui, marker, actions));
            let held = self
                .dragged
                .as_ref()
                .filter(|held| held.from == marker.frame && !held.cancelled);
            let x = held.map_or(response.rect.center().x, |held| axis.x(held.to));
            let center = pos2(x, row.center().y);
            flag(
                &painter,
                center,
                theme,
                response.hovered() || held.is_some() || response.has_focus(),
            );
            let next = shown.get(at + 1).map(|next| axis.x(next.frame) - size::MARK);
            beside(
                ui,
                &painter,
                &marker.name,
                center,
                next.unwrap_or(axis.right + size::AXIS_INSET),
                theme.text,
            );
            if response.hovered() || held.is_some() {
                ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
            }
            tip(response, &marker.name, marker.frame);
        }
    }

    /// The marker follows the pointer; it is moved when it is let go, so that one drag is one entry of undo.
    fn drag(
        &mut self,
        ui: &Ui,
        session: &Session,
        marker: &Marker,
        axis: &TimeAxis,
        response: &Response,
        actions: &mut Vec<Action>,
    ) {
        if response.drag_started() {
            self.dragged = Some(Dragged {
                from: marker.frame,
                to: marker.frame,
                cancelled: false,
            });
        }
        let Some(held) = self.dragged.as_mut().filter(|held| held.from == marker.frame) else {
            return;
        };
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            held.cancelled = true;
            actions.retain(|action| *action != Action::Escape);
        }
        if let Some(pointer) = response.interact_pointer_pos() {
            let free = !session.preferences().timeline.snaps || ui.input(|input| input.modifiers.shift);
            held.to = if free {
                axis.frame(pointer.x)
            } else {
                axis.whole_frame(pointer.x)
            };
        }
        if response.drag_stopped() {
            let (from, to) = (held.from, held.to);
            if !held.cancelled && from != to {
                actions.push(Action::Playback(PlaybackAction::Marker(MarkerEdit::Move { from, to })));
            }
            self.dragged = None;
        }
    }

    fn begin_rename(&mut self, marker: &Marker) {
        self.renamed = Some(Renamed {
            frame: marker.frame,
            text: marker.name.clone(),
            is_new: true,
        });
    }

    fn menu(&mut self, ui: &mut Ui, marker: &Marker, actions: &mut Vec<Action>) {
        let frame = marker.frame;
        if control::entry(ui, "Go there", "", true, None) {
            actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(frame))));
        }
        if control::entry(ui, "Rename", "", true, None) {
            self.begin_rename(marker);
        }
        if control::entry(ui, "Remove", "", true, None) {
            actions.push(Action::Playback(PlaybackAction::Marker(MarkerEdit::Remove { frame })));
        }
    }

    /// A text field over the marker's name: Enter or a click elsewhere takes it, Escape does not.
    fn rename_field(&mut self, ui: &Ui, session: &Session, axis: &TimeAxis, rect: Rect, actions: &mut Vec<Action>) {
        let Some(renamed) = &mut self.renamed else { return };
        if !playback::markers(session)
            .iter()
            .any(|marker| marker.frame == renamed.frame)
        {
            self.renamed = None;
            return;
        }
        let x = axis.x(renamed.frame).min(rect.right() - size::RENAME);
        let area = egui::Area::new(control::stable_id("rename marker"))
            .order(Order::Foreground)
            .fixed_pos(pos2(x, rect.top() - space::XS))
            .fade_in(false);
        let response = area
            .show(ui.ctx(), |ui| {
                let field = TextEdit::singleline(&mut renamed.text).desired_width(size::RENAME);
                let response = ui.add(field).accessible_name("Marker name");
                if std::mem::take(&mut renamed.is_new) {
                    response.request_focus();
                }
                response
            })
            .inner;
        if response.lost_focus() {
            if field::left(&response) != Some(Left::Escaped) {
                actions.push(Action::Playback(PlaybackAction::Marker(MarkerEdit::Rename {
                    frame: renamed.frame,
                    name: std::mem::take(&mut renamed.text),
                })));
            }
            self.renamed = None;
        }
    }
}

/// The arrow that folds the rows of notifications into one, beside the first of them in the rows of `rect`.
pub fn fold_button(ui: &Ui, session: &Session, rect: Rect, actions: &mut Vec<Action>) {
    if playback::event_tracks(session).next().is_none() {
        return;
    }
    let theme = theme::of(ui);
    let open = session.preferences().timeline.notification_rows;
    let command = command("notification_rows");
    let above = if playback::markers(session).is_empty() {
        0.0
    } else {
        size::MARKS
    };
    // As high as anything that can be clicked, which is more than a row.
    let top = rect.top() + above - (size::ROW - size::MARKS) * 0.5;
    let rect = Rect::from_min_size(pos2(rect.left(), top), vec2(size::AXIS_INSET, size::ROW));
    let response = ui.interact(rect, control::stable_id("fold notifications"), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, open, command.title));
    if response.clicked() {
        actions.push(command.action());
    }
    let color = if response.hovered() { theme.text } else { theme.dim };
    control::fold_arrow(ui, rect.center(), open, color);
    if response.has_focus() {
        control::focus_ring(ui, rect);
    }
    response.on_hover_text(control::tip(session, command));
}
