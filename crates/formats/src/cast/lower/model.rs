//! One Model node and everything below it (docs/formats/cast.md §2.2).

use super::geometry::blend_shape::{self, Targets};
use super::geometry::hair;
use super::geometry::mesh::{self, Surroundings};
use super::links::Links;
use super::material;
use super::parallel::in_parallel;
use super::{fields, rig, skeleton};
use crate::cast::{NodeKind, NodeView};
use crate::lower::names::Words;
use crate::lower::skin;
use crate::lower::slots::Slots;
use crate::lower::textures::Textures;
use crate::rules::cast as rule;
use castview_base::core::Diagnostics;
use castview_base::scene::{Mesh, Model, Skeleton};

pub(super) fn lower(
    node: NodeView<'_>,
    fallback_name: &str,
    (textures, words): (&mut Textures, &mut Words),
    diagnostics: &mut Diagnostics,
) -> Model {
    let links = Links::new(node.children());
    let children = |kind| node.children_of(kind).collect::<Vec<NodeView>>();
    let mut model = Model {
        name: fields::text(node, "n", diagnostics).unwrap_or_else(|| fallback_name.to_owned()),
        // cast.md A45: it places everything in the model, skinned or not.
        placement: fields::placement(node, diagnostics),
        ..Model::default()
    };
    let first = first_skeleton(node, diagnostics);
    if let Some(first) = first {
        model.skeleton = skeleton::lower(first, diagnostics);
        model.rig = rig::lower(first, &model.skeleton, diagnostics);
    }
    // Whatever is wrong with a list is told when the mesh itself is read.
    let listed = node
        .children_of(NodeKind::Mesh)
        .map(|mesh| fields::uints(mesh, "wb", &mut Diagnostics::default()).unwrap_or_default());
    let slots = Slots::of(listed, model.skeleton.len());
    if let Some(first) = first.filter(|_| !model.skeleton.is_empty()) {
        let is_used = node.children_of(NodeKind::Mesh).next().is_some();
        let (skin, flat) = skin::at_rest(&model.skeleton, is_used.then_some(&slots));
        model.skins.extend(skin);
        if let Some(told) = flat.told() {
            diagnostics.report(rule::C52, || first.place(), || told);
        }
    }
    for node in node.children_of(NodeKind::Material) {
        model
            .materials
            .push(material::lower(node, textures, words, diagnostics));
    }
    let shapes = children(NodeKind::BlendShape);
    let targets = Targets::of(&shapes, &links);
    let around = Surroundings {
        links: &links,
        bone_count: model.skeleton.len(),
        slots: &slots,
    };
    let meshes: Vec<(NodeView, bool)> = children(NodeKind::Mesh)
        .into_iter()
        .enumerate()
        .map(|(position, node)| (node, targets.contains(position)))
        .collect();
    model.meshes = in_parallel(
        &meshes,
        |(node, _)| *node,
        diagnostics,
        |(node, is_target), diagnostics| match is_target {
            true => Mesh {
                name: mesh::name(*node, diagnostics),
                ..Mesh::default()
            },
            false => mesh::lower(*node, &around, diagnostics),
        },
    );
    model.hairs = in_parallel(
        &children(NodeKind::Hair),
        |node| *node,
        diagnostics,
        |node, diagnostics| hair::lower(*node, &links, diagnostics),
    );
    let lowered = in_parallel(
        &shapes,
        |node| *node,
        diagnostics,
        |node, diagnostics| blend_shape::lower(*node, &links, &model.meshes, &targets, diagnostics),
    );
    model.blend_shapes = lowered.into_iter().flatten().collect();
    model
}

/// cast.md row 59: the first Skeleton child; the others are reported.
pub(super) fn first_skeleton<'a>(node: NodeView<'a>, diagnostics: &mut Diagnostics) -> Option<NodeView<'a>> {
    let mut skeletons = node.children_of(NodeKind::Skeleton);
    let first = skeletons.next();
    for other in skeletons {
        diagnostics.report(
            rule::C59,
            || other.place(),
            || "only the first skeleton counts; ignored".into(),
        );
    }
    first
}

/// The skeleton a clip brings along, for playing without a model (cast.md A26).
pub(super) fn clip_skeleton(node: NodeView<'_>, diagnostics: &mut Diagnostics) -> Option<Skeleton> {
    let skeleton = skeleton::lower(first_skeleton(node, diagnostics)?, diagnostics);
    (!skeleton.is_empty()).then_some(skeleton)
}
