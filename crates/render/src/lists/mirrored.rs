//! Picture → a mirrored eye below the ground, and the part of the ground with reflections on it.
//!
//! A mirror shows the view of an eye as far below it as the picture's eye is above. So surfaces are drawn once more from there, and each pixel
//! of the ground looks up the same pixel of that view. Rays through the picture's own depth would find no undersides of models, as the picture
//! has none; rays through triangles need features of few adapters.
//!
//! The mirrored view has left and right exchanged: this second mirroring keeps the winding of triangles, and every pipeline of surfaces serves
//! unchanged. The near plane of that eye is the ground, so nothing below the ground is mirrored, and depth tells the height of a surface above
//! the ground (Lengyel, Oblique View Frustum Depth Projection and Clipping, 2005).

use crate::gpu::gpu_types::{ReflectedUniform, ViewUniform};
use crate::lists::cover::corner_of;
use crate::lists::view::{clip_from_world, section_in, view_uniform};
use castview_base::core::{Bounds, Projection};
use castview_picture::{Picture, Reflection};
use glam::{DMat4, DVec4, Vec2, Vec3, Vec3Swizzles};

/// Width of a reflection, by its way from the ground, on the roughest ground.
const WIDEST: f32 = 0.5;
/// How often a reflection falls to 1 / e of its light over the height of the models.
const FADES: f32 = 2.0;
/// Depth that surfaces take, of all there is: those outside of the bounds have room in the rest.
const DEPTH_SHARE: f64 = 0.5;
/// Room around the models' own reflection, in parts of their size.
const AROUND: f32 = 0.02;
/// How flat an eye may look along the ground and still see a part of it that ends, as a slope.
const FLATTEST: f32 = 1e-3;

/// The eye and the ground of one picture that reflects.
pub struct Mirrored {
    pub view: ViewUniform,
    pub uniform: ReflectedUniform,
}

/// The reflecting ground and the bounds of all models on it. `None`: the eye is below the ground, or nothing stands on it.
fn seen_ground(picture: &Picture) -> Option<(Reflection, Bounds)> {
    let ground = picture.reflection.filter(|ground| ground.strength > 0.0)?;
    let bounds = match picture.posed_bounds.is_empty() {
        true => picture.bounds,
        false => picture.posed_bounds,
    };
    let is_above = match picture.camera.projection {
        Projection::Perspective => picture.seeing().eye().y > ground.height,
        Projection::Orthographic => picture.camera.forward().y < 0.0,
    };
    let is_usable = bounds.diagonal().is_finite() && bounds.center().is_finite() && ground.height.is_finite();
    (is_above && is_usable && bounds.max.y > ground.height).then_some((ground, bounds))
}

impl Mirrored {
    /// Whether the ground shows something.
    pub fn is_seen(picture: &Picture) -> bool {
        seen_ground(picture).is_some()
    }

    /// `None`: the ground shows nothing.
    pub fn of(picture: &Picture) -> Option<Self> {
        let (ground, bounds) = seen_ground(picture)?;
        let tallest = bounds.max.y - ground.height;
        let clip = clip_from_mirrored(picture, &bounds, ground.height);
        let view = view_of(picture, clip, ground.height);
        let spread = WIDEST * ground.roughness * ground.roughness;
        let (middle, half) = seen_part(picture, &bounds, ground.height, spread);
        let (under, over) = heights(clip, f64::from(ground.height));
        Some(Self {
            view,
            uniform: ReflectedUniform {
                middle_world: [middle.x, ground.height, middle.y],
                strength: ground.strength.min(1.0),
                half_world: half.to_array(),
                spread,
                fade: FADES / tallest,
                under: under.as_vec4().to_array(),
                over: over as f32,
                tallest,
                size_px: picture.size.map(|pixels| pixels as f32),
            },
        })
    }
}

