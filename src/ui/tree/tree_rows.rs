//! The stage as a flat list of rows: folds applied, search applied.
//!
//! In: what is on the stage, what is folded, what is searched. Out: [`Row`]s in reading order; names are looked up only for
//! the rows on screen, so 65 000 bones cost a list of small values.
//! Never here: painting.

use super::node::{self, Group, Node};
use super::sight::Widths;
use crate::core::{
    BlendShapeIndex, BoneIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex, InstanceIndex, MaterialIndex,
    MeshIndex,
};
use crate::picture::PlacedKey;
use crate::scene::Skeleton;
use crate::session::{Selected, Session, Stage};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub node: Node,
    pub depth: u16,
    /// `None`: nothing below it. Otherwise whether what is below is shown.
    pub open: Option<bool>,
    /// Its own name holds what is searched.
    pub matches: bool,
}

/// Folds, the search, and the list that follows from them; rebuilt only when one of its inputs changed.
#[derive(Default)]
pub struct TreeRows {
    pub query: String,
    /// What the user folded or unfolded; anything else is as [`opens_by_itself`] says.
    folds: HashMap<Node, bool>,
    rows: Vec<Row>,
    widths: Widths,
    inputs: Inputs,
    /// Counts changes of `folds`.
    generation: u64,
    matches: usize,
}

#[derive(Default, PartialEq)]
struct Inputs {
    /// Address of the scene and key of every model: the same pair is the same content.
    models: Vec<(usize, PlacedKey)>,
    clips: usize,
    instances: usize,
    query: String,
    generation: u64,
}

