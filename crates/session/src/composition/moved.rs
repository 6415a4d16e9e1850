//! Moves: models that stand away from where their file places them.
//!
//! Models are moved when they are set side by side (`joining::arrange`), or by the user. A move is an edit and never written to a file. It
//! acts in stage space, after the placement of the file. For a model that is attached to a bone it acts in the space of that bone. A model
//! that follows another model, or is carried by one, cannot be moved.

use crate::{Attachment, Change, Edits, Moved, Placed, Session};
use castview_base::core::counted_from;
use castview_picture::opened::Standing;
use castview_picture::{PlacedKey, Places};
use glam::Affine3A;

/// `None` puts the model back. Moves that are not finite, or of models that cannot be moved, change nothing.
pub(crate) fn move_model(session: &mut Session, model: PlacedKey, moved: Option<Moved>) {
    let can_move = session
        .stage
        .placed(model)
        .is_some_and(|placed| session.edits.can_move(placed));
    match moved.filter(|moved| *moved != Moved::default()) {
        Some(moved) if can_move && moved.is_sane() => _ = session.edits.moved.insert(model, moved),
        Some(_) => {}
        None => _ = session.edits.moved.remove(&model),
    }
    session.note(Change::POSES);
}

impl Edits {
    pub fn can_move(&self, placed: &Placed) -> bool {
        match self.attachments.get(&placed.key) {
            Some(Attachment::Follow { .. }) => false,
            Some(Attachment::Bone { .. }) => true,
            None => placed.staging.carried_by().is_none() && !placed.is_stand_in,
        }
    }

    /// The places of a model that is attached to nothing. Its move is in them if there are several.
    pub(crate) fn home_and_move(&self, placed: &Placed) -> Standing {
        let moved = self.moved.get(&placed.key).copied();
        let Some(by) = moved.filter(|_| !placed.staging.is_single()) else {
            return placed.staging.home().clone();
        };
        // The list may be long: it is made once for each move.
        if placed.staging.move_of_standing == moved {
            return placed.standing().clone();
        }
        let origin = placed.staging.stage_origin();
        let by = counted_from(by.affine(), origin, origin);
        let places = placed.staging.home().places.iter().map(|place| by * *place).collect();
        Standing {
            places: Places::of(places).unwrap_or_default(),
            sources: placed.staging.home().sources.clone(),
        }
    }

    /// The move of a model that has a single place or is attached: it becomes a part of `stage_from_model`.
    pub(crate) fn move_of_single(&self, placed: &Placed) -> Affine3A {
        let is_attached = self.attachments.contains_key(&placed.key);
        let acts = is_attached || placed.staging.is_single() && placed.staging.carried_by().is_none();
        let moved = self.moved.get(&placed.key).filter(|_| acts);
        moved.map_or(Affine3A::IDENTITY, |moved| moved.affine())
    }
}
