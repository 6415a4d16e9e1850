//! How a clip comes to move a model: the only place of a session where clips are bound.
//!
//! In: the clip, the model, and what the user says about the two: names, modes, scales. Out: which track drives what.

use super::played::play_as::{Base, PlayAs};
use crate::{ClipEntry, ClipKey, LayerKey, ModeOverrides, ModeScope, Retargets, Scales};
use castview_base::core::BoneIndex;
use castview_base::scene::{Model, Scene};
use castview_motion::animation::{self, AxisTurn, Binding, Fit, PlayedAs, Pose, Renames, Retarget, Retargeting};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;

/// Choices of the user about bindings besides the file.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a> {
    pub modes: &'a ModeOverrides,
    pub scales: &'a Scales,
    pub retargets: &'a Retargets,
    pub renames: &'a Renames,
}

/// Binds a clip, as a layer or by itself, to `model`, a part of `scene`: in the modes of the file, or as the user chose.
/// Its keys are packed when the first model needs them. `None`: there is no such clip.
pub(crate) fn bind(
    terms: Terms<'_>,
    clips: &mut [ClipEntry],
    playing: (ClipKey, Option<LayerKey>),
    (placed, file): (PlacedKey, FileKey),
    part: (&Scene, &Model),
) -> Option<Binding> {
    let at = clips.iter().position(|entry| entry.key == playing.0)?;
    let whole = chosen(terms.modes, playing, None);
    let of_bones = terms.modes.iter().filter_map(|(scope, how)| match scope {
        ModeScope::Bone(key, _) if *key == placed => Some(*how),
        _ => None,
    });
    // Each pose once: a clip has few of them, whatever the number of bones.
    let mut bases: Vec<(Base, Pose)> = Vec::new();
    for base in whole.into_iter().chain(of_bones).filter_map(PlayAs::base) {
        if !bases.iter().any(|(made, _)| *made == base) {
            let pose = base_pose(terms, clips, (&clips[at], base), (placed, file), part);
            bases.push((base, pose));
        }
    }
    let played = |how: PlayAs| match how.stored_mode() {
        Some(mode) => Some(PlayedAs::Stored(mode)),
        None => {
            let mut poses = bases.iter();
            let pose = poses.find(|(made, _)| Some(*made) == how.base());
            pose.map(|(_, pose)| PlayedAs::Beyond(pose.as_base()))
        }
    };
    let of_bone = |bone| chosen(terms.modes, playing, Some((placed, bone))).and_then(played);
    let mut keys = clips[at].keys.take();
    let entry = &clips[at];
    let clip = entry.clip();
    let fit = Fit {
        modes: &of_bone,
        shapes: whole.and_then(played),
        ..stored(terms, entry, (placed, file), part.0)
    };
    let bound = animation::bind_fitted(clip, part.1, fit, &mut keys);
    clips[at].keys = keys;
    Some(bound)
}

/// How the clip of `entry` is bound in the modes of its file.
fn stored<'a>(terms: Terms<'a>, entry: &'a ClipEntry, (placed, file): (PlacedKey, FileKey), scene: &Scene) -> Fit<'a> {
    let way = terms.retargets.get(&(entry.key, placed)).copied();
    let way = way.filter(|_| entry.key.file != file).unwrap_or_default();
    let source = (way != Retarget::Stored).then(|| entry.source()).flatten();
    Fit {
        retarget: Retargeting { way, source },
        turn: AxisTurn::between(&entry.scene.metadata, &scene.metadata),
        scale: match entry.key.file == file {
            true => 1.0,
            false => terms.scales.get(&entry.key.file).copied().unwrap_or(1.0),
        },
        renames: terms.renames,
        is_own: entry.key.file == file,
        ..Fit::default()
    }
}

/// The pose that the differences of the clip of `entry` are counted from: made by the clip that `base` names, as its file says.
fn base_pose(
    terms: Terms<'_>,
    clips: &[ClipEntry],
    (entry, base): (&ClipEntry, Base),
    of: (PlacedKey, FileKey),
    (scene, model): (&Scene, &Model),
) -> Pose {
    let (entry, frame) = match base {
        Base::Rest => (None, 0.0),
        Base::First => (Some(entry), entry.clip().range.start),
        Base::Frame { clip, frame } => (clips.iter().find(|entry| entry.key == clip), frame),
    };
    let Some(entry) = entry else {
        return animation::rest_pose(model);
    };
    let fit = stored(terms, entry, of, scene);
    let bound = animation::bind_fitted(entry.clip(), model, fit, &mut entry.keys.clone());
    animation::local_pose(model, entry.clip(), &bound, frame)
}

/// The choice for the curves that `clip` has for `bone`: the bone's own, else that of the layer, else the clip's.
pub(crate) fn chosen(
    modes: &ModeOverrides,
    (clip, layer): (ClipKey, Option<LayerKey>),
    bone: Option<(PlacedKey, BoneIndex)>,
) -> Option<PlayAs> {
    let of = |scope| modes.get(&scope).copied();
    let of_bone = bone.and_then(|(model, bone)| of(ModeScope::Bone(model, bone)));
    let of_layer = || layer.and_then(|layer| of(ModeScope::Layer(layer)));
    of_bone.or_else(of_layer).or_else(|| of(ModeScope::Clip(clip)))
}
