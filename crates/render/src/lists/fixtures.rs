//! Fixtures → lines: cameras as frustums, lights by how far they reach, rays, anchors, sounds; camera_paths and stated volumes.
//!
//! In: the picture. Out: line segments in world space. A fixture without a size of its own takes one from the whole of what is drawn.

use crate::gpu::gpu_types::TrailSegment;
use castview_base::core::FixtureIndex;
use castview_base::scene::{Camera, Fixture, FixtureKind, Lens, Light, LightShape, VolumeOf};
use castview_picture::{CameraPath, CameraPathPoint, Picture, PlacedModel, Selection};
use glam::{Affine3A, Vec2, Vec3};
use std::f32::consts::TAU;

/// Segments after which no further fixture is drawn: they are made anew for every picture.
const MOST: usize = 1 << 16;
/// Sides of a circle.
const ROUND: usize = 40;
/// Width to height of a camera that leaves it open.
const ASPECT: f32 = 16.0 / 9.0;
/// Size of signs there, of that which they have by themselves: a file may have many cameras close to what they look at.
const SMALLER_BESIDE_SURFACES: f32 = 0.5;
/// Half angle from which a cone looks like a plane.
const WIDEST: f32 = 1.5;

/// All lines of one picture.
pub fn lines(picture: &Picture) -> Vec<TrailSegment> {
    let mut out = Vec::new();
    let shows_cameras = !picture.through_camera || !picture.models.iter().any(PlacedModel::has_surface);
    for path in picture.camera_paths.iter().filter(|_| shows_cameras) {
        self::camera_path(picture, path, &mut out);
    }
    for placed in picture.models.iter().filter(|placed| placed.pose.model_visible) {
        for stage_from_place in placed.places.iter() {
            let world_from_model = picture.world_from_stage * *stage_from_place * placed.stage_from_model;
            if picture.overlays.fixtures || !placed.has_surface() {
                of_model(picture, placed, (world_from_model, shows_cameras), &mut out);
            }
            if picture.overlays.volumes {
                volumes(picture, placed, world_from_model, &mut out);
            }
            if out.len() >= MOST {
                return out;
            }
        }
    }
    out
}

/// Fainter the farther from now. The eye's own path would run through the picture's middle.
fn camera_path(picture: &Picture, path: &CameraPath, out: &mut Vec<TrailSegment>) {
    let now = path.points.iter().min_by(|a, b| a.when.abs().total_cmp(&b.when.abs()));
    let world = |point: &CameraPathPoint| picture.world_from_stage.transform_point3(point.position);
    let Some(now) = now.map(world) else { return };
    if now.distance(picture.camera.eye()) < 1e-3 * picture.drawn_size() {
        return;
    }
    for pair in path.points.windows(2) {
        let [head, tail] = [world(&pair[0]), world(&pair[1])];
        let is_past = pair[0].when + pair[1].when < 0.0;
        let [r, g, b] = if is_past {
            picture.colors.before
        } else {
            picture.colors.after
        };
        let color = |point: &CameraPathPoint| {
            let strength = 1.0 - point.when.abs().min(1.0);
            [r, g, b, (strength * f32::from(u8::MAX)).round() as u8]
        };
        if head.is_finite() && tail.is_finite() && head != tail {
            out.push(TrailSegment {
                head: head.to_array(),
                tail: tail.to_array(),
                head_color: color(&pair[0]),
                tail_color: color(&pair[1]),
                width_px: TrailSegment::WIDTH_PX,
            });
        }
    }
}

