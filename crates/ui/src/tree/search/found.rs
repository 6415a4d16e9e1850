//! Results of the search: everything with a name, ranked by how well the name fits what is typed.
//!
//! In: the things of the stage in reading order, what is typed, what is filtered. Out: the things that fit, the best first. A pass looks at
//! [`SLICE`] names at most, so that typing over 65 000 bones costs a picture no more than over a few; what was not looked
//! at yet is looked at in the passes after it. Letters added to a finished search look only at what it had found.
//! Never here: painting.

use crate::tree::node::{self, Node};
use castview_session::{Selected, Stage};
use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Names that one pass looks at.
pub const SLICE: usize = 1024;
/// Characters of a name that are searched: a file may hold one of a megabyte.
const SEARCHED: usize = 256;

/// A search that is under way, or finished.
#[derive(Default)]
pub struct Search {
    asked: Option<AskedNames>,
    wording: Wording,
    /// Positions of things to look at; `None`: all of them.
    candidates: Option<Vec<u32>>,
    /// How many of them were looked at.
    looked: usize,
    total: usize,
    /// Ascending: the best first, see [`rank`].
    found: Vec<u64>,
}

/// Typed text, as names are held against it.
#[derive(Default)]
pub struct Wording {
    pattern: Pattern,
    /// Its memory is 130 kB: made when something is searched for the first time.
    matcher: Option<Box<Matcher>>,
    letters: Vec<char>,
}

impl Wording {
    /// From here on names are held against `query`.
    pub fn set(&mut self, query: &str) {
        self.pattern = Pattern::new(query, CaseMatching::Ignore, Normalization::Smart, AtomKind::Fuzzy);
    }

    /// Whether `name` has all that is typed in its order. Nothing typed is in every name.
    pub fn fits(&mut self, name: &str) -> bool {
        self.score(name).is_some()
    }

    fn score(&mut self, name: &str) -> Option<Score> {
        let searched = searched(name);
        let letters = Utf32Str::new(searched, &mut self.letters);
        let score = self.pattern.score(letters, matcher(&mut self.matcher))?;
        Some(Score {
            fit: score.min(u32::from(FIT)) as u16,
            length: searched.len() as u16,
        })
    }

    /// Positions of the characters of `name` that fit, ascending.
    fn marks(&mut self, name: &str) -> Vec<u32> {
        let mut marks = Vec::new();
        if !self.pattern.atoms.is_empty() {
            let letters = Utf32Str::new(searched(name), &mut self.letters);
            self.pattern.indices(letters, matcher(&mut self.matcher), &mut marks);
            marks.sort_unstable();
            marks.dedup();
        }
        marks
    }
}

/// Question of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedNames {
    /// Typed text, without spaces around it.
    pub query: String,
    /// Counts changes of what is on the stage, and of what is filtered and how it is sorted.
    pub of: u64,
}

/// Choice of the things that the search takes, and of their order.
pub trait FoundChoice {
    fn takes(&self, item: Selected) -> bool;
    /// Lower comes first; `None`: the better fit does.
    fn order(&self, index: usize, item: Selected) -> Option<u32>;
}

impl Search {
    /// Looks at the next slice of `items`; the first one if something else is asked than before, which is what it returns.
    pub fn update(&mut self, stage: &Stage, items: &[Selected], asked: AskedNames, choice: &impl FoundChoice) -> bool {
        let begins = self.asked.as_ref() != Some(&asked);
        if begins {
            self.begin(items.len(), asked);
        }
        let from = self.looked;
        self.looked = (from + SLICE).min(self.total);
        let already = self.found.len();
        for place in from..self.looked {
            let index = self.candidates.as_ref().map_or(place as u32, |of| of[place]);
            let item = items[index as usize];
            if choice.takes(item)
                && let Some(score) = self.wording.score(node::label(stage, Node::Item(item)))
            {
                self.found.push(rank(choice.order(index as usize, item), &score, index));
            }
        }
        self.found[already..].sort_unstable();
        // Two ordered runs: this sort finds them, and merges.
        self.found.sort();
        begins
    }

    /// The text that was asked for last.
    pub fn query(&self) -> Option<&str> {
        self.asked.as_ref().map(|asked| asked.query.as_str())
    }

    /// Until nothing is left to look at.
    pub fn finish(&mut self, stage: &Stage, items: &[Selected], choice: &impl FoundChoice) {
        while let Some(asked) = self.asked.clone().filter(|_| !self.is_finished()) {
            self.update(stage, items, asked, choice);
        }
    }

    pub fn is_finished(&self) -> bool {
        self.looked >= self.total
    }

    /// Forgets what it found.
    pub fn clear(&mut self) {
        self.asked = None;
        (self.looked, self.total) = (0, 0);
        self.found.clear();
        self.candidates = None;
    }

    /// How many things were found so far.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// The position in `items` of what stands at `place` of the list.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.found.get(place).map(|rank| (rank & u64::from(u32::MAX)) as usize)
    }

    /// Positions of the characters of `name` that fit, ascending.
    pub fn marks(&mut self, name: &str) -> Vec<u32> {
        self.wording.marks(name)
    }

    fn begin(&mut self, items: usize, asked: AskedNames) {
        let narrows = self.is_finished()
            && self.asked.as_ref().is_some_and(|before| {
                // A backslash may change what the space after it means.
                before.of == asked.of && asked.query.starts_with(&before.query) && !asked.query.contains('\\')
            });
        // In the order of their ranks: sorting 65 000 of them again costs more than a slice, and nothing needs it.
        self.candidates = narrows.then(|| self.found.iter().map(|rank| *rank as u32).collect());
        self.total = self.candidates.as_ref().map_or(items, Vec::len);
        self.looked = 0;
        self.found.clear();
        self.wording.set(&asked.query);
        self.asked = Some(asked);
    }
}

fn matcher(slot: &mut Option<Box<Matcher>>) -> &mut Matcher {
    slot.get_or_insert_with(|| Box::new(Matcher::new(Config::DEFAULT)))
}

fn searched(name: &str) -> &str {
    match name.char_indices().nth(SEARCHED).filter(|_| name.len() > SEARCHED) {
        Some((end, _)) => &name[..end],
        None => name,
    }
}

struct Score {
    fit: u16,
    length: u16,
}

/// Better fits are not told apart.
const FIT: u16 = u16::MAX >> 1;

/// Ascending: by `order`, or by the better fit, then the shorter name; then in reading order, which is the lower half.
fn rank(order: Option<u32>, score: &Score, index: u32) -> u64 {
    let fit = u32::from(FIT - score.fit) << 16 | u32::from(score.length);
    u64::from(order.unwrap_or(fit)) << 32 | u64::from(index)
}
