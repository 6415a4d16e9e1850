//! The stage as a flat list of rows, folds applied.
//!
//! In: what is on the stage, what is folded. Out: [`TreeRow`]s in reading order, made anew only when one of these changes; names are looked
//! up only for the rows on screen, so 65 000 bones cost a list of small values.
//! Never here: painting.

use super::folds::{Folds, opens_by_itself};
use super::items;
use super::node::{self, Group, Node};
use super::roles::{self, Role};
use super::search::filter::{self, Sort};
use super::sight::SightWidths;
use crate::kit::made_for::{MadeFor, OfModels};
use castview_base::core::{BoneIndex, InstanceIndex, MeshIndex};
use castview_base::scene::{Scene, Skeleton};
use castview_picture::PlacedKey;
use castview_session::{Placed, Selected, Session, Stage};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeRow {
    pub node: Node,
    pub depth: u16,
    /// `None`: nothing below it. Otherwise whether what is below is shown.
    pub open: Option<bool>,
}

/// Row depth of a root bone, below its model and the group.
const ROOT_DEPTH: u16 = 2;

/// The list of rows, and what else follows from the stage alone; made anew only when one of its inputs changed.
#[derive(Default)]
pub struct TreeRows {
    folds: Folds,
    rows: Vec<TreeRow>,
    widths: SightWidths,
    /// Everything with a name, in reading order.
    items: Vec<Selected>,
    models: HashMap<PlacedKey, OfModel>,
    /// Place of each item by name; empty unless that is the order.
    by_name: Vec<u32>,
    several_files: bool,
    made_for: MadeFor<Inputs>,
    /// Folds that the rows follow, by their count.
    folded_for: MadeFor<u64>,
    /// Counts changes of what is on the stage.
    stage_count: u64,
}

/// Data that follows from a model.
struct OfModel {
    /// Where it stands among the items; its bones follow, then its lists.
    first: usize,
    children: Children,
    /// One per bone.
    roles: Vec<Role>,
}

#[derive(PartialEq)]
struct Inputs {
    models: OfModels<Scene>,
    clips: usize,
    instances: usize,
    by_name: bool,
}

impl TreeRows {
    /// Makes the rows anew where `session` changed. `room`: how many rows are in sight; it decides how far new models open by
    /// themselves.
    pub fn update(&mut self, session: &Session, room: usize, sort: Sort) {
        let stage = session.stage();
        let by_name = sort == Sort::Name;
        let models = stage.models().iter();
        let is_same_stage = self.made_for.stays(Inputs {
            models: OfModels::of(models.map(|placed| (Some(&placed.scene), placed.key))),
            clips: stage.clips().len(),
            instances: node::instance_count(stage),
            by_name,
        });
        if !is_same_stage {
            self.of_stage(stage, room, by_name);
        }
        let is_folded_alike = self.folded_for.stays(self.folds.count());
        if is_same_stage && is_folded_alike {
            return;
        }
        self.rows.clear();
        self.flatten(stage);
    }

    fn of_stage(&mut self, stage: &Stage, room: usize, by_name: bool) {
        self.stage_count += 1;
        self.widths = SightWidths::of(stage.models().iter().map(|placed| placed.model()));
        self.items = items::of(stage);
        let mut files = stage.models().iter().map(|placed| placed.file);
        let first = files.next();
        self.several_files = files.any(|file| Some(file) != first);
        self.by_name.clear();
        if by_name {
            self.by_name = filter::places_by_name(stage, &self.items);
        }
        self.models.clear();
        let mut first = 0;
        for placed in stage.models() {
            let model = placed.model();
            let places = self.by_name.get(first + 1..).unwrap_or_default();
            let of_model = OfModel {
                first,
                children: Children::of(&model.skeleton, places),
                roles: roles::of(placed.model()),
            };
            self.models.insert(placed.key, of_model);
            let lists = items::GROUPS.iter().map(|group| node::group_count(model, *group));
            first += 1 + model.skeleton.len() + lists.sum::<usize>();
        }
        self.folds.open_new(stage, room);
    }

    pub fn rows(&self) -> &[TreeRow] {
        &self.rows
    }

