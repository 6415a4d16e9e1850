//! Targets of an animation's channels, by name of a path or by KHR_animation_pointer (docs/formats/gltf.md §3).

use crate::gltf::json::Target;
use crate::gltf::lower::nodes::owners::Owner;
use castview_base::scene::{LookupPart, Parameter};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    Translation,
    Rotation,
    Scale,
    Weights,
    Visible,
}

/// Meaning of a channel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Meaning {
    Node(usize, Path),
    /// Numbers of a material, camera or light, in the order of the channel's values.
    Parameters(Owner, Vec<Parameter>),
    /// `emissiveStrength`, which the emissive colour is multiplied with.
    EmissiveStrength(usize),
    /// A channel without a node, which is legal and does nothing.
    Nothing,
    /// A target that the scene has no track for, in words.
    Unsupported(String),
}

const POINTER: &str = "KHR_animation_pointer";

pub(crate) fn meaning(target: &Target) -> Meaning {
    if target.path == "pointer" {
        let pointer = target
            .extensions
            .get(POINTER)
            .and_then(|extension| extension.get("pointer")?.as_str());
        return match pointer {
            Some(pointer) => of_pointer(pointer).unwrap_or_else(|| Meaning::Unsupported(pointer.to_owned())),
            None => Meaning::Nothing,
        };
    }
    let Some(node) = target.node else {
        return Meaning::Nothing;
    };
    match path(&target.path) {
        Some(path) => Meaning::Node(node.get(), path),
        None => Meaning::Unsupported(target.path.clone()),
    }
}

fn path(word: &str) -> Option<Path> {
    Some(match word {
        "translation" => Path::Translation,
        "rotation" => Path::Rotation,
        "scale" => Path::Scale,
        "weights" => Path::Weights,
        _ => return None,
    })
}

/// `/nodes/3/rotation`, `/materials/0/emissiveFactor`.
fn of_pointer(pointer: &str) -> Option<Meaning> {
    let pointer = pointer.strip_prefix('/')?;
    let pointer = pointer
        .strip_prefix("extensions/KHR_lights_punctual/")
        .unwrap_or(pointer);
    let (list, rest) = pointer.split_once('/')?;
    let (index, rest) = rest.split_once('/')?;
    let index: usize = index.parse().ok()?;
    let parameters = |owner, list: &[Parameter]| Some(Meaning::Parameters(owner, list.to_vec()));
    match list {
        "nodes" => Some(Meaning::Node(
            index,
            match rest {
                "extensions/KHR_node_visibility/visible" => Path::Visible,
                word => path(word)?,
            },
        )),
        "materials" if rest == EMISSIVE_STRENGTH => Some(Meaning::EmissiveStrength(index)),
        "materials" => parameters(Owner::Material(index), &of_material(rest)?),
        "cameras" => parameters(Owner::Camera(index), &[of_camera(rest)?]),
        "lights" => parameters(Owner::Light(index), &of_light(rest)?),
        _ => None,
    }
}

const EMISSIVE_STRENGTH: &str = "extensions/KHR_materials_emissive_strength/emissiveStrength";

fn of_material(pointer: &str) -> Option<Vec<Parameter>> {
    Some(match pointer {
        "pbrMetallicRoughness/baseColorFactor" => (0..4).map(Parameter::BaseColor).collect(),
        "pbrMetallicRoughness/metallicFactor" => vec![Parameter::Metallic],
        "pbrMetallicRoughness/roughnessFactor" => vec![Parameter::Roughness],
        "emissiveFactor" => (0..3).map(Parameter::Emissive).collect(),
        "alphaCutoff" => vec![Parameter::AlphaCutoff],
        "normalTexture/scale" => vec![Parameter::NormalScale],
        "occlusionTexture/strength" => vec![Parameter::OcclusionStrength],
        _ => {
            let (texture, part) = pointer.split_once("/extensions/KHR_texture_transform/")?;
            let slot = match texture {
                "pbrMetallicRoughness/baseColorTexture" => "baseColor",
                "pbrMetallicRoughness/metallicRoughnessTexture" => "metallicRoughness",
                "normalTexture" => "normal",
                "occlusionTexture" => "occlusion",
                "emissiveTexture" => "emissive",
                _ => return None,
            };
            let lookup = |part| Parameter::Lookup(slot, part);
            match part {
                "offset" => (0..2).map(|axis| lookup(LookupPart::Offset(axis))).collect(),
                "scale" => (0..2).map(|axis| lookup(LookupPart::Scale(axis))).collect(),
                "rotation" => vec![lookup(LookupPart::Rotation)],
                _ => return None,
            }
        }
    })
}

fn of_camera(pointer: &str) -> Option<Parameter> {
    Some(match pointer {
        "perspective/yfov" => Parameter::FovY,
        "perspective/aspectRatio" => Parameter::Aspect,
        "orthographic/xmag" => Parameter::HalfWidth,
        "orthographic/ymag" => Parameter::HalfHeight,
        "perspective/znear" | "orthographic/znear" => Parameter::Near,
        "perspective/zfar" | "orthographic/zfar" => Parameter::Far,
        _ => return None,
    })
}

fn of_light(pointer: &str) -> Option<Vec<Parameter>> {
    Some(match pointer {
        "color" => (0..3).map(Parameter::LightColor).collect(),
        "intensity" => vec![Parameter::Intensity],
        "range" => vec![Parameter::Range],
        "spot/innerConeAngle" => vec![Parameter::InnerCone],
        "spot/outerConeAngle" => vec![Parameter::OuterCone],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_lead_to_nodes_materials_cameras_and_lights() {
        let parameters = |owner, list: &[Parameter]| Some(Meaning::Parameters(owner, list.to_vec()));
        for (pointer, wanted) in [
            ("/nodes/3/rotation", Some(Meaning::Node(3, Path::Rotation))),
            ("/nodes/12/weights", Some(Meaning::Node(12, Path::Weights))),
            (
                "/nodes/0/extensions/KHR_node_visibility/visible",
                Some(Meaning::Node(0, Path::Visible)),
            ),
            ("/nodes/x/scale", None),
            ("/nodes/-1/scale", None),
            ("/nodes/1", None),
            (
                "/materials/7/pbrMetallicRoughness/baseColorFactor",
                parameters(Owner::Material(7), &[0, 1, 2, 3].map(Parameter::BaseColor)),
            ),
            (
                "/materials/0/normalTexture/extensions/KHR_texture_transform/offset",
                parameters(
                    Owner::Material(0),
                    &[0, 1].map(|axis| Parameter::Lookup("normal", LookupPart::Offset(axis))),
                ),
            ),
            (
                "/materials/2/extensions/KHR_materials_emissive_strength/emissiveStrength",
                Some(Meaning::EmissiveStrength(2)),
            ),
            (
                "/cameras/1/perspective/yfov",
                parameters(Owner::Camera(1), &[Parameter::FovY]),
            ),
            (
                "/extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle",
                parameters(Owner::Light(0), &[Parameter::OuterCone]),
            ),
            ("/materials/0/alphaMode", None),
            ("/materials/0", None),
            ("/lights/0/color/r", None),
            ("", None),
        ] {
            assert_eq!(of_pointer(pointer), wanted, "{pointer}");
        }
    }
}