/// Boxes and spheres where the file states them, in a colour for each kind.
fn volumes(picture: &Picture, placed: &PlacedModel, world_from_model: Affine3A, out: &mut Vec<TrailSegment>) {
    for volume in &placed.model().volumes {
        if out.len() >= MOST {
            return;
        }
        let bone = volume.bone.and_then(|bone| placed.pose.model_from_bone.get(bone.get()));
        let mut pen = Pen {
            world_from_fixture: world_from_model * bone.copied().unwrap_or_default(),
            color: match volume.of {
                VolumeOf::Model => picture.colors.selected,
                VolumeOf::Node => picture.colors.after,
                VolumeOf::Mesh => picture.colors.before,
            },
            opacity: u8::MAX,
            width_px: TrailSegment::WIDTH_PX,
            size: 0.0,
            out,
        };
        if volume.bounds.diagonal() > 0.0 {
            pen.cuboid(volume.bounds.min, volume.bounds.max);
        }
        if volume.radius > 0.0 {
            pen.ball(volume.center, volume.radius);
        }
    }
}

/// `shows_cameras`: those that are not selected, too.
fn of_model(
    picture: &Picture,
    placed: &PlacedModel,
    (world_from_model, shows_cameras): (Affine3A, bool),
    out: &mut Vec<TrailSegment>,
) {
    if placed.model().fixtures.is_empty() {
        return;
    }
    let size = picture.drawn_size();
    let shown = placed.model().skeleton.shown(&placed.pose.bone_visible);
    for (at, fixture) in placed.model().fixtures.iter().enumerate() {
        if out.len() >= MOST {
            return;
        }
        if fixture.bone.is_some_and(|bone| !shown[bone.get()]) {
            continue;
        }
        let world_from_fixture = world_from_model * placed.model_from_fixture(fixture);
        // The camera that the picture is taken with would stand around the eye.
        let origin = Vec3::from(world_from_fixture.translation);
        let is_eye = origin.distance(picture.camera.eye()) < 1e-3 * size;
        let is_selected = placed.selection == Some(Selection::Fixture(FixtureIndex::new(at)));
        let is_seen = !is_eye && (shows_cameras || is_selected);
        if !origin.is_finite() || matches!(fixture.kind, FixtureKind::Camera(_)) && !is_seen {
            continue;
        }
        let is_beside = placed.has_surface() && !is_selected;
        let mut pen = Pen {
            world_from_fixture,
            color: match (is_selected, &fixture.kind) {
                (true, _) => picture.colors.selected,
                // White lines would be brighter than the model, and black ones louder. No one opacity suits both.
                (false, FixtureKind::Camera(_)) if is_beside => picture.colors.sign,
                (false, _) => color(picture, fixture),
            },
            opacity: match (&fixture.kind, is_beside) {
                (FixtureKind::Camera(_), _) | (_, false) => u8::MAX,
                // Surfaces are what is looked at.
                (_, true) => picture.colors.beside_surfaces,
            },
            width_px: match is_beside {
                true => TrailSegment::THIN_PX,
                false => TrailSegment::WIDTH_PX,
            },
            size: match placed.has_surface() {
                true => SMALLER_BESIDE_SURFACES * size,
                false => size,
            },
            out,
        };
        match placed.fixture(at) {
            FixtureKind::Camera(camera) => pen.camera(&camera),
            FixtureKind::Light(light) => pen.light(&light),
            FixtureKind::Anchor => pen.anchor(picture),
            FixtureKind::Sound { radius } => pen.sound(radius),
            FixtureKind::Ray => {
                let length = picture.ray_length;
                pen.arrow(Vec3::ZERO, Vec3::NEG_Z * length, 0.05 * length);
            }
        }
    }
}

fn color(picture: &Picture, fixture: &Fixture) -> [u8; 3] {
    let colors = &picture.colors;
    match fixture.kind {
        FixtureKind::Camera(_) => colors.wire,
        FixtureKind::Light(_) | FixtureKind::Ray => colors.lamp,
        FixtureKind::Anchor => colors.wire,
        FixtureKind::Sound { .. } => colors.after,
    }
}

/// Draws in the fixture's own space, where it looks along −Z.
struct Pen<'a> {
    world_from_fixture: Affine3A,
    color: [u8; 3],
    opacity: u8,
    width_px: f32,
    /// Size of the whole of what is drawn, in world units.
    size: f32,
    out: &'a mut Vec<TrailSegment>,
}

