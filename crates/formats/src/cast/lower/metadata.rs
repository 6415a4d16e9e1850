//! Hints about the file as a whole (docs/formats/cast.md §2.18).

use super::fields;
use crate::cast::NodeView;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, UpAxis};
use castview_base::scene::Metadata;

pub(super) fn lower(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Metadata {
    let software = fields::text(node, "s", diagnostics);
    Metadata {
        author: fields::text(node, "a", diagnostics),
        up: up_axis(node, diagnostics),
        in_meters: false,
        certain_up: software.as_deref().and_then(axis_of_program),
        software,
        scene_root: fields::text(node, "sr", diagnostics),
    }
}

/// Blender stands on z, always, and its add-on ("Cast v1.99 for Blender v4.5") turns nothing, but writes `y`, always.
fn axis_of_program(software: &str) -> Option<UpAxis> {
    (software.starts_with("Cast v") && software.contains(" for Blender ")).then_some(UpAxis::Z)
}

/// cast.md row 81: trimmed, any letter case, a sign does not matter.
fn up_axis(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<UpAxis> {
    let text = fields::borrowed_text(node, "up", diagnostics)?;
    let axis = match text.trim().trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
        "x" => Some(UpAxis::X),
        "y" => Some(UpAxis::Y),
        "z" => Some(UpAxis::Z),
        _ => None,
    };
    if axis.is_none() {
        diagnostics.report(
            rule::C81,
            || fields::place_of(node, "up"),
            || format!("\"{}\" is no axis; the hint is ignored", text.escape_debug()),
        );
    }
    axis
}
