//! Document → scene: what the bones, meshes and materials mean (docs/formats/semodel.md §4).
//!
//! In: a document, right or wrong. Out: a scene of one model, and diagnostics of all that was repaired, dropped or guessed. Arrays stay in the
//! file's bytes, corners of faces in an order of their own, but for those that had to be repaired. Never fails.

mod bones;
mod faces;
mod materials;
mod mesh;
mod weights;

use super::Document;
use crate::lower::names::Words;
use crate::lower::skin;
use crate::lower::slots::Slots;
use crate::lower::textures::Textures;
use crate::rules::semodel as rule;
use crate::vertex_colors;
use castview_base::core::{Choice, Diagnostics, Options, Place, UpAxis};
use castview_base::scene::{Fact, Mesh, Metadata, Model, Scene};
use rayon::prelude::*;

/// The key of the choice which axis is up.
pub const UP: &str = "up";

/// The scene `document` describes. `name`, usually the file's stem, is that of the model, for the file has none.
pub fn lower(
    document: &Document,
    name: &str,
    options: &Options,
    diagnostics: &mut Diagnostics,
) -> (Scene, Vec<Choice>) {
    let (mut textures, mut words) = (Textures::default(), Words::default());
    let skeleton = bones::lower(document, diagnostics);
    let materials: Vec<_> = (0..document.materials.len())
        .map(|at| materials::lower(document, at, (&mut textures, &mut words), diagnostics))
        .collect();
    let listed = document.meshes.iter().filter_map(|mesh| weights::bones(document, mesh));
    let slots = Slots::of(listed, skeleton.len());
    let meshes: Vec<(Mesh, Diagnostics)> = (0..document.meshes.len())
        .into_par_iter()
        .map(|at| {
            let mut found = Diagnostics::default();
            let mesh = mesh::lower(document, at, (&slots, skeleton.len()), &mut found);
            (mesh, found)
        })
        .collect();
    let mut model = Model {
        name: name.to_owned(),
        materials,
        ..Model::default()
    };
    for (mesh, found) in meshes {
        diagnostics.append(found);
        model.meshes.push(mesh);
    }
    if !skeleton.is_empty() {
        let is_used = model.meshes.iter().any(|mesh| mesh.skin.is_some());
        let (skin, flat) = skin::at_rest(&skeleton, is_used.then_some(&slots));
        model.skins.extend(skin);
        if let Some(told) = flat.told() {
            diagnostics.report(rule::SM12, Place::default, || told);
        }
    }
    model.skeleton = skeleton;
    let (up, of_up) = up_axis(options);
    let mut scene = Scene {
        metadata: Metadata {
            up: Some(up),
            ..Metadata::default()
        },
        facts: facts(document, &model),
        models: vec![model],
        textures: textures.into_paths(),
        ..Scene::default()
    };
    let of_colors = vertex_colors::choose(&mut scene, options);
    (scene, [Some(of_up), of_colors].into_iter().flatten().collect())
}

/// No file says which axis is up. The games that these files come from stand on z.
fn up_axis(options: &Options) -> (UpAxis, Choice) {
    const AXES: [(&str, UpAxis); 3] = [("z", UpAxis::Z), ("y", UpAxis::Y), ("x", UpAxis::X)];
    let chosen = AXES.iter().find(|(value, _)| options.get(UP) == Some(value));
    let (value, axis) = *chosen.unwrap_or(&AXES[0]);
    let choice = Choice {
        key: UP,
        title: "Up axis",
        values: AXES.map(|(value, _)| (value.into(), value.to_uppercase())).into(),
        chosen: value.into(),
        outcome: match chosen {
            Some(_) => value.into(),
            None => "z: the format says nothing, and games that it comes from stand on z".into(),
        },
        is_offer: false,
    };
    (axis, choice)
}

/// Materials of further UV layers, which nothing shows.
fn facts(document: &Document, model: &Model) -> Vec<Fact> {
    const MOST: usize = 10_000;
    let name = |number: i32| {
        let material = usize::try_from(number).ok().and_then(|at| model.materials.get(at));
        material.map_or_else(|| "none".to_owned(), |material| material.name.clone())
    };
    let of_mesh = |(at, mesh): (usize, &super::Mesh)| {
        let numbers = materials::numbers(document, mesh).enumerate().skip(1);
        let children: Vec<Fact> = numbers
            .map(|(layer, number)| Fact::new(format!("UV layer {layer}"), name(number)))
            .collect();
        (!children.is_empty()).then(|| Fact::heading(format!("mesh {at}"), children))
    };
    let children: Vec<Fact> = document
        .meshes
        .iter()
        .enumerate()
        .filter_map(of_mesh)
        .take(MOST)
        .collect();
    match children.is_empty() {
        true => Vec::new(),
        false => vec![Fact::heading("Materials of further UV layers", children)],
    }
}
