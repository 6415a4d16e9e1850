//! A scene → the bytes of a Cast file (docs/formats/cast.md §2).
//!
//! In: a scene and its clips in the words that every format has. Out: bytes, written node by node; what Cast cannot hold is reported. Never
//! here: files, sampling.

mod alone;
mod bone;
pub(crate) mod bound;
mod clip;
mod draft;
mod material;
mod mesh;
mod stream;

pub use material::{CastSlots, settle};

use super::super::PlainMovement;
use super::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use castview_base::core::{BoneIndex, Diagnostics, Place, Transform, UpAxis};
use castview_base::scene::{Clip, ColorSpace, ConstraintKind, Material, Model, Scene, SlotSource};
use draft::{FIRST_HASH, Hashes, place, text};
use stream::Stream;

/// The bytes of a file that holds `scene` with `clips`, each with the models it moves. `materials`: of all models, one after the other, from
/// [`settle`]; `rate`: frames of a second for all clips; `None`: as their keys lie. `alone`: clips that move none of the models, which are
/// written as they are.
pub fn encode(
    scene: &Scene,
    (clips, alone): (Vec<PlainMovement>, &[Clip]),
    materials: &[CastSlots],
    (up, rate): (UpAxis, Option<f64>),
    losses: &mut Diagnostics,
) -> Vec<u8> {
    let mut materials = materials;
    let mut hashes = Hashes(FIRST_HASH);
    let mut out = Stream::default();
    out.open(NodeDraft::new(NodeKind::Root).child(metadata(scene, up)));
    for model in &scene.models {
        let (own, rest) = materials.split_at(model.materials.len());
        materials = rest;
        encode_model((scene, own), model, (&mut hashes, &mut out), losses);
    }
    for movement in clips {
        clip::encode(&scene.models, movement, (rate, &mut out), losses);
    }
    for clip in alone {
        out.child(alone::encode(clip, rate, &mut hashes, losses));
    }
    for instance in &scene.instances {
        let ending = instance.path.rsplit_once('.').map(|(_, ending)| ending);
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("shape")) {
            losses.report(rule::X_LOST, Place::default, || {
                format!("Cast refers to Cast files alone; {} is left out", instance.path)
            });
            continue;
        }
        let hash = hashes.next();
        let node = NodeDraft::new(NodeKind::Instance).u64s("rf", &[hash]);
        let node = placed(text(node, "n", &instance.name), &instance.placement);
        out.child(node.child(text(NodeDraft::new(NodeKind::File).hash(hash), "p", &instance.path)));
    }
    out.close();
    out.finish()
}

fn metadata(scene: &Scene, up: UpAxis) -> NodeDraft {
    let mut node = NodeDraft::new(NodeKind::Metadata);
    if let Some(author) = &scene.metadata.author {
        node = text(node, "a", author);
    }
    node = text(node, "s", concat!("castview ", env!("CARGO_PKG_VERSION")));
    if let Some(folder) = &scene.metadata.scene_root {
        node = text(node, "sr", folder);
    }
    node.string("up", up.letter())
}

fn placed(node: NodeDraft, placement: &Transform) -> NodeDraft {
    node.vec3s("p", &[placement.translation.to_array()])
        .vec4s("r", &[placement.rotation.to_array()])
        .vec3s("s", &[placement.scale.to_array()])
}

fn encode_model(
    (scene, materials): (&Scene, &[CastSlots]),
    model: &Model,
    (hashes, out): (&mut Hashes, &mut Stream),
    losses: &mut Diagnostics,
) {
    let mut node = text(NodeDraft::new(NodeKind::Model).hash(hashes.next()), "n", &model.name);
    if model.placement != Transform::IDENTITY {
        node = placed(node, &model.placement);
    }
    out.open(node);
    let rest = bound::Rest::of(model);
    if !model.skeleton.is_empty() {
        skeleton(model, (hashes, out), losses);
    }
    let material_hashes: Vec<u64> = model.materials.iter().map(|_| hashes.next()).collect();
    for ((material, slots), hash) in model.materials.iter().zip(materials).zip(&material_hashes) {
        out.child(encode_material(scene, (material, slots), *hash, hashes));
    }
    mesh::encode((model, &rest), &material_hashes, (hashes, out), losses);
    for hair in &model.hairs {
        let segments: Vec<u32> = hair
            .strands
            .iter()
            .map(|strand| (strand.end - strand.start).saturating_sub(1))
            .collect();
        let points: Vec<[f32; 3]> = hair
            .strands
            .iter()
            .flat_map(|strand| strand.clone().map(|point| hair.points.get(point as usize)))
            .collect();
        let mut hair_node = text(NodeDraft::new(NodeKind::Hair), "n", &hair.name)
            .uints("se", &segments)
            .vec3s("pt", &points);
        if let Some(material) = hair.material {
            hair_node = hair_node.u64s("m", &[material_hashes[material.get()]]);
        }
        out.child(hair_node);
    }
    if !model.fixtures.is_empty() {
        losses.report(
            rule::X_LOST,
            || place("model", &model.name),
            || {
                format!(
                    "Cast has no cameras, lights and other fixtures; {} left out",
                    model.fixtures.len()
                )
            },
        );
    }
    out.close();
}

