//! How the user has a clip play whatever its file says: in another mode, or as differences from a pose.
//!
//! In: choices for clips, layers and bones. Out: the same in words, and checked. Poses of a choice are made where clips are bound.

use crate::{Action, ClipKey, CompositionAction, Effect, LayerKey, ModeOverrides, ModeScope, Notice, Session, Stage};
use castview_base::core::BoneIndex;
use castview_base::scene::CurveMode;
use castview_motion::animation;
use castview_picture::PlacedKey;

/// How curves play instead of as their file says.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum PlayAs {
    /// The values in place of what lies below.
    Absolute,
    /// The values on top of the rest pose.
    Relative,
    /// The values on top of what lies below: they are differences already.
    Additive,
    /// The difference between the clip and that pose, on top of what lies below.
    Beyond(Base),
}

/// A pose that the differences of a clip are counted from.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Base {
    /// The model at rest.
    Rest,
    /// The clip's own first frame.
    First,
    /// A frame of another clip.
    Frame {
        clip: ClipKey,
        /// In that clip's own frames; finite.
        #[serde(with = "crate::numbers::exact")]
        frame: f64,
    },
}

impl PlayAs {
    /// The mode of stored values; `None` where the values change.
    pub fn stored_mode(self) -> Option<CurveMode> {
        match self {
            Self::Absolute => Some(CurveMode::Absolute),
            Self::Relative => Some(CurveMode::Relative),
            Self::Additive => Some(CurveMode::Additive),
            Self::Beyond(_) => None,
        }
    }

    /// The mode in which it plays.
    pub fn mode(self) -> CurveMode {
        self.stored_mode().unwrap_or(CurveMode::Additive)
    }

    pub(crate) fn base(self) -> Option<Base> {
        match self {
            Self::Beyond(base) => Some(base),
            _ => None,
        }
    }

    /// `None` for a frame that is no number, or of a clip that `clip` does not have.
    pub(crate) fn with_clip(self, clip: impl FnOnce(ClipKey) -> Option<ClipKey>) -> Option<Self> {
        match self {
            Self::Beyond(Base::Frame { clip: of, frame }) => {
                let clip = clip(of).filter(|_| frame.is_finite())?;
                Some(Self::Beyond(Base::Frame { clip, frame }))
            }
            _ => Some(self),
        }
    }
}

impl Stage {
    /// As people say it, in the middle of a sentence.
    pub fn play_as_words(&self, how: PlayAs) -> String {
        match how {
            PlayAs::Absolute => "absolute".into(),
            PlayAs::Relative => "relative".into(),
            PlayAs::Additive => "additive".into(),
            PlayAs::Beyond(Base::Rest) => "additive over the rest pose".into(),
            PlayAs::Beyond(Base::First) => "additive over its first frame".into(),
            PlayAs::Beyond(Base::Frame { clip, frame }) => {
                let name = self.clip(clip).map_or("another clip", |entry| &entry.name);
                format!("additive over frame {frame} of {name}")
            }
        }
    }
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

impl Session {
    /// How `clip` plays as a whole: as `layer`, else as the active clip. `None`: as its file says.
    pub fn clip_plays_as(&self, clip: ClipKey, layer: Option<LayerKey>) -> Option<PlayAs> {
        chosen(&self.edits.mode_overrides, (clip, layer), None)
    }

    /// Audible clips that play otherwise than their files say, from the bottom up, and how in words.
    pub fn playing_otherwise(&self) -> Vec<(ClipKey, String)> {
        let active = self.playback.active_clip.map(|clip| (clip, None));
        let layers = self.edits.layers.iter().map(|layer| (layer.clip, Some(layer.key)));
        let audible = |(_, layer): &(ClipKey, Option<LayerKey>)| {
            let layer = self.edits.layers.iter().find(|one| Some(one.key) == *layer);
            self.edits
                .is_audible(layer.map_or(&self.edits.base, |layer| &layer.mix))
        };
        let playing = active.into_iter().chain(layers).filter(audible);
        let told = playing.filter_map(|(clip, layer)| {
            let how = self.clip_plays_as(clip, layer).map(|how| self.stage.play_as_words(how));
            let both = [how, self.retarget_words(clip).map(str::to_owned)];
            let words: Vec<String> = both.into_iter().flatten().collect();
            (!words.is_empty()).then(|| (clip, words.join(", ")))
        });
        told.collect()
    }

    /// The offer to play a clip as additive that looks so, as that layer or as the active one.
    pub(crate) fn additive_notice(&self, clip: ClipKey, layer: Option<LayerKey>) -> Option<Effect> {
        let reason = self.additive_hint(clip, layer)?;
        let name = &self.stage.clip(clip)?.name;
        let scope = layer.map_or(ModeScope::Clip(clip), ModeScope::Layer);
        let offer = CompositionAction::OverrideMode(scope, Some(PlayAs::Additive));
        let notice = Notice::info(format!("{name}: {reason}."));
        Some(Effect::Notify(
            notice.with_action("Play as additive", Action::Composition(offer)),
        ))
    }

    /// The reason why keys of `clip` may be differences although its file does not say so, in a sentence; `None` without a hint, or if the
    /// user has chosen how the clip plays. Clips on a model are looked at.
    pub fn additive_hint(&self, clip: ClipKey, layer: Option<LayerKey>) -> Option<String> {
        if self.clip_plays_as(clip, layer).is_some() {
            return None;
        }
        let entry = self.stage.clip(clip)?;
        let away = self
            .stage
            .models
            .iter()
            .filter(|placed| !placed.is_stand_in)
            .find_map(|placed| {
                let bound = match layer {
                    Some(layer) => Some(&Stage::bound_layer(placed, layer)?.binding),
                    None => placed.binding.as_ref(),
                };
                animation::looks_additive(entry.clip(), placed.model(), bound?)
            })?;
        let bones = if away == 1 {
            "1 bone".into()
        } else {
            format!("{away} bones")
        };
        Some(format!(
            "looks additive: its first frame is nothing everywhere, and takes {bones} away from the rest pose"
        ))
    }
}
