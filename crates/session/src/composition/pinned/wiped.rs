//! B left of a line, A right of it.
//!
//! In: B, and where the picture is divided. Out: whether and where B is seen. A is the right half, which is drawn last: what lies under the
//! pointer is looked up in A alone, and nothing is asked of B.

use super::state::PinnedB;
use crate::Session;
use castview_base::core::Bounds;

/// Where the line stands that B is left of, as a share of the width; `None`: there is none, or B is all that is shown.
pub(crate) fn wiped_at(session: &Session) -> Option<f32> {
    let at = wiped(session)?.wiped?;
    Some(session.view.divided().unwrap_or(at))
}

/// Whether B is what is seen at `across`, a share of the width of the picture.
pub fn is_over_b(session: &Session, across: f32) -> bool {
    wiped_at(session).is_some_and(|at| across < at)
}

/// Around B while it is seen beside A, in stage space; empty otherwise.
pub(crate) fn wiped_bounds(session: &Session) -> Bounds {
    wiped(session).map_or(Bounds::EMPTY, PinnedB::bounds)
}

/// B, while it is seen left of the line.
pub(crate) fn wiped(session: &Session) -> Option<&PinnedB> {
    let pinned = session.pinned.as_ref()?;
    (pinned.is_wiped() && !pinned.is_flipped()).then_some(pinned)
}
