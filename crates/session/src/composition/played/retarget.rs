//! Clips on models of other proportions than those that they were made for.
//!
//! In: a choice for a clip and a model. Out: the choice among the edits, in words, and the skeleton that the clip was made for. The values of
//! keys are changed where clips are bound.

use crate::{ClipEntry, ClipKey, Retargets, Session, Stage};
use castview_base::scene::Skeleton;
use castview_motion::animation::{DrivenCount, Renames, Retarget};
use castview_picture::PlacedKey;

/// Every way, with its words in the middle of a sentence.
pub const RETARGET_WAYS: [(Retarget, &str); 3] = [
    (Retarget::Stored, "as stored"),
    (Retarget::Lengths, "on the model's bone lengths"),
    (Retarget::Rotations, "as rotations only"),
];

impl Stage {
    /// Notes the choice for one model or for all; models of the clip's own file play it as it is.
    pub(crate) fn retarget(
        &self,
        retargets: &mut Retargets,
        (clip, model): (ClipKey, Option<PlacedKey>),
        way: Retarget,
    ) {
        if self.clip(clip).is_none() {
            return;
        }
        let others = self
            .models()
            .iter()
            .filter(|placed| placed.file != clip.file && !placed.is_stand_in);
        for placed in others.filter(|placed| model.is_none_or(|only| only == placed.key)) {
            match way {
                Retarget::Stored => retargets.remove(&(clip, placed.key)),
                way => retargets.insert((clip, placed.key), way),
            };
        }
    }
}

impl ClipEntry {
    /// The skeleton that the clip was made for: its own, else the skeleton in its file with most driven bones.
    pub fn source(&self) -> Option<&Skeleton> {
        let clip = self.clip();
        let moved = |skeleton: &&Skeleton| !skeleton.is_empty();
        let own = clip.skeleton.as_ref().filter(moved);
        own.or_else(|| {
            let models = self.scene.models.iter().map(|model| {
                let count = DrivenCount::new(model, const { &Renames::NONE }).of(clip);
                (count, &model.skeleton)
            });
            let most = models.rev().max_by_key(|(count, _)| *count);
            most.filter(|(count, _)| *count > 0).map(|(_, skeleton)| skeleton)
        })
    }
}

/// How `clip` is brought to that model.
pub fn retargeted(session: &Session, clip: ClipKey, model: PlacedKey) -> Retarget {
    session.edits.retargets.get(&(clip, model)).copied().unwrap_or_default()
}

/// The same in words, of the first model that does not play it as stored; `None`: every model does.
pub(crate) fn retarget_words(session: &Session, clip: ClipKey) -> Option<&'static str> {
    let way = session.edits.retargets.iter().find(|((of, _), _)| *of == clip)?.1;
    RETARGET_WAYS
        .iter()
        .find(|(one, _)| one == way)
        .map(|(_, words)| *words)
}
