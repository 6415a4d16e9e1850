//! Lines that a search finds: a part of the document is looked at in each pass.

use castview_formats::{OutlineId, Outlined};

/// Nodes or entries that are looked at in one pass.
const STEP: usize = 20_000;
/// Lines that are kept.
const MOST: usize = 10_000;

/// The typed text and the lines that have it.
#[derive(Default)]
pub struct FoundLines {
    pub text: String,
    /// The text that `found` is about.
    pub of: String,
    pub found: Vec<OutlineId>,
    /// Where the document goes on that was not looked at yet.
    pub next: Option<usize>,
    /// The match that was gone to.
    pub at: usize,
}

impl FoundLines {
    /// Looks at the next part of the document; `None` once there is no more. The line to go to is the first that was ever found.
    pub fn advance(&mut self, outlined: &Outlined) -> Option<Option<OutlineId>> {
        if self.of != self.text {
            *self = Self {
                of: self.text.clone(),
                text: std::mem::take(&mut self.text),
                next: Some(0),
                ..Self::default()
            };
        }
        let (found, next) = outlined.find(&self.of, self.next?, STEP);
        let first = found.first().copied().filter(|_| self.found.is_empty());
        self.found.extend(found);
        self.found.truncate(MOST);
        self.next = next.filter(|_| self.found.len() < MOST);
        Some(first)
    }
}
