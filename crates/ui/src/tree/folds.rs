//! Folds of the tree: what the user said, and how far each model opens by itself.
//!
//! In: clicks, and once per model the rows there are in sight. Out: whether what is below a node is shown. A model opens as deep as
//! its meshes, shapes and materials stay in sight.

use super::items;
use super::node::{self, Group, Node};
use castview_base::core::BoneIndex;
use castview_base::scene::Model;
use castview_picture::PlacedKey;
use castview_session::{Selected, Stage};
use std::collections::HashMap;

#[derive(Default)]
pub struct Folds {
    /// By the user, bones left out.
    said: HashMap<Node, bool>,
    bones: HashMap<PlacedKey, BoneFolds>,
    /// Counts changes.
    count: u64,
}

/// Folds of one skeleton.
#[derive(Clone, Debug, Default)]
pub struct BoneFolds {
    /// By the user, one per bone as far as anything was said.
    said: Vec<Option<bool>>,
    /// Row depth of the deepest bones that are shown without being asked for; 0: none.
    deepest: u16,
}

/// Longer lists wait for a click.
const OPEN_LIST: usize = 8;
/// With more models, each waits for a click.
const OPEN_MODELS: usize = 12;
/// Rows for bones that each model gets, however little room is left for the rest.
const LEAST_BONES: usize = 4;
/// Row depth of a root bone.
const ROOT_DEPTH: u16 = 2;

/// Whether what is below `node`, no bone, is shown before anything is said about it.
pub fn opens_by_itself(node: Node) -> bool {
    match node {
        Node::Item(_) | Node::Group(_, Group::Skeleton | Group::Meshes) | Node::Geoset(..) => true,
        Node::Group(..) | Node::Instances => false,
    }
}

impl Folds {
    pub fn count(&self) -> u64 {
        self.count
    }

    pub fn get(&self, node: Node) -> Option<bool> {
        self.said.get(&node).copied()
    }

    pub fn set(&mut self, node: Node, open: bool) {
        self.count += 1;
        let Node::Item(Selected::Bone(key, bone)) = node else {
            self.said.insert(node, open);
            return;
        };
        let said = &mut self.bones.entry(key).or_default().said;
        if said.len() <= bone.get() {
            said.resize(bone.get() + 1, None);
        }
        said[bone.get()] = Some(open);
    }

    /// Folds or unfolds `node` and all below it that folds.
    pub fn set_below(&mut self, stage: &Stage, node: Node, open: bool) {
        self.set(node, open);
        let (key, bone) = match node {
            Node::Item(Selected::Bone(key, bone)) => (key, Some(bone)),
            Node::Group(key, Group::Meshes) => {
                self.set_geosets(stage, key, open);
                return;
            }
            Node::Item(Selected::Model(key)) => {
                self.set_geosets(stage, key, open);
                for group in [Group::Skeleton].into_iter().chain(items::GROUPS) {
                    self.set(Node::Group(key, group), open);
                }
                (key, None)
            }
            Node::Group(key, Group::Skeleton) => (key, None),
            _ => return,
        };
        let Some(placed) = stage.placed(key) else { return };
        let parents = placed.model().skeleton.parents();
        let said = &mut self.bones.entry(key).or_default().said;
        if said.len() < parents.len() {
            said.resize(parents.len(), None);
        }
        // Parents come before their children.
        let mut is_below = vec![bone.is_none(); parents.len()];
        for (at, parent) in parents.iter().enumerate() {
            let is_it = bone.is_some_and(|bone| bone.get() == at);
            is_below[at] |= is_it || parent.is_some_and(|parent| is_below[parent.get()]);
            if is_below[at] {
                said[at] = Some(open);
            }
        }
    }

    fn set_geosets(&mut self, stage: &Stage, key: PlacedKey, open: bool) {
        let count = stage.placed(key).map_or(0, |placed| placed.geosets().len());
        (0..count).for_each(|at| self.set(Node::Geoset(key, at), open));
    }

    pub fn of_bones(&self, key: PlacedKey) -> BoneFolds {
        self.bones.get(&key).cloned().unwrap_or_default()
    }

    /// Decides how far new models of `stage` open: everything that is no bone shall be among the first `room` rows.
    pub fn open_new(&mut self, stage: &Stage, room: usize) {
        let is_new = |key: &PlacedKey| !self.bones.contains_key(key);
        let mut new: Vec<PlacedKey> = stage.models().iter().map(|placed| placed.key).filter(is_new).collect();
        if new.is_empty() {
            return;
        }
        // Small skeletons come first, as the rows that they leave are for the larger ones.
        let bones = |key: &PlacedKey| stage.placed(*key).map_or(0, |placed| placed.model().skeleton.len());
        new.sort_by_key(bones);
        self.count += 1;
        let models = stage.models().len();
        let beside: usize = stage
            .models()
            .iter()
            .map(|placed| rows_beside_bones(placed.model(), placed.geosets().len()))
            .sum();
        let mut left = room.saturating_sub(beside);
        let mut to_come = models;
        for key in new {
            let Some(placed) = stage.placed(key) else { continue };
            let model = placed.model();
            let share = (left / to_come).max(LEAST_BONES);
            to_come = (to_come - 1).max(1);
            let (deepest, shown) = deepest_of(model, share);
            left = left.saturating_sub(shown);
            self.bones.entry(key).or_default().deepest = deepest;
            if deepest == 0 {
                self.said.entry(Node::Group(key, Group::Skeleton)).or_insert(false);
            }
            if model.meshes.len() > OPEN_LIST {
                self.said.entry(Node::Group(key, Group::Meshes)).or_insert(false);
                for at in 0..placed.geosets().len() {
                    self.said.entry(Node::Geoset(key, at)).or_insert(false);
                }
            }
            if models > OPEN_MODELS {
                self.said.entry(Node::Item(Selected::Model(key))).or_insert(false);
            }
        }
    }
}

impl BoneFolds {
    pub fn is_open(&self, bone: BoneIndex, depth: u16) -> bool {
        let said = self.said.get(bone.get()).copied().flatten();
        said.unwrap_or(depth < self.deepest)
    }
}

/// The model's own row, and its lists with those that open by themselves.
fn rows_beside_bones(model: &Model, geosets: usize) -> usize {
    let lists = items::GROUPS
        .iter()
        .map(|group| match (group, node::group_count(model, *group)) {
            (_, 0) => 0,
            (Group::Meshes, count) if count <= OPEN_LIST => 1 + count + geosets,
            _ => 1,
        });
    1 + usize::from(!model.skeleton.is_empty()) + lists.sum::<usize>()
}

/// The row depth down to which no more than `room` bones are, and how many these are; 0 if there are more roots.
fn deepest_of(model: &Model, room: usize) -> (u16, usize) {
    let skeleton = &model.skeleton;
    let mut depths: Vec<u16> = Vec::with_capacity(skeleton.len());
    let mut counts: Vec<usize> = Vec::new();
    for bone in skeleton.bones() {
        // Parents come first.
        let depth = skeleton
            .parent(bone)
            .map_or(0, |parent| depths[parent.get()].saturating_add(1));
        depths.push(depth);
        if counts.len() <= usize::from(depth) {
            counts.push(0);
        }
        counts[usize::from(depth)] += 1;
    }
    let (mut deepest, mut shown) = (0, 0);
    for (depth, count) in counts.iter().enumerate() {
        if shown + count > room {
            break;
        }
        shown += count;
        deepest = ROOT_DEPTH.saturating_add(depth as u16);
    }
    (deepest, shown)
}
