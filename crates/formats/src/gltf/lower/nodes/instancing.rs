//! EXT_mesh_gpu_instancing: a node's mesh at many places (docs/formats/gltf.md §4).

use super::skeleton::Bones;
use crate::gltf::json::Id;
use crate::gltf::lower::context::Context;
use crate::gltf::lower::numbers;
use crate::gltf::lower::placed::Placed;
use crate::rules::gltf as rule;
use castview_base::core::{MaterialIndex, MeshIndex, ModelIndex, Stream, Transform};
use castview_base::scene::{Copies, Model};
use glam::{Quat, Vec3};
use std::sync::Arc;

const NAME: &str = "EXT_mesh_gpu_instancing";

/// `node_from_mesh` of every instance; `None`: the node's mesh stands once, where the node is.
pub(crate) fn places(context: &Context<'_>, node: usize) -> Option<Arc<Vec<Transform>>> {
    let extension = context.document.root().nodes[node].extensions.as_ref()?.get(NAME)?;
    let place = || context.place("nodes", node, &format!(".extensions.{NAME}"));
    if context.document.root().nodes[node].skin.is_some() {
        context.report(rule::G_INSTANCING, place, || {
            "instances of a skinned mesh mean nothing; one is drawn".into()
        });
        return None;
    }
    let attributes = extension.get("attributes");
    let id = |name: &str| numbers::index(attributes?.get(name));
    let treatment = "all instances have the default";
    fn stream<const N: usize>(
        context: &Context<'_>,
        id: Option<Id>,
        place: &dyn Fn() -> castview_base::core::Place,
        treatment: &str,
    ) -> Option<Stream<[f32; N]>> {
        let accessor = context.accessor(id?, place, treatment)?;
        context.checked(context.accessors.floats::<N>(&accessor), place, treatment)
    }
    let translations = stream::<3>(context, id("TRANSLATION"), &place, treatment);
    let rotations = stream::<4>(context, id("ROTATION"), &place, treatment);
    let scales = stream::<3>(context, id("SCALE"), &place, treatment);
    let counts = [
        translations.as_ref().map(Stream::len),
        rotations.as_ref().map(Stream::len),
        scales.as_ref().map(Stream::len),
    ];
    let Some(count) = counts.into_iter().flatten().min() else {
        context.report(rule::G_INSTANCING, place, || {
            "no instance is described; the mesh is drawn once".into()
        });
        return None;
    };
    if counts.into_iter().flatten().any(|other| other != count) {
        context.report(rule::G_INSTANCING, place, || {
            format!("the lists of instances have different lengths; the first {count} are drawn")
        });
    }
    let (count, most) = (count.min(MOST), count);
    if most > MOST {
        context.report(rule::G_INSTANCING, place, || {
            format!("{most} instances; the first {MOST} are drawn")
        });
    }
    let charged = context.accessors.charge((MODEL_BYTES + count * INSTANCE_BYTES) as u64);
    context.checked(charged, place, "the mesh is drawn once")?;
    let finite = |v: [f32; 3], default: Vec3| Some(Vec3::from(v)).filter(|v| v.is_finite()).unwrap_or(default);
    let place = |i: usize| {
        let translation = translations
            .as_ref()
            .map_or(Vec3::ZERO, |list| finite(list.get(i), Vec3::ZERO));
        let rotation = rotations
            .as_ref()
            .and_then(|list| numbers::unit(list.get(i)))
            .unwrap_or(Quat::IDENTITY);
        let scale = scales.as_ref().map_or(Vec3::ONE, |list| finite(list.get(i), Vec3::ONE));
        Transform {
            translation,
            rotation,
            scale,
        }
    };
    Some(Arc::new((0..count).map(place).collect()))
}

/// Bytes that one instance takes, here and where it is drawn.
const INSTANCE_BYTES: usize = 256;
/// Bytes of a model that has next to nothing.
const MODEL_BYTES: usize = 4096;
/// As many as references to other files may bring.
const MOST: usize = 500_000;

/// Makes models of their own of all meshes that stand at several places, which are the last ones of `model`.
pub(crate) fn apart(placed: &[Placed], bones: &Bones, model: &mut Model) -> Vec<Model> {
    let mut apart = Vec::new();
    for (placed, places) in placed
        .iter()
        .rev()
        .filter_map(|placed| Some((placed, placed.places.as_ref()?)))
    {
        let mut meshes = model.meshes.split_off(placed.meshes.start);
        let first_shape = model
            .blend_shapes
            .partition_point(|shape| shape.mesh.get() < placed.meshes.start);
        let mut blend_shapes = model.blend_shapes.split_off(first_shape);
        for shape in &mut blend_shapes {
            shape.mesh = MeshIndex::new(shape.mesh.get() - placed.meshes.start);
        }
        let mut used: Vec<MaterialIndex> = meshes.iter().filter_map(|mesh| mesh.material).collect();
        used.sort();
        used.dedup();
        for material in meshes.iter_mut().filter_map(|mesh| mesh.material.as_mut()) {
            *material = MaterialIndex::new(used.partition_point(|other| other < material));
        }
        let Some(name) = meshes.first().map(|mesh| mesh.name.clone()) else {
            continue;
        };
        apart.push(Model {
            name,
            meshes,
            blend_shapes: blend_shapes.into(),
            materials: used.iter().map(|used| model.materials[used.get()].clone()).collect(),
            copies: Some(Box::new(Copies {
                leader: ModelIndex::new(0),
                bone: bones.of(placed.node).expect("shown nodes are bones"),
                places: places.clone(),
            })),
            ..Model::default()
        });
    }
    apart.reverse();
    apart
}
