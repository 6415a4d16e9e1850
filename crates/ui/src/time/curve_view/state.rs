//! State of the curve view, and the picture of one pass.

use super::super::ruler::Scrub;
use super::super::time_axis::TimeAxis;
use super::against_b::OfB;
use super::channels::{Channels, CurveRow, Wanted};
use super::source::Source;
use crate::kit::theme;
use castview_base::scene::Property;
use castview_motion::animation::curves::{Band, Curve, OddKeys, Representation};
use castview_session::{Measure, Selected};
use egui::{Rect, Shape};
use std::sync::Arc;

/// Shown channels, how they are drawn, and a scrub in progress.
#[derive(Default)]
pub struct CurveView {
    pub channels: Channels,
    pub source: Source,
    pub of_b: OfB,
    pub all: bool,
    pub normalised: bool,
    pub representation: Representation,
    /// Measures whose rows were switched off.
    pub hidden_measures: Vec<Measure>,
    /// Least and greatest value shown, once the user has chosen; what fits otherwise.
    pub values: Option<[f32; 2]>,
    pub scrub: Scrub,
    /// The selection when the list last scrolled to it, and how far the list is scrolled.
    pub revealed: (Option<Selected>, f32),
    /// The curve that is to be shown alone of its target, with what fits it.
    pub wanted: Option<Wanted>,
    /// The row that the list scrolls to next.
    pub reveals: Option<Wanted>,
    /// A command asked to fit.
    pub wants_fit: Option<CurveFit>,
    /// Put the keyboard into the list.
    pub wants_focus: bool,
    pub drawn: Option<CurveDrawn>,
    /// Counts what changes the drawn lines besides the axes.
    pub generation: u64,
}

impl CurveView {
    /// In the next pass shows all frames and values, or the values of the frames that are shown.
    pub fn fit_next(&mut self, all: bool) {
        self.wants_fit = Some(if all { CurveFit::All } else { CurveFit::Shown });
    }
}

/// The shapes of the last picture, and what they follow from.
pub struct CurveDrawn {
    pub clock: TimeAxis,
    pub axis: TimeAxis,
    pub plot: Rect,
    pub values: [f32; 2],
    pub generation: u64,
    /// Counts changes of the lines of B.
    pub of_b: u64,
    pub whole: usize,
    pub dark: bool,
    pub shapes: Vec<Shape>,
}

/// One line with what it is a line of.
pub struct Chosen {
    pub row: CurveRow,
    pub curves: Arc<Vec<Curve>>,
    pub at: usize,
    /// Least and greatest value of the curve and of that of B beside it.
    pub extent: Band,
    /// Keys of the track that stand out.
    pub odd: Arc<OddKeys>,
}

impl Chosen {
    pub fn curve(&self) -> &Curve {
        &self.curves[self.at]
    }
}

/// The colour of a channel: the axis's, and for what has none the property's.
pub fn color(
    theme: &theme::Theme,
    property: Property,
    part: castview_motion::animation::curves::Component,
) -> egui::Color32 {
    use castview_motion::animation::curves::Component;
    match (part, property) {
        (Component::X, _) => theme.axes[0],
        (Component::Y, _) => theme.axes[1],
        (Component::Z, _) => theme.axes[2],
        (Component::W, _) => theme.axes[3],
        (Component::Single, Property::Rotation) => theme.axes[3],
        (Component::Single, Property::BlendWeight | Property::Parameter(_)) => theme.accent,
        (Component::Single, _) => theme.dim,
    }
}

/// Requests of the head's buttons.
#[derive(Clone, Copy, PartialEq)]
pub enum CurveFit {
    All,
    Shown,
}

/// Where and what is painted in this pass.
pub struct CurvePicture {
    pub plot: Rect,
    /// In frames of the stage's clock, which the playhead counts.
    pub clock: TimeAxis,
    /// In frames of the clip whose curves these are.
    pub axis: TimeAxis,
    /// Least and greatest value.
    pub values: [f32; 2],
    pub frame: f64,
}
