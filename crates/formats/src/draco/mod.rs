//! Draco streams → triangles and the values of their points (bitstream 2.2, as `KHR_draco_mesh_compression` wants it).
//!
//! Written after Google's description of the bitstream and held to its decoder by tests. In: bytes of which each may lie, and
//! how much memory they may take; it is taken before anything is made. Out: triangles, points, and each attribute's value by
//! point. Never more work than the taken memory's.

mod attributes;
mod connectivity;
mod corners;
mod input;
mod mesh;
mod octahedron;
mod order;
mod predict;
mod rans;
mod seams;
mod symbols;
#[cfg(test)]
mod tests;

use input::Input;
use mesh::Memory;
pub(crate) use mesh::{Fault, Mesh, Numbers};

/// Bit of the flags: descriptions of attributes come before the mesh.
const HAS_METADATA: u16 = 1 << 15;
const MESH: u8 = 1;

/// `left`: bytes of memory the decoder may still allocate. Every allocation counts, also one that is freed again, and is subtracted.
pub(crate) fn decode(bytes: &[u8], left: &mut u64) -> Result<Mesh, Fault> {
    let mut memory = Memory { left: *left };
    let mesh = read(bytes, &mut memory);
    *left = memory.left;
    mesh
}

fn read(bytes: &[u8], memory: &mut Memory) -> Result<Mesh, Fault> {
    let mut input = Input::new(bytes);
    if input.take(5).ok() != Some(b"DRACO") {
        return Err("it does not begin as a Draco stream does");
    }
    if [input.u8()?, input.u8()?] != [2, 2] {
        return Err("it is not of version 2.2, the only one that glTF files may have");
    }
    if input.u8()? != MESH {
        return Err("it is a cloud of points, not triangles");
    }
    let method = input.u8()?;
    if input.u16()? & HAS_METADATA != 0 {
        skip_metadata(&mut input)?;
    }
    match method {
        0 => {
            let (triangles, points) = connectivity::sequential(&mut input, memory)?;
            let attributes = attributes::in_order(&mut input, points, memory)?;
            Ok(Mesh {
                triangles,
                points,
                attributes,
            })
        }
        1 => {
            let connected = connectivity::edgebreaker(&mut input, memory)?;
            let attributes = attributes::in_orders(&mut input, &connected, memory)?;
            Ok(Mesh {
                triangles: connected.point_of_corner,
                points: connected.points,
                attributes,
            })
        }
        _ => Err("its triangles are stored in no known way"),
    }
}

/// Names and values of attributes and of the whole, which nobody here asks for.
fn skip_metadata(input: &mut Input<'_>) -> Result<(), Fault> {
    /// Descriptions within descriptions; each is a name of its own in the stream.
    const DEEPEST: usize = 64;
    for _ in 0..input.count()? {
        input.count()?;
        skip_entries(input, DEEPEST)?;
    }
    skip_entries(input, DEEPEST)
}

fn skip_entries(input: &mut Input<'_>, deepest: usize) -> Result<(), Fault> {
    if deepest == 0 {
        return Err("its metadata are nested too deep");
    }
    for _ in 0..input.count()? {
        let name = input.u8()?;
        input.take(name.into())?;
        let value = input.count()?;
        input.take(value.into())?;
    }
    for _ in 0..input.count()? {
        let name = input.u8()?;
        input.take(name.into())?;
        skip_entries(input, deepest - 1)?;
    }
    Ok(())
}
