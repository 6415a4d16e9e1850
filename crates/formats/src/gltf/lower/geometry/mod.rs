//! Meshes, skins, morph targets: vertices and what is told of each.

pub mod attributes;
pub mod cut;
pub mod influences;
pub mod mesh;
pub mod morph;
pub mod primitive;
pub mod skin;
pub mod topology;
