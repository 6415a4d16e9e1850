//! Each geometry at each node that names it → a mesh (spec/shape.md 6.1, A21, A25; row 17).

use super::choices::Choices;
use super::geometry::{self, Part};
use super::node::Nodes;
use super::skin;
use super::space::Space;
use crate::core::{Diagnostics, MaterialIndex, SkinIndex};
use crate::formats::shape::Document;
use crate::formats::shape::document::{Geometry, Volume};
use crate::scene::{Influences, Mesh, Model, Skin};
use glam::Affine3A;

const WINDING: &[(&str, &str)] = &[
    ("material", "As the materials say"),
    ("flipped", "The other way around"),
];
/// Of a geometry that has no material and says so.
const NO_MATERIAL: u16 = 0xffff;

#[expect(
    clippy::too_many_arguments,
    reason = "everything else about the file is settled before its meshes"
)]
pub fn lower(
    document: &Document,
    space: &Space,
    nodes: &Nodes,
    hidden: &[bool],
    with_node: bool,
    choices: &mut Choices,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) {
    let is_flipped = choices.said("winding", WINDING).is_some();
    let outcome = match is_flipped {
        false => "clockwise fronts unless a material says otherwise, as Direct3D has them",
        true => "the opposite of what the materials say",
    };
    choices.made("winding", "Fronts of triangles", WINDING, outcome);
    let mut parts: Vec<Option<(Part, Influences)>> = vec![None; document.geometries.len()];
    let mut rigid: Vec<Option<SkinIndex>> = vec![None; document.nodes.len()];
    report_missing(document, diagnostics);
    for drawn in document.drawn() {
        let Drawn {
            node, geometry, number, ..
        } = drawn;
        let (part, influences) = parts[number].get_or_insert_with(|| {
            let flips = is_clockwise(document, geometry) != is_flipped;
            let part = geometry::lower(document, space, number, flips, diagnostics);
            let influences = match geometry.bones.is_empty() {
                true => Influences::rigid(part.positions.len()),
                false => skin::influences(document, number, diagnostics),
            };
            (part, influences)
        });
        let skin = match geometry.bones.is_empty() {
            true => *rigid[node].get_or_insert_with(|| add(model, rigid_skin(nodes, node))),
            false => add(model, skin::skin(document, space, nodes, geometry, node, with_node)),
        };
        let record = &document.nodes[node];
        let name = document.text(record.name);
        let is_usable = !part.positions.is_empty();
        model.meshes.push(Mesh {
            name: match record.geometries.len() {
                1 => name,
                _ => format!("{name} {}", drawn.position),
            },
            positions: part.positions.clone(),
            normals: part.normals.clone(),
            uvs: part.uvs.clone(),
            triangles: part.triangles.clone(),
            lines: part.lines.clone(),
            bounds: part.bounds,
            hidden: hidden[node],
            material: material(document, geometry, number, diagnostics),
            skin: is_usable.then_some(skin),
            influences: if is_usable {
                influences.clone()
            } else {
                Influences::default()
            },
            ..Mesh::default()
        });
    }
}

/// A geometry at a node that names it.
pub struct Drawn<'a> {
    /// Positions in the document's lists.
    pub node: usize,
    pub number: usize,
    pub geometry: &'a Geometry,
    /// Among the node's geometries.
    pub position: usize,
    pub volume: &'a Volume,
}

impl Document {
    /// Each geometry at each node that names it, in the order of the model's meshes.
    pub fn drawn(&self) -> impl Iterator<Item = Drawn<'_>> {
        self.nodes.iter().enumerate().flat_map(move |(node, record)| {
            let named = record.geometries.iter().enumerate();
            named.filter_map(move |(position, (number, volume))| {
                let number = usize::from(*number);
                let geometry = self.geometries.get(number)?;
                Some(Drawn {
                    node,
                    number,
                    geometry,
                    position,
                    volume,
                })
            })
        })
    }
}

/// Row 17.
fn report_missing(document: &Document, diagnostics: &mut Diagnostics) {
    for (index, node) in document.nodes.iter().enumerate() {
        for (number, _) in &node.geometries {
            if usize::from(*number) >= document.geometries.len() {
                let place = || document.place(|| format!("node[{index}]"), node.at);
                let message = || format!("geometry {number} does not exist; the reference is ignored");
                diagnostics.warn("S17", place, message);
            }
        }
    }
}

fn add(model: &mut Model, skin: Skin) -> SkinIndex {
    model.skins.push(skin);
    SkinIndex::new(model.skins.len() - 1)
}

/// What follows one node as a whole.
fn rigid_skin(nodes: &Nodes, node: usize) -> Skin {
    Skin {
        bones: vec![nodes.bone(node)],
        bone_from_mesh: vec![Some(Affine3A::IDENTITY)],
    }
}

/// Mirroring a space together with its eye changes no picture: what runs clockwise on screen in the file's space does so in
/// ours, where fronts run counter-clockwise. So clockwise fronts are turned around. (Section 5 says that mirroring turns
/// them already; a cube whose normals point outwards shows that it does not.)
fn is_clockwise(document: &Document, geometry: &Geometry) -> bool {
    let material = document.materials.get(usize::from(geometry.material));
    !material.is_some_and(|material| material.front_is_counter_clockwise)
}

/// A21: out of range is no material.
fn material(
    document: &Document,
    geometry: &Geometry,
    index: usize,
    diagnostics: &mut Diagnostics,
) -> Option<MaterialIndex> {
    let number = usize::from(geometry.material);
    if number < document.materials.len() {
        return Some(MaterialIndex::new(number));
    }
    if geometry.material != NO_MATERIAL {
        let place = || document.place(|| format!("geometry[{index}]"), geometry.at);
        diagnostics.warn("SA21", place, || {
            format!("material {number} does not exist; drawn grey")
        });
    }
    None
}
