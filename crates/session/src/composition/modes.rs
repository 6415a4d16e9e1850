//! Mode overrides: curve modes that the user chose instead of the file's.
//!
//! In: a mode for a bone of a model, a layer, or a whole clip. Out: other bindings. Part of the edits, so undo brings the file's own
//! modes back. A bone's choice goes before its layer's, which goes before its clip's; a bone's says nothing of blend weights, and visibility
//! has no choice.

use super::binding::chosen;
use super::played::play_as::PlayAs;
use crate::composition::stack::bind_clips;
use crate::{Change, ClipKey, ClipLayer, Edits, LayerKey, ModeScope, Session, Stage};
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;

/// Binds everything again when modes or scales were chosen otherwise than in `before`; layers keep their bindings elsewhere.
pub(crate) fn bind_again(session: &mut Session, before: &Edits) {
    if session.edits.mode_overrides != before.mode_overrides
        || session.edits.scales != before.scales
        || session.edits.retargets != before.retargets
    {
        session.stage.unbind_layers();
        bind_clips(session);
        session.note(Change::SEAM);
    }
}

/// Drops choices about what is no longer open.
pub(crate) fn forget_modes(session: &mut Session) {
    let stage: &Stage = &session.stage;
    let layers = session.edits.layers.clone();
    session.edits.mode_overrides.retain(|scope, how| {
        let is_there = |clip| stage.clip(clip).map(|_| clip);
        how.with_clip(is_there).is_some() && is_open(stage, &layers, scope)
    });
    session.edits.scales.retain(|key, _| stage.file(*key).is_some());
    let is_there = |clip, model| stage.clip(clip).is_some() && stage.placed(model).is_some();
    session
        .edits
        .retargets
        .retain(|(clip, model), _| is_there(*clip, *model));
}

/// Whether whatever `scope` names is there.
fn is_open(stage: &Stage, layers: &[ClipLayer], scope: &ModeScope) -> bool {
    match scope {
        ModeScope::Bone(key, bone) => stage
            .placed(*key)
            .is_some_and(|placed| bone.get() < placed.model().skeleton.len()),
        ModeScope::Clip(key) => stage.clip(*key).is_some(),
        ModeScope::Layer(key) => layers.iter().any(|layer| layer.key == *key),
    }
}

impl Edits {
    /// The mode chosen by hand for the curves of a clip on a bone: the bone's own, else the layer's, else the clip's.
    pub fn mode_override(
        &self,
        playing: (ClipKey, Option<LayerKey>),
        model: PlacedKey,
        bone: BoneIndex,
    ) -> Option<PlayAs> {
        chosen(&self.mode_overrides, playing, Some((model, bone)))
    }

    pub(crate) fn override_mode(&mut self, scope: ModeScope, mode: Option<PlayAs>) {
        // A frame that is no number would differ from itself.
        match mode.and_then(|mode| mode.with_clip(Some)) {
            Some(mode) => self.mode_overrides.insert(scope, mode),
            None => self.mode_overrides.remove(&scope),
        };
    }
}
