//! Each model plays its own clip, where several came together: which clip is whose, and how one is chosen without taking the others away.
//!
//! In: files of one drop, or a clip that is chosen. Out: the active clip, and for models that another clip moves a layer of their own that
//! takes its place ([`ClipLayer::alone`]). With one clip for all there are no such layers.

use crate::{ClipKey, ClipLayer, Placed, Session};
use castview_motion::animation::DrivenCount;
use castview_picture::PlacedKey;
use std::collections::BTreeSet;

/// Makes `clip` the active one, as [`Session::activate`] does. Models that it does not fit go on with what moved them.
pub(crate) fn activate_beside(session: &mut Session, clip: ClipKey, plays: bool) {
    let before = session.playback.active_clip;
    let fitted = models_fitted(session, clip);
    let is_moved = |placed: &&Placed| placed.clips.is_matched();
    let moved = session.stage.models().iter().filter(is_moved).map(|placed| placed.key);
    let left: Vec<PlacedKey> = moved.filter(|key| !fitted.contains(key)).collect();
    let is_taken = |layer: &ClipLayer| layer.model.is_some_and(|model| fitted.contains(&model));
    session.edits.layers.retain(|layer| !(layer.alone && is_taken(layer)));
    session.activate(Some(clip), plays);
    if let Some(before) = before.filter(|before| *before != clip && !fitted.is_empty()) {
        left.into_iter().for_each(|model| play_alone(session, before, model));
        session.bind_active_clip();
    }
}

/// `clip` is what moves `model`, in place of the active one.
pub(crate) fn play_alone(session: &mut Session, clip: ClipKey, model: PlacedKey) {
    let is_own = |layer: &ClipLayer| layer.alone && layer.model == Some(model);
    session.edits.layers.retain(|layer| !is_own(layer));
    if let Some(key) = session.add_layer(clip, Some(model)) {
        let layer = session.edits.layers.iter_mut().find(|layer| layer.key == key);
        layer.expect("it was just added").alone = true;
    }
}

/// Chooses `clip`. Models that it does not fit keep the clips that are their own.
pub(crate) fn choose(session: &mut Session, clip: Option<ClipKey>, plays: bool) {
    let has_own = session.edits.layers.iter().any(|layer| layer.alone);
    match clip.filter(|_| has_own) {
        Some(clip) => activate_beside(session, clip, plays),
        None => {
            session.edits.layers.retain(|layer| !layer.alone);
            session.activate(clip, plays);
        }
    }
}

/// The models that half of the tracks of `clip` find something on.
pub(crate) fn models_fitted(session: &Session, clip: ClipKey) -> BTreeSet<PlacedKey> {
    let Some(entry) = session.stage.clip(clip) else {
        return BTreeSet::new();
    };
    let (content, renames) = (entry.clip(), &session.preferences.motion.renames);
    let fits = |placed: &&Placed| {
        let count = DrivenCount::new(placed.model(), renames).of(content);
        count > 0 && 2 * count >= content.tracks.len()
    };
    let models = session.stage.models().iter().filter(|placed| !placed.is_stand_in);
    models.filter(fits).map(|placed| placed.key).collect()
}
