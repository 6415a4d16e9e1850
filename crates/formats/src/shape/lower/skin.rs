//! Bones of a geometry → skins (docs/formats/shape.md §5, A23, A25).

use super::choices::Choices;
use super::geometry::Drawn;
use super::node::Nodes;
use super::space::Space;
use crate::lower::weights::counted;
use crate::shape::Document;
use crate::shape::document::Geometry;
use castview_base::core::{BoneIndex, SkinIndex};
use castview_base::scene::{Model, Skin};
use glam::{Affine3A, Vec3};
use std::collections::HashMap;

const SKIN: &[(&str, &str)] = &[
    ("auto", "As the file says"),
    ("bones", "The bones alone, as in glTF"),
    ("with-node", "After the transform of the mesh's own node"),
];
/// Vertices of a geometry that are asked where they stand.
const SAMPLES: usize = 1000;
/// Skins that are asked: of one geometry at ten thousand nodes the first ones say enough.
const ASKED: usize = 100;
/// Slots of all skins together: 42 bytes of a file may ask for 256.
pub const MOST_SLOTS: usize = 1 << 18;
/// How far from its place a vertex may be at rest, as a share of the geometry's box.
const FAR: f32 = 0.1;

/// shape.md A23: whether offsets expect vertices in the model's space instead of the mesh's.
pub fn decide(document: &Document, space: &Space, nodes: &Nodes, choices: &mut Choices) -> bool {
    let (mut alone, mut with_node, mut skins) = (0, 0, 0);
    let is_skinned = |geometry: &Geometry| !geometry.bones.is_empty() && geometry.positions.count > 0;
    for drawn in document.drawn().filter(|drawn| is_skinned(drawn.geometry)).take(ASKED) {
        let geometry = drawn.geometry;
        skins += 1;
        let errors = rest_errors(document, space, nodes, geometry, nodes.rest[drawn.node]);
        alone += usize::from(errors[0] <= FAR);
        with_node += usize::from(errors[0] > FAR && errors[1] <= FAR);
    }
    if skins == 0 {
        return false;
    }
    let chosen = match choices.said("skin", SKIN) {
        Some(said) => said == "with-node",
        None => with_node > alone,
    };
    let outcome = match chosen {
        false => format!("the bones alone: at rest they leave {alone} of {skins} skins in place"),
        true => format!("after the mesh's node: that leaves {with_node} more of {skins} skins in place at rest"),
    };
    choices.made("skin", "What skins start from", SKIN, outcome);
    chosen
}

/// How far vertices stray at rest, as shares of the box: by the bones alone, and after the node's transform.
fn rest_errors(document: &Document, space: &Space, nodes: &Nodes, geometry: &Geometry, node: Affine3A) -> [f32; 2] {
    let palette: Vec<Affine3A> = slots(document, space, nodes, geometry)
        .map(|(bone, offset)| nodes.rest_of(bone) * offset)
        .collect();
    let count = geometry.positions.count as usize;
    let place = |vertex: usize| {
        let stored = [0, 1, 2].map(|axis| document.float(&geometry.positions, vertex, axis));
        space.vector(stored)
    };
    let step = count.div_ceil(SAMPLES).max(1);
    let (mut errors, mut low, mut high) = ([0.0f32; 2], Vec3::INFINITY, Vec3::NEG_INFINITY);
    for vertex in (0..count).step_by(step) {
        let p = place(vertex);
        if !p.is_finite() {
            continue;
        }
        (low, high) = (low.min(p), high.max(p));
        let skinned = |p: Vec3| {
            let weights = geometry.bones.iter().map(|bone| counted(document.weight(bone, vertex)));
            let (sum, at) = weights
                .zip(&palette)
                .fold((0.0, Vec3::ZERO), |(sum, at), (weight, bone)| {
                    (sum + weight, at + bone.transform_point3(p) * weight)
                });
            (sum > 0.0).then(|| at / sum)
        };
        let at_node = node.transform_point3(p);
        if let (Some(alone), Some(with_node)) = (skinned(p), skinned(at_node)) {
            errors[0] = errors[0].max(alone.distance(p).min(alone.distance(at_node)));
            errors[1] = errors[1].max(with_node.distance(p).min(with_node.distance(at_node)));
        }
    }
    let size = (high - low).length().max(f32::MIN_POSITIVE);
    errors.map(|error| error / size)
}

