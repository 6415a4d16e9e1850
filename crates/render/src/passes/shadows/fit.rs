//! Picture → where the key light's map and the ground's map lie, and how the eye sees.
//!
//! In: a picture and its environment. Out: one uniform, and the view that each of the two maps is drawn with.
//! Boxes around what is posed change while it moves; sizes of maps change in steps and their texels keep their places, so that
//! shadows do not swim.

use crate::gpu::gpu_types::{CastingUniform, ViewUniform};
use crate::lists::cover::corner_of;
use crate::lists::view::{clip_from_world, section_in};
use crate::upload::software::CELLS;
use castview_base::core::{Bounds, Projection};
use castview_picture::light::EnvironmentMap;
use castview_picture::{Background, ColorBy, Lights, Picture, Shading};
use glam::{Mat4, Quat, Vec2, Vec3, Vec3Swizzles, Vec4, Vec4Swizzles};

/// Texels along an edge of the key light's map.
pub const KEY_SIDE: u32 = 1024;
/// Texels of the key light's map that are used along each edge while all casters are drawn by sparse triangles: their cells are several
/// texels wide.
pub const SPARSE_KEY_SIDE: u32 = 768;
/// Texels along an edge of the ground's map.
pub const GROUND_SIDE: u32 = 256;

/// The widest cell of sparse triangles in pixels, seen at the nearest corner of the box. In the middle of the model it has about half of that.
const WIDEST_CELL_PX: f32 = 5.0;
/// The same in texels of a map.
const WIDEST_CELL_TEXELS: f32 = 5.5;

/// How far away something holds back light from all around, as a part of the box.
const REACH: f32 = 0.11;
/// Widest edge of a shadow, in texels of the key light's map.
const WIDEST_EDGE: f32 = 36.0;

/// Pixels around what is seen. `gather.wgsl`, `soften.wgsl` and `reaches` look at most two away each, and what is drawn may be rounded by one.
const MARGIN: f32 = 6.0;

/// Who sees depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seer {
    Key,
    Ground,
    Eye,
}

impl Seer {
    /// The seer that is cast to that number.
    pub fn of(number: u8) -> Option<Self> {
        [Self::Key, Self::Ground, Self::Eye].get(usize::from(number)).copied()
    }
}

/// Light of a picture that is held back, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Casting {
    pub uniform: CastingUniform,
    pub key_view: ViewUniform,
    pub ground_view: ViewUniform,
    pub has_occlusion: bool,
    pub has_ground: bool,
    /// A plane leaves out what lies before it, fragment by fragment: vertices and sparse triangles would not stop there.
    pub has_section: bool,
    /// As [`rectangle`], of the key light's map.
    key_rectangle: [[u32; 2]; 2],
    /// Largest side of all that is posed, as it is seen at most: pixels by the eye, texels of the key light's map and of the ground's.
    largest_side: [f32; 3],
}

impl Casting {
    /// Whether pixels have something held back.
    pub fn holds(&self) -> bool {
        self.uniform.has_key > 0.0 || self.has_occlusion
    }

