//! What can be asked of the selection.

use crate::session::Selected;

/// What is selected, shown and hidden.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionAction {
    Select(Option<Selected>),
    /// What the pointer is over.
    Hover(Option<Selected>),
    /// Hides all that is drawn at it and below it, or shows all of that again if nothing of it is shown.
    ToggleShown(Selected),
    /// All that is drawn at what is selected and below it.
    HideSelected,
    ShowAll,
}
