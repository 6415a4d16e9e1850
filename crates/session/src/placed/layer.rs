//! One clip over the base: how it mixes, and how it acts on a model.

use crate::ClipKey;
use castview_motion::animation::{Binding, BoneMask, Timeline};
use castview_picture::PlacedKey;
use std::sync::Arc;

/// Names one layer for as long as it is on the stack; never used twice in one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct LayerKey(pub u64);

/// Share of a clip in the mix.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Mix {
    /// 0…1.
    pub weight: f32,
    pub muted: bool,
    /// While any clip is solo, only those that are solo are audible.
    pub solo: bool,
    /// From the bone of this name down; a model without it hears nothing. `None`: everything.
    pub mask: Option<String>,
}

/// One clip over the base.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ClipLayer {
    pub key: LayerKey,
    pub clip: ClipKey,
    /// `None`: every model with a match.
    pub model: Option<PlacedKey>,
    /// It takes the place of the active clip on `model`, which plays this clip as its own.
    #[serde(default)]
    pub alone: bool,
    pub mix: Mix,
    /// Where on the stage's clock the clip's frame 0 lies.
    #[serde(with = "crate::saved::numbers::exact")]
    pub offset_secs: f64,
    /// Times its own pace; above 0.
    #[serde(with = "crate::saved::numbers::exact")]
    pub speed: f64,
    /// It stands at this time of its own, whatever the clock says; `None`: it goes with the clock.
    #[serde(with = "crate::saved::numbers::exact_option")]
    pub held_secs: Option<f64>,
    /// From its first frame on, the weight grows from nothing over this time; 0 is at once. A clip that fades in plays once.
    #[serde(with = "crate::saved::numbers::exact")]
    pub fade_in_secs: f64,
}

/// New value of one property of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerChange {
    Weight(f32),
    Mute(bool),
    Solo(bool),
    Mask(Option<String>),
    Model(Option<PlacedKey>),
    OffsetSecs(f64),
    Speed(f64),
    HeldSecs(Option<f64>),
    FadeInSecs(f64),
    /// One place towards the top or the bottom of the stack.
    Move {
        up: bool,
    },
    Remove,
}

/// A layer as it acts on one model: names settled.
#[derive(Clone, Debug)]
pub struct BoundLayer {
    pub key: LayerKey,
    pub(crate) clip: ClipKey,
    pub(crate) mask_name: Option<String>,
    pub binding: Arc<Binding>,
    pub(crate) mask: Option<Arc<BoneMask>>,
}

impl Default for Mix {
    fn default() -> Self {
        Self {
            weight: 1.0,
            muted: false,
            solo: false,
            mask: None,
        }
    }
}

impl ClipLayer {
    /// Numbers that came from outside become ones that a layer may have.
    pub(crate) fn checked(self) -> Self {
        Self {
            mix: self.mix.checked(),
            speed: if self.speed > 0.0 { self.speed } else { 1.0 },
            ..self
        }
    }

    /// The weight at `secs` of the stage's clock, `first_secs` being where the clip begins on it.
    pub(crate) fn weight(&self, secs: f64, first_secs: f64) -> f32 {
        if self.fade_in_secs <= 0.0 {
            return self.mix.weight;
        }
        let share = ((secs - first_secs) / self.fade_in_secs).clamp(0.0, 1.0);
        // Rates at the end of what numbers hold make times of no number: such a clip plays whole.
        self.mix.weight * if share.is_nan() { 1.0 } else { share as f32 }
    }

    /// From its first to its last frame on the stage's clock.
    pub(crate) fn span_secs(&self, timeline: &Timeline) -> [f64; 2] {
        let at = |frame: f64| self.offset_secs + timeline.secs(frame) / self.speed;
        [at(timeline.range.start), at(timeline.range.end)]
    }
}

impl Mix {
    /// With a weight that a mix may have.
    pub(crate) fn checked(self) -> Self {
        let weight = match self.weight.is_finite() {
            true => self.weight.clamp(0.0, 1.0),
            false => 1.0,
        };
        Self { weight, ..self }
    }

    pub(crate) fn change(&mut self, change: LayerChange) {
        match change {
            LayerChange::Weight(weight) if weight.is_finite() => self.weight = weight.clamp(0.0, 1.0),
            LayerChange::Mute(muted) => self.muted = muted,
            LayerChange::Solo(solo) => self.solo = solo,
            LayerChange::Mask(mask) => self.mask = mask,
            _ => {}
        }
    }
}