    /// `key_side`: what is used of the key light's map, in texels along an edge. `None`: nothing is held back in this picture.
    pub fn of(picture: &Picture, key_side: u32) -> Option<Self> {
        let wanted = picture.shadows;
        let bounds = match picture.posed_bounds.is_empty() {
            true => picture.bounds,
            false => picture.posed_bounds,
        };
        let size = bounds.diagonal();
        let is_usable = size.is_finite() && size > 0.0 && bounds.center().is_finite();
        if !(is_lit(picture) && is_usable) {
            return None;
        }
        let map = picture.environment.map();
        let has_lamps = picture.lights == Lights::Files && has_lamps(picture);
        let key = map.key.filter(|_| wanted.key && !has_lamps);
        let ground = wanted.ground.filter(|height| bounds.max.y > *height);
        if key.is_none() && !wanted.occlusion && ground.is_none() {
            return None;
        }
        let toward = key.map_or(Vec3::Y, |key| {
            Quat::from_rotation_y(picture.environment_turn_rad) * key.direction
        });
        let mut casting = Self {
            uniform: seen(picture),
            key_view: ViewUniform::default(),
            ground_view: ViewUniform::default(),
            has_occlusion: wanted.occlusion,
            has_ground: ground.is_some(),
            has_section: picture.section.is_some(),
            key_rectangle: [[0; 2], [KEY_SIDE; 2]],
            largest_side: [f32::INFINITY; 3],
        };
        let uniform = &mut casting.uniform;
        uniform.has_key = f32::from(u8::from(key.is_some()));
        [uniform.first_px, uniform.count_px] = rectangle(picture);
        uniform.reach = REACH * size;
        // The sine becomes a tangent, the width at a distance of one unit.
        let sine = key.map_or(0.0, |key| key.sine.min(0.9));
        uniform.key_tan = sine / (1.0 - sine * sine).sqrt();
        casting.key_view = casting.fit_key(&bounds, toward, key_side);
        let clip_from_world = Mat4::from_cols_array_2d(&casting.key_view.clip_from_world);
        casting.key_rectangle = rectangle_of(&picture.posed_bounds, clip_from_world, [KEY_SIDE; 2]);
        if let Some(height) = ground {
            casting.ground_view = casting.fit_ground(&bounds, height);
            casting.uniform.key_share = key_share(&map, picture, key.is_some());
        }
        for (view, side) in [
            (&mut casting.key_view, KEY_SIDE),
            (&mut casting.ground_view, GROUND_SIDE),
        ] {
            view.width_px = side as f32;
            view.section = section_in(picture, Mat4::from_cols_array_2d(&view.clip_from_world));
        }
        let largest = (bounds.max - bounds.min).max_element();
        let of_key = largest / casting.uniform.key_texel.max(f32::MIN_POSITIVE);
        let of_ground = largest * GROUND_SIDE as f32 * 0.5 / casting.uniform.ground_half.max(f32::MIN_POSITIVE);
        casting.largest_side = [largest / casting.smallest_pixel(&bounds), of_key, of_ground];
        Some(casting)
    }

    /// First texel or pixel and size of the rectangle in which `seer` sees what is posed.
    pub fn rectangle(&self, seer: Seer) -> [[u32; 2]; 2] {
        match seer {
            Seer::Key => self.key_rectangle,
            Seer::Ground => [[0; 2], [GROUND_SIDE; 2]],
            Seer::Eye => [self.uniform.first_px, self.uniform.count_px],
        }
    }

    /// Whether `seer` sees so little of a cell of [`sparse_corners`](crate::upload::software::sparse_corners) that a dense mesh may be drawn
    /// by it. No mesh is larger than all that is posed.
    pub fn takes_sparse(&self, seer: Seer) -> bool {
        if self.has_section {
            return false;
        }
        let [eye, key, ground] = self.largest_side.map(|side| side / CELLS);
        match seer {
            Seer::Eye => eye < WIDEST_CELL_PX,
            Seer::Key => key < WIDEST_CELL_TEXELS,
            Seer::Ground => ground < WIDEST_CELL_TEXELS,
        }
    }

    /// The world size of a pixel where `bounds` are nearest to the eye; 0 where they reach behind it.
    fn smallest_pixel(&self, bounds: &Bounds) -> f32 {
        let uniform = &self.uniform;
        let pixel = 2.0 * uniform.half_seen[1] / uniform.size_px[1].max(1.0);
        if uniform.parallel > 0.5 {
            return pixel;
        }
        let ahead =
            |corner| -(corner_of(bounds, corner) - Vec3::from(uniform.eye_world)).dot(uniform.back_world.into());
        (0..8).map(ahead).fold(f32::INFINITY, f32::min).max(0.0) * pixel
    }

