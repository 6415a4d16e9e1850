//! Meshes where nodes put them: one mesh of the scene per node and primitive (docs/formats/gltf.md §2, §3, §4).

use super::attributes::MeshPart;
use super::primitive;
use super::skin::Skins;
use super::{cut, influences, morph};
use crate::counts;
use crate::gltf::json::{Id, Primitive};
use crate::gltf::lower::context::Context;
use crate::gltf::lower::material::Materials;
use crate::gltf::lower::nodes::forest::Forest;
use crate::gltf::lower::nodes::instancing;
use crate::gltf::lower::nodes::skeleton::Bones;
use crate::gltf::lower::placed::Placed;
use crate::gltf::stored;
use crate::lower::names;
use crate::rules::gltf as rule;
use castview_base::core::{MeshIndex, SkinIndex};
use castview_base::scene::{BlendShape, ColorLayer, Influences, Mesh, Model};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// Vertices that all meshes may have together: meshes share their arrays, so a small file could ask for any number.
const MOST_VERTICES: u64 = 1 << 26;
/// And that many meshes.
const MOST_MESHES: usize = 1 << 16;

/// Bytes that looking at one primitive of one node counts as.
const LOOK_BYTES: u64 = 64;
/// Bytes that the names of one target take for each node.
const TARGET_BYTES: usize = 256;

pub(crate) fn lower(
    context: &Context<'_>,
    forest: &Forest,
    bones: &Bones,
    materials: &mut Materials<'_>,
    model: &mut Model,
) -> Vec<Placed> {
    let root = context.document.root();
    let mut lowering = Lowering {
        context,
        bones,
        materials,
        model,
        skins: Skins::default(),
        parts: HashMap::new(),
        influences: HashMap::new(),
        vertices: 0,
        full: false,
    };
    let carriers: Vec<(usize, usize)> = (0..root.nodes.len())
        .filter(|node| forest.shown[*node])
        .filter_map(|node| {
            let place = || context.place("nodes", node, ".mesh");
            Some((
                node,
                context.within(root.nodes[node].mesh, &root.meshes, "meshes", place)?.0,
            ))
        })
        .collect();
    let names = mesh_names(context, bones, &carriers);
    let targets = target_names(context, bones, &carriers);
    report_uneven(context, &carriers);
    let mut placed = Vec::new();
    let mut carriers: Vec<_> = carriers
        .into_iter()
        .zip(names)
        .zip(targets)
        .map(|(((node, mesh), name), targets)| (instancing::places(context, node), node, mesh, name, targets))
        .collect();
    carriers.sort_by_key(|(places, ..)| places.is_some());
    for (places, node, mesh, name, targets) in carriers {
        let meshes = lowering.carrier((node, places.is_some()), mesh, &name, &targets);
        placed.push(Placed {
            node,
            meshes,
            targets,
            places,
        });
    }
    for node in (0..root.nodes.len()).filter(|node| root.nodes[*node].mesh.is_none()) {
        if root.nodes[node].skin.is_some() && forest.shown[node] {
            context.report(
                rule::G_SKIN,
                || context.place("nodes", node, ".skin"),
                || "the node has a skin but no mesh; ignored".into(),
            );
        }
    }
    placed
}

/// The mesh's own name, or the node's; each once, so that tracks can switch one of them.
fn mesh_names(context: &Context<'_>, bones: &Bones, carriers: &[(usize, usize)]) -> Vec<String> {
    let meshes = &context.document.root().meshes;
    let wanted = carriers.iter().map(|(node, mesh)| match &meshes[*mesh].name {
        Some(name) if !name.is_empty() => names::short(name).to_owned(),
        _ => bones.names[*node].clone(),
    });
    names::unique(wanted.collect()).0
}

/// Weights belong to a node, so a target's name that several nodes have gets the node's in front.
fn target_names(context: &Context<'_>, bones: &Bones, carriers: &[(usize, usize)]) -> Vec<Vec<String>> {
    let meshes = &context.document.root().meshes;
    let counts: Vec<usize> = meshes.iter().map(morph::count).collect();
    let names = |(_, mesh): &(usize, usize)| {
        let charged = context.accessors.charge((counts[*mesh] * TARGET_BYTES) as u64);
        let place = || context.place("meshes", *mesh, ".primitives");
        context.checked(charged, place, "the node has no shapes")?;
        Some(morph::names(&meshes[*mesh], counts[*mesh]))
    };
    let plain: Vec<Vec<String>> = carriers
        .iter()
        .map(|carrier| names(carrier).unwrap_or_default())
        .collect();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for name in plain.iter().flatten() {
        *uses.entry(name).or_default() += 1;
    }
    // The file's own names come first, so that they stay.
    let is_own = |name: &String| uses[name.as_str()] == 1;
    let own = plain.iter().flatten().filter(|name| is_own(name)).cloned();
    let made = carriers.iter().zip(&plain).flat_map(|((node, _), names)| {
        let shared = names.iter().filter(|name| !is_own(name));
        shared.map(|name| format!("{} {name}", bones.names[*node]))
    });
    let (own_count, all) = (own.clone().count(), own.chain(made).collect());
    let (all, _) = names::unique(all);
    let (mut own, mut made) = (all[..own_count].iter(), all[own_count..].iter());
    let mut next = |name: &String| if is_own(name) { own.next() } else { made.next() }.cloned();
    let named = plain.iter().map(|names| names.iter().filter_map(&mut next).collect());
    named.collect()
}

