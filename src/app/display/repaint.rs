//! Which parts of the window differ from what was painted last.
//!
//! In: egui's shapes of the last turn and of this one. Out: rectangles, in points, that hold every difference; and shapes cut to them.
//! Painting all panels at each picture of a playing clip takes a software adapter a good part of the time that it has for the picture.

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, Rect, TextureId};

/// More parts than that are painted as one: each is painted by itself.
const MOST_PARTS: usize = 6;

/// The parts of the window in which `now` may look other than `before`, none of which meet. `is_fresh`: what the texture shows has
/// changed.
pub fn changed(
    before: &[ClippedPrimitive],
    now: &[ClippedPrimitive],
    is_fresh: impl Fn(TextureId) -> bool,
) -> Vec<Rect> {
    let mut parts = Vec::new();
    let shorter = before.len().min(now.len());
    let head = (0..shorter).take_while(|at| is_same(&before[*at], &now[*at])).count();
    let tail = (0..shorter - head)
        .take_while(|at| is_same(&before[before.len() - 1 - at], &now[now.len() - 1 - at]))
        .count();
    let (old, new) = (&before[head..before.len() - tail], &now[head..now.len() - tail]);
    if old.len() == new.len() {
        for (old, new) in old.iter().zip(new) {
            difference(old, new, &mut parts);
        }
    } else {
        parts.extend(old.iter().chain(new).map(around));
    }
    let fresh = now.iter().filter(|one| match &one.primitive {
        Primitive::Mesh(mesh) => is_fresh(mesh.texture_id),
        Primitive::Callback(_) => true,
    });
    parts.extend(fresh.map(around));
    apart(parts)
}

/// The same parts, divided along the edges of `places`: none lies half in a place.
pub fn parted(parts: &[Rect], places: &[Rect]) -> Vec<Rect> {
    let mut all = parts.to_vec();
    for place in places {
        all = all.into_iter().flat_map(|part| beside(part, *place)).collect();
    }
    all
}

/// What of `part` lies in `place`, and what above, below, left and right of it.
fn beside(part: Rect, place: Rect) -> Vec<Rect> {
    let shared = part.intersect(place);
    if !shared.is_positive() {
        return vec![part];
    }
    let rows = Rect::from_x_y_ranges(part.x_range(), shared.y_range());
    let all = [
        shared,
        part.with_max_y(shared.top()),
        part.with_min_y(shared.bottom()),
        rows.with_max_x(shared.left()),
        rows.with_min_x(shared.right()),
    ];
    all.into_iter().filter(Rect::is_positive).collect()
}

/// Shapes to paint for these parts, cut to each. `hides`: the place of a shape that is opaque, below which nothing is painted. A part
/// without one begins with black, to cover the image before.
pub fn cut(
    shapes: &[ClippedPrimitive],
    parts: &[Rect],
    hides: impl Fn(&ClippedPrimitive) -> Option<Rect>,
) -> Vec<ClippedPrimitive> {
    let mut all = Vec::new();
    let hidden: Vec<(usize, Rect)> = shapes
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((at, hides(one)?)))
        .collect();
    for part in parts {
        let lowest = hidden.iter().rev().find(|(_, place)| place.contains_rect(*part));
        let seen = &shapes[lowest.map_or(0, |(at, _)| *at)..];
        if lowest.is_none() {
            let mut black = Mesh::default();
            black.add_colored_rect(*part, Color32::BLACK);
            all.push(ClippedPrimitive {
                clip_rect: *part,
                primitive: Primitive::Mesh(black),
            });
        }
        all.extend(seen.iter().filter(|one| around(one).intersects(*part)).map(|one| {
            let mut one = one.clone();
            one.clip_rect = one.clip_rect.intersect(*part);
            one
        }));
    }
    all
}

/// The parts of the window that hold `parts`, on whole pixels, inside of `size` pixels.
pub fn on_pixels(parts: &[Rect], size: [u32; 2], pixels_per_point: f32) -> Vec<Rect> {
    let [width, height] = size.map(|side| side as f32);
    let whole = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(width, height));
    let outward = |part: &Rect| {
        let [min, max] = [part.min, part.max].map(|corner| (corner.to_vec2() * pixels_per_point).to_pos2());
        let grown = Rect::from_min_max(min.floor(), max.ceil()).intersect(whole);
        Rect::from_min_max(
            (grown.min.to_vec2() / pixels_per_point).to_pos2(),
            (grown.max.to_vec2() / pixels_per_point).to_pos2(),
        )
    };
    let parts = parts.iter().map(outward).filter(Rect::is_positive);
    apart(parts.collect())
}

