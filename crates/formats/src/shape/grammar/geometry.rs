//! One geometry: streams of vertex data, indices, and bones with one weight per vertex (docs/formats/shape.md §3.5).

use super::common::Result;
use crate::shape::cursor::Cursor;
use crate::shape::document::{Array, Bone, Geometry};
use crate::shape::{Format, ShapeError};

pub fn geometry(c: &mut Cursor<'_>) -> Result<Geometry> {
    let at = c.at;
    let (topology, material) = (c.u32()?, c.u16()?);
    let [has_normals, has_uv0, has_uv1] = c.bools()?;
    let bones = c.u8()?;
    let positions = c.within("positions", None, array)?;
    let vertices = positions.count;
    let parallel = |c: &mut Cursor<'_>, name, present: bool| match present {
        true => c.within(name, None, |c| parallel_array(c, vertices)).map(Some),
        false => Ok(None),
    };
    Ok(Geometry {
        at,
        topology,
        material,
        positions,
        normals: parallel(c, "normals", has_normals)?,
        uvs: [parallel(c, "uv0", has_uv0)?, parallel(c, "uv1", has_uv1)?],
        indices: c.within("indices", None, array)?,
        bones: c.list("bone", bones, 69, |c| bone(c, vertices))?,
    })
}

/// A format, a count, and that many elements.
fn array(c: &mut Cursor<'_>) -> Result<Array> {
    let place = c.place();
    let number = c.u8()?;
    let count = c.u32()?;
    let Some(format) = Format::of(number) else {
        let format = number;
        return Err(ShapeError::UnknownFormat { place, format });
    };
    if format == Format::Unknown && count > 0 {
        return Err(ShapeError::NoFormat { place, count });
    }
    let range = c.skip(u64::from(count) * format.size() as u64, "vertex data")?;
    Ok(Array {
        format,
        count,
        at: range.start,
    })
}

/// An array with one element per vertex (shape.md A20).
fn parallel_array(c: &mut Cursor<'_>, wanted: u32) -> Result<Array> {
    let place = c.place();
    let array = array(c)?;
    match array.count {
        found if found == wanted => Ok(array),
        found => Err(ShapeError::CountMismatch { place, found, wanted }),
    }
}

fn bone(c: &mut Cursor<'_>, wanted: u32) -> Result<Bone> {
    let at = c.at;
    let (name, offset) = (c.text()?, c.f32s()?);
    let place = c.place();
    let found = c.u32()?;
    if found != wanted {
        return Err(ShapeError::CountMismatch { place, found, wanted });
    }
    let weights = c.skip(u64::from(found) * 4, "weights")?;
    Ok(Bone {
        at,
        name,
        offset,
        weights_at: weights.start,
    })
}
