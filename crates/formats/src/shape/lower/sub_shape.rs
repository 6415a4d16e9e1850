//! Sub shapes → instances of other files on the root node (docs/formats/shape.md §3.2, §6.1, §7 row 29).
//!
//! Their placements have the root's rest transform in them; what moves the root carries them along
//! ([`castview_base::scene::Scene::instances_on`]).

use super::matrix::take_apart;
use super::node::Nodes;
use super::space::Space;
use crate::rules::shape as rule;
use crate::shape::Document;
use castview_base::core::Diagnostics;
use castview_base::scene::Instance;
use glam::{Affine3A, Mat4, Vec3};

pub fn lower(document: &Document, space: &Space, nodes: &Nodes, diagnostics: &mut Diagnostics) -> Vec<Instance> {
    let mut instance = |(index, sub): (usize, &crate::shape::SubShape)| {
        let root_from_sub = Affine3A::from_scale_rotation_translation(
            Vec3::from(sub.scale),
            space.turn(sub.rotation),
            space.vector(sub.position),
        );
        let (placement, _) = take_apart(&Mat4::from(nodes.rest[0] * root_from_sub));
        let is_finite = placement.translation.is_finite() && placement.scale.is_finite();
        let path = document.text(sub.file);
        if path.is_empty() || !is_finite || !placement.rotation.is_normalized() {
            let place = || document.place(|| format!("sub_shape[{index}]"), sub.at);
            diagnostics.report(rule::S29, place, || {
                "the sub shape names no file, or stands nowhere that numbers reach; left out".into()
            });
            return None;
        }
        Some(Instance {
            name: document.text(sub.name).into(),
            path: path.into(),
            placement,
            offset: sub.at as u64,
        })
    };
    let sub_shapes = document.sub_shapes.iter().enumerate();
    sub_shapes.filter_map(&mut instance).collect()
}
