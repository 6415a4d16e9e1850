//! Curves → shapes: soft lines for few points, hard lines for more, strips of bands for many.
//!
//! In: curves, crowds, the shared time axis, and how values become heights. Out: meshes and lines for one picture, whose cost
//! follows the columns on screen. Own meshes instead of a plot crate's items: those lay out every point as a feathered line,
//! several times the time a picture has for all of its curves.
//! Never here: what is shown, input.

use crate::time::time_axis::TimeAxis;
use castview_base::core::FrameRange;
use castview_motion::animation::curves::{Band, Crowd, Curve};
use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Rangef, Rect, Shape, Stroke, pos2};

/// Lines with soft edges have this many points in all at most; beyond, their edges are hard.
const MOST_SOFT: usize = 6_000;
/// Strips have about this many columns in all; with more lines and wider windows columns become wider than a pixel.
const MOST_COLUMNS: f64 = 40_000.0;
/// But never is the least width of a column more pixels than this.
const COARSEST: f64 = 4.0;
/// Dashes of the curves of measures and of B, and the gaps between them.
pub const DASH: [f32; 2] = [5.0, 3.0];
/// The mean distance of points, in points of the screen, from which a line is dashed along its length. Denser lines are dashed by columns.
const SPARSE: f32 = 4.0;
/// Narrower strips are widened to this many points.
const THINNEST: f32 = 1.25;

/// One curve as it is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct CurveLine<'a> {
    pub curve: &'a Curve,
    pub color: Color32,
    pub height: Height,
    pub width: f32,
}

/// All curves of a kind as one area.
#[derive(Clone, Copy, Debug)]
pub struct PlotArea<'a> {
    pub crowd: &'a Crowd,
    pub color: Color32,
    /// Colour of the lines along its least and greatest values: many areas over each other have one colour, their edges do not.
    pub edge: Color32,
    pub height: Height,
}

/// A curve that is drawn dashed, whose frames may lie otherwise on the screen than those of other curves.
#[derive(Clone, Copy, Debug)]
pub struct DashedLine<'a> {
    pub curve: &'a Curve,
    /// In the frames of the curve.
    pub axis: TimeAxis,
    /// Beyond it the curve holds.
    pub range: FrameRange,
    pub color: Color32,
    pub height: Height,
    pub width: f32,
}

/// Values → y, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// Where 0 stands.
    pub zero: f32,
    /// Points a unit, down: negative.
    pub unit: f32,
}

impl Height {
    /// `least` at the bottom of `rect`, `most` at its top.
    pub fn over(rect: Rect, least: f32, most: f32) -> Self {
        let unit = -rect.height() / (most - least).max(f32::MIN_POSITIVE);
        Self {
            zero: rect.bottom() - least * unit,
            unit,
        }
    }

    pub fn y(self, value: f32) -> f32 {
        self.zero + value * self.unit
    }

    pub fn value(self, y: f32) -> f32 {
        (y - self.zero) / self.unit
    }

    /// As this one for values that first become `(value - least) / (most - least)`.
    pub fn normalising(self, extent: Band) -> Self {
        let span = extent.max - extent.min;
        if span > 0.0 {
            let unit = self.unit / span;
            Self {
                zero: self.zero - extent.min * unit,
                unit,
            }
        } else {
            // A constant runs along the middle.
            Self {
                zero: self.y(0.5),
                unit: 0.0,
            }
        }
    }
}

