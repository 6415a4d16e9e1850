//! What the pointer is over; what is selected belongs to the edits, which undo covers.

use crate::session::Selected;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelectionState {
    /// Under the pointer, in the tree or in the view.
    pub hovered: Option<Selected>,
}
