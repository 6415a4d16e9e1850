//! Clips stacked over the active one: which there are, how they mix, what each does to each model.
//!
//! The active clip is the base; every layer lies over it and over the layers before it. All share one clock in seconds, so
//! clips of different rates stay together.

use super::binding::{self, Terms};
use super::played::source_lines::source_ghost;
use crate::placed::layer::Mix;
use crate::{
    BoundLayer, Change, ClipKey, ClipLayer, Edits, LayerChange, LayerKey, ModeScope, Placed, Playback, Session, Stage,
};
use castview_base::core::FrameRange;
use castview_base::scene::{Clip, PlayMode};
use castview_motion::animation::{self, BoneMask, Timeline};
use castview_picture::PlacedKey;
use castview_picture::opened::PACKED_BYTES;
use std::sync::Arc;

/// Offsets beyond this are typing errors: eleven days.
const FARTHEST_SECS: f64 = 1e6;
/// Layers stretch the timeline up to here on either side: a million years.
const MOST_FRAMES: f64 = 1e15;
const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=100.0;

impl Session {
    /// Puts `clip` on top.
    pub(crate) fn add_layer(&mut self, clip: ClipKey, model: Option<PlacedKey>) -> Option<LayerKey> {
        let added = self.stage.clip(clip)?.clip();
        let begin = Timeline::of(added).secs(added.range.start);
        let held_secs = (added.mode == Some(PlayMode::ByHand)).then_some(begin);
        let key = self.composition.new_layer();
        self.edits.layers.push(ClipLayer {
            key,
            clip,
            model,
            alone: false,
            mix: Mix::default(),
            offset_secs: 0.0,
            speed: 1.0,
            held_secs,
            fade_in_secs: 0.0,
        });
        bind_clips(self);
        Some(key)
    }

    /// The active clip's frames, over everything audible: from the earliest first frame to the latest last one.
    pub fn timeline(&self) -> Option<Timeline> {
        let clocked = clock_clip(self)?;
        let mut timeline = Timeline::of(clocked);
        let clocked = |layer: &&ClipLayer| self.edits.is_audible(&layer.mix) && layer.held_secs.is_none();
        for layer in self.edits.layers.iter().filter(clocked) {
            let Some(clip) = self.stage.clip(layer.clip) else {
                continue;
            };
            let span = layer.span_secs(&Timeline::of(clip.clip()));
            // A clip of absurd length or rate is audible, but the axis stays one that can be drawn.
            let [first, last] = span.map(|secs| timeline.frame(secs).clamp(-MOST_FRAMES, MOST_FRAMES));
            timeline.range = FrameRange {
                start: timeline.range.start.min(first),
                end: timeline.range.end.max(last),
            };
        }
        Some(timeline)
    }
}

/// Collects the layers that move `placed` at `secs`, from the bottom up; `layers` is overwritten.
pub(crate) fn motion_layers<'a>(
    session: &'a Session,
    placed: &'a Placed,
    secs: f64,
    layers: &mut Vec<animation::Layer<'a>>,
) {
    layers.clear();
    if let (Some(entry), Some(binding)) = (session.active_clip(), placed.binding())
        && session.edits.is_audible(&session.edits.base)
    {
        let timeline = Timeline::of(entry.clip());
        layers.push(animation::Layer {
            clip: entry.clip(),
            binding,
            frame: frame_at(&timeline, secs, session.playback.transport().loops(&timeline)),
            weight: session.edits.base.weight,
            mask: placed.clips.base_mask.as_deref(),
            stepped: session.composition.stepped,
            replaces: false,
        });
    }
    for bound in placed.layers() {
        let layer = session.edits.layers.iter().find(|layer| layer.key == bound.key);
        let (Some(layer), Some(entry)) = (layer, session.stage.clip(bound.clip)) else {
            continue;
        };
        if !session.edits.is_audible(&layer.mix) {
            continue;
        }
        let timeline = Timeline::of(entry.clip());
        let (frame, weight) = match layer.held_secs {
            Some(held_secs) => (frame_at(&timeline, held_secs, false), layer.mix.weight),
            None => (
                frame_at(
                    &timeline,
                    (secs - layer.offset_secs) * layer.speed,
                    session.playback.starts_over(layer, entry.clip()),
                ),
                layer.weight(secs, layer.span_secs(&timeline)[0]),
            ),
        };
        layers.push(animation::Layer {
            clip: entry.clip(),
            binding: &bound.binding,
            frame,
            weight,
            mask: bound.mask.as_deref(),
            stepped: session.composition.stepped,
            replaces: false,
        });
    }
}

