//! Actions on the selection.

use crate::Selected;

/// Selecting, showing and hiding.
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
    /// Selects bones that belong to the selected ones, besides these.
    SelectRelated(Related),
    /// The numbers of the selected bone, in the space and with the decimals that the inspector shows, to the clipboard.
    CopyTransform,
    /// The pointer is over this item.
    Hover(Option<Selected>),
    /// Hides it with its descendants, or shows them again if all of them are hidden.
    ToggleShown(Selected),
    /// Hides all of these with their descendants, or shows them again if all are hidden.
    ToggleAllShown(Vec<Selected>),
    /// As [`Self::ToggleAllShown`], of all meshes whose names belong together with those of selected ones.
    ToggleGeosets,
    /// All that is drawn at what is selected and below it.
    HideSelected,
    ShowAll,
}

/// Bones that belong to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Related {
    /// All that hang below them.
    Children,
    /// Up and down until the chain branches: each bone of it but the last has one child.
    Chain,
    /// Those with the same names on the other side of the body.
    Mirror,
    /// Those with the same names in the other models.
    SameName,
}