/// World space, as it is, to the clip space of the eye below a ground of that height.
fn clip_from_mirrored(picture: &Picture, bounds: &Bounds, height: f32) -> DMat4 {
    let below = DMat4::from_cols(
        DVec4::X,
        -DVec4::Y,
        DVec4::Z,
        DVec4::new(0.0, 2.0 * f64::from(height), 0.0, 1.0),
    );
    let seen = clip_from_world(picture).as_dmat4() * below;
    let mut rows = seen.transpose();
    // Left is right.
    rows.x_axis = -rows.x_axis;
    // Depth is 1 on the ground and less above it, by the height beside the distance from the eye.
    let above = DVec4::new(0.0, 1.0, 0.0, -f64::from(height));
    let corners = (0..8).map(|corner| corner_of(bounds, corner).as_dvec3().extend(1.0));
    let least = f64::from(picture.camera.near).max(1e-6);
    let room = corners.filter(|corner| above.dot(*corner) > 0.0);
    let room = room.map(|corner| rows.w_axis.dot(corner).max(least) / above.dot(corner));
    let scale = DEPTH_SHARE * room.fold(f64::INFINITY, f64::min);
    let scale = if scale.is_finite() { scale } else { 1.0 };
    rows.z_axis = rows.w_axis - scale * above;
    rows.transpose()
}

fn view_of(picture: &Picture, clip: DMat4, height: f32) -> ViewUniform {
    let direction = |along: Vec3| Vec3::new(along.x, -along.y, along.z);
    let camera = picture.seeing();
    let eye = camera.eye();
    let clip = clip.as_mat4();
    ViewUniform {
        clip_from_world: clip.to_cols_array_2d(),
        eye_world: [eye.x, 2.0 * height - eye.y, eye.z],
        right_world: (-direction(camera.right())).to_array(),
        up_world: direction(camera.up()).to_array(),
        back_world: direction(-camera.forward()).to_array(),
        section: section_in(picture, clip),
        ..view_uniform(picture)
    }
}

/// The height above the ground by place and depth, as `height_of` in the shader has it.
fn heights(clip: DMat4, height: f64) -> (DVec4, f64) {
    let world_from_clip = clip.inverse();
    let rows = world_from_clip.transpose();
    let above = rows.y_axis - height * rows.w_axis;
    // At depth 1 all is on the ground: the other factors of `above` cancel there, and are left out.
    let under = DVec4::new(
        rows.w_axis.x,
        rows.w_axis.y,
        -rows.w_axis.z,
        rows.w_axis.z + rows.w_axis.w,
    );
    (under, -above.z)
}

