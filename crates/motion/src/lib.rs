//! Scene + frame → pose → vertices, on the CPU; and the mistakes that show in them.

#![deny(missing_docs)]

pub mod animation;
pub mod deform;
pub mod trouble;
