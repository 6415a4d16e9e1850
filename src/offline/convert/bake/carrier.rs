//! A model that hangs on another, or whose root motion is taken away → the same model with one more bone for the movement of the whole.
//!
//! In: a model of the written file. Out: its meshes and fixtures without a bone hang on one more bone, the last of the skeleton, so that
//! all bones keep their places. Never here: how it moves.

use crate::core::{BoneIndex, SkinIndex};
use crate::scene::{Bone, Influences, Model, Skeleton, Skin};
use glam::Affine3A;
use std::collections::HashSet;

/// Adds the bone where anything needs it.
pub fn add_carrier(model: &mut Model) -> Option<BoneIndex> {
    let free = |skin: Option<SkinIndex>| skin.is_none();
    let needs = model.meshes.iter().any(|mesh| free(mesh.skin)) || model.fixtures.iter().any(|one| one.bone.is_none());
    if !needs {
        return None;
    }
    let mut bones = model.skeleton.to_bones();
    // A set: a file may have a million bones with just the names that are tried.
    let taken: HashSet<&str> = bones.iter().map(|bone| &*bone.name).collect();
    let numbered = (1..).map(|number| format!("{}_{number}", model.name));
    let mut names = std::iter::once(model.name.clone()).chain(numbered);
    let name = names.find(|name| !name.is_empty() && !taken.contains(&**name));
    bones.push(Bone {
        name: name.unwrap_or_default(),
        ..Bone::default()
    });
    // Bones whose parents are in the list hang on them without a circle, as they did.
    let skeleton = Skeleton::new(bones).ok()?;
    let carrier = BoneIndex::new(skeleton.len() - 1);
    model.skeleton = skeleton;
    let skin = SkinIndex::new(model.skins.len());
    model.skins.push(Skin {
        bones: vec![carrier],
        bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
    });
    for mesh in model.meshes.iter_mut().filter(|mesh| mesh.skin.is_none()) {
        mesh.influences = Influences::rigid(mesh.vertex_count());
        mesh.skin = Some(skin);
    }
    for fixture in model.fixtures.iter_mut().filter(|fixture| fixture.bone.is_none()) {
        fixture.bone = Some(carrier);
    }
    Some(carrier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bones_keep_their_places() {
        let bone = |name: &str, parent| Bone {
            name: name.into(),
            parent,
            ..Bone::default()
        };
        let bones = vec![bone("hand", Some(1)), bone("sword", None), bone("tip", Some(0))];
        let mut model = Model {
            name: "sword".into(),
            skeleton: Skeleton::new(bones).expect("no circle"),
            meshes: vec![Default::default()],
            ..Model::default()
        };
        let before: Vec<String> = model
            .skeleton
            .bones()
            .map(|b| model.skeleton.name(b).to_owned())
            .collect();
        let carrier = add_carrier(&mut model).expect("a mesh hangs on nothing");
        let after: Vec<String> = model
            .skeleton
            .bones()
            .map(|b| model.skeleton.name(b).to_owned())
            .collect();
        assert_eq!(after[..3], before);
        assert_eq!(model.skeleton.name(carrier), "sword_1");
        assert_eq!(model.skins[0].bones, [carrier]);
        assert_eq!(add_carrier(&mut model), None, "all hang on bones by now");
    }
}
