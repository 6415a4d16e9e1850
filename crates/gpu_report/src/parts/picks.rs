//! The triangle at a pixel: whether it is the one that a ray finds, and how long the answer takes.

use super::numbers::{count, digits, ms, too_long};
use crate::bench::{Bench, median, told};
use crate::budget::Budget;
use crate::text::{LineSaid, ReportLine};
use castview_base::core::MeshIndex;
use castview_base::scene::Skinning;
use castview_motion::deform::skinned;
use castview_render::{Picked, PickedPart, Renderer};
use castview_testkit::bodies::{MeasuredBody, picture, plain};
use castview_testkit::rigs::Dice;
use glam::{DMat4, DVec3, DVec4};
use std::time::Instant;

/// Pixels of a side of the picture that is picked in, and how many of them are.
const SIDE: u32 = 256;
const PICKS: usize = 60;
/// Share of a triangle by which a ray may pass beside it: adapters put corners on a grid of 1/256 of a pixel.
const BESIDE: f64 = 0.05;
/// Distances that differ by no more are tied, as a part of the way from the near plane to the far plane.
const TIED: f64 = 1e-4;
/// Picks that are timed.
const TIMED: usize = 15;

/// Triangles in world space.
struct Soup {
    triangles: Vec<[DVec3; 3]>,
    world_from_clip: DMat4,
}

/// A triangle that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hit {
    triangle: u32,
    /// From 0 at the near plane to 1 at the far plane.
    at: f64,
    /// The ray meets its inside, not only its surroundings.
    is_inside: bool,
}

impl Soup {
    /// All that the ray through the middle of a pixel meets, or nearly meets.
    fn hits(&self, pixel: [u32; 2]) -> Vec<Hit> {
        let middle = |at: u32| (2.0 * f64::from(at) + 1.0) / f64::from(SIDE) - 1.0;
        let [near, far] = [1.0, 0.0].map(|depth| {
            let point = self.world_from_clip * DVec4::new(middle(pixel[0]), -middle(pixel[1]), depth, 1.0);
            point.truncate() / point.w
        });
        let all = (0..).zip(&self.triangles);
        all.filter_map(|(triangle, corners)| hit(triangle, corners, near, far - near))
            .collect()
    }
}

/// Möller and Trumbore 1997.
fn hit(triangle: u32, [a, b, c]: &[DVec3; 3], from: DVec3, direction: DVec3) -> Option<Hit> {
    let (ab, ac) = (*b - *a, *c - *a);
    let p = direction.cross(ac);
    let determinant = ab.dot(p);
    let from_a = from - *a;
    let u = from_a.dot(p) / determinant;
    let q = from_a.cross(ab);
    let v = direction.dot(q) / determinant;
    let at = ac.dot(q) / determinant;
    let is_within = |slack: f64| u >= -slack && v >= -slack && u + v <= 1.0 + slack;
    (is_within(BESIDE) && (0.0..=1.0).contains(&at)).then(|| Hit {
        triangle,
        at,
        is_inside: is_within(0.0),
    })
}

/// Whether a pick may say that, where a ray meets `hits`. `None`: nothing is there.
fn is_right(hits: &[Hit], said: Option<Option<u32>>) -> bool {
    let nearest = hits
        .iter()
        .filter(|hit| hit.is_inside)
        .map(|hit| hit.at)
        .reduce(f64::min);
    match said {
        None => nearest.is_none(),
        // An adapter that does not number triangles says only that there is one.
        Some(None) => !hits.is_empty(),
        Some(Some(triangle)) => hits
            .iter()
            .any(|hit| hit.triangle == triangle && nearest.is_none_or(|nearest| hit.at <= nearest + TIED)),
    }
}

pub fn check(bench: &Bench, _: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let body = MeasuredBody::new(bench.wanted.checked, Skinning::Linear, false);
    let pose = body.bent(0.01);
    let posed = skinned(body.model(), MeshIndex::new(0), &pose).positions;
    let picture = plain(picture([SIDE; 2], vec![body.placed(1, pose)], body.mesh().bounds));
    let corner = |at: usize| posed[body.mesh().triangles.get(at) as usize].as_dvec3();
    let soup = Soup {
        triangles: (0..body.mesh().triangle_count())
            .map(|at| [0, 1, 2].map(|of| corner(3 * at + of)))
            .collect(),
        world_from_clip: picture.camera.clip_from_world(1.0).as_dmat4().inverse(),
    };
    let mut renderer = Renderer::new(&bench.context);
    bench.draw(&mut renderer, &picture)?;
    let mut dice = Dice::new(48);
    let (mut wrong, mut on_it) = (Vec::new(), 0);
    for _ in 0..PICKS {
        let pixel = near_middle([SIDE; 2], &mut dice);
        let picked = renderer.pick_surface(pixel[0], pixel[1]).map_err(told)?;
        on_it += usize::from(picked.is_some());
        if !is_right(&soup.hits(pixel), picked.map(of_mesh)) {
            wrong.push(format!("({}, {})", pixel[0], pixel[1]));
        }
    }
    let ids = match bench.context.abilities().triangle_ids {
        true => "by number",
        false => "hit or not alone, as the adapter numbers none",
    };
    let right = PICKS - wrong.len();
    let text = format!("{right} of {PICKS} pixels, {on_it} on the model, as a ray finds them ({ids})");
    let said = match wrong.is_empty() {
        true => LineSaid::Right(text),
        false => LineSaid::Wrong(format!("{text}, others at {}", wrong.join(" "))),
    };
    lines.push(ReportLine::new("picked triangles", said));
    Ok(())
}

