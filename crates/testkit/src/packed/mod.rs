//! Files in which other things are packed: texels by blocks, files in archives.

pub mod exr;
pub mod ktx;
pub mod zip;
