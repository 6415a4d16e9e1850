//! Hits of rays that do not start in the eye: the way of light on the far side of glass.
//!
//! In: the triangles of a picture that let no light through. Out: which of them a ray meets, the nearest first.

use super::triangles::{Hit, Triangle};
use glam::Vec3;

/// Triangles of a box that is not divided any more.
const FEW: usize = 4;

/// A box around some triangles, and the two boxes or the triangles in it.
struct Node {
    low: Vec3,
    high: Vec3,
    inside: Inside,
}

enum Inside {
    Two(Box<[Node; 2]>),
    Few(Vec<usize>),
}

pub struct Rays<'a> {
    all: &'a [Triangle],
    root: Node,
}

impl<'a> Rays<'a> {
    /// Puts the `wanted` triangles of `all` into boxes.
    pub fn among(all: &'a [Triangle], wanted: impl Fn(&Triangle) -> bool) -> Self {
        let chosen = (0..all.len()).filter(|at| wanted(&all[*at])).collect();
        Self {
            all,
            root: Node::around(all, chosen),
        }
    }

    /// All that lies from `from` on in the direction `towards`.
    pub fn met(&self, from: Vec3, towards: Vec3) -> Vec<Hit> {
        let (mut hits, mut open) = (Vec::new(), vec![&self.root]);
        while let Some(node) = open.pop() {
            if !node.is_met(from, towards.recip()) {
                continue;
            }
            match &node.inside {
                Inside::Two(two) => open.extend(two.iter()),
                Inside::Few(few) => hits.extend(few.iter().filter_map(|at| meet(self.all, *at, from, towards))),
            }
        }
        hits.sort_by(|a: &Hit, b| a.away.total_cmp(&b.away));
        hits
    }
}

impl Node {
    fn around(all: &[Triangle], mut chosen: Vec<usize>) -> Self {
        let corners = chosen.iter().flat_map(|at| all[*at].corners.iter().map(|c| c.position));
        let (low, high) = corners.fold((Vec3::MAX, Vec3::MIN), |(low, high), at| (low.min(at), high.max(at)));
        let inside = match chosen.len() > FEW {
            false => Inside::Few(chosen),
            true => {
                let longest = (high - low).max_position();
                let middle = |at: &usize| all[*at].corners.iter().map(|c| c.position[longest]).sum::<f32>();
                let half = chosen.len() / 2;
                chosen.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)));
                let rest = chosen.split_off(half);
                Inside::Two(Box::new([Self::around(all, chosen), Self::around(all, rest)]))
            }
        };
        Self { low, high, inside }
    }

    fn is_met(&self, from: Vec3, slowness: Vec3) -> bool {
        let (a, b) = ((self.low - from) * slowness, (self.high - from) * slowness);
        let (enters, leaves) = (a.min(b).max_element(), a.max(b).min_element());
        leaves >= enters.max(0.0)
    }
}

/// Möller and Trumbore, "Fast, Minimum Storage Ray/Triangle Intersection", 1997.
fn meet(all: &[Triangle], at: usize, from: Vec3, towards: Vec3) -> Option<Hit> {
    let [a, b, c] = all[at].corners.map(|corner| corner.position.as_dvec3());
    let (from, towards) = (from.as_dvec3(), towards.as_dvec3());
    let (along, across) = (b - a, c - a);
    let side = towards.cross(across);
    let turn = along.dot(side);
    let start = from - a;
    let second = start.dot(side) / turn;
    let other = start.cross(along);
    let third = towards.dot(other) / turn;
    let away = across.dot(other) / turn;
    let is_met = turn != 0.0 && second >= 0.0 && third >= 0.0 && second + third <= 1.0 && away > 0.0;
    is_met.then(|| Hit {
        triangle: at,
        away,
        shares: glam::DVec3::new(1.0 - second - third, second, third).as_vec3(),
    })
}
