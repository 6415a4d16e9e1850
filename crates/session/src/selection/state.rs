//! The thing under the pointer. The selection itself belongs to the edits, so that undo covers it.

use crate::Selected;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectionState {
    /// Under the pointer, in the tree or in the view.
    pub hovered: Option<Selected>,
    /// Pins changed after what is selected did: whoever looks is about them.
    pub pins_came_last: bool,
}
