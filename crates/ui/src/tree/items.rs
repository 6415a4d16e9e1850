//! Everything with a name on the stage, and the path to each of these things.
//!
//! In: the stage. Out: the things in reading order, as a search looks at them; the names above one of them, as text.

use super::node::{self, Group, Node};
use crate::kit::words;
use castview_base::core::{
    BlendShapeIndex, BoneIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex, InstanceIndex, MaterialIndex,
    MeshIndex,
};
use castview_base::scene::Model;
use castview_picture::PlacedKey;
use castview_session::{Selected, Stage};

/// Groups have no place here: they are words of the window.
pub fn of(stage: &Stage) -> Vec<Selected> {
    let mut items = Vec::new();
    for placed in stage.models() {
        let (key, model) = (placed.key, placed.model());
        items.push(Selected::Model(key));
        items.extend(model.skeleton.bones().map(|bone| Selected::Bone(key, bone)));
        for group in GROUPS {
            items.extend((0..node::group_count(model, group)).map(|index| item(key, model, group, index)));
        }
    }
    items.extend(stage.clips().iter().map(|clip| Selected::Clip(clip.key)));
    for file in stage.files() {
        let all = 0..file.scene.instances.len();
        items.extend(all.map(|index| Selected::Instance(file.key, InstanceIndex::new(index))));
    }
    items
}

/// The flat lists of a model, in the order of the tree.
pub const GROUPS: [Group; 6] = [
    Group::Rig,
    Group::Meshes,
    Group::Hairs,
    Group::BlendShapes,
    Group::Materials,
    Group::Fixtures,
];

/// Returns the thing at `index` of a group; handles come before constraints.
pub fn item(key: PlacedKey, model: &Model, group: Group, index: usize) -> Selected {
    match group {
        Group::Skeleton => Selected::Bone(key, BoneIndex::new(index)),
        Group::Rig => match index.checked_sub(model.rig.handles.len()) {
            None => Selected::Handle(key, IkHandleIndex::new(index)),
            Some(index) => Selected::Constraint(key, ConstraintIndex::new(index)),
        },
        Group::Meshes => Selected::Mesh(key, MeshIndex::new(index)),
        Group::Hairs => Selected::Hair(key, HairIndex::new(index)),
        Group::BlendShapes => Selected::BlendShape(key, BlendShapeIndex::new(index)),
        Group::Materials => Selected::Material(key, MaterialIndex::new(index)),
        Group::Fixtures => Selected::Fixture(key, FixtureIndex::new(index)),
    }
}

pub fn group_of(item: Selected) -> Option<Group> {
    match item {
        Selected::Bone(..) => Some(Group::Skeleton),
        Selected::Handle(..) | Selected::Constraint(..) => Some(Group::Rig),
        Selected::Mesh(..) => Some(Group::Meshes),
        Selected::Hair(..) => Some(Group::Hairs),
        Selected::BlendShape(..) => Some(Group::BlendShapes),
        Selected::Material(..) => Some(Group::Materials),
        Selected::Fixture(..) => Some(Group::Fixtures),
        Selected::File(_) | Selected::Model(_) | Selected::Clip(_) | Selected::Instance(..) => None,
    }
}

/// Names between the parts of a path.
pub const BETWEEN: &str = " › ";
/// Bones that a path names above its end; a chain may be 65 000 bones long.
const NAMED: usize = 40;
/// Characters of each name.
const LONGEST: usize = 64;

/// The names above `item`, the outermost first: `heroine › root › pelvis`. The middle of a long chain is a `…`.
pub fn path(stage: &Stage, item: Selected) -> String {
    let mut names = Vec::new();
    let name = |item| words::shortened(node::label(stage, Node::Item(item)), LONGEST);
    if let Selected::Bone(key, bone) = item
        && let Some(placed) = stage.placed(key)
        && bone.get() < placed.model().skeleton.len()
    {
        let mut above = placed.model().skeleton.ancestors_and_self(bone).skip(1);
        names.extend(above.by_ref().take(NAMED).map(|bone| name(Selected::Bone(key, bone))));
        if above.next().is_some() {
            names.push("…".into());
        }
    }
    match (item, item.placed()) {
        (Selected::Model(key), _) => names.push(file_name(stage, key).into()),
        (_, Some(key)) => {
            let group = group_of(item).filter(|group| *group != Group::Skeleton);
            names.extend(group.map(|group| group.word().to_owned()));
            names.push(name(Selected::Model(key)));
        }
        (Selected::Instance(file, _), None) => {
            names.push(name(Selected::File(file)));
        }
        (Selected::Clip(key), None) => names.push(name(Selected::File(key.file))),
        _ => {}
    }
    names.reverse();
    names.join(BETWEEN)
}

/// The file that a model came from.
pub fn file_name(stage: &Stage, key: PlacedKey) -> &str {
    let file = stage.placed(key).and_then(|placed| stage.file(placed.file));
    file.map_or("", |file| file.name.as_str())
}
