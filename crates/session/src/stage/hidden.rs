//! Hiding and showing: a mesh, a whole model, or a bone with its subtree and the meshes of that subtree.

use crate::{Edits, Flags, Placed, Selected, Session, Stage};
use castview_base::core::{BoneIndex, MeshIndex};
use castview_base::scene::{BoneKind, Skeleton};
use castview_picture::PlacedKey;
use std::sync::Arc;

/// Whether any mesh at `part` or below it is not hidden. A bone has to be shown itself, too.
pub fn is_shown(session: &Session, part: Selected) -> bool {
    let is_seen = |part| {
        session
            .stage
            .any_mesh(part, |placed, mesh| !session.edits.is_hidden_in(placed, mesh))
    };
    match part {
        Selected::Bone(key, bone) => {
            !session.edits.is_bone_hidden(key, bone) && (is_seen(part) || !session.stage.any_mesh(part, |_, _| true))
        }
        _ => is_seen(part),
    }
}

/// All that is drawn at `parts` and below them. Each model's flags are written once, however many parts it has.
pub(crate) fn hide(session: &mut Session, parts: &[Selected], hidden: bool) {
    let mut meshes = Flags::new();
    let mut bones = Flags::new();
    for part in &session.stage.models_for(parts) {
        let Some(placed) = part.placed().and_then(|key| session.stage.placed(key)) else {
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
            .or_insert_with(|| session.edits.hidden_meshes(placed));
        let flags = Arc::make_mut(flags);
        flags.resize(placed.model().meshes.len(), false);
        session.stage.any_mesh(*part, |_, mesh| {
            flags[mesh] = hidden;
            false
        });
    }
    for (key, flags) in meshes {
        hide_meshes(session, key, flags);
    }
    for (key, parts) in bones {
        hide_bones(session, key, &parts, hidden);
    }
}

pub(crate) fn show_all(session: &mut Session) {
    let meshes = |placed: &Placed| (placed.key, vec![false; placed.model().meshes.len()]);
    let all: Vec<_> = session.stage.models().iter().map(meshes).collect();
    for (model, shown) in all {
        hide_meshes(session, model, Arc::new(shown));
    }
    session.edits.hidden_bones.clear();
    session.edits.before_solo = None;
}

/// Whether anything is hidden.
pub(crate) fn hides_anything(session: &Session) -> bool {
    let hides = |placed: &Placed| session.edits.hidden_meshes(placed).contains(&true);
    !session.edits.hidden_bones.is_empty() || session.stage.models().iter().any(hides)
}

/// Hides or shows the flagged bones and all below them.
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
pub(crate) fn hide_meshes(session: &mut Session, model: PlacedKey, flags: Arc<Vec<bool>>) {
    let stored = session.stage.placed(model).map(|placed| placed.model().hidden_meshes());
    match stored {
        Some(stored) if stored != *flags => session.edits.hidden_meshes.insert(model, flags),
        _ => session.edits.hidden_meshes.remove(&model),
    };
}

/// Whether the user, or else the file, hides that mesh.
pub fn is_hidden(session: &Session, key: PlacedKey, mesh: MeshIndex) -> bool {
    session.stage.is_drawable(Selected::Mesh(key, mesh)) && !is_shown(session, Selected::Mesh(key, mesh))
}

/// The flagged bones and all below them.
pub(crate) fn below(skeleton: &Skeleton, mut flags: Vec<bool>) -> Vec<bool> {
    // Parents come before their children.
    for (bone, parent) in skeleton.parents().iter().enumerate() {
        flags[bone] |= parent.is_some_and(|parent| flags[parent.get()]);
    }
    flags
}

impl Edits {
    pub(crate) fn is_bone_hidden(&self, key: PlacedKey, bone: BoneIndex) -> bool {
        let flags = self.hidden_bones.get(&key);
        flags.is_some_and(|flags| flags.get(bone.get()) == Some(&true))
    }

    pub(crate) fn is_hidden_in(&self, placed: &Placed, mesh: usize) -> bool {
        match self.hidden_meshes.get(&placed.key) {
            // A file that was read again may have other meshes than it had.
            Some(flags) => flags.get(mesh).copied().unwrap_or(false),
            None => placed.model().meshes[mesh].hidden,
        }
    }
}

impl Stage {
    /// Whether `test` holds for any mesh, by its position, that is drawn as `part` or below it.
    pub(crate) fn any_mesh(&self, part: Selected, mut test: impl FnMut(&Placed, usize) -> bool) -> bool {
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
    pub(crate) fn models_for(&self, parts: &[Selected]) -> Vec<Selected> {
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
