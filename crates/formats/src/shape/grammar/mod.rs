//! The content, record by record, in the order of docs/formats/shape.md §3.
//!
//! In: a cursor at the first byte of the content. Out: a [`Content`], the cursor behind its last byte. Every count is held
//! against the bytes left before anything is allocated; nodes are walked without recursion.

mod animation;
mod common;
mod geometry;
mod material;
mod node;
mod scenery;

use super::cursor::Cursor;
use super::document::Content;
use common::{PROPERTY, Result, property, volume};

/// shape.md §3.1, in order.
pub fn content(cursor: &mut Cursor<'_>) -> Result<Content> {
    cursor.unit_bytes = if cursor.bool()? { 2 } else { 1 };
    let c = cursor;
    Ok(Content {
        author: c.within("author", None, Cursor::text)?,
        website: c.within("website", None, Cursor::text)?,
        allow_edit: c.within("allow edit", None, Cursor::bool)?,
        volume: c.within("bounds", None, volume)?,
        properties: c.section("property", |c| {
            let count = c.u16()?;
            c.list("property", count, PROPERTY, property)
        })?,
        materials: c.section("material", |c| {
            let count = c.u16()?;
            c.list("material", count, 66, material::material)
        })?,
        lights: c.section("light", |c| {
            let count = c.u16()?;
            c.list("light", count, 81, scenery::light)
        })?,
        lens_flares: c.section("lens flare", |c| {
            let count = c.u16()?;
            c.list("lens flare", count, 26, scenery::lens_flare)
        })?,
        cameras: c.section("camera", |c| {
            let count = c.u8()?;
            c.list("camera", count, 33, scenery::camera)
        })?,
        anchors: c.section("anchor", |c| {
            let count = c.u8()?;
            c.list("anchor", count, 25, scenery::anchor)
        })?,
        sub_shapes: c.section("sub shape", |c| {
            let count = c.u8()?;
            c.list("sub shape", count, 38, scenery::sub_shape)
        })?,
        scripts: c.section("script", |c| {
            let count = c.u8()?;
            c.list("script", count, 4, scenery::script)
        })?,
        sounds: c.section("sound", |c| {
            let count = c.u8()?;
            c.list("sound", count, 49, scenery::sound)
        })?,
        geometries: c.section("geometry", |c| {
            let count = c.u16()?;
            c.list("geometry", count, 20, geometry::geometry)
        })?,
        nodes: c.section("node", node::nodes)?,
        layers: c.section("layer", |c| {
            let count = c.count(c.layout.layer_count)?;
            c.list("layer", count, 20, animation::layer)
        })?,
    })
}
