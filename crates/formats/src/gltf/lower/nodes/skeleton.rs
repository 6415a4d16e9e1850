//! Nodes → bones: every node that is needed, in file order (docs/formats/gltf.md §2 rule 7, §3).

use super::forest::Forest;
use super::matrix;
use crate::gltf::json::Node;
use crate::gltf::lower::context::{Context, NodeBone};
use crate::gltf::lower::numbers;
use crate::lower::names;
use crate::rules::gltf as rule;
use castview_base::core::{BoneIndex, Transform};
use castview_base::scene::{Bone, BoneKind, Skeleton};
use glam::{Mat4, Vec3};

pub(crate) struct Bones {
    pub skeleton: Skeleton,
    /// One per node.
    of_node: Vec<NodeBone>,
    /// One per node: its name in the model, which no other node has.
    pub names: Vec<String>,
    /// One per node: whether a stored matrix was taken apart for it.
    pub had_matrix: Vec<bool>,
    /// One per node: whether its name had to be changed.
    pub renamed: Vec<bool>,
}

impl Bones {
    pub fn new(context: &Context<'_>, forest: &Forest) -> Self {
        let nodes = &context.document.root().nodes;
        let (names, renamed) = unique_names(nodes);
        let had_matrix = nodes.iter().map(|node| node.matrix.is_some()).collect();
        let needed: Vec<u32> = (0..nodes.len() as u32)
            .filter(|node| forest.needed[*node as usize])
            .collect();
        // Nodes are in order.
        let position = |node: usize| needed.binary_search(&(node as u32)).ok();
        let parents: Vec<Option<usize>> = needed
            .iter()
            .map(|&node| forest.parents[node as usize].and_then(position))
            .collect();
        // Bones are made one by one: all of them would take more than the skeleton.
        let skeleton = Skeleton::of_parents(&parents, |at| {
            let node = needed[at] as usize;
            let (rest, shear) = local(context, node, &nodes[node]);
            Bone {
                name: names[node].clone(),
                parent: None,
                rest,
                compensates_scale: false,
                kind: if forest.is_joint[node] {
                    BoneKind::Joint
                } else {
                    BoneKind::Node
                },
                is_renamed: renamed[node],
                shear,
            }
        });
        let skeleton = skeleton.expect("rings are cut and every ancestor is there");
        let mut of_node = vec![None; nodes.len()];
        for (at, &node) in needed.iter().enumerate() {
            of_node[node as usize] = skeleton.from_file(at);
        }
        Self {
            skeleton,
            of_node,
            names,
            had_matrix,
            renamed,
        }
    }

    /// Bone that the node became; `None` for nodes of other scenes.
    pub fn of(&self, node: usize) -> Option<BoneIndex> {
        self.of_node.get(node).copied().flatten()
    }
}

/// Curves find nodes by name, so the second `Hand` becomes `Hand (2)`.
fn unique_names(nodes: &[Node]) -> (Vec<String>, Vec<bool>) {
    let wanted = nodes.iter().enumerate().map(|(index, node)| match &node.name {
        Some(name) if !name.is_empty() => names::short(name).to_owned(),
        _ => format!("node_{index}"),
    });
    names::unique(wanted.collect())
}

/// `parent_from_node`, and what of it is no translation, rotation and scale.
fn local(context: &Context<'_>, index: usize, node: &Node) -> (Transform, Option<glam::Mat3>) {
    let place = |what: &'static str| move || context.place("nodes", index, what);
    if node.matrix.is_some() {
        if node.translation.is_some() || node.rotation.is_some() || node.scale.is_some() {
            context.report(rule::G_MATRIX, place(".matrix"), || {
                "the node has a matrix and a translation, rotation or scale; the matrix is used".into()
            });
        }
        let identity = Mat4::IDENTITY.to_cols_array();
        let stored = numbers::array(context, node.matrix.as_deref(), identity, place(".matrix"));
        let parts = matrix::take_apart(&Mat4::from_cols_array(&stored));
        if parts.shear.is_some() {
            context.report(rule::G27, place(".matrix"), || {
                "the matrix is no product of translation, rotation and scale; shown as it is, the numbers are the nearest".into()
            });
        }
        let rest = Transform {
            translation: parts.translation,
            rotation: parts.rotation,
            scale: parts.scale,
        };
        return (rest, parts.shear);
    }
    let rest = Transform {
        translation: numbers::vec3(context, node.translation.as_deref(), Vec3::ZERO, place(".translation")),
        rotation: numbers::rotation(context, node.rotation.as_deref(), place(".rotation")),
        scale: numbers::vec3(context, node.scale.as_deref(), Vec3::ONE, place(".scale")),
    };
    (rest, None)
}
