//! The in and out points on the ruler: two handles, and what lies outside them dimmed.
//!
//! A drag with Shift over the ruler spans a new range, a handle moves one end. Escape puts back what was there.

use super::time_axis::TimeAxis;
use crate::kit::control;
use crate::kit::keyboard::arrows;
use crate::kit::theme::{self, Theme, size};
use crate::kit::words;
use castview_base::core::FrameRange;
use castview_session::playback;
use castview_session::{Action, CompositionAction, PlaybackAction, RangeEdit, Session, command};
use egui::accesskit;
use egui::{CursorIcon, Key, Painter, PointerButton, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

/// A drag of the range in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RangeDrag {
    held: Option<Held>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    /// The handle; `None` while a new range is spanned.
    point: Option<Point>,
    /// The end that stays, in frames.
    still: f64,
    /// Where the pointer went down.
    from_x: f32,
    /// Range that was set before the drag.
    before: Option<FrameRange>,
    cancelled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Point {
    In,
    Out,
}

impl RangeDrag {
    pub fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// A drag over the ruler that began with Shift. True while it lasts: then the playhead stays where it is.
    pub fn span(
        &mut self,
        ui: &Ui,
        session: &Session,
        axis: &TimeAxis,
        ruler: &Response,
        actions: &mut Vec<Action>,
    ) -> bool {
        let (shift, primary) = ui.input(|input| (input.modifiers.shift, input.pointer.primary_down()));
        let pressed = ruler.is_pointer_button_down_on() && primary;
        if pressed && shift && self.held.is_none() && ui.input(|input| input.pointer.primary_pressed()) {
            let Some(pointer) = ruler.interact_pointer_pos() else {
                return false;
            };
            self.held = Some(Held {
                point: None,
                still: frame_at(session, axis, pointer.x, false),
                from_x: pointer.x,
                before: playback::play_range(session),
                cancelled: false,
            });
        }
        if self.held.is_none_or(|held| held.point.is_some()) {
            return false;
        }
        self.follow(ui, session, axis, ruler, false, actions);
        true
    }

    /// Moves the end that is held to the pointer.
    fn follow(
        &mut self,
        ui: &Ui,
        session: &Session,
        axis: &TimeAxis,
        response: &Response,
        fine: bool,
        actions: &mut Vec<Action>,
    ) {
        let Some(held) = &mut self.held else { return };
        if ui.input(|input| input.key_pressed(Key::Escape)) && !held.cancelled {
            held.cancelled = true;
            actions.retain(|action| *action != Action::Escape);
            actions.push(Action::Playback(PlaybackAction::Range(match held.before {
                Some(range) => RangeEdit::Set(range),
                None => RangeEdit::Clear,
            })));
        }
        let moved = response
            .interact_pointer_pos()
            .filter(|pointer| !held.cancelled && (pointer.x - held.from_x).abs() > 1.0);
        if let Some(pointer) = moved {
            let to = frame_at(session, axis, pointer.x, fine);
            let range = FrameRange {
                start: held.still.min(to),
                end: held.still.max(to),
            };
            if range.length() > 0.0 && playback::play_range(session) != Some(range) {
                actions.push(Action::Playback(PlaybackAction::Range(RangeEdit::Set(range))));
            }
        }
        if !response.is_pointer_button_down_on() {
            // The next drag is an undo of its own.
            actions.push(Action::Composition(CompositionAction::EndDrag));
            self.held = None;
        }
    }

    /// The two handles over `strip`, the upper part of the ruler.
    pub fn handles(
        &mut self,
        ui: &Ui,
        session: &Session,
        axis: &TimeAxis,
        strip: Rect,
        painter: &Painter,
        actions: &mut Vec<Action>,
    ) {
        let Some(whole) = session.timeline().map(|timeline| timeline.range) else {
            return;
        };
        let is_set = playback::play_range(session).is_some();
        let range = playback::play_range(session).unwrap_or(whole);
        for (point, frame) in [(Point::In, range.start), (Point::Out, range.end)] {
            if frame < axis.range.start || frame > axis.range.end {
                continue;
            }
            let x = axis.x(frame);
            let response = handle(ui, point, x, strip, range, whole, actions);
            if response.drag_started_by(PointerButton::Primary) {
                self.held = Some(Held {
                    point: Some(point),
                    still: if point == Point::In { range.end } else { range.start },
                    from_x: x,
                    before: playback::play_range(session),
                    cancelled: false,
                });
            }
            if self.held.is_some_and(|held| held.point == Some(point)) {
                let fine = ui.input(|input| input.modifiers.shift);
                self.follow(ui, session, axis, &response, fine, actions);
            }
            if response.double_clicked() {
                actions.push(Action::Playback(PlaybackAction::Range(RangeEdit::Clear)));
            }
            if response.hovered() || response.dragged() {
                ui.ctx().set_cursor_icon(CursorIcon::ResizeColumn);
            }
            let theme = theme::of(ui);
            let color = match (is_set, response.hovered() || response.dragged() || response.has_focus()) {
                (true, _) | (_, true) => theme.accent,
                _ => theme.handle,
            };
            bracket(painter, point, x, strip, color);
            if response.has_focus() {
                control::focus_ring(ui, response.rect);
            }
            let (word, key) = match point {
                Point::In => ("Playing begins at", "range_in"),
                Point::Out => ("Playing ends at", "range_out"),
            };
            let key = session.preferences().key_label(command(key));
            response.on_hover_text(format!(
                "{word} {}. Drag it, set it to the playhead with {key}, double-click for the whole clip.",
                words::frame(frame)
            ));
        }
    }
}

/// Where the two handles stand on `axis`.
pub fn at(session: &Session, axis: &TimeAxis) -> [f32; 2] {
    let whole = session.timeline().map_or(axis.range, |timeline| timeline.range);
    let range = playback::play_range(session).unwrap_or(whole);
    [range.start, range.end].map(|frame| axis.x(frame))
}

/// Whole frames while snapping, any with `fine`.
fn frame_at(session: &Session, axis: &TimeAxis, x: f32, fine: bool) -> f64 {
    if session.preferences().timeline.snaps && !fine {
        axis.whole_frame(x)
    } else {
        axis.frame(x)
    }
}

/// Stands beside its frame, outside the range: what lies inside stays free for the playhead.
fn handle(
    ui: &Ui,
    point: Point,
    x: f32,
    strip: Rect,
    range: FrameRange,
    whole: FrameRange,
    actions: &mut Vec<Action>,
) -> Response {
    let (name, left) = match point {
        Point::In => ("In point", x - size::RANGE_HANDLE),
        Point::Out => ("Out point", x),
    };
    let rect = Rect::from_min_size(pos2(left, strip.top()), vec2(size::RANGE_HANDLE, strip.height()));
    let response = ui.interact(rect, control::stable_id(name), Sense::click_and_drag());
    let frame = if point == Point::In { range.start } else { range.end };
    response.widget_info(|| WidgetInfo::slider(true, frame, name));
    let set = |to: f64| {
        Action::Playback(PlaybackAction::Range(RangeEdit::Set(match point {
            Point::In => FrameRange { start: to, ..range },
            Point::Out => FrameRange { end: to, ..range },
        })))
    };
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(whole.start);
        node.set_max_numeric_value(whole.end);
        node.set_numeric_value_step(1.0);
        node.add_action(accesskit::Action::SetValue);
    });
    ui.input(|input| {
        for request in input.accesskit_action_requests(response.id, accesskit::Action::SetValue) {
            if let Some(accesskit::ActionData::NumericValue(value)) = request.data {
                actions.push(set(value));
            }
        }
    });
    let steps = arrows::steps(&response);
    if steps != 0.0 {
        actions.push(set(whole.hold((frame + f64::from(steps)).round())));
    }
    response
}

