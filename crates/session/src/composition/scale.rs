//! A clip that was made for another scale than the model it plays on: centimetres on metres, inches on anything.
//!
//! In: what a clip drives. Out: a sentence and an offer when it puts bones many times nearer or farther from their parents than the model
//! at rest does. Nothing changes by itself: nobody but the user knows which of the two is right. The chosen scale is part of the edits.

use crate::{
    Action, Change, ClipEntry, ClipKey, CompositionAction, Edits, Effect, Notice, Placed, Problem, Session, Stage,
};
use castview_base::core::BoneIndex;
use castview_base::scene::{Clip, CurveMode, Property, Values};
use castview_motion::animation::Driven;
use castview_picture::opened::FileKey;
use std::collections::BTreeMap;

/// Least and greatest scale.
const LEAST: f32 = 1e-6;
const MOST: f32 = 1e6;
/// How many of one unit make another: millimetres, centimetres, inches, feet and metres.
const UNITS: [f32; 9] = [10.0, 12.0, 100.0, 1000.0, 2.54, 25.4, 30.48, 39.37, 3.2808];
/// A factor that is this near to one of those means it.
const NEAR: f32 = 1.15;

/// Up to this factor a clip may place many bones otherwise for reasons of its own.
const ALIKE: f32 = 8.0;
/// And a few, such as the hip alone, which jumps and lies down.
const FEW: usize = 3;
const FEW_ALIKE: f32 = 30.0;
/// A bone that is this much shorter than the longest tells nothing: it may as well be none.
const SHORT: f32 = 0.1;

pub(crate) fn scale_notice(session: &Session) -> Option<Effect> {
    let entry = session.active_clip()?;
    let (placed, factor) = session.stage.misfit(entry)?;
    let factor = factor * session.edits.clip_scale(entry.key);
    if is_alike(factor, ALIKE) {
        return None;
    }
    let (times, which) = match factor < 1.0 {
        true => (1.0 / factor, "shorter"),
        false => (factor, "longer"),
    };
    let notice = Notice::warning(format!(
        "The bones of {} are about {times:.0} times {which} than those of {}: it may have been made for another scale.",
        entry.name,
        placed.model().name,
    ));
    let offer = Action::Composition(CompositionAction::ScaleClips(
        entry.key.file,
        fitting_scale(session, entry.key),
    ));
    let notice = notice.with_action("Scale this file's clips", offer);
    Some(Effect::Notify(notice.about(Problem::OtherScale(entry.key))))
}

/// The scale at which the playing clip fits the first model that needs one. Near the scale of a unit, the unit's is taken.
pub fn fitting_scale(session: &Session, clip: ClipKey) -> Option<f32> {
    let entry = session.active_clip().filter(|entry| entry.key == clip)?;
    let exact = 1.0 / session.stage.misfit(entry)?.1;
    let units = UNITS.into_iter().flat_map(|unit| [unit, 1.0 / unit]);
    let away = |unit: &f32| (exact / unit).ln().abs();
    let unit = units.min_by(|a, b| away(a).total_cmp(&away(b)));
    unit.filter(|unit| is_alike(exact / unit, NEAR)).or(Some(exact))
}

/// A change after which the models may be smaller or larger than the camera shows them best.
pub(crate) fn rescaling(session: &mut Session, change: impl FnOnce(&mut Session) -> Vec<Effect>) -> Vec<Effect> {
    let before = (session.edits.scales.clone(), session.edits.retargets.clone());
    let effects = change(session);
    if (&session.edits.scales, &session.edits.retargets) != (&before.0, &before.1) {
        session.note(Change::SCALE);
    }
    effects
}

pub(crate) fn scale_clips(session: &mut Session, file: FileKey, scale: Option<f32>) {
    let scale = scale.filter(|scale| scale.is_finite() && *scale > 0.0 && *scale != 1.0);
    match scale {
        Some(scale) if session.stage.file(file).is_some() => {
            session.edits.scales.insert(file, scale.clamp(LEAST, MOST));
        }
        _ => {
            session.edits.scales.remove(&file);
        }
    }
}

impl Edits {
    /// By what the clip's translations are multiplied.
    pub fn clip_scale(&self, clip: ClipKey) -> f32 {
        self.scales.get(&clip.file).copied().unwrap_or(1.0)
    }
}

impl Stage {
    /// The first model of another file that has another scale than the clip, and how much longer the clip has its bones.
    fn misfit(&self, entry: &ClipEntry) -> Option<(&Placed, f32)> {
        let mut others = self.models().iter().filter(|placed| placed.file != entry.key.file);
        others.find_map(|placed| Some((placed, factor(entry.clip(), placed)?)))
    }
}

/// Whether `factor` is at most `most`, and at least the inverse of that.
fn is_alike(factor: f32, most: f32) -> bool {
    (1.0 / most..=most).contains(&factor)
}

/// The median of how much farther from their parents the clip has the bones that it places, with its first keys; `None` where that
/// is no other scale.
fn factor(clip: &Clip, placed: &Placed) -> Option<f32> {
    let skeleton = &placed.model().skeleton;
    // The length of a translation takes all axes, so the squares and the number of axes are added up for every bone.
    let mut placings: BTreeMap<BoneIndex, (f32, u32)> = BTreeMap::new();
    for channel in placed.binding()?.channels() {
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
    median.filter(|ratio| !is_alike(*ratio, alike))
}
