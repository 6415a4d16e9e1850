//! What a glTF document means (docs/formats/gltf.md §2–§5): the scene that is shown as one model, meshes of many places
//! as models that it carries there, and the clips that move them.
//!
//! In: a document whose bytes are found but whose indices nobody has checked. Out: a lawful scene; ids of diagnostics are
//! `G` and a row of §8.

mod clip;
mod cut;
mod facts;
mod fixtures;
mod forest;
mod influences;
mod instancing;
mod keys;
mod material;
mod matrix;
mod mesh;
mod morph;
mod numbers;
mod owners;
mod pointer;
mod primitive;
mod skeleton;
mod skin;
mod topology;
mod visibility;

use super::accessor::{Accessor, Accessors};
use super::document::Document;
use super::extensions;
use super::json::Id;
use crate::core::{BoneIndex, Choice, Diagnostics, Options, Place, Rule, UpAxis};
use crate::formats::rules::gltf as rule;
use crate::scene::{Metadata, Model, Scene};
use forest::Forest;
use skeleton::Bones;
use std::cell::RefCell;

/// What all parts of the way from document to scene share.
struct Context<'a> {
    document: &'a Document,
    accessors: Accessors<'a>,
    diagnostics: RefCell<Diagnostics>,
    choices: RefCell<Vec<Choice>>,
    options: &'a Options,
}

impl<'a> Context<'a> {
    /// In a file that is cut off, bytes and elements that are missing are told in one sentence for all of it.
    fn report(&self, rule: &'static Rule, place: impl FnOnce() -> Place, message: impl FnOnce() -> String) {
        if self.document.cut().is_some() && [rule::G9, rule::G10, rule::G13].contains(&rule) {
            return;
        }
        self.diagnostics.borrow_mut().report(rule, place, message);
    }

    /// `list[index]rest` in the file.
    fn place(&self, list: &str, index: usize, rest: &str) -> Place {
        self.document.place(list, index, rest)
    }

    /// `list[id]`, if there is one (row 10). `what` names who refers to it.
    fn within<'b, T>(
        &self,
        id: Option<Id>,
        list: &'b [T],
        name: &str,
        what: impl FnOnce() -> Place,
    ) -> Option<(usize, &'b T)> {
        let id = id?;
        let found = list.get(id.get()).map(|found| (id.get(), found));
        if found.is_none() {
            self.report(rule::G10, what, || {
                format!("there is no {name}[{id}] among {}; taken as absent", list.len())
            });
        }
        found
    }

    /// The accessor, or a report that `treatment` (row 9).
    fn accessor(&self, id: Id, place: impl Fn() -> Place, treatment: &str) -> Option<Accessor> {
        match self.accessors.open(id) {
            Ok(accessor) => {
                if accessor.sparse_faults > 0 {
                    self.report(rule::G35, place, || {
                        format!(
                            "{} of the sparse indices are out of order or beyond the end; the valid ones are used",
                            accessor.sparse_faults
                        )
                    });
                }
                Some(accessor)
            }
            Err(reason) => {
                self.report(rule::G9, place, || format!("{reason}; {treatment}"));
                None
            }
        }
    }

    /// The value, or a report that `treatment` (row 9).
    fn checked<T>(&self, result: Result<T, String>, place: impl Fn() -> Place, treatment: &str) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.report(rule::G9, place, || format!("{reason}; {treatment}"));
                None
            }
        }
    }
}

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
    let placed = mesh::lower(&context, &forest, &bones, &mut materials, &mut model);
    let mut owners = owners::Owners::default();
    let clips = clip::lower(
        &context,
        &forest,
        &bones,
        &placed,
        fallback_name,
        &mut owners,
        &mut model,
    );
    visibility::hide(&context, &forest, &placed, &clips, &mut model);
    model.materials = materials.into_list();
    for (index, material) in model.materials.iter_mut().enumerate() {
        if let Some(name) = owners.name(pointer::Owner::Material(index)) {
            material.name.clone_from(name);
        }
    }
    model.fixtures = fixtures::lower(&context, &forest, &bones, &owners);
    let apart = instancing::apart(&placed, &bones, &mut model);
    let root = document.root();
    let scene = Scene {
        metadata: Metadata {
            author: root.asset.copyright.clone(),
            software: root.asset.generator.clone(),
            up: Some(UpAxis::Y),
            certain_up: Some(UpAxis::Y),
            scene_root: None,
        },
        models: std::iter::once(model).chain(apart).collect(),
        clips,
        textures: textures.paths,
        embedded: textures.embedded,
        facts: facts::of_file(root),
        ..Scene::default()
    };
    cut::report(&context);
    let choices = context.choices.take();
    *diagnostics = context.diagnostics.take();
    (scene, choices)
}

/// What a node became.
type NodeBone = Option<BoneIndex>;
