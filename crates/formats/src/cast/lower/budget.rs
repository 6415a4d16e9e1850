//! How many models and clips of a file are kept: an empty one is 24 bytes in the file, and some hundred times that when it is posed and
//! listed.
//!
//! In: the bytes of the file. Out: whether there is room for one more. Models and clips that are left out are counted and told once.

use crate::cast::NodeView;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, Place};

/// Bytes that may be taken for each byte of the file, and at least.
const TIMES: u64 = 8;
const LEAST: u64 = 100 << 20;

/// Bytes that a model or a clip takes until it is on the stage, beside its arrays.
const MODEL: u64 = 2816;
pub(super) const CLIP: u64 = 1024;
/// A mesh, a material, a hair or a shape of a model.
const PART: u64 = 1024;

/// Bytes that a model takes with its parts. It is kept as a whole or left out: parts name each other.
pub(super) fn of_model(node: NodeView<'_>) -> u64 {
    MODEL + PART * node.children().count() as u64
}

pub(super) struct Budget {
    left: u64,
    left_out: u64,
}

impl Budget {
    pub fn of_file(bytes: usize) -> Self {
        Self {
            left: LEAST + TIMES * bytes as u64,
            left_out: 0,
        }
    }

    /// Takes `bytes`, if there are as many left.
    pub fn has(&mut self, bytes: u64) -> bool {
        let left = self.left.checked_sub(bytes);
        self.left_out += u64::from(left.is_none());
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    pub fn report(&self, diagnostics: &mut Diagnostics) {
        if self.left_out > 0 {
            diagnostics.report(rule::C_SIZE, Place::default, || {
                format!(
                    "the file holds far more models and clips than its size has content for; left out: {}",
                    self.left_out
                )
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_counted() {
        let mut room = Budget::of_file(0);
        let kept = (0..100_000).filter(|_| room.has(MODEL)).count();
        assert_eq!(kept as u64, LEAST / MODEL);
        assert_eq!(room.left_out, 100_000 - LEAST / MODEL);
        let mut diagnostics = Diagnostics::default();
        room.report(&mut diagnostics);
        assert_eq!(diagnostics.count("C-size"), 1);
        assert!(Budget::of_file(24_000_000).left > LEAST + 190_000_000);
    }
}
