//! Findings on the ruler: small triangles over their frames, as long as what was found still stands.
//!
//! In: the findings, ascending by frame; the axis. Out: marks, found again when one of them changes; the pointer over a mark is told what it
//! stands for, a click goes to its first finding. Findings that are nearer to each other than a mark is wide are one: there are never more
//! marks than the ruler has room for.

use super::super::time_axis::TimeAxis;
use crate::kit::theme::{Theme, size};
use crate::kit::words;
use crate::tree::node;
use castview_session::{Action, PlaybackAction, Seek, SelectionAction, Session};
use egui::accesskit::Role;
use egui::{Painter, Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use std::ops::Range;

const WIDTH: f32 = 10.0;
const HEIGHT: f32 = 8.0;
/// Side of the area around a mark that takes the pointer; nearer marks are one.
const TARGET: f32 = 12.0;
/// Over the baseline, so that keys and ticks stay readable, and below the numbers.
const OVER: f32 = size::TICK_MAJOR - 2.0;
/// Findings that the tooltip of a mark tells.
const MOST_TOLD: usize = 6;

#[derive(Default)]
pub struct TroubleTicks {
    of: Option<(TimeAxis, u64)>,
    marks: Vec<TroubleTick>,
}

/// One mark, for some of the findings.
#[derive(Clone, Debug, PartialEq)]
struct TroubleTick {
    x: f32,
    found: Range<usize>,
}

/// Marks for the ascending `frames`: each stands over its first one, and for all that are less than [`TARGET`] behind it.
fn ticks(frames: &[(f64, [usize; 2])], axis: &TimeAxis) -> Vec<TroubleTick> {
    let mut at = frames.partition_point(|(frame, _)| *frame < axis.range.start);
    let last = frames.partition_point(|(frame, _)| *frame <= axis.range.end);
    let mut marks = Vec::new();
    while at < last {
        let x = axis.x(frames[at].0);
        let more = frames[at..last].partition_point(|(frame, _)| axis.x(*frame) < x + TARGET);
        let end = at + more.max(1);
        marks.push(TroubleTick { x, found: at..end });
        at = end;
    }
    marks
}

impl TroubleTicks {
    /// Above `baseline`.
    pub fn show(
        &mut self,
        ui: &Ui,
        session: &Session,
        axis: &TimeAxis,
        (painter, baseline, theme): (&Painter, f32, &Theme),
        actions: &mut Vec<Action>,
    ) {
        let search = session.aids().trouble();
        let of = (*axis, search.mark_count());
        if self.of != Some(of) {
            self.marks = ticks(search.frames(), axis);
            self.of = Some(of);
        }
        let foot = baseline - OVER;
        for mark in &self.marks {
            let ends = mark.x - WIDTH * 0.5..=mark.x + WIDTH * 0.5;
            let rect = Rect::from_x_y_ranges(ends, foot - HEIGHT..=foot);
            let id = ui.scope_id().with(("trouble", mark.found.start));
            let target = Rect::from_center_size(rect.center(), vec2(TARGET, TARGET));
            let response = ui.interact(target, id, Sense::CLICK);
            let corners = [rect.left_top(), rect.right_top(), pos2(mark.x, rect.bottom())];
            let color = if response.hovered() { theme.text } else { theme.warning };
            let edge = Stroke::new(size::LINE, theme.ground);
            painter.add(Shape::convex_polygon(corners.to_vec(), color, edge));
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, told(session, mark.found.clone())));
            if response.clicked() {
                go(session, mark.found.start, actions);
            }
            response.on_hover_ui(|ui| {
                ui.label(told(session, mark.found.clone()));
            });
        }
    }
}

/// `Frame 17, j_hip_le: Pops of turn`, a line for each.
fn told(session: &Session, found: Range<usize>) -> String {
    let search = session.aids().trouble();
    let entries = search.frames().get(found.clone()).unwrap_or_default();
    let mut lines: Vec<String> = entries
        .iter()
        .take(MOST_TOLD)
        .filter_map(|entry| {
            let (key, trouble) = search.at(*entry)?;
            let (name, title) = (
                node::troubled(session.stage(), key, trouble.of),
                trouble.kind.row().title,
            );
            Some(format!("Frame {}, {name}: {title}", words::frame(entry.0)))
        })
        .collect();
    if found.len() > MOST_TOLD {
        lines.push(format!(
            "and {} more: Help ▸ Trouble lists all",
            found.len() - MOST_TOLD
        ));
    }
    lines.join("\n")
}

/// To the frame of a finding, with its thing selected.
fn go(session: &Session, index: usize, actions: &mut Vec<Action>) {
    let search = session.aids().trouble();
    let Some(entry) = search.frames().get(index) else {
        return;
    };
    actions.push(Action::Playback(PlaybackAction::Pause));
    actions.push(Action::Playback(PlaybackAction::Seek(Seek::Frame(entry.0))));
    let item = search.thing_at(*entry);
    actions.extend(item.map(|item| Action::Selection(SelectionAction::Select(Some(item)))));
}

const _: () = assert!(HEIGHT >= 8.0 && WIDTH <= TARGET && OVER + HEIGHT < size::RULER * 0.5);

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;

    #[test]
    fn marks_are_never_more_than_there_is_room_for() {
        let axis = |start, end| TimeAxis {
            range: FrameRange { start, end },
            left: 20.0,
            right: 1020.0,
        };
        let frames: Vec<(f64, [usize; 2])> = (0..100_000).map(|at| (f64::from(at), [0, at as usize])).collect();
        let whole = ticks(&frames, &axis(0.0, 99_999.0));
        assert!(whole.len() <= 84, "{}", whole.len());
        assert_eq!(whole.iter().map(|mark| mark.found.len()).sum::<usize>(), 100_000);
        assert!(whole.windows(2).all(|pair| pair[0].found.end == pair[1].found.start));
        let near = ticks(&frames, &axis(500.0, 520.0));
        assert_eq!(near.len(), 21, "each has its own");
        assert_eq!(ticks(&[(3.0, [0, 0]), (3.0, [0, 1])], &axis(0.0, 10.0))[0].found, 0..2);
        assert_eq!(ticks(&[(3.0, [0, 0])], &axis(5.0, 10.0)), []);
    }
}
