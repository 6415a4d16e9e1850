//! The kit that integration tests share: rigs, files, scenes and sessions built in code, the program as a process, the adapter.
//! Each test binary uses its own part.
#![allow(dead_code)]

pub mod assets;
pub mod big_rig;
pub mod drivers;
pub mod everything;
pub mod gltf;
pub mod gpu;
pub mod measured;
pub mod mrtk;
pub mod multiplying;
pub mod mutate;
pub mod program;
pub mod reference;
pub mod rigs;
pub mod sessions;
pub mod shading;
pub mod shape_file;
pub mod shapes;
pub mod worlds;
