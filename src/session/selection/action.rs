//! What can be asked of the selection.

use crate::session::{Related, Selected};

/// What is selected, shown and hidden.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionAction {
    /// This and nothing else.
    Select(Option<Selected>),
    /// This one too, as the active one; or no longer, if it is selected.
    Toggle(Selected),
    /// All of these and nothing else.
    SelectAll {
        active: Selected,
        others: Vec<Selected>,
    },
    /// What belongs to the selected bones, besides these.
    SelectRelated(Related),
    /// What the pointer is over.
    Hover(Option<Selected>),
    /// Hides all that is drawn at it and below it, or shows all of that again if nothing of it is shown.
    ToggleShown(Selected),
    /// All that is drawn at what is selected and below it.
    HideSelected,
    ShowAll,
}
