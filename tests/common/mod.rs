//! What several integration tests share. Each test crate uses its own part.
#![allow(dead_code)]

pub mod extremes;
pub mod gpu;
pub mod program;
pub mod random_rig;
pub mod reference;
pub mod rigs;
pub mod shading;
pub mod shapes;
pub mod staged;
pub mod worlds;
