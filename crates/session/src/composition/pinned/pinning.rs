//! Carrying out what pins B, flips and sweeps.

use super::action::PinnedAction;
use super::state::{BClip, PinnedB, PinnedModel};
use super::{sweep, told};
use crate::{Change, Effect, LeftTab, Notice, Placed, Session};

/// Models that are pinned, from the first on.
const MOST_MODELS: usize = 4096;

pub(crate) fn apply(session: &mut Session, action: PinnedAction) -> Vec<Effect> {
    let is_flipped = |session: &Session| session.pinned.as_ref().is_some_and(|pinned| pinned.flipped);
    match action {
        PinnedAction::Pin if is_flipped(session) => {
            let told = "B is what is shown. Flip back to A to pin something else.";
            return vec![Effect::Notify(Notice::info(told))];
        }
        PinnedAction::Pin => {
            let models = session.stage.models().iter().filter(|placed| placed.has_content());
            let hangs = |placed: &Placed| session.edits.leader_of(placed).is_some();
            let models = models
                .take(MOST_MODELS)
                .map(|placed| PinnedModel::of(placed, hangs(placed)));
            let models: Vec<PinnedModel> = models.collect();
            let words = told::shown_words(session);
            let clip = session.playback.active_clip().and_then(|key| session.stage.clip(key));
            let clip = clip.map(|entry| BClip {
                scene: entry.scene.clone(),
                index: entry.key.clip,
                frame: session.frame().filter(|_| session.composition.shown_pose.weight > 0.0),
            });
            session.composition.numbers_of_b += 1;
            let number = session.composition.numbers_of_b;
            session.pinned = (!models.is_empty()).then(|| PinnedB::new(words, clip, models, number));
        }
        PinnedAction::Flip => {
            if let Some(pinned) = &mut session.pinned {
                pinned.flipped = !pinned.flipped;
            }
            session.note(Change::POSES);
        }
        PinnedAction::ToggleGhosts => {
            if let Some(pinned) = &mut session.pinned {
                pinned.ghosts = !pinned.ghosts;
            }
        }
        PinnedAction::ToggleWipe => {
            if let Some(pinned) = &mut session.pinned {
                pinned.wiped = match pinned.wiped {
                    Some(_) => None,
                    None => Some(0.5),
                };
                // Two ways to see B at once hide each other: at first the line alone.
                pinned.ghosts &= pinned.wiped.is_none();
            }
        }
        PinnedAction::WipeAt(at) => {
            if let Some(wiped) = session.pinned.as_mut().and_then(|pinned| pinned.wiped.as_mut())
                && at.is_finite()
            {
                *wiped = at.clamp(0.0, 1.0);
            }
        }
        PinnedAction::Along(along) => {
            if let Some(pinned) = &mut session.pinned
                && pinned.has_clip()
            {
                pinned.play_along(along);
            }
            session.note(Change::POSES);
        }
        PinnedAction::Sweep => return sweep::ask(session),
        PinnedAction::List { over_clip } => return list(session, over_clip),
        PinnedAction::Forget => forget(session),
    }
    session.note(Change::PICTURE);
    Vec::new()
}

/// Shows the tree, where the bones are listed.
fn list(session: &mut Session, over_clip: bool) -> Vec<Effect> {
    if session.pinned.is_none() {
        return Vec::new();
    }
    session.preferences.window.left_tab = LeftTab::Nodes;
    session.preferences.window.tree_open = true;
    session.window.show_panels(true);
    vec![Effect::ListDifferences { over_clip }]
}

/// Nothing is pinned any more; A is shown.
fn forget(session: &mut Session) {
    let pinned = session.pinned.take();
    if pinned.is_some_and(|pinned| pinned.flipped) {
        session.note(Change::POSES);
    }
}

/// Shows A again; returns whether B was shown.
pub(crate) fn flip_back(session: &mut Session) -> bool {
    let flipped = session.pinned.as_mut().filter(|pinned| pinned.flipped);
    match flipped {
        Some(pinned) => {
            pinned.flipped = false;
            session.note(Change::POSES | Change::PICTURE);
            true
        }
        None => false,
    }
}

/// After files were closed or read anew.
pub(crate) fn forget_gone(session: &mut Session) {
    let Some(mut pinned) = session.pinned.take() else {
        return;
    };
    pinned.keep(|key| session.stage.placed(key));
    if pinned.is_empty() {
        session.note(Change::POSES | Change::PICTURE);
    } else {
        session.pinned = Some(pinned);
    }
}
