//! Ground below the edges: the texture as the material goes on with it, under a veil, or squares.

use super::plane::Plane;
use super::subject::{Subject, UvWindow};
use crate::kit::fonts::Background;
use crate::kit::theme::{self, Theme};
use castview_base::scene::{Lookup, Wrap};
use egui::epaint::{Mesh, Vertex};
use egui::{Color32, Painter, Rect, TextureId, Ui, pos2};
use glam::{DMat2, DVec2};

/// Squares along the unit square where no texture is below.
const SQUARES: usize = 8;
/// Most repetitions of the texture along an axis; beyond, the texture is drawn once.
const MOST_TILES: usize = 64;
/// How much of the panel's colour lies over the texture, so that lines are read on any, and again outside the unit square.
const VEIL: f32 = 0.6;

/// Returns the texture's name if it is there.
pub fn show<'a>(
    ui: &Ui,
    painter: &Painter,
    subject: &Subject<'a>,
    window: &mut UvWindow,
    (canvas, plane): (Rect, Plane),
    background: &Background,
) -> Option<&'a str> {
    let theme = theme::of(ui);
    painter.rect_filled(canvas, 0, theme.ground);
    let lookup = subject.below.map_or_else(Lookup::default, |slot| slot.lookup);
    let texture = subject.texture().and_then(|(image, name)| {
        let texture = window.source.texture(image, ui.ctx(), background)?;
        Some((tiles(texture.id(), &lookup, (canvas, plane))?, name))
    });
    let Some((quads, name)) = texture else {
        squares(painter, canvas, plane, theme);
        return None;
    };
    painter.add(quads);
    let veil = theme.ground.gamma_multiply(VEIL);
    painter.rect_filled(canvas, 0, veil);
    let unit = unit_square(canvas, plane).intersect(canvas);
    if !unit.is_positive() {
        painter.rect_filled(canvas, 0, veil);
        return Some(name);
    }
    for around in [
        Rect::from_min_max(canvas.min, pos2(canvas.right(), unit.top())),
        Rect::from_min_max(pos2(canvas.left(), unit.bottom()), canvas.max),
        Rect::from_min_max(pos2(canvas.left(), unit.top()), unit.left_bottom()),
        Rect::from_min_max(unit.right_top(), pos2(canvas.right(), unit.bottom())),
    ] {
        painter.rect_filled(around, 0, veil);
    }
    Some(name)
}

pub fn unit_square(canvas: Rect, plane: Plane) -> Rect {
    Rect::from_min_max(plane.place(canvas, [0.0, 0.0]), plane.place(canvas, [1.0, 1.0]))
}

/// Squares in the unit square.
fn squares(painter: &Painter, canvas: Rect, plane: Plane, theme: &Theme) {
    painter.rect_filled(unit_square(canvas, plane).intersect(canvas), 0, theme.raised);
    let at = |index: usize| index as f64 / SQUARES as f64;
    for (u, v) in (0..SQUARES).flat_map(|v| (0..SQUARES).map(move |u| (u, v))) {
        let square = [[at(u), at(v)], [at(u + 1), at(v + 1)]].map(|uv| plane.place(canvas, uv));
        let square = Rect::from_min_max(square[0], square[1]).intersect(canvas);
        if (u + v) % 2 == 1 && square.is_positive() {
            painter.rect_filled(square, 0, theme.pressed);
        }
    }
}

/// A quad for each time that the texture is there; `None` where `lookup` leads all coordinates to one line or point of it.
fn tiles(texture: TextureId, lookup: &Lookup, (canvas, plane): (Rect, Plane)) -> Option<Mesh> {
    let rows = lookup.matrix().map(|row| row.as_dvec3());
    let texture_from_uv = DMat2::from_cols(DVec2::new(rows[0].x, rows[1].x), DVec2::new(rows[0].y, rows[1].y));
    let offset = DVec2::new(rows[0].z, rows[1].z);
    let uv_from_texture = texture_from_uv.inverse();
    if !uv_from_texture.is_finite() {
        return None;
    }
    let corners = [
        canvas.left_top(),
        canvas.right_top(),
        canvas.right_bottom(),
        canvas.left_bottom(),
    ];
    let corners = corners.map(|at| texture_from_uv * DVec2::from_array(plane.uv(canvas, at)) + offset);
    let least = corners.into_iter().reduce(DVec2::min)?;
    let most = corners.into_iter().reduce(DVec2::max)?;
    let across = pieces(lookup.wrap[0], [least.x, most.x]);
    let down = pieces(lookup.wrap[1], [least.y, most.y]);
    let mut quads = Mesh::with_texture(texture);
    for (x, y) in down.iter().flat_map(|y| across.iter().map(move |x| (x, y))) {
        let first = quads.vertices.len() as u32;
        for [at_x, at_y] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
            let uv = uv_from_texture * (DVec2::new(x.place[at_x], y.place[at_y]) - offset);
            quads.vertices.push(Vertex {
                pos: plane.place(canvas, uv.to_array()),
                uv: pos2(x.texture[at_x], y.texture[at_y]),
                color: Color32::WHITE,
            });
        }
        quads.add_triangle(first, first + 1, first + 2);
        quads.add_triangle(first, first + 2, first + 3);
    }
    Some(quads)
}