fn of_mesh(picked: Picked) -> Option<u32> {
    match picked.what {
        PickedPart::Mesh(_) => picked.triangle,
        PickedPart::Bone(_) => None,
    }
}

/// From the question to the answer, in a picture that is there.
pub fn run(bench: &Bench, budget: &Budget, lines: &mut Vec<ReportLine>) -> Result<(), String> {
    let name = format!("picking, {}", count(bench.wanted.middle));
    if let Some(said) = too_long(&[], (0.0, 0.0), budget) {
        lines.push(ReportLine::new(name, said));
        return Ok(());
    }
    let body = MeasuredBody::new(bench.wanted.middle, Skinning::Linear, false);
    let size = bench.wanted.sizes.first().copied().unwrap_or([1280, 720]);
    let mut renderer = Renderer::new(&bench.context);
    bench.draw(&mut renderer, &plain(body.moving(size, 0)))?;
    let mut dice = Dice::new(49);
    let (mut times, mut on_it, mut first) = (Vec::new(), 0, None);
    while times.len() < TIMED && (times.is_empty() || !budget.left().is_zero()) {
        let [x, y] = near_middle(size, &mut dice);
        let since = Instant::now();
        on_it += usize::from(renderer.pick(x, y).map_err(told)?.is_some());
        let took = since.elapsed();
        // The first one makes what picks are drawn by.
        match first {
            None => first = Some(took),
            Some(_) => times.push(took),
        }
    }
    let of = times.len();
    let medians = median(times).zip(first);
    let (each, first) = medians.ok_or("no pick was timed")?;
    let text = format!(
        "wall {}, first {}; of {of}, {on_it} on the model; {} a second",
        ms(each),
        ms(first),
        digits(1.0 / each.as_secs_f64().max(1e-9))
    );
    lines.push(ReportLine::new(name, LineSaid::Measured(text)));
    Ok(())
}

/// A pixel on the body, which fills the height of the picture, or not far beside it.
fn near_middle([width, height]: [u32; 2], dice: &mut Dice) -> [u32; 2] {
    let wide = (height / 3).min(width).max(1);
    let high = (height * 3 / 4).max(1);
    [
        (width - wide) / 2 + dice.below(wide as usize) as u32,
        (height - high) / 2 + dice.below(high as usize) as u32,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_triangle_is_right_and_those_beside_the_ray_are_excused() {
        let of = |triangle, at, is_inside| Hit {
            triangle,
            at,
            is_inside,
        };
        let hits = [
            of(4, 0.5, true),
            of(7, 0.3, true),
            of(9, 0.30005, false),
            of(2, 0.29, false),
        ];
        for (said, right) in [
            (Some(Some(7)), true),
            (Some(Some(9)), true),
            (Some(Some(2)), true),
            (Some(Some(4)), false),
            (Some(Some(1)), false),
            (Some(None), true),
            (None, false),
        ] {
            assert_eq!(is_right(&hits, said), right, "{said:?}");
        }
        assert!(is_right(&[], None) && !is_right(&[], Some(Some(1))) && !is_right(&[], Some(None)));
        let beside = [of(3, 0.4, false)];
        assert!(is_right(&beside, None) && is_right(&beside, Some(Some(3))));
    }

    #[test]
    fn a_ray_meets_the_triangle_before_it() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let through = |x, y| hit(5, &corners, DVec3::new(x, y, 1.0), DVec3::NEG_Z * 4.0);
        assert_eq!(
            through(0.2, 0.2),
            Some(Hit {
                triangle: 5,
                at: 0.25,
                is_inside: true
            })
        );
        assert_eq!(through(-0.01, 0.5).map(|hit| hit.is_inside), Some(false));
        assert_eq!(through(0.9, 0.9), None);
    }
}
