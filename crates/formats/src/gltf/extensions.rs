//! The known extensions, and the answer to a file that requires an unknown one (docs/formats/gltf.md §4).

use super::GltfError;
use super::json::{Object, Root};
use super::stored::{self, DRACO};
use crate::Remedy;
use crate::rules::gltf as rule;
use castview_base::core::{Choice, Diagnostics, Options, Place};
use std::collections::{BTreeMap, HashSet};

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
    DRACO,
    "KHR_lights_punctual",
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_variants",
    "KHR_materials_volume",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_node_visibility",
    "KHR_texture_basisu",
    "KHR_texture_transform",
    "MSFT_texture_dds",
];

/// Beside every `KHR_materials_…`: those change nothing but the looks.
const PARTIAL: &[&str] = &["KHR_animation_pointer", "KHR_xmp_json_ld", "MSFT_lod"];

/// Extensions of materials that are shown, and written, or settled into those that are.
const OF_MATERIALS: [&str; 11] = [
    "KHR_materials_anisotropy",
    "KHR_materials_clearcoat",
    "KHR_materials_emissive_strength",
    "KHR_materials_ior",
    "KHR_materials_iridescence",
    "KHR_materials_pbrSpecularGlossiness",
    "KHR_materials_sheen",
    "KHR_materials_specular",
    "KHR_materials_transmission",
    "KHR_materials_unlit",
    "KHR_materials_volume",
];
const OF_NODES: [&str; 3] = ["EXT_mesh_gpu_instancing", "KHR_lights_punctual", "KHR_node_visibility"];

/// Remedy that opens a file whatever it requires (gltf.md row 28).
pub const OPEN_ANYWAY: Remedy = Remedy {
    label: "Open anyway",
    key: "extensions",
    value: "ignore",
};

pub(super) fn support(name: &str) -> Support {
    if FULL.contains(&name) {
        Support::Full
    } else if PARTIAL.contains(&name) || name.starts_with("KHR_materials_") {
        Support::Partial
    } else {
        Support::None
    }
}

/// gltf.md rows 28 and 29.
pub(super) fn check(root: &Root, options: &Options, diagnostics: &mut Diagnostics) -> Result<(), GltfError> {
    let place = || Place {
        node_path: "extensionsRequired".into(),
        offset: 0,
    };
    let used: HashSet<&String> = root.extensions_used.iter().collect();
    for name in &root.extensions_required {
        if !used.contains(name) {
            diagnostics.report(rule::G29, place, || {
                format!("{name} is required but not listed as used; taken as used")
            });
        }
        if support(name) == Support::Partial {
            diagnostics.report(rule::G28, place, || {
                format!("{name} is required, and only understood in part; the picture may differ")
            });
        }
    }
    let unknown = unknown(root);
    if unknown.is_empty() {
        return Ok(());
    }
    if options.get(OPEN_ANYWAY.key) != Some(OPEN_ANYWAY.value) {
        let is_seen = is_seen(root);
        return Err(GltfError::Extensions {
            names: unknown,
            is_seen,
        });
    }
    diagnostics.report(rule::G28, place, || {
        format!(
            "{} are required and not understood; opened all the same",
            unknown.join(", ")
        )
    });
    Ok(())
}

/// Whether something can be seen without extensions that nobody knows. A file without meshes may have bones.
fn is_seen(root: &Root) -> bool {
    let mut primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let is_drawn = |primitive| stored::is_packed(primitive) || stored::has_data(root, primitive);
    primitives.clone().next().is_none() || primitives.any(is_drawn)
}

/// Extensions that are there and have no effect, each with how often it is: `KHR_materials_sheen of materials`.
pub(super) fn ignored(root: &Root) -> Vec<(usize, String)> {
    let materials = root.materials.iter().map(|material| &material.extensions);
    let nodes = root.nodes.iter().filter_map(|node| node.extensions.as_deref());
    let mut ignored = Vec::new();
    for (name, count) in unknown_of(materials, &OF_MATERIALS) {
        ignored.push((count, format!("{name} of materials")));
    }
    for (name, count) in unknown_of(nodes, &OF_NODES) {
        ignored.push((count, format!("{name} of nodes")));
    }
    ignored
}

/// Says of what has no effect that it is there, one line for each kind.
pub(super) fn report_ignored(root: &Root, diagnostics: &mut Diagnostics) {
    for (count, what) in ignored(root) {
        let place = || Place {
            node_path: "extensionsUsed".into(),
            offset: 0,
        };
        diagnostics.report(rule::G_IGNORED, place, || {
            format!("{} is not shown; ignored: {count}", what.escape_debug())
        });
    }
}

/// How often each extension is there that is not among `known`. At most as many as a report is read for.
fn unknown_of<'a>(all: impl Iterator<Item = &'a Object>, known: &[&str]) -> Vec<(&'a str, usize)> {
    const MOST: usize = 16;
    let mut counts = BTreeMap::new();
    for name in all.flat_map(|extensions| extensions.keys()) {
        if !known.contains(&name.as_str()) {
            *counts.entry(name.as_str()).or_insert(0) += 1;
        }
    }
    counts.into_iter().take(MOST).collect()
}

/// The choice of a file that requires unknown extensions and is open all the same; none for other files.
pub(super) fn choice(root: &Root) -> Option<Choice> {
    let unknown = unknown(root);
    (!unknown.is_empty()).then(|| Choice {
        key: OPEN_ANYWAY.key,
        title: "Unknown extensions",
        values: [
            ("refuse", "Refuse files that require them"),
            (OPEN_ANYWAY.value, OPEN_ANYWAY.label),
        ]
        .map(|(value, words)| (value.to_owned(), words.to_owned()))
        .into(),
        chosen: OPEN_ANYWAY.value.into(),
        outcome: format!("opened without {}", unknown.join(", ")),
        is_offer: false,
    })
}

/// Extensions that the file requires and nobody here understands, each once.
fn unknown(root: &Root) -> Vec<String> {
    let mut seen = HashSet::new();
    let unknown = root.extensions_required.iter();
    let unknown = unknown.filter(|name| support(name) == Support::None && seen.insert(*name));
    unknown.cloned().collect()
}
