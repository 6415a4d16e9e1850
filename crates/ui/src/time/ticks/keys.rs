//! Keys on the ruler: those of what is selected, of every curve if nothing that has curves is.
//!
//! In: the selection, the axis. Out: marks, found again when one of them changes. The cost follows the points on screen.

use super::super::dope_sheet::{KeyMark, marks};
use super::super::time_axis::TimeAxis;
use crate::kit::theme::{Theme, size};
use castview_session::playback;
use castview_session::{ClipKey, LayerKey, Selected, Session};
use egui::{Painter, Rect};

/// Height of a mark.
const HEIGHT: f32 = 4.0;
/// Marks are at least so wide, and keys that are nearer to each other are one.
const WIDTH: f32 = 2.0;

#[derive(Default)]
pub struct KeyTicks {
    of: Option<Of>,
    marks: Vec<KeyMark>,
}

/// Inputs of the marks.
#[derive(PartialEq)]
struct Of {
    axis: TimeAxis,
    clip: ClipKey,
    /// Address of the scene: a reload keeps the clip's key.
    scene: usize,
    layer: Option<LayerKey>,
    selected: Option<Selected>,
}

impl KeyTicks {
    /// Above `baseline`.
    pub fn show(&mut self, session: &Session, axis: &TimeAxis, painter: &Painter, baseline: f32, theme: &Theme) {
        let Some(keyed) = session.keyed() else {
            self.marks.clear();
            return;
        };
        // The same pixels, counted in the clip's own frames.
        let own = axis.in_frames_of(|frame| keyed.own_frame(frame));
        let of = Of {
            axis: own,
            clip: keyed.entry.key,
            scene: std::sync::Arc::as_ptr(&keyed.entry.scene) as usize,
            layer: keyed.layer,
            selected: session.edits().selected,
        };
        if self.of.as_ref() != Some(&of) {
            let keys = playback::keys_to_step_through(session);
            self.marks = marks(&keys, &own, axis.left, axis.right, WIDTH);
            self.of = Some(of);
        }
        let color = match session.edits().selected {
            Some(_) => theme.selected,
            None => theme.dim,
        };
        for mark in &self.marks {
            let ends = mark.from - WIDTH * 0.5..=mark.to + WIDTH * 0.5;
            painter.rect_filled(Rect::from_x_y_ranges(ends, baseline - HEIGHT..=baseline), 0, color);
        }
    }
}

const _: () = assert!(HEIGHT < size::TICK_MAJOR);
