//! Scene + frame → pose → vertices, on the CPU.

pub mod animation;
pub mod deform;
