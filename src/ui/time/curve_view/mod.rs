//! Curve view: chosen channels over time, on the ruler's own axis.
//!
//! What is selected is drawn as lines, so is what is ticked; with all curves on, everything else as areas behind them. Dragging
//! moves the playhead, the wheel zooms values, with Ctrl time.

mod channels;
pub mod drawing;
mod list;
mod odd_marks;
mod plot;
mod source;
mod state;

use super::panel_parts;
use super::ruler::Scrub;
use super::time_axis::TimeAxis;
use super::time_view::TimeView;
use crate::animation::curves::{Band, ClipCurves, Representation};
use crate::session::{Action, Session};
use crate::ui::kit::fonts::Background;
use crate::ui::kit::theme::{self, size, space};
use crate::ui::kit::{control, words};
use channels::CurveRow;
use egui::accesskit::Role;
use egui::{Rect, RichText, Stroke, Ui, UiBuilder, pos2};
use egui_material_icons::icons;
pub use source::Source;
pub use state::CurveView;
use state::{Chosen, Fit, Picture};

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
        head(ui, session, view, None, actions);
        panel_parts::without_clip(ui, session);
        return;
    };
    let wanted = (view.all, MOST_LINES);
    if view
        .channels
        .update(session, keyed.entry.clip(), wanted, view.representation)
    {
        view.generation += 1;
    }
    let whole = view
        .all
        .then(|| view.source.all(ui.ctx(), session, background))
        .flatten();
    let lines = chosen(session, view);
    let said = match (&whole, lines.len()) {
        (Some(whole), 0) => format!("{} as areas", counted(whole.curves.len())),
        (Some(whole), lines) => format!("{} as lines, all {} as areas", counted(lines), whole.curves.len()),
        (None, _) if view.all => "reading".to_owned(),
        (None, MOST_LINES..) => format!(
            "{MOST_LINES} of {} curves",
            words::grouped(view.channels.shown_count() as u64)
        ),
        (None, lines) => counted(lines),
    };
    let asked = head(ui, session, view, Some(&said), actions).or(view.wants_fit.take());
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

    match asked {
        Some(Fit::All) => {
            // What the areas cover too; without them the lines, which fit by themselves.
            let crowds = whole.iter().flat_map(|whole| &whole.crowds).map(|crowd| crowd.extent());
            let all = crowds.chain(lines.iter().map(|line| line.curve().extent()));
            let all = all.fold(Band::EMPTY, Band::joined);
            view.values = (whole.is_some() && !view.normalised).then(|| airy(all));
            time.show_all(session);
        }
        Some(Fit::Shown) => view.values = extent_shown(&lines, &axis, view.normalised),
        None => {}
    }
    let values = view
        .values
        .unwrap_or_else(|| fitting(&lines, whole.as_deref(), view.normalised));
    control::named(ui, Role::Group, "Curve view", |ui| {
        let names = Rect::from_min_max(rect.min, pos2(axis.left - size::AXIS_INSET * 0.5, rect.bottom()));
        let mut inside = ui.new_child(UiBuilder::new().max_rect(names));
        inside.set_clip_rect(names.intersect(ui.clip_rect()));
        let clip = keyed.entry.clip();
        list::show(
            &mut inside,
            session,
            view,
            &lines,
            (clip, keyed.own_frame(frame)),
            actions,
        );
        let picture = Picture {
            plot,
            clock,
            axis,
            values,
            frame,
        };
        plot::show(ui, session, view, time, &picture, &lines, whole.as_ref(), actions);
        if lines.is_empty() && whole.is_none() {
            let said = if view.all {
                "Reading the curves of the clip…"
            } else {
                "Select a bone, mesh or blend shape that is driven, or show all curves."
            };
            let mut middle = ui.new_child(UiBuilder::new().max_rect(plot));
            control::empty(&mut middle, said);
        }
    });
}

fn counted(curves: usize) -> String {
    words::counted(curves as u64, "curve", "curves")
}

