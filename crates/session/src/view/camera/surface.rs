//! Where a ray meets what is drawn.
//!
//! In: a ray in world space, the models as they are posed and placed. Out: distances along the ray. The work of one question is bounded:
//! a mesh that the bound does not cover is known by some of its vertices only. No picture and no GPU is waited for.

use crate::composition::attach::camera_travel;
use crate::selection::bone_numbers::upright_from_bone;
use crate::stage::up_axis;
use crate::view::bones::picking::drawn_at;
use crate::view::ground::world_bounds;
use crate::{Edits, Placed, Selected, Session, View};
use castview_base::core::{Bounds, MeshIndex, mean_scale};
use castview_base::scene::Mesh;
use castview_motion::deform::{self, Deformed, Rest};
use castview_picture::PlacedKey;
use glam::{Affine3A, Vec2, Vec3};
use std::collections::BTreeSet;

/// Vertices that are deformed for one question.
const MOST_VERTICES: usize = 300_000;
/// Triangles that are looked at for one question.
const MOST_TRIANGLES: usize = 1_000_000;
/// Vertices that stand for a mesh that costs more than is left, and for one without triangles; and those of all such meshes.
const SAMPLES: usize = 4_096;
const MOST_SAMPLES: usize = 40_000;
/// Places of models that are looked at for one question.
const MOST_PLACES: usize = 20_000;
/// Half of the width of the ray where vertices stand for a surface, as a share of the height of the picture.
const WIDTH: f32 = 0.015;

/// A half line in world space, or in that of a model: distances are the same in both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray {
    pub origin: Vec3,
    /// Direction of unit length in world space.
    pub direction: Vec3,
    /// Half of its width, in world space: at the origin, and how much it grows over a distance of 1.
    width: [f32; 2],
}

/// Work that is left of the bounds above.
struct Work {
    vertices: usize,
    triangles: usize,
    samples: usize,
    scratch: Deformed,
}

/// How a mesh is met.
enum Met {
    /// Its surface, at these distances, each with its triangle.
    Surface(Vec<(f32, usize)>),
    /// Some of its vertices, the nearest of them at this distance; the surface would cost too much.
    Roughly(Option<(f32, usize)>),
    /// Its vertices or some of them; it has no surface that one could be inside of.
    Thin(Option<(f32, usize)>),
}

/// A place of a mesh that is drawn.
pub(crate) struct SpotUnder {
    pub model: PlacedKey,
    pub mesh: MeshIndex,
    /// The corners of the triangle there; of a mesh that is known by some of its vertices the nearest of these.
    pub vertices: Vec<u32>,
}

/// Where a ray meets something first.
struct Nearest {
    at: f32,
    /// `None`: it is a hair.
    spot: Option<SpotUnder>,
}

impl Ray {
    pub fn new(origin: Vec3, direction: Vec3) -> Self {
        Self {
            origin,
            direction,
            width: [0.0; 2],
        }
    }

    /// Distances at which `bounds` is entered and left; the first is 0 inside of it.
    pub fn through(&self, bounds: &Bounds) -> Option<[f32; 2]> {
        if bounds.is_empty() {
            return None;
        }
        let (mut enter, mut leave) = (0.0_f32, f32::INFINITY);
        for axis in 0..3 {
            let (origin, direction) = (self.origin[axis], self.direction[axis]);
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            if direction == 0.0 {
                if origin < low || origin > high {
                    return None;
                }
                continue;
            }
            let (a, b) = ((low - origin) / direction, (high - origin) / direction);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
        (enter <= leave).then_some([enter, leave])
    }

    /// The same ray inside of something that `matrix` stands in the world.
    fn inside(&self, world_from_inner: Affine3A) -> Option<Self> {
        let inner_from_world = world_from_inner.inverse();
        inner_from_world.is_finite().then(|| Self {
            origin: inner_from_world.transform_point3(self.origin),
            direction: inner_from_world.transform_vector3(self.direction),
            width: self.width,
        })
    }

    /// Whichever way the triangle is turned (Möller and Trumbore 1997).
    fn triangle(&self, [a, b, c]: [Vec3; 3]) -> Option<f32> {
        let (ab, ac) = (b - a, c - a);
        let p = self.direction.cross(ac);
        let determinant = ab.dot(p);
        let from_a = self.origin - a;
        let u = from_a.dot(p) / determinant;
        let q = from_a.cross(ab);
        let v = self.direction.dot(q) / determinant;
        let at = ac.dot(q) / determinant;
        let meets = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && at > 0.0 && at.is_finite();
        meets.then_some(at)
    }
}

impl Work {
    /// For as much as `questions` of them may take.
    fn of(questions: usize) -> Self {
        Self {
            vertices: MOST_VERTICES * questions,
            triangles: MOST_TRIANGLES * questions,
            samples: MOST_SAMPLES * questions,
            scratch: Deformed::default(),
        }
    }