/// A part of an axis: its two ends, and the part of the texture there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Piece {
    place: [f64; 2],
    texture: [f32; 2],
}

/// How the texture fills an axis from `least` to `most`.
fn pieces(wrap: Wrap, [least, most]: [f64; 2]) -> Vec<Piece> {
    let once = Piece {
        place: [0.0, 1.0],
        texture: [0.0, 1.0],
    };
    if wrap == Wrap::Clamp {
        let edge = |place: [f64; 2], texture: f32| Piece {
            place,
            texture: [texture; 2],
        };
        return vec![edge([least.min(0.0), 0.0], 0.0), once, edge([1.0, most.max(1.0)], 1.0)];
    }
    let count = most.ceil() - least.floor();
    if !(0.0..=MOST_TILES as f64).contains(&count) {
        return vec![once];
    }
    let tile = |at: usize| {
        let first = least.floor() + at as f64;
        let is_turned = wrap == Wrap::Mirror && first.rem_euclid(2.0) == 1.0;
        Piece {
            place: [first, first + 1.0],
            texture: if is_turned { [1.0, 0.0] } else { [0.0, 1.0] },
        }
    };
    (0..count as usize).map(tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;
    use glam::Vec2;

    const CANVAS: Rect = Rect {
        min: pos2(0.0, 0.0),
        max: pos2(400.0, 300.0),
    };

    /// Returns the coordinate that a sampler looks up for `at` of an axis.
    fn wrapped(wrap: Wrap, at: f64) -> f64 {
        match wrap {
            Wrap::Repeat => at.rem_euclid(1.0),
            Wrap::Mirror => 1.0 - (at.rem_euclid(2.0) - 1.0).abs(),
            Wrap::Clamp => at.clamp(0.0, 1.0),
        }
    }

    #[test]
    fn the_texture_goes_on_as_a_sampler_does_on_each_axis_by_itself() {
        for wrap in [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp] {
            let pieces = pieces(wrap, [-2.3, 3.4]);
            for step in 0..57 {
                let at = -2.25 + f64::from(step) * 0.1;
                let piece = pieces
                    .iter()
                    .find(|piece| (piece.place[0]..piece.place[1]).contains(&at));
                let Piece { place, texture } = piece.expect("all of it is filled");
                let share = (at - place[0]) / (place[1] - place[0]);
                let found = f64::from(texture[0]) + share * f64::from(texture[1] - texture[0]);
                assert!((found - wrapped(wrap, at)).abs() < 1e-6, "{wrap:?} {at}: {found}");
            }
        }
        assert_eq!(pieces(Wrap::Mirror, [-1e30, 1e30]).len(), 1);
        assert_eq!(pieces(Wrap::Repeat, [f64::NAN, 1.0]).len(), 1);
    }

    #[test]
    fn a_turned_and_moved_texture_lies_where_it_is_looked_up() {
        let lookup = Lookup {
            offset: Vec2::new(0.25, -0.5),
            rotation_rad: 0.7,
            scale: Vec2::new(2.0, 0.5),
            ..Lookup::default()
        };
        let plane = Plane::fitting(None, vec2(400.0, 300.0));
        let quads = tiles(TextureId::default(), &lookup, (CANVAS, plane)).expect("it is turned, no more");
        for vertex in &quads.vertices {
            let uv = plane.uv(CANVAS, vertex.pos);
            let rows = lookup.matrix();
            for (row, at) in rows.iter().zip([vertex.uv.x, vertex.uv.y]) {
                let found = f64::from(row.x) * uv[0] + f64::from(row.y) * uv[1] + f64::from(row.z);
                assert!((found - f64::from(at) - (found - f64::from(at)).round()).abs() < 1e-3);
            }
        }
        let flat = Lookup {
            scale: Vec2::new(0.0, 1.0),
            ..Lookup::default()
        };
        assert!(tiles(TextureId::default(), &flat, (CANVAS, plane)).is_none());
    }
}