    pub fn widths(&self) -> &SightWidths {
        &self.widths
    }

    pub fn items(&self) -> &[Selected] {
        &self.items
    }

    /// Returns the place of each item by name; empty unless that is the order.
    pub fn by_name(&self) -> &[u32] {
        &self.by_name
    }

    /// Another number whenever what is on the stage changed.
    pub fn stage_count(&self) -> u64 {
        self.stage_count
    }

    /// Whether models are from more than one file.
    pub fn has_several_files(&self) -> bool {
        self.several_files
    }

    pub fn role(&self, key: PlacedKey, bone: BoneIndex) -> Role {
        let of_model = self.models.get(&key);
        let role = of_model.and_then(|of| of.roles.get(bone.get()));
        role.copied().unwrap_or_default()
    }

    pub fn fold(&mut self, node: Node, open: bool) {
        self.folds.set(node, open);
    }

    /// Folds or unfolds `node` and all below it.
    pub fn fold_below(&mut self, stage: &Stage, node: Node, open: bool) {
        self.folds.set_below(stage, node, open);
    }

    /// Unfolds everything above `selected`, so that its row exists.
    pub fn reveal(&mut self, stage: &Stage, selected: Selected) {
        let Some(key) = selected.placed() else {
            if matches!(selected, Selected::Instance(..)) {
                self.fold(Node::Instances, true);
            }
            return;
        };
        self.fold(Node::Item(Selected::Model(key)), true);
        if let Some(group) = items::group_of(selected) {
            self.fold(Node::Group(key, group), true);
        }
        if let (Selected::Mesh(_, mesh), Some(placed)) = (selected, stage.placed(key))
            && let Some(at) = placed.geoset_at(mesh)
        {
            self.fold(Node::Geoset(key, at), true);
        }
        if let (Selected::Bone(_, bone), Some(placed)) = (selected, stage.placed(key)) {
            for ancestor in placed.model().skeleton.ancestors_and_self(bone).skip(1) {
                self.fold(Node::Item(Selected::Bone(key, ancestor)), true);
            }
        }
    }

    pub fn position(&self, node: Node) -> Option<usize> {
        self.rows.iter().position(|row| row.node == node)
    }

    /// Everything on the stage, folded.
    fn flatten(&mut self, stage: &Stage) {
        for placed in stage.models() {
            let root = Node::Item(Selected::Model(placed.key));
            if self.head(root, 0) {
                self.add_model(placed);
            }
        }
        if node::instance_count(stage) > 0 && self.head(Node::Instances, 0) {
            for file in stage.files() {
                let all = (0..file.scene.instances.len()).map(InstanceIndex::new);
                self.rows
                    .extend(all.map(|index| leaf(Selected::Instance(file.key, index), 1)));
            }
        }
    }

    /// A row with others below it; whether these are shown.
    fn head(&mut self, node: Node, depth: u16) -> bool {
        let open = self.folds.get(node).unwrap_or_else(|| opens_by_itself(node));
        self.rows.push(TreeRow {
            node,
            depth,
            open: Some(open),
        });
        open
    }

    fn add_model(&mut self, placed: &Placed) {
        let (key, model) = (placed.key, placed.model());
        if !model.skeleton.is_empty() && self.head(Node::Group(key, Group::Skeleton), 1) {
            let folds = self.folds.of_bones(key);
            if let Some(of_model) = self.models.get(&key) {
                let is_open = |bone: BoneIndex, depth: u16| folds.is_open(bone, depth);
                of_model.children.push_rows(&mut self.rows, key, &is_open);
            }
        }
        let mut first = self.models.get(&key).map_or(0, |of| of.first) + 1 + model.skeleton.len();
        for group in items::GROUPS {
            let count = node::group_count(model, group);
            if count > 0 && self.head(Node::Group(key, group), 1) {
                let mut order: Vec<usize> = (0..count).collect();
                order.sort_by_key(|index| self.by_name.get(first + index));
                match group {
                    Group::Meshes if !placed.geosets().is_empty() => self.add_meshes(placed, &order),
                    _ => {
                        let all = order.into_iter();
                        let all = all.map(|index| leaf(items::item(key, model, group, index), 2));
                        self.rows.extend(all);
                    }
                }
            }
            first += count;
        }
    }

