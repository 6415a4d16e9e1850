//! Hiding and showing: a mesh, a whole model, or a bone with its subtree and the meshes of that subtree.

use crate::{Edits, Flags, Placed, Selected, Session, Stage};
use castview_base::core::BoneIndex;
use castview_base::scene::{BoneKind, Mesh, Model, Skeleton, WeightFacts};
use castview_picture::PlacedKey;
use std::sync::Arc;

impl Session {
    /// Whether any mesh at `part` or below it is not hidden. A bone has to be shown itself, too.
    pub fn is_shown(&self, part: Selected) -> bool {
        let is_seen = |part| {
            self.stage
                .any_mesh(part, |placed, mesh| !self.edits.is_hidden_in(placed, mesh))
        };
        match part {
            Selected::Bone(key, bone) => {
                !self.edits.is_bone_hidden(key, bone) && (is_seen(part) || !self.stage.any_mesh(part, |_, _| true))
            }
            _ => is_seen(part),
        }
    }

    /// Whether anything is hidden.
    pub fn hides_anything(&self) -> bool {
        let hides = |placed: &Placed| self.edits.hidden_meshes(placed).contains(&true);
        !self.edits.hidden_bones.is_empty() || self.stage.models().iter().any(hides)
    }

    /// All that is drawn at `parts` and below them. Each model's flags are written once, however many parts it has.
    pub(crate) fn hide(&mut self, parts: &[Selected], hidden: bool) {
        let mut meshes = Flags::new();
        let mut bones = Flags::new();
        for part in &self.stage.models_for(parts) {
            let Some(placed) = part.placed().and_then(|key| self.stage.placed(key)) else {
                continue;
            };
            if let Selected::Bone(_, bone) = *part {
                let none = || Arc::new(vec![false; placed.model().skeleton.len()]);
                let flags = Arc::make_mut(bones.entry(placed.key).or_insert_with(none));
                if let Some(flag) = flags.get_mut(bone.get()) {
                    *flag = true;
                }
            }
            let flags = meshes
                .entry(placed.key)
                .or_insert_with(|| self.edits.hidden_meshes(placed));
            let flags = Arc::make_mut(flags);
            flags.resize(placed.model().meshes.len(), false);
            self.stage.any_mesh(*part, |_, mesh| {
                flags[mesh] = hidden;
                false
            });
        }
        for (key, flags) in meshes {
            hide_meshes(self, key, flags);
        }
        for (key, parts) in bones {
            hide_bones(self, key, &parts, hidden);
        }
    }

    pub(crate) fn show_all(&mut self) {
        let meshes = |placed: &Placed| (placed.key, vec![false; placed.model().meshes.len()]);
        let all: Vec<_> = self.stage.models().iter().map(meshes).collect();
        for (model, shown) in all {
            hide_meshes(self, model, Arc::new(shown));
        }
        self.edits.hidden_bones.clear();
        self.edits.before_solo = None;
    }

    /// Whether anything is selected that could be shown alone, or is.
    pub fn can_solo(&self) -> bool {
        let can = |item: Selected| matches!(item, Selected::Bone(..)) || self.stage.is_drawable(item);
        self.edits.is_solo() || self.edits.all_selected().any(can)
    }
}

/// Whether all that is not hidden at `part` and below it is on levels of detail that are not drawn now.
pub fn is_on_other_level(session: &Session, part: Selected) -> bool {
    let left_out = part.placed().and_then(|key| session.view.left_out_of(key));
    let is_left_out = |mesh| left_out.is_some_and(|flags| flags.get(mesh) == Some(&true));
    let is_seen = |placed: &Placed, mesh| !session.edits.is_hidden_in(placed, mesh) && !is_left_out(mesh);
    left_out.is_some()
        && session.is_shown(part)
        && session.stage.any_mesh(part, |_, _| true)
        && !session.stage.any_mesh(part, is_seen)
}

/// The flagged bones and all below them.
fn hide_bones(session: &mut Session, key: PlacedKey, parts: &[bool], hidden: bool) {
    let Some(placed) = session.stage.placed(key) else {
        return;
    };
    let skeleton = &placed.model().skeleton;
    let below = below(skeleton, parts.to_vec());
    let known = session.edits.hidden_bones.remove(&key);
    let mut flags = known.unwrap_or_else(|| Arc::new(vec![false; skeleton.len()]));
    let all = Arc::make_mut(&mut flags);
    // A file that was read again may have other bones than it had.
    all.resize(skeleton.len(), false);
    let concerned = all.iter_mut().zip(below).filter(|(_, is_below)| *is_below);
    concerned.for_each(|(flag, _)| *flag = hidden);
    if flags.contains(&true) {
        session.edits.hidden_bones.insert(key, flags);
    }
}

