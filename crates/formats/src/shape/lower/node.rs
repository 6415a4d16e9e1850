//! The node tree → bones (docs/formats/shape.md §3.6, §5; A22; §7 rows 20 and 21).

use super::matrix::take_apart;
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::Document;
use castview_base::core::{BoneIndex, Diagnostics, Transform};
use castview_base::scene::{Bone, BoneKind, Skeleton};
use glam::{Affine3A, Mat4};
use std::collections::HashMap;

/// One bone per node, in the file's order, then one for each bone of a skin that no node answers to.
pub struct Nodes {
    skeleton: Skeleton,
    /// The first node of each name.
    by_name: HashMap<String, usize>,
    /// `model_from_node` at rest.
    pub rest: Vec<Affine3A>,
}

impl Nodes {
    /// The first node (or free bone) of that name, as the skeleton counts.
    pub fn find(&self, name: &str) -> Option<BoneIndex> {
        self.by_name.get(name).map(|file_index| self.bone(*file_index))
    }

    pub fn bone(&self, file_index: usize) -> BoneIndex {
        self.skeleton.from_file(file_index).expect("every node is a bone")
    }

    /// `model_from_bone` at rest.
    pub fn rest_of(&self, bone: BoneIndex) -> Affine3A {
        self.rest[self.skeleton.file_index(bone)]
    }

    /// Relative to the parent.
    pub fn rest_rotation(&self, bone: BoneIndex) -> glam::Quat {
        self.skeleton.rest()[bone.get()].rotation
    }

    pub fn into_skeleton(self) -> Skeleton {
        self.skeleton
    }
}

pub fn lower(document: &Document, space: &Space, diagnostics: &mut Diagnostics) -> Nodes {
    let names = document.nodes.iter().map(|node| document.text(node.name));
    let mut bones: Vec<Bone> = Vec::with_capacity(document.nodes.len());
    let mut by_name = HashMap::new();
    let mut repeated = HashMap::new();
    for (index, (node, name)) in document.nodes.iter().zip(names).enumerate() {
        let (matrix, is_affine) = space.matrix(&node.transformation);
        let (rest, shear) = take_apart(&matrix);
        if !is_affine || matrix.determinant() == 0.0 {
            let what = if is_affine {
                "is flat"
            } else {
                "is not affine; its upper part is used"
            };
            let place = || document.place(|| format!("node[{index}]"), node.at);
            diagnostics.report(rule::S20, place, || format!("the matrix {what}"));
        }
        let name = if name.is_empty() { format!("node {index}") } else { name };
        if by_name.contains_key(&name) {
            repeated.entry(name.clone()).or_insert(index);
        } else {
            by_name.insert(name.clone(), index);
        }
        bones.push(Bone {
            name,
            parent: node.parent.map(|parent| parent as usize),
            rest,
            kind: BoneKind::Node,
            shear,
            ..Bone::default()
        });
    }
    name_skins(document, space, &mut bones, &mut by_name, diagnostics);
    report_ambiguous(document, &repeated, diagnostics);
    let rest = rest_of(&bones);
    Nodes {
        skeleton: Skeleton::new(bones).expect("parents come before their children"),
        by_name,
        rest,
    }
}

/// Makes joints of the nodes that skins hang on; a name without a node becomes a free bone where its offset says (shape.md row 21).
fn name_skins(
    document: &Document,
    space: &Space,
    bones: &mut Vec<Bone>,
    by_name: &mut HashMap<String, usize>,
    diagnostics: &mut Diagnostics,
) {
    for (index, geometry) in document.geometries.iter().enumerate() {
        for (position, bone) in geometry.bones.iter().enumerate() {
            let name = document.text(bone.name);
            if let Some(node) = by_name.get(&name) {
                bones[*node].kind = BoneKind::Joint;
                continue;
            }
            let place = || document.place(|| format!("geometry[{index}]/bone[{position}]"), bone.at);
            let message = || format!("no node is called {name:?}; the bone stands free where its offset says");
            diagnostics.report(rule::S21, place, message);
            let (offset, _) = space.matrix(&bone.offset);
            let inverse = offset.inverse();
            let inverse = if inverse.is_finite() { inverse } else { Mat4::IDENTITY };
            let (rest, shear) = take_apart(&inverse);
            by_name.insert(name.clone(), bones.len());
            bones.push(Bone {
                name,
                rest,
                shear,
                ..Bone::default()
            });
        }
    }
}

/// shape.md A22: told only if a track or a bone means one of them.
fn report_ambiguous(document: &Document, repeated: &HashMap<String, usize>, diagnostics: &mut Diagnostics) {
    if repeated.is_empty() {
        return;
    }
    let tracks = document
        .layers
        .iter()
        .flat_map(|layer| &layer.tracks)
        .map(|track| track.node);
    let bones = document
        .geometries
        .iter()
        .flat_map(|geometry| &geometry.bones)
        .map(|bone| bone.name);
    let meant: std::collections::HashSet<String> = tracks.chain(bones).map(|name| document.text(name)).collect();
    let mut told: Vec<(&String, &usize)> = repeated.iter().filter(|(name, _)| meant.contains(*name)).collect();
    told.sort_by_key(|(_, index)| **index);
    for (name, index) in told {
        let place = || document.place(|| format!("node[{index}]"), document.nodes[*index].at);
        let message = || format!("there are several nodes {name:?}; tracks and skins mean the first");
        diagnostics.report(rule::SA22, place, message);
    }
}

/// `model_from_bone`, in the order of `bones`, where parents come first.
fn rest_of(bones: &[Bone]) -> Vec<Affine3A> {
    let mut out: Vec<Affine3A> = Vec::with_capacity(bones.len());
    for bone in bones {
        let local = joint(&bone.rest, bone.shear);
        out.push(match bone.parent {
            Some(parent) => out[parent] * local,
            None => local,
        });
    }
    out
}

fn joint(rest: &Transform, shear: Option<glam::Mat3>) -> Affine3A {
    match shear {
        Some(shear) => rest.affine() * Affine3A::from_mat3(shear),
        None => rest.affine(),
    }
}