    /// Meshes in that order, those of a group below its row where the first of them stands.
    fn add_meshes(&mut self, placed: &Placed, order: &[usize]) {
        let key = placed.key;
        let mesh = |index: usize| Selected::Mesh(key, MeshIndex::new(index));
        let geoset_at = |index: usize| placed.geoset_at(MeshIndex::new(index));
        let mut members = vec![Vec::new(); placed.geosets().len()];
        for index in order {
            if let Some(at) = geoset_at(*index) {
                members[at].push(*index);
            }
        }
        for index in order {
            match geoset_at(*index) {
                None => self.rows.push(leaf(mesh(*index), 2)),
                Some(at) if members[at].first() == Some(index) => {
                    if self.head(Node::Geoset(key, at), 2) {
                        self.rows.extend(members[at].iter().map(|index| leaf(mesh(*index), 3)));
                    }
                }
                Some(_) => {}
            }
        }
    }
}

fn leaf(item: Selected, depth: u16) -> TreeRow {
    TreeRow {
        node: Node::Item(item),
        depth,
        open: None,
    }
}

impl Group {
    pub fn word(self) -> &'static str {
        match self {
            Self::Skeleton => "Skeleton",
            Self::Rig => "IK and constraints",
            Self::Meshes => "Meshes",
            Self::Hairs => "Hair",
            Self::BlendShapes => "Blend shapes",
            Self::Materials => "Materials",
            Self::Fixtures => "Fixtures",
        }
    }
}

/// Rows of bones, depth first, children in the skeleton's order.
pub fn push_bones(rows: &mut Vec<TreeRow>, key: PlacedKey, skeleton: &Skeleton, is_open: &dyn Fn(Node, u16) -> bool) {
    let is_open = |bone, depth| is_open(Node::Item(Selected::Bone(key, bone)), depth);
    Children::of(skeleton, &[]).push_rows(rows, key, &is_open);
}

/// The children of every bone, linked: two arrays instead of a list per bone.
struct Children {
    first: Vec<u32>,
    next: Vec<u32>,
    first_root: u32,
}

const NONE: u32 = u32::MAX;

impl Children {
    /// `places`: of each bone its place among its siblings; shorter than the skeleton: as in the file.
    fn of(skeleton: &Skeleton, places: &[u32]) -> Self {
        let mut children = Self {
            first: vec![NONE; skeleton.len()],
            next: vec![NONE; skeleton.len()],
            first_root: NONE,
        };
        let mut order: Vec<usize> = (0..skeleton.len()).collect();
        if places.len() >= skeleton.len() {
            order.sort_by_key(|bone| places[*bone]);
        }
        // From the last to the first: each goes before what is linked already.
        for bone in order.into_iter().rev() {
            let first = match skeleton.parents()[bone] {
                Some(parent) => &mut children.first[parent.get()],
                None => &mut children.first_root,
            };
            children.next[bone] = std::mem::replace(first, bone as u32);
        }
        children
    }

    /// Iterative, because files choose the depth: after a bone comes its first child, or the next child of the nearest bone above
    /// that has one.
    fn push_rows(&self, rows: &mut Vec<TreeRow>, key: PlacedKey, is_open: &impl Fn(BoneIndex, u16) -> bool) {
        // Each bone above `at` has left the one that comes after it here, with its depth.
        let mut pending: Vec<(u32, u16)> = Vec::new();
        let (mut at, mut depth) = (self.first_root, ROOT_DEPTH);
        loop {
            while at == NONE {
                let Some(above) = pending.pop() else { return };
                (at, depth) = above;
            }
            let bone = BoneIndex::new(at as usize);
            let child = self.first[at as usize];
            let open = (child != NONE).then(|| is_open(bone, depth));
            rows.push(TreeRow {
                node: Node::Item(Selected::Bone(key, bone)),
                depth,
                open,
            });
            let next = self.next[at as usize];
            if open == Some(true) {
                pending.push((next, depth));
                (at, depth) = (child, depth.saturating_add(1));
            } else {
                at = next;
            }
        }
    }
}