/// Middle and half size, along x and z, of the part of the ground that may show something.
fn seen_part(picture: &Picture, bounds: &Bounds, height: f32, spread: f32) -> (Vec2, Vec2) {
    let eye = picture.seeing().eye();
    let back = -picture.camera.forward();
    let mut least = Vec2::INFINITY;
    let mut most = Vec2::NEG_INFINITY;
    let mut widest = AROUND * bounds.diagonal();
    for corner in (0..8).map(|corner| corner_of(bounds, corner)) {
        let tall = (corner.y - height).max(0.0);
        let mirrored = Vec3::new(corner.x, height - tall, corner.z);
        let towards = match picture.camera.projection {
            Projection::Perspective => eye - mirrored,
            Projection::Orthographic => back,
        };
        let flattest = FLATTEST * towards.xz().length().max(f32::MIN_POSITIVE);
        let seen = mirrored + towards * (tall / towards.y.max(flattest));
        for at in [seen.xz(), corner.xz()] {
            least = least.min(at);
            most = most.max(at);
        }
        widest = widest.max(2.0 * spread * seen.distance(mirrored));
    }
    let half = 0.5 * (most - least) + widest;
    (0.5 * (most + least), half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::Camera;
    use glam::Mat4;

    const HEIGHT: f32 = -0.5;

    fn picture(projection: Projection) -> Picture {
        let mut picture = Picture::of(Vec::new());
        picture.size = [160, 90];
        picture.shift_px = [0.3, -0.2];
        picture.bounds = Bounds {
            min: Vec3::new(-1.0, HEIGHT, -0.7),
            max: Vec3::new(0.8, 1.5, 1.1),
        };
        picture.camera = Camera {
            projection,
            distance: 6.0,
            yaw_rad: 0.4,
            pitch_rad: 0.3,
            roll_rad: 0.2,
            ..Camera::default()
        };
        picture.reflection = Some(Reflection {
            height: HEIGHT,
            strength: 0.5,
            roughness: 0.4,
        });
        picture
    }

    /// The place on the screen and the depth of a point.
    fn seen(clip: Mat4, point: Vec3) -> Vec3 {
        clip.project_point3(point)
    }

    /// A point of the mirrored view has the place of its mirror point in the picture, on the other side. Depth tells its height, and the ground
    /// is the near plane.
    #[test]
    fn mirrored_points_lie_where_the_picture_has_them_and_tell_their_height() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let picture = picture(projection);
            let mirrored = Mirrored::of(&picture).expect("seen from above");
            let clip = Mat4::from_cols_array_2d(&mirrored.view.clip_from_world);
            for (x, tall, z) in [(-1.0, 0.001, 0.2), (0.3, 0.4, -0.7), (0.8, 2.0, 1.1), (0.0, 1.0, 0.0)] {
                let point = Vec3::new(x, HEIGHT + tall, z);
                let below = Vec3::new(x, HEIGHT - tall, z);
                let there = seen(clip, point);
                let wanted = seen(clip_from_world(&picture), below);
                assert!((there.x + wanted.x).abs() < 1e-4, "{point}: {there} {wanted}");
                assert!((there.y - wanted.y).abs() < 1e-4, "{point}: {there} {wanted}");
                assert!(there.z > 0.0 && there.z < 1.0, "{point}: {there}");
                let under = glam::Vec4::from(mirrored.uniform.under);
                let below = 1.0 - there.z;
                let height = mirrored.uniform.over * below / under.dot(glam::Vec4::new(there.x, there.y, below, 1.0));
                assert!((height - tall).abs() < 1e-3 * (1.0 + tall), "{tall}: {height}");
            }
            assert!(
                seen(clip, Vec3::new(0.0, HEIGHT - 0.1, 0.0)).z > 1.0,
                "below the ground"
            );
            assert!(
                clip.determinant() * clip_from_world(&picture).determinant() > 0.0,
                "triangles keep their sides"
            );
        }
    }

    /// Whatever is mirrored is seen in that part of the ground.
    #[test]
    fn the_part_of_the_ground_holds_all_that_is_mirrored() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let picture = picture(projection);
            let mirrored = Mirrored::of(&picture).expect("seen from above");
            let clip = clip_from_world(&picture).as_dmat4();
            let [middle, half] = [mirrored.uniform.middle_world, {
                let [x, z] = mirrored.uniform.half_world;
                [x, 0.0, z]
            }];
            for corner in (0..8).map(|corner| corner_of(&picture.bounds, corner)) {
                let below = Vec3::new(corner.x, 2.0 * HEIGHT - corner.y, corner.z);
                let place = clip.project_point3(below.as_dvec3());
                // The point of the ground at that place of the screen.
                let [near, far] = [0.9, 0.1].map(|depth| clip.inverse().project_point3(place.truncate().extend(depth)));
                let share = (f64::from(HEIGHT) - near.y) / (far.y - near.y);
                let ground = near + share * (far - near);
                let inside = |at: f64, axis: usize| (at - f64::from(middle[axis])).abs() <= f64::from(half[axis]);
                assert!(inside(ground.x, 0) && inside(ground.z, 2), "{corner}: {ground}");
            }
        }
    }

    #[test]
    fn nothing_is_mirrored_below_the_ground_or_without_strength() {
        let from_below = |picture: Picture| Picture {
            camera: Camera {
                pitch_rad: -0.6,
                ..picture.camera
            },
            ..picture
        };
        for projection in [Projection::Perspective, Projection::Orthographic] {
            assert!(Mirrored::of(&from_below(picture(projection))).is_none());
            let mut weak = picture(projection);
            weak.reflection = weak.reflection.map(|ground| Reflection {
                strength: 0.0,
                ..ground
            });
            assert!(Mirrored::of(&weak).is_none());
            let mut flat = picture(projection);
            flat.bounds.max.y = HEIGHT;
            assert!(Mirrored::of(&flat).is_none(), "nothing stands on it");
        }
    }
}
