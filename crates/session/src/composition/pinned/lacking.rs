//! Parts of A that B does not have, so that no picture of B passes for the whole stage.
//!
//! In: B, and the stage with the boxes that stand for models over the budget. Out: their counts and names in words, and the models that B has a
//! ghost of.

use super::state::{PinnedB, PinnedModel};
use super::wiped::wiped;
use crate::{Placed, Session};

/// Models that have a ghost, from the first on: of a crowd they would be a fog.
const MOST_GHOSTS: usize = 16;
/// A model that stands in more places than this has no ghost.
const MOST_PLACES: usize = 16;
/// Models that are named; the others are counted.
const MOST_NAMES: usize = 3;
/// Letters of a name.
const LONGEST_NAME: usize = 24;

/// How a part of a picture shows B.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    /// As all of it, or left of a line.
    Surfaces,
    Ghosts,
}

/// `1 model (hat) and 150 boxes (crowd)`: the parts of A that B has not, though they are shown as A has them while B is flipped to, and missing from
/// B otherwise. `None`: B has all of A, or is not shown.
pub fn lacking_words(session: &Session) -> Option<String> {
    let pinned = session.pinned.as_ref()?;
    match (pinned.shows_ghosts(), pinned.is_flipped() || wiped(session).is_some()) {
        (true, _) => lacking(session, pinned, Shows::Ghosts),
        (false, true) => lacking(session, pinned, Shows::Surfaces),
        (false, false) => None,
    }
}

/// The parts of A missing from B, as B is shown.
pub(super) fn lacking(session: &Session, pinned: &PinnedB, shows: Shows) -> Option<String> {
    let shown = session.stage.models().iter();
    let shown = shown.filter(|placed| placed.has_content() && placed.pose().model_visible);
    let mut ghosts = 0;
    let without = shown.filter(|placed| {
        let has = pinned.of(placed).is_some();
        match shows {
            Shows::Surfaces => !has,
            Shows::Ghosts if has && fits_ghost(placed) => {
                ghosts += 1;
                ghosts > MOST_GHOSTS
            }
            Shows::Ghosts => true,
        }
    });
    let mut models = Named::default();
    without.for_each(|placed| models.add(1, placed));
    let mut boxes = Named {
        count: session.view.count_of_boxes(),
        ..Named::default()
    };
    if boxes.count > 0 {
        let boxed = session.view.models_with_boxes();
        let boxed = boxed.filter_map(|key| session.stage.placed(key));
        boxed.for_each(|placed| boxes.add(0, placed));
    }
    let parts = [models.words(["model", "models"]), boxes.words(["box", "boxes"])];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// The models with a ghost of B while A is shown, and how B has them.
pub(crate) fn models_with_ghosts(session: &Session) -> impl Iterator<Item = (&Placed, &PinnedModel)> {
    let pinned = session.pinned.as_ref().filter(|pinned| pinned.shows_ghosts());
    let models = session.stage.models().iter().filter(|placed| fits_ghost(placed));
    let found = models.filter_map(move |placed| Some((placed, pinned?.of(placed)?)));
    // A clip may hide a model where it was pinned.
    found
        .take(MOST_GHOSTS)
        .filter(|(_, pinned)| pinned.stood().0.model_visible)
}

fn fits_ghost(placed: &Placed) -> bool {
    placed.standing().places.len() <= MOST_PLACES
}

/// A count of things, and models that they belong to.
#[derive(Default)]
struct Named {
    count: usize,
    names: Vec<String>,
    has_more: bool,
}

impl Named {
    fn add(&mut self, things: usize, placed: &Placed) {
        self.count += things;
        let name = &placed.model().name;
        let is_cut = name.chars().nth(LONGEST_NAME).is_some();
        let mut name: String = name.chars().take(LONGEST_NAME).collect();
        if is_cut {
            name.push('…');
        }
        match self.names.len() < MOST_NAMES {
            true if !name.is_empty() && !self.names.contains(&name) => self.names.push(name),
            true => {}
            false => self.has_more |= !self.names.contains(&name),
        }
    }

    fn words(&self, [one, many]: [&str; 2]) -> Option<String> {
        let counted = match self.count {
            0 => return None,
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        let more = if self.has_more { ", …" } else { "" };
        Some(match self.names.is_empty() {
            true => counted,
            false => format!("{counted} ({}{more})", self.names.join(", ")),
        })
    }
}
