//! An orbit camera: where the eye is, and the matrices of one picture.
//!
//! World space is right-handed, y up. Depth is reversed: 1 at the near plane, 0 at the far plane.

use super::Bounds;
use glam::{Mat3, Mat4, Quat, Vec2, Vec2Swizzles, Vec3};

/// Steps in which framing finds the middle of what is seen: each brings it several times nearer.
const ROUNDS: usize = 6;

/// How depth becomes size in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Projection {
    /// Objects farther away look smaller.
    Perspective,
    /// Size does not depend on the distance.
    Orthographic,
}

/// The named views, as Blender numbers them: front looks along −z, right along −x, top along −y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandardView {
    /// Looks along −z.
    Front,
    /// Looks along +z.
    Back,
    /// Looks along +x.
    Left,
    /// Looks along −x.
    Right,
    /// Looks along −y.
    Top,
    /// Looks along +y.
    Bottom,
    /// From the front, right and above.
    Iso,
}

/// Where the eye is and what it sees, in world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Point that the camera turns around.
    pub target: Vec3,
    /// Turn around +y; 0 looks along −z, growing to the right (the eye moves towards +x).
    pub yaw_rad: f32,
    /// Height of the eye above the target's horizon, within ±π/2.
    pub pitch_rad: f32,
    /// Tilt around the line of sight, counter-clockwise for the eye; 0 but for views through a camera of a file.
    pub roll_rad: f32,
    /// From eye to target; always positive.
    pub distance: f32,
    /// Perspective or orthographic.
    pub projection: Projection,
    /// Vertical field of view. An orthographic picture shows the same height at the target.
    pub fov_y_rad: f32,
    /// Distance of the near plane from the eye along the line of sight; negative, behind the eye, for an orthographic camera.
    pub near: f32,
    /// Distance of the far plane from the eye along the line of sight; beyond `near`.
    pub far: f32,
}

impl Camera {
    /// The field of view that a new camera has, about 40°.
    pub const FOV_Y_RAD: f32 = 0.7;
    /// The least and the greatest field of view that the user can choose: 5° and 120°.
    pub const FOV_RANGE_RAD: [f32; 2] = [
        5.0 * (std::f32::consts::PI / 180.0),
        120.0 * (std::f32::consts::PI / 180.0),
    ];

    /// World directions of the camera's right, up and back axes.
    fn axes(&self) -> (Vec3, Vec3, Vec3) {
        let turn = Quat::from_rotation_y(self.yaw_rad)
            * Quat::from_rotation_x(-self.pitch_rad)
            * Quat::from_rotation_z(self.roll_rad);
        (turn * Vec3::X, turn * Vec3::Y, turn * Vec3::Z)
    }

    /// The camera's right in world space, unit length.
    pub fn right(&self) -> Vec3 {
        self.axes().0
    }

    /// The camera's up in world space, unit length.
    pub fn up(&self) -> Vec3 {
        self.axes().1
    }

    /// From the eye to the target, unit length.
    pub fn forward(&self) -> Vec3 {
        -self.axes().2
    }

    /// Where the eye is, in world space.
    pub fn eye(&self) -> Vec3 {
        self.target - self.forward() * self.distance
    }

    /// World space → view space: the eye at the origin, looking along −z, y up.
    pub fn view_from_world(&self) -> Mat4 {
        let (right, up, back) = self.axes();
        let rows = Mat3::from_cols(right, up, back).transpose();
        Mat4::from_translation(Vec3::new(0.0, 0.0, -self.distance))
            * Mat4::from_mat3(rows)
            * Mat4::from_translation(-self.target)
    }