    /// Whether `mesh` fits into what is left.
    fn takes(&mut self, mesh: &Mesh) -> bool {
        let (vertices, triangles) = (mesh.vertex_count(), mesh.triangle_count());
        let fits = vertices <= self.vertices && triangles <= self.triangles;
        if fits {
            self.vertices -= vertices;
            self.triangles -= triangles;
        }
        fits
    }

    /// Which of `count` vertices or points stand for all.
    fn samples(&mut self, count: usize) -> impl Iterator<Item = usize> + use<> {
        let most = SAMPLES.min(self.samples).min(count);
        self.samples -= most;
        (0..count).step_by(count.div_ceil(most.max(1)).max(1)).take(most)
    }
}

/// The nearest point of a surface that is drawn, in world space, at `ndc` (−1…1, y up) of the picture. Without a surface a bone
/// that is drawn there counts. `None`: nothing is there.
pub fn point_under(session: &Session, ndc: Vec2) -> Option<Vec3> {
    let ray = ray_through(session, ndc);
    let at = surface_along(session, &ray).or_else(|| bone_along(session, &ray, ndc))?;
    let point = ray.origin + ray.direction * at;
    point.is_finite().then_some(point)
}

/// The nearest place of a mesh that is drawn, at `ndc` of the picture. `None`: nothing, or a hair, is there.
pub(crate) fn spot_under(session: &Session, ndc: Vec2) -> Option<SpotUnder> {
    nearest_along(session, &ray_through(session, ndc))?.spot
}

fn ray_through(session: &Session, ndc: Vec2) -> Ray {
    let mut camera = session.view.camera;
    camera.target += camera_travel(session);
    let (mut origin, direction) = camera.ray(ndc, session.view.viewport_aspect());
    let wide = camera.half_height() * 2.0 * WIDTH;
    let width = match camera.projection {
        castview_base::core::Projection::Perspective => [0.0, wide / camera.distance],
        castview_base::core::Projection::Orthographic => {
            // An orthographic camera draws surfaces behind the eye as well.
            origin -= direction * (world_bounds(session).diagonal() + camera.distance);
            [wide, 0.0]
        }
    };
    Ray {
        origin,
        direction,
        width,
    }
}

/// The distance of the nearest surface.
fn surface_along(session: &Session, ray: &Ray) -> Option<f32> {
    nearest_along(session, ray).map(|nearest| nearest.at)
}

fn nearest_along(session: &Session, ray: &Ray) -> Option<Nearest> {
    let mut work = Work::of(1);
    let mut nearest: Option<Nearest> = None;
    let is_nearer = |at: f32, nearest: &Option<Nearest>| nearest.as_ref().is_none_or(|found| at < found.at);
    for (entered, placed, world_from_model) in self::entered(session, ray, &mut work) {
        if nearest.is_some() && !is_nearer(entered, &nearest) {
            break;
        }
        let Some(inner) = ray.inside(world_from_model) else {
            continue;
        };
        let scale = scale_of(world_from_model);
        let (view, edits) = (&session.view, &session.edits);
        view.each_met(edits, placed, &inner, scale, &mut work, |mesh, met| {
            let (found, is_surface) = match met {
                Met::Surface(all) => (all.into_iter().min_by(|(a, _), (b, _)| a.total_cmp(b)), true),
                Met::Roughly(one) | Met::Thin(one) => (one, false),
            };
            let Some((at, element)) = found.filter(|(at, _)| at.is_finite() && is_nearer(*at, &nearest)) else {
                return;
            };
            let spot = mesh.map(|mesh| SpotUnder {
                model: placed.key,
                mesh,
                vertices: match is_surface {
                    true => corners(&placed.model().meshes[mesh.get()], element).into(),
                    false => vec![element as u32],
                },
            });
            nearest = Some(Nearest { at, spot });
        });
    }
    nearest
}

/// The models, wherever they stand, whose boxes the ray goes through: the distance at which it does, the nearest first.
fn entered<'a>(session: &'a Session, ray: &Ray, work: &mut Work) -> Vec<(f32, &'a Placed, Affine3A)> {
    let world_from_stage = up_axis::world_from_stage(session);
    let mut entered = Vec::new();
    let mut left = MOST_PLACES;
    for placed in session.stage.models() {
        if !placed.pose().model_visible || !placed.model().has_surface() {
            continue;
        }
        let around_all = placed.bounds().transformed(world_from_stage);
        let Some([all, _]) = ray.through(&around_all) else {
            continue;
        };
        let places = session
            .view
            .places_within_budget(placed.key, placed.standing().places.clone());
        let once = places.len() == 1;
        let vertices: usize = placed.model().meshes.iter().map(Mesh::vertex_count).sum();
        let is_known = !once && (!placed.reach().is_exact() || vertices <= work.vertices);
        let around = match is_known {
            true => placed.reach().bounds(placed.model(), placed.pose()),
            false => Bounds::EMPTY,
        };
        work.vertices = work.vertices.saturating_sub(if is_known { vertices } else { 0 });
        for place in places.iter().take(left) {
            let world_from_model = world_from_stage * *place * placed.stage_from_model();
            let at = match is_known {
                true => ray
                    .through(&around.transformed(world_from_model))
                    .map(|[enter, _]| enter),
                false => Some(all),
            };
            entered.extend(at.map(|at| (at, placed, world_from_model)));
        }
        left = left.saturating_sub(places.len());
    }
    entered.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    entered
}

