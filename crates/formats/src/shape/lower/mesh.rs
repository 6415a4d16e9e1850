//! Each geometry at each node that names it → a mesh (docs/formats/shape.md §6.1, A21, A25; §7 row 17).

use super::choices::Choices;
use super::geometry::{self, Drawing, Drawn, MeshPart};
use super::influences::{self, Weights};
use super::node::Nodes;
use super::skin::{MOST_SLOTS, Skins};
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::Document;
use crate::shape::document::{Geometry, Material};
use castview_base::core::{Diagnostics, MaterialIndex};
use castview_base::scene::{Influences, Mesh, Model};

const WINDING: &[(&str, &str)] = &[
    ("material", "As the materials say"),
    ("flipped", "The other way around"),
];
/// Direct3D's numbers of a fill mode and a cull mode.
const WIREFRAME: u8 = 2;
const CULL_FRONT: u8 = 2;
/// Meshes of one file: 42 bytes of it make one.
const MOST_MESHES: usize = 1 << 16;
/// Influences of all meshes together, of a rigid vertex one: meshes share their arrays, but each is deformed by itself.
const MOST_INFLUENCES: usize = 1 << 24;
/// Material number of a geometry that has no material and says so.
const NO_MATERIAL: u16 = 0xffff;

/// Properties of a file that are settled before its meshes.
#[derive(Clone, Copy)]
pub struct Settled<'a> {
    pub space: &'a Space,
    pub nodes: &'a Nodes,
    /// By node of the document.
    pub hidden: &'a [bool],
    /// Whether the bones of skins go along with the node that names the geometry.
    pub with_node: bool,
}

pub fn lower(
    document: &Document,
    settled: Settled<'_>,
    choices: &mut Choices,
    model: &mut Model,
    diagnostics: &mut Diagnostics,
) {
    let Settled {
        space,
        nodes,
        hidden,
        with_node,
    } = settled;
    let is_flipped = choices.said("winding", WINDING).is_some();
    let outcome = match is_flipped {
        false => "clockwise fronts unless a material says otherwise, as Direct3D has them",
        true => "the opposite of what the materials say",
    };
    choices.made("winding", "Fronts of triangles", WINDING, outcome);
    report_missing(document, diagnostics);
    let mut shared: Vec<Option<Shared>> = vec![None; document.geometries.len()];
    let mut skins = Skins::new(document, space, nodes, with_node);
    let mut room = Budget::default();
    for drawn in document.drawn() {
        let Drawn {
            node, geometry, number, ..
        } = drawn;
        let shared = shared[number].get_or_insert_with(|| {
            let drawing = match document.materials.get(usize::from(geometry.material)) {
                Some(material) if material.fill == WIREFRAME => Drawing::Wireframe,
                material => Drawing::Filled {
                    flips: is_clockwise(material) != is_flipped,
                },
            };
            let part = geometry::lower(document, space, number, drawing, diagnostics);
            let weights = influences::settle(document, number, part.positions.len(), diagnostics);
            Shared { part, weights }
        });
        let fits = room.takes(shared.weights.influences.weights.len());
        let skin = fits
            .then(|| skins.of(&drawn, shared.weights.follows_node, model))
            .flatten();
        if skin.is_none() {
            room.report(document, node, diagnostics);
        }
        let Shared { part, weights } = match skin {
            Some(_) => &*shared,
            None => &Shared::default(),
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
            node: Some(nodes.bone(node)),
            material: material(document, geometry, number, diagnostics),
            skin: skin.filter(|_| is_usable),
            influences: if is_usable {
                weights.influences.clone()
            } else {
                Influences::default()
            },
            ..Mesh::default()
        });
    }
    report_left_out(document, diagnostics);
}

/// Geometries that are named beyond the most meshes of a file.
fn report_left_out(document: &Document, diagnostics: &mut Diagnostics) {
    let named: usize = document.nodes.iter().map(|node| node.geometries.len()).sum();
    if named > MOST_MESHES {
        let place = || document.place(|| "nodes".into(), document.nodes[0].at);
        let message = || format!("the nodes name {named} geometries; those past the first {MOST_MESHES} are left out");
        diagnostics.report(rule::SA25, place, message);
    }
}

/// Arrays and weights that all meshes of one geometry share.
#[derive(Clone, Default)]
struct Shared {
    part: MeshPart,
    weights: Weights,
}

/// Budget of influences for meshes that share their arrays.
#[derive(Default)]
struct Budget {
    influences: usize,
    is_reported: bool,
}

impl Budget {
    /// Whether a mesh of so many influences finds room; then it has taken it.
    fn takes(&mut self, influences: usize) -> bool {
        let taken = self.influences.saturating_add(influences);
        let fits = taken <= MOST_INFLUENCES;
        if fits {
            self.influences = taken;
        }
        fits
    }

    fn report(&mut self, document: &Document, node: usize, diagnostics: &mut Diagnostics) {
        if !std::mem::replace(&mut self.is_reported, true) {
            let place = || document.place(|| format!("node[{node}]"), document.nodes[node].at);
            let message = || {
                format!(
                    "the meshes of all nodes have more than {MOST_INFLUENCES} vertices or weights, or their skins more than \
                     {MOST_SLOTS} bones; what finds no room is left out"
                )
            };
            diagnostics.report(rule::SA25, place, message);
        }
    }
}

impl Document {
    /// Each geometry at each node that names it, in the order of the model's meshes, as many as a model may have.
    pub fn drawn(&self) -> impl Iterator<Item = Drawn<'_>> {
        let all = self.nodes.iter().enumerate().flat_map(move |(node, record)| {
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
        });
        all.take(MOST_MESHES)
    }
}

/// shape.md row 17.
fn report_missing(document: &Document, diagnostics: &mut Diagnostics) {
    for (index, node) in document.nodes.iter().enumerate() {
        for (number, _) in &node.geometries {
            if usize::from(*number) >= document.geometries.len() {
                let place = || document.place(|| format!("node[{index}]"), node.at);
                let message = || format!("geometry {number} does not exist; the reference is ignored");
                diagnostics.report(rule::S17, place, message);
            }
        }
    }
}

/// Mirroring a space together with its eye changes no picture: what runs clockwise on screen in the file's space does so in
/// ours, where fronts run counter-clockwise. So clockwise fronts are turned around (shape.md §5): a cube whose normals
/// point outwards shows it.
///
/// Where fronts are culled, backs are what is seen.
fn is_clockwise(material: Option<&Material>) -> bool {
    let fronts_run_clockwise = !material.is_some_and(|material| material.front_is_counter_clockwise);
    let shows_backs = material.is_some_and(|material| material.cull == CULL_FRONT);
    fronts_run_clockwise != shows_backs
}

/// shape.md A21: out of range is no material.
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
        diagnostics.report(rule::SA21, place, || {
            format!("material {number} does not exist; drawn grey")
        });
    }
    None
}
