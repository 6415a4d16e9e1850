//! Whose keys are looked at: those of the active clip, or of a layer over it.
//!
//! In: the stack, and the layer the user chose. Out: the clip, what it drives, and where its frames lie on the stage's clock.

use crate::{ClipEntry, LayerKey, Placed, Session, Stage};
use castview_motion::animation::{Binding, Timeline};
use std::sync::Arc;

/// The clip whose keys are shown. Its frames and those of the clock are straight lines over each other; where a layer
/// starts over, its keys are those of the first time.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a> {
    /// `None`: the active clip.
    pub layer: Option<LayerKey>,
    pub entry: &'a ClipEntry,
    /// Frames of the clock in one of its own.
    pace: f64,
    /// Where its frame 0 lies.
    origin: f64,
}

/// Beyond these the rates of two clips have nothing to do with each other; their frames stay numbers.
const PACES: [f64; 2] = [1e-12, 1e12];

impl Keyed<'_> {
    pub fn clock_frame(&self, own: f64) -> f64 {
        self.origin + own * self.pace
    }

    pub fn own_frame(&self, clock: f64) -> f64 {
        (clock - self.origin) / self.pace
    }

    /// Binding of its clip to `placed`.
    pub fn binding<'p>(&self, placed: &'p Placed) -> Option<&'p Arc<Binding>> {
        match self.layer {
            None => placed.binding(),
            Some(layer) => Stage::bound_layer(placed, layer).map(|bound| &bound.binding),
        }
    }
}

impl Session {
    /// The chosen layer's clip; the active one if none is chosen, or if that is gone.
    pub fn keyed(&self) -> Option<Keyed<'_>> {
        let chosen = self.composition.keyed_layer;
        let layer = self.edits.layers().iter().find(|layer| Some(layer.key) == chosen);
        // Without an active clip the lowest layer is what there is.
        let layer = layer.or_else(|| {
            self.edits
                .layers()
                .first()
                .filter(|_| self.playback.active_clip().is_none())
        });
        let Some(layer) = layer else {
            return self.active_clip().map(|entry| Keyed {
                layer: None,
                entry,
                pace: 1.0,
                origin: 0.0,
            });
        };
        let entry = self.stage.clip(layer.clip)?;
        let (clock, own) = (self.timeline()?, Timeline::of(entry.clip()));
        Some(Keyed {
            layer: Some(layer.key),
            entry,
            pace: (clock.frames_per_second / (own.frames_per_second * layer.speed)).clamp(PACES[0], PACES[1]),
            origin: clock.frame(layer.offset_secs),
        })
    }
}
