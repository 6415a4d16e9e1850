//! Clips that play otherwise than their files say, in words, and the offer to do so.

use super::play_as::{Base, PlayAs};
use crate::composition::binding::chosen;
use crate::composition::played::retarget::retarget_words;
use crate::{Action, ClipKey, CompositionAction, Effect, LayerKey, ModeScope, Notice, Session, Stage};
use castview_motion::animation;

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

/// How `clip` plays as a whole: as `layer`, else as the active clip. `None`: as its file says.
pub fn clip_plays_as(session: &Session, clip: ClipKey, layer: Option<LayerKey>) -> Option<PlayAs> {
    chosen(&session.edits.mode_overrides, (clip, layer), None)
}

/// Audible clips that play otherwise than their files say, from the bottom up, and how in words.
pub fn playing_otherwise(session: &Session) -> Vec<(ClipKey, String)> {
    let active = session.playback.active_clip().map(|clip| (clip, None));
    let layers = session.edits.layers.iter().map(|layer| (layer.clip, Some(layer.key)));
    let audible = |(_, layer): &(ClipKey, Option<LayerKey>)| {
        let layer = session.edits.layers.iter().find(|one| Some(one.key) == *layer);
        session
            .edits
            .is_audible(layer.map_or(&session.edits.base, |layer| &layer.mix))
    };
    let playing = active.into_iter().chain(layers).filter(audible);
    let told = playing.filter_map(|(clip, layer)| {
        let how = clip_plays_as(session, clip, layer).map(|how| session.stage.play_as_words(how));
        let both = [how, retarget_words(session, clip).map(str::to_owned)];
        let words: Vec<String> = both.into_iter().flatten().collect();
        (!words.is_empty()).then(|| (clip, words.join(", ")))
    });
    told.collect()
}

/// The offer to play a clip as additive that looks so, as that layer or as the active one.
pub(crate) fn additive_notice(session: &Session, clip: ClipKey, layer: Option<LayerKey>) -> Option<Effect> {
    let reason = additive_hint(session, clip, layer)?;
    let name = &session.stage.clip(clip)?.name;
    let scope = layer.map_or(ModeScope::Clip(clip), ModeScope::Layer);
    let offer = CompositionAction::OverrideMode(scope, Some(PlayAs::Additive));
    let notice = Notice::info(format!("{name}: {reason}."));
    Some(Effect::Notify(
        notice.with_action("Play as additive", Action::Composition(offer)),
    ))
}

/// The reason why keys of `clip` may be differences although its file does not say so, in a sentence; `None` without a hint, or if the
/// user has chosen how the clip plays. Clips on a model are looked at.
pub fn additive_hint(session: &Session, clip: ClipKey, layer: Option<LayerKey>) -> Option<String> {
    if clip_plays_as(session, clip, layer).is_some() {
        return None;
    }
    let entry = session.stage.clip(clip)?;
    let away = session
        .stage
        .models()
        .iter()
        .filter(|placed| !placed.is_stand_in)
        .find_map(|placed| {
            let bound = match layer {
                Some(layer) => Some(&Stage::bound_layer(placed, layer)?.binding),
                None => placed.binding(),
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
