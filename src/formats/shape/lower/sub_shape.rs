//! Sub shapes → instances of other files on the root node (spec/shape.md 3.2, 6.1, row 29).
//!
//! They stand where the root stands at rest: an instance has no node to hang on.

use super::matrix::take_apart;
use super::node::Nodes;
use super::space::Space;
use crate::formats::shape::Document;
use crate::scene::Instance;
use glam::{Affine3A, Mat4, Vec3};

pub fn lower(document: &Document, space: &Space, nodes: &Nodes) -> Vec<Instance> {
    let instance = |sub: &crate::formats::shape::SubShape| {
        let root_from_sub = Affine3A::from_scale_rotation_translation(
            Vec3::from(sub.scale),
            space.turn(sub.rotation),
            space.vector(sub.position),
        );
        let (placement, _) = take_apart(&Mat4::from(nodes.rest[0] * root_from_sub));
        Instance {
            name: document.text(sub.name).into(),
            path: document.text(sub.file).into(),
            placement,
            offset: sub.at as u64,
        }
    };
    document.sub_shapes.iter().map(instance).collect()
}
