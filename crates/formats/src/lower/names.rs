//! The law of names: each as long as it may be, once where something is looked up by it, and kept once in memory.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Bytes of a name; the rest is cut off, as a name may be repeated for every node and track.
const LONGEST_NAME: usize = 512;

/// The name as far as it is kept.
pub(crate) fn short(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST_NAME)]
}

/// Each name once, and which ones were changed.
pub(crate) fn unique(mut wanted: Vec<String>) -> (Vec<String>, Vec<bool>) {
    for name in &mut wanted {
        name.truncate(short(name).len());
    }
    // The last number that was tried for each name. No two names become one: a name with its number has one way to be taken apart.
    let mut numbers: HashMap<&str, u32> = HashMap::with_capacity(wanted.len());
    for name in &wanted {
        numbers.entry(name).or_insert(0);
    }
    let mut others: Vec<(usize, String)> = Vec::new();
    for (position, name) in wanted.iter().enumerate() {
        let mut number = numbers.get(&**name).map_or(1, |number| number + 1);
        if number > 1 {
            let mut other = format!("{name} ({number})");
            while numbers.contains_key(&*other) {
                number += 1;
                other = format!("{name} ({number})");
            }
            others.push((position, other));
        }
        if let Some(known) = numbers.get_mut(&**name) {
            *known = number;
        }
    }
    drop(numbers);
    let mut changed = vec![false; wanted.len()];
    for (position, other) in others {
        wanted[position] = other;
        changed[position] = true;
    }
    (wanted, changed)
}

/// Texts that many nodes of a file repeat, each kept once: paths of instances, names of slots.
#[derive(Default)]
pub(crate) struct Words(HashSet<Arc<str>>);

impl Words {
    /// `text`, shared with whoever asked for the same before.
    pub fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = text.into();
        self.0.insert(new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_unique_without_taking_one_that_exists() {
        let wanted = ["a", "b", "a", "a (2)", "a", ""].map(str::to_owned).to_vec();
        let (names, changed) = unique(wanted);
        assert_eq!(names, ["a", "b", "a (3)", "a (2)", "a (4)", ""]);
        assert_eq!(changed, [false, false, true, false, true, false]);
    }
}
