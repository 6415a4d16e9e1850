//! The marks of the rows under the ruler: which are shown, how they look, what they are called.
//!
//! In: frames on the axis. Out: marks that can be pointed at.

use super::time_axis::TimeAxis;
use crate::kit::control;
use crate::kit::theme::{self, Theme, size, space, time};
use crate::kit::words;
use egui::accesskit::Role;
use egui::{
    Color32, FontId, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2,
};
use std::fmt::Debug;
use std::hash::Hash;

/// Strength of a flash after `age` seconds, if transitions take `transition` seconds; zero if nothing may move.
pub fn glow_after(age: f32, transition: f32) -> f32 {
    if transition <= 0.0 {
        return 0.0;
    }
    (1.0 - age / transition.min(time::TRANSITION)).clamp(0.0, 1.0)
}

/// The part of a row that belongs to the axis.
pub fn on_axis(axis: &TimeAxis, row: Rect) -> Rect {
    let ends = axis.left - size::AXIS_INSET..=axis.right + size::AXIS_INSET;
    row.intersect(Rect::from_x_y_ranges(ends, row.y_range()))
}

/// Those of the ascending `frames` that are shown, at most one a point: a track of a million frames draws as many marks as
/// there are points.
pub fn spread<'a>(frames: &'a [f64], axis: &'a TimeAxis) -> impl Iterator<Item = f64> + 'a {
    let mut at = frames.partition_point(|frame| *frame < axis.range.start);
    std::iter::from_fn(move || {
        let frame = *frames.get(at).filter(|frame| **frame <= axis.range.end)?;
        let x = axis.x(frame) + 1.0;
        at += 1;
        // One by one first: most tracks are short, and most marks are apart.
        if frames.get(at).is_some_and(|next| axis.x(*next) < x) {
            at += frames[at..].partition_point(|next| axis.x(*next) < x);
        }
        Some(frame)
    })
}

/// A mark of `row` that can be pointed at.
pub fn mark(
    ui: &Ui,
    kind: impl Hash + Debug,
    frame: f64,
    name: &str,
    axis: &TimeAxis,
    row: Rect,
    sense: Sense,
) -> Response {
    let rect = Rect::from_center_size(
        pos2(axis.x(frame), row.center().y),
        vec2(size::MARK + 4.0, row.height()),
    );
    let id = ui.scope_id().with((kind, frame.to_bits()));
    let response = ui.interact(rect, id, sense);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} at {}", words::frame(frame))));
    response
}

pub fn tip(response: Response, name: &str, frame: f64) {
    response.on_hover_text(format!("{name}, frame {}", words::frame(frame)));
}

/// The name of a row, left of where the axis begins.
pub fn row_name(ui: &Ui, name: &str, axis: &TimeAxis, row: Rect) {
    let theme = theme::of(ui);
    let left = row.left() + size::AXIS_INSET + space::S;
    let room = axis.left - size::AXIS_INSET * 0.5 - left;
    let galley = control::elided(ui, name, small(ui), theme.dim, room);
    let at = pos2(left, row.center().y - galley.size().y * 0.5);
    ui.painter().galley(at, galley, theme.dim);
}

/// `name` right of a mark, up to `end`.
pub fn beside(ui: &Ui, painter: &Painter, name: &str, center: Pos2, end: f32, color: Color32) {
    let left = center.x + size::MARK;
    if end - left > size::NUMBER * 0.5 {
        let galley = control::elided(ui, name, small(ui), color, end - left);
        painter.galley(pos2(left, center.y - galley.size().y * 0.5), galley, color);
    }
}

pub fn small(ui: &Ui) -> FontId {
    FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family)
}

/// `look`: the inside and the edge.
pub fn diamond(center: Pos2, radius: f32, look: (Color32, Stroke)) -> Shape {
    let points = [
        vec2(0.0, -radius),
        vec2(radius, 0.0),
        vec2(0.0, radius),
        vec2(-radius, 0.0),
    ];
    Shape::convex_polygon(points.map(|by| center + by).to_vec(), look.0, look.1)
}

/// A house that points up at its frame.
pub fn flag(painter: &Painter, center: Pos2, theme: &Theme, lively: bool) {
    let half = size::MARK * if lively { 0.7 } else { 0.55 };
    let points = [
        vec2(0.0, -half * 1.4),
        vec2(half, -half * 0.3),
        vec2(half, half),
        vec2(-half, half),
        vec2(-half, -half * 0.3),
    ];
    painter.add(Shape::convex_polygon(
        points.map(|by| center + by).to_vec(),
        theme.ok,
        Stroke::NONE,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;

    #[test]
    fn a_flash_is_short_and_none_where_nothing_may_move() {
        for (age, transition, wanted) in [
            (0.0, 0.12, 1.0),
            (0.06, 0.12, 0.5),
            (0.12, 0.12, 0.0),
            (0.12, 5.0, 0.0),
            (0.0, 0.0, 0.0),
        ] {
            assert_eq!(glow_after(age, transition), wanted, "{age} s of {transition}");
        }
    }

    #[test]
    fn a_mark_a_point_is_enough() {
        let axis = |start, end| TimeAxis {
            range: FrameRange { start, end },
            left: 20.0,
            right: 1020.0,
        };
        let frames: Vec<f64> = (0..1_000_000).map(f64::from).collect();
        let whole = axis(0.0, 999_999.0);
        let shown = spread(&frames, &whole).count();
        assert!((900..=1001).contains(&shown), "{shown}");
        // Zoomed in, each has its own.
        let part = axis(500.0, 520.0);
        assert_eq!(spread(&frames, &part).count(), 21);
        assert_eq!(spread(&[], &part).count(), 0);
        assert_eq!(spread(&[3.0, 900.0], &part).count(), 0);
    }
}
