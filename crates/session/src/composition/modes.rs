//! Mode overrides: curve modes that the user chose instead of the file's.
//!
//! In: a mode for a bone of a model, or for a whole clip. Out: other bindings. Part of the edits, so undo brings the file's own
//! modes back. A bone's choice goes before its clip's; blend weights and visibility have no choice.

use crate::{Change, ClipKey, Edits, ModeScope, Session, Stage};
use castview_base::core::BoneIndex;
use castview_base::scene::CurveMode;
use castview_picture::PlacedKey;

impl Session {
    /// Binds everything again when modes or scales were chosen otherwise than in `before`; layers keep their bindings elsewhere.
    pub(crate) fn bind_again(&mut self, before: &Edits) {
        if self.edits.mode_overrides != before.mode_overrides || self.edits.scales != before.scales {
            self.stage.unbind_layers();
            self.bind_clips();
            self.note(Change::SEAM);
        }
    }

    /// Drops choices about what is no longer open.
    pub(crate) fn forget_modes(&mut self) {
        let stage: &Stage = &self.stage;
        self.edits.mode_overrides.retain(|scope, _| match scope {
            ModeScope::Bone(key, bone) => stage
                .placed(*key)
                .is_some_and(|placed| bone.get() < placed.model().skeleton.len()),
            ModeScope::Clip(key) => stage.clip(*key).is_some(),
        });
        self.edits.scales.retain(|key, _| stage.file(*key).is_some());
    }
}

impl Edits {
    /// The mode chosen by hand for the curves of `clip` on a bone: the bone's own, else the clip's.
    pub fn mode_override(&self, clip: ClipKey, model: PlacedKey, bone: BoneIndex) -> Option<CurveMode> {
        let of = |scope| self.mode_overrides.get(&scope).copied();
        of(ModeScope::Bone(model, bone)).or_else(|| of(ModeScope::Clip(clip)))
    }

    pub(crate) fn override_mode(&mut self, scope: ModeScope, mode: Option<CurveMode>) {
        match mode {
            Some(mode) => self.mode_overrides.insert(scope, mode),
            None => self.mode_overrides.remove(&scope),
        };
    }
}
