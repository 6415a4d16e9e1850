//! Scene + frame → pose → vertices, on the CPU.

#![deny(missing_docs)]

pub mod animation;
pub mod deform;
