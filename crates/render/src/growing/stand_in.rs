//! Coarse forms in place of meshes that are still on their way.
//!
//! In: large meshes of a model. Out: a scene of their coarse forms, whose tables have the same indices, so that the model's pose, textures and
//! materials fit it. It is drawn as one more model in the model's place, and the replaced meshes are hidden.

use super::choice::{Choice, content};
use crate::cost::Work;
use crate::passes::wire::wants_edges;
use castview_base::core::{MeshIndex, ModelIndex};
use castview_base::scene::{BlendShape, Coarse, Mesh, Model, Scene};
use castview_picture::{BoneMarks, Picture, PlacedKey, PlacedModel, Selection, Shadows};
use std::sync::{Arc, Weak};

/// Steps that the coarse forms of one picture take together, about.
const STEPS: f64 = 2.0;
/// Vertices of all of them, however much a step may do.
const LEAST: f64 = 4096.0;
const MOST: f64 = 200_000.0;
/// As a coarse form has them, with two triangles for each.
const EACH: Work = Work {
    bytes: 144.0,
    vertices: 1.0,
    corners: 6.0,
    draws: 0.0,
    pixels: 0.0,
    depths: 0.0,
};

/// Coarse forms of some meshes of one model.
pub(super) struct StandIn {
    pub of: Weak<Scene>,
    model: ModelIndex,
    /// Its only model has as many meshes as the one it stands for, most of them empty.
    scene: Arc<Scene>,
}

impl StandIn {
    fn is_of(&self, placed: &PlacedModel) -> bool {
        (self.of.as_ptr(), self.model) == content(placed)
    }

    /// Whether it has a form of anything that is left out.
    pub fn is_for(&self, picture: &Picture, choice: &Choice) -> bool {
        let models = picture.models.iter().zip(&choice.left_out);
        let mut own = models.filter(|(placed, _)| self.is_of(placed));
        own.any(|(_, left_out)| self.forms().any(|mesh| left_out.get(mesh) == Some(&true)))
    }

    /// Positions of the meshes it has a form of.
    fn forms(&self) -> impl Iterator<Item = usize> + '_ {
        let meshes = self
            .scene
            .models
            .iter()
            .flat_map(|model| model.meshes.iter().enumerate());
        meshes.filter(|(_, mesh)| mesh.vertex_count() > 0).map(|(at, _)| at)
    }
}

/// Whether coarse forms may be shown: not where edges are seen, or what vertices are like.
pub(super) fn fits(picture: &Picture) -> bool {
    picture.color_by.reads_materials() && picture.divided.is_none() && !wants_edges(picture)
}

/// How many vertices all coarse forms of a picture have together, when a step does `limit`.
pub(super) fn most_vertices(limit: &Work) -> usize {
    (STEPS / EACH.share_of(limit)).clamp(LEAST, MOST) as usize
}

/// Coarse forms of meshes, each of at most `most` vertices; meshes that have none are left out. Takes as long as packing the meshes.
pub(super) fn made_of(meshes: &[(Arc<Scene>, ModelIndex, usize)], most: usize) -> Vec<StandIn> {
    let mut out: Vec<StandIn> = Vec::new();
    let same = |a: &(Arc<Scene>, ModelIndex, usize), b: &(Arc<Scene>, ModelIndex, usize)| {
        Arc::ptr_eq(&a.0, &b.0) && a.1 == b.1
    };
    let mut meshes = meshes.to_vec();
    meshes.sort_by_key(|(scene, model, _)| (Arc::as_ptr(scene), *model));
    for run in meshes.chunk_by(same) {
        let [(scene, model, _), ..] = run else { continue };
        let forms: Vec<(usize, Coarse)> = run
            .iter()
            .filter_map(|(.., mesh)| Some((*mesh, Coarse::of(&scene.models[model.get()].meshes[*mesh], most)?)))
            .collect();
        if !forms.is_empty() {
            out.push(StandIn {
                of: Arc::downgrade(scene),
                model: *model,
                scene: Arc::new(scene_of(scene, *model, forms)),
            });
        }
    }
    out
}

/// A scene of one model with those forms. It has no bones, as nothing but its surfaces is drawn.
fn scene_of(scene: &Scene, model: ModelIndex, forms: Vec<(usize, Coarse)>) -> Scene {
    let whole = &scene.models[model.get()];
    let form_of = |mesh: MeshIndex| forms.iter().find(|(at, _)| *at == mesh.get()).map(|(_, form)| form);
    let shape = |shape: &BlendShape| form_of(shape.mesh).map_or_else(|| shape.emptied(), |form| form.shape(shape));
    let blend_shapes = whole.blend_shapes.iter().map(shape).collect();
    let mut meshes: Vec<Mesh> = whole.meshes.iter().map(|_| Mesh::default()).collect();
    for (at, form) in forms {
        meshes[at] = form.mesh;
    }
    let model = Model {
        name: whole.name.clone(),
        placement: whole.placement,
        skins: whole.skins.clone(),
        materials: whole.materials.clone(),
        meshes,
        blend_shapes,
        ..Model::default()
    };
    Scene {
        models: vec![model],
        textures: scene.textures.clone(),
        ..Scene::default()
    }
}

/// `picture` without what is left out, with coarse forms of it where there are any; and how many meshes these stand for.
pub(super) fn reduced(picture: Picture, choice: &Choice, stand_ins: &[StandIn]) -> (Picture, usize) {
    let mut coarse = 0;
    let mut models = Vec::with_capacity(picture.models.len());
    for (placed, left_out) in picture.models.into_iter().zip(&choice.left_out) {
        let hides = |at: usize| placed.hidden_meshes.get(at) == Some(&true);
        let forms = stand_ins.iter().filter(|one| one.is_of(&placed)).map(|one| {
            let mut shown = vec![false; left_out.len()];
            one.forms().for_each(|mesh| shown[mesh] = left_out[mesh]);
            (one, shown)
        });
        let forms: Vec<_> = forms.filter(|(_, shown)| shown.contains(&true)).collect();
        let hidden = (0..left_out.len()).map(|at| hides(at) || left_out[at]).collect();
        let forms = forms.into_iter().enumerate().map(|(nth, (one, shown))| {
            coarse += shown.iter().filter(|shown| **shown).count();
            PlacedModel {
                key: key_of(placed.key, nth),
                scene: one.scene.clone(),
                model: ModelIndex::new(0),
                hidden_meshes: Arc::new(shown.iter().map(|shown| !shown).collect()),
                selection: placed.selection.filter(is_of_surface),
                bones: BoneMarks::default(),
                ..placed.clone()
            }
        });
        let forms: Vec<PlacedModel> = forms.collect();
        models.push(match left_out.contains(&true) {
            true => PlacedModel {
                hidden_meshes: Arc::new(hidden),
                ..placed
            },
            false => placed,
        });
        models.extend(forms);
    }
    let picture = Picture {
        models,
        // They show the same meshes once more, which would all have to be there.
        ghosts: Vec::new(),
        // They would be drawn anew with all that comes.
        shadows: Shadows::default(),
        // It would be drawn twice.
        reflection: None,
        ..picture
    };
    (picture, coarse)
}

/// A name that no placed model has: those are counted from 0.
fn key_of(PlacedKey(key): PlacedKey, nth: usize) -> PlacedKey {
    PlacedKey(u64::MAX - (key << 8) - nth as u64)
}

fn is_of_surface(selection: &Selection) -> bool {
    matches!(
        selection,
        Selection::Model | Selection::Mesh(_) | Selection::Instances { .. }
    )
}
