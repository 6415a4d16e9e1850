//! Records that others hold (docs/formats/shape.md §3.1, §3.2), and how reading one fails.

use crate::shape::ShapeError;
use crate::shape::cursor::Cursor;
use crate::shape::document::{Property, Volume};

pub type Result<T> = std::result::Result<T, ShapeError>;

/// Bytes of the shortest property: two empty strings.
pub const PROPERTY: usize = 2;

pub fn property(c: &mut Cursor<'_>) -> Result<Property> {
    Ok(Property {
        name: c.text()?,
        value: c.text()?,
    })
}

pub fn volume(c: &mut Cursor<'_>) -> Result<Volume> {
    Ok(Volume {
        min: c.f32s()?,
        max: c.f32s()?,
        sphere: c.f32s()?,
    })
}
