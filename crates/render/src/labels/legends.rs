//! Where legends stand: one above the other at the middle of the lower edge, those of a divided picture's halves each in its half. Entries that
//! find no room in a line go to the next.
//!
//! Whoever asks for a small picture wants to see the model in it: all legends together take at most a part of its height. Their letters
//! become smaller for that as long as they can be read; a legend that still does not fit is left out, as half a legend would be read as a
//! whole one.

use super::atlas::Atlas;
use super::plate::{Area, MARGIN, Type, Words};
use crate::gpu::gpu_types::LabelInstance;
use crate::gpu::srgb::{contrast, linear, luminance};
use castview_picture::{Colors, Legend, Mark, Picture};
use glam::{Vec2, vec2};

/// Share of the picture's height that all legends may take.
const MOST_HEIGHT: f32 = 0.25;
/// Sizes of letters that are tried, times the usual one. The last is 11 pixels high at least.
const SIZES: [f32; 3] = [1.0, 0.87, 0.74];
/// Pixels where lines are as thin as they get: to the edges, kept free at either side in a window (the little axes stand there), between
/// entries, between a mark and its words, side of a square, length of a ramp.
const AWAY: f32 = 10.0;
const SIDES: f32 = 84.0;
const APART: f32 = 14.0;
const AFTER_MARK: f32 = 5.0;
const SQUARE: f32 = 9.0;
const RAMP: f32 = 96.0;
/// The least contrast of a square and its plate (WCAG 2.2).
const CONTRAST: f32 = 3.0;
/// Rectangles of one colour that a ramp is made of.
const STEPS: usize = 48;

/// Adds plates, marks and words; the areas they take. `scale`: of letters, times the least size.
pub fn lay_out(
    picture: &Picture,
    (atlas, scale): (&mut Atlas, f32),
    edges: Vec2,
    out: &mut Vec<LabelInstance>,
) -> Vec<Area> {
    let fits = |letters: &mut Type<'_>| {
        let mut stack = Stack::default();
        picture.legends.iter().all(|legend| {
            let room = Room::of(picture, legend, edges, letters.scale);
            let lines = lines(legend, letters, room.widest);
            let extent = extent(&lines, letters);
            let height = stack.below(legend) + extent.y;
            stack.put(legend, height);
            height <= MOST_HEIGHT * edges.y && extent.x <= room.right - room.left
        })
    };
    let sizes = SIZES.map(|size| size * scale);
    let size = sizes.into_iter().find(|size| fits(&mut Type::new(atlas, *size)));
    let letters = &mut Type::new(atlas, size.unwrap_or(sizes[SIZES.len() - 1]));
    write(picture, letters, edges, out)
}

/// Where a legend stands, in pixels.
struct Room {
    left: f32,
    right: f32,
    /// Middle of the room between the parts that are kept free.
    middle: f32,
    /// That a line may take.
    widest: f32,
}

impl Room {
    /// The little axes of the window are kept free, at the left edge of the picture, and as much at the right of a legend in the middle. In the
    /// right half and in saved pictures a margin is enough, as it is at a dividing line.
    fn of(picture: &Picture, legend: &Legend, edges: Vec2, scale: f32) -> Self {
        let margin = AWAY + 2.0 * MARGIN.x;
        let side = picture.pixels_per_point.map_or(margin, |_| SIDES);
        let [left, right] = legend.across;
        let kept_free = [left > 0.0, left > 0.0 || right < 1.0].map(|is_enough| if is_enough { margin } else { side });
        let [left, right] = legend.across.map(|share| (edges.x * share).round());
        let free = [left + kept_free[0] * scale, right - kept_free[1] * scale];
        Self {
            left,
            right,
            middle: (free[0] + free[1]) * 0.5,
            widest: free[1] - free[0],
        }
    }
}

/// How high legends reach by now, each with where it is.
#[derive(Default)]
struct Stack(Vec<([f32; 2], f32)>);

impl Stack {
    /// How high those are that `legend` stands above.
    fn below(&self, legend: &Legend) -> f32 {
        let [left, right] = legend.across;
        let meets = |[from, to]: &[f32; 2]| *from < right && left < *to;
        let below = self.0.iter().filter(|(across, _)| meets(across));
        below.map(|(_, height)| *height).fold(0.0, f32::max)
    }

    fn put(&mut self, legend: &Legend, height: f32) {
        self.0.push((legend.across, height));
    }
}

/// Pixels of the plate that `lines` stand on.
fn extent(lines: &[Line], letters: &Type<'_>) -> Vec2 {
    let width = lines.iter().map(|line| line.width).fold(0.0, f32::max);
    vec2(width, lines.len() as f32 * letters.height()) + 4.0 * MARGIN * letters.scale
}

