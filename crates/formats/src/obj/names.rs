//! Names in words of an OBJ file: without spaces and control characters, each once.

use std::collections::{BTreeMap, BTreeSet};

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// The last number that each word got.
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// `name` in one word, with a number if another has it; `otherwise` if no letter is left.
    pub fn add(&mut self, name: &str, otherwise: &str) -> String {
        let plain = |c: char| {
            if c.is_whitespace() || c.is_control() || c == '#' {
                '_'
            } else {
                c
            }
        };
        let word: String = name.chars().map(plain).collect();
        let word = match word.is_empty() {
            true => otherwise.to_owned(),
            false => word,
        };
        let mut unique = word.clone();
        while !self.taken.insert(unique.clone()) {
            let number = self.numbers.entry(word.clone()).or_insert(1);
            *number += 1;
            unique = format!("{word}_{number}");
        }
        unique
    }
}

/// A path on one line, as a line break would begin another statement, with the separator that all systems read.
pub(super) fn path(path: &str) -> String {
    let plain = |c: char| match c {
        '\\' => '/',
        c if c.is_control() => '_',
        c => c,
    };
    path.chars().map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_of_their_own() {
        let mut names = Names::default();
        let mut add = |name| names.add(name, "mesh");
        assert_eq!(add("left arm\nf 1 2 3"), "left_arm_f_1_2_3");
        assert_eq!([add(""), add(""), add("mesh")], ["mesh", "mesh_2", "mesh_3"]);
        assert_eq!(path("a b\r\nmap_Kd x"), "a b__map_Kd x");
    }
}
