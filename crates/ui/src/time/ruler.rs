//! Frame numbers and the playhead; the in and out points on it, and the rows of what happens under it.
//!
//! A press or drag moves the playhead to whole frames, with Shift (or without snapping) to fractions; playing waits while it is
//! held, Escape puts it back. A press with Shift already down spans the range that is played.

use super::event_rows::{self, EventRows};
use super::range_bar::{self, RangeDrag};
use super::ticks::{KeyTicks, TroubleTicks};
use super::time_axis::{Tick, TimeAxis};
use super::time_view::TimeView;
use crate::kit::control;
use crate::kit::theme::{self, Theme, size, space};
use crate::kit::words;
use castview_session::{Action, PlaybackAction, Seek, Session, command};
use egui::accesskit::Role;
use egui::{
    Align2, Context, CursorIcon, FontId, Key, Painter, Rect, Response, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2,
    vec2,
};

/// A drag of the playhead in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scrub {
    held: Option<Held>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    /// Where the playhead was.
    from: f64,
    was_playing: bool,
    /// Escape was pressed: the rest of this drag does nothing.
    cancelled: bool,
}

/// Points the ruler and the rows under it take for `session`.
pub fn height(ctx: &Context, session: &Session) -> f32 {
    size::RULER + event_rows::height(ctx, session)
}

pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut TimeView,
    scrub: &mut Scrub,
    (range, rows, keys, troubles): (&mut RangeDrag, &mut EventRows, &mut KeyTicks, &mut TroubleTicks),
    actions: &mut Vec<Action>,
) {
    let theme = theme::of(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height(ui.ctx(), session)), Sense::hover());
    let baseline = rect.top() + size::RULER;
    view.follow(session);
    let Some((axis, frame)) = view.axis(session, rect).zip(session.frame()) else {
        scrub.held = None;
        let line = [
            pos2(rect.left() + size::AXIS_INSET, baseline),
            pos2(rect.right() - size::AXIS_INSET, baseline),
        ];
        ui.painter().line_segment(line, Stroke::new(size::LINE, theme.line));
        let response = ui.interact(rect, control::stable_id("playhead"), Sense::hover());
        response.widget_info(|| WidgetInfo::slider(false, 0.0, "Playhead"));
        return;
    };
    // Beyond its ends the axis is clipped: beside names nothing of a zoomed clip may show.
    let ends = axis.left - size::AXIS_INSET..=axis.right + size::AXIS_INSET;
    let ends = rect.intersect(Rect::from_x_y_ranges(ends, rect.y_range()));
    let response = ui.interact(ends, control::stable_id("playhead"), Sense::click_and_drag());
    if !range.span(ui, session, &axis, &response, actions) && !range.is_held() {
        drag(ui, session, &axis, frame, &response, scrub, actions);
    }
    describe(ui, &axis, frame, &response, actions);
    if response.hovered() || response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let over_list = event_rows::scrolls(ui.ctx(), session) && response.hover_pos().is_some_and(|at| at.y > baseline);
    view.steer(ui, session, &axis, &response, !over_list);
    menu(session, &response, actions);

    let painter = ui.painter_at(ends);
    ticks(
        ui,
        &painter,
        &axis,
        range_bar::at(session, &axis),
        rect.top(),
        baseline,
        theme,
    );
    keys.show(session, &axis, &painter, baseline, theme);
    troubles.show(ui, session, &axis, (&painter, baseline, theme), actions);
    let below = rect.with_min_y(baseline);
    rows.show(ui, session, &axis, below, actions);
    event_rows::fold_button(ui, session, below, actions);
    range_bar::shade(&painter, session, &axis, ends, theme);
    let strip = ends.with_max_y(rect.top() + size::RANGE_HANDLE * 2.0);
    range.handles(ui, session, &axis, strip, &painter, actions);
    playhead(ui, &painter, (axis.x(frame), frame), rect, response.has_focus());
    if response.has_focus() {
        control::focus_ring(ui, ends);
    }
}

/// Shows the commands for the frame that was clicked: the press has moved the playhead there.
fn menu(session: &Session, response: &Response, actions: &mut Vec<Action>) {
    response.context_menu(|ui| {
        let names = ["range_in", "range_out", "range_clear", "loop_notification", "marker"];
        for name in names {
            actions.extend(control::menu_entry(ui, session, command(name)));
        }
    });
}

