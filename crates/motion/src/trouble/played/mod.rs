//! Troubles of poses: all that need them look at the same sweep over the frames of a clip.

mod closing;
mod feet;
mod moving;
mod pops;
mod scales;
mod stretch;
mod sweep;

pub(super) use sweep::Swept;

use super::found::Troubles;
use super::looked_at::LookedAt;
use super::table::TroubleKind;
use crate::animation::{Pose, skeleton_size};
use feet::Feet;
use moving::MovingBones;
use pops::Pops;
use scales::UnevenScales;
use stretch::Surfaces;

const POPS: [TroubleKind; 2] = [TroubleKind::TurnPop, TroubleKind::MovePop];
const LOOPS: [TroubleKind; 2] = [TroubleKind::OpenTurn, TroubleKind::OpenMove];

const FEET: [TroubleKind; 2] = [TroubleKind::FootSlide, TroubleKind::BelowGround];
const SURFACES: [TroubleKind; 2] = [TroubleKind::StretchedEdge, TroubleKind::LostVolume];

/// Poses the model frame by frame, and shows each pose to all who look. `None` as soon as nobody wants it any more.
pub(super) fn look(
    at: LookedAt<'_>,
    swept: Swept,
    still: &[bool],
    is_wanted: &dyn Fn() -> bool,
    out: &mut Troubles,
) -> Option<()> {
    let (wants_pops, wants_loops) = (at.kinds.has_any(&POPS), at.kinds.has_any(&LOOPS));
    let (wants_feet, wants_surfaces) = (at.kinds.has_any(&FEET), at.kinds.has_any(&SURFACES));
    let mut scales = at
        .kinds
        .has(TroubleKind::UnevenScale)
        .then(|| UnevenScales::new(at))
        .flatten();
    if ![wants_pops, wants_loops, wants_feet, wants_surfaces, scales.is_some()].contains(&true) {
        return Some(());
    }
    let moving = MovingBones::of(at, still);
    let size = skeleton_size(at.model);
    if wants_loops {
        closing::look(at, &moving, size, out);
    }
    let mut pops = wants_pops.then(|| Pops::new(at.kinds, &moving, size));
    let mut feet = wants_feet.then(|| Feet::new(at));
    let mut surfaces = wants_surfaces.then(|| Surfaces::new(at, swept));
    let mut pose = Pose::default();
    for index in 0..swept.count {
        if !is_wanted() {
            return None;
        }
        at.pose(swept.frame(index), &mut pose);
        if let Some(pops) = &mut pops {
            pops.see(&pose);
        }
        if let Some(feet) = &mut feet {
            feet.see(&pose);
        }
        if let Some(surfaces) = &mut surfaces {
            surfaces.see(at.model, &pose);
        }
        if let Some(scales) = &mut scales {
            scales.see(&pose);
        }
    }
    if let Some(pops) = pops {
        pops.tell(swept, out);
    }
    if let Some(feet) = feet {
        feet.tell(swept, out);
    }
    if let Some(surfaces) = surfaces {
        surfaces.tell(at.kinds, swept, out);
    }
    if let Some(scales) = scales {
        scales.tell(at.model, swept, out);
    }
    Some(())
}