/// The first and the last frame of a layer on the stage's clock; `None` where it stands still or nothing plays.
pub fn layer_span(session: &Session, layer: LayerKey) -> Option<[f64; 2]> {
    let layer = session.edits.layers().iter().find(|one| one.key == layer)?;
    let clip = session.stage.clip(layer.clip)?.clip();
    let clock = session.timeline()?;
    let goes = layer.held_secs.is_none();
    goes.then(|| layer.span_secs(&Timeline::of(clip)).map(|secs| clock.frame(secs)))
}

/// Settles by name what the active clip and the layers do to every model (cast.md A50). Bindings that are there already stay.
pub(crate) fn bind_clips(session: &mut Session) {
    session.note(Change::MOTION | Change::GROUND);
    let active = session.playback.active_clip();
    let (clips, models) = session.stage.clips_and_models();
    let terms = Terms {
        modes: &session.edits.mode_overrides,
        scales: &session.edits.scales,
        retargets: &session.edits.retargets,
        renames: &session.preferences.motion.renames,
    };
    for placed in models {
        let model = &placed.scene.models[placed.model.get()];
        let is_carried = placed.staging.carried_by().is_some() && placed.is_referenced();
        let carried_in = is_carried.then_some(placed.file);
        let mut bind = |key: ClipKey, layer: Option<LayerKey>| {
            // Clips of a file mean its own nodes; a file it carries may have others of the same names.
            if carried_in == Some(key.file) {
                return None;
            }
            let of = (placed.key, placed.file);
            let bound = binding::bind(terms, clips, (key, layer), of, (&placed.scene, model))?;
            Some(Arc::new(bound))
        };
        let plays_alone = |layer: &ClipLayer| layer.alone && layer.model == Some(placed.key);
        let has_own = session.edits.layers.iter().any(plays_alone);
        placed.clips.binding = active.filter(|_| !has_own).and_then(|key| bind(key, None));
        placed.clips.base_mask = session.edits.base.mask.as_deref().map(|name| mask(model, name));
        let mut old = std::mem::take(&mut placed.clips.layers);
        for layer in &session.edits.layers {
            if layer.model.is_some_and(|only| only != placed.key) {
                continue;
            }
            let kept = old.iter().position(|bound| bound.key == layer.key);
            let kept = kept
                .map(|at| old.swap_remove(at))
                .filter(|bound| bound.clip == layer.clip && bound.mask_name == layer.mix.mask);
            let bound = kept.or_else(|| {
                bind(layer.clip, Some(layer.key)).map(|binding| BoundLayer {
                    key: layer.key,
                    clip: layer.clip,
                    mask_name: layer.mix.mask.clone(),
                    binding,
                    mask: layer.mix.mask.as_deref().map(|name| mask(model, name)),
                })
            });
            placed.clips.layers.extend(bound);
        }
        placed.clips.source_ghost = active.and_then(|key| {
            let entry = clips.iter().find(|entry| entry.key == key)?;
            source_ghost(terms, entry, (placed.key, model), &placed.scene)
        });
    }
    let_go_of_keys(session);
    // Colours of bones tell which of them are driven, whether the pose changes or not.
    session.note(Change::POSES | Change::PICTURE);
}

/// Lets `to` take over from the active clip during its last `frames` frames.
pub(crate) fn cross_fade(session: &mut Session, to: ClipKey, frames: f64) {
    let (Some(base), Some(next)) = (session.active_clip(), session.stage.clip(to)) else {
        return;
    };
    let (base, next) = (Timeline::of(base.clip()), Timeline::of(next.clip()));
    if !frames.is_finite() {
        return;
    }
    let frames = frames.clamp(0.0, base.range.length());
    let begins = base.secs(base.range.end - frames);
    if let Some(key) = session.add_layer(to, None) {
        change_layer(
            session,
            key,
            LayerChange::OffsetSecs(begins - next.secs(next.range.start)),
        );
        change_layer(session, key, LayerChange::FadeInSecs(base.secs(frames)));
    }
}

pub(crate) fn change_layer(session: &mut Session, key: LayerKey, change: LayerChange) {
    let Some(at) = session.edits.layers.iter().position(|layer| layer.key == key) else {
        return;
    };
    let clip = session.stage.clip(session.edits.layers[at].clip);
    let timeline = clip.map(|entry| Timeline::of(entry.clip()));
    let layers = &mut session.edits.layers;
    let above = layers.len() - 1 - at;
    let layer = &mut layers[at];
    match change {
        LayerChange::OffsetSecs(secs) if secs.is_finite() => {
            layer.offset_secs = secs.clamp(-FARTHEST_SECS, FARTHEST_SECS);
        }
        LayerChange::Speed(speed) if speed.is_finite() => {
            layer.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end());
        }
        LayerChange::FadeInSecs(secs) if secs.is_finite() => layer.fade_in_secs = secs.clamp(0.0, FARTHEST_SECS),
        LayerChange::HeldSecs(secs) => {
            let inside = |secs: f64| timeline.map(|own| own.secs(own.range.hold(own.frame(secs))));
            layer.held_secs = secs.filter(|secs| secs.is_finite()).and_then(inside);
        }
        LayerChange::OffsetSecs(_) | LayerChange::Speed(_) | LayerChange::FadeInSecs(_) => {}
        LayerChange::Model(model) => layer.model = model,
        LayerChange::Move { up: true } if above > 0 => layers.swap(at, at + 1),
        LayerChange::Move { up: false } if at > 0 => layers.swap(at, at - 1),
        LayerChange::Move { .. } => {}
        LayerChange::Remove => {
            layers.remove(at);
            session.edits.mode_overrides.remove(&ModeScope::Layer(key));
        }
        LayerChange::Weight(_) | LayerChange::Mute(_) | LayerChange::Solo(_) | LayerChange::Mask(_) => {
            layer.mix.change(change);
        }
    }
}

