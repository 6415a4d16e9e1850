//! B left of a line, A right of it.
//!
//! In: B, and the models as they are drawn. Out: the models of the left half. A is the right half, which is drawn last: what lies under the
//! pointer is looked up in A alone, and nothing is asked of B.

use super::state::PinnedB;
use crate::Session;
use castview_base::core::Bounds;
use castview_picture::PlacedModel;

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

/// Models as they stand left of the line, where B has them: drawn like those of A, which `drawn` are. `None`: there is no line.
pub(crate) fn models_of_b(session: &Session, drawn: &[PlacedModel]) -> Option<Vec<PlacedModel>> {
    let pinned = wiped(session)?;
    let of_b = drawn.iter().filter_map(|drawn| {
        let (pose, stage_from_model, places) = pinned.of(session.stage.placed(drawn.key)?)?.stood();
        Some(PlacedModel {
            pose: pose.clone(),
            stage_from_model,
            places: session.view.places_within_budget(drawn.key, places.clone()),
            ..drawn.clone()
        })
    });
    Some(of_b.collect())
}

fn wiped(session: &Session) -> Option<&PinnedB> {
    let pinned = session.pinned.as_ref()?;
    (pinned.is_wiped() && !pinned.is_flipped()).then_some(pinned)
}