/// As [`lay_out`], in letters of that size.
fn write(picture: &Picture, letters: &mut Type<'_>, edges: Vec2, out: &mut Vec<LabelInstance>) -> Vec<Area> {
    let scale = letters.scale;
    // Heights of plates alone, and with all that is between them.
    let (mut plates, mut tops) = (Stack::default(), Stack::default());
    let mut taken = Vec::new();
    for legend in &picture.legends {
        let room = Room::of(picture, legend, edges, scale);
        let lines = lines(legend, letters, room.widest);
        let extent = extent(&lines, letters);
        let bottom = edges.y - tops.below(legend).max(AWAY * scale);
        let area = above_covered(picture, (&room, edges, extent), bottom, MARGIN.x * scale);
        let height = plates.below(legend) + extent.y;
        if height > MOST_HEIGHT * edges.y || area.min.y < 0.0 || area.min.x < room.left || area.max.x > room.right {
            // Nothing stands above one that is left out: what would is less important.
            plates.put(legend, f32::INFINITY);
            continue;
        }
        plates.put(legend, height);
        out.push(area.plate(&picture.colors));
        let mut at = area.min + 2.0 * MARGIN * scale;
        for line in &lines {
            line.write(at, scale, &picture.colors, out);
            at.y += letters.height();
        }
        tops.put(legend, edges.y - area.min.y + MARGIN.x * scale);
        taken.push(area);
    }
    taken
}

/// The place of a legend that ends at `bottom`, or above what covers the lower half of the picture there: names of its halves, for one.
fn above_covered(picture: &Picture, (room, edges, extent): (&Room, Vec2, Vec2), mut bottom: f32, apart: f32) -> Area {
    loop {
        let right = (room.middle + extent.x * 0.5).min(room.right).max(room.left + extent.x);
        let max = vec2(right, bottom).round();
        let area = Area {
            min: (max - extent).floor(),
            max,
        };
        let parts = picture.covered.iter().map(|part| part.map(|side| side as f32));
        let below = parts.filter(|[_, top, ..]| *top > edges.y * 0.5 && *top - apart < bottom);
        let mut over = below.filter(|[left, top, right, bottom]| {
            let (min, max) = (vec2(*left, *top), vec2(*right, *bottom));
            area.overlaps(&Area { min, max })
        });
        match over.next() {
            Some([_, top, ..]) => bottom = top - apart,
            None => return area,
        }
    }
}

#[derive(Default)]
struct Line {
    entries: Vec<(Mark, Words)>,
    width: f32,
}

fn lines(legend: &Legend, letters: &mut Type<'_>, widest: f32) -> Vec<Line> {
    let mut lines = vec![Line::default()];
    for entry in &legend.entries {
        let words = letters.set(entry.words.chars());
        let width = mark_width(&entry.mark) * letters.scale + words.extent.x;
        let last = lines.last().expect("there is always one");
        if !last.entries.is_empty() && last.width + APART * letters.scale + width > widest {
            lines.push(Line::default());
        }
        let line = lines.last_mut().expect("there is always one");
        if !line.entries.is_empty() {
            line.width += APART * letters.scale;
        }
        line.width += width;
        line.entries.push((entry.mark.clone(), words));
    }
    lines
}

/// With what stands between it and its words.
fn mark_width(mark: &Mark) -> f32 {
    match mark {
        Mark::None => 0.0,
        Mark::Square(_) => SQUARE + AFTER_MARK,
        Mark::Ramp(_) => RAMP + AFTER_MARK,
    }
}

impl Line {
    fn write(&self, mut at: Vec2, scale: f32, colors: &Colors, out: &mut Vec<LabelInstance>) {
        for (mark, words) in &self.entries {
            let middle = at.y + words.extent.y * 0.5;
            match mark {
                Mark::None => {}
                Mark::Square(color) => square(
                    bar(at.x, middle, vec2(SQUARE, SQUARE) * scale),
                    *color,
                    scale,
                    colors,
                    out,
                ),
                Mark::Ramp(ramp) => {
                    let step = vec2(RAMP / STEPS as f32, SQUARE) * scale;
                    out.extend((0..STEPS).map(|index| {
                        let color = colors.on(*ramp, index as f32 / (STEPS - 1) as f32);
                        bar(at.x + step.x * index as f32, middle, step).filled(color)
                    }));
                }
            }
            at.x += mark_width(mark) * scale;
            words.write(at, colors.words, out);
            at.x += words.extent.x + APART * scale;
        }
    }
}