/// The shapes of `areas`, then of `lines` over them, between the ends of `axis`. `last` are those of the picture before: their
/// memory is used again, megabytes that would be fresh pages for every picture.
pub fn shapes(
    areas: &[PlotArea<'_>],
    lines: &[CurveLine<'_>],
    axis: &TimeAxis,
    pixels_per_point: f32,
    last: Vec<Shape>,
) -> Vec<Shape> {
    let width = axis.right - axis.left;
    let (from, to) = (axis.range.start, axis.range.end);
    if width <= 0.0 || to <= from {
        return Vec::new();
    }
    let mut used: Vec<Mesh> = last.into_iter().filter_map(emptied).collect();
    used.sort_by_key(|mesh| mesh.vertices.capacity());
    let mut room = || used.pop().unwrap_or_default();
    let (mut hard, mut below) = (room(), room());
    let columns = ((width * pixels_per_point).round() as usize).max(1);
    let mut bands = Vec::with_capacity(columns);
    for area in areas {
        area.crowd.bands(from, to, columns.div_ceil(2), &mut bands);
        let grid = Grid::over(axis, bands.len());
        strip(&mut below, &bands, &grid, area.height, area.color, 0.0);
        for end in [|band: &Band| band.min, |band: &Band| band.max] {
            let edge: Vec<Band> = bands.iter().map(|band| Band::EMPTY.with(end(band))).collect();
            strip(&mut below, &edge, &grid, area.height, area.edge, THINNEST);
        }
    }
    let mut out = vec![Shape::mesh(below)];
    let around: Vec<_> = lines.iter().map(|line| line.curve.points_around(from, to)).collect();
    let fits = |count: usize| count <= columns;
    let soft: usize = around
        .iter()
        .map(|points| points.len())
        .filter(|count| fits(*count))
        .sum();
    let grid = Grid::steady(axis, pixels_per_point, lines.len());
    for (line, points) in lines.iter().zip(around) {
        if soft <= MOST_SOFT && fits(points.len()) {
            let corners = corners(line, points, axis);
            out.push(Shape::line(corners, Stroke::new(line.width, line.color)));
        } else if corner_count(line, points.len()) * 2 <= grid.columns {
            // Four vertices for each of them; a column has two.
            hard_line(&mut hard, &corners(line, points, axis), line.width, line.color);
        } else {
            let thinnest = line.width.max(THINNEST);
            line.curve.bands(grid.from, grid.to, grid.columns, &mut bands);
            strip(&mut hard, &bands, &grid, line.height, line.color, thinnest);
        }
    }
    out.push(Shape::mesh(hard));
    out.retain(|shape| !matches!(shape, Shape::Mesh(mesh) if mesh.is_empty()));
    out
}

/// The dashes of `lines` from end to end of their axes, between the heights `within`. Their cost follows the columns on screen and `within`.
pub fn dashes(lines: &[DashedLine<'_>], within: Rangef, pixels_per_point: f32) -> Mesh {
    let mut mesh = Mesh::default();
    let mut bands = Vec::new();
    for line in lines {
        let axis = &line.axis;
        let width = axis.right - axis.left;
        if width <= 0.0 {
            continue;
        }
        let [start, end] = [axis.range.start, axis.range.end].map(|frame| line.range.hold(frame));
        let points = line.curve.points_around(start, end);
        if points.len() as f32 * SPARSE <= width {
            dash_along(&mut mesh, &held_path(line, points, [start, end]), line, within);
            continue;
        }
        let columns = ((width * pixels_per_point).round() as usize).max(1);
        let step = width / columns as f32;
        // Where it holds, the columns are those of its ends.
        line.curve.bands(axis.range.start, axis.range.end, columns, &mut bands);
        for (column, band) in bands.iter().enumerate() {
            let left = column as f32 * step;
            let frame = axis.range.start + axis.range.length() * (column as f64 + 0.5) / columns as f64;
            if left % (DASH[0] + DASH[1]) >= DASH[0] || band.is_empty() {
                continue;
            }
            let band = match line.range.contains(frame) {
                true => *band,
                false => Band::EMPTY.with(line.curve.sample(line.range.hold(frame))),
            };
            let middle = (line.height.y(band.min) + line.height.y(band.max)) * 0.5;
            let half = ((line.height.y(band.min) - line.height.y(band.max)) * 0.5).max(line.width * 0.5);
            let ends = [middle - half, middle + half].map(|y| y.clamp(within.min, within.max));
            let x = axis.left + left + step * 0.5;
            hard_line(&mut mesh, &ends.map(|y| pos2(x, y)), step, line.color);
        }
    }
    mesh
}

/// The corners of a dashed line from end to end of its axis: `points` between the frames `start` and `end`, and held beyond these.
fn held_path(line: &DashedLine<'_>, points: std::ops::Range<usize>, [start, end]: [f64; 2]) -> Vec<Pos2> {
    let axis = &line.axis;
    let x = |frame: f64| axis.x(frame).clamp(axis.left, axis.right);
    let y = |frame: f64| line.height.y(line.curve.sample(frame));
    let mut out = vec![pos2(axis.left, y(start)), pos2(x(start), y(start))];
    let inner = points.map(|index| line.curve.point(index));
    let inner = inner.filter(|(frame, _)| *frame > start && *frame < end);
    let inner = inner.map(|(frame, value)| (x(frame), line.height.y(value)));
    for (x, y) in inner.chain([(x(end), y(end))]) {
        if let Some(last) = out.last().copied().filter(|_| line.curve.steps()) {
            out.push(pos2(x, last.y));
        }
        out.push(pos2(x, y));
    }
    out.push(pos2(axis.right, y(end)));
    out
}

/// Dashes along `path`; its parts outside of `within` have none.
fn dash_along(mesh: &mut Mesh, path: &[Pos2], line: &DashedLine<'_>, within: Rangef) {
    let whole = DASH[0] + DASH[1];
    let mut phase = 0.0;
    for ends in path.windows(2) {
        let Some([from, to]) = between_heights([ends[0], ends[1]], within) else {
            continue;
        };
        let length = from.distance(to);
        if !length.is_finite() || length <= 0.0 {
            continue;
        }
        let at = |along: f32| from + (to - from) * (along / length);
        // Where the dash begins that this part is in, or the gap after it.
        let mut begin = -phase;
        while begin < length {
            let dash = [begin.max(0.0), (begin + DASH[0]).min(length)];
            if dash[1] > dash[0] {
                hard_line(mesh, &dash.map(at), line.width, line.color);
            }
            begin += whole;
        }
        phase = (phase + length) % whole;
    }
}

/// The part of a straight line that lies between two heights.
fn between_heights([from, to]: [Pos2; 2], within: Rangef) -> Option<[Pos2; 2]> {
    let rise = to.y - from.y;
    if rise == 0.0 {
        return within.contains(from.y).then_some([from, to]);
    }
    let shares = [within.min, within.max].map(|y| (y - from.y) / rise);
    let (first, last) = (shares[0].min(shares[1]).max(0.0), shares[0].max(shares[1]).min(1.0));
    let at = |share: f32| from + (to - from) * share;
    // A steep line has no exact heights.
    (first < last).then(|| [first, last].map(|share| pos2(at(share).x, at(share).y.clamp(within.min, within.max))))
}

/// The room of a mesh that nobody shows any more.
fn emptied(shape: Shape) -> Option<Mesh> {
    let Shape::Mesh(mesh) = shape else { return None };
    let mut mesh = std::sync::Arc::try_unwrap(mesh).ok()?;
    // `Mesh::clear` would give the room back.
    mesh.indices.clear();
    mesh.vertices.clear();
    Some(mesh)
}

fn corner_count(line: &CurveLine<'_>, points: usize) -> usize {
    if line.curve.steps() { points * 2 } else { points }
}

/// The points of a line, with the corners of steps, held before the first and after the last.
fn corners(line: &CurveLine<'_>, points: std::ops::Range<usize>, axis: &TimeAxis) -> Vec<Pos2> {
    let mut out: Vec<Pos2> = Vec::with_capacity(points.len() * 2 + 2);
    for index in points {
        let (frame, value) = line.curve.point(index);
        let at = pos2(x_beyond(axis, frame), line.height.y(value));
        match out.last() {
            None if at.x > axis.left => out.push(pos2(axis.left, at.y)),
            Some(last) if line.curve.steps() => out.push(pos2(at.x, last.y)),
            _ => {}
        }
        out.push(at);
    }
    if let Some(last) = out.last().copied().filter(|last| last.x < axis.right) {
        out.push(pos2(axis.right, last.y));
    }
    out
}

/// Where a frame stands, outside the shown range too; far points are brought near, so that single precision holds.
fn x_beyond(axis: &TimeAxis, frame: f64) -> f32 {
    let far = axis.right - axis.left;
    axis.x(frame).clamp(axis.left - 64.0 * far, axis.right + 64.0 * far)
}

/// Columns of one width side by side.
struct Grid {
    /// Frames.
    from: f64,
    to: f64,
    columns: usize,
    /// Where the first one begins, and how wide each is, in points.
    left: f32,
    step: f32,
    /// Nothing is drawn beyond.
    ends: [f32; 2],
}

impl Grid {
    /// From end to end of `axis`.
    fn over(axis: &TimeAxis, columns: usize) -> Self {
        Self {
            from: axis.range.start,
            to: axis.range.end,
            columns,
            left: axis.left,
            step: (axis.right - axis.left) / columns as f32,
            ends: [axis.left, axis.right],
        }
    }

    /// Columns for `lines` strips. They begin at the same frames wherever the axis begins, and change width only in steps of two:
    /// so curves do not flicker while the view pans.
    fn steady(axis: &TimeAxis, pixels_per_point: f32, lines: usize) -> Self {
        let frames = axis.range.end - axis.range.start;
        let points = f64::from(axis.right - axis.left);
        let pixels = points * f64::from(pixels_per_point);
        let least = (pixels * lines as f64 / MOST_COLUMNS).clamp(1.0, COARSEST);
        let narrowest = least * frames / pixels;
        // A power of two: the borders are exact.
        let width = 2f64.powi(narrowest.log2().ceil() as i32);
        let (first, end) = ((axis.range.start / width).floor(), (axis.range.end / width).ceil());
        Self {
            from: first * width,
            to: end * width,
            columns: (end - first) as usize,
            left: axis.x(first * width),
            step: (width / frames * points) as f32,
            ends: [axis.left, axis.right],
        }
    }

    /// The middle of a column.
    fn x(&self, column: usize) -> f32 {
        (self.left + self.step * (column as f32 + 0.5)).clamp(self.ends[0], self.ends[1])
    }
}

/// A rectangle from each corner to the next.
fn hard_line(mesh: &mut Mesh, corners: &[Pos2], width: f32, color: Color32) {
    mesh.vertices.reserve(corners.len() * 4);
    mesh.indices.reserve(corners.len() * 6);
    let vertex = |pos| Vertex {
        pos,
        uv: WHITE_UV,
        color,
    };
    for ends in corners.windows(2) {
        let [from, to] = [ends[0], ends[1]];
        let aside = (to - from).normalized().rot90() * (width * 0.5);
        let next = mesh.vertices.len() as u32;
        let around = [from - aside, from + aside, to - aside, to + aside];
        mesh.vertices.extend_from_slice(&around.map(vertex));
        mesh.indices
            .extend_from_slice(&[next, next + 1, next + 2, next + 2, next + 1, next + 3]);
    }
}

/// A ribbon through the middles of the columns, at least `thinnest` points high. Empty bands leave a gap.
fn strip(mesh: &mut Mesh, bands: &[Band], grid: &Grid, height: Height, color: Color32, thinnest: f32) {
    mesh.vertices.reserve(bands.len() * 2 + 4);
    mesh.indices.reserve(bands.len() * 6 + 6);
    let mut joined = false;
    let last = bands.len().saturating_sub(1);
    let vertex = |x, y| Vertex {
        pos: pos2(x, y),
        uv: WHITE_UV,
        color,
    };
    let column = |mesh: &mut Mesh, x: f32, band: &Band, joined: bool| {
        let (bottom, top) = (height.y(band.min), height.y(band.max));
        let missing = (thinnest - (bottom - top)).max(0.0) * 0.5;
        let next = mesh.vertices.len() as u32;
        mesh.vertices
            .extend_from_slice(&[vertex(x, top - missing), vertex(x, bottom + missing)]);
        if joined {
            mesh.indices
                .extend_from_slice(&[next - 2, next - 1, next, next, next - 1, next + 1]);
        }
    };
    for (index, band) in bands.iter().enumerate() {
        if band.is_empty() {
            joined = false;
            continue;
        }
        // The first and the last column reach the ends of the axis.
        if index == 0 {
            column(mesh, grid.ends[0], band, false);
            joined = true;
        }
        column(mesh, grid.x(index), band, joined);
        joined = true;
        if index == last {
            column(mesh, grid.ends[1], band, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::{CurveMode, Keys, Property, Track, Values};
    use castview_motion::animation::curves::{Representation, curves_of};
    use glam::Quat;

    fn curve(values: &[f32]) -> Curve {
        let track = Track {
            target: "bone".into(),
            property: Property::TranslationX,
            mode: CurveMode::Absolute,
            additive_weight: 1.0,
            keys: Keys::Whole((0..values.len() as u32).collect::<Vec<_>>().into()),
            values: Values::Scalar(values.to_vec().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        };
        curves_of(0, &track, Representation::Quaternion, Quat::IDENTITY).remove(0)
    }

    fn axis(start: f64, end: f64) -> TimeAxis {
        TimeAxis {
            range: FrameRange { start, end },
            left: 100.0,
            right: 500.0,
        }
    }

    #[test]
    fn one_spike_among_many_keys_reaches_its_height() {
        let mut values = vec![0.0; 50_000];
        values[31_234] = 8.0;
        let curve = curve(&values);
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, 100.0));
        let height = Height::over(rect, -1.0, 9.0);
        let line = CurveLine {
            curve: &curve,
            color: Color32::WHITE,
            height,
            width: 1.0,
        };
        let found = shapes(&[], &[line], &axis(0.0, 49_999.0), 1.0, Vec::new());
        let [Shape::Mesh(mesh)] = &found[..] else {
            panic!("one strip: {found:?}");
        };
        let top = mesh.vertices.iter().map(|v| v.pos.y).fold(f32::INFINITY, f32::min);
        assert!((top - height.y(8.0)).abs() < 0.7, "{top}");
        assert!(mesh.is_valid() && mesh.vertices.len() < 1000);
        let ends = mesh.vertices.iter().map(|v| v.pos.x);
        assert_eq!(
            (ends.clone().fold(f32::INFINITY, f32::min), ends.fold(0.0, f32::max)),
            (100.0, 500.0)
        );
    }

    #[test]
    fn few_points_are_a_soft_line_that_reaches_both_ends() {
        let curve = curve(&[0.0, 1.0, 0.5]);
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, 100.0));
        let line = CurveLine {
            curve: &curve,
            color: Color32::WHITE,
            height: Height::over(rect, 0.0, 1.0),
            width: 1.0,
        };
        let found = shapes(&[], &[line], &axis(-2.0, 6.0), 1.0, Vec::new());
        let [Shape::Path(path)] = &found[..] else {
            panic!("one line: {found:?}");
        };
        let points: Vec<(f32, f32)> = path.points.iter().map(|p| (p.x, p.y)).collect();
        assert_eq!(
            points,
            [
                (100.0, 100.0),
                (200.0, 100.0),
                (250.0, 0.0),
                (300.0, 50.0),
                (500.0, 50.0)
            ]
        );
    }

    #[test]
    fn more_points_than_soft_lines_may_have_are_hard_lines_through_all_of_them() {
        let values: Vec<f32> = (0..100).map(|key| (key % 7) as f32).collect();
        let curve = curve(&values);
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, 100.0));
        let line = CurveLine {
            curve: &curve,
            color: Color32::WHITE,
            height: Height::over(rect, 0.0, 6.0),
            width: 2.0,
        };
        let axis = axis(0.0, 99.0);
        let found = shapes(&[], &[line; 70], &axis, 1.0, Vec::new());
        let [Shape::Mesh(mesh)] = &found[..] else {
            panic!("one mesh: {}", found.len());
        };
        assert!(mesh.is_valid());
        assert_eq!(mesh.vertices.len(), 70 * 99 * 4);
        for (key, ends) in mesh.vertices.chunks_exact(4).take(99).enumerate() {
            for (key, [a, b]) in [(key, [ends[0], ends[1]]), (key + 1, [ends[2], ends[3]])] {
                let middle = a.pos + (b.pos - a.pos) * 0.5;
                let point = pos2(axis.x(key as f64), line.height.y(values[key]));
                assert!(middle.distance(point) < 1e-3, "{key}: {middle:?}, {point:?}");
                assert!(
                    (a.pos.distance(b.pos) - 2.0).abs() < 1e-3,
                    "as wide as it is meant to be"
                );
            }
        }
    }

    /// A dashed curve at half the pace of the axis begins with its range, has gaps, and holds beyond its range.
    #[test]
    fn dashes_follow_a_curve_and_hold_beyond_its_range() {
        let rect = Rect::from_min_max(pos2(100.0, 0.0), pos2(500.0, 100.0));
        let dashed = |curve: &Curve, range: FrameRange, axis: TimeAxis| {
            let line = DashedLine {
                curve,
                axis,
                range,
                color: Color32::WHITE,
                height: Height::over(rect, 0.0, 10.0),
                width: 1.0,
            };
            let mesh = dashes(&[line], rect.y_range(), 1.0);
            assert!(mesh.is_valid());
            let quads = mesh.vertices.chunks_exact(4);
            quads
                .map(|ends| ends[0].pos + (ends[3].pos - ends[0].pos) * 0.5)
                .collect::<Vec<Pos2>>()
        };
        let range = FrameRange { start: 2.0, end: 8.0 };
        let few = curve(&(0..=10).map(|key| key as f32).collect::<Vec<_>>());
        let many = curve(&(0..=1000).map(|key| key as f32 * 0.01).collect::<Vec<_>>());
        let axis_of = |pace: f64| axis(-4.0 * pace, 16.0 * pace);
        for (curve, pace) in [(&few, 1.0), (&many, 100.0)] {
            let range = FrameRange {
                start: range.start * pace,
                end: range.end * pace,
            };
            let axis = axis_of(pace);
            let middles = dashed(curve, range, axis);
            for at in &middles {
                let frame = range.hold(axis.frame(at.x));
                let wanted = Height::over(rect, 0.0, 10.0).y(curve.sample(frame));
                assert!((at.y - wanted).abs() < 1.0, "{at:?} {wanted}");
            }
            let x = |place: &Pos2| place.x;
            let mut gaps = middles.windows(2).map(|two| x(&two[1]) - x(&two[0]));
            assert!(gaps.any(|gap| gap > 3.0), "there are gaps");
            assert!(middles.first().is_some_and(|at| at.x < 110.0) && middles.last().is_some_and(|at| at.x > 490.0));
        }
        // A still curve is one height.
        let at = FrameRange { start: 3.0, end: 3.0 };
        let still = dashed(&few, at, axis(0.0, 10.0));
        assert!(still.len() > 20 && still.iter().all(|place| (place.y - 70.0).abs() < 1e-3));
        // However steep, no dash lies outside.
        let steep = curve(&[0.0, 1e9, -1e9, 0.0]);
        let found = dashed(&steep, FrameRange { start: 0.0, end: 3.0 }, axis(0.0, 3.0));
        assert!(
            found.len() < 200 && found.iter().all(|at| (-1.0..=101.0).contains(&at.y)),
            "{}",
            found.len()
        );
    }

    #[test]
    fn normalised_values_fill_the_height() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(10.0, 100.0));
        let height = Height::over(rect, 0.0, 1.0).normalising(Band { min: 20.0, max: 30.0 });
        assert_eq!((height.y(20.0), height.y(30.0)), (100.0, 0.0));
        let flat = Height::over(rect, 0.0, 1.0).normalising(Band { min: 7.0, max: 7.0 });
        assert_eq!(flat.y(7.0), 50.0);
    }
}
