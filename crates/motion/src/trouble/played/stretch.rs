//! Edges that a pose stretches, and places where linear skinning loses volume.
//!
//! In: pose after pose. Out: for each mesh the worst frame. Only some edges and vertices are looked at, chosen before the sweep: the edges
//! whose ends hang on bones far apart, and the vertices that hang most evenly on several bones. Frames of a long clip are left out, so that
//! it takes about half as long as the poses do.

use super::sweep::{Swept, WorstFrame, widen};
use crate::animation::{Pose, skeleton_size};
use crate::deform::{deform_vertex, morph_vertex};
use crate::trouble::found::{FoundTrouble, TroubleOf, Troubles};
use crate::trouble::looked_at::LookedAt;
use crate::trouble::table::{TroubleKind, TroubleKinds};
use castview_base::core::MeshIndex;
use castview_base::scene::{Mesh, Model, Skin, Skinning};
use glam::{Affine3A, Mat3A, Vec3};

/// Triangles of a mesh among which edges are chosen.
const TRIANGLES: usize = 200_000;
/// Edges and vertices chosen of all meshes together, and of one mesh at least.
const CHOSEN: [usize; 2] = [512, 16];
/// Meshes that are looked at.
const MESHES: usize = 256;
/// A vertex takes as long as so many bones.
const BONES: usize = 4;
/// Frames that are looked at, at least.
const FRAMES: usize = 12;
/// Shorter edges, as shares of the skeleton's size, are not worth a word.
const SHORTEST: f32 = 1e-3;
/// A stretched edge is so long at least, as a share of the skeleton's size.
const LONG: f32 = 0.03;

/// The edges and vertices of one mesh that are looked at.
struct MeshSample {
    mesh: MeshIndex,
    /// Ends, and length at rest.
    edges: Vec<([u32; 2], f32)>,
    blends: Vec<u32>,
    stretched: Option<WorstFrame>,
    lost: Option<WorstFrame>,
}

/// The meshes of one model.
pub(super) struct Surfaces {
    samples: Vec<MeshSample>,
    every: usize,
    seen: usize,
    size: f32,
}

impl Surfaces {
    /// Chooses edges and vertices; linear in the triangles and vertices of the model.
    pub fn new(at: LookedAt<'_>, swept: Swept) -> Self {
        let size = skeleton_size(at.model);
        let skinned = at.model.meshes.iter().enumerate().filter_map(|(index, mesh)| {
            let skin = at.model.skins.get(mesh.skin?.get())?;
            (!mesh.hidden && mesh.triangle_count() > 0).then_some((MeshIndex::new(index), mesh, skin))
        });
        let skinned: Vec<(MeshIndex, &Mesh, &Skin)> = skinned.take(MESHES).collect();
        let most = (CHOSEN[0] / skinned.len().max(1)).max(CHOSEN[1]);
        let rest = at.model.skeleton.rest_model_from_bone();
        let samples: Vec<MeshSample> = skinned
            .into_iter()
            .map(|(index, mesh, skin)| MeshSample {
                mesh: index,
                edges: match at.kinds.has(TroubleKind::StretchedEdge) {
                    true => edges((mesh, skin), &rest, size, most),
                    false => Vec::new(),
                },
                blends: match at.kinds.has(TroubleKind::LostVolume) && mesh.skinning == Skinning::Linear {
                    true => blends(mesh, most),
                    false => Vec::new(),
                },
                stretched: None,
                lost: None,
            })
            .collect();
        let vertices: usize = samples
            .iter()
            .map(|sample| 2 * sample.edges.len() + sample.blends.len())
            .sum();
        let affordable = at.model.skeleton.len() * swept.count / (BONES * vertices.max(1));
        let frames = affordable.clamp(FRAMES, swept.count.max(FRAMES));
        Self {
            samples,
            every: swept.count.div_ceil(frames).max(1),
            seen: 0,
            size,
        }
    }

    /// The next pose of the sweep.
    pub fn see(&mut self, model: &Model, pose: &Pose) {
        let at = self.seen;
        self.seen += 1;
        if !at.is_multiple_of(self.every) {
            return;
        }
        let bounds = [TroubleKind::StretchedEdge, TroubleKind::LostVolume].map(|kind| kind.row().bound);
        for sample in &mut self.samples {
            let stretch = sample.stretch(model, pose, LONG * self.size);
            widen(&mut sample.stretched, at, stretch, bounds[0]);
            let lost = sample.loss(model, pose);
            widen(&mut sample.lost, at, lost, bounds[1]);
        }
    }

    /// Adds what was found.
    pub fn tell(self, kinds: TroubleKinds, swept: Swept, out: &mut Troubles) {
        for sample in &self.samples {
            for (kind, found) in [
                (TroubleKind::StretchedEdge, sample.stretched),
                (TroubleKind::LostVolume, sample.lost),
            ] {
                let Some(found) = found.filter(|_| kinds.has(kind)) else {
                    continue;
                };
                let value = found.value;
                out.add(kind, || FoundTrouble {
                    kind,
                    of: TroubleOf::Mesh(sample.mesh),
                    frame: Some(swept.frame(found.worst)),
                    range: Some(swept.range(found)),
                    value,
                    message: match kind {
                        TroubleKind::StretchedEdge => {
                            format!("an edge of it is {value:.0} % as long as at rest, beside its other edges")
                        }
                        _ => format!("where its bones meet, {value:.0} % of its volume is lost"),
                    },
                });
            }
        }
    }
}

