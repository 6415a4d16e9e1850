//! The selection, and the items below it.

use crate::effect::quiet;
use crate::selection::several::outermost_selected;
use crate::stage::hidden;
use crate::{Change, Effect, Selected, SelectionAction, Session};

pub(crate) mod action;
pub(crate) mod bone_numbers;
pub(crate) mod bone_text;
pub(crate) mod bone_way;
pub(crate) mod geosets;
pub(crate) mod posed_by;
pub(crate) mod several;
pub(crate) mod sockets;
pub(crate) mod state;

pub use bone_numbers::upright_from_bone;
pub use bone_text::bone_text;
pub use bone_way::bone_way;
pub use posed_by::posed_by;

pub(crate) fn apply_selection(session: &mut Session, action: SelectionAction) -> Vec<Effect> {
    match action {
        // Nothing is selected that is not there.
        SelectionAction::Select(Some(item)) | SelectionAction::Toggle(item) if !session.stage.has(item) => Vec::new(),
        SelectionAction::Select(selected) => quiet(|| session.edits.select(selected)),
        SelectionAction::Toggle(item) => quiet(|| session.edits.toggle(item)),
        SelectionAction::SelectAll { active, others } => {
            let mut there = std::iter::once(active)
                .chain(others)
                .filter(|item| session.stage.has(*item));
            let active = there.next();
            let others: Vec<Selected> = there.collect();
            quiet(|| {
                if let Some(active) = active {
                    session.edits.select_all(active, others);
                }
            })
        }
        SelectionAction::SelectRelated(related) => several::select_related(session, related),
        SelectionAction::CopyTransform => Vec::from_iter(bone_text::transform_text(session).map(Effect::CopyText)),
        SelectionAction::Hover(hovered) => quiet(|| hover(session, hovered)),
        SelectionAction::ToggleShown(part) => quiet(|| hidden::hide(session, &[part], hidden::is_shown(session, part))),
        SelectionAction::ToggleAllShown(parts) => quiet(|| geosets::toggle_all(session, &parts)),
        SelectionAction::ToggleGeosets => quiet(|| geosets::toggle_all(session, &geosets::selected_geosets(session))),
        SelectionAction::HideSelected => {
            hidden::hide(session, &outermost_selected(session), true);
            Vec::new()
        }
        SelectionAction::ShowAll => quiet(|| hidden::show_all(session)),
    }
}

/// Bones, handles and constraints look different under the pointer, nothing else does.
pub(crate) fn hover(session: &mut Session, hovered: Option<Selected>) {
    let hovered = hovered.filter(|item| session.stage.has(*item));
    let before = std::mem::replace(&mut session.selection.hovered, hovered);
    let is_seen = |item: Option<Selected>| {
        matches!(
            item,
            Some(Selected::Bone(..) | Selected::Handle(..) | Selected::Constraint(..))
        )
    };
    if before != hovered && (is_seen(before) || is_seen(hovered)) {
        session.note(Change::PICTURE);
    }
}