fn is_same(a: &ClippedPrimitive, b: &ClippedPrimitive) -> bool {
    a.clip_rect == b.clip_rect
        && match (&a.primitive, &b.primitive) {
            (Primitive::Mesh(a), Primitive::Mesh(b)) => {
                a.texture_id == b.texture_id && a.indices == b.indices && a.vertices == b.vertices
            }
            _ => false,
        }
}

/// Where one primitive differs from another that stands in its place.
fn difference(old: &ClippedPrimitive, new: &ClippedPrimitive, parts: &mut Vec<Rect>) {
    if let (Primitive::Mesh(a), Primitive::Mesh(b)) = (&old.primitive, &new.primitive)
        && old.clip_rect == new.clip_rect
        && a.texture_id == b.texture_id
    {
        let shorter = a.vertices.len().min(b.vertices.len());
        let head = (0..shorter).take_while(|at| a.vertices[*at] == b.vertices[*at]).count();
        let from_end = |vertices: &[Vertex], at: usize| vertices[vertices.len() - 1 - at];
        let tail = (0..shorter - head)
            .take_while(|at| from_end(&a.vertices, *at) == from_end(&b.vertices, *at))
            .count();
        // Of the triangles with a corner that differs.
        let middle = |mesh: &Mesh| {
            let differs = head..mesh.vertices.len() - tail;
            let triangles = mesh.indices.chunks_exact(3);
            let touched =
                triangles.filter(|corners| corners.iter().any(|corner| differs.contains(&(*corner as usize))));
            let corners = touched
                .flatten()
                .filter_map(|corner| mesh.vertices.get(*corner as usize));
            bounds(corners).intersect(old.clip_rect)
        };
        if head + tail < a.vertices.len().max(b.vertices.len()) {
            parts.extend([middle(a), middle(b)]);
            return;
        }
        if a.indices == b.indices {
            return;
        }
    }
    parts.extend([around(old), around(new)]);
}

/// What of the window a primitive may cover.
fn around(one: &ClippedPrimitive) -> Rect {
    match &one.primitive {
        Primitive::Mesh(mesh) => bounds(mesh.vertices.iter()).intersect(one.clip_rect),
        Primitive::Callback(_) => one.clip_rect,
    }
}

fn bounds<'a>(vertices: impl Iterator<Item = &'a Vertex>) -> Rect {
    vertices.fold(Rect::NOTHING, |around, vertex| around.union(Rect::from_pos(vertex.pos)))
}