/// How far along `ray` its origin has to go to be in no mesh of `placed`, which stands once in the world. A mesh counts as closed: an
/// odd number of surfaces ahead means that the origin is inside. Where a mesh costs too much, the origin has to leave the box of its
/// model.
pub(super) fn way_out(session: &Session, placed: &Placed, ray: &Ray) -> f32 {
    const MOST_STEPS: usize = 16;
    // As a rule two steps do: one to leave the model, one to see that it is left.
    let mut work = Work::of(4);
    let world_from_model = up_axis::world_from_stage(session) * placed.first_stage_from_model();
    let scale = scale_of(world_from_model);
    let around = placed.bounds().transformed(up_axis::world_from_stage(session));
    let mut way = 0.0_f32;
    for _ in 0..MOST_STEPS {
        let here = Ray {
            origin: ray.origin + ray.direction * way,
            ..*ray
        };
        let Some(inner) = here.inside(world_from_model) else {
            break;
        };
        let mut out = 0.0_f32;
        session
            .view
            .each_met(&session.edits, placed, &inner, scale, &mut work, |_, met| match met {
                Met::Surface(all) if all.len() % 2 == 1 => {
                    out = out.max(all.into_iter().map(|(at, _)| at).fold(f32::INFINITY, f32::min));
                }
                Met::Surface(_) | Met::Thin(_) => {}
                Met::Roughly(_) => {
                    if let Some([0.0, leave]) = here.through(&around) {
                        out = out.max(leave);
                    }
                }
            });
        if out <= 0.0 || !out.is_finite() {
            break;
        }
        // A little more, so that the surface itself is seen from outside.
        way += out + around.diagonal() * 1e-3;
    }
    way
}

