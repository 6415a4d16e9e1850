//! Where the playhead stands, in every unit people count in; the frame can be typed.

use super::control;
use super::keyboard::field;
use super::theme::{self, size, space};
use super::words;
use crate::kit::words::time_text;
use castview_base::core::FrameRange;
use castview_session::playback;
use castview_session::{Action, PlaybackAction, Seek, Session};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{DragValue, Label, RichText, TextStyle, Ui, vec2};
use egui_material_icons::icons;

/// Readouts that there is room for, and the width of them all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Readouts {
    pub width: f32,
    end: bool,
    seconds: bool,
    word: bool,
    timecode: bool,
    rate: bool,
}

impl Readouts {
    /// Frame and snapping are always there; what follows them in the order of this list is left out from the last one on that
    /// has no room. `luxury` is the room of what the frame tells as well: timecode and rate.
    ///
    /// Each counts as wide as it ever gets in this clip: nothing comes and goes while it plays.
    pub fn fitting(ui: &Ui, session: &Session, room: f32, luxury: f32) -> Self {
        let mut out = Self {
            width: space::M,
            ..Self::default()
        };
        let Some(timeline) = session.timeline() else { return out };
        let (range, rate) = (timeline.range, timeline.frames_per_second);
        let gap = ui.spacing().item_spacing.x;
        let wide = |text: String, style: TextStyle| {
            let font = style.resolve(ui.style());
            ui.painter().layout_no_wrap(text, font, theme::of(ui).dim).size().x
        };
        let number = |text: String| wide(text, TextStyle::Monospace) + gap;
        let longest = |word: &dyn Fn(f64) -> String| number(word(range.start)).max(number(word(range.end)));
        let padding = 2.0 * ui.spacing().button_padding.x;
        let field = (longest(&|frame| words::fixed(frame, 2)) - gap + padding).max(size::NUMBER);
        out.width += field + gap + size::ROW + gap;
        let played_end = playback::play_range(session).unwrap_or(range).end;
        for (shown, width, room) in [
            (&mut out.end, number(end_word(played_end)), room),
            (
                &mut out.seconds,
                longest(&|frame| time_text::seconds(timeline.secs(frame))) + space::S,
                room,
            ),
            (&mut out.word, wide(FRAME.to_owned(), theme::dense()) + gap, room),
            (
                &mut out.timecode,
                longest(&|frame| time_text::timecode(frame, rate)) + space::S,
                luxury,
            ),
            (&mut out.rate, number(words::frames_per_second(rate)) + space::S, luxury),
        ] {
            if out.width + width > room {
                break;
            }
            *shown = true;
            out.width += width;
        }
        out
    }

    /// From the right edge inwards: rate, timecode, seconds, end of the range, frame, snapping.
    pub fn show(self, ui: &mut Ui, session: &Session, wants_frame: &mut bool, actions: &mut Vec<Action>) {
        let theme = theme::of(ui);
        ui.add_space(space::M);
        let (Some(timeline), Some(frame)) = (session.timeline(), session.frame()) else {
            *wants_frame = false;
            return;
        };
        let (range, rate) = (timeline.range, timeline.frames_per_second);
        let number = |text: String| RichText::new(text).text_style(TextStyle::Monospace);
        if self.rate {
            ui.label(number(words::frames_per_second(rate)).color(theme.dim))
                .on_hover_text("Frames per second of this clip");
            ui.add_space(space::S);
        }
        if self.timecode {
            let timecode = time_text::timecode(frame, rate);
            ui.label(number(timecode)).on_hover_text(
                "Timecode since frame 0: hours, minutes, seconds, frames. Without drop: a rate like 29.97 counts 30 frames a second",
            );
            ui.add_space(space::S);
        }
        if self.seconds {
            ui.label(number(time_text::seconds(timeline.secs(frame))))
                .on_hover_text(format!(
                    "Seconds since frame 0, as --time of the commands counts; the clip lasts {}",
                    words::fixed(timeline.duration_secs(), 2)
                ));
            ui.add_space(space::S);
        }
        if self.end {
            end(ui, session, range);
        }
        frame_field(ui, session, frame, wants_frame, actions);
        if self.word {
            let word = RichText::new(FRAME).color(theme.dim).text_style(theme::dense());
            ui.add(Label::new(word));
        }
        actions.extend(control::command_button(ui, session, "snap", icons::ICON_GRID_3X3));
    }
}

const FRAME: &str = "frame";

/// `/ 118`: where the clip, or what is played of it, ends.
fn end_word(end: f64) -> String {
    format!("/ {}", words::frame(end))
}

fn end(ui: &mut Ui, session: &Session, range: FrameRange) {
    let played = playback::play_range(session);
    let mut tip = format!(
        "The clip goes from {} to {}",
        words::frame(range.start),
        words::frame(range.end)
    );
    if let Some(played) = played {
        let (start, end) = (words::frame(played.start), words::frame(played.end));
        tip.push_str(&format!(", and is played from {start} to {end}"));
    }
    let text = end_word(played.unwrap_or(range).end);
    let text = RichText::new(text)
        .text_style(TextStyle::Monospace)
        .color(theme::of(ui).dim);
    ui.label(text).on_hover_text(tip);
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
    let command = castview_session::command("go_to_frame");
    let key = session.preferences().key_label(command);
    let shown = ui
        .add(field)
        .on_hover_text(format!(
            "Frame ({key}): drag, or type a frame, seconds (1.4s), minutes (2:30) or timecode (0:00:01:12)"
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
    // A number that is typed ends by Enter, which nothing else gets.
    field::left(&shown);
    if shown.changed() && value != frame {
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(value))));
    }
}
