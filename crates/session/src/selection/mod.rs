//! The selection, and the items below it.

use crate::effect::quiet;
use crate::{Change, Effect, Selected, SelectionAction, Session};

pub(crate) mod action;
pub(crate) mod bone_numbers;
pub(crate) mod bone_picking;
pub(crate) mod bone_text;
pub(crate) mod bone_way;
pub(crate) mod posed_by;
pub(crate) mod several;
pub(crate) mod sockets;
pub(crate) mod state;

pub use bone_picking::{bone_at, bone_lines};
pub use bone_text::bone_text;
pub use bone_way::bone_way;
pub use posed_by::posed_by;

impl Session {
    pub(crate) fn apply_selection(&mut self, action: SelectionAction) -> Vec<Effect> {
        match action {
            // Nothing is selected that is not there.
            SelectionAction::Select(Some(item)) | SelectionAction::Toggle(item) if !self.stage.has(item) => Vec::new(),
            SelectionAction::Select(selected) => quiet(|| self.edits.select(selected)),
            SelectionAction::Toggle(item) => quiet(|| self.edits.toggle(item)),
            SelectionAction::SelectAll { active, others } => {
                let mut there = std::iter::once(active)
                    .chain(others)
                    .filter(|item| self.stage.has(*item));
                let active = there.next();
                let others: Vec<Selected> = there.collect();
                quiet(|| {
                    if let Some(active) = active {
                        self.edits.select_all(active, others);
                    }
                })
            }
            SelectionAction::SelectRelated(related) => self.select_related(related),
            SelectionAction::CopyTransform => Vec::from_iter(bone_text::transform_text(self).map(Effect::CopyText)),
            SelectionAction::Hover(hovered) => quiet(|| self.hover(hovered)),
            SelectionAction::ToggleShown(part) => quiet(|| self.hide(&[part], self.is_shown(part))),
            SelectionAction::HideSelected => {
                self.hide(&self.outermost_selected(), true);
                Vec::new()
            }
            SelectionAction::ShowAll => quiet(|| self.show_all()),
        }
    }

    /// Bones, handles and constraints look different under the pointer, nothing else does.
    pub(crate) fn hover(&mut self, hovered: Option<Selected>) {
        let hovered = hovered.filter(|item| self.stage.has(*item));
        let before = std::mem::replace(&mut self.selection.hovered, hovered);
        let is_seen = |item: Option<Selected>| {
            matches!(
                item,
                Some(Selected::Bone(..) | Selected::Handle(..) | Selected::Constraint(..))
            )
        };
        if before != hovered && (is_seen(before) || is_seen(hovered)) {
            self.note(Change::PICTURE);
        }
    }
}
