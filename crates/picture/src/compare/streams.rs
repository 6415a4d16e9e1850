//! Arrays of vertices, element by element; arrays that several meshes share are compared once.

use super::difference::Tally;
use castview_base::core::{Element, Identity, Stream, UintStream};
use std::collections::HashMap;

/// Results for pairs of arrays, by their kind and where they lie.
#[derive(Default)]
pub struct Compared {
    known: HashMap<(u8, usize, [Identity; 2]), Tally>,
}

impl Compared {
    /// Elements that lie farther apart than `tolerance`, by the greatest of their numbers. `kind` tells apart what lies in the same bytes.
    /// Both are of the same length.
    pub fn floats<const N: usize>(&mut self, kind: u8, [a, b]: [&Stream<[f32; N]>; 2], tolerance: f64) -> Tally
    where
        [f32; N]: Element,
    {
        self.known_or((kind, a.len()), [a.identity(), b.identity()], || {
            if a.same_values(b) {
                return Tally::default();
            }
            let mut tally = Tally::default();
            for (at, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                tally.add(at, apart(&a, &b), tolerance);
            }
            tally
        })
    }

    /// Numbers that are not the same.
    pub fn numbers(&mut self, kind: u8, [a, b]: [&UintStream; 2]) -> Tally {
        self.known_or((kind, a.len()), [a.identity(), b.identity()], || {
            let mut tally = Tally::default();
            if !a.same_values(b) {
                for (at, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                    tally.add(at, (f64::from(a) - f64::from(b)).abs(), 0.0);
                }
            }
            tally
        })
    }

    /// The result of `compare`, which is asked once for each pair of arrays of a kind and a length.
    pub fn known_or(
        &mut self,
        (kind, len): (u8, usize),
        arrays: [Identity; 2],
        compare: impl FnOnce() -> Tally,
    ) -> Tally {
        *self.known.entry((kind, len, arrays)).or_insert_with(compare)
    }
}

/// The greatest difference of two lists of numbers.
pub fn apart(a: &[f32], b: &[f32]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (f64::from(*a) - f64::from(*b)).abs());
    differences.fold(0.0, f64::max)
}
