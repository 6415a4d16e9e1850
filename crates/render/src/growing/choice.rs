//! The order in which meshes are drawn: sent ones first, then by size in the picture over cost.
//!
//! In: a picture, what the renderer has sent, and how many steps there are. Out: the meshes that are left out for now.

use crate::cost::Work;
use crate::job::{Content, drawn_meshes, upload_cost};
use crate::renderer::Renderer;
use crate::upload::scene_gpu::ModelGpu;
use castview_base::core::{Identity, MeshIndex, ModelIndex};
use castview_base::scene::{Mesh, Scene};
use castview_picture::{Picture, PlacedModel};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A mesh that takes more steps than that by itself is worth a coarse form.
const LARGE: f64 = 3.0;
/// All is drawn where what is not there takes no more than so many times the steps of this picture: one more in between would hold up
/// the last.
const MOST_LEFT: f64 = 4.0;
/// So many coarse forms are made at most, of the largest in space.
const MOST_FORMS: usize = 16;

/// Part of a picture that is drawn for now.
pub(super) struct Choice {
    /// One list for each of the picture's models, one flag for each of its meshes.
    pub left_out: Vec<Vec<bool>>,
    /// Meshes that are drawn, and those that the whole picture draws.
    pub meshes: usize,
    pub of: usize,
    /// Share of the work for all meshes that is done then, 0…1.
    pub share: f32,
    /// Meshes that are left out and take many steps each, as positions of model and mesh, the largest in space first.
    pub large: Vec<(usize, usize)>,
}

/// A mesh that is not there yet.
struct Lacking {
    placed: usize,
    mesh: usize,
    /// Steps.
    cost: f64,
    /// Diagonal of its box, in the units of the stage.
    size: f64,
}

pub(super) fn content(placed: &PlacedModel) -> (*const Scene, ModelIndex) {
    (Arc::as_ptr(&placed.scene), placed.model)
}

/// Chooses the part to draw when `steps` steps of `limit` are for meshes that are not there. `None`: all of it, as the rest takes few
/// steps.
pub(super) fn choose(renderer: &Renderer, picture: &Picture, limit: &Work, steps: f64) -> Option<Choice> {
    let sent = sent_by(renderer);
    let (mut lacking, mut all, mut of) = (Vec::new(), 0.0, 0);
    let mut left_out: Vec<Vec<bool>> = Vec::with_capacity(picture.models.len());
    let mut counted: HashSet<Identity> = HashSet::new();
    for (at, placed) in picture.models.iter().enumerate() {
        let gpu = sent.get(&content(placed)).copied();
        let drawn = drawn_meshes(placed);
        for (index, mesh) in placed
            .model()
            .meshes
            .iter()
            .enumerate()
            .filter(|(index, _)| drawn[*index])
        {
            // Meshes that share their vertices are sent once.
            let is_new = counted.insert(mesh.positions.identity());
            let cost = cost(placed, (index, mesh), is_new).share_of(limit);
            (all, of) = (all + cost, of + 1);
            if !gpu.is_some_and(|gpu| gpu.has(index) || gpu.has(gpu.alike.first(index))) {
                lacking.push(Lacking {
                    placed: at,
                    mesh: index,
                    cost,
                    size: f64::from(size(placed, mesh)),
                });
            }
        }
        left_out.push(vec![false; drawn.len()]);
    }
    let missing: f64 = lacking.iter().map(|one| one.cost).sum();
    if missing.is_nan() || missing <= MOST_LEFT * steps {
        return None;
    }
    // As much surface as possible for each step.
    let worth = |one: &Lacking| one.size * one.size / one.cost.max(f64::MIN_POSITIVE);
    lacking.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let mut spent = 0.0;
    lacking.retain(|one| {
        let fits = spent + one.cost <= steps;
        spent += if fits { one.cost } else { 0.0 };
        left_out[one.placed][one.mesh] = !fits;
        !fits
    });
    lacking.sort_by(|a, b| b.size.total_cmp(&a.size));
    Some(Choice {
        left_out,
        meshes: of - lacking.len(),
        of,
        share: (1.0 - (missing - spent) / all) as f32,
        large: (lacking.iter().filter(|one| one.cost > LARGE))
            .map(|one| (one.placed, one.mesh))
            .take(MOST_FORMS)
            .collect(),
    })
}

/// Returns the models on the adapter, by content.
fn sent_by(renderer: &Renderer) -> HashMap<Content, &ModelGpu> {
    let mut sent: HashMap<Content, &ModelGpu> = HashMap::new();
    for gpu in renderer.shown.placed.iter().chain(&renderer.aside.placed) {
        let known = sent.entry((Arc::as_ptr(&gpu.scene), gpu.model)).or_insert(&gpu.gpu);
        if gpu.gpu.tried_count() > known.tried_count() {
            *known = &gpu.gpu;
        }
    }
    sent
}

/// Work of sending a mesh, if it `is_new`, deforming and drawing it.
fn cost(placed: &PlacedModel, (index, mesh): (usize, &Mesh), is_new: bool) -> Work {
    let deforms = mesh.skin.is_some() || placed.model().blend_shapes.of(MeshIndex::new(index)).next().is_some();
    Work {
        bytes: if is_new { upload_cost(mesh) } else { 0.0 },
        vertices: if deforms { mesh.vertex_count() as f64 } else { 0.0 },
        corners: (mesh.triangles.len() + mesh.lines.len()) as f64 * placed.places.len() as f64,
        draws: 1.0,
        pixels: 0.0,
        depths: 0.0,
    }
}

/// Diagonal of its box at rest, in the units of the stage.
fn size(placed: &PlacedModel, mesh: &Mesh) -> f32 {
    mesh.bounds.transformed(placed.stage_from_model).diagonal()
}