    /// Reversed depth: near → 1, far → 0. `aspect` is width over height.
    pub fn clip_from_view(&self, aspect: f32) -> Mat4 {
        let (n, f) = (self.near, self.far);
        match self.projection {
            Projection::Perspective => {
                let focal = 1.0 / (self.fov_y_rad * 0.5).tan();
                Mat4::from_cols_array_2d(&[
                    [focal / aspect, 0.0, 0.0, 0.0],
                    [0.0, focal, 0.0, 0.0],
                    [0.0, 0.0, n / (f - n), -1.0],
                    [0.0, 0.0, n * f / (f - n), 0.0],
                ])
            }
            Projection::Orthographic => {
                let half = self.half_height();
                Mat4::from_cols_array_2d(&[
                    [1.0 / (half * aspect), 0.0, 0.0, 0.0],
                    [0.0, 1.0 / half, 0.0, 0.0],
                    [0.0, 0.0, 1.0 / (f - n), 0.0],
                    [0.0, 0.0, f / (f - n), 1.0],
                ])
            }
        }
    }

    /// World space → clip space with reversed depth. `aspect` is width over height.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        self.clip_from_view(aspect) * self.view_from_world()
    }

    /// Half of the world height visible at the target.
    pub fn half_height(&self) -> f32 {
        self.distance * (self.fov_y_rad * 0.5).tan()
    }

    /// Turns by `yaw_rad` and `pitch_rad` around `pivot`, which stays where it is in the picture and as far from the eye. Past straight
    /// up and straight down the pitch stops.
    pub fn turn_about(&mut self, pivot: Vec3, yaw_rad: f32, pitch_rad: f32) {
        use std::f32::consts::{FRAC_PI_2, TAU};
        let seen = |(right, up, back): (Vec3, Vec3, Vec3)| Mat3::from_cols(right, up, back);
        let offset = seen(self.axes()).transpose() * (self.target - pivot);
        self.yaw_rad = (self.yaw_rad + yaw_rad) % TAU;
        self.pitch_rad = (self.pitch_rad + pitch_rad).clamp(-FRAC_PI_2, FRAC_PI_2);
        self.target = pivot + seen(self.axes()) * offset;
    }

    /// Gives it another field of view, within [`Self::FOV_RANGE_RAD`]. The eye stays where it is; an orthographic picture stays the same.
    pub fn set_lens(&mut self, fov_y_rad: f32) {
        let [least, most] = Self::FOV_RANGE_RAD;
        let height = self.half_height();
        self.fov_y_rad = fov_y_rad.clamp(least, most);
        if self.projection == Projection::Orthographic {
            self.distance = height / (self.fov_y_rad * 0.5).tan();
        }
    }

    /// Moves the target along the line of sight until it is as deep in the picture as `point`. The picture stays the same. Nothing is
    /// moved if `point` is behind the eye, or if the camera is orthographic: its distance is the height of its picture.
    pub fn aim_as_deep_as(&mut self, point: Vec3) {
        let eye = self.eye();
        let depth = (point - eye).dot(self.forward());
        if self.projection == Projection::Perspective && depth.is_finite() && depth > self.distance * 1e-6 {
            self.target = eye + self.forward() * depth;
            self.distance = depth;
        }
    }

    /// Turns the camera to a named view; target, distance and roll stay.
    pub fn set_view(&mut self, view: StandardView) {
        use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        (self.yaw_rad, self.pitch_rad) = match view {
            StandardView::Front => (0.0, 0.0),
            StandardView::Back => (PI, 0.0),
            StandardView::Right => (FRAC_PI_2, 0.0),
            StandardView::Left => (-FRAC_PI_2, 0.0),
            StandardView::Top => (0.0, FRAC_PI_2),
            StandardView::Bottom => (0.0, -FRAC_PI_2),
            StandardView::Iso => (FRAC_PI_4 * 0.75, 0.42),
        };
    }

    /// Moves so that the whole of `bounds` is seen with a small margin, from the direction the camera already has.
    /// Works for any size; empty bounds are taken as a unit box.
    pub fn frame(&mut self, bounds: &Bounds, aspect: f32) {
        const MARGIN: f32 = 1.12;
        let bounds = if bounds.is_empty() {
            &Bounds {
                min: Vec3::splat(-0.5),
                max: Vec3::splat(0.5),
            }
        } else {
            bounds
        };
        self.target = bounds.center();
        let (right, up, back) = self.axes();
        let (tan_y, tan_x) = {
            let t = (self.fov_y_rad * 0.5).tan();
            (t, t * aspect)
        };
        let half = (bounds.max - bounds.min) * 0.5;
        let mut distance = 0.0_f32;
        for corner in 0..8 {
            let sign = |bit: u32| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let p = half * Vec3::new(sign(0), sign(1), sign(2));
            let (x, y, z) = (p.dot(right).abs(), p.dot(up).abs(), p.dot(back));
            let reach = (x / tan_x).max(y / tan_y) * MARGIN;
            distance = distance.max(match self.projection {
                Projection::Perspective => reach + z,
                Projection::Orthographic => reach,
            });
        }
        // A single point (or a file of one bone) still needs a place to stand.
        self.distance = if distance > 1e-6 { distance } else { 1.0 };
        self.fit_depth(bounds);
    }

    /// Moves so that `points` stand in the middle of the picture and fill 85 % of the picture's smaller side or 90 % of the larger one, whichever they reach
    /// first, from the direction the camera already has. `bounds`: around all of it. Without points as [`Self::frame`].
    pub fn frame_points(&mut self, points: &[Vec3], bounds: &Bounds, aspect: f32) {
        const FILL: [f32; 2] = [0.85, 0.9];
        self.frame(bounds, aspect);
        let (right, up, back) = self.axes();
        let tan_y = (self.fov_y_rad * 0.5).tan();
        let tan = Vec2::new(tan_y * aspect, tan_y);
        let fill = if aspect < 1.0 {
            Vec2::from(FILL)
        } else {
            Vec2::from(FILL).yx()
        };
        let (flat, deep) = match self.projection {
            Projection::Orthographic => (1.0, 0.0),
            Projection::Perspective => (0.0, 1.0),
        };
        for _ in 0..ROUNDS {
            let (mut least, mut most) = (Vec2::splat(f32::INFINITY), Vec2::splat(f32::NEG_INFINITY));
            for from_target in points.iter().map(|point| *point - self.target) {
                let away = flat + deep * (1.0 - from_target.dot(back) / self.distance);
                // A point beside or behind the eye has no place in the picture yet.
                if away > 1e-3 {
                    let seen = Vec2::new(from_target.dot(right), from_target.dot(up)) / away;
                    (least, most) = (least.min(seen), most.max(seen));
                }
            }
            let middle = (least + most) * 0.5;
            if middle.is_finite() {
                self.target += right * middle.x + up * middle.y;
            }
            let reach = |point: &Vec3| {
                let from_target = *point - self.target;
                let across = Vec2::new(from_target.dot(right), from_target.dot(up)).abs();
                (across / (tan * fill)).max_element() + deep * from_target.dot(back)
            };
            let distance = points.iter().map(reach).fold(0.0, f32::max);
            if !(distance.is_finite() && distance > 1e-6) {
                break;
            }
            self.distance = distance;
        }
        self.fit_depth(bounds);
    }

    /// How far from the target the eye has to stand at least so that all of `points` lie within `fill` of each side of the picture.
    pub fn distance_to_see(&self, points: &[Vec3], fill: f32, aspect: f32) -> f32 {
        let (right, up, back) = self.axes();
        let tan_y = (self.fov_y_rad * 0.5).tan();
        let tan = Vec2::new(tan_y * aspect, tan_y) * fill;
        let reach = |point: &Vec3| {
            let from_target = *point - self.target;
            let across = Vec2::new(from_target.dot(right), from_target.dot(up)).abs() / tan;
            let nearer = match self.projection {
                Projection::Perspective => from_target.dot(back),
                Projection::Orthographic => 0.0,
            };
            across.max_element() + nearer
        };
        points.iter().map(reach).fold(0.0, f32::max)
    }

    /// Sets near and far so that `bounds` and the camera's surroundings lie between them.
    /// Reversed float depth keeps its precision whatever the ratio, so the range is generous.
    pub fn fit_depth(&mut self, bounds: &Bounds) {
        let radius = bounds.diagonal() * 0.5;
        let reach = self.eye().distance(bounds.center()) + radius;
        self.far = (reach * 4.0).max(self.distance * 4.0);
        self.near = match self.projection {
            Projection::Perspective => (self.distance * 1e-3).min(self.far * 1e-4),
            Projection::Orthographic => -self.far,
        };
    }

    /// The world ray through a point of the picture; `ndc` is −1…1 with y up. Returns origin and unit direction.
    pub fn ray(&self, ndc: Vec2, aspect: f32) -> (Vec3, Vec3) {
        let (right, up, back) = self.axes();
        let half = self.half_height();
        let on_target = right * (ndc.x * half * aspect) + up * (ndc.y * half);
        match self.projection {
            Projection::Perspective => (self.eye(), (on_target - back * self.distance).normalize()),
            Projection::Orthographic => (self.eye() + on_target, -back),
        }
    }
}

