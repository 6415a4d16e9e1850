//! The meaning of a glTF document (docs/formats/gltf.md §2–§5): its scene as one model, meshes of many places as carried models,
//! and its clips.
//!
//! In: a document whose bytes are found but whose indices nobody has checked. Out: a lawful scene; ids of diagnostics are
//! `G` and a row of §8.

mod context;
mod facts;
mod fixtures;
mod geometry;
mod lights;
mod material;
mod motion;
mod nodes;
mod numbers;
mod placed;

use super::accessor::Accessors;
use super::document::Document;
use super::extensions;
use castview_base::core::{Choice, Diagnostics, Options, UpAxis};
use castview_base::scene::{Metadata, Model, Scene};
use context::Context;
use nodes::forest::Forest;
use nodes::skeleton::Bones;
use std::cell::RefCell;

/// Makes a scene of `document`. `fallback_name` is for what has no name; the choices are those that the file leaves.
pub fn lower(
    document: &Document,
    fallback_name: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> (Scene, Vec<Choice>) {
    let context = Context {
        document,
        accessors: Accessors::new(document),
        diagnostics: RefCell::new(std::mem::take(diagnostics)),
        choices: RefCell::new(extensions::choice(document.root()).into_iter().collect()),
        options,
    };
    let forest = Forest::new(&context);
    let mut bones = Bones::new(&context, &forest);
    let mut textures = material::Textures::default();
    let variant = material::chosen_variant(&context);
    let mut materials = material::Materials::new(&context, &mut textures, variant);
    let mut model = Model {
        name: forest.scene_name.clone().unwrap_or_else(|| fallback_name.to_owned()),
        skeleton: std::mem::take(&mut bones.skeleton),
        ..Model::default()
    };
    let placed = geometry::mesh::lower(&context, &forest, &bones, &mut materials, &mut model);
    let mut owners = nodes::owners::Owners::default();
    let (clips, key_places) = motion::clip::lower(
        &context,
        &forest,
        &bones,
        &placed,
        fallback_name,
        &mut owners,
        &mut model,
    );
    motion::visibility::hide(&context, &forest, &placed, &clips, &mut model);
    model.materials = materials.into_list();
    for (index, material) in model.materials.iter_mut().enumerate() {
        if let Some(name) = owners.name(nodes::owners::Owner::Material(index)) {
            material.name.clone_from(name);
        }
    }
    model.fixtures = fixtures::lower(&context, &forest, &bones, &owners);
    let apart = nodes::instancing::apart(&placed, &bones, &mut model);
    let root = document.root();
    let (textures, embedded) = textures.into_parts();
    let scene = Scene {
        metadata: Metadata {
            author: root.asset.copyright.clone(),
            software: root.asset.generator.clone(),
            up: Some(UpAxis::Y),
            certain_up: Some(UpAxis::Y),
            in_meters: true,
            scene_root: None,
        },
        models: std::iter::once(model).chain(apart).collect(),
        clips,
        textures,
        embedded,
        facts: facts::of_file(root),
        key_places,
        ..Scene::default()
    };
    geometry::cut::report(&context);
    let choices = context.choices.take();
    *diagnostics = context.diagnostics.take();
    (scene, choices)
}
