//! Edges of triangles → a picture of lines, as large as it is shown.
//!
//! In: a mesh, its layout, what part of it is shown. Out: how much of each pixel lines cover. Runs in the background: a million triangles
//! take about a tenth of a second. Bounded by the pixels that are touched, however long edges are.

use castview_base::scene::{Mesh, UvLayout, uvs_of};

/// Pixels that all lines of a picture touch together, at most.
const MOST_STEPS: usize = 1 << 26;
/// Where pixels are touched more often than this in the mean, lines let through what is below them.
const CROWDED: f32 = 5.0;
/// The least that lines cover.
const FAINTEST: f32 = 0.35;

/// How much of each pixel is covered.
#[derive(Clone, Debug, PartialEq)]
pub struct Lines {
    /// In pixels.
    pub size: [usize; 2],
    /// 0…255, the upper row first.
    pub coverage: Vec<u8>,
    /// How much of their coverage the lines should be seen with, 0…1: less where they crowd.
    pub opacity: f32,
    /// Not all lines are there: it would have taken too long.
    pub is_cut: bool,
}

impl Lines {
    /// The edges of the triangles that meet `shown` (least u, least v, greatest u, greatest v) over `size` pixels.
    pub fn of(mesh: &Mesh, layout: &UvLayout, shown: [f64; 4], size: [usize; 2]) -> Self {
        let mut lines = Self {
            size,
            coverage: vec![0; size[0] * size[1]],
            opacity: 1.0,
            is_cut: false,
        };
        if lines.coverage.is_empty() {
            return lines;
        }
        let mut triangles = Vec::new();
        let around = shown.map(|at| at.clamp(f64::from(f32::MIN), f64::from(f32::MAX)) as f32);
        layout.within(around, usize::MAX, &mut triangles);
        let unit = [0, 1].map(|axis| size[axis] as f64 / (shown[axis + 2] - shown[axis]));
        let mut left = MOST_STEPS;
        for triangle in triangles {
            let Some(corners) = uvs_of(mesh, layout.layer(), triangle) else {
                continue;
            };
            let places = corners.map(|uv| [0, 1].map(|axis| (f64::from(uv[axis]) - shown[axis]) * unit[axis]));
            for at in 0..3 {
                lines.add(places[at], places[(at + 1) % 3], &mut left);
            }
            if left == 0 {
                lines.is_cut = true;
                break;
            }
        }
        let touched = lines.coverage.iter().filter(|coverage| **coverage > 0).count();
        let crowd = (MOST_STEPS - left) as f32 * 2.0 / touched.max(1) as f32;
        lines.opacity = (CROWDED / crowd).clamp(FAINTEST, 1.0);
        lines
    }

    /// One line, a pixel wide (Wu 1991): of the two pixels across each step each is covered as much as it is near.
    fn add(&mut self, from: [f64; 2], to: [f64; 2], left: &mut usize) {
        let Some([from, to]) = clipped(from, to, self.size.map(|side| side as f64)) else {
            return;
        };
        let along = usize::from((to[1] - from[1]).abs() > (to[0] - from[0]).abs());
        let across = 1 - along;
        let [from, to] = match from[along] <= to[along] {
            true => [from, to],
            false => [to, from],
        };
        let length = to[along] - from[along];
        let slope = match length > 0.0 {
            true => (to[across] - from[across]) / length,
            false => 0.0,
        };
        let (first, last) = (
            from[along] as usize,
            (to[along] as usize).min(self.size[along].max(1) - 1),
        );
        for step in first..=last {
            if *left == 0 {
                return;
            }
            *left -= 1;
            let middle = (step as f64 + 0.5).clamp(from[along], to[along].max(from[along]));
            let at = from[across] + (middle - from[along]) * slope - 0.5;
            let below = at.floor();
            let share = at - below;
            for (pixel, share) in [(below, 1.0 - share), (below + 1.0, share)] {
                if pixel >= 0.0 && pixel < self.size[across] as f64 {
                    let mut place = [step; 2];
                    place[across] = pixel as usize;
                    let coverage = &mut self.coverage[place[1] * self.size[0] + place[0]];
                    *coverage = (*coverage).max((share * 255.0) as u8);
                }
            }
        }
    }
}

