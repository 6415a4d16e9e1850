//! The view puts its statistics together.

use super::state::{Begun, View};
use super::statistics::{megabytes, milliseconds, resident_bytes, words};
use crate::app::display::gpu::SAMPLES;
use crate::app::display::quality::Fineness;
use crate::ui::Coarse;
use std::time::Instant;

impl View {
    pub(super) fn describe(&mut self, begun: &Begun, samples: u32) {
        let counts = self.renderer.counts();
        let samples = samples * self.averaged.max(1);
        let [width, height] = begun.wanted.1;
        let mut coarse = match begun.fineness.scale {
            1.0 => String::new(),
            scale => format!(", drawn at {} %", scale * 100.0),
        };
        if !begun.fineness.shadows {
            coarse.push_str(", no shadows");
        }
        let rate = format!("{} in the last second", self.statistics.rate.count(Instant::now()));
        let draws = counts.draws.saturating_sub(self.statistics.draws);
        self.statistics.draws = counts.draws;
        self.statistics.picture = vec![
            ("frames", rate),
            ("picture", format!("{width} × {height}, {samples}×{coarse}")),
            ("pictures drawn", self.pictures().to_string()),
            ("draws", draws.to_string()),
            ("submissions", counts.submissions.to_string()),
            ("deform passes", counts.deform_dispatches.to_string()),
            ("prepared in", milliseconds(begun.preparing)),
        ];
        self.compose();
    }

    /// Details that are left out of the picture on the screen while something moves.
    pub fn coarse(&self) -> Option<Coarse> {
        let Fineness { samples, scale, .. } = self.shown;
        let jagged = samples < SAMPLES && self.renderer.context().abilities().multisampling;
        // The first of the pictures that a lens is the mean of is seen from its middle.
        let sharp = self.has_lens && self.averaged < self.mean_of;
        let is_coarse = jagged || self.lacks_shadows || scale < 1.0 || sharp;
        is_coarse.then(|| Coarse {
            scale,
            jagged,
            unlit: self.lacks_shadows,
            sharp,
            took: self.quality.reason().map(|turn| [turn.picture, turn.whole()]),
        })
    }

    /// Takes in the times of passes; whether there are new ones to show.
    pub(super) fn take_times(&mut self) -> bool {
        self.take_picture_time();
        std::mem::take(&mut self.statistics.has_come)
    }

    pub(super) fn compose(&mut self) {
        let mut lines = self.statistics.picture.clone();
        let passes = self.renderer.pass_times();
        let has_times = !passes.is_empty();
        lines.extend(passes.iter().map(|pass| (pass.name, words(pass))));
        if passes.iter().any(|pass| pass.gpu.is_none()) {
            lines.push(("GPU times", "not told by this adapter".to_owned()));
        }
        if has_times {
            if let Some(bytes) = self.renderer.context().bytes_in_use() {
                lines.push(("GPU memory", megabytes(bytes)));
            }
            if let Some(bytes) = resident_bytes() {
                lines.push(("memory", megabytes(bytes)));
            }
        }
        self.statistics.lines = lines;
    }
}