/// The same parts, with those that meet joined.
fn apart(mut parts: Vec<Rect>) -> Vec<Rect> {
    parts.retain(Rect::is_positive);
    let mut joined: Vec<Rect> = Vec::new();
    for mut part in parts {
        // What has grown may meet others.
        while let Some(at) = joined.iter().position(|other| other.intersects(part)) {
            part = part.union(joined.swap_remove(at));
        }
        joined.push(part);
        if joined.len() > MOST_PARTS {
            let all = joined.drain(..).fold(Rect::NOTHING, Rect::union);
            joined.push(all);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    const SCREEN: Rect = Rect {
        min: pos2(0.0, 0.0),
        max: pos2(1000.0, 600.0),
    };

    fn square(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(20.0, 20.0))
    }

    /// One mesh of squares, each with its shade.
    fn mesh(texture: TextureId, squares: &[(Rect, u8)]) -> ClippedPrimitive {
        let mut mesh = Mesh::with_texture(texture);
        for (rect, shade) in squares {
            mesh.add_rect_with_uv(*rect, Rect::ZERO, Color32::from_gray(*shade));
        }
        ClippedPrimitive {
            clip_rect: SCREEN,
            primitive: Primitive::Mesh(mesh),
        }
    }

    const PANELS: TextureId = TextureId::Managed(0);
    const VIEW: TextureId = TextureId::User(1);

    #[test]
    fn what_stays_the_same_is_not_painted() {
        let shapes = [
            mesh(PANELS, &[(square(0.0, 0.0), 1), (square(500.0, 0.0), 2)]),
            mesh(VIEW, &[(square(100.0, 100.0), 255)]),
        ];
        assert_eq!(changed(&shapes, &shapes, |_| false), [Rect::NOTHING; 0]);
        // A new picture of the view, and nothing else.
        let parts = changed(&shapes, &shapes, |texture| texture == VIEW);
        assert_eq!(parts, [square(100.0, 100.0)]);
        let painted = cut(&shapes, &parts, |_| None);
        assert_eq!(painted.len(), 2, "black and the picture");
    }

    #[test]
    fn below_a_picture_that_hides_all_nothing_is_painted() {
        let place = Rect::from_min_size(pos2(100.0, 100.0), vec2(400.0, 300.0));
        let shapes = [
            mesh(PANELS, &[(SCREEN, 1)]),
            mesh(VIEW, &[(place, 255)]),
            mesh(PANELS, &[(square(200.0, 200.0), 2)]),
        ];
        let hides = |one: &ClippedPrimitive| match &one.primitive {
            Primitive::Mesh(mesh) if mesh.texture_id == VIEW => Some(place),
            _ => None,
        };
        let painted = cut(&shapes, &[place], hides);
        let all = painted.iter().zip(&shapes[1..]);
        assert_eq!(painted.len(), 2, "the picture and what lies over it");
        assert!(all.into_iter().all(|(one, shape)| is_same(one, &within(shape, place))));
        // A larger part is divided: black lies below its other pieces.
        let part = place.expand2(vec2(10.0, 0.0)).with_max_y(250.0);
        let parts = parted(&[part, square(900.0, 0.0)], &[place]);
        let area = |parts: &[Rect]| parts.iter().map(|part| part.area()).sum::<f32>();
        assert_eq!(area(&parts), part.area() + square(0.0, 0.0).area());
        assert!(
            parts
                .iter()
                .all(|part| place.contains_rect(*part) || !place.intersects(part.shrink(0.5))),
            "{parts:?}"
        );
        assert_eq!(
            apart(parts.iter().map(|part| part.shrink(0.5)).collect()).len(),
            parts.len()
        );
        let black = |one: &&ClippedPrimitive| matches!(&one.primitive, Primitive::Mesh(mesh) if mesh.vertices[0].color == Color32::BLACK);
        let painted = cut(&shapes, &parts, hides);
        assert_eq!(painted.iter().filter(black).count(), parts.len() - 1);
    }

    fn within(one: &ClippedPrimitive, part: Rect) -> ClippedPrimitive {
        let mut one = one.clone();
        one.clip_rect = part;
        one
    }

    #[test]
    fn only_what_differs_inside_of_a_mesh_is_painted() {
        let of = |shade, x| {
            let squares = [
                (square(0.0, 0.0), 1),
                (square(x, 50.0), shade),
                (square(800.0, 500.0), 3),
            ];
            [mesh(PANELS, &squares)]
        };
        let parts = changed(&of(5, 200.0), &of(6, 200.0), |_| false);
        let area = |parts: &[Rect]| parts.iter().map(|part| part.area()).sum::<f32>();
        assert!(
            parts.iter().any(|part| part.contains_rect(square(200.0, 50.0))),
            "{parts:?}"
        );
        assert!(parts.iter().all(|part| !part.contains(pos2(990.0, 590.0))), "{parts:?}");
        // What has moved is gone where it was.
        let parts = changed(&of(5, 200.0), &of(5, 300.0), |_| false);
        for x in [205.0, 315.0] {
            assert!(parts.iter().any(|part| part.contains(pos2(x, 60.0))), "{parts:?}");
        }
        assert!(area(&parts) < SCREEN.area() / 2.0);
    }

    #[test]
    fn what_comes_or_goes_is_painted_where_it_is_or_was() {
        let panel = || mesh(PANELS, &[(square(0.0, 0.0), 1)]);
        let menu = || mesh(PANELS, &[(square(300.0, 300.0), 2)]);
        let (without, with) = ([panel(), panel()], [panel(), menu(), panel()]);
        for (before, now) in [(&without[..], &with[..]), (&with, &without)] {
            assert_eq!(changed(before, now, |_| false), [square(300.0, 300.0)]);
        }
    }

    #[test]
    fn parts_never_meet_and_are_few() {
        let many: Vec<Rect> = (0..40).map(|at| square(25.0 * at as f32, 0.0)).collect();
        let joined = apart(many.clone());
        assert!(joined.len() <= MOST_PARTS);
        assert!(
            many.iter()
                .all(|one| joined.iter().any(|part| part.contains_rect(*one)))
        );
        let joined = apart(vec![square(0.0, 0.0), square(100.0, 0.0), square(10.0, 10.0)]);
        assert_eq!(joined.len(), 2);
        let pixels = on_pixels(&[square(0.3, 0.3)], [1000, 600], 1.5);
        assert!(pixels[0].contains_rect(square(0.3, 0.3)));
        let edges = [pixels[0].min.x, pixels[0].max.y].map(|at| at * 1.5);
        assert!(edges.iter().all(|at| (at - at.round()).abs() < 1e-3), "{pixels:?}");
    }
}