/// The part of a line within `size` (Liang and Barsky 1984); `None`: none of it.
fn clipped(from: [f64; 2], to: [f64; 2], size: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let (mut enters, mut leaves) = (0.0f64, 1.0f64);
    for axis in 0..2 {
        let way = to[axis] - from[axis];
        if way == 0.0 {
            if from[axis] < 0.0 || from[axis] > size[axis] {
                return None;
            }
            continue;
        }
        let [a, b] = [-from[axis] / way, (size[axis] - from[axis]) / way];
        enters = enters.max(a.min(b));
        leaves = leaves.min(a.max(b));
    }
    let at = |share: f64| [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * share).clamp(0.0, size[axis]));
    (enters <= leaves).then(|| [at(enters), at(leaves)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn mesh(corners: &[[f32; 2]]) -> Mesh {
        Mesh {
            positions: vec![[0.0; 3]; corners.len()].into(),
            uvs: vec![corners.to_vec().into()],
            triangles: (0..corners.len() as u32 / 3 * 3).collect::<Vec<_>>().into(),
            ..Mesh::default()
        }
    }

    fn lines(corners: &[[f32; 2]], shown: [f64; 4], size: [usize; 2]) -> Lines {
        let mesh = mesh(corners);
        let layout = UvLayout::of(&mesh, 0).expect("there is a layer");
        Lines::of(&mesh, &layout, shown, size)
    }

    /// How far `at` is from the line between `a` and `b`.
    fn distance(at: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
        let (way, from) = ([b[0] - a[0], b[1] - a[1]], [at[0] - a[0], at[1] - a[1]]);
        let long = way[0] * way[0] + way[1] * way[1];
        let along = match long > 0.0 {
            true => ((way[0] * from[0] + way[1] * from[1]) / long).clamp(0.0, 1.0),
            false => 0.0,
        };
        (from[0] - along * way[0]).hypot(from[1] - along * way[1])
    }

    proptest! {
        /// Against the distance of every pixel from every edge.
        #[test]
        fn what_is_on_a_line_is_covered_and_nothing_else(corners in prop::collection::vec([-2f32..3.0, -2f32..3.0], 3..10)) {
            let (shown, size) = ([0.0, 0.0, 1.0, 1.0], [24usize, 24]);
            let drawn = lines(&corners, shown, size);
            let pixels: Vec<[f64; 2]> = corners.iter().map(|uv| uv.map(|at| f64::from(at) * 24.0)).collect();
            for (at, coverage) in drawn.coverage.iter().enumerate() {
                let middle = [(at % 24) as f64 + 0.5, (at / 24) as f64 + 0.5];
                let edges = pixels.as_chunks::<3>().0.iter().flat_map(|corners| [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (corners[a], corners[b])));
                let near = edges.map(|(a, b)| distance(middle, a, b)).fold(f64::INFINITY, f64::min);
                prop_assert!(near < 1.5 || *coverage == 0, "pixel {} at {} has {}", at, near, coverage);
                let is_on = near < 0.05;
                let ends = pixels.iter().map(|corner| distance(middle, *corner, *corner)).fold(f64::INFINITY, f64::min);
                prop_assert!(!is_on || ends < 1.5 || *coverage > 200, "pixel {} at {} has {}", at, near, coverage);
            }
        }
    }

    #[test]
    fn huge_and_tiny_triangles_end() {
        let shown = [0.0, 0.0, 1.0, 1.0];
        let all = [f32::MIN, f32::MAX, 1e30, -1e30, 0.5, f32::MIN_POSITIVE, f32::NAN];
        let corners: Vec<[f32; 2]> = (0..7 * 7 * 3).map(|at| [all[at % 7], all[at / 7 % 7]]).collect();
        for size in [[1, 1], [0, 0], [0, 20], [20, 0], [3, 200]] {
            assert_eq!(lines(&corners, shown, size).coverage.len(), size[0] * size[1]);
        }
    }

    #[test]
    fn a_crowd_lets_through_what_is_below_it_and_too_many_are_cut() {
        let alone = lines(&[[0.1, 0.1], [0.9, 0.1], [0.1, 0.9]], [0.0, 0.0, 1.0, 1.0], [200, 200]);
        assert_eq!((alone.opacity, alone.is_cut), (1.0, false));
        let fine: Vec<[f32; 2]> = (0..30_000)
            .flat_map(|at| {
                let [u, v] = [at % 173, at / 173].map(|at| at as f32 / 173.0);
                [[u, v], [u + 0.006, v], [u, v + 0.006]]
            })
            .collect();
        assert_eq!(lines(&fine, [0.0, 0.0, 1.0, 1.0], [60, 60]).opacity, FAINTEST);
        let long = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]].repeat(25_000);
        assert!(lines(&long, [0.0, 0.0, 1.0, 1.0], [1000, 1000]).is_cut);
    }
}
