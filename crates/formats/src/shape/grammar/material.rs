//! One material (docs/formats/shape.md §3.3): all counts come before all arrays.

use super::common::Result;
use crate::shape::Text;
use crate::shape::cursor::Cursor;
use crate::shape::document::{Map, Material, Value, ValueKind};

pub fn material(c: &mut Cursor<'_>) -> Result<Material> {
    let at = c.at;
    let (name, effect) = (c.text()?, c.text()?);
    let [has_opacity, no_shadow] = c.bools()?;
    let [fill, cull, conservative_raster, topology_type, forced_samples] = c.u8s()?;
    let [
        front_is_counter_clockwise,
        depth_clip,
        multisample,
        antialiased_line,
        depth_enable,
        depth_bounds_test,
    ] = c.bools()?;
    let counts: [u8; 9] = c.u8s()?;
    let values = values(c, &counts)?;
    let maps = c.list("map", counts[8], 3, map)?;
    let [filter, u, v, w, comparison] = c.u8s()?;
    let border = c.f32s()?;
    let max_anisotropy = c.u8()?;
    let mip_bias = c.f32()?;
    let mip_range = c.f32s()?;
    let [
        src,
        dest,
        op,
        src_alpha,
        dest_alpha,
        alpha_op,
        logic_op,
        alpha_to_coverage,
    ] = c.u8s()?;
    Ok(Material {
        at,
        name,
        effect,
        has_opacity,
        no_shadow,
        fill,
        cull,
        conservative_raster,
        topology_type,
        forced_samples,
        front_is_counter_clockwise,
        depth_clip,
        multisample,
        antialiased_line,
        depth_enable,
        depth_bounds_test,
        values,
        maps,
        filter,
        address: [u, v, w],
        comparison,
        border,
        max_anisotropy,
        mip_bias,
        mip_range,
        blend: [src, dest, op, src_alpha, dest_alpha, alpha_op],
        logic_op,
        alpha_to_coverage,
    })
}

/// The eight lists of named values, one after the other.
fn values(c: &mut Cursor<'_>, counts: &[u8; 9]) -> Result<Vec<Value>> {
    type Read = fn(&mut Cursor<'_>) -> Result<ValueKind>;
    let kinds: [(&str, usize, Read); 8] = [
        ("definition", 2, |c| c.text().map(ValueKind::Text)),
        ("boolean", 2, |c| c.bool().map(ValueKind::Bool)),
        ("integer", 5, |c| c.u32().map(|bits| ValueKind::Int(bits as i32))),
        ("unsigned integer", 5, |c| c.u32().map(ValueKind::Uint)),
        ("float", 5, |c| c.f32().map(ValueKind::Float)),
        ("float2", 9, |c| c.f32s().map(ValueKind::Float2)),
        ("float3", 13, |c| c.f32s().map(ValueKind::Float3)),
        ("float4", 17, |c| c.f32s().map(ValueKind::Float4)),
    ];
    let mut out = Vec::new();
    for ((name, least, read), count) in kinds.into_iter().zip(counts) {
        out.extend(c.list(name, *count, least, |c| value(c, read))?);
    }
    Ok(out)
}

/// A name and what `read` finds behind it.
pub fn value(c: &mut Cursor<'_>, read: impl FnOnce(&mut Cursor<'_>) -> Result<ValueKind>) -> Result<Value> {
    let name: Text = c.text()?;
    let value = read(c)?;
    Ok(Value { name, value })
}

fn map(c: &mut Cursor<'_>) -> Result<Map> {
    Ok(Map {
        name: c.text()?,
        file: c.text()?,
        index: c.u8()?,
    })
}
