//! The curves themselves: value lines, areas, lines, keys, the playhead, and what is under the pointer.

use super::against_b::LineOfB;
use super::channels;
use super::drawing::{self, CurveLine, DashedLine, Height, PlotArea};
use super::measures::MeasureLine;
use super::odd_marks::OddMarks;
use super::state::{Chosen, CurveDrawn, CurvePicture, CurveView, color};
use super::value_axis;
use crate::kit::theme::{self, size, space};
use crate::kit::{control, words};
use crate::time::dope_sheet::{diamond, selects};
use crate::time::time_axis::TimeAxis;
use crate::time::time_view::TimeView;
use crate::time::{panel_parts, ruler};
use crate::tree::node::{self, Node};
use castview_motion::animation::curves::{ClipCurves, Curve};
use castview_session::{Action, Session};
use egui::accesskit::Role;
use egui::epaint::Mesh;
use egui::{FontId, Painter, Pos2, Rect, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2, vec2};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Keys are points where they are this far apart in the mean.
const KEY_SPACE: f32 = 7.0;
/// How far from a curve the pointer still means it.
const NEAR: f32 = 14.0;
/// Characters of a name beside a line.
const LONGEST_NAME: usize = 24;
/// How much of a channel's colour an area shows.
const AREA: f32 = 0.22;

/// Content of the plot.
#[derive(Clone, Copy)]
pub struct Plotted<'a> {
    pub session: &'a Session,
    pub picture: &'a CurvePicture,
    pub lines: &'a [Chosen],
    pub of_b: &'a [LineOfB],
    pub measures: &'a [MeasureLine<'a>],
    /// All curves of the clip, where they are shown as areas.
    pub whole: Option<&'a Arc<ClipCurves>>,
}

impl<'a> Plotted<'a> {
    fn shown_measures(self) -> impl Iterator<Item = &'a MeasureLine<'a>> {
        self.measures.iter().filter(|line| line.shown)
    }

    /// Whether measures are all that is drawn: values of keys have no axis then.
    fn has_no_curve(self) -> bool {
        self.lines.is_empty() && self.whole.is_none()
    }

    pub fn is_empty(self) -> bool {
        self.has_no_curve() && self.shown_measures().next().is_none()
    }
}

