//! Which parts of two files belong together.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName};
use super::terms::content::FileContent;
use super::terms::tries::Tries;
use std::collections::HashMap;
use std::hash::Hash;

/// Leftovers of each file that are tried as renamed ones.
const TRIED: usize = 64;
/// Names of less likeness belong to different things.
const LEAST_LIKENESS: f64 = 0.6;

/// Parts that are one under two names.
pub type Renamed = Vec<(usize, usize)>;

/// Positions in two lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// Parts of the same name; by position in the first list.
    pub both: Vec<(usize, usize)>,
    /// Ascending.
    pub only_before: Vec<usize>,
    /// Ascending.
    pub only_after: Vec<usize>,
}

/// Pairs what has the same name; of several with one name the first with the first.
pub fn by_name<Name: Hash + Eq>(
    before: impl Iterator<Item = Name>,
    after: impl DoubleEndedIterator<Item = Name> + ExactSizeIterator,
) -> Pairs {
    let mut waiting: HashMap<Name, Vec<usize>> = HashMap::new();
    let mut is_left = vec![true; after.len()];
    for (at, name) in after.enumerate().rev() {
        waiting.entry(name).or_default().push(at);
    }
    let mut pairs = Pairs::default();
    for (at, name) in before.enumerate() {
        match waiting.get_mut(&name).and_then(Vec::pop) {
            Some(other) => {
                is_left[other] = false;
                pairs.both.push((at, other));
            }
            None => pairs.only_before.push(at),
        }
    }
    pairs.only_after = (0..is_left.len()).filter(|at| is_left[*at]).collect();
    pairs
}

impl Pairs {
    /// All that belong together, under the same name or another.
    pub fn all(&self, renamed: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let mut all = self.both.clone();
        all.extend(renamed);
        all.sort_unstable();
        all
    }

    /// Takes those of the leftovers that are one thing with two names: the only ones on both sides, or the ones that `is_same` says,
    /// or those with names that are alike. The first [`TRIED`] are looked at.
    pub fn find_renamed<'a>(
        &mut self,
        tries: &mut Tries,
        (before, after): (impl Fn(usize) -> &'a str, impl Fn(usize) -> &'a str),
        mut is_same: impl FnMut((usize, usize)) -> bool,
    ) -> Renamed {
        let mut renamed = Vec::new();
        let is_alone = self.both.is_empty();
        if let (true, [a], [b]) = (is_alone, &self.only_before[..], &self.only_after[..]) {
            renamed.push((*a, *b));
        } else {
            let mut scored = Vec::new();
            for a in self.only_before.iter().take(TRIED) {
                for b in self.only_after.iter().take(TRIED) {
                    let alike = tries.likeness(before(*a), after(*b));
                    let same = is_same((*a, *b));
                    if same || alike >= LEAST_LIKENESS {
                        scored.push((f64::from(u8::from(same)) + alike, *a, *b));
                    }
                }
            }
            // Stable: of two equally alike the first in the file.
            scored.sort_by(|x, y| y.0.total_cmp(&x.0));
            let mut taken = [Vec::new(), Vec::new()];
            for (_, a, b) in scored {
                if !taken[0].contains(&a) && !taken[1].contains(&b) {
                    taken[0].push(a);
                    taken[1].push(b);
                    renamed.push((a, b));
                }
            }
        }
        renamed.sort_unstable();
        self.only_before.retain(|at| !renamed.iter().any(|(a, _)| a == at));
        self.only_after.retain(|at| !renamed.iter().any(|(_, b)| b == at));
        renamed
    }
}

/// Tells names of one file alone.
pub fn tell_unpaired<Name: AsRef<str>>(
    out: &mut Differences,
    pairs: &Pairs,
    (part, of): (DifferencePart, &OwnerName),
    (before, after): (impl Fn(usize) -> Name, impl Fn(usize) -> Name),
) {
    for at in &pairs.only_before {
        out.add(part, of, before(*at).as_ref(), DifferenceKind::Missing);
    }
    for at in &pairs.only_after {
        out.add(part, of, after(*at).as_ref(), DifferenceKind::Extra);
    }
}

/// Tells names of one file alone, and names that changed. A model or clip that each file calls by its own file's name has none.
pub fn tell<'a>(
    out: &mut Differences,
    pairs: &Pairs,
    renamed: &[(usize, usize)],
    files: [FileContent<'_>; 2],
    (part, of): (DifferencePart, &OwnerName),
    (before, after): (impl Fn(usize) -> &'a str, impl Fn(usize) -> &'a str),
) {
    tell_unpaired(out, pairs, (part, of), (&before, &after));
    for (a, b) in renamed {
        let names = [before(*a), after(*b)];
        let is_nameless = (0..2).all(|side| names[side] == stem(files[side].name));
        if !is_nameless {
            out.add(part, of, names[0], DifferenceKind::Renamed).show(names);
        }
    }
}

/// A file's name without its ending: what stands for the name of a model that has none.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_names_are_one_thing_and_leftovers_are_told_by_likeness() {
        let (before, after) = (["a", "b", "b", "hand_l", "x"], ["b", "a", "hand_left", "b", "c", "zzz"]);
        let mut pairs = by_name(before.into_iter(), after.into_iter());
        assert_eq!(pairs.both, [(0, 1), (1, 0), (2, 3)]);
        let renamed = pairs.find_renamed(&mut Tries::default(), (|at| before[at], |at| after[at]), |pair| {
            pair == (4, 5)
        });
        assert_eq!(renamed, [(3, 2), (4, 5)]);
        assert_eq!((pairs.only_before, pairs.only_after), (vec![], vec![4]));
    }

    #[test]
    fn the_only_one_of_both_is_one_thing_whatever_its_name() {
        let mut pairs = by_name(["a"].into_iter(), ["zzz"].into_iter());
        assert_eq!(
            pairs.find_renamed(&mut Tries::default(), (|_| "a", |_| "zzz"), |_| false),
            [(0, 0)]
        );
        assert_eq!(pairs, Pairs::default());
    }
}
