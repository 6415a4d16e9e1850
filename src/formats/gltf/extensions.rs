//! Which extensions are understood, and what happens when a file requires one that is not (spec/gltf.md section 4).

use super::GltfError;
use super::json::Root;
use crate::core::{Diagnostics, Place};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Support {
    Full,
    /// Without it the file looks or moves otherwise, but it is all there.
    Partial,
    /// Opening the file all the same would show something else than it holds.
    None,
}

const FULL: &[&str] = &[
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_webp",
    "KHR_lights_punctual",
    "KHR_materials_emissive_strength",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_transform",
    "MSFT_texture_dds",
];

/// Beside every `KHR_materials_…`: those change nothing but the looks.
const PARTIAL: &[&str] = &[
    "KHR_animation_pointer",
    "KHR_texture_basisu",
    "KHR_xmp_json_ld",
    "MSFT_lod",
];

/// Draco's name; its primitives have no data of their own.
pub(super) const DRACO: &str = "KHR_draco_mesh_compression";

pub(super) fn support(name: &str) -> Support {
    if FULL.contains(&name) {
        Support::Full
    } else if PARTIAL.contains(&name) || name.starts_with("KHR_materials_") {
        Support::Partial
    } else {
        Support::None
    }
}

/// Rows 28 and 29. `ignores`: the user wants the file opened whatever it requires.
pub(super) fn check(root: &Root, ignores: bool, diagnostics: &mut Diagnostics) -> Result<(), GltfError> {
    let place = || Place {
        node_path: "extensionsRequired".into(),
        offset: 0,
    };
    let mut unknown: Vec<String> = Vec::new();
    for name in &root.extensions_required {
        if !root.extensions_used.contains(name) {
            diagnostics.warn("G29", place, || {
                format!("{name} is required but not listed as used; taken as used")
            });
        }
        match support(name) {
            Support::Full => {}
            Support::Partial => diagnostics.warn("G28", place, || {
                format!("{name} is required, and only understood in part; the picture may differ")
            }),
            Support::None if unknown.contains(name) => {}
            Support::None => unknown.push(name.clone()),
        }
    }
    if unknown.is_empty() {
        return Ok(());
    }
    if !ignores {
        return Err(GltfError::Extensions(unknown));
    }
    diagnostics.warn("G28", place, || {
        format!(
            "{} are required and not understood; opened all the same",
            unknown.join(", ")
        )
    });
    Ok(())
}
