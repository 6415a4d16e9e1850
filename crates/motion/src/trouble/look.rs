//! All troubles of a model, and of a clip on a model.

use super::built;
use super::curves;
use super::found::Troubles;
use super::looked_at::LookedAt;
use super::played::{self, Swept};
use super::table::TroubleKinds;
use crate::animation::is_still;
use castview_base::scene::Model;

/// Looks at the model as it is built. `is_wanted` is asked before each mesh; `None` as soon as it says no. Linear in bones, weights, vertices
/// and triangles.
pub fn trouble_of_model(model: &Model, kinds: TroubleKinds, is_wanted: &dyn Fn() -> bool) -> Option<Troubles> {
    let mut out = Troubles::every(1);
    built::look(model, kinds, is_wanted, &mut out)?;
    out.sort();
    Some(out)
}

/// Looks at the keys of the clip, and at the poses that it makes of the model. `is_wanted` is asked before each pose; `None` as soon as it
/// says no.
///
/// The work is linear in keys and in frames times bones; beyond a bound, frames are left out, which [`Troubles::step`] tells.
pub fn trouble_of_clip(at: LookedAt<'_>, is_wanted: &dyn Fn() -> bool) -> Option<Troubles> {
    let swept = Swept::of(at.clip, at.model);
    let mut out = Troubles::every(swept.step);
    let still: Vec<bool> = at.clip.tracks.iter().map(is_still).collect();
    played::look(at, swept, &still, is_wanted, &mut out)?;
    curves::look(at, &still, is_wanted, &mut out)?;
    out.sort();
    Some(out)
}
