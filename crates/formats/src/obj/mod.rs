//! Wavefront OBJ and MTL, written only: surfaces as they stand, without bones.

mod material;
mod names;
mod write;

pub use write::{ObjFiles, ObjPart, write};
