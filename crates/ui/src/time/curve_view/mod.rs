//! Curve view: chosen channels over time, on the ruler's own axis.
//!
//! Curves of selected things and ticked curves are drawn as lines, those of B and measures over the clip as dashed ones; with all curves on, all others as
//! areas behind them. Dragging moves the playhead, the wheel zooms values, with Ctrl time.

mod against_b;
mod channels;
pub mod drawing;
mod head;
mod list;
mod measures;
mod odd_marks;
mod plot;
mod source;
mod state;
mod value_axis;

use super::panel_parts;
use super::ruler::Scrub;
use super::time_axis::TimeAxis;
use super::time_view::TimeView;
use crate::kit::fonts::Background;
use crate::kit::theme::{self, size};
use crate::kit::{control, words};
use castview_motion::animation::curves::{Band, ClipCurves};
use castview_session::{Action, Session};
use channels::CurveRow;
pub use channels::Wanted;
use egui::accesskit::Role;
use egui::{Rect, Stroke, Ui, UiBuilder, pos2};
use plot::Plotted;
pub use source::Source;
use state::{Chosen, CurveFit, CurvePicture};
pub use state::{CurveView, color};
use std::collections::BTreeSet;

/// Curves drawn as lines at most; the rest are areas.
const MOST_LINES: usize = 64;

/// `background` runs what would hold the window up.
pub fn show(
    ui: &mut Ui,
    session: &Session,
    view: &mut CurveView,
    time: &mut TimeView,
    background: &Background,
    actions: &mut Vec<Action>,
) {
    view.source.update(session, view.representation);
    let Some((keyed, frame)) = session.keyed().zip(session.frame()) else {
        view.scrub = Scrub::default();
        head::show(ui, session, view, None, actions);
        panel_parts::without_clip(ui, session);
        return;
    };
    let wanted = view.wanted.take();
    if let Some(wanted) = wanted {
        view.channels.show_only(session, wanted);
        view.values = None;
        view.reveals = Some(wanted);
        time.show_all(session);
    }
    let most = (view.all, MOST_LINES);
    if view
        .channels
        .update(session, keyed.entry.clip(), most, view.representation)
    {
        view.generation += 1;
    }
    let whole = view
        .all
        .then(|| view.source.all(ui.ctx(), session, background))
        .flatten();
    let mut lines = chosen(session, view);
    let rows: Vec<CurveRow> = lines.iter().map(|line| line.row).collect();
    let (of_b, row_of_b) = view.of_b.update(session, &rows, view.representation);
    for line in &of_b {
        lines[line.of].extent = lines[line.of].extent.joined(line.extent());
    }
    let measured = measures::lines(session, &view.hidden_measures);
    let said = summary(view, whole.as_ref().map(|_| keyed.entry.clip().tracks.len()), &lines);
    let asked = head::show(ui, session, view, Some(&said), actions).or(view.wants_fit.take());
    let rect = ui.available_rect_before_wrap();
    let Some(clock) = time.axis(session, rect) else { return };
    // The same pixels, counted in the clip's own frames.
    let axis = clock.in_frames_of(|frame| keyed.own_frame(frame));
    ui.painter().line_segment(
        [rect.left_top(), rect.right_top()],
        Stroke::new(size::LINE, theme::of(ui).line),
    );
    let plot = Rect::from_min_max(
        pos2(axis.left, rect.top() + size::LINE),
        pos2(axis.right, rect.bottom()),
    );

    if let Some(fit) = asked {
        view.values = match fit {
            CurveFit::All => fitting_all(&lines, whole.as_deref(), view.normalised),
            CurveFit::Shown => extent_shown(&lines, &axis, view.normalised),
        };
        if fit == CurveFit::All {
            time.show_all(session);
        }
    }
    let values = view
        .values
        .unwrap_or_else(|| fitting(&lines, whole.as_deref(), view.normalised));
    control::named(ui, Role::Group, "Curve view", |ui| {
        let mut names = left_of(ui, &axis, rect);
        let at = (keyed.entry.clip(), keyed.own_frame(frame));
        list::show(
            &mut names,
            session,
            view,
            (&lines, &measured, row_of_b.as_ref()),
            at,
            actions,
        );
        let picture = CurvePicture {
            plot,
            clock,
            axis,
            values,
            frame,
        };
        let plotted = Plotted {
            session,
            picture: &picture,
            lines: &lines,
            of_b: &of_b,
            measures: &measured,
            whole: whole.as_ref(),
        };
        plot::show(ui, view, time, plotted, actions);
        if plotted.is_empty() {
            say_why_empty(ui, view, plot);
        }
    });
}