pub fn show(ui: &mut Ui, view: &mut CurveView, time: &mut TimeView, plotted: Plotted<'_>, actions: &mut Vec<Action>) {
    let Plotted {
        session,
        picture,
        lines,
        whole,
        ..
    } = plotted;
    let CurvePicture {
        plot,
        clock,
        values,
        frame,
        ..
    } = *picture;
    let over = plot.expand2(vec2(size::AXIS_INSET * 0.5, 0.0));
    let response = ui.interact(over, control::stable_id("curves"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Curve plot"));
    let height = Height::over(plot, values[0], values[1]);
    let painter = ui.painter_at(over);
    let has_axis = plotted.is_empty() || !plotted.has_no_curve();
    let labels = match has_axis {
        true => value_axis::lines(ui, &painter, plot, height, values),
        false => Vec::new(),
    };
    draw(ui, view, plotted, height);
    if let Some(drawn) = &view.drawn {
        ui.painter_at(plot).extend(drawn.shapes.iter().cloned());
    }
    for line in plotted.shown_measures() {
        line.paint(ui, &ui.painter_at(plot), picture);
    }
    let marks = match whole {
        Some(whole) => OddMarks::of([&whole.odd], &picture.axis),
        None => {
            // Several lines may be numbers of one track.
            let tracks: BTreeMap<usize, &Chosen> = lines.iter().map(|line| (line.row.key.track, line)).collect();
            OddMarks::of(tracks.values().map(|line| &*line.odd), &picture.axis)
        }
    };
    marks.paint(ui, plot);
    value_axis::labels(ui, &ui.painter_at(plot), plot, &labels);
    line_names(ui, view, plotted, height);
    panel_parts::playhead(ui, &clock, over, frame);
    marks.describe(ui, &response);
    if let Some(pointer) = response.hover_pos().filter(|at| plot.contains(*at)) {
        hover(ui, view, &painter, plotted, height, pointer);
    }
    ruler::drag(ui, session, &clock, frame, &response, &mut view.scrub, actions);
    time.steer(ui, session, &clock, &response, false);
    value_axis::steer(ui, view, &response, height, values);
    if response.double_clicked() {
        view.values = None;
        time.show(session, None);
    }
}

/// Where lines are of several bones: whose each is, at its right end, those of the active bone first, as far as there is room.
fn line_names(ui: &Ui, view: &CurveView, plotted: Plotted<'_>, height: Height) {
    let Plotted {
        session,
        picture,
        lines,
        ..
    } = plotted;
    let of = |line: &Chosen| (line.row.key.model, line.row.key.target);
    let first = lines.first().map(of);
    if lines.iter().all(|line| Some(of(line)) == first) {
        return;
    }
    let theme = theme::of(ui);
    let plot = picture.plot;
    let painter = ui.painter_at(plot);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let mut taken: Vec<Rect> = Vec::new();
    for line in lines {
        let row = &line.row;
        let y = own_height(height, line, view.normalised).y(line.curve().sample(picture.axis.range.end));
        let name = node::label(session.stage(), Node::Item(selects(row.key.model, row.key.target)));
        let word = channels::word(row.property, row.key.part, view.representation);
        let said = format!("{} {word}", words::shortened(name, LONGEST_NAME));
        let color = color(theme, row.property, row.key.part);
        let galley = painter.layout_no_wrap(said, font.clone(), color);
        let corner = pos2(plot.right() - space::XS - galley.size().x, y - galley.size().y * 0.5);
        let ground = Rect::from_min_size(corner, galley.size()).expand2(vec2(2.0, 0.0));
        let is_free = taken.iter().all(|other| !other.intersects(ground));
        if is_free && plot.contains_rect(ground) {
            painter.rect_filled(ground, 0, theme.ground);
            painter.galley(corner, galley, color);
            taken.push(ground);
        }
    }
}

/// Makes the shapes of areas, lines and keys, unless the last ones still hold.
fn draw(ui: &Ui, view: &mut CurveView, plotted: Plotted<'_>, height: Height) {
    let Plotted {
        picture,
        lines,
        whole,
        of_b,
        ..
    } = plotted;
    let theme = theme::of(ui);
    let CurvePicture {
        plot,
        clock,
        axis,
        values,
        ..
    } = *picture;
    let generation_of_b = view.of_b.generation();
    let address = whole.map_or(0, |whole| Arc::as_ptr(whole) as usize);
    let holds = view.drawn.as_ref().is_some_and(|drawn| {
        (drawn.clock, drawn.axis, drawn.plot, drawn.values) == (clock, axis, plot, values)
            && drawn.of_b == generation_of_b
            && (drawn.generation, drawn.whole, drawn.dark) == (view.generation, address, theme.dark)
    });
    if holds {
        return;
    }
    let own = |line: &Chosen| own_height(height, line, view.normalised);
    let lines: Vec<(CurveLine<'_>, &Chosen)> = lines
        .iter()
        .map(|chosen| {
            let line = CurveLine {
                curve: chosen.curve(),
                color: color(theme, chosen.row.property, chosen.row.key.part),
                height: own(chosen),
                width: size::CURVE,
            };
            (line, chosen)
        })
        .collect();
    // Normalised, every area would be the whole height.
    let crowds = whole
        .filter(|_| !view.normalised)
        .map_or(&[][..], |whole| &whole.crowds);
    let areas: Vec<PlotArea<'_>> = crowds
        .iter()
        .map(|crowd| PlotArea {
            crowd,
            color: color(theme, crowd.property, crowd.part).gamma_multiply(AREA),
            edge: color(theme, crowd.property, crowd.part),
            height,
        })
        .collect();
    let plain: Vec<CurveLine<'_>> = lines.iter().map(|(line, _)| *line).collect();
    let last = view.drawn.take().map(|drawn| drawn.shapes).unwrap_or_default();
    let mut shapes = drawing::shapes(&areas, &plain, &axis, ui.pixels_per_point(), last);
    let mut keys = Mesh::default();
    for (line, _) in &lines {
        for index in keys_with_room(line.curve, &axis) {
            let (at, value) = line.curve.point(index);
            let center = pos2(axis.x(at), line.height.y(value));
            if plot.expand(size::KEY).contains(center) {
                diamond(&mut keys, center, line.color);
            }
        }
    }
    let dashed: Vec<DashedLine<'_>> = of_b
        .iter()
        .map(|line| {
            let of = &lines[line.of].0;
            line.dashed(clock, (of.height, of.color))
        })
        .collect();
    shapes.push(Shape::mesh(drawing::dashes(
        &dashed,
        plot.y_range(),
        ui.pixels_per_point(),
    )));
    shapes.push(Shape::mesh(keys));
    view.drawn = Some(CurveDrawn {
        clock,
        axis,
        of_b: generation_of_b,
        plot,
        values,
        generation: view.generation,
        whole: address,
        dark: theme.dark,
        shapes,
    });
}

/// The points of `curve` that are keys, or none where they would stand too close.
fn keys_with_room(curve: &Curve, axis: &TimeAxis) -> impl Iterator<Item = usize> {
    // Points between keys, of which curved tracks have many, take no room.
    let points = curve.points_around(axis.range.start, axis.range.end);
    let keys = points.filter(|index| curve.is_key(*index));
    let most = ((axis.right - axis.left) / KEY_SPACE) as usize;
    let is_crowded = keys.clone().nth(most).is_some();
    keys.take(if is_crowded { 0 } else { most })
}

fn own_height(height: Height, line: &Chosen, normalised: bool) -> Height {
    if normalised {
        height.normalising(line.extent)
    } else {
        height
    }
}

/// The frame under the pointer, and the value of the nearest curve there.
fn hover(ui: &Ui, view: &CurveView, painter: &Painter, plotted: Plotted<'_>, height: Height, pointer: Pos2) {
    let theme = theme::of(ui);
    let Plotted {
        session,
        picture: &CurvePicture { axis, clock, plot, .. },
        lines,
        of_b,
        ..
    } = plotted;
    let fine = ui.input(|input| input.modifiers.shift);
    let frame = if fine {
        axis.frame(pointer.x)
    } else {
        axis.whole_frame(pointer.x)
    };
    let x = axis.x(frame);
    painter.line_segment(
        [pos2(x, plot.top()), pos2(x, plot.bottom())],
        Stroke::new(size::LINE, theme.handle),
    );
    let of_clock = clock.frame(x);
    // With each line of A, the line of B that is meant, if it is one of B.
    let of_a = lines.iter().map(|line| (line, None, line.curve().sample(frame)));
    let of_b = of_b
        .iter()
        .map(|line| (&lines[line.of], Some(line), line.at(of_clock).1));
    let mut nearest: Option<(&Chosen, Option<&LineOfB>, f32, f32)> = None;
    for (line, other, value) in of_a.chain(of_b) {
        let y = own_height(height, line, view.normalised).y(value);
        let distance = (y - pointer.y).abs();
        if distance < nearest.map_or(NEAR, |(.., y)| (y - pointer.y).abs()) {
            nearest = Some((line, other, value, y));
        }
    }
    let measures = plotted.shown_measures().filter_map(|line| line.at(plot, of_clock));
    let from_pointer = |y: f32| (y - pointer.y).abs();
    let measure = measures.min_by(|a, b| from_pointer(a.0).total_cmp(&from_pointer(b.0)));
    let limit = nearest.map_or(NEAR, |(.., y)| from_pointer(y));
    if let Some((y, said)) = measure.filter(|(y, _)| from_pointer(*y) < limit) {
        painter.circle(
            pos2(x, y),
            size::KEY * 0.5,
            theme.text,
            Stroke::new(size::LINE, theme.line),
        );
        return tag(ui, painter, plot, pos2(x, pointer.y), said);
    }
    let said = match nearest {
        Some((line, of_b, value, y)) => {
            let row = &line.row;
            let color = color(theme, row.property, row.key.part);
            painter.circle(pos2(x, y), size::KEY * 0.5, color, Stroke::new(size::LINE, theme.text));
            let name = node::label(session.stage(), Node::Item(selects(row.key.model, row.key.target)));
            let word = channels::word(row.property, row.key.part, view.representation);
            let value = words::measure(value);
            match of_b {
                None => format!("{name} {word}  {value} · frame {}", words::frame(frame)),
                Some(of_b) => {
                    let mode = if of_b.mode == row.mode { "" } else { of_b.mode.word() };
                    let said = format!("B: {name} {word}  {value} {mode}");
                    format!("{} · frame {}", said.trim_end(), words::frame(of_b.at(of_clock).0))
                }
            }
        }
        None => format!(
            "{} · frame {}",
            words::measure(height.value(pointer.y)),
            words::frame(frame)
        ),
    };
    tag(ui, painter, plot, pos2(x, pointer.y), said);
}

/// A line of text beside `at`, inside of `plot`.
fn tag(ui: &Ui, painter: &Painter, plot: Rect, at: Pos2, said: String) {
    let theme = theme::of(ui);
    let font = FontId::new(size::SMALL, TextStyle::Monospace.resolve(ui.style()).family);
    let galley = ui.painter().layout_no_wrap(said, font, theme.text);
    let room = galley.size() + vec2(space::S, space::XS);
    let left = if at.x + space::S + room.x > plot.right() {
        at.x - space::S - room.x
    } else {
        at.x + space::S
    };
    let top = (at.y - room.y - space::XS).max(plot.top() + space::XS);
    let back = Rect::from_min_size(pos2(left, top), room);
    painter.rect(
        back,
        size::RADIUS,
        theme.raised,
        Stroke::new(size::LINE, theme.line),
        egui::StrokeKind::Inside,
    );
    painter.galley(back.min + vec2(space::XS, space::XS * 0.5), galley, theme.text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::FrameRange;
    use castview_base::scene::{CurveMode, Keys, Property, Track, Values};
    use castview_motion::animation::curves::{Representation, curves_of};
    use glam::Quat;

    #[test]
    fn points_between_keys_take_no_room_from_them() {
        let turns = (0..40).map(|key| Quat::from_rotation_x((key % 2) as f32 * 2.0).to_array());
        let track = Track {
            target: "bone".into(),
            property: Property::Rotation,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..40).map(|key| key * 10).collect::<Vec<u32>>().into()),
            values: Values::Rotation(turns.collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        let curve = curves_of(0, &track, Representation::Angle, Quat::IDENTITY).remove(0);
        let keys = |end: f64| {
            let axis = TimeAxis {
                range: FrameRange { start: 0.0, end },
                left: 100.0,
                right: 380.0,
            };
            assert!(curve.points_around(0.0, end).len() as f32 > 280.0 / KEY_SPACE);
            keys_with_room(&curve, &axis)
                .map(|at| curve.point(at).0)
                .collect::<Vec<_>>()
        };
        let all: Vec<f64> = (0..40).map(|key| f64::from(key) * 10.0).collect();
        assert_eq!(keys(390.0), all);
        assert_eq!(keys(100.0), all[..=10]);
        let narrow = TimeAxis {
            range: FrameRange { start: 0.0, end: 390.0 },
            left: 100.0,
            right: 370.0,
        };
        assert_eq!(keys_with_room(&curve, &narrow).count(), 0);
    }
}