impl Pen<'_> {
    fn line(&mut self, head: Vec3, tail: Vec3) {
        let [head, tail] = [head, tail].map(|end| self.world_from_fixture.transform_point3(end));
        if head.is_finite() && tail.is_finite() && head != tail {
            let [r, g, b] = self.color;
            let color = [r, g, b, self.opacity];
            self.out.push(TrailSegment {
                head: head.to_array(),
                tail: tail.to_array(),
                head_color: color,
                tail_color: color,
                width_px: self.width_px,
            });
        }
    }

    fn closed(&mut self, corners: &[Vec3]) {
        for (i, corner) in corners.iter().enumerate() {
            self.line(*corner, corners[(i + 1) % corners.len()]);
        }
    }

    fn circle(&mut self, center: Vec3, across: Vec3, up: Vec3) {
        let at = |i: usize| {
            let (sine, cosine) = (i as f32 / ROUND as f32 * TAU).sin_cos();
            center + across * cosine + up * sine
        };
        let corners: Vec<Vec3> = (0..ROUND).map(at).collect();
        self.closed(&corners);
    }

    fn ball(&mut self, center: Vec3, radius: f32) {
        let [x, y, z] = Vec3::AXES.map(|axis| axis * radius);
        for (across, up) in [(x, y), (y, z), (z, x)] {
            self.circle(center, across, up);
        }
    }

    fn cuboid(&mut self, min: Vec3, max: Vec3) {
        let corner = |i: usize| Vec3::select(glam::BVec3::new(i & 1 > 0, i & 2 > 0, i & 4 > 0), max, min);
        for from in 0..8 {
            for axis in [1, 2, 4].into_iter().filter(|axis| from & axis == 0) {
                self.line(corner(from), corner(from | axis));
            }
        }
    }

    /// With its tip at `tip`.
    fn arrow(&mut self, from: Vec3, tip: Vec3, head: f32) {
        self.line(from, tip);
        let back = (from - tip).normalize_or_zero() * head;
        for side in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y] {
            self.line(tip, tip + back + side * head * 0.4);
        }
    }

    /// A length of the fixture's own space that is `share` of what is drawn.
    fn own(&self, share: f32) -> f32 {
        let scale = self.world_from_fixture.matrix3.z_axis.length();
        if scale > 1e-12 { share * self.size / scale } else { 0.0 }
    }

    /// As far as it sees, but no further than what makes a readable glyph; a tick tells where up is.
    fn camera(&mut self, camera: &Camera) {
        let depth = camera.far.unwrap_or(f32::INFINITY).min(self.own(0.1));
        let aspect = camera.aspect.unwrap_or(ASPECT);
        let (half, narrows) = match camera.lens {
            Lens::Perspective { fov_y } => {
                let half = depth * (fov_y * 0.5).clamp(0.0, WIDEST).tan();
                (Vec2::new(half * aspect, half), true)
            }
            Lens::Orthographic { half } => (half, false),
        };
        let corner = |x: f32, y: f32, z: f32| Vec3::new(x * half.x, y * half.y, z);
        let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let far = signs.map(|(x, y)| corner(x, y, -depth));
        let near = if narrows {
            [Vec3::ZERO; 4]
        } else {
            signs.map(|(x, y)| corner(x, y, 0.0))
        };
        self.closed(&far);
        if !narrows {
            self.closed(&near);
        }
        for (near, far) in near.into_iter().zip(far) {
            self.line(near, far);
        }
        let tick = [
            corner(-0.4, 1.1, -depth),
            corner(0.4, 1.1, -depth),
            corner(0.0, 1.6, -depth),
        ];
        self.closed(&tick);
    }

    fn light(&mut self, light: &Light) {
        let reach = light.range.filter(|range| range.is_finite()).unwrap_or(self.own(0.12));
        let small = self.own(0.03);
        match light.shape {
            LightShape::Directional => {
                for side in [Vec3::ZERO, Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y] {
                    let from = side * small;
                    self.arrow(from, from + Vec3::NEG_Z * self.own(0.14), small * 0.5);
                }
                self.circle(Vec3::ZERO, Vec3::X * small, Vec3::Y * small);
            }
            LightShape::Point => {
                self.star(small);
                if light.range.is_some() {
                    self.ball(Vec3::ZERO, reach);
                }
            }
            LightShape::Spot { inner, outer } => {
                let rim = |angle: f32| {
                    let (sine, cosine) = angle.clamp(0.0, WIDEST).sin_cos();
                    (Vec3::NEG_Z * reach * cosine, reach * sine)
                };
                for angle in [inner, outer] {
                    let (center, radius) = rim(angle);
                    self.circle(center, Vec3::X * radius, Vec3::Y * radius);
                }
                let (center, radius) = rim(outer);
                for side in [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y] {
                    self.line(Vec3::ZERO, center + side * radius);
                }
            }
            LightShape::Line { half_length } => {
                self.line(Vec3::NEG_X * half_length, Vec3::X * half_length);
                self.arrow(Vec3::ZERO, Vec3::NEG_Z * small * 2.0, small * 0.5);
            }
            LightShape::Disc { radius } => {
                self.circle(Vec3::ZERO, Vec3::X * radius, Vec3::Y * radius);
                self.arrow(Vec3::ZERO, Vec3::NEG_Z * small * 2.0, small * 0.5);
            }
            LightShape::Rectangle { half } => {
                let corner = |x: f32, y: f32| Vec3::new(x * half.x, y * half.y, 0.0);
                self.closed(&[
                    corner(-1.0, -1.0),
                    corner(1.0, -1.0),
                    corner(1.0, 1.0),
                    corner(-1.0, 1.0),
                ]);
                self.arrow(Vec3::ZERO, Vec3::NEG_Z * small * 2.0, small * 0.5);
            }
        }
    }

    fn star(&mut self, radius: f32) {
        for x in [-1.0, 1.0] {
            for y in [-1.0, 1.0] {
                let end = Vec3::new(x, y, 1.0).normalize() * radius;
                self.line(end, -end);
            }
        }
        for axis in Vec3::AXES {
            self.line(axis * radius, -axis * radius);
        }
    }

    fn anchor(&mut self, picture: &Picture) {
        let length = self.own(0.03);
        for (axis, color) in Vec3::AXES.into_iter().zip(picture.colors.axes) {
            self.color = color;
            self.line(Vec3::ZERO, axis * length);
        }
    }

    fn sound(&mut self, radius: f32) {
        let small = self.own(0.02);
        self.star(small);
        self.ball(Vec3::ZERO, radius);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::core::ModelIndex;
    use castview_base::scene::{Mesh, Model, Scene};
    use castview_picture::PlacedKey;
    use std::sync::Arc;

    /// A model with that one thing, and a triangle if it has a surface.
    fn lines_of(kind: FixtureKind, has_surface: bool, selection: Option<Selection>) -> (Vec<TrailSegment>, Picture) {
        let fixture = Fixture {
            name: "socket".into(),
            bone: None,
            placement: Default::default(),
            kind,
            facts: Vec::new(),
        };
        let triangle = Mesh {
            positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].into(),
            triangles: vec![0, 1, 2].into(),
            ..Mesh::default()
        };
        let model = Model {
            fixtures: vec![fixture],
            meshes: if has_surface { vec![triangle] } else { Vec::new() },
            ..Model::default()
        };
        let scene = Scene {
            models: vec![model],
            ..Scene::default()
        };
        let placed = PlacedModel {
            selection,
            ..PlacedModel::at_rest(PlacedKey(0), Arc::new(scene), ModelIndex::new(0))
        };
        let mut picture = Picture::of(vec![placed]);
        picture.overlays.fixtures = true;
        (lines(&picture), picture)
    }

    /// How strong the lines of an anchor are, and how long.
    fn sign(has_surface: bool, selection: Option<Selection>) -> (u8, f32) {
        let (lines, picture) = lines_of(FixtureKind::Anchor, has_surface, selection);
        assert_eq!(lines.len(), 3, "an axis each");
        assert!(lines.iter().all(|line| line.head_color[3] == line.tail_color[3]));
        let line = &lines[0];
        (
            line.head_color[3],
            Vec3::from(line.head).distance(line.tail.into()) / picture.drawn_size(),
        )
    }

    /// A camera sees the model, not the frames of other cameras; one that was selected is looked for.
    #[test]
    fn through_a_camera_no_other_one_lies_over_the_model() {
        let camera = FixtureKind::Camera(Camera {
            lens: Lens::Perspective { fov_y: 0.8 },
            aspect: None,
            near: 0.1,
            far: None,
        });
        let selected = Some(Selection::Fixture(FixtureIndex::new(0)));
        let way = |when: f32| CameraPathPoint {
            position: Vec3::splat(when),
            when,
        };
        for (kind, has_surface, selection, wanted) in [
            (camera, true, None, false),
            (camera, true, selected, true),
            (camera, false, None, true),
            (FixtureKind::Anchor, true, None, true),
        ] {
            let (_, mut picture) = lines_of(kind, has_surface, selection);
            picture.through_camera = true;
            let is_there = !lines(&picture).is_empty();
            assert_eq!(is_there, wanted, "{kind:?} {has_surface} {selection:?}");
            let before = lines(&picture).len();
            picture.camera_paths = vec![CameraPath {
                points: vec![way(-0.5), way(0.0), way(0.5)],
            }];
            assert_eq!(lines(&picture).len() > before, !has_surface, "{kind:?} {has_surface}");
        }
    }

    /// The model is the brightest thing: a camera beside it has thin lines in the tone of handles.
    #[test]
    fn cameras_are_dim_and_thin_beside_surfaces_unless_selected() {
        let camera = FixtureKind::Camera(Camera {
            lens: Lens::Perspective { fov_y: 0.8 },
            aspect: None,
            near: 0.1,
            far: None,
        });
        let selected = Some(Selection::Fixture(FixtureIndex::new(0)));
        for (has_surface, selection, wanted, width) in [
            (false, None, [0xe8, 0xeb, 0xf0, 255], TrailSegment::WIDTH_PX),
            (true, None, [0x7c, 0x86, 0x96, 255], TrailSegment::THIN_PX),
            (true, selected, [0xff, 0xb0, 0x2e, 255], TrailSegment::WIDTH_PX),
        ] {
            let (lines, _) = lines_of(camera, has_surface, selection);
            assert!(lines.len() > 8);
            for line in &lines {
                assert_eq!(
                    (line.head_color, line.tail_color, line.width_px),
                    (wanted, wanted, width)
                );
            }
        }
    }

    #[test]
    fn fixtures_are_faint_beside_surfaces_unless_selected() {
        let selected = Some(Selection::Fixture(FixtureIndex::new(0)));
        assert_eq!(sign(false, None).0, 255);
        assert_eq!(sign(true, None).0, 102);
        assert_eq!(sign(true, selected).0, 255);
    }

    /// The size stays when one is selected: nothing jumps.
    #[test]
    fn fixtures_are_half_as_large_beside_surfaces() {
        let selected = Some(Selection::Fixture(FixtureIndex::new(0)));
        let is = |sign: (u8, f32), share: f32| (sign.1 - share).abs() < 1e-6;
        assert!(is(sign(false, None), 0.03));
        assert!(is(sign(true, None), 0.015));
        assert!(is(sign(true, selected), 0.015));
    }
}