fn skeleton(model: &Model, (hashes, out): (&mut Hashes, &mut Stream), losses: &mut Diagnostics) {
    let skeleton = &model.skeleton;
    let bone_hashes: Vec<u64> = skeleton.bones().map(|_| hashes.next()).collect();
    out.open(NodeDraft::new(NodeKind::Skeleton));
    for bone in (0..skeleton.len()).filter_map(|at| skeleton.from_file(at)) {
        out.child(bone::encode(skeleton, bone, bone_hashes[bone.get()], losses));
    }
    let link = |node: NodeDraft, name: &str, bone: Option<BoneIndex>| match bone {
        Some(bone) => node.u64s(name, &[bone_hashes[bone.get()]]),
        None => node,
    };
    for handle in &model.rig.handles {
        let mut ik = text(NodeDraft::new(NodeKind::IkHandle), "n", &handle.name);
        for (name, bone) in [
            ("sb", Some(handle.start)),
            ("eb", Some(handle.end)),
            ("tb", Some(handle.target)),
            ("pv", handle.pole_vector),
            ("pb", handle.pole_twist),
        ] {
            ik = link(ik, name, bone);
        }
        out.child(
            ik.vec3s("to", &[handle.target_offset.to_array()])
                .u8s("tr", &[u8::from(handle.takes_target_rotation)]),
        );
    }
    for constraint in &model.rig.constraints {
        let mut one = text(NodeDraft::new(NodeKind::Constraint), "n", &constraint.name);
        one = match constraint.kind {
            ConstraintKind::Point { offset } => one.string("ct", "pt").vec3s("co", &[offset.to_array()]),
            ConstraintKind::Orient { offset } => one.string("ct", "or").vec4s("co", &[offset.to_array()]),
            ConstraintKind::Scale { offset } => one.string("ct", "sc").vec3s("co", &[offset.to_array()]),
        };
        one = link(link(one, "cb", Some(constraint.driven)), "tb", Some(constraint.target));
        one = one
            .u8s("mo", &[u8::from(constraint.keeps_rest_offset)])
            .floats("wt", &[constraint.weight]);
        for (name, skips) in ["sx", "sy", "sz"].into_iter().zip(constraint.skips) {
            one = one.u8s(name, &[u8::from(skips)]);
        }
        out.child(one);
    }
    out.close();
}

fn encode_material(
    scene: &Scene,
    (material, slots): (&Material, &CastSlots),
    hash: u64,
    hashes: &mut Hashes,
) -> NodeDraft {
    let mut node = text(NodeDraft::new(NodeKind::Material).hash(hash), "n", &material.name);
    // The only type that is named by the format's current text.
    node = text(
        node,
        "t",
        if material.kind.is_empty() {
            "pbr"
        } else {
            &material.kind
        },
    );
    let mut children = Vec::new();
    for slot in slots {
        let link = hashes.next();
        let child = match slot.source {
            SlotSource::Texture(texture) => {
                let file = NodeDraft::new(NodeKind::File).hash(link);
                text(file, "p", &scene.textures[texture.get()])
            }
            SlotSource::Color { rgba, space } => NodeDraft::new(NodeKind::Color)
                .hash(link)
                .string(
                    "cs",
                    match space {
                        ColorSpace::Srgb => "srgb",
                        ColorSpace::Linear => "linear",
                    },
                )
                .vec4s("rgba", &[rgba.to_array()]),
            SlotSource::NoPath | SlotSource::Missing => continue,
        };
        node = node.u64s(&slot.name, &[link]);
        children.push(child);
    }
    node.children(children)
}
