//! Records around the geometry: lights, lens flares, cameras, anchors, sub shapes, scripts, sounds (docs/formats/shape.md §3.2, §3.4).

use super::common::{PROPERTY, Result, property};
use super::material::value;
use crate::shape::cursor::Cursor;
use crate::shape::document::{Anchor, Camera, LensFlare, Light, Script, Sound, SubShape, ValueKind};

pub fn light(c: &mut Cursor<'_>) -> Result<Light> {
    Ok(Light {
        at: c.at,
        name: c.text()?,
        projection_map: c.text()?,
        kind: c.u8()?,
        position: c.f32s()?,
        color: c.f32s()?,
        direction: c.f32s()?,
        line_rotation: c.f32()?,
        radius: c.f32()?,
        watt: c.f32()?,
        lux_per_watt: c.f32()?,
        color_temperature: c.f32()?,
        extends: c.f32s()?,
        cone: c.f32s()?,
        circle_radius: c.f32()?,
        inner_distance: c.f32()?,
        lens_flare: c.u16()?,
    })
}

pub fn lens_flare(c: &mut Cursor<'_>) -> Result<LensFlare> {
    Ok(LensFlare {
        name: c.text()?,
        kind: c.text()?,
        color: c.f32s()?,
        scale: c.f32()?,
        max_distance: c.f32()?,
    })
}

pub fn camera(c: &mut Cursor<'_>) -> Result<Camera> {
    Ok(Camera {
        at: c.at,
        name: c.text()?,
        position: c.f32s()?,
        direction: c.f32s()?,
        depth_distance: c.f32()?,
        fov: c.f32()?,
    })
}

pub fn anchor(c: &mut Cursor<'_>) -> Result<Anchor> {
    Ok(Anchor {
        at: c.at,
        name: c.text()?,
        position: c.f32s()?,
        direction: c.f32s()?,
    })
}

pub fn sub_shape(c: &mut Cursor<'_>) -> Result<SubShape> {
    Ok(SubShape {
        at: c.at,
        name: c.text()?,
        file: c.text()?,
        position: c.f32s()?,
        rotation: c.f32s()?,
        scale: c.f32s()?,
    })
}

pub fn script(c: &mut Cursor<'_>) -> Result<Script> {
    let (file, commands, count) = (c.text()?, c.text()?, c.u16()?);
    Ok(Script {
        file,
        commands,
        arguments: c.list("argument", count, PROPERTY, property)?,
    })
}

pub fn sound(c: &mut Cursor<'_>) -> Result<Sound> {
    Ok(Sound {
        at: c.at,
        name: c.text()?,
        bank: c.text()?,
        event: c.text()?,
        position: c.f32s()?,
        direction: c.f32s()?,
        radius: c.f32()?,
        allow_shape_change: c.bool()?,
        change_times: c.f32s()?,
        change_radius: c.f32()?,
        change_speed: c.f32()?,
        properties: {
            let count = c.count(c.layout.sound_count)?;
            let float = |c: &mut Cursor<'_>| value(c, |c| c.f32().map(ValueKind::Float));
            c.list("value", count, 5, float)?
        },
    })
}
