//! What is kept of opening: loads under way, what a replacing open took away, and which folders files may read.

use super::outside::Consent;
use super::state::Stage;
use crate::session::Edits;
use std::sync::Arc;

#[derive(Debug, Default)]
pub struct Opening {
    /// Counts loads; results that carry an older number are ignored.
    pub(in crate::session) generation: u64,
    pub loading: Option<Loading>,
    pub(in crate::session) next_placed: u64,
    /// The stage as it was before the last replacing open, so that "Add" can bring it back.
    pub(in crate::session) replaced: Option<Box<(Stage, Edits)>>,
    /// What the user allowed files to read outside their folders.
    pub(in crate::session) consents: Arc<Vec<Consent>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Loading {
    pub generation: u64,
    /// What is being loaded, for people.
    pub name: String,
    /// 0…1.
    pub progress: f32,
}