/// A square of one colour. One as dark or as light as the plate gets an edge, or it would not be seen.
fn square(area: Area, color: [u8; 3], scale: f32, colors: &Colors, out: &mut Vec<LabelInstance>) {
    let plate = colors.bone_edge;
    if contrast(luminance(linear(color)), luminance(linear(plate))) < CONTRAST {
        let edge = Vec2::splat(scale.round().max(1.0));
        let around = Area {
            min: area.min - edge,
            max: area.max + edge,
        };
        out.push(around.filled([0, 1, 2].map(|channel: usize| plate[channel].midpoint(colors.words[channel]))));
    }
    out.push(area.filled(color));
}

/// From `left` on, around the height `middle`.
fn bar(left: f32, middle: f32, extent: Vec2) -> Area {
    let min = vec2(left, middle - extent.y * 0.5).round();
    Area {
        min,
        max: (vec2(left, middle - extent.y * 0.5) + extent).round(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_picture::LegendEntry;

    fn picture(entries: usize) -> Picture {
        let entry = |at: usize| LegendEntry {
            mark: Mark::Square([at as u8, 1, 2]),
            words: format!("some words {at}"),
        };
        let legend = Legend {
            across: Legend::WHOLE,
            title: "Colors",
            entries: (0..entries).map(entry).collect(),
        };
        Picture {
            legends: vec![legend.clone(), legend],
            ..Picture::of(Vec::new())
        }
    }

    #[test]
    fn legends_stand_above_each_other_inside_of_the_picture_with_a_mark_for_each_entry() {
        let edges = vec2(640.0, 400.0);
        let picture = Picture {
            pixels_per_point: Some(1.0),
            ..picture(9)
        };
        let mut out = Vec::new();
        let taken = lay_out(&picture, (&mut Atlas::new(), 1.0), edges, &mut out);
        let [lower, upper] = taken[..] else { panic!("{taken:?}") };
        assert!(upper.max.y < lower.min.y && lower.max.y < edges.y);
        let is_inside = |x: f32| (SIDES..=edges.x - SIDES).contains(&x);
        assert!(
            out.iter()
                .all(|one| is_inside(one.pixels[0]) && is_inside(one.pixels[2])),
            "{taken:?}"
        );
        let height = Type::new(&mut Atlas::new(), 1.0).height();
        assert!(
            lower.max.y - lower.min.y > 2.0 * height,
            "nine entries need more than a line"
        );
        for at in 0..9 {
            let color = Area {
                min: Vec2::ZERO,
                max: Vec2::ONE,
            }
            .filled([at, 1, 2])
            .color;
            assert_eq!(out.iter().filter(|one| one.color == color).count(), 2);
        }
    }

    #[test]
    fn colors_close_to_the_plate_have_an_edge() {
        let colors = Picture::of(Vec::new()).colors;
        let [r, g, b] = colors.bone_edge;
        let rectangles = |color: [u8; 3]| {
            let mut out = Vec::new();
            let area = Area {
                min: Vec2::splat(20.0),
                max: Vec2::splat(29.0),
            };
            square(area, color, 1.0, &colors, &mut out);
            let pixels: Vec<[f32; 4]> = out.iter().map(|one| one.pixels).collect();
            pixels
        };
        let far = [r, g, b].map(|channel| 255 - channel);
        assert_eq!(rectangles(far), [[20.0, 20.0, 29.0, 29.0]]);
        assert_eq!(
            rectangles([r, g, b]),
            [[19.0, 19.0, 30.0, 30.0], [20.0, 20.0, 29.0, 29.0]],
            "the edge lies below the color"
        );
    }

    /// Names of a divided picture's halves stand at its foot; the panels beside it reach all the way up and move nothing.
    #[test]
    fn legends_stand_above_what_covers_the_foot_of_the_picture() {
        let edges = vec2(640.0, 400.0);
        let lowest = |covered: Vec<[u32; 4]>| {
            let picture = Picture { covered, ..picture(3) };
            let mut out = Vec::new();
            lay_out(&picture, (&mut Atlas::new(), 1.0), edges, &mut out)[0].max.y
        };
        let free = lowest(Vec::new());
        assert_eq!(lowest(vec![[0, 0, 300, 400], [0, 370, 90, 400]]), free);
        let above = lowest(vec![[200, 370, 310, 392], [330, 372, 400, 392]]);
        assert!(above < 370.0, "{above}, {free} without names");
    }

    /// One legend for each half of a picture that is divided there, and one for all of it.
    fn divided(at: f32, covered: Vec<[u32; 4]>) -> Picture {
        let mut picture = picture(7);
        let of_whole = picture.legends[0].clone();
        let of = |across| Legend {
            across,
            ..of_whole.clone()
        };
        picture.legends = [[0.0, at], [at, 1.0], Legend::WHOLE].map(of).to_vec();
        Picture {
            pixels_per_point: Some(1.0),
            covered,
            ..picture
        }
    }

    #[test]
    fn each_half_has_its_legend_on_its_own_side_of_the_divider() {
        let edges = vec2(1000.0, 800.0);
        for (at, covered) in [
            (0.5, Vec::new()),
            (0.3, Vec::new()),
            (0.8, Vec::new()),
            (0.5, vec![[400, 760, 600, 790]]),
        ] {
            let picture = divided(at, covered);
            let mut out = Vec::new();
            let taken = lay_out(&picture, (&mut Atlas::new(), 1.0), edges, &mut out);
            let [left, right, whole] = taken[..] else {
                panic!("{at}: {taken:?}")
            };
            let line = at * edges.x;
            assert!(left.min.x >= 0.0 && left.max.x <= line - AWAY, "{at}: {left:?}");
            assert!(right.min.x >= line + AWAY && right.max.x <= edges.x, "{at}: {right:?}");
            assert!(whole.max.y < left.min.y.min(right.min.y), "{at}: {taken:?}");
            assert!(whole.min.x < line && whole.max.x > line || at != 0.5, "{at}: {whole:?}");
        }
    }

    /// Beside a divider at the edge there is no room: half a legend would be read as a whole one.
    #[test]
    fn a_half_that_is_too_narrow_has_no_legend() {
        let edges = vec2(1000.0, 800.0);
        for (at, wanted) in [(0.03, [false, true]), (0.97, [true, false])] {
            let picture = divided(at, Vec::new());
            let mut out = Vec::new();
            let taken = lay_out(&picture, (&mut Atlas::new(), 1.0), edges, &mut out);
            let line = at * edges.x;
            assert!(
                taken.iter().all(|area| area.max.x <= line || area.min.x >= line),
                "{at}: {taken:?}"
            );
            let sides = [
                taken.iter().any(|area| area.max.x <= line),
                taken.iter().any(|area| area.min.x >= line),
            ];
            assert_eq!(sides, wanted, "{at}");
        }
    }

    /// Areas and height of the lowest letters' plate in a square picture of that side.
    fn laid_out(entries: usize, side: f32) -> Vec<Area> {
        let mut out = Vec::new();
        lay_out(&picture(entries), (&mut Atlas::new(), 1.0), Vec2::splat(side), &mut out)
    }

    #[test]
    fn legends_leave_most_of_a_small_picture_to_the_model() {
        for entries in 1..16 {
            for side in (32..800).step_by(16) {
                let side = side as f32;
                let taken = laid_out(entries, side);
                let height: f32 = taken.iter().map(|area| area.max.y - area.min.y).sum();
                // Areas are rounded to whole pixels.
                assert!(
                    height <= MOST_HEIGHT * side + 2.0,
                    "{entries} entries, {side}: {taken:?}"
                );
                let is_inside = |area: &Area| area.min.cmpge(Vec2::ZERO).all() && area.max.x <= side;
                assert!(taken.iter().all(is_inside), "{entries} entries, {side}: {taken:?}");
            }
        }
    }

    #[test]
    fn letters_become_smaller_before_a_legend_is_left_out() {
        let height = |side: f32| laid_out(1, side).first().map(|area| area.max.y - area.min.y);
        let [large, small, none] = [400.0, 136.0, 40.0].map(height);
        assert!(small.expect("it fits") < large.expect("it fits"), "{large:?} {small:?}");
        assert_eq!(none, None);
        // The first of two legends is there when both do not fit.
        let counts: Vec<usize> = (8u8..100)
            .map(|side| laid_out(9, 8.0 * f32::from(side)).len())
            .collect();
        assert!(counts.is_sorted() && counts.contains(&1), "{counts:?}");
        assert_eq!((counts[0], counts.last()), (0, Some(&2)));
    }

    /// Without a window there are no little axes to keep clear of.
    #[test]
    fn lines_of_a_picture_that_no_window_shows_are_longer() {
        let width = |pixels_per_point| {
            let picture = Picture {
                pixels_per_point,
                ..picture(9)
            };
            let mut out = Vec::new();
            let taken = lay_out(&picture, (&mut Atlas::new(), 1.0), vec2(420.0, 800.0), &mut out);
            taken[0].max.x - taken[0].min.x
        };
        let [window, alone] = [Some(1.0), None].map(width);
        assert!(
            window <= 420.0 - 2.0 * SIDES + 20.0 && alone > window,
            "{window} {alone}"
        );
    }
}