/// A press or drag on anything that lies under `axis` → seeks; `frame` is where the playhead stands.
pub fn drag(
    ui: &Ui,
    session: &Session,
    axis: &TimeAxis,
    frame: f64,
    response: &Response,
    scrub: &mut Scrub,
    actions: &mut Vec<Action>,
) {
    // At the press, not when the mouse has moved: whoever points at a frame wants to see it. The middle button pans.
    let pans = ui.input(|input| input.pointer.middle_down());
    if (response.is_pointer_button_down_on() || response.clicked()) && !pans {
        scrub.held.get_or_insert(Held {
            from: frame,
            was_playing: session.is_playing(),
            cancelled: false,
        });
    }
    let Some(held) = &mut scrub.held else { return };
    if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
        held.cancelled = true;
        actions.retain(|action| *action != Action::Escape);
        actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(held.from))));
    }
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| !held.cancelled) {
        let free = !session.preferences().timeline.snaps || ui.input(|input| input.modifiers.shift);
        let to = if free {
            axis.frame(pointer.x)
        } else {
            axis.whole_frame(pointer.x)
        };
        if session.is_playing() {
            actions.push(Action::Playback(PlaybackAction::Pause));
        }
        if to != frame {
            actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(to))));
        }
    }
    if !response.is_pointer_button_down_on() {
        if held.was_playing {
            actions.push(Action::Playback(PlaybackAction::Play));
        }
        scrub.held = None;
    }
}

/// The ruler for assistive tools: a slider over the shown frames.
fn describe(ui: &Ui, axis: &TimeAxis, frame: f64, response: &Response, actions: &mut Vec<Action>) {
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, frame, "Playhead");
        info.role = Role::Slider;
        info
    });
    let (low, high) = (axis.range.start, axis.range.end);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(low);
        node.set_max_numeric_value(high);
        node.set_numeric_value_step(1.0);
        node.add_action(egui::accesskit::Action::SetValue);
        node.add_action(egui::accesskit::Action::Increment);
        node.add_action(egui::accesskit::Action::Decrement);
    });
    for (request, step) in [
        (egui::accesskit::Action::Increment, 1.0),
        (egui::accesskit::Action::Decrement, -1.0),
    ] {
        if ui.input(|input| input.has_accesskit_action_request(response.id, request)) {
            actions.push(Action::Playback(PlaybackAction::Seek(Seek::Step(step))));
        }
    }
    ui.input(|input| {
        for request in input.accesskit_action_requests(response.id, egui::accesskit::Action::SetValue) {
            if let Some(egui::accesskit::ActionData::NumericValue(value)) = request.data {
                actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(value))));
            }
        }
    });
}

/// Where a number of `width` over `x` begins: beside the handles at `from` and `to`, on the nearer side. Handles lie outside of
/// what is played, so the numbers of its first and last frame lie inside.
fn beside_handles(x: f32, width: f32, [from, to]: [f32; 2]) -> f32 {
    let (left, gap) = (x - width * 0.5, space::XS);
    let handles = [[from - size::RANGE_HANDLE, from], [to, to + size::RANGE_HANDLE]];
    let touched = handles
        .into_iter()
        .find(|[start, end]| left < end + gap && left + width > start - gap);
    match touched {
        Some([start, end]) if x < start.midpoint(end) => start - gap - width,
        Some([_, end]) => end + gap,
        None => left,
    }
}

/// Above the baseline: lines, and numbers over the longer ones.
fn ticks(ui: &Ui, painter: &Painter, axis: &TimeAxis, handles: [f32; 2], top: f32, baseline: f32, theme: &Theme) {
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let digit = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let width = |frame: f64| digit * words::frame(frame).chars().count() as f32;
    let line = [pos2(axis.left, baseline), pos2(axis.right.max(axis.left), baseline)];
    painter.line_segment(line, Stroke::new(size::LINE, theme.handle));
    let ticks = axis.ticks(width, size::TICK_GAP, space::XS + 1.0);
    for tick in &ticks {
        let (length, color) = if tick.labelled {
            (size::TICK_MAJOR, theme.handle)
        } else {
            (size::TICK_MINOR, theme.line)
        };
        let x = painter.round_to_pixel_center(tick.x);
        painter.line_segment(
            [pos2(x, baseline - length), pos2(x, baseline)],
            Stroke::new(size::LINE, color),
        );
    }
    let clip = painter.clip_rect();
    for (frame, left) in labels(&ticks, width, handles, [clip.left(), clip.right()]) {
        let at = pos2(left, top + space::XS);
        painter.text(at, Align2::LEFT_TOP, words::frame(frame), font.clone(), theme.dim);
    }
}