/// gltf.md row 36.
fn report_uneven(context: &Context<'_>, carriers: &[(usize, usize)]) {
    let used: BTreeSet<usize> = carriers.iter().map(|(_, mesh)| *mesh).collect();
    for mesh in used {
        let json = &context.document.root().meshes[mesh];
        let most = morph::count(json);
        if json.primitives.iter().any(|primitive| primitive.targets.len() != most) {
            context.report(
                rule::G36,
                || context.place("meshes", mesh, ".primitives"),
                || {
                    format!(
                        "the primitives have different numbers of targets; each has {most} now, the added ones empty"
                    )
                },
            );
        }
    }
}

struct Lowering<'a, 'b> {
    context: &'a Context<'a>,
    bones: &'a Bones,
    materials: &'a mut Materials<'b>,
    model: &'a mut Model,
    skins: Skins<'a>,
    /// By what they are made of: primitives that differ in nothing but their materials share it.
    parts: HashMap<Origin<'a>, Option<Rc<MeshPart>>>,
    /// By part and skin.
    influences: HashMap<(*const MeshPart, SkinIndex), Influences>,
    vertices: u64,
    full: bool,
}

/// All that a [`MeshPart`] follows from.
#[derive(PartialEq, Eq, Hash)]
struct Origin<'a> {
    attributes: &'a BTreeMap<String, Id>,
    indices: Option<Id>,
    mode: Option<u64>,
    targets: &'a [BTreeMap<String, Id>],
    is_compressed: bool,
}

impl<'a> Origin<'a> {
    fn of(primitive: &'a Primitive) -> Self {
        Self {
            attributes: &primitive.attributes,
            indices: primitive.indices,
            mode: primitive.mode.map(|mode| mode.get()),
            targets: &primitive.targets,
            is_compressed: stored::is_packed(primitive),
        }
    }
}

impl Lowering<'_, '_> {
    /// The meshes of one node, by themselves if it has instances.
    fn carrier(
        &mut self,
        (node, has_instances): (usize, bool),
        mesh: usize,
        name: &str,
        targets: &[String],
    ) -> Range<usize> {
        let context = self.context;
        let root = context.document.root();
        let json = &root.meshes[mesh];
        let first = self.model.meshes.len();
        let bone = self.bones.of(node).expect("shown nodes are bones");
        let skin = context.within(root.nodes[node].skin, &root.skins, "skins", || {
            context.place("nodes", node, ".skin")
        });
        let skin = skin.map(|(skin, _)| self.skins.of_file(context, self.bones, skin, node, self.model));
        let Ok(skin) = skin.transpose() else {
            self.tell_no_room(mesh);
            return first..first;
        };
        let skin = skin.flatten();
        let weights = rest_weights(context, node, mesh, targets.len());
        for primitive in 0..json.primitives.len() {
            if !self.has_room(LOOK_BYTES, mesh) {
                break;
            }
            let Some(part) = self.part(mesh, primitive) else {
                continue;
            };
            let (skin, influences) = match &skin {
                _ if has_instances => (None, Influences::default()),
                Some(skin) if !part.sets.is_empty() => (Some(skin.index), self.skinned((mesh, primitive), &part, skin)),
                _ => {
                    if skin.is_some() {
                        context.report(
                            rule::G_SKIN,
                            || context.place("meshes", mesh, &format!(".primitives[{primitive}]")),
                            || "the node has a skin, but the primitive no joints; drawn unskinned".into(),
                        );
                    }
                    (Some(self.skins.of_node(bone, self.model)), part.rigid.clone())
                }
            };
            let material = self.materials.of_primitive(mesh, primitive);
            self.materials.check_layers(material, part.uvs.len(), || {
                context.place("meshes", mesh, &format!(".primitives[{primitive}].material"))
            });
            let layers = part.uvs.len() + part.colors.len();
            let bytes = size_of::<Mesh>() + name.len() + layers * size_of::<ColorLayer>();
            self.vertices += part.positions.len() as u64;
            if !self.has_room(bytes as u64, mesh) {
                break;
            }
            let index = MeshIndex::new(self.model.meshes.len());
            self.model.meshes.push(Mesh {
                name: name.to_owned(),
                positions: part.positions.clone(),
                normals: part.normals.clone(),
                tangents: part.tangents.clone(),
                uvs: part.uvs.clone(),
                colors: part.colors.clone(),
                triangles: part.triangles.clone(),
                lines: part.lines.clone(),
                material: Some(material),
                skin,
                influences,
                bounds: part.bounds,
                ..Mesh::default()
            });
            self.shapes(index, &part, targets, &weights);
        }
        first..self.model.meshes.len()
    }

