//! Texts that many nodes of a file repeat, each kept once: paths of instances, names of slots.

use std::collections::HashSet;
use std::sync::Arc;

#[derive(Default)]
pub(super) struct Words(HashSet<Arc<str>>);

impl Words {
    /// `text`, shared with whoever asked for the same before.
    pub(super) fn share(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = text.into();
        self.0.insert(new.clone());
        new
    }
}