/// A bracket that opens towards the range.
fn bracket(painter: &Painter, point: Point, x: f32, strip: Rect, color: egui::Color32) {
    let away = if point == Point::In { -1.0 } else { 1.0 };
    let x = painter.round_to_pixel_center(x);
    let stroke = Stroke::new(size::RING, color);
    painter.line_segment([pos2(x, strip.top()), pos2(x, strip.bottom())], stroke);
    let reach = x + away * size::RANGE_HANDLE * 0.75;
    let flag = vec![
        pos2(x, strip.top()),
        pos2(reach, strip.top()),
        pos2(x, strip.top() + size::RANGE_HANDLE),
    ];
    painter.add(Shape::convex_polygon(flag, color, Stroke::NONE));
}

/// Dims what is not played, over the whole of `rect`, and marks what is with a line on top.
pub fn shade(painter: &Painter, session: &Session, axis: &TimeAxis, rect: Rect, theme: &Theme) {
    let Some(range) = playback::play_range(session) else {
        return;
    };
    let [from, to] = [range.start, range.end].map(|frame| axis.x(frame).clamp(axis.left, axis.right));
    let veil = theme.ground.gamma_multiply(size::RANGE_VEIL);
    let outer = [rect.left()..=from, to..=rect.right()];
    for part in outer {
        painter.rect_filled(Rect::from_x_y_ranges(part, rect.y_range()), 0, veil);
    }
    let inside = Rect::from_x_y_ranges(from..=to, rect.y_range());
    painter.rect_filled(inside, 0, theme.accent.gamma_multiply(size::RANGE_TINT));
    let bar = Rect::from_min_max(pos2(from, rect.top()), pos2(to, rect.top() + size::RING));
    painter.rect_filled(bar, 0, theme.accent);
}