fn head(
    ui: &mut Ui,
    session: &Session,
    view: &mut CurveView,
    said: Option<&str>,
    actions: &mut Vec<Action>,
) -> Option<Fit> {
    let mut asked = None;
    let is_zoomed = view.values.is_some();
    let (mut all, mut normalised, mut representation) = (view.all, view.normalised, view.representation);
    let mut clear = false;
    let has_ticks = view.channels.has_ticks();
    let narrow = ui.available_width() < size::NARROW;
    panel_parts::head(
        ui,
        "Curve view",
        "curve_view",
        actions,
        |ui| {
            for (value, word, tip) in [
                (Representation::Quaternion, "xyzw", "Rotations as quaternions"),
                (
                    Representation::Euler,
                    "Euler",
                    "Rotations in degrees around x, then y, then z",
                ),
                (
                    Representation::Angle,
                    "Angle",
                    "Rotations in degrees away from the rest pose",
                ),
                (
                    Representation::Speed,
                    "Speed",
                    "Rotations in degrees a frame, from each key to the next",
                ),
            ] {
                let chosen =
                    ui.selectable_label(representation == value, RichText::new(word).text_style(theme::dense()));
                if chosen.on_hover_text(tip).accessible_name(tip).clicked() {
                    representation = value;
                }
            }
            ui.add_space(space::XS);
            let tip = "All curves, what is not selected as areas";
            if control::icon_toggle(ui, icons::ICON_STACKED_LINE_CHART, "All curves", tip, all).clicked() {
                all = !all;
            }
            let tip = "Every curve over the whole height";
            if control::icon_toggle(ui, icons::ICON_EXPAND, "Normalise", tip, normalised).clicked() {
                normalised = !normalised;
            }
            if let Some(said) = said.filter(|_| !narrow) {
                let said = RichText::new(said).color(theme::of(ui).dim).text_style(theme::dense());
                ui.add(egui::Label::new(said).truncate());
            }
        },
        |ui| {
            let enabled = session.keyed().is_some();
            let tip = "All frames, and all values";
            if control::icon_button(ui, icons::ICON_FIT_SCREEN, "Fit all curves", tip, enabled).clicked() {
                asked = Some(Fit::All);
            }
            let tip = "The values of the shown frames";
            if control::icon_button(ui, icons::ICON_HEIGHT, "Fit values", tip, enabled).clicked() {
                asked = Some(Fit::Shown);
            }
            if has_ticks {
                let tip = "Only what is selected, all of it";
                clear = control::icon_button(ui, icons::ICON_FILTER_ALT_OFF, "Forget ticks", tip, true).clicked();
            }
        },
    );
    if clear {
        view.channels.clear();
    }
    let changed = (all, normalised, representation) != (view.all, view.normalised, view.representation);
    if changed {
        (view.all, view.normalised, view.representation) = (all, normalised, representation);
        view.values = None;
        view.generation += 1;
    }
    if changed || clear || asked.is_some() && is_zoomed {
        ui.ctx().request_repaint();
    }
    asked
}

/// The curves that are lines.
fn chosen(session: &Session, view: &mut CurveView) -> Vec<Chosen> {
    let rows: Vec<CurveRow> = view.channels.shown().to_vec();
    rows.into_iter()
        .filter_map(|row| {
            let curves = view.source.track(session, row.key.track);
            let at = curves.iter().position(|curve| curve.part == row.key.part)?;
            let odd = view.source.odd(session, row.key.track);
            Some(Chosen { row, curves, at, odd })
        })
        .collect()
}

/// The values that fit the lines, and without any the areas; with a little air.
fn fitting(lines: &[Chosen], whole: Option<&ClipCurves>, normalised: bool) -> [f32; 2] {
    if normalised {
        return airy(Band { min: 0.0, max: 1.0 });
    }
    let of_lines = lines
        .iter()
        .map(|line| line.curve().extent())
        .fold(Band::EMPTY, Band::joined);
    if !of_lines.is_empty() {
        return airy(of_lines);
    }
    let crowds = whole.into_iter().flat_map(|whole| &whole.crowds);
    airy(crowds.map(|crowd| crowd.extent()).fold(Band::EMPTY, Band::joined))
}

/// The values of the lines between the ends of the axis.
fn extent_shown(lines: &[Chosen], axis: &TimeAxis, normalised: bool) -> Option<[f32; 2]> {
    let (mut all, mut band) = (Band::EMPTY, Vec::new());
    for line in lines {
        line.curve().bands(axis.range.start, axis.range.end, 1, &mut band);
        let Some(found) = band.first() else { continue };
        let extent = line.curve().extent();
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
