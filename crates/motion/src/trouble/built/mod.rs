//! Troubles of a model as it is built: its rest pose, weights and surfaces. Nothing plays.

mod idle;
mod mirror;
mod overlap;
mod sides;
mod surface;
mod twins;
mod uvs;

use super::found::Troubles;
use super::table::{TroubleKind, TroubleKinds};
use castview_base::core::MeshIndex;
use castview_base::scene::{Model, WeightFacts};

const WEIGHTS: [TroubleKind; 2] = [TroubleKind::IdleBone, TroubleKind::WrongWeights];
const MIRRORED: [TroubleKind; 2] = [TroubleKind::Lopsided, TroubleKind::NoTwin];
const SURFACES: [TroubleKind; 2] = [TroubleKind::FlippedFaces, TroubleKind::OpenEdges];

/// Looks at bones, weights and meshes, each once. Linear in all of them. `None` as soon as nobody wants it any more.
pub(super) fn look(model: &Model, kinds: TroubleKinds, is_wanted: &dyn Fn() -> bool, out: &mut Troubles) -> Option<()> {
    if kinds.has(TroubleKind::EqualNames) {
        twins::look(&model.skeleton, out);
    }
    if kinds.has_any(&MIRRORED) {
        mirror::look(model, kinds, out);
    }
    if kinds.has_any(&WEIGHTS) {
        is_wanted().then_some(())?;
        idle::look(model, &WeightFacts::of(model), kinds, out);
    }
    if kinds.has(TroubleKind::LopsidedWeights) {
        is_wanted().then_some(())?;
        sides::look(model, out);
    }
    for (index, mesh) in model.meshes.iter().enumerate() {
        let index = MeshIndex::new(index);
        if kinds.has_any(&SURFACES) {
            is_wanted().then_some(())?;
            surface::look(index, mesh, kinds, out);
        }
        if kinds.has(TroubleKind::UvsOutside) {
            is_wanted().then_some(())?;
            uvs::look(index, mesh, out);
        }
        if kinds.has(TroubleKind::UvsOverlap) {
            is_wanted().then_some(())?;
            overlap::look(index, mesh, out);
        }
    }
    Some(())
}
