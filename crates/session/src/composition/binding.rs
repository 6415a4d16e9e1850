//! How a clip comes to move a model: the only place of a session where clips are bound.
//!
//! In: the clip, the model, and what the user says about the two: names, modes, scales. Out: which track drives what.

use crate::{ClipEntry, ModeOverrides, ModeScope, Scales};
use castview_base::scene::{Model, Scene};
use castview_motion::animation::{self, AxisTurn, Binding, Fit, Renames};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;

/// Choices of the user about bindings besides the file.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub modes: &'a ModeOverrides,
    pub scales: &'a Scales,
    pub renames: &'a Renames,
}

/// Binds the clip of `entry` to `model`, a part of `scene`, in the modes of the file, or in those chosen by hand. Its keys are packed when the
/// first model needs them.
pub(crate) fn bind(
    terms: Terms<'_>,
    entry: &mut ClipEntry,
    (placed, file): (PlacedKey, FileKey),
    (scene, model): (&Scene, &Model),
) -> Binding {
    let Terms { modes, scales, renames } = terms;
    let whole = modes.get(&ModeScope::Clip(entry.key)).copied();
    let of_bone = |bone| modes.get(&ModeScope::Bone(placed, bone)).copied().or(whole);
    let clip = &entry.scene.clips[entry.key.clip.get()];
    let fit = Fit {
        turn: AxisTurn::between(&entry.scene.metadata, &scene.metadata),
        scale: match entry.key.file == file {
            true => 1.0,
            false => scales.get(&entry.key.file).copied().unwrap_or(1.0),
        },
        renames,
        is_own: entry.key.file == file,
        modes: &of_bone,
    };
    animation::bind_fitted(clip, model, fit, &mut entry.keys)
}