    /// Whether there is room for `bytes` more.
    fn has_room(&mut self, bytes: u64, mesh: usize) -> bool {
        let has_room = self.vertices <= MOST_VERTICES
            && self.model.meshes.len() < MOST_MESHES
            && self.context.accessors.charge(bytes).is_ok();
        if !has_room {
            self.tell_no_room(mesh);
        }
        has_room
    }

    /// Once.
    fn tell_no_room(&mut self, mesh: usize) {
        if !std::mem::replace(&mut self.full, true) {
            self.context.report(
                rule::G_SIZE,
                || self.context.place("meshes", mesh, ""),
                || {
                    format!(
                        "more than {MOST_VERTICES} vertices or {MOST_MESHES} meshes, or far more than the file's size \
                         holds; the rest is left out"
                    )
                },
            );
        }
    }

    fn part(&mut self, mesh: usize, primitive: usize) -> Option<Rc<MeshPart>> {
        let context = self.context;
        let json = &context.document.root().meshes[mesh].primitives[primitive];
        let known = self.parts.entry(Origin::of(json)).or_insert_with(|| {
            let place = |rest: &str| context.place("meshes", mesh, &format!(".primitives[{primitive}]{rest}"));
            if context.document.cut().is_some() && !cut::is_whole(json, |id| context.accessors.is_here(id)) {
                return None;
            }
            primitive::lower(context, json, &place).map(Rc::new)
        });
        known.clone()
    }

    fn skinned(
        &mut self,
        (mesh, primitive): (usize, usize),
        part: &Rc<MeshPart>,
        skin: &super::skin::Lowered,
    ) -> Influences {
        let context = self.context;
        let known = self.influences.entry((Rc::as_ptr(part), skin.index));
        let lowered = known.or_insert_with(|| {
            let place = || context.place("meshes", mesh, &format!(".primitives[{primitive}].attributes"));
            let count = part.positions.len();
            let bytes = (count * part.sets.len()) as u64 * 24;
            if let Err(reason) = context.accessors.charge(bytes) {
                context.report(rule::G9, place, || {
                    format!("{reason}; all vertices hang on the first joint")
                });
                return part.rigid.clone();
            }
            let (influences, faults) = influences::merge(&part.sets, count, &skin.valid);
            if faults.outside > 0 {
                context.report(rule::G14, place, || {
                    format!(
                        "{} entries name joints beyond the {} there are; dropped, the others make up for them",
                        faults.outside,
                        skin.valid.len()
                    )
                });
            }
            let unheld = faults.weightless + faults.bereft;
            if faults.broken + faults.far + unheld > 0 {
                context.report(rule::G16, place, || {
                    counts::told(&[
                        (
                            faults.broken,
                            "weight is negative or no number and taken as 0",
                            "weights are negative or no numbers and taken as 0",
                        ),
                        (
                            faults.far,
                            "vertex has weights whose sum is not 1, divided by it",
                            "vertices have weights whose sum is not 1, divided by it",
                        ),
                        (
                            unheld,
                            "vertex has no weight and hangs on the first joint",
                            "vertices have no weight and hang on the first joint",
                        ),
                    ])
                });
            }
            influences
        });
        lowered.clone()
    }

    fn shapes(&mut self, mesh: MeshIndex, part: &MeshPart, targets: &[String], weights: &[f32]) {
        for (index, (name, weight)) in targets.iter().zip(weights).enumerate() {
            let target = part.targets.get(index).cloned().unwrap_or_default();
            let bytes = target.bytes() + (size_of::<BlendShape>() + name.len()) as u64;
            let place = || self.context.place("meshes", 0, "");
            if self
                .context
                .checked(self.context.accessors.charge(bytes), place, "the shapes are left out")
                .is_none()
            {
                return;
            }
            self.model.blend_shapes.push(BlendShape {
                name: name.clone(),
                mesh,
                max_weight: weight.abs().max(1.0),
                rest_weight: *weight,
                vertices: target.vertices.clone(),
                deltas: target.deltas.clone(),
                normal_deltas: target.normals.clone(),
                tangent_deltas: target.tangents.clone(),
                source: target.source.clone(),
            });
        }
    }
}

/// The node's weights before the mesh's, before zeros.
fn rest_weights(context: &Context<'_>, node: usize, mesh: usize, count: usize) -> Vec<f32> {
    let root = context.document.root();
    let (stored, place) = match (&root.nodes[node].weights, &root.meshes[mesh].weights) {
        (Some(weights), _) => (&weights[..], ("nodes", node)),
        (None, Some(weights)) => (weights.as_slice(), ("meshes", mesh)),
        (None, None) => (&[][..], ("meshes", mesh)),
    };
    if !stored.is_empty() && stored.len() != count || stored.iter().any(|weight| !weight.is_finite()) {
        context.report(
            rule::G36,
            || context.place(place.0, place.1, ".weights"),
            || format!("{} weights for {count} targets; those that fit are used", stored.len()),
        );
    }
    let weight = |index: usize| stored.get(index).copied().filter(|weight| weight.is_finite());
    (0..count).map(|index| weight(index).unwrap_or(0.0)).collect()
}