impl MeshSample {
    /// Length of the edge that grew most, in hundredths of its length at rest, beside the middle edge: a model that is scaled as a whole
    /// stretches nothing. Edges shorter than `long` do not count.
    fn stretch(&self, model: &Model, pose: &Pose, long: f32) -> f32 {
        let weights = &pose.shape_weights;
        let grown = self.edges.iter().map(|(ends, rest)| {
            let [a, b] = ends.map(|end| deform_vertex(model, self.mesh, pose, end as usize));
            // Shapes make edges long on purpose.
            let [c, d] = ends.map(|end| morph_vertex(model, self.mesh, weights, end as usize));
            let length = a.distance(b);
            (length / rest.max(c.distance(d)), length >= long)
        });
        let mut grown: Vec<(f32, bool)> = grown.collect();
        let most = grown.iter().filter(|(_, counts)| *counts).map(|(ratio, _)| *ratio);
        let most = most.fold(0.0, f32::max);
        if most == 0.0 {
            return 0.0;
        }
        let half = grown.len() / 2;
        let (_, middle, _) = grown.select_nth_unstable_by(half, |a, b| a.0.total_cmp(&b.0));
        most / middle.0.max(1.0) * 100.0
    }

    /// The greatest loss of volume at a vertex, in hundredths: determinant of the blended matrix, beside the mean of its parts.
    fn loss(&self, model: &Model, pose: &Pose) -> f32 {
        let mesh = &model.meshes[self.mesh.get()];
        let Some(palette) = mesh.skin.and_then(|skin| pose.palettes.get(skin.get())) else {
            return 0.0;
        };
        if self.blends.is_empty() || pose.skinning(self.mesh, mesh) != Skinning::Linear {
            return 0.0;
        }
        let lost = self
            .blends
            .iter()
            .map(|vertex| volume_lost(mesh, palette, *vertex as usize));
        lost.fold(0.0, f32::max) * 100.0
    }
}

fn volume_lost(mesh: &Mesh, palette: &[Affine3A], vertex: usize) -> f32 {
    let (mut blended, mut kept) = (Mat3A::ZERO, 0.0);
    for (slot, weight) in mesh.influences.of_vertex(vertex) {
        let matrix = palette[slot].matrix3;
        blended += matrix * weight;
        kept += matrix.determinant().abs() * weight;
    }
    match kept > 1e-12 {
        true => 1.0 - (blended.determinant().abs() / kept).min(1.0),
        false => 0.0,
    }
}

/// The edges whose ends hang on bones farthest apart for their length, `most` of them at most.
fn edges((mesh, skin): (&Mesh, &Skin), rest: &[Affine3A], size: f32, most: usize) -> Vec<([u32; 2], f32)> {
    let count = mesh.triangle_count();
    let every = count.div_ceil(TRIANGLES).max(1);
    let mut found: Vec<(f32, [u32; 2], f32)> = Vec::new();
    for triangle in (0..count).step_by(every) {
        let corners = [0, 1, 2].map(|at| mesh.triangles.get(3 * triangle + at));
        let places = corners.map(|corner| Vec3::from(mesh.positions.get(corner as usize)));
        let middles = corners.map(|corner| middle((mesh, skin), rest, corner as usize));
        for [a, b] in [[0, 1], [1, 2], [2, 0]] {
            let length = places[a].distance(places[b]);
            if length > SHORTEST * size {
                let ends = [corners[a].min(corners[b]), corners[a].max(corners[b])];
                found.push((middles[a].distance(middles[b]) / length, ends, length));
            }
        }
        // Only the best are kept on the way.
        if found.len() > 8 * most.max(512) {
            choose(&mut found, most);
        }
    }
    choose(&mut found, most);
    found.into_iter().map(|(_, ends, length)| (ends, length)).collect()
}

fn choose(found: &mut Vec<(f32, [u32; 2], f32)>, most: usize) {
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.dedup_by_key(|edge| edge.1);
    found.truncate(most);
}

/// The mean place of the bones that a vertex hangs on.
fn middle((mesh, skin): (&Mesh, &Skin), rest: &[Affine3A], vertex: usize) -> Vec3 {
    let of_vertex = mesh.influences.of_vertex(vertex);
    of_vertex
        .map(|(slot, weight)| Vec3::from(rest[skin.bones[slot].get()].translation) * weight)
        .sum()
}

/// The vertices that hang most evenly on several bones, `most` of them at most.
fn blends(mesh: &Mesh, most: usize) -> Vec<u32> {
    let vertices = mesh.vertex_count();
    let every = vertices.div_ceil(TRIANGLES).max(1);
    let mut found: Vec<(f32, u32)> = (0..vertices)
        .step_by(every)
        .filter_map(|vertex| {
            let most = mesh
                .influences
                .of_vertex(vertex)
                .map(|(_, weight)| weight)
                .fold(0.0, f32::max);
            (most > 0.0 && most < 0.9).then_some((most, vertex as u32))
        })
        .collect();
    // The most even ones of all parts, not those of one joint: every so manyth of the evener half.
    found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    found.truncate(found.len().div_ceil(2).max(most));
    found.sort_by_key(|(_, vertex)| *vertex);
    let every = found.len().div_ceil(most).max(1);
    found.into_iter().step_by(every).map(|(_, vertex)| vertex).collect()
}
