//! EXT_mesh_gpu_instancing: a node's mesh at many places (spec/gltf.md 4).

use super::{Context, numbers};
use crate::core::{BoneIndex, SkinIndex, Stream};
use crate::formats::gltf::json::Id;
use crate::scene::{Model, Skin};
use glam::{Affine3A, Quat, Vec3};

const NAME: &str = "EXT_mesh_gpu_instancing";

/// One skin of a single slot per instance, all on `bone`; `None`: the node's mesh stands once, where the node is.
pub(super) fn of_node(
    context: &Context<'_>,
    node: usize,
    bone: BoneIndex,
    is_skinned: bool,
    model: &mut Model,
) -> Option<Vec<SkinIndex>> {
    let extension = context.document.root().nodes[node].extensions.get(NAME)?;
    let place = || context.place("nodes", node, &format!(".extensions.{NAME}"));
    if is_skinned {
        context.warn("G-instancing", place, || {
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
        place: &dyn Fn() -> crate::core::Place,
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
        context.warn("G-instancing", place, || {
            "no instance is described; the mesh is drawn once".into()
        });
        return None;
    };
    if counts.into_iter().flatten().any(|other| other != count) {
        context.warn("G-instancing", place, || {
            format!("the lists of instances have different lengths; the first {count} are drawn")
        });
    }
    let (count, most) = (count.min(MOST), count);
    if most > MOST {
        context.warn("G-instancing", place, || {
            format!("{most} instances; the first {MOST} are drawn")
        });
    }
    let charged = context.accessors.charge((count * INSTANCE_BYTES) as u64);
    context.checked(charged, place, "the mesh is drawn once")?;
    let finite = |v: [f32; 3], default: Vec3| Some(Vec3::from(v)).filter(|v| v.is_finite()).unwrap_or(default);
    let skins = (0..count).map(|i| {
        let translation = translations
            .as_ref()
            .map_or(Vec3::ZERO, |list| finite(list.get(i), Vec3::ZERO));
        let rotation = rotations
            .as_ref()
            .and_then(|list| numbers::unit(list.get(i)))
            .unwrap_or(Quat::IDENTITY);
        let scale = scales.as_ref().map_or(Vec3::ONE, |list| finite(list.get(i), Vec3::ONE));
        model.skins.push(Skin {
            bones: vec![bone],
            bone_from_mesh: vec![Some(Affine3A::from_scale_rotation_translation(
                scale,
                rotation,
                translation,
            ))],
        });
        SkinIndex::new(model.skins.len() - 1)
    });
    Some(skins.collect())
}

/// What the skin of one instance takes.
const INSTANCE_BYTES: usize = 256;
/// Each instance is a mesh of its own in the scene.
const MOST: usize = 1 << 14;
