//! Where odd keys stand in the plot: one mark for each column, however many there are.
//!
//! In: the odd keys of what is shown, the axis. Out: at most two marks a column, a jump and a flip, in as many steps as there are columns.

use crate::kit::theme::{self, size};
use crate::kit::words;
use crate::time::time_axis::TimeAxis;
use castview_motion::animation::curves::OddKeys;
use egui::{Rect, Response, Shape, Stroke, Ui, pos2, vec2};

/// How much of its colour the line below a jump has.
const LINE: f32 = 0.22;

/// The marks of one picture, from left to right.
#[derive(Debug, Default)]
pub struct OddMarks {
    jumps: Vec<Mark>,
    flips: Vec<Mark>,
    /// There are more odd keys than were kept.
    is_cut: bool,
}

/// One odd key, or the worst of several too close to be told apart.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    frame: f64,
    /// By which it jumps, if it does.
    degrees: f32,
    count: usize,
    x: f32,
}

impl OddMarks {
    /// Columns are as wide as a mark. `axis` counts the clip's own frames.
    pub fn of<'a>(of_tracks: impl IntoIterator<Item = &'a OddKeys>, axis: &TimeAxis) -> Self {
        let all: Vec<&OddKeys> = of_tracks.into_iter().filter(|odd| !odd.is_empty()).collect();
        let mut out = Self {
            is_cut: all.iter().any(|odd| odd.is_cut()),
            ..Self::default()
        };
        if all.is_empty() {
            return out;
        }
        // The last frame that is shown belongs to the last column.
        let end = axis.range.end.next_up();
        let columns = ((axis.right - axis.left) / size::KEY).ceil().max(1.0) as usize;
        let border = |column: usize| match column {
            _ if column >= columns => end,
            0 => axis.range.start,
            _ => axis.frame(axis.left + column as f32 * size::KEY),
        };
        for column in 0..columns {
            let (from, to) = (border(column), border(column + 1));
            let (mut jump, mut flip): (Option<Mark>, Option<Mark>) = (None, None);
            for odd in &all {
                let mark = |frame: f64, degrees: f32, count: usize| Mark {
                    frame,
                    degrees,
                    count,
                    x: axis.x(frame),
                };
                if let Some((count, widest)) = odd.jumps_within(from, to) {
                    let new = mark(widest.frame, widest.degrees, count);
                    jump = Some(jump.map_or(new, |known| known.joined(new)));
                }
                if let [first, ..] = odd.flips_within(from, to) {
                    let new = mark(*first, 0.0, odd.flips_within(from, to).len());
                    flip = Some(flip.map_or(new, |known| known.joined(new)));
                }
            }
            out.jumps.extend(jump);
            out.flips.extend(flip);
        }
        out
    }

    /// A triangle and a line for each jump, a ring for each flip, at the top of the plot: seen at any zoom.
    pub fn paint(&self, ui: &Ui, plot: Rect) {
        let theme = theme::of(ui);
        let painter = ui.painter_at(plot.expand2(vec2(size::KEY, 0.0)));
        let half = size::KEY * 0.5;
        for mark in &self.jumps {
            let top = pos2(mark.x, plot.top() + half);
            let line = [top, pos2(mark.x, plot.bottom())];
            let faint = theme.warning.gamma_multiply(LINE);
            painter.line_segment(line, Stroke::new(size::LINE, faint));
            let corners = vec![
                pos2(top.x - half, plot.top()),
                pos2(top.x + half, plot.top()),
                pos2(top.x, plot.top() + size::KEY),
            ];
            painter.add(Shape::convex_polygon(corners, theme.warning, Stroke::NONE));
        }
        for mark in &self.flips {
            let center = pos2(mark.x, plot.top() + half + size::KEY);
            painter.circle_stroke(center, half * 0.7, Stroke::new(size::LINE, theme.note));
        }
    }

    /// How many keys stand out, for assistive tools; under the pointer, what is odd there.
    pub fn describe(&self, ui: &Ui, response: &Response) {
        let count = |marks: &[Mark]| -> usize { marks.iter().map(|mark| mark.count).sum() };
        let (jumps, flips) = (count(&self.jumps), count(&self.flips));
        if jumps + flips == 0 {
            return;
        }
        let more = if self.is_cut { "; the clip has more" } else { "" };
        let said = format!("{jumps} jumps, {flips} keys with the other sign{more}");
        ui.ctx()
            .accesskit_node_builder(response.id, |node| node.set_value(said));
        let Some(pointer) = response.hover_pos() else { return };
        let near = |mark: &&Mark| (mark.x - pointer.x).abs() <= size::KEY * 0.5 + 1.0;
        let jumps = self.jumps.iter().filter(near).map(|mark| {
            let degrees = words::fixed(mark.degrees.into(), 1);
            let (frame, more) = (words::frame(mark.frame), mark.more());
            format!("Frame {frame}: turns by {degrees}° at once{more}")
        });
        let flips = self.flips.iter().filter(near).map(|mark| {
            let (frame, more) = (words::frame(mark.frame), mark.more());
            format!("Frame {frame}: the quaternion changes its sign, the rotation does not{more}")
        });
        let mut odd: Vec<String> = jumps.chain(flips).collect();
        if self.is_cut && !odd.is_empty() {
            odd.push("More keys are odd than are marked".into());
        }
        if !odd.is_empty() {
            response.clone().on_hover_text(odd.join("\n"));
        }
    }
}