    /// The key light's map around `bounds`.
    fn fit_key(&mut self, bounds: &Bounds, toward: Vec3, side: u32) -> ViewUniform {
        let (right, up) = toward.any_orthonormal_pair();
        let along = |axis: Vec3| {
            let corners = (0..8).map(|corner| corner_of(bounds, corner).dot(axis));
            corners.fold([f32::INFINITY, f32::NEG_INFINITY], |[least, most], at| {
                [least.min(at), most.max(at)]
            })
        };
        let [across, height, depth] = [along(right), along(up), along(toward)];
        let widest = (across[1] - across[0]).max(height[1] - height[0]);
        // Edges of shadows look a little beyond the box.
        let half = in_steps(widest * 0.5 * 1.06);
        let texel = 2.0 * half / side as f32;
        let middle = Vec2::new(across[0] + across[1], height[0] + height[1]) * 0.5;
        let middle = (middle / texel).round() * texel;
        let range = (depth[1] - depth[0]) * 1.02;
        let nearest = depth[0] - range * 0.01;
        let uniform = &mut self.uniform;
        let rows = |scale: f32, offset: Vec2| {
            let x = (right * scale).extend(offset.x - middle.x * scale);
            let y = (up * scale).extend(offset.y - middle.y * scale);
            let z = (toward / range).extend(-nearest / range);
            Mat4::from_cols(x, y, z, Vec4::W).transpose()
        };
        uniform.key_from_world = rows(1.0 / texel, Vec2::splat(side as f32 * 0.5)).to_cols_array_2d();
        uniform.key_direction_world = toward.to_array();
        uniform.key_range = range;
        uniform.key_texel = texel;
        let wide = uniform.key_tan * 0.25 * bounds.diagonal() / texel;
        uniform.key_search = wide.clamp(2.0, WIDEST_EDGE);
        // The used part begins at the first texel. Rows of a texture run down.
        let used = side as f32 / KEY_SIDE as f32;
        let upside_down = Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0));
        ViewUniform {
            clip_from_world: (upside_down * rows(used / half, Vec2::splat(used - 1.0))).to_cols_array_2d(),
            // For strands, which face who sees them and are never thinner than a texel.
            right_world: right.to_array(),
            back_world: toward.to_array(),
            parallel: 1.0,
            height_px: side as f32,
            height_world: 2.0 * half,
            ..ViewUniform::default()
        }
    }

    /// The ground's map below `bounds`.
    fn fit_ground(&mut self, bounds: &Bounds, height: f32) -> ViewUniform {
        let size = bounds.diagonal();
        let (middle, half) = (bounds.center().xz(), (bounds.max - bounds.min).xz() * 0.5);
        let fade = in_steps((bounds.max.y - height).max(half.max_element() * 0.5));
        let around = in_steps(half.max_element() + fade);
        let texel = 2.0 * around / GROUND_SIDE as f32;
        let place = (middle / texel).round() * texel;
        let below = 0.02 * size;
        let range = (bounds.max.y - height) + below + 0.01 * size;
        let uniform = &mut self.uniform;
        uniform.ground_world = [place.x, height, place.y];
        uniform.ground_half = around;
        uniform.ground_range = range;
        uniform.ground_below = below;
        uniform.foot_middle = middle.to_array();
        uniform.foot_half = half.to_array();
        uniform.fade = fade;
        uniform.lift_near = 0.04 * size;
        uniform.lift_far = 0.05 * size;
        let x = Vec4::new(1.0 / around, 0.0, 0.0, -place.x / around);
        // Rows of the map run along z.
        let y = Vec4::new(0.0, 0.0, -1.0 / around, place.y / around);
        let z = Vec4::new(0.0, -1.0 / range, 0.0, 1.0 + (height - below) / range);
        ViewUniform {
            clip_from_world: Mat4::from_cols(x, y, z, Vec4::W).transpose().to_cols_array_2d(),
            // As of the key light's map; who sees it looks up.
            right_world: Vec3::X.to_array(),
            back_world: Vec3::NEG_Y.to_array(),
            parallel: 1.0,
            height_px: GROUND_SIDE as f32,
            height_world: 2.0 * around,
            ..ViewUniform::default()
        }
    }
}