/// Frames that get a number, and the left edge of each number. One that the `ends` would cut is left out, as 12 of 512 reads like
/// frame 12.
fn labels(ticks: &[Tick], width: impl Fn(f64) -> f32, handles: [f32; 2], ends: [f32; 2]) -> Vec<(f64, f32)> {
    let mut taken = f32::NEG_INFINITY;
    let mut out = Vec::new();
    for tick in ticks.iter().filter(|tick| tick.labelled) {
        let room = width(tick.frame);
        let left = beside_handles(tick.x, room, handles);
        // A number that moved aside for a handle in the middle may have met its neighbour.
        if left > taken && left >= ends[0] && left + room <= ends[1] {
            taken = left + room + space::XS;
            out.push((tick.frame, left));
        }
    }
    out
}

/// A line over the whole height with its frame in a bubble at the top.
fn playhead(ui: &Ui, painter: &Painter, (x, frame): (f32, f64), rect: Rect, focused: bool) {
    let theme = theme::of(ui);
    let stroke = Stroke::new(size::RING, theme.accent);
    painter.line_segment([pos2(x, rect.top()), pos2(x, rect.bottom())], stroke);
    let is_whole = (frame - frame.round()).abs() < 1e-6;
    let text = match is_whole {
        true => words::frame(frame.round()),
        false => words::fixed(frame, 2),
    };
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let galley = painter.layout_no_wrap(text, font, theme.on_accent);
    let half = galley.size().x * 0.5 + space::XS;
    // At the ends of the ruler it moves aside, so that it is read whole.
    let clip = painter.clip_rect();
    let middle = x.clamp(clip.left() + half, (clip.right() - half).max(clip.left() + half));
    let bubble = Rect::from_min_max(
        pos2(middle - half, rect.top()),
        pos2(middle + half, rect.top() + galley.size().y + 2.0),
    );
    let edge = if focused { theme.text } else { theme.ground };
    painter.rect(
        bubble,
        size::RADIUS,
        theme.accent,
        Stroke::new(size::LINE, edge),
        egui::StrokeKind::Outside,
    );
    painter.galley(bubble.min + vec2(space::XS, 1.0), galley, theme.on_accent);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_does_not_fit_is_left_out() {
        let width = |frame: f64| 7.0 * words::frame(frame).chars().count() as f32;
        for (start, end) in [
            (11_963.44, 11_971.08),
            (0.0, 118.0),
            (-12_345.5, 70_000.25),
            (35_990.5, 36_000.0),
        ] {
            let axis = TimeAxis {
                range: castview_base::core::FrameRange { start, end },
                left: 220.0,
                right: 1260.0,
            };
            let ends = [axis.left - size::AXIS_INSET, axis.right + size::AXIS_INSET];
            let ticks = axis.ticks(width, size::TICK_GAP, 5.0);
            let shown = labels(&ticks, width, [axis.left, axis.right], ends);
            assert!(shown.len() > 2, "{start} to {end}: {shown:?}");
            for (frame, left) in &shown {
                let fits = *left >= ends[0] && left + width(*frame) <= ends[1];
                assert!(fits, "{frame} would be cut at {left}");
            }
        }
    }

    #[test]
    fn numbers_stand_beside_the_handles() {
        let handles = [100.0, 500.0];
        for (x, width) in [
            (100.0, 7.0),
            (100.0, 60.0),
            (92.0, 20.0),
            (500.0, 21.0),
            (520.0, 40.0),
            (300.0, 30.0),
        ] {
            let left = beside_handles(x, width, handles);
            let right = left + width;
            let clear = |from: f32, to: f32| right <= from || left >= to;
            assert!(clear(100.0 - size::RANGE_HANDLE, 100.0), "{x}: {left}");
            assert!(clear(500.0, 500.0 + size::RANGE_HANDLE), "{x}: {left}");
            let middle = (left + right) * 0.5;
            assert!(
                (middle - x).abs() <= width * 0.5 + size::RANGE_HANDLE + space::XS,
                "{x}: {left} is far off"
            );
        }
        assert_eq!(
            beside_handles(300.0, 30.0, handles),
            285.0,
            "far from both it is over its tick"
        );
    }
}
