//! A clip that was made for another scale than the model it plays on.
//!
//! In: what the active clip drives. Out: a sentence when it puts bones many times nearer or farther from their parents than the
//! model at rest does. Nothing is changed: nobody but the user knows which of the two is right.

use super::{Effect, Notice, Placed, Session};
use crate::animation::Driven;
use crate::core::BoneIndex;
use crate::scene::{Clip, CurveMode, Property, Values};
use std::collections::BTreeMap;

/// Up to this factor a clip may place many bones otherwise for reasons of its own.
const ALIKE: f32 = 8.0;
/// And a few, such as the hip alone, which jumps and lies down.
const FEW: usize = 3;
const FEW_ALIKE: f32 = 30.0;
/// A bone that is this much shorter than the longest tells nothing: it may as well be none.
const SHORT: f32 = 0.1;

impl Session {
    pub(super) fn scale_notice(&self) -> Option<Effect> {
        let entry = self.active_clip()?;
        let mut models = self.stage.models.iter().filter(|placed| !placed.is_stand_in);
        let (placed, factor) = models.find_map(|placed| Some((placed, factor(entry.clip(), placed)?)))?;
        let (times, which) = match factor < 1.0 {
            true => (1.0 / factor, "shorter"),
            false => (factor, "longer"),
        };
        Some(Effect::Notify(Notice::warning(format!(
            "The bones of {} are about {times:.0} times {which} than those of {}: it may have been made for another scale.",
            entry.name,
            placed.model().name,
        ))))
    }
}

/// The median of how much farther from their parents the clip has the bones that it places, with its first keys; `None` where that
/// is no other scale.
fn factor(clip: &Clip, placed: &Placed) -> Option<f32> {
    let skeleton = &placed.model().skeleton;
    // Of every bone the squares of the axes, and how many there are.
    let mut placings: BTreeMap<BoneIndex, (f32, u32)> = BTreeMap::new();
    for channel in placed.binding.as_ref()?.channels() {
        let track = &clip.tracks[channel.track];
        let moves = matches!(
            track.property,
            Property::TranslationX | Property::TranslationY | Property::TranslationZ
        );
        if let (Driven::Bone(bone), CurveMode::Absolute, Values::Scalar(values)) =
            (channel.target, channel.mode, &track.values)
            && moves
            && !values.is_empty()
            && skeleton.parent(bone).is_some()
        {
            let (square, axes) = placings.entry(bone).or_default();
            *square += values.get(0) * values.get(0);
            *axes += 1;
        }
    }
    let length = |bone: BoneIndex| skeleton.rest()[bone.get()].translation.length();
    let children = skeleton.bones().filter(|bone| skeleton.parent(*bone).is_some());
    let longest = children.map(length).fold(0.0, f32::max);
    let ratio = |(bone, (square, axes)): (BoneIndex, (f32, u32))| {
        let ratio = square.sqrt() / length(bone);
        (axes == 3 && length(bone) > longest * SHORT && ratio.is_normal()).then_some(ratio)
    };
    let mut ratios: Vec<f32> = placings.into_iter().filter_map(ratio).collect();
    ratios.sort_by(f32::total_cmp);
    let alike = if ratios.len() < FEW { FEW_ALIKE } else { ALIKE };
    let median = ratios.get(ratios.len() / 2).copied();
    median.filter(|ratio| !(1.0 / alike..=alike).contains(ratio))
}