/// Whether surfaces are shown in the light of the environment.
pub fn is_lit(picture: &Picture) -> bool {
    picture.shading != Shading::Wireframe && picture.color_by == ColorBy::Material && !picture.overlays.xray
}

fn has_lamps(picture: &Picture) -> bool {
    crate::lists::lights::lights(picture).count > 0
}

/// Returns the share of the key light in the light that falls on the ground.
fn key_share(map: &EnvironmentMap, picture: &Picture, has_key: bool) -> f32 {
    let up = Quat::from_rotation_y(-picture.environment_turn_rad) * Vec3::Y;
    let around = map.irradiance.at(up).max(Vec3::ZERO).element_sum();
    match map.key.filter(|_| has_key) {
        Some(key) => {
            let from_key = key.light.element_sum() * key.direction.y.max(0.0);
            from_key / (from_key + around).max(1e-6)
        }
        None => 0.0,
    }
}

/// How the eye sees.
fn seen(picture: &Picture) -> CastingUniform {
    let camera = picture.seeing();
    let parallel = camera.projection == Projection::Orthographic;
    let half = match parallel {
        true => camera.half_height(),
        false => (camera.fov_y_rad * 0.5).tan(),
    };
    CastingUniform {
        eye_world: camera.eye().to_array(),
        near: camera.near,
        right_world: camera.right().to_array(),
        far: camera.far,
        up_world: camera.up().to_array(),
        parallel: f32::from(u8::from(parallel)),
        back_world: (-camera.forward()).to_array(),
        unit: camera.distance,
        size_px: picture.size.map(|side| side as f32),
        half_seen: [half * picture.aspect(), half],
        shift_px: picture.shift_px,
        over_nothing: f32::from(u8::from(picture.seen_background() == Background::Transparent)),
        ..CastingUniform::default()
    }
}

/// First pixel and size of the rectangle that holds the posed models, and some pixels more; the whole picture, if their place is unknown.
pub fn rectangle(picture: &Picture) -> [[u32; 2]; 2] {
    rectangle_of(&picture.posed_bounds, clip_from_world(picture), picture.size)
}

/// The same of any box, seen in any view with `size` pixels.
fn rectangle_of(bounds: &Bounds, clip_from_world: Mat4, size: [u32; 2]) -> [[u32; 2]; 2] {
    let (mut least, mut most) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
    for corner in 0..8 {
        let clip = clip_from_world * corner_of(bounds, corner).extend(1.0);
        // Behind the eye it has no place in the picture.
        if bounds.is_empty() || !(clip.w > 1e-6 && clip.is_finite()) {
            return [[0; 2], size];
        }
        let at = clip.xy() / clip.w * Vec2::new(0.5, -0.5) + 0.5;
        (least, most) = (least.min(at), most.max(at));
    }
    // Some pixels more. Pixels that are rounded away are still drawn, and means are taken over pixels beside them, which may hold nothing
    // of the picture before.
    let place = |at: f32, side: u32, more: f32| (at * side as f32 + more).clamp(0.0, side as f32) as u32;
    let edges = |axis: usize| {
        [
            place(least[axis], size[axis], -MARGIN),
            place(most[axis], size[axis], MARGIN + 1.0),
        ]
    };
    let [x, y] = [edges(0), edges(1)];
    [[x[0], y[0]], [x[1] - x[0], y[1] - y[0]]]
}

/// The next larger of four steps to an octave.
fn in_steps(length: f32) -> f32 {
    ((length.max(f32::MIN_POSITIVE).log2() * 4.0).ceil() / 4.0).exp2()
}