/// The clip whose frames the timeline counts: the active one, else that of the lowest layer.
fn clock_clip(session: &Session) -> Option<&Clip> {
    let key = session
        .playback
        .active_clip()
        .or_else(|| session.edits.layers.first().map(|l| l.clip))?;
    session.stage.clip(key).map(|entry| entry.clip())
}

/// Packed keys are as big as the clip: those that play are kept, and of the others the first ones.
fn let_go_of_keys(session: &mut Session) {
    let active = session.playback.active_clip();
    let layers = &session.edits.layers;
    let plays = |key: ClipKey| active == Some(key) || layers.iter().any(|layer| layer.clip == key);
    let mut room = PACKED_BYTES;
    let (clips, _) = session.stage.clips_and_models();
    for entry in clips.iter_mut().filter(|entry| !plays(entry.key)) {
        if room == 0 {
            entry.keys = None;
        }
        room = room.saturating_sub(entry.keys.as_ref().map_or(0, |keys| keys.bytes()));
    }
}

/// Drops layers whose clip or model is no longer open.
pub(crate) fn forget_layers(session: &mut Session) {
    let stage = &session.stage;
    session.edits.layers.retain(|layer| {
        stage.clip(layer.clip).is_some() && layer.model.is_none_or(|model| stage.placed(model).is_some())
    });
}

impl Playback {
    /// Whether `clip` begins again at its end while it lies on the stack as `layer`: as its file means it, else as the clip
    /// under all of them does.
    pub(crate) fn starts_over(&self, layer: &ClipLayer, clip: &Clip) -> bool {
        let loops = match clip.mode {
            Some(mode) => mode == PlayMode::Repeat,
            None => self.transport().loops(&Timeline::of(clip)),
        };
        layer.fade_in_secs == 0.0 && loops
    }
}

impl Edits {
    /// The stack over the active clip, from the bottom up.
    pub fn layers(&self) -> &[ClipLayer] {
        &self.layers
    }

    /// Whether the clip of `mix` is audible at all.
    pub fn is_audible(&self, mix: &Mix) -> bool {
        let any_solo = self.base.solo || self.layers.iter().any(|layer| layer.mix.solo);
        !mix.muted && (mix.solo || !any_solo)
    }

    /// The base knows weight, mute, solo and mask; its time is the transport's.
    pub(crate) fn change_base(&mut self, change: LayerChange) {
        self.base.change(change);
    }

    /// Whether `before` asks for other bindings than the edits do now.
    pub(crate) fn binds_differently(&self, before: &crate::Edits) -> bool {
        let bound = |layer: &ClipLayer| (layer.key, layer.clip, layer.model, layer.alone, layer.mix.mask.clone());
        self.base.mask != before.base.mask || !self.layers.iter().map(bound).eq(before.layers.iter().map(bound))
    }
}

impl Stage {
    /// Lets go of what the layers found, so that the next binding looks again.
    pub(crate) fn unbind_layers(&mut self) {
        for placed in self.models_mut() {
            placed.clips.layers.clear();
        }
    }
}

impl Stage {
    /// How the layer of that key acts on `placed`.
    pub fn bound_layer(placed: &Placed, key: LayerKey) -> Option<&BoundLayer> {
        placed.clips.layer(key)
    }
}

fn mask(model: &castview_base::scene::Model, root: &str) -> Arc<BoneMask> {
    let skeleton = &model.skeleton;
    Arc::new(match skeleton.find(root) {
        Some(bone) => BoneMask::subtree(skeleton, bone),
        None => BoneMask::nothing(skeleton),
    })
}

/// The clip's frame at `secs` of its own time: inside its range as it is, outside it from the start again or held.
fn frame_at(timeline: &Timeline, secs: f64, loops: bool) -> f64 {
    let frame = timeline.frame(secs);
    if loops && !timeline.range.contains(frame) {
        timeline.range.wrap(frame)
    } else {
        timeline.range.hold(frame)
    }
}
