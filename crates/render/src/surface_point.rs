//! Where on its triangle a picked point of the last picture lies.
//!
//! In: the answer of a pick and its pixel. Out: the triangle's corners, and how much of each the point is. Computed on the processor from
//! the pose, place and view of that picture: three vertices are deformed when the triangle is known, and all of that one mesh when the
//! adapter does not number triangles. Never waits for the GPU.

use super::inspect::center_of;
use super::lists::draw_list::Drawable;
use super::lists::picked::{Picked, PickedPart};
use super::renderer::Renderer;
use crate::gpu::pipeline::Sides;
use castview_base::scene::Mesh;
use castview_motion::deform::{self, Deformed, Rest};
use glam::{DMat4, DVec2, DVec3, DVec4, Vec3};

/// A mesh of more triangles or more vertices is not searched.
const MOST_SEARCHED: usize = 4_000_000;

/// A point of a mesh, by the triangle it lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfacePoint {
    /// As the scene counts the mesh's triangles.
    pub triangle: u32,
    /// Vertices of the mesh, in the triangle's order.
    pub corners: [u32; 3],
    /// How much of each corner the point is: none below 0, together 1. On the mesh, whatever the pose.
    pub shares: [f32; 3],
    /// The one of `corners` that is nearest in the picture's pose and place.
    pub nearest: u32,
}

/// A ray through a triangle in clip space.
#[derive(Clone, Copy, Debug)]
struct Crossing {
    shares: DVec3,
    /// Reversed: 1 at the near plane. `None`: not between the near and the far plane.
    depth: Option<f64>,
    is_inside: bool,
    is_counter_clockwise: bool,
}

impl Renderer {
    /// Where the mesh that [`Self::pick`] found at (`x`, `y`) is hit. `None` for what has no triangles, when another picture was begun
    /// since, and for a mesh of over 4 million triangles or vertices if the adapter does not number triangles.
    pub fn surface_point(&self, picked: &Picked, x: u32, y: u32) -> Option<SurfacePoint> {
        let PickedPart::Mesh(index) = picked.what else {
            return None;
        };
        let last = self.shown.last.as_ref()?;
        let at = self.shown.placed.iter().position(|placed| placed.key == picked.key)?;
        let placed = &self.shown.placed[at];
        let pose = placed.pose()?;
        let model = placed.model();
        let mesh = model.meshes.get(index.get())?;
        let world_from_mesh = placed.placements.world(picked.placement as usize)?;
        let clip_from_world = glam::Mat4::from_cols_array_2d(&last.view.clip_from_world).as_dmat4();
        let world = |point: Vec3| world_from_mesh.as_daffine3().transform_point3(point.as_dvec3());
        let middle = center_of([x, y], self.drawn_target().ok()?.size);
        let middle = DVec2::new(middle[0].into(), middle[1].into());
        let posed = |vertex: u32| deform::deform_vertex(model, index, pose, vertex as usize);
        let triangle = match picked.triangle {
            Some(triangle) => triangle,
            None => {
                let is_it = |item: &&super::lists::draw_list::Item| {
                    item.placed == at && item.part == Drawable::Mesh(index.get())
                };
                let sides = last.list.items.iter().find(is_it)?.sides;
                let mut deformed = Deformed::default();
                if mesh.triangle_count().max(mesh.vertex_count()) > MOST_SEARCHED {
                    return None;
                }
                deform::deform(model, index, pose, Rest::default(), &mut deformed);
                let clip = |point: &Vec3| clip_from_world * world(*point).extend(1.0);
                let clips: Vec<DVec4> = deformed.positions.iter().map(clip).collect();
                let section = DVec4::from_array(last.view.section.map(f64::from));
                nearest_triangle(mesh, &clips, (middle, section), sides)?
            }
        };
        let corners = corners(mesh, triangle as usize)?;
        let places = corners.map(|vertex| world(posed(vertex)));
        let shares = shares(clip_from_world, places, middle);
        let point = (places[0] * shares.x) + places[1] * shares.y + places[2] * shares.z;
        let distance = |corner: &usize| places[*corner].distance_squared(point);
        let nearest = (0..3)
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .unwrap_or_default();
        Some(SurfacePoint {
            triangle,
            corners,
            shares: shares.as_vec3().to_array(),
            nearest: corners[nearest],
        })
    }
}

/// Vertices of a triangle; `None` if there is no such triangle.
fn corners(mesh: &Mesh, triangle: usize) -> Option<[u32; 3]> {
    (triangle < mesh.triangle_count()).then(|| [0, 1, 2].map(|corner| mesh.triangles.get(3 * triangle + corner)))
}

/// The triangle that is drawn at `middle`, by the vertices of its mesh in clip space. Returns the last of equally near ones, as in the
/// picture.
fn nearest_triangle(mesh: &Mesh, clips: &[DVec4], (middle, section): (DVec2, DVec4), sides: Sides) -> Option<u32> {
    // The plane of the section leaves out what lies before it.
    let is_left_out = |depth: f64| section.dot(middle.extend(depth).extend(1.0)) < 0.0;
    let mut nearest = (-1.0, None);
    for triangle in 0..mesh.triangle_count() {
        let Some(corners) = corners(mesh, triangle) else {
            continue;
        };
        let crossing = cross(corners.map(|vertex| clips[vertex as usize]), middle);
        let is_drawn = match sides {
            Sides::Both => true,
            Sides::Front => crossing.is_counter_clockwise,
            Sides::FrontMirrored => !crossing.is_counter_clockwise,
        };
        if let Some(depth) = crossing.depth.filter(|_| crossing.is_inside && is_drawn)
            && depth >= nearest.0
            && !is_left_out(depth)
        {
            nearest = (depth, Some(triangle as u32));
        }
    }
    nearest.1
}

/// How much of each corner the point at `middle` is. A pixel's middle on the very edge may be counted to either triangle: shares below 0
/// become 0. All shares are alike if the triangle has no area seen from the eye.
fn shares(clip_from_world: DMat4, places: [DVec3; 3], middle: DVec2) -> DVec3 {
    let crossing = cross(places.map(|place| clip_from_world * place.extend(1.0)), middle);
    let shares = crossing.shares.max(DVec3::ZERO);
    let sum = shares.element_sum();
    match sum > 0.0 && sum.is_finite() {
        true => shares / sum,
        false => DVec3::splat(1.0 / 3.0),
    }
}

/// The line of sight at `middle` through a triangle (Olano and Greer 1997: edge functions without a division by w, so that corners may
/// lie behind the eye).
fn cross(clip: [DVec4; 3], middle: DVec2) -> Crossing {
    let [a, b, c] = clip.map(|corner| corner.truncate().truncate() - middle * corner.w);
    let edges = DVec3::new(b.perp_dot(c), c.perp_dot(a), a.perp_dot(b));
    let shares = edges / edges.element_sum();
    let [z, w] = [2, 3].map(|axis| shares.dot(DVec3::from_array(clip.map(|corner| corner[axis]))));
    let depth = z / w;
    Crossing {
        shares,
        depth: (w > 0.0 && (0.0..=1.0).contains(&depth)).then_some(depth),
        is_inside: edges.min_element() >= 0.0 || edges.max_element() <= 0.0,
        is_counter_clockwise: edges.element_sum() > 0.0,
    }
}