impl Default for Camera {
    fn default() -> Self {
        let mut camera = Self {
            target: Vec3::ZERO,
            yaw_rad: 0.0,
            pitch_rad: 0.0,
            roll_rad: 0.0,
            distance: 3.0,
            projection: Projection::Perspective,
            fov_y_rad: Self::FOV_Y_RAD,
            near: 0.003,
            far: 100.0,
        };
        camera.set_view(StandardView::Iso);
        camera
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(size: f32) -> Bounds {
        Bounds {
            min: Vec3::splat(-size),
            max: Vec3::splat(size),
        }
    }

    #[test]
    fn framing_fills_the_picture_at_any_size() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            for size in [0.01, 1.0, 1e6] {
                let mut camera = Camera {
                    projection,
                    ..Camera::default()
                };
                camera.frame(&cube(size), 1.6);
                let clip = camera.clip_from_world(1.6);
                let mut widest = 0.0_f32;
                for corner in 0..8 {
                    let s = |bit: u32| if corner >> bit & 1 == 0 { -size } else { size };
                    let p = clip.project_point3(Vec3::new(s(0), s(1), s(2)));
                    assert!(
                        (0.0..=1.0).contains(&p.z),
                        "depth {} of size {size} {projection:?}",
                        p.z
                    );
                    widest = widest.max(p.x.abs()).max(p.y.abs());
                }
                assert!((0.6..1.0).contains(&widest), "{widest} of size {size} {projection:?}");
            }
        }
    }

    /// A thin stick across a corner of its box, and a crowd of points near the eye.
    #[test]
    fn points_fill_their_share_of_the_picture_and_stand_in_its_middle() {
        let stick: Vec<Vec3> = (0..=20)
            .map(|at| Vec3::new(0.2, 3.0, 0.4) * at as f32 + Vec3::Y)
            .collect();
        let mut bent = stick.clone();
        bent.extend((0..9).map(|at| Vec3::new(1.0, 0.2, -2.0) * at as f32));
        for (points, aspect) in [(&stick, 1.6), (&bent, 1.6), (&bent, 0.5), (&stick, 1.0)] {
            for (projection, size) in [
                (Projection::Perspective, 1.0),
                (Projection::Orthographic, 1e5),
                (Projection::Perspective, 1e-3),
            ] {
                let points: Vec<Vec3> = points.iter().map(|point| *point * size).collect();
                let mut camera = Camera {
                    projection,
                    ..Camera::default()
                };
                camera.frame_points(&points, &points.iter().copied().collect(), aspect);
                let clip = camera.clip_from_world(aspect);
                let seen = || points.iter().map(|point| clip.project_point3(*point).truncate());
                let (least, most) = seen().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
                let share = (most - least) * 0.5;
                let wanted = if aspect < 1.0 {
                    Vec2::new(0.85, 0.9)
                } else {
                    Vec2::new(0.9, 0.85)
                };
                let reached = (share / wanted).max_element();
                assert!(
                    (0.97..1.01).contains(&reached),
                    "{projection:?} {aspect} {size}: {share}"
                );
                assert!(((least + most) * 0.5).abs().max_element() < 0.02, "{least} {most}");
            }
        }
        let mut camera = Camera::default();
        camera.frame_points(&[], &cube(1.0), 1.6);
        let mut same = Camera::default();
        same.frame(&cube(1.0), 1.6);
        assert_eq!(camera, same, "nothing to see");
    }

    #[test]
    fn depth_is_reversed() {
        let camera = Camera::default();
        let clip = camera.clip_from_world(1.0);
        let near = clip.project_point3(camera.target - camera.forward() * 0.5);
        let far = clip.project_point3(camera.target + camera.forward() * 0.5);
        assert!(near.z > far.z);
    }

    #[test]
    fn rays_meet_the_pixels_they_came_from() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let camera = Camera {
                projection,
                target: Vec3::new(1.0, 2.0, 3.0),
                ..Camera::default()
            };
            let ndc = Vec2::new(0.3, -0.7);
            let (origin, direction) = camera.ray(ndc, 1.5);
            let seen = camera.clip_from_world(1.5).project_point3(origin + direction * 2.5);
            assert!((seen.truncate() - ndc).length() < 1e-4);
        }
    }

    #[test]
    fn turning_about_a_point_leaves_it_where_it_is_seen() {
        for projection in [Projection::Perspective, Projection::Orthographic] {
            let mut camera = Camera {
                projection,
                target: Vec3::new(1.0, 2.0, 3.0),
                roll_rad: 0.3,
                ..Camera::default()
            };
            let pivot = Vec3::new(0.4, 2.7, 3.2);
            let place = |camera: &Camera| camera.clip_from_world(1.5).project_point3(pivot);
            let before = (place(&camera), camera.eye().distance(pivot), camera.distance);
            for (yaw, pitch) in [(0.3, 0.2), (-2.0, 0.9), (5.0, 4.0), (0.0, -9.0)] {
                camera.turn_about(pivot, yaw, pitch);
                assert!(place(&camera).abs_diff_eq(before.0, 1e-4), "{projection:?}");
                assert!((camera.eye().distance(pivot) - before.1).abs() < 1e-4);
                assert_eq!(camera.distance, before.2);
            }
            assert_eq!(camera.pitch_rad, -std::f32::consts::FRAC_PI_2, "straight down it stops");
        }
    }

    #[test]
    fn aiming_as_deep_as_a_point_changes_nothing_that_is_seen() {
        let mut camera = Camera::default();
        let (eye, seen) = (camera.eye(), camera.clip_from_world(1.5));
        let point = eye + camera.forward() * 0.7 + camera.right() * 0.2;
        camera.aim_as_deep_as(point);
        assert!(camera.eye().abs_diff_eq(eye, 1e-5));
        assert!((camera.distance - 0.7).abs() < 1e-5);
        assert!(camera.clip_from_world(1.5).abs_diff_eq(seen, 1e-4));
        let kept = camera;
        camera.aim_as_deep_as(eye - camera.forward());
        assert_eq!(camera, kept, "it is behind the eye");
        camera.projection = Projection::Orthographic;
        let kept = camera;
        camera.aim_as_deep_as(point + camera.forward());
        assert_eq!(camera, kept);
    }

    #[test]
    fn named_views_look_where_they_say() {
        for (view, forward) in [
            (StandardView::Front, Vec3::NEG_Z),
            (StandardView::Back, Vec3::Z),
            (StandardView::Right, Vec3::NEG_X),
            (StandardView::Left, Vec3::X),
            (StandardView::Top, Vec3::NEG_Y),
            (StandardView::Bottom, Vec3::Y),
        ] {
            let mut camera = Camera::default();
            camera.set_view(view);
            assert!((camera.forward() - forward).length() < 1e-6, "{view:?}");
        }
    }
}