impl TreeRows {
    /// The rows for `session`, from the last call where nothing changed.
    pub fn update(&mut self, session: &Session) -> &[Row] {
        let stage = session.stage();
        let inputs = Inputs {
            models: stage
                .models
                .iter()
                .map(|m| (Arc::as_ptr(&m.scene) as usize, m.key))
                .collect(),
            clips: stage.clips.len(),
            instances: node::instance_count(stage),
            query: self.query.clone(),
            generation: self.generation,
        };
        // The first list is built even for an empty stage: equal inputs then mean equal rows.
        if inputs.models != self.inputs.models {
            self.widths = Widths::of(stage.models.iter().map(|placed| placed.model()));
        }
        if inputs != self.inputs || self.rows.is_empty() {
            self.rows = flatten(stage, &self.query, &self.folds);
            self.matches = self.rows.iter().filter(|row| row.matches).count();
            self.inputs = inputs;
        }
        &self.rows
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn widths(&self) -> &Widths {
        &self.widths
    }

    /// Rows whose own name holds what is searched.
    pub fn match_count(&self) -> usize {
        self.matches
    }

    pub fn fold(&mut self, node: Node, open: bool) {
        self.folds.insert(node, open);
        self.generation += 1;
    }

    /// Unfolds everything above `selected`, so that its row exists.
    pub fn reveal(&mut self, stage: &Stage, selected: Selected) {
        let Some(key) = selected.placed() else {
            self.fold(
                match selected {
                    Selected::Instance(..) => Node::Instances,
                    _ => Node::Clips,
                },
                true,
            );
            return;
        };
        self.fold(Node::Item(Selected::Model(key)), true);
        let group = match selected {
            Selected::Bone(..) => Some(Group::Skeleton),
            Selected::Handle(..) | Selected::Constraint(..) => Some(Group::Rig),
            Selected::Mesh(..) => Some(Group::Meshes),
            Selected::Hair(..) => Some(Group::Hairs),
            Selected::BlendShape(..) => Some(Group::BlendShapes),
            Selected::Material(..) => Some(Group::Materials),
            Selected::Fixture(..) => Some(Group::Fixtures),
            _ => None,
        };
        if let Some(group) = group {
            self.fold(Node::Group(key, group), true);
        }
        if let (Selected::Bone(_, bone), Some(placed)) = (selected, stage.placed(key)) {
            for ancestor in placed.model().skeleton.ancestors_and_self(bone).skip(1) {
                self.folds.insert(Node::Item(Selected::Bone(key, ancestor)), true);
            }
        }
    }

    pub fn position(&self, selected: Selected) -> Option<usize> {
        self.rows.iter().position(|row| row.node == Node::Item(selected))
    }

    /// The next row with a match after the selected one, from the top again at the end.
    pub fn next_match(&self, after: Option<Selected>) -> Option<Selected> {
        let start = after
            .and_then(|selected| self.position(selected))
            .map_or(0, |at| at + 1);
        let count = self.rows.len();
        (0..count)
            .map(|i| self.rows[(start + i) % count])
            .find_map(|row| match row.node {
                Node::Item(selected) if row.matches => Some(selected),
                _ => None,
            })
    }
}

/// Bones are open so that the skeleton reads as a whole; the long, flat lists wait for a click.
/// Skeletons of up to this many bones start unfolded.
const UNFOLDED_BONES: usize = 32;

/// Bones from this row depth on start folded in bigger skeletons, so that meshes and clips stay in sight.
const FOLDED_DEPTH: u16 = 5;

fn opens_by_itself(node: Node) -> bool {
    match node {
        Node::Item(_) | Node::Clips | Node::Group(_, Group::Skeleton | Group::Meshes) => true,
        Node::Group(..) | Node::Instances => false,
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

/// The bytes of `name` where it holds `query`, whatever the case of either. Empty queries are held nowhere.
pub fn found_in(name: &str, query: &str) -> Option<Range<usize>> {
    let query = query.trim();
    if query.is_empty() {
        return None;
    }
    let wanted: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    name.char_indices().find_map(|(start, _)| {
        let mut left = wanted.as_slice();
        for (at, c) in name[start..].char_indices() {
            for lower in c.to_lowercase() {
                match left.split_first() {
                    Some((first, rest)) if *first == lower => left = rest,
                    _ => return None,
                }
            }
            if left.is_empty() {
                return Some(start..start + at + c.len_utf8());
            }
        }
        None
    })
}

/// Everything on the stage, folded; with a query only what matches and what is above it, unfolded.
fn flatten(stage: &Stage, query: &str, folds: &HashMap<Node, bool>) -> Vec<Row> {
    let searching = !query.trim().is_empty();
    let is_open = |node: Node| searching || folds.get(&node).copied().unwrap_or_else(|| opens_by_itself(node));
    let mut rows = Vec::new();
    for placed in &stage.models {
        let (key, model) = (placed.key, placed.model());
        let root = Node::Item(Selected::Model(key));
        let open = is_open(root);
        push(&mut rows, root, 0, Some(open));
        if !open {
            continue;
        }
        let group_open = |rows: &mut Vec<Row>, group: Group, count: usize| {
            let node = Node::Group(key, group);
            if count > 0 {
                push(rows, node, 1, Some(is_open(node)));
            }
            count > 0 && is_open(node)
        };
        if group_open(&mut rows, Group::Skeleton, model.skeleton.len()) {
            let is_small = model.skeleton.len() <= UNFOLDED_BONES;
            let bone_open = |node: Node, depth: u16| {
                let by_itself = is_small || depth < FOLDED_DEPTH;
                searching || folds.get(&node).copied().unwrap_or(by_itself)
            };
            push_bones(&mut rows, key, &model.skeleton, &bone_open);
        }
        let handles = model.rig.handles.len();
        let mut list = |group: Group, count: usize, item: &dyn Fn(usize) -> Selected| {
            if group_open(&mut rows, group, count) {
                for index in 0..count {
                    push(&mut rows, Node::Item(item(index)), 2, None);
                }
            }
        };
        list(Group::Rig, handles + model.rig.constraints.len(), &|i| {
            if i < handles {
                Selected::Handle(key, IkHandleIndex::new(i))
            } else {
                Selected::Constraint(key, ConstraintIndex::new(i - handles))
            }
        });
        list(Group::Meshes, model.meshes.len(), &|i| {
            Selected::Mesh(key, MeshIndex::new(i))
        });
        list(Group::Hairs, model.hairs.len(), &|i| {
            Selected::Hair(key, HairIndex::new(i))
        });
        list(Group::BlendShapes, model.blend_shapes.len(), &|i| {
            Selected::BlendShape(key, BlendShapeIndex::new(i))
        });
        list(Group::Materials, model.materials.len(), &|i| {
            Selected::Material(key, MaterialIndex::new(i))
        });
        list(Group::Fixtures, model.fixtures.len(), &|i| {
            Selected::Fixture(key, FixtureIndex::new(i))
        });
    }
    if !stage.clips.is_empty() {
        let open = is_open(Node::Clips);
        push(&mut rows, Node::Clips, 0, Some(open));
        if open {
            for clip in &stage.clips {
                push(&mut rows, Node::Item(Selected::Clip(clip.key)), 1, None);
            }
        }
    }
    if node::instance_count(stage) > 0 {
        let open = is_open(Node::Instances);
        push(&mut rows, Node::Instances, 0, Some(open));
        if open {
            for file in &stage.files {
                for index in 0..file.scene.instances.len() {
                    let item = Selected::Instance(file.key, InstanceIndex::new(index));
                    push(&mut rows, Node::Item(item), 1, None);
                }
            }
        }
    }
    if searching {
        only_matches(stage, query, rows)
    } else {
        rows
    }
}

fn push(rows: &mut Vec<Row>, node: Node, depth: u16, open: Option<bool>) {
    rows.push(Row {
        node,
        depth,
        open,
        matches: false,
    });
}

/// Depth first, children in the skeleton's order; iterative, because files choose the depth.
pub fn push_bones(rows: &mut Vec<Row>, key: PlacedKey, skeleton: &Skeleton, is_open: &dyn Fn(Node, u16) -> bool) {
    // Children of one bone, linked in reverse: two arrays instead of a list per bone.
    let none = u32::MAX;
    let mut first_child = vec![none; skeleton.len()];
    let mut next_sibling = vec![none; skeleton.len()];
    let mut roots = Vec::new();
    for bone in (0..skeleton.len()).rev() {
        match skeleton.parents()[bone] {
            Some(parent) => {
                next_sibling[bone] = first_child[parent.get()];
                first_child[parent.get()] = bone as u32;
            }
            None => roots.push(bone as u32),
        }
    }
    // `roots` is in reverse order already: the last pushed is the first to come.
    let mut pending: Vec<(u32, u16)> = roots.into_iter().map(|bone| (bone, 2)).collect();
    while let Some((bone, depth)) = pending.pop() {
        let node = Node::Item(Selected::Bone(key, BoneIndex::new(bone as usize)));
        let has_children = first_child[bone as usize] != none;
        let open = has_children.then(|| is_open(node, depth));
        push(rows, node, depth, open);
        if open == Some(true) {
            let start = pending.len();
            let mut child = first_child[bone as usize];
            while child != none {
                pending.push((child, depth.saturating_add(1)));
                child = next_sibling[child as usize];
            }
            pending[start..].reverse();
        }
    }
}

/// Keeps rows that match and the rows above them.
fn only_matches(stage: &Stage, query: &str, rows: Vec<Row>) -> Vec<Row> {
    let mut kept = Vec::new();
    // From the bottom up: a row stays if it matches or if a deeper kept row follows before the next row of its depth.
    let mut needed_above: Option<u16> = None;
    for mut row in rows.into_iter().rev() {
        let is_group = !matches!(row.node, Node::Item(_));
        row.matches = !is_group && found_in(node::label(stage, row.node), query).is_some();
        let is_ancestor = needed_above.is_some_and(|depth| row.depth < depth);
        if row.matches || is_ancestor {
            needed_above = (row.depth > 0).then_some(row.depth);
            kept.push(row);
        }
    }
    kept.reverse();
    kept
}