/// The bones of a geometry and their offsets, in its order.
fn slots<'a>(
    document: &'a Document,
    space: &'a Space,
    nodes: &'a Nodes,
    geometry: &'a Geometry,
) -> impl Iterator<Item = (BoneIndex, Affine3A)> + 'a {
    geometry.bones.iter().map(|bone| {
        let node = nodes.find(&document.text(bone.name));
        let (offset, _) = space.matrix(&bone.offset);
        (
            node.expect("every bone's name has a node by now"),
            Affine3A::from_mat4(offset),
        )
    })
}

/// The skins of a model by what they were made of.
pub struct Skins<'a> {
    document: &'a Document,
    space: &'a Space,
    nodes: &'a Nodes,
    with_node: bool,
    /// By node.
    rigid: HashMap<usize, SkinIndex>,
    /// By geometry, and by node where the nodes that name it need different ones.
    bound: HashMap<(usize, Option<usize>), SkinIndex>,
    slots: usize,
}

impl<'a> Skins<'a> {
    pub fn new(document: &'a Document, space: &'a Space, nodes: &'a Nodes, with_node: bool) -> Self {
        Self {
            document,
            space,
            nodes,
            with_node,
            rigid: HashMap::new(),
            bound: HashMap::new(),
            slots: 0,
        }
    }

    /// The skin of a geometry at a node, some of whose vertices follow the node itself; `None`: there is no room for it.
    ///
    /// Bones stand where they stand, whichever node names what they move (shape.md A23): then all nodes share one skin.
    pub fn of(&mut self, drawn: &Drawn<'_>, follows_node: bool, model: &mut Model) -> Option<SkinIndex> {
        let add = |model: &mut Model, skin| {
            model.skins.push(skin);
            SkinIndex::new(model.skins.len() - 1)
        };
        let geometry = drawn.geometry;
        if geometry.bones.is_empty() {
            let of_node = self.rigid.entry(drawn.node);
            return Some(*of_node.or_insert_with(|| add(model, node_skin(self.nodes, drawn.node))));
        }
        let differs = follows_node || self.with_node;
        let key = (drawn.number, differs.then_some(drawn.node));
        if let Some(known) = self.bound.get(&key) {
            return Some(*known);
        }
        let slots = self.slots + geometry.bones.len() + usize::from(follows_node);
        if slots > MOST_SLOTS {
            return None;
        }
        self.slots = slots;
        let index = add(model, self.make(drawn, follows_node));
        self.bound.insert(key, index);
        Some(index)
    }

    /// Makes the skin. With `follows_node`, vertices that no bone moves follow the node, whose slot comes last.
    fn make(&self, drawn: &Drawn<'_>, follows_node: bool) -> Skin {
        let before = match self.with_node {
            true => self.nodes.rest[drawn.node],
            false => Affine3A::IDENTITY,
        };
        let mut skin = Skin::default();
        for (bone, offset) in slots(self.document, self.space, self.nodes, drawn.geometry) {
            let is_usable = offset.matrix3.determinant() != 0.0;
            skin.bones.push(bone);
            let bone_from_mesh = is_usable.then(|| offset * before);
            skin.bone_from_mesh.push(bone_from_mesh.filter(Affine3A::is_finite));
        }
        if follows_node {
            skin.bones.push(self.nodes.bone(drawn.node));
            skin.bone_from_mesh.push(Some(Affine3A::IDENTITY));
        }
        skin
    }
}

/// Returns the skin of a mesh that follows one node as a whole.
fn node_skin(nodes: &Nodes, node: usize) -> Skin {
    Skin {
        bones: vec![nodes.bone(node)],
        bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
    }
}
