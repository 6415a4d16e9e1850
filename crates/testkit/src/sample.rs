//! Shares of what takes long: where `CASTVIEW_SAMPLE` names a word, as `.ci/run` names the commit, a test looks at some of its cases, drawn by
//! that word. A commit is judged alike each time, and the next ones look at other cases. Without the word nothing is left out.

use std::hash::{DefaultHasher, Hash, Hasher};

fn word() -> Option<String> {
    std::env::var("CASTVIEW_SAMPLE").ok().filter(|word| !word.is_empty())
}

/// One in `share` of `cases`, rounded up and in their order; all of them where no word is given.
pub fn drawn<T>(cases: Vec<T>, share: usize) -> Vec<T> {
    match word() {
        Some(word) => drawn_by(&word, cases, share),
        None => cases,
    }
}

/// `count` rounds of the same, or one in `share` of them where a word is given.
pub fn rounds(count: usize, share: usize) -> usize {
    word().map_or(count, |_| count.div_ceil(share))
}

fn drawn_by<T>(word: &str, cases: Vec<T>, share: usize) -> Vec<T> {
    let mut places: Vec<usize> = (0..cases.len()).collect();
    places.sort_by_cached_key(|at| {
        let mut hasher = DefaultHasher::new();
        (word, at).hash(&mut hasher);
        hasher.finish()
    });
    let mut is_drawn = vec![false; cases.len()];
    places[..cases.len().div_ceil(share)]
        .iter()
        .for_each(|at| is_drawn[*at] = true);
    let cases = cases.into_iter().zip(is_drawn);
    cases.filter_map(|(case, is_drawn)| is_drawn.then_some(case)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_case_is_drawn_by_some_word_and_the_same_by_the_same() {
        let cases: Vec<usize> = (0..10).collect();
        assert_eq!(drawn_by("0123", cases.clone(), 3), drawn_by("0123", cases.clone(), 3));
        let shares: Vec<_> = (0..64).map(|n| drawn_by(&n.to_string(), cases.clone(), 3)).collect();
        assert!(shares.iter().all(|share| share.len() == 4 && share.is_sorted()));
        let all: BTreeSet<_> = shares.iter().flatten().copied().collect();
        assert_eq!(all, BTreeSet::from_iter(cases));
        assert!(drawn_by("0123", Vec::<u8>::new(), 3).is_empty());
    }
}
