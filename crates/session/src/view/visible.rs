//! The selection shown alone, and what levels of detail leave out.

use crate::selection::several::outermost_selected;
use crate::stage::hidden::{below, hide_meshes, is_shown};
use crate::{Edits, Flags, Placed, Selected, Session};
use castview_base::scene::{Mesh, Model, WeightFacts};
use std::sync::Arc;

/// Whether anything is selected that could be shown alone, or is.
pub(crate) fn can_solo(session: &Session) -> bool {
    let can = |item: Selected| matches!(item, Selected::Bone(..)) || session.stage.is_drawable(item);
    session.edits.is_solo() || session.edits.all_selected().any(can)
}

/// Whether all that is not hidden at `part` and below it is on levels of detail that are not drawn now.
pub fn is_on_other_level(session: &Session, part: Selected) -> bool {
    let left_out = part.placed().and_then(|key| session.view.left_out_of(key));
    let is_left_out = |mesh| left_out.is_some_and(|flags| flags.get(mesh) == Some(&true));
    let is_seen = |placed: &Placed, mesh| !session.edits.is_hidden_in(placed, mesh) && !is_left_out(mesh);
    left_out.is_some()
        && is_shown(session, part)
        && session.stage.any_mesh(part, |_, _| true)
        && !session.stage.any_mesh(part, is_seen)
}

/// Hides everything but the selection and its descendants. The second time, restores what was hidden before. A bone without a
/// mesh keeps the meshes that it or a descendant moves: else nothing would be left to look at.
pub(crate) fn toggle_solo(session: &mut Session) {
    if let Some(before) = session.edits.before_solo.take() {
        let [meshes, bones] = (*before).clone();
        (session.edits.hidden_meshes, session.edits.hidden_bones) = (meshes, bones);
        return;
    }
    if !can_solo(session) {
        return;
    }
    let before = Arc::new(session.edits.hidden());
    let (mut meshes, mut bones) = (Flags::new(), Flags::new());
    for placed in session.stage.models() {
        meshes.insert(placed.key, Arc::new(vec![true; placed.model().meshes.len()]));
        bones.insert(placed.key, Arc::new(vec![false; placed.model().skeleton.len()]));
    }
    let parts = session.stage.models_for(&outermost_selected(session));
    for part in &parts {
        let Some(placed) = part.placed().and_then(|key| session.stage.placed(key)) else {
            continue;
        };
        let shown = meshes.get_mut(&placed.key).map(Arc::make_mut);
        let kept = bones.get_mut(&placed.key).map(Arc::make_mut);
        let (Some(shown), Some(kept)) = (shown, kept) else {
            continue;
        };
        session.stage.any_mesh(*part, |_, mesh| {
            shown[mesh] = false;
            false
        });
        match *part {
            Selected::Bone(_, bone) if bone.get() < kept.len() => kept[bone.get()] = true,
            Selected::Model(_) => kept.fill(true),
            _ => {}
        }
    }
    for placed in session.stage.models() {
        let (Some(shown), Some(kept)) = (meshes.get_mut(&placed.key), bones.get_mut(&placed.key)) else {
            continue;
        };
        let skeleton = &placed.model().skeleton;
        let below = below(skeleton, kept.to_vec());
        if below.contains(&true) && !shown.contains(&false) {
            *shown = Arc::new(unmoved(placed.model(), &below, session.view.weights_of(placed)));
        }
        *kept = Arc::new(below.into_iter().map(|is_kept| !is_kept).collect());
    }
    for (key, flags) in meshes {
        hide_meshes(session, key, flags);
    }
    bones.retain(|_, flags| flags.contains(&true));
    session.edits.hidden_bones = bones;
    session.edits.before_solo = Some(before);
}

impl Edits {
    /// Whether only a part of the stage is shown that was picked for it.
    pub fn is_solo(&self) -> bool {
        self.before_solo.is_some()
    }
}

/// Weights that one press of a key looks at, all meshes together.
const LOOKED: usize = 1_000_000;

/// One flag per mesh: no vertex of it is moved by one of `bones`. Where the weights were not counted yet only the first [`LOOKED`] of them
/// are looked at; a mesh beyond these is taken for moved if its skin has one of the bones.
fn unmoved(model: &Model, bones: &[bool], facts: Option<&WeightFacts>) -> Vec<bool> {
    if let Some(facts) = facts {
        return facts.moved_by(bones).into_iter().map(|is_moved| !is_moved).collect();
    }
    let mut left = LOOKED;
    let mut is_moved = |mesh: &Mesh| {
        let Some(skin) = mesh.skin.and_then(|skin| model.skins.get(skin.get())) else {
            return false;
        };
        let counts: Vec<bool> = skin.bones.iter().map(|bone| bones[bone.get()]).collect();
        if !counts.contains(&true) {
            return false;
        }
        for vertex in 0..mesh.vertex_count() {
            let Some(fewer) = left.checked_sub(mesh.influences.stride as usize) else {
                return true;
            };
            left = fewer;
            if mesh.influences.of_vertex(vertex).any(|(slot, _)| counts[slot]) {
                return true;
            }
        }
        false
    };
    model.meshes.iter().map(|mesh| !is_moved(mesh)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::{BoneIndex, SkinIndex};
    use castview_base::scene::{Bone, Influences, Skeleton, Skin};

    /// A thousand meshes of a hundred thousand weights: with a count of them, and without one.
    #[test]
    fn a_solo_looks_at_few_weights() {
        let mesh = Mesh {
            positions: vec![[0.0; 3]; 100_000].into(),
            skin: Some(SkinIndex::new(0)),
            influences: Influences::rigid(100_000),
            ..Mesh::default()
        };
        let bone = |name: &str| Bone {
            name: name.into(),
            ..Bone::default()
        };
        let model = Model {
            skeleton: Skeleton::new(vec![bone("moves"), bone("moves_nothing")]).expect("roots"),
            skins: vec![Skin {
                bones: vec![BoneIndex::new(0), BoneIndex::new(1)],
                bone_from_mesh: vec![None; 2],
            }],
            meshes: vec![mesh; 1000],
            ..Model::default()
        };
        let facts = WeightFacts::of(&model);
        let hidden = |bones: &[bool], facts| {
            let flags = unmoved(&model, bones, facts);
            flags.iter().filter(|hidden| **hidden).count()
        };
        assert_eq!(hidden(&[false, true], Some(&facts)), 1000);
        assert_eq!(hidden(&[true, false], Some(&facts)), 0);
        // Ten meshes are what it may look at; the others might be moved.
        assert_eq!(hidden(&[false, true], None), LOOKED / 100_000);
        assert_eq!(hidden(&[true, false], None), 0);
    }
}
