//! Animation layers and their tracks (docs/formats/shape.md §3.7): arrays come as position, scale, rotation, event.

use super::common::Result;
use crate::shape::cursor::Cursor;
use crate::shape::cursor::TRACK;
use crate::shape::document::{EventKey, KeyArray, Layer, Track, key_bytes};

pub fn layer(c: &mut Cursor<'_>) -> Result<Layer> {
    Ok(Layer {
        at: c.at,
        name: c.text()?,
        processing: c.u8()?,
        duration_ms: c.f64()?,
        key_frame_ms: c.f64()?,
        tracks: {
            let count = c.u16()?;
            c.list(TRACK, count, 9, track)?
        },
    })
}

fn track(c: &mut Cursor<'_>) -> Result<Track> {
    let at = c.at;
    let node = c.text()?;
    let [positions, scales, rotations, events] = [c.u16()?, c.u16()?, c.u16()?, c.u16()?];
    Ok(Track {
        at,
        node,
        positions: c.within("position", None, |c| keys(c, positions, 3))?,
        scales: c.within("scale", None, |c| keys(c, scales, 3))?,
        rotations: c.within("rotation", None, |c| keys(c, rotations, 4))?,
        events: c.list("event", events, 9, event)?,
    })
}

fn keys(c: &mut Cursor<'_>, count: u16, components: usize) -> Result<KeyArray> {
    let range = c.skip(u64::from(count) * key_bytes(components) as u64, "keys")?;
    Ok(KeyArray {
        count,
        components,
        at: range.start,
    })
}

fn event(c: &mut Cursor<'_>) -> Result<EventKey> {
    Ok(EventKey {
        key: c.f64()?,
        event: c.text()?,
    })
}