/// Keeps which meshes are hidden; flags that equal the file's need no keeping.
fn hide_meshes(session: &mut Session, model: PlacedKey, flags: Arc<Vec<bool>>) {
    let stored = session.stage.placed(model).map(|placed| placed.model().hidden_meshes());
    match stored {
        Some(stored) if stored != *flags => session.edits.hidden_meshes.insert(model, flags),
        _ => session.edits.hidden_meshes.remove(&model),
    };
}

/// Hides everything but the selection and its descendants. The second time, restores what was hidden before. A bone without a
/// mesh keeps the meshes that it or a descendant moves: else nothing would be left to look at.
pub(crate) fn toggle_solo(session: &mut Session) {
    if let Some(before) = session.edits.before_solo.take() {
        let [meshes, bones] = (*before).clone();
        (session.edits.hidden_meshes, session.edits.hidden_bones) = (meshes, bones);
        return;
    }
    if !session.can_solo() {
        return;
    }
    let before = Arc::new(session.edits.hidden());
    let (mut meshes, mut bones) = (Flags::new(), Flags::new());
    for placed in session.stage.models() {
        meshes.insert(placed.key, Arc::new(vec![true; placed.model().meshes.len()]));
        bones.insert(placed.key, Arc::new(vec![false; placed.model().skeleton.len()]));
    }
    let parts = session.stage.models_for(&session.outermost_selected());
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
    fn is_bone_hidden(&self, key: PlacedKey, bone: BoneIndex) -> bool {
        let flags = self.hidden_bones.get(&key);
        flags.is_some_and(|flags| flags.get(bone.get()) == Some(&true))
    }

    fn is_hidden_in(&self, placed: &Placed, mesh: usize) -> bool {
        match self.hidden_meshes.get(&placed.key) {
            // A file that was read again may have other meshes than it had.
            Some(flags) => flags.get(mesh).copied().unwrap_or(false),
            None => placed.model().meshes[mesh].hidden,
        }
    }

    /// Whether only a part of the stage is shown that was picked for it.
    pub fn is_solo(&self) -> bool {
        self.before_solo.is_some()
    }
}

impl Stage {
    /// Whether `test` holds for any mesh, by its position, that is drawn as `part` or below it.
    fn any_mesh(&self, part: Selected, mut test: impl FnMut(&Placed, usize) -> bool) -> bool {
        if let Selected::File(file) = part {
            let mut of_file = self.models().iter().filter(|placed| placed.file == file);
            return of_file.any(|placed| (0..placed.model().meshes.len()).any(|mesh| test(placed, mesh)));
        }
        let Some(placed) = part.placed().and_then(|key| self.placed(key)) else {
            return false;
        };
        let count = placed.model().meshes.len();
        match part {
            Selected::Mesh(_, mesh) => mesh.get() < count && test(placed, mesh.get()),
            Selected::Bone(_, bone) => {
                let held = placed.facts.held_by(bone);
                held.iter().any(|mesh| test(placed, mesh.get()))
            }
            Selected::Model(_) => (0..count).any(|mesh| test(placed, mesh)),
            _ => false,
        }
    }

    /// The same things, with all models of a file in its place.
    fn models_for(&self, parts: &[Selected]) -> Vec<Selected> {
        let of_file = |file| self.models().iter().filter(move |placed| placed.file == file);
        let each = parts.iter().flat_map(|part| match *part {
            Selected::File(file) => of_file(file).map(|placed| Selected::Model(placed.key)).collect(),
            other => vec![other],
        });
        each.collect()
    }

    /// Whether there is anything to hide or show at `part` or below it.
    pub fn is_drawable(&self, part: Selected) -> bool {
        match part {
            // A joint is drawn itself, a plain node is not.
            Selected::Bone(key, bone) if self.is_joint(key, bone) => true,
            _ => self.any_mesh(part, |_, _| true),
        }
    }

    fn is_joint(&self, key: PlacedKey, bone: BoneIndex) -> bool {
        let skeleton = self.placed(key).map(|placed| &placed.model().skeleton);
        skeleton.is_some_and(|skeleton| bone.get() < skeleton.len() && skeleton.kind(bone) == BoneKind::Joint)
    }
}

/// The flagged bones and all below them.
fn below(skeleton: &Skeleton, mut flags: Vec<bool>) -> Vec<bool> {
    // Parents come before their children.
    for (bone, parent) in skeleton.parents().iter().enumerate() {
        flags[bone] |= parent.is_some_and(|parent| flags[parent.get()]);
    }
    flags
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
    use castview_base::core::SkinIndex;
    use castview_base::scene::{Bone, Influences, Skin};

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
