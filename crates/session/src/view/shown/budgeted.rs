//! The kept state of the budgets ([`super::budget`]).

use castview_picture::opened::FileKey;
use castview_picture::{PlacedModel, Plan};
use std::collections::BTreeSet;

#[derive(Debug, Default)]
pub(crate) struct Budgeted {
    /// Hash of the inputs that `plan` follows from; `None`: all is drawn.
    pub made_for: Option<u64>,
    pub plan: Plan,
    /// Stands for what is drawn as boxes; made when first needed.
    pub of_boxes: Option<PlacedModel>,
    /// Files of which the user wants to see all.
    pub lifted: BTreeSet<FileKey>,
    /// Bytes that a software adapter has.
    pub memory: Option<u64>,
    /// The adapter takes blocks of texels as they are.
    pub reads_blocks: bool,
}

impl Budgeted {
    /// Forgets derived values; chosen values stay.
    pub fn forget(&mut self) {
        *self = Self {
            lifted: std::mem::take(&mut self.lifted),
            memory: self.memory,
            reads_blocks: self.reads_blocks,
            ..Self::default()
        };
    }
}
