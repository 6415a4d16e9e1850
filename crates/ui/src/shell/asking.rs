//! How well names fit what is typed into the palette.
//!
//! In: what is typed, and the names of one thing. Out: a rank, or none: letters that are scattered over a sentence are no match. Whole words
//! come first, then beginnings of words, then parts of words, then words with letters left out.

/// The typed text, as words of letters and digits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asking {
    whole: String,
    words: Vec<String>,
}

/// How well a name fits; the least is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandFit {
    Same,
    Begins,
    Words,
    Beginnings,
    Parts,
    /// The first letter of a word, and others of it in their order.
    Short,
}

/// Letters that a word needs to be found within another.
const PART: usize = 3;

impl Asking {
    pub fn new(typed: &str) -> Self {
        let whole = plain(typed);
        let words = whole
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        Self { whole, words }
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How well one name fits.
    pub fn fit(&self, name: &str) -> Option<CommandFit> {
        let name = plain(name);
        if name == self.whole {
            return Some(CommandFit::Same);
        }
        if name.starts_with(&self.whole) && !self.is_empty() {
            return Some(CommandFit::Begins);
        }
        self.fit_words(&name)
    }

    /// How well several names together fit: each word is in one of them.
    pub fn fit_all<'a>(&self, names: impl Iterator<Item = &'a str>) -> Option<CommandFit> {
        let all: Vec<String> = names.map(plain).collect();
        self.fit_words(&all.join(" "))
    }

    /// The worst of the words counts.
    fn fit_words(&self, name: &str) -> Option<CommandFit> {
        let mut worst = CommandFit::Words;
        for word in &self.words {
            let best = name.split(' ').filter_map(|of| fit_word(word, of)).min()?;
            worst = worst.max(best);
        }
        (!self.is_empty()).then_some(worst)
    }
}

fn fit_word(word: &str, of: &str) -> Option<CommandFit> {
    if of == word || is_plural(of, word) || is_plural(word, of) {
        return Some(CommandFit::Words);
    }
    if of.starts_with(word) {
        return Some(CommandFit::Beginnings);
    }
    let letters = word.chars().count();
    if letters < PART {
        return None;
    }
    if of.contains(word) {
        return Some(CommandFit::Parts);
    }
    let is_near = of.chars().next() == word.chars().next() && of.chars().count() <= 3 * letters;
    let mut rest = of.chars();
    (is_near && word.chars().all(|letter| rest.any(|other| other == letter))).then_some(CommandFit::Short)
}

fn is_plural(many: &str, one: &str) -> bool {
    one.chars().count() >= PART && many.strip_suffix('s') == Some(one)
}

/// Small letters and digits, with one space for whatever stands between words. The middle of `jointTwo` stands between words, too.
fn plain(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut was_small = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            if !out.is_empty() && !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            if was_small && c.is_uppercase() {
                out.push(' ');
            }
            out.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase();
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_before_parts_and_scattered_letters_do_not_count() {
        use CommandFit::{Beginnings, Begins, Parts, Same, Short, Words};
        for (typed, name, wanted) in [
            ("grid", "Grid", Some(Same)),
            ("front", "Front view", Some(Begins)),
            ("view front", "Front view", Some(Words)),
            ("bone name", "Names of bones", Some(Words)),
            ("fr vi", "Front view", Some(Beginnings)),
            ("frame", "Wireframe over the surface", Some(Parts)),
            ("kbd short", "Keyboard shortcuts", Some(Short)),
            ("x-ray", "X-ray", Some(Same)),
            ("hand.l", "hand.L", Some(Same)),
            ("hand", "RightHand", Some(Words)),
            ("onion", "Bones in one color", None),
            ("isolate", "Raise exposure by half a stop", None),
            ("gif", "Open files in the running window", None),
            ("ik", "Like this", None),
            ("", "Grid", None),
        ] {
            assert_eq!(Asking::new(typed).fit(name), wanted, "{typed} in {name}");
        }
        let both = ["Sunset", "Environment"];
        assert_eq!(
            Asking::new("environment sun").fit_all(both.into_iter()),
            Some(Beginnings)
        );
    }
}