impl Mark {
    /// Both as one: the wider jump, of equals the earlier.
    fn joined(self, other: Self) -> Self {
        let is_worse = other.degrees > self.degrees || other.degrees == self.degrees && other.frame < self.frame;
        let worst = if is_worse { other } else { self };
        Self {
            count: self.count + other.count,
            ..worst
        }
    }

    fn more(&self) -> String {
        match (self.count, self.degrees > 0.0) {
            (1, _) => String::new(),
            (count, true) => format!(", the worst of {count} here"),
            (count, false) => format!(", the first of {count} here"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use castview_base::scene::{CurveMode, Keys, Property, Track, Values};
    use glam::Quat;

    /// A quaternion at each of so many frames, every other one with the other sign, and a jump by 25° at every thousandth.
    fn broken(count: u32) -> OddKeys {
        let turn = |key: u32| {
            let degrees = (key / 1000) as f32 * 25.0;
            let turn = Quat::from_rotation_y(degrees.to_radians());
            if key % 2 == 1 { -turn } else { turn }
        };
        let track = Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..count).collect::<Vec<_>>().into()),
            values: Values::Rotation((0..count).map(|key| turn(key).to_array()).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        OddKeys::of(&[track])
    }

    fn axis(start: f64, end: f64) -> TimeAxis {
        TimeAxis {
            range: FrameRange { start, end },
            left: 100.0,
            right: 900.0,
        }
    }

    #[test]
    fn every_odd_key_is_counted_in_one_mark_a_column() {
        let odd = broken(20_000);
        let marks = OddMarks::of([&odd], &axis(0.0, 19_999.0));
        let columns = (800.0 / size::KEY).ceil() as usize;
        assert_eq!(marks.flips.len(), columns);
        let count = |marks: &[Mark]| -> usize { marks.iter().map(|mark| mark.count).sum() };
        assert_eq!((count(&marks.flips), count(&marks.jumps)), (19_999, 19));
        assert!(marks.jumps.iter().all(|mark| mark.frame % 1000.0 == 0.0));
        // Far beyond the first thousand, and only what is shown.
        let some = OddMarks::of([&odd], &axis(17_990.0, 18_010.0));
        assert_eq!((count(&some.flips), count(&some.jumps)), (21, 1));
        assert_eq!((some.jumps[0].frame, some.jumps[0].x), (18_000.0, 500.0));
        // Odd keys of two tracks in one column are one mark.
        let both = OddMarks::of([&odd, &odd], &axis(17_990.0, 18_010.0));
        assert_eq!((both.jumps.len(), count(&both.jumps)), (1, 2));
        assert!(OddMarks::of([], &axis(0.0, 1.0)).flips.is_empty());
    }
}
