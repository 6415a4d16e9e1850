//! State of the export.

use super::choice::{DISCORD_BYTES, ExportSize, scaled};
use castview_images::Image;
use std::sync::Arc;

/// Tries to find a size that keeps a file small enough.
const MOST_TRIES: u32 = 4;
/// The share of the allowed bytes that a fitted file is meant to take: what was measured is not exact.
const ROOM: f64 = 0.9;

/// The export: its page, and what is under way.
#[derive(Debug, Default)]
pub struct Export {
    /// The first and the last frame, where the user has typed others than are played.
    pub(super) frames: Option<[f64; 2]>,
    /// Knowledge of the pictures that are chosen.
    pub(super) measuring: Measuring,
    /// Losses of the models and clips that are chosen.
    pub(super) checking: Checking,
    /// The export that is written now.
    pub(super) under_way: Option<ExportProgress>,
    /// Pixels that keep the file small enough, once they are found.
    pub(super) fitted: Option<[u32; 2]>,
    /// Counts sizes that were tried.
    tries: u32,
    /// Counts what was to be measured.
    pub(super) question: u64,
    /// Counts what was to be checked.
    pub(super) checks: u64,
}

/// Knowledge of what an export of models would lose.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Checking {
    /// Nothing was asked.
    #[default]
    Nothing,
    UnderWay,
    /// One sentence for each loss.
    Done(Vec<String>),
    /// Why there is nothing to export.
    Failed(String),
}

/// Knowledge of the present choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Measuring {
    /// Nothing was asked.
    #[default]
    Nothing,
    /// A few pictures are drawn.
    UnderWay,
    Done(Arc<ExportMeasure>),
    /// Why there is nothing to export.
    Failed(String),
}

/// Sizes and times that follow from a few pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportMeasure {
    /// How many pictures there are.
    pub pictures: u64,
    /// Seconds that they are seen.
    pub secs: f64,
    /// Bytes of the file, or of all files together; about.
    pub bytes: u64,
    /// Seconds that it takes to write them; about.
    pub takes_secs: f64,
    /// The first picture.
    pub preview: Arc<Image>,
    /// Sentences about the pictures.
    pub told: Vec<String>,
}

/// How far an export is.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportProgress {
    /// Name of the file.
    pub name: String,
    /// 0…1.
    pub progress: f32,
    /// Seconds until it is done, once that is known.
    pub left_secs: Option<f64>,
}

impl Export {
    /// The first and the last frame, where the user has typed others than are played.
    pub fn frames(&self) -> Option<[f64; 2]> {
        self.frames
    }

    /// Knowledge of the pictures that are chosen.
    pub fn measuring(&self) -> &Measuring {
        &self.measuring
    }

    /// Knowledge of the models and clips that are chosen.
    pub fn checking(&self) -> &Checking {
        &self.checking
    }

    /// The export that is written now.
    pub fn under_way(&self) -> Option<&ExportProgress> {
        self.under_way.as_ref()
    }

    /// Pixels that keep the file small enough, once they are found.
    pub fn fitted(&self) -> Option<[u32; 2]> {
        self.fitted
    }

    /// Takes in how far the export is.
    pub(crate) fn goes_on(&mut self, progress: Option<ExportProgress>) {
        self.under_way = progress;
    }

    /// Drops measured sizes and times: another choice was made.
    pub(super) fn forget_measure(&mut self) {
        self.fitted = None;
        self.tries = 0;
        self.measuring = Measuring::UnderWay;
        self.question += 1;
    }

    /// Takes in an answer. True: it is to be measured again, at another size.
    pub(super) fn measured(
        &mut self,
        question: u64,
        measured: Result<ExportMeasure, String>,
        (wish, size): (ExportSize, [u32; 2]),
    ) -> bool {
        if question != self.question {
            return false;
        }
        let measure = match measured {
            Ok(measure) => measure,
            Err(why) => {
                self.measuring = Measuring::Failed(why);
                return false;
            }
        };
        let is_too_large = wish == ExportSize::Discord && measure.bytes as f64 > DISCORD_BYTES as f64 * ROOM;
        if is_too_large && self.tries < MOST_TRIES {
            // Bytes grow with the area.
            let by = (DISCORD_BYTES as f64 * ROOM / measure.bytes as f64).sqrt() * 0.97;
            self.fitted = Some(scaled(size, by));
            self.tries += 1;
            self.question += 1;
            return true;
        }
        self.measuring = Measuring::Done(Arc::new(measure));
        false
    }
}

#[cfg(test)]
impl ExportMeasure {
    /// Ten pictures in a file of that size.
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        Self {
            pictures: 10,
            secs: 1.0,
            bytes,
            takes_secs: 2.0,
            preview: Arc::new(Image {
                width: 1,
                height: 1,
                rgba: vec![0; 4],
            }),
            told: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(bytes: u64) -> Result<ExportMeasure, String> {
        Ok(ExportMeasure::of_bytes(bytes))
    }

    #[test]
    fn a_file_that_is_too_large_is_tried_smaller() {
        let mut export = Export::default();
        export.forget_measure();
        assert!(
            !export.measured(0, measure(1), (ExportSize::Discord, [720, 540])),
            "an old answer"
        );
        assert_eq!(export.measuring, Measuring::UnderWay);
        assert!(export.measured(1, measure(40_000_000), (ExportSize::Discord, [720, 540])));
        let smaller = export.fitted.expect("a size");
        assert!(
            smaller[0] < 360 && smaller[0] > 300 && smaller[0].is_multiple_of(2),
            "{smaller:?}"
        );
        assert!(!export.measured(2, measure(8_000_000), (ExportSize::Discord, smaller)));
        assert!(matches!(&export.measuring, Measuring::Done(measure) if measure.bytes == 8_000_000));
        export.forget_measure();
        assert_eq!(export.fitted, None);
        assert!(!export.measured(3, measure(40_000_000), (ExportSize::AsView, [720, 540])));
        for _ in 0..10 {
            export.measured(export.question, measure(u64::MAX), (ExportSize::Discord, [720, 540]));
        }
        assert!(matches!(export.measuring, Measuring::Done(_)), "it comes to an end");
    }
}
