//! The thing under the pointer. The selection itself belongs to the edits, so that undo covers it.

use crate::Selected;

/// The thing under the pointer, and whether pins come before what is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectionState {
    /// Under the pointer, in the tree or in the view.
    pub(super) hovered: Option<Selected>,
    /// Pins changed after what is selected did: whoever looks is about them.
    pins_came_last: bool,
}

impl SelectionState {
    /// The thing under the pointer, in the tree or in the view.
    pub fn hovered(&self) -> Option<Selected> {
        self.hovered
    }

    /// Pins changed after what is selected did: whoever looks is about them.
    pub fn pins_came_last(&self) -> bool {
        self.pins_came_last
    }

    /// Notes whether pins were changed last, or what is selected.
    pub(crate) fn came_last(&mut self, pins: bool) {
        self.pins_came_last = pins;
    }
}
