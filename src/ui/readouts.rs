//! Where the playhead stands, in every unit people count in; the frame can be typed.

use super::control;
use super::theme::{self, size, space};
use super::{time_text, words};
use crate::session::{Action, Seek, Session};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{DragValue, Label, RichText, TextStyle, Ui, vec2};
use egui_material_icons::icons;

/// From the right edge inwards: rate, timecode, seconds, end of the range, frame, snapping. What has no room is left out, the
/// frame last of all.
pub fn show(ui: &mut Ui, session: &Session, wants_frame: &mut bool, actions: &mut Vec<Action>) {
    let theme = theme::of(ui);
    ui.add_space(space::M);
    let (Some(timeline), Some(frame)) = (session.timeline(), session.frame()) else {
        *wants_frame = false;
        return;
    };
    let (range, rate) = (timeline.range, timeline.frames_per_second);
    let number = |text: String| RichText::new(text).text_style(TextStyle::Monospace);
    let room = ui.available_width();
    if room > size::READOUTS + 2.0 * size::NUMBER {
        ui.label(number(words::frames_per_second(rate)).color(theme.dim))
            .on_hover_text("Frames per second of this clip");
        ui.add_space(space::S);
    }
    if room > size::READOUTS + size::NUMBER {
        let timecode = time_text::timecode(frame - range.start, rate);
        ui.label(number(timecode)).on_hover_text(
            "Timecode since the start: hours, minutes, seconds, frames. Without drop: a rate like 29.97 counts 30 frames a second",
        );
        ui.add_space(space::S);
    }
    ui.label(number(time_text::seconds(timeline.secs(frame - range.start))))
        .on_hover_text(format!(
            "Seconds since the start, of {}",
            words::fixed(timeline.duration_secs(), 2)
        ));
    ui.add_space(space::S);
    let played = session.play_range();
    let end = played.unwrap_or(range).end;
    let mut tip = format!(
        "The clip goes from {} to {}",
        words::frame(range.start),
        words::frame(range.end)
    );
    if let Some(played) = played {
        let (start, end) = (words::frame(played.start), words::frame(played.end));
        tip.push_str(&format!(", and is played from {start} to {end}"));
    }
    ui.label(number(format!("/ {}", words::frame(end))).color(theme.dim))
        .on_hover_text(tip);
    frame_field(ui, session, frame, wants_frame, actions);
    ui.add(Label::new(
        RichText::new("frame").color(theme.dim).text_style(theme::dense()),
    ));
    actions.extend(control::command_button(ui, session, "snap", icons::ICON_GRID_3X3));
}

fn frame_field(ui: &mut Ui, session: &Session, frame: f64, wants_frame: &mut bool, actions: &mut Vec<Action>) {
    let Some(timeline) = session.timeline() else { return };
    let range = timeline.range;
    let mut value = frame;
    let field = DragValue::new(&mut value)
        .range(range.start..=range.end)
        .speed(0.1)
        .custom_formatter(|value, _| words::fixed(value, 2))
        .custom_parser(|text| time_text::parse(text, &timeline))
        .update_while_editing(false)
        .min_size(vec2(size::NUMBER, size::ROW));
    let command = crate::session::command("go_to_frame");
    let key = command.keys.first().map(|chord| chord.label()).unwrap_or_default();
    let shown = ui
        .add(field)
        .on_hover_text(format!(
            "Frame ({key}): drag, or type a frame, seconds (1.4s) or timecode (1:12)"
        ))
        .accessible_name("Frame");
    if *wants_frame {
        // The field becomes text a pass after it got the keyboard; then what is typed replaces all of it.
        match TextEditState::load(ui.ctx(), shown.id).filter(|_| shown.has_focus()) {
            Some(mut text) => {
                let length = words::fixed(frame, 2).chars().count();
                let all = CCursorRange::two(CCursor::new(0), CCursor::new(length));
                text.cursor.set_char_range(Some(all));
                text.store(ui.ctx(), shown.id);
                *wants_frame = false;
            }
            None => shown.request_focus(),
        }
    }
    if shown.changed() && value != frame {
        actions.push(Action::Seek(Seek::Frame(value)));
    }
}