/// Returns the part inside of `rect` and left of the axis.
fn left_of(ui: &mut Ui, axis: &TimeAxis, rect: Rect) -> Ui {
    let left = Rect::from_min_max(rect.min, pos2(axis.left - size::AXIS_INSET * 0.5, rect.bottom()));
    let mut inside = ui.new_child(UiBuilder::new().max_rect(left));
    inside.set_clip_rect(left.intersect(ui.clip_rect()));
    inside
}

fn say_why_empty(ui: &mut Ui, view: &CurveView, plot: Rect) {
    let said = if view.all {
        "Reading the curves of the clip…"
    } else {
        "Select a bone, mesh or blend shape that is driven, or show all curves."
    };
    let mut middle = ui.new_child(UiBuilder::new().max_rect(plot));
    control::empty(&mut middle, said);
}

/// How many curves are drawn, and how. A curve with several numbers, such as a rotation, has a line for each of them. `areas`: all curves
/// of the clip, where they are drawn as areas.
fn summary(view: &CurveView, areas: Option<usize>, lines: &[Chosen]) -> String {
    let curves = |count: usize| words::counted(count as u64, "curve", "curves");
    let tracks: BTreeSet<usize> = lines.iter().map(|line| line.row.key.track).collect();
    let of_lines = format!(
        "{} of {}",
        words::counted(lines.len() as u64, "line", "lines"),
        curves(tracks.len())
    );
    match (areas, lines.len()) {
        (Some(all), 0) => format!("{} as areas", curves(all)),
        (Some(all), _) => format!("{of_lines}, all {} as areas", words::grouped(all as u64)),
        (None, _) if view.all => "reading".to_owned(),
        (None, MOST_LINES..) => format!(
            "{MOST_LINES} of {} lines",
            words::grouped(view.channels.shown_count() as u64)
        ),
        (None, count) if count == tracks.len() => curves(count),
        (None, _) => of_lines,
    }
}

/// The curves that are lines.
fn chosen(session: &Session, view: &mut CurveView) -> Vec<Chosen> {
    let rows: Vec<CurveRow> = view.channels.shown().to_vec();
    rows.into_iter()
        .filter_map(|row| {
            let curves = view.source.track(session, row.key.track);
            let at = curves.iter().position(|curve| curve.part == row.key.part)?;
            let odd = view.source.odd(session, row.key.track);
            let extent = curves[at].extent();
            Some(Chosen {
                row,
                curves,
                at,
                extent,
                odd,
            })
        })
        .collect()
}

/// The values that fit the lines, and without any the areas; with a little air.
fn fitting(lines: &[Chosen], whole: Option<&ClipCurves>, normalised: bool) -> [f32; 2] {
    if normalised {
        return airy(Band { min: 0.0, max: 1.0 });
    }
    let of_lines = lines.iter().map(|line| line.extent).fold(Band::EMPTY, Band::joined);
    if !of_lines.is_empty() {
        return airy(of_lines);
    }
    let crowds = whole.into_iter().flat_map(|whole| &whole.crowds);
    airy(crowds.map(|crowd| crowd.extent()).fold(Band::EMPTY, Band::joined))
}

/// The values that fit lines and areas; `None` where the lines fit by themselves.
fn fitting_all(lines: &[Chosen], whole: Option<&ClipCurves>, normalised: bool) -> Option<[f32; 2]> {
    let whole = whole.filter(|_| !normalised)?;
    let crowds = whole.crowds.iter().map(|crowd| crowd.extent());
    let all = crowds.chain(lines.iter().map(|line| line.extent));
    Some(airy(all.fold(Band::EMPTY, Band::joined)))
}

/// The values of the lines between the ends of the axis.
fn extent_shown(lines: &[Chosen], axis: &TimeAxis, normalised: bool) -> Option<[f32; 2]> {
    let (mut all, mut band) = (Band::EMPTY, Vec::new());
    for line in lines {
        line.curve().bands(axis.range.start, axis.range.end, 1, &mut band);
        let Some(found) = band.first() else { continue };
        let extent = line.extent;
        let span = extent.max - extent.min;
        let at = |value: f32| {
            if !normalised {
                value
            } else if span > 0.0 {
                (value - extent.min) / span
            } else {
                0.5
            }
        };
        all = all.with(at(found.min)).with(at(found.max));
    }
    (!all.is_empty()).then(|| airy(all))
}

/// A little more than `band`; around a single value enough to see it.
fn airy(band: Band) -> [f32; 2] {
    if band.is_empty() {
        return [-1.0, 1.0];
    }
    let span = band.max - band.min;
    let least = (band.max.abs().max(band.min.abs()) * 1e-4).max(1e-3);
    let air = if span > least { span * 0.06 } else { least };
    [
        (band.min - air).max(f32::MIN / 4.0),
        (band.max + air).min(f32::MAX / 4.0),
    ]
}
