//! One vertex-colour layer (docs/formats/cast.md §3.5). A9: the numbers are linear as they stand.

use crate::cast::lower::fields;
use crate::cast::lower::fields::{bytes_of, flat};
use crate::cast::{PropertyType, PropertyView};
use crate::lower::scan;
use crate::rules::cast as rule;
use castview_base::core::{Diagnostics, UintStream};
use castview_base::scene::ColorLayer;

/// Packed RGBA8 (`i`, lowest byte red) or floats (`v4`, may exceed 1).
pub(crate) fn lower(
    property: PropertyView<'_>,
    vertex_count: usize,
    diagnostics: &mut Diagnostics,
) -> Option<ColorLayer> {
    let packed = match property.kind() {
        PropertyType::Integer32 => property.uints(),
        _ => None,
    };
    if let Some(UintStream::U32(colors)) = packed {
        return fields::fits(Some(property), colors.len(), vertex_count, diagnostics)
            .then_some(ColorLayer::Packed(colors));
    }
    let colors = property
        .node()
        .read(&property.name(), "colors", PropertyView::vec4s, diagnostics)?;
    if !fields::fits(Some(property), colors.len(), vertex_count, diagnostics) {
        return None;
    }
    let colors = flat(colors);
    if scan::finite(bytes_of(&colors)) {
        return Some(ColorLayer::Float(colors));
    }
    diagnostics.report(
        rule::C48,
        || property.place(),
        || "colors are not finite; their broken parts put at 0".into(),
    );
    let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
    let repaired = colors.iter().map(|color| color.map(finite)).collect();
    Some(ColorLayer::Float(
        colors.remade(repaired, "some of them unusable and replaced"),
    ))
}
