//! The kept state of the budgets ([`super::budget`]) and levels ([`super::levels`]).

use crate::LevelPick;
use castview_picture::opened::FileKey;
use castview_picture::{PlacedKey, PlacedModel, Plan};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The plan of what is drawn, and what the user and the adapter have said about it.
#[derive(Debug, Default)]
pub(crate) struct Budgeted {
    /// Hash of the inputs that `plan` follows from; `None`: all is drawn.
    pub(super) made_for: Option<u64>,
    /// How much is drawn of what.
    pub(super) plan: Plan,
    /// Stands for what is drawn as boxes; made when first needed.
    pub(super) of_boxes: Option<PlacedModel>,
    /// Files of which the user wants to see all.
    pub(super) lifted: BTreeSet<FileKey>,
    /// Bytes that a software adapter has.
    pub(super) memory: Option<u64>,
    /// The adapter takes blocks of texels as they are.
    pub(super) reads_blocks: bool,
}

impl Budgeted {
    /// Forgets derived values; chosen values stay.
    pub(super) fn forget(&mut self) {
        *self = Self {
            lifted: std::mem::take(&mut self.lifted),
            memory: self.memory,
            reads_blocks: self.reads_blocks,
            ..Self::default()
        };
    }
}

/// Meshes of levels that are not drawn.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// The pick and the revision that `flags` were made for.
    pub(super) made_for: Option<(LevelPick, u64)>,
    /// One flag per mesh, of each model that has levels.
    pub(super) flags: BTreeMap<PlacedKey, Arc<Vec<bool>>>,
}
