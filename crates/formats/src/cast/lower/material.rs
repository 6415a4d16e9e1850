//! Materials as lists of named slots (docs/formats/cast.md §2.10–§2.12 and §3.12).

use super::fields;
use super::links::Links;
use crate::cast::{NodeKind, NodeView, PropertyType, PropertyView, surface};
use crate::lower::names::Words;
use crate::lower::textures::Textures;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use castview_base::scene::{ColorSpace, Material, Slot, SlotSource};
use std::sync::Arc;

/// cast.md A34: each Material node is a material of its own, whatever its name.
pub(super) fn lower(
    node: NodeView<'_>,
    textures: &mut Textures,
    words: &mut Words,
    diagnostics: &mut Diagnostics,
) -> Material {
    let links = Links::new(node.children());
    let mut slots: Vec<Slot> = Vec::new();
    for property in node.properties() {
        let Some(hash) = slot_hash(property) else { continue };
        slots.push(Slot {
            name: words.share(&property.name().to_ascii_lowercase()),
            source: source(property, hash, &links, textures, diagnostics),
            lookup: Default::default(),
        });
    }
    drop_repeated(&mut slots);
    slots.shrink_to_fit();
    Material {
        name: fields::text(node, "n", diagnostics).unwrap_or_default(),
        kind: words.share(&fields::borrowed_text(node, "t", diagnostics).unwrap_or_default()),
        surface: surface::of(&slots),
        slots,
        ..Material::default()
    }
}

/// cast.md A44: of several slots of one name the last counts, where it stands; A35 and A36 then go by this order.
fn drop_repeated(slots: &mut Vec<Slot>) {
    let mut by_name: Vec<usize> = (0..slots.len()).collect();
    by_name.sort_by(|a, b| slots[*a].name.cmp(&slots[*b].name));
    let is_repeated = |pair: &&[usize]| slots[pair[0]].name == slots[pair[1]].name;
    let earlier: Vec<usize> = by_name.windows(2).filter(is_repeated).map(|pair| pair[0]).collect();
    for slot in earlier {
        // No slot of a file is nameless.
        slots[slot].name = Arc::default();
    }
    slots.retain(|slot| !slot.name.is_empty());
}

/// Every 64-bit integer is a slot, whatever its name: `extra`, `estrength` and unknown ones are kept to be shown.
fn slot_hash(property: PropertyView<'_>) -> Option<u64> {
    let is_slot = property.kind() == PropertyType::Integer64 && property.count() > 0;
    let is_text = [&b"n"[..], b"t"]
        .iter()
        .any(|text| property.name_bytes().eq_ignore_ascii_case(text));
    (is_slot && !is_text && !property.name_bytes().is_empty()).then(|| property.hash())?
}

fn source<'a>(
    property: PropertyView<'a>,
    hash: u64,
    links: &Links<'a>,
    textures: &mut Textures,
    diagnostics: &mut Diagnostics,
) -> SlotSource {
    // cast.md A42: the first File or Color with that hash, in file order; only the link itself knows which it wants.
    match links.follow(property, hash, &[NodeKind::File, NodeKind::Color], diagnostics) {
        None => SlotSource::Missing,
        Some((_, node)) if node.kind() == NodeKind::Color => color(node, diagnostics),
        Some((_, file)) => match fields::borrowed_text(file, "p", diagnostics) {
            Some(path) => SlotSource::Texture(textures.of_path(&path)),
            None => {
                // cast.md row 76: real exporters write empty paths.
                diagnostics.report(
                    rule::C76,
                    || file.place(),
                    || "the file has no path; its slot stays empty".into(),
                );
                SlotSource::NoPath
            }
        },
    }
}

/// cast.md row 75.
fn color(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> SlotSource {
    let rgba = fields::vec4(node, "rgba", diagnostics).filter(|rgba| rgba.is_finite());
    let Some(rgba) = rgba else {
        diagnostics.report(
            rule::C75,
            || node.place(),
            || "the color has no usable value; its slot stays empty".into(),
        );
        return SlotSource::Missing;
    };
    let space = match fields::borrowed_text(node, "cs", diagnostics).as_deref() {
        Some("linear") => ColorSpace::Linear,
        None | Some("srgb") => ColorSpace::Srgb,
        Some(other) => {
            diagnostics.report(
                rule::C75,
                || fields::place_of(node, "cs"),
                || format!("\"{}\" is no color space; taken as srgb", other.escape_debug()),
            );
            ColorSpace::Srgb
        }
    };
    SlotSource::Color { rgba, space }
}
