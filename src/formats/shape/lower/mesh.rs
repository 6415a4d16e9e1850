//! Each geometry at each node that names it → a mesh (spec/shape.md 6.1, A21, A25; row 17).

use super::choices::Choices;
use super::geometry::{self, Drawing, Part};
use super::node::Nodes;
use super::skin;
use super::space::Space;
use crate::core::{Diagnostics, MaterialIndex, SkinIndex};
use crate::formats::shape::Document;
use crate::formats::shape::document::{Geometry, Material, Volume};
use crate::scene::{Influences, Mesh, Model, Skin};
use glam::Affine3A;

const WINDING: &[(&str, &str)] = &[
    ("material", "As the materials say"),
    ("flipped", "The other way around"),
];
/// Direct3D's numbers of a fill mode and a cull mode.
const WIREFRAME: u8 = 2;
const CULL_FRONT: u8 = 2;
/// Slots of all skins together: each mesh of a skinned geometry has a skin of its own, and 42 bytes of a file make a mesh.
const MOST_SLOTS: usize = 1 << 20;
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
    let mut slots = 0;
    for drawn in document.drawn() {
        let Drawn {
            node, geometry, number, ..
        } = drawn;
        let (part, influences) = parts[number].get_or_insert_with(|| {
            let drawing = match document.materials.get(usize::from(geometry.material)) {
                Some(material) if material.fill == WIREFRAME => Drawing::Wireframe,
                material => Drawing::Filled {
                    flips: is_clockwise(material) != is_flipped,
                },
            };
            let part = geometry::lower(document, space, number, drawing, diagnostics);
            let influences = match geometry.bones.is_empty() {
                true => Influences::rigid(part.positions.len()),
                false => skin::influences(document, number, diagnostics),
            };
            (part, influences)
        });
        let before = slots;
        slots += geometry.bones.len();
        let is_left_out = slots > MOST_SLOTS && !geometry.bones.is_empty();
        if is_left_out && before <= MOST_SLOTS {
            let at = document.nodes[node].at;
            let place = || document.place(|| format!("node[{node}]"), at);
            let message = || format!("the skins of all nodes have more than {MOST_SLOTS} bones; the rest is left out");
            diagnostics.warn("SA25", place, message);
        }
        let part = if is_left_out { &Part::default() } else { &*part };
        let skin = match geometry.bones.is_empty() {
            _ if is_left_out => None,
            true => Some(*rigid[node].get_or_insert_with(|| add(model, rigid_skin(nodes, node)))),
            false => Some(add(
                model,
                skin::skin(document, space, nodes, geometry, node, with_node),
            )),
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
            skin: skin.filter(|_| is_usable),
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
///
/// Where fronts are culled, backs are what is seen.
fn is_clockwise(material: Option<&Material>) -> bool {
    let fronts_run_clockwise = !material.is_some_and(|material| material.front_is_counter_clockwise);
    let shows_backs = material.is_some_and(|material| material.cull == CULL_FRONT);
    fronts_run_clockwise != shows_backs
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
