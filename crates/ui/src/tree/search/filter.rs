//! Which things the tree lists, and in which order.
//!
//! In: what the user ticked, the facts of the bones. Out: whether a thing is taken, and its place in the order.

use super::differences::RanksFromB;
use super::facts::{BoneFacts, Facts};
use super::found::FoundChoice;
use crate::tree::node::{self, Node};
use castview_session::stage;
use castview_session::{Selected, Session, Stage};
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filter {
    Driven,
    Silent,
    Missing,
    Skins,
    Constrained,
    Hidden,
}

/// In the order of the menu.
pub const FILTERS: [(Filter, &str); 6] = [
    (Filter::Driven, "Driven by the clip"),
    (Filter::Silent, "Silent: driven, but not moving"),
    (Filter::Missing, "Missing in the clip"),
    (Filter::Skins, "Skins vertices"),
    (Filter::Constrained, "Constrained"),
    (Filter::Hidden, "Hidden"),
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    File,
    Name,
    /// A flat list of what moves, the fastest first.
    Movement,
    /// A flat list of bones that differ from B now, the farthest first.
    Difference,
    /// The same by the greatest difference over the clip.
    GreatestDifference,
}

/// In the order of the menu.
pub const SORTS: [(Sort, &str); 5] = [
    (Sort::File, "In the file's order"),
    (Sort::Name, "By name"),
    (Sort::Movement, "By how much it moves"),
    (Sort::Difference, "By difference from B"),
    (Sort::GreatestDifference, "By greatest difference from B"),
];

impl Sort {
    /// `None`: it is not about B; otherwise whether it is about all of the clip.
    pub fn over_clip_of_b(self) -> Option<bool> {
        match self {
            Self::Difference => Some(false),
            Self::GreatestDifference => Some(true),
            Self::File | Self::Name | Self::Movement => None,
        }
    }
}

/// Filters and order that the user ticked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeWish {
    /// One bit per filter; a thing has to pass all of them.
    filters: u8,
    pub sort: Sort,
}

impl TreeWish {
    pub fn has(self, filter: Filter) -> bool {
        self.filters & 1 << filter as u8 != 0
    }

    pub fn toggle(&mut self, filter: Filter) {
        self.filters ^= 1 << filter as u8;
    }

    /// Whether it leaves anything out, which makes a flat list.
    pub fn is_flat(self) -> bool {
        self.filters != 0 || self.sort == Sort::Movement || self.sort.over_clip_of_b().is_some()
    }

    /// Whether it asks for what only the background can tell.
    pub fn needs_facts(self) -> bool {
        self.sort == Sort::Movement || self.filters & !(1 << Filter::Hidden as u8) != 0
    }
}

/// A wish with all it takes to judge a thing by it.
pub struct Judge<'a> {
    pub wish: TreeWish,
    pub session: &'a Session,
    pub facts: &'a Facts,
    /// While the order is by them.
    pub differences: &'a RanksFromB,
    /// Place of each thing by name; empty unless that is the order.
    pub by_name: &'a [u32],
}

impl FoundChoice for Judge<'_> {
    fn takes(&self, item: Selected) -> bool {
        if !self.wish.is_flat() {
            return true;
        }
        let is_hidden = || self.session.stage().is_drawable(item) && !stage::is_shown(self.session, item);
        if self.wish.has(Filter::Hidden) && !is_hidden() {
            return false;
        }
        if self.wish.sort.over_clip_of_b().is_some() && self.differences.rank(item).is_none() {
            return false;
        }
        if !self.wish.needs_facts() {
            return true;
        }
        let Selected::Bone(key, bone) = item else { return false };
        let Some(facts) = self.facts.of(key) else { return false };
        let moves = self.wish.sort != Sort::Movement || facts.speed(bone) > 0.0;
        let mut asked = FILTERS.iter().filter(|(filter, _)| self.wish.has(*filter));
        moves && asked.all(|(filter, _)| self.passes(facts, bone.get(), *filter))
    }

    fn order(&self, index: usize, item: Selected) -> Option<u32> {
        match (self.wish.sort, item) {
            (Sort::File, _) => None,
            (Sort::Name, _) => self.by_name.get(index).copied(),
            // Bits of floats that are not negative stand in their order.
            (Sort::Movement, Selected::Bone(key, bone)) => {
                let speed = self.facts.of(key).map_or(0.0, |facts| facts.speed(bone));
                Some(!speed.to_bits())
            }
            (Sort::Movement, _) => Some(u32::MAX),
            (Sort::Difference | Sort::GreatestDifference, item) => {
                Some(!self.differences.rank(item).unwrap_or_default())
            }
        }
    }
}

impl Judge<'_> {
    fn passes(&self, facts: &BoneFacts, bone: usize, filter: Filter) -> bool {
        let has = |list: &[bool]| list.get(bone).copied().unwrap_or(false);
        match filter {
            Filter::Driven => has(&facts.driven),
            Filter::Silent => has(&facts.driven) && !has(&facts.moving),
            Filter::Missing => self.session.active_clip().is_some() && !has(&facts.driven),
            Filter::Skins => has(&facts.skins),
            Filter::Constrained => has(&facts.constrained),
            // `takes` has asked this filter before, as it applies to everything that is drawn.
            Filter::Hidden => true,
        }
    }
}

/// Returns the place of each of `items` by name: as people count, so that `joint_9` comes before `joint_10`.
pub fn places_by_name(stage: &Stage, items: &[Selected]) -> Vec<u32> {
    let name = |index: &u32| node::label(stage, Node::Item(items[*index as usize]));
    let mut order: Vec<u32> = (0..items.len() as u32).collect();
    order.sort_by(|a, b| natural(name(a), name(b)).then(a.cmp(b)));
    let mut places = vec![0; items.len()];
    for (place, index) in order.into_iter().enumerate() {
        places[index as usize] = place as u32;
    }
    places
}

/// Letters whatever their case, runs of digits by their value.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.chars().peekable(), b.chars().peekable());
    loop {
        match (a.peek().copied(), b.peek().copied()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let order = number(&mut a).cmp(&number(&mut b));
                if order != Ordering::Equal {
                    return order;
                }
            }
            (Some(x), Some(y)) => {
                let order = x.to_lowercase().cmp(y.to_lowercase());
                if order != Ordering::Equal {
                    return order;
                }
                a.next();
                b.next();
            }
        }
    }
}

/// Digits without the zeros before them: how many, then which.
fn number(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> (usize, String) {
    let mut digits = String::new();
    while let Some(digit) = letters.next_if(char::is_ascii_digit) {
        if digit != '0' || !digits.is_empty() {
            digits.push(digit);
        }
    }
    (digits.len(), digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_by_their_value() {
        let mut names = ["joint_10", "Joint_9", "joint_09b", "arm", "joint_", "joint_100"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            ["arm", "joint_", "Joint_9", "joint_09b", "joint_10", "joint_100"]
        );
    }
}
