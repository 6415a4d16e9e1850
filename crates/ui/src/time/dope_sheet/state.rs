//! State of a dope sheet, kept between pictures.

use super::marks::KeyMark;
use super::rows::{DopeItem, Rows};
use crate::time::ruler::Scrub;
use crate::time::time_axis::TimeAxis;
use castview_session::Selected;
use std::collections::HashMap;
use std::sync::Arc;

/// Folds, the filter, a scrub in progress.
#[derive(Default)]
pub struct DopeSheet {
    pub(super) rows: Rows,
    pub(super) only_selected: bool,
    pub(super) scrub: Scrub,
    /// The selection when the list last scrolled to it.
    pub(super) revealed: Option<Selected>,
    /// How far the list is scrolled.
    pub(super) scrolled: f32,
    /// Marks by row, for one axis.
    pub(super) marks: HashMap<DopeItem, Arc<[KeyMark]>>,
    pub(super) marked: Option<TimeAxis>,
}