/// Distance of a bone that is drawn under the pointer.
fn bone_along(session: &Session, ray: &Ray, ndc: Vec2) -> Option<f32> {
    const REACH: f32 = 10.0;
    let size = glam::uvec2(session.view.viewport[0], session.view.viewport[1]).as_vec2();
    let at = glam::vec2(1.0 + ndc.x, 1.0 - ndc.y) * 0.5 * size;
    let drawn = drawn_at(session, at, REACH).into_iter();
    let bone = |item| match item {
        Selected::Bone(model, bone) => Some((model, bone)),
        _ => None,
    };
    let (model, bone) = drawn.filter_map(bone).next()?;
    let placed = session.stage.placed(model)?;
    let head = upright_from_bone(session, placed, bone).translation;
    let at = (Vec3::from(head) - ray.origin).dot(ray.direction);
    (at > 0.0).then_some(at)
}

impl View {
    /// Calls `each` for every drawn mesh of `placed` that may meet the ray, which is in model space; `scale` takes lengths there to
    /// the world.
    fn each_met(
        &self,
        edits: &Edits,
        placed: &Placed,
        ray: &Ray,
        scale: f32,
        work: &mut Work,
        mut each: impl FnMut(Option<MeshIndex>, Met),
    ) {
        let model = placed.model();
        let undrawn = self.undrawn_meshes(edits, placed);
        let shaped: BTreeSet<MeshIndex> = model.blend_shapes.iter().map(|shape| shape.mesh).collect();
        for (index, mesh) in model.meshes.iter().enumerate() {
            let key = MeshIndex::new(index);
            let is_drawn = placed.pose().mesh_visible[index] && undrawn.get(index) != Some(&true);
            if !is_drawn || mesh.vertex_count() == 0 {
                continue;
            }
            let stays = mesh.skin.is_none() && !shaped.contains(&key);
            if stays && mesh.triangle_count() > 0 && ray.through(&mesh.bounds).is_none() {
                continue;
            }
            let has_surface = mesh.triangle_count() > 0;
            if has_surface && work.takes(mesh) {
                deform::deform(model, key, placed.pose(), Rest::default(), &mut work.scratch);
                each(
                    Some(key),
                    Met::Surface(triangles_met(mesh, &work.scratch.positions, ray)),
                );
                continue;
            }
            let some = work.samples(mesh.vertex_count());
            let points = some.map(|vertex| (vertex, deform::deform_vertex(model, key, placed.pose(), vertex)));
            let nearest = points_met(points, ray, scale);
            let met = match has_surface {
                true => Met::Roughly(nearest),
                false => Met::Thin(nearest),
            };
            each(Some(key), met);
        }
        for hair in &model.hairs {
            let points = work.samples(hair.points.len());
            let points = points.map(|point| (point, Vec3::from(hair.points.get(point))));
            each(None, Met::Thin(points_met(points, ray, scale)));
        }
    }
}

/// The vertices of a triangle.
fn corners(mesh: &Mesh, triangle: usize) -> [u32; 3] {
    [0, 1, 2].map(|corner| mesh.triangles.get(triangle * 3 + corner))
}

fn triangles_met(mesh: &Mesh, positions: &[Vec3], ray: &Ray) -> Vec<(f32, usize)> {
    let place = |vertex: u32| positions.get(vertex as usize).copied().unwrap_or(Vec3::NAN);
    (0..mesh.triangle_count())
        .filter_map(|triangle| Some((ray.triangle(corners(mesh, triangle).map(place))?, triangle)))
        .collect()
}

/// The least distance of the `points` that are no farther from the ray than its width, with the point's number.
fn points_met(points: impl Iterator<Item = (usize, Vec3)>, ray: &Ray, scale: f32) -> Option<(f32, usize)> {
    let [wide, grows] = ray.width;
    let length = ray.direction.length_squared();
    let near = points.filter_map(|(number, point)| {
        let at = (point - ray.origin).dot(ray.direction) / length;
        let beside = (ray.origin + ray.direction * at).distance(point) * scale;
        (at > 0.0 && beside <= wide + grows * at).then_some((at, number))
    });
    near.min_by(|(a, _), (b, _)| a.total_cmp(b))
}

fn scale_of(matrix: Affine3A) -> f32 {
    let scale = mean_scale(matrix);
    if scale.is_finite() && scale > 0.0 { scale } else { 1.0 }
}
