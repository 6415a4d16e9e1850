//! Which parts of the window differ from what was painted last.
//!
//! In: egui's shapes of the last turn and of this one. Out: rectangles, in points, that hold every difference; and shapes cut to them.
//! Painting all panels at each picture of a playing clip takes a software adapter a good part of the time that it has for the picture.

use egui::epaint::{ClippedPrimitive, Mesh, Primitive, Vertex};
use egui::{Color32, Rect, TextureId};

/// Most parts, each of which is painted by itself; some of more parts are painted as one.
const MOST_PARTS: usize = 6;
/// Two parts that meet are painted as one if no more than this share of it lies beside them.
const WASTE: f32 = 0.25;
/// How often one part is divided along others.
const MOST_CUTS: u32 = 4;
/// Triangles that may have come or gone in a row, before the rest of a mesh counts as another: a label, a mark.
const AHEAD: usize = 64;
/// Triangles that have to be the same before two meshes count as going on in the same way.
const SURE: usize = 4;

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

/// Divides `part` into its piece in `place` and those above, below, left and right of it.
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
        all.extend(seen.iter().filter_map(|one| {
            let clip_rect = one.clip_rect.intersect(*part);
            let primitive = match &one.primitive {
                _ if !clip_rect.is_positive() => return None,
                Primitive::Mesh(mesh) => Primitive::Mesh(seen_in(mesh, clip_rect)?),
                callback @ Primitive::Callback(_) => callback.clone(),
            };
            Some(ClippedPrimitive { clip_rect, primitive })
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
    match (&old.primitive, &new.primitive) {
        (Primitive::Mesh(a), Primitive::Mesh(b)) if old.clip_rect == new.clip_rect && a.texture_id == b.texture_id => {
            let mut differing = Vec::new();
            differing_triangles(a, b, &mut differing);
            parts.extend(differing.iter().map(|part| part.intersect(old.clip_rect)));
        }
        _ => parts.extend([around(old), around(new)]),
    }
}

/// Where triangles of one mesh are that are not in the other, in the same order. A panel is one mesh: the playhead at its left and the numbers
/// at its right must not take in all that lies between, nor must a label that comes or goes.
fn differing_triangles(a: &Mesh, b: &Mesh, parts: &mut Vec<Rect>) {
    let corners = |mesh: &Mesh, at: usize| {
        let corners = mesh.indices.get(3 * at..3 * at + 3)?;
        let vertex = |corner: usize| mesh.vertices.get(corners[corner] as usize).copied();
        Some([vertex(0)?, vertex(1)?, vertex(2)?])
    };
    let [mut at, ends] = [[0, 0], [a, b].map(|mesh| mesh.indices.len() / 3)];
    let is_same = |at: [usize; 2]| corners(a, at[0]) == corners(b, at[1]);
    let is_over = |at: [usize; 2]| at[0] >= ends[0] || at[1] >= ends[1];
    while !is_over(at) {
        if is_same(at) {
            at = at.map(|at| at + 1);
            continue;
        }
        // Where both go on in the same way, the nearest place first; the end if there is none near.
        let goes_on = |at: [usize; 2]| {
            (0..SURE).all(|ahead| {
                let at = at.map(|at| at + ahead);
                is_over(at) || is_same(at)
            })
        };
        let ways = (1..=2 * AHEAD)
            .flat_map(|steps| (steps.saturating_sub(AHEAD)..=steps.min(AHEAD)).map(move |one| [one, steps - one]));
        let next = ways
            .map(|[one, other]| [at[0] + one, at[1] + other])
            .find(|at| !is_over(*at) && goes_on(*at));
        let next = next.unwrap_or(ends);
        for (mesh, of) in [(a, 0), (b, 1)] {
            (at[of]..next[of])
                .filter_map(|at| corners(mesh, at))
                .for_each(|corners| add_near(parts, bounds(corners.iter())));
        }
        at = next;
    }
    for (mesh, of) in [(a, 0), (b, 1)] {
        (at[of]..ends[of])
            .filter_map(|at| corners(mesh, at))
            .for_each(|corners| add_near(parts, bounds(corners.iter())));
    }
}

/// Adds a part, to one of the last if it meets it: neighbours of one shape follow each other.
fn add_near(parts: &mut Vec<Rect>, part: Rect) {
    let lately = parts.iter_mut().rev().take(2).find(|other| other.intersects(part));
    match lately {
        Some(other) => *other = other.union(part),
        None => parts.push(part),
    }
}

/// The triangles of a mesh that may be seen in `part`, with their corners alone. `None`: there are none.
fn seen_in(mesh: &Mesh, part: Rect) -> Option<Mesh> {
    let mut seen = Mesh::with_texture(mesh.texture_id);
    let mut places = vec![u32::MAX; mesh.vertices.len()];
    for corners in mesh.indices.chunks_exact(3) {
        let vertices = corners.iter().filter_map(|corner| mesh.vertices.get(*corner as usize));
        if !bounds(vertices).intersects(part) {
            continue;
        }
        for corner in corners {
            let Some(place) = places.get_mut(*corner as usize) else {
                continue;
            };
            if *place == u32::MAX {
                *place = seen.vertices.len() as u32;
                seen.vertices.push(mesh.vertices[*corner as usize]);
            }
            seen.indices.push(*place);
        }
    }
    (!seen.indices.is_empty()).then_some(seen)
}

/// Area of the window that a primitive may cover.
fn around(one: &ClippedPrimitive) -> Rect {
    match &one.primitive {
        Primitive::Mesh(mesh) => bounds(mesh.vertices.iter()).intersect(one.clip_rect),
        Primitive::Callback(_) => one.clip_rect,
    }
}

fn bounds<'a>(vertices: impl Iterator<Item = &'a Vertex>) -> Rect {
    vertices.fold(Rect::NOTHING, |around, vertex| around.union(Rect::from_pos(vertex.pos)))
}

/// The same parts, none of which meet. If there are too many, the two that have the least beside them are joined.
fn apart(mut parts: Vec<Rect>) -> Vec<Rect> {
    parts.retain(Rect::is_positive);
    let mut joined: Vec<Rect> = Vec::new();
    for part in parts {
        join(&mut joined, part, MOST_CUTS);
        while joined.len() > MOST_PARTS {
            let pairs = (0..joined.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let beside =
                |(a, b): &(usize, usize)| joined[*a].union(joined[*b]).area() - joined[*a].area() - joined[*b].area();
            let nearest = pairs.min_by(|one, other| beside(one).total_cmp(&beside(other)));
            let Some((a, b)) = nearest else { break };
            let part = joined.swap_remove(b).union(joined.swap_remove(a));
            join(&mut joined, part, 0);
        }
    }
    joined
}

/// Adds a part to others that do not meet. One that crosses another is divided, up to `cuts` times; one that does not reach far beyond
/// another is joined with it.
fn join(joined: &mut Vec<Rect>, mut part: Rect, cuts: u32) {
    let meets = |other: &Rect, part: Rect| other.intersect(part).is_positive();
    // A part that has grown may meet others.
    while let Some(at) = joined.iter().position(|other| meets(other, part)) {
        let other = joined[at];
        let both = other.union(part);
        let covered = other.area() + part.area() - other.intersect(part).area();
        if cuts > 0 && covered < both.area() * (1.0 - WASTE) {
            for piece in beside(part, other).into_iter().filter(|piece| !meets(&other, *piece)) {
                join(joined, piece, cuts - 1);
            }
            return;
        }
        joined.swap_remove(at);
        part = both;
    }
    joined.push(part);
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
        // A square that has moved is gone where it was.
        let parts = changed(&of(5, 200.0), &of(5, 300.0), |_| false);
        for x in [205.0, 315.0] {
            assert!(parts.iter().any(|part| part.contains(pos2(x, 60.0))), "{parts:?}");
        }
        assert!(area(&parts) < SCREEN.area() / 2.0);
    }

    /// The playhead goes on at the left of a panel, numbers change at its right, and all of it is one mesh.
    #[test]
    fn what_lies_between_two_changes_is_not_painted() {
        let of = |at: f32, shade| {
            let mut squares = vec![(square(at, 0.0), 1)];
            squares.extend((0..40).map(|label| (square(25.0 * label as f32, 80.0), 2)));
            squares.extend((0..9).map(|digit| (square(700.0 + 25.0 * digit as f32, 40.0), shade + digit % 2)));
            squares.push((square(900.0, 500.0), shade));
            [mesh(PANELS, &squares)]
        };
        let (before, now) = (of(100.0, 5), of(130.0, 7));
        let parts = changed(&before, &now, |_| false);
        assert!(parts.len() <= MOST_PARTS);
        let is_painted = |x, y| parts.iter().any(|part| part.contains(pos2(x, y)));
        assert!(
            is_painted(110.0, 10.0) && is_painted(140.0, 10.0),
            "where it was, and is"
        );
        assert!((0..9).all(|digit| is_painted(710.0 + 25.0 * digit as f32, 50.0)));
        assert!(is_painted(910.0, 510.0));
        assert!(!is_painted(400.0, 90.0) && !is_painted(110.0, 90.0) && !is_painted(910.0, 300.0));
        let area: f32 = parts.iter().map(|part| part.area()).sum();
        assert!(area < 12.0 * 25.0 * 25.0, "{parts:?}");
        // The triangles that lie there are painted, each as it was.
        let painted = cut(&now, &parts, |_| None);
        let all = |one: &ClippedPrimitive| match &one.primitive {
            Primitive::Mesh(mesh) => mesh.clone(),
            Primitive::Callback(_) => unreachable!("there are meshes alone"),
        };
        let whole = all(&now[0]);
        let meshes: Vec<Mesh> = painted
            .iter()
            .map(all)
            .filter(|mesh| mesh.vertices[0].color != Color32::BLACK)
            .collect();
        assert!(meshes.iter().all(Mesh::is_valid));
        let corners: usize = meshes.iter().map(|mesh| mesh.indices.len()).sum();
        assert_eq!(corners, 6 * 11, "two triangles of each square that is another");
        let known = |mesh: &Mesh| mesh.vertices.iter().all(|vertex| whole.vertices.contains(vertex));
        assert!(meshes.iter().all(known));
    }

    /// A label of the ruler makes room for the playhead, and the numbers beside it are others.
    #[test]
    fn a_label_that_goes_takes_nothing_with_it_but_itself() {
        let of = |hidden: Option<usize>, shade| {
            let mut squares: Vec<_> = (0..40).map(|tick| (square(25.0 * tick as f32, 80.0), 2)).collect();
            squares.extend(
                (0..20)
                    .filter(|label| Some(*label) != hidden)
                    .map(|label| (square(50.0 * label as f32, 40.0), 3)),
            );
            squares.extend((0..30).map(|mark| (square(30.0 * mark as f32, 300.0), 4)));
            squares.push((square(900.0, 0.0), shade));
            [mesh(PANELS, &squares)]
        };
        for (before, now) in [
            (None, Some(7)),
            (Some(7), None),
            (Some(7), Some(8)),
            (Some(19), Some(0)),
        ] {
            let mut wanted: Vec<Rect> = [before, now]
                .into_iter()
                .flatten()
                .map(|label| square(50.0 * label as f32, 40.0))
                .collect();
            wanted.push(square(900.0, 0.0));
            let mut parts = changed(&of(before, 5), &of(now, 6), |_| false);
            for list in [&mut wanted, &mut parts] {
                list.sort_by(|a, b| (a.min.x, a.min.y).partial_cmp(&(b.min.x, b.min.y)).expect("numbers"));
            }
            assert_eq!(parts, wanted, "{before:?} {now:?}");
        }
        // All that was there is gone.
        let parts = changed(&of(None, 5), &[mesh(PANELS, &[(square(0.0, 500.0), 1)])], |_| false);
        let area: f32 = parts.iter().map(|part| part.area()).sum();
        assert!(area > 91.0 * 400.0, "{parts:?}");
    }

    /// A row flashes across the window, the playhead crosses it, and a number far away is another.
    #[test]
    fn parts_that_cross_are_not_painted_as_one() {
        let row = Rect::from_min_max(pos2(0.0, 550.0), pos2(1000.0, 566.0));
        let line = Rect::from_min_max(pos2(500.0, 520.0), pos2(502.0, 600.0));
        let number = square(900.0, 500.0);
        for parts in [[row, line, number], [line, number, row], [number, row, line]] {
            let apart = apart(parts.to_vec());
            assert!(apart.len() <= MOST_PARTS, "{apart:?}");
            let area: f32 = apart.iter().map(Rect::area).sum();
            let wanted = row.area() + line.area() - 2.0 * 16.0 + number.area();
            assert!((area - wanted).abs() < 1.0, "{area} of {wanted}: {apart:?}");
            for (at, one) in apart.iter().enumerate() {
                assert!(
                    apart[..at].iter().all(|other| !one.intersect(*other).is_positive()),
                    "{apart:?}"
                );
            }
            // Each place of a part is painted.
            for part in parts {
                let seen = |x: f32, y: f32| apart.iter().any(|one| one.contains(pos2(x, y)));
                let steps = |from: f32, to: f32| (0..=50).map(move |step| egui::lerp(from..=to, step as f32 / 50.0));
                assert!(steps(part.left(), part.right()).all(|x| steps(part.top(), part.bottom()).all(|y| seen(x, y))));
            }
        }
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
