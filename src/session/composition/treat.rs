//! "Treat as": curve modes chosen by hand for a look, instead of what the file says.
//!
//! In: a mode for a bone of a model, or for a whole clip. Out: other bindings. Part of the edits, so undo brings the file's own
//! modes back. A bone's choice goes before its clip's; blend weights and visibility have no choice.

use crate::animation::{self, AxisTurn, Binding, Fit, Renames};
use crate::core::BoneIndex;
use crate::picture::PlacedKey;
use crate::scene::{CurveMode, Model, Scene};
use crate::session::{Change, ClipEntry, ClipKey, Edits, FileKey, Scales, Session, Stage, Treated, Treatments};

impl Session {
    /// The mode chosen by hand for the curves of `clip` on a bone: the bone's own, else the clip's.
    pub fn treatment(&self, clip: ClipKey, model: PlacedKey, bone: BoneIndex) -> Option<CurveMode> {
        let of = |treated| self.edits.treated.get(&treated).copied();
        of(Treated::Bone(model, bone)).or_else(|| of(Treated::Clip(clip)))
    }

    pub(in crate::session) fn treat(&mut self, treated: Treated, mode: Option<CurveMode>) {
        match mode {
            Some(mode) => self.edits.treated.insert(treated, mode),
            None => self.edits.treated.remove(&treated),
        };
    }

    /// Binds everything again when modes or scales were chosen otherwise than in `before`; layers keep their bindings elsewhere.
    pub(in crate::session) fn treat_again(&mut self, before: &Edits) {
        if self.edits.treated != before.treated || self.edits.scales != before.scales {
            self.unbind_layers();
            self.bind_clips();
            // Other modes are other poses: where a walk begins, and how it closes.
            self.find_carriers();
            self.note(Change::SEAM);
        }
    }

    /// Drops choices about what is no longer open.
    pub(in crate::session) fn forget_treatments(&mut self) {
        let stage: &Stage = &self.stage;
        self.edits.treated.retain(|treated, _| match treated {
            Treated::Bone(key, bone) => stage
                .placed(*key)
                .is_some_and(|placed| bone.get() < placed.model().skeleton.len()),
            Treated::Clip(key) => stage.clip(*key).is_some(),
        });
        self.edits.scales.retain(|key, _| stage.file(*key).is_some());
    }
}

/// What the user says about bindings besides the file.
#[derive(Clone, Copy)]
pub(in crate::session) struct Terms<'a> {
    pub treated: &'a Treatments,
    pub scales: &'a Scales,
    pub renames: &'a Renames,
}

/// Binds the clip of `entry` to `model`, a part of `scene`, in the modes of the file, or in those chosen by hand. Its keys are packed when the
/// first model needs them.
pub(in crate::session) fn bind(
    terms: Terms<'_>,
    entry: &mut ClipEntry,
    (placed, file): (PlacedKey, FileKey),
    (scene, model): (&Scene, &Model),
) -> Binding {
    let Terms {
        treated,
        scales,
        renames,
    } = terms;
    let whole = treated.get(&Treated::Clip(entry.key)).copied();
    let of_bone = |bone| treated.get(&Treated::Bone(placed, bone)).copied().or(whole);
    let clip = &entry.scene.clips[entry.key.clip.get()];
    let fit = Fit {
        turn: AxisTurn::between(&entry.scene.metadata, &scene.metadata),
        scale: match entry.key.file == file {
            true => 1.0,
            false => scales.get(&entry.key.file).copied().unwrap_or(1.0),
        },
        renames,
    };
    animation::bind_sharing(clip, model, fit, &of_bone, &mut entry.keys)
}
