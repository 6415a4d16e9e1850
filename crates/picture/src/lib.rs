//! Plain data: everything one picture needs. Two equal pictures are the same pixels on one adapter.
//!
//! Made by `session` (window) and `offline` (command line), read by `render`. Nothing here is computed per vertex.

#![deny(missing_docs)]

mod aids;
mod alike;
mod bones;
mod boxes;
mod budget;
mod color_by;
pub mod compare;
mod floor;
mod label;
mod legend;
pub mod light;
mod line;
mod model;
pub mod opened;
mod options;
mod places;
mod plan;
mod texels;

pub use aids::{CameraPath, CameraPathPoint, Ghost, Trail, TrailPoint};
pub use alike::{Alike, shapes_by_mesh};
pub use bones::{BoneMarks, BoneShape, BoneStyle, LARGEST_BALL};
pub use boxes::unit_box;
pub use budget::{Cost, blended_meshes, held_bytes, most, most_of_scenes};
pub use color_by::{
    Channel, ColorBy, DENSITY_OCTAVES, LEAST_TEXELS, Marked, Matcap, NO_BONE, OVERDRAW_STEP, bone_colors,
};
pub use floor::grid_step;
pub use label::Label;
pub use legend::{Legend, LegendEntry, Mark, Ramp};
pub use line::Line;
pub use model::{PlacedKey, PlacedModel, Selection, Texture, TextureSet};
pub use options::{
    Background, Colors, DepthOfField, Divided, Environment, Lights, Overlays, Reflection, Section, Shading, Shadows,
    Tone, Way,
};
pub use places::Places;
pub use plan::{Plan, Reduced, plan};
pub use texels::{Texels, most_of_image, smaller};

use castview_base::core::{Bounds, Camera, Projection};
use glam::{Affine3A, Vec2, Vec3};
use std::iter;
use std::sync::Arc;

/// Rows for each point in a picture that stands for itself: lines are a pixel wide for so many of its rows.
const ROWS_PER_POINT: f32 = 900.0;
/// The thinnest and the widest lines that a window may ask for.
pub const LINES_PX: [f32; 2] = [0.5, 8.0];

/// Everything that one picture is drawn from.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Width and height in pixels, both at least 1.
    pub size: [u32; 2],
    /// Its pixels for each pixel of the screen it is shown on, along a side: below 1 it is drawn small and shown larger.
    pub scale: f32,
    /// Pixels of the screen for a point of the window that shows it: lines are so wide, and letters as large as those of its panels.
    /// `None`: the picture stands for itself, and lines and letters grow with its height.
    pub pixels_per_point: Option<f32>,
    /// Wanted samples per pixel, 1 or 4; an adapter without the latter gives 1. More are those of several pictures, which are averaged.
    pub samples: u32,
    /// How far surfaces and lines are shifted to the right and down, in pixels: less than one, where no lens is open. Pictures that differ
    /// only in this and in `lens_point` are averaged.
    pub shift_px: [f32; 2],
    /// The point of the lens that sees the picture: right and up of the eye, in world space.
    pub lens_point: Vec2,
    /// An open lens; `None`: all is sharp.
    pub depth_of_field: Option<DepthOfField>,
    /// A plane before which no surface is drawn; `None`: there is none.
    pub section: Option<Section>,
    /// The eye, in world space.
    pub camera: Camera,
    /// The eye is a camera of a model: no sign of another camera lies over what that one sees.
    pub through_camera: bool,
    /// The up-axis rotation.
    pub world_from_stage: Affine3A,
    /// Around the stage, in world space: sizes the grid, axes and bone glyphs. Steady while a clip plays.
    pub bounds: Bounds,
    /// Drawn behind everything.
    pub background: Background,
    /// How surfaces are drawn.
    pub shading: Shading,
    /// Meaning of the colours of surfaces; anything but materials goes before `shading`.
    pub color_by: ColorBy,
    /// The greatest length on the ramp of [`ColorBy::ShapeDelta`] and [`ColorBy::MethodDifference`], in world space; above 0.
    pub longest: f32,
    /// Right of a line surfaces are seen another way; `None`: there is no line.
    pub divided: Option<Divided>,
    /// Models as they stand left of that line, so that the line wipes between two poses; `None`: as they stand everywhere.
    pub left_models: Option<Vec<PlacedModel>>,
    /// Lights of the surfaces.
    pub lights: Lights,
    /// Surroundings of the surfaces.
    pub environment: Environment,
    /// How far the environment is turned about y, counter-clockwise seen from above.
    pub environment_turn_rad: f32,
    /// Stops: each doubles the light of surfaces.
    pub exposure: f32,
    /// How the light of surfaces is shown.
    pub tone: Tone,
    /// Shadows and occlusion; surfaces that are not lit have none of them.
    pub shadows: Shadows,
    /// Ground that shows what is lit mirrored; `None`: it shows nothing.
    pub reflection: Option<Reflection>,
    /// Around what is posed now, in world space: shadows are made for what is in there. Empty: `bounds`.
    pub posed_bounds: Bounds,
    /// Points whose hull holds all that is posed, in world space: depth runs from the nearest to the farthest. Empty: the corners of
    /// `posed_bounds`.
    pub posed_points: Arc<Vec<Vec3>>,
    /// Which drawn aids are seen.
    pub overlays: Overlays,
    /// How bones are drawn.
    pub bones: BoneStyle,
    /// The colours of drawn aids.
    pub colors: Colors,
    /// Models on the stage.
    pub models: Vec<PlacedModel>,
    /// Textures are sent at the size of their first mip of at most so many texels.
    pub most_texels: u64,
    /// Strong emission has a halo.
    pub bloom: bool,
    /// In drawing order.
    pub ghosts: Vec<Ghost>,
    /// The ways of bones that are shown.
    pub trails: Vec<Trail>,
    /// Ties between bones and what controls them.
    pub lines: Vec<Line>,
    /// Edges of faces that have no area; drawn where surfaces are coloured by [`ColorBy::DegenerateFaces`].
    pub face_lines: Vec<Line>,
    /// Names beside their points. Where two would overlap the first is drawn.
    pub labels: Vec<Label>,
    /// How far lines of the grid are from the middle; drawn where the other labels leave room.
    pub grid_labels: Vec<Label>,
    /// Parts that something else covers, where no label is drawn: left, top, right and bottom in pixels.
    pub covered: Vec<[u32; 4]>,
    /// Meanings of colours, the first at the bottom.
    pub legends: Vec<Legend>,
    /// The ways of cameras that are shown.
    pub camera_paths: Vec<CameraPath>,
    /// Length of lines of sight, in the units of the models they belong to.
    pub ray_length: f32,
}

impl Picture {
    /// `models` as they stand, in a picture of one pixel that shows nothing else. Whoever wants more says so.
    pub fn of(models: Vec<PlacedModel>) -> Self {
        Self {
            size: [1, 1],
            scale: 1.0,
            pixels_per_point: None,
            samples: 1,
            shift_px: [0.0; 2],
            lens_point: Vec2::ZERO,
            depth_of_field: None,
            section: None,
            camera: Camera::default(),
            through_camera: false,
            world_from_stage: Affine3A::IDENTITY,
            bounds: Bounds::EMPTY,
            background: Background::Transparent,
            shading: Shading::default(),
            color_by: ColorBy::default(),
            longest: 1.0,
            divided: None,
            left_models: None,
            lights: Lights::default(),
            environment: Environment::default(),
            environment_turn_rad: 0.0,
            exposure: 0.0,
            tone: Tone::default(),
            shadows: Shadows::default(),
            reflection: None,
            posed_bounds: Bounds::EMPTY,
            posed_points: Arc::default(),
            overlays: Overlays::default(),
            bones: BoneStyle::default(),
            colors: Colors::DARK,
            models,
            most_texels: u64::MAX,
            bloom: false,
            ghosts: Vec::new(),
            trails: Vec::new(),
            lines: Vec::new(),
            face_lines: Vec::new(),
            labels: Vec::new(),
            grid_labels: Vec::new(),
            covered: Vec::new(),
            legends: Vec::new(),
            camera_paths: Vec::new(),
            ray_length: 1.0,
        }
    }

    /// The same with `scale` pixels for each of its own along a side, to be shown as large: what is measured in pixels of the screen
    /// keeps its size there.
    pub fn scaled(mut self, scale: f32) -> Self {
        let to = |pixels: u32| (pixels as f32 * scale).round() as u32;
        self.size = self.size.map(|side| to(side).max(1));
        self.covered = self.covered.iter().map(|edges| edges.map(to)).collect();
        self.scale *= scale;
        self
    }

    /// The same, shifted as number `index` of `count` pictures that are averaged. The first is not shifted, and neither is their mean.
    pub fn shifted(&self, index: u32, count: u32) -> Self {
        let edges = Vec2::from_array(shift_px(index, count));
        let (lens_point, parallax) = match self.open_lens() {
            Some(lens) => {
                let point = lens.radius * lens_point(index, count);
                // The picture moves against the eye, by the pixels of a unit at the focus: surfaces there stay where they are.
                let half_height = (self.camera.fov_y_rad * 0.5).tan() * lens.focus;
                (
                    point,
                    Vec2::new(point.x, -point.y) * (0.5 * self.size[1] as f32 / half_height),
                )
            }
            None => (Vec2::ZERO, Vec2::ZERO),
        };
        Self {
            shift_px: (edges + parallax).to_array(),
            lens_point,
            ..self.clone()
        }
    }

    /// The lens, if pictures through it differ from sharp ones.
    pub fn open_lens(&self) -> Option<DepthOfField> {
        let is_perspective = self.camera.projection == Projection::Perspective;
        self.depth_of_field.filter(|_| is_perspective)
    }

    /// How many pictures of `each` samples their mean is made of, if it is to have `samples` of them.
    pub fn count_for(&self, samples: u32, each: u32) -> u32 {
        let count = samples.div_ceil(each.max(1)).max(1);
        match self.open_lens() {
            Some(_) => count.max(DepthOfField::PICTURES),
            None => count,
        }
    }

    /// The camera at the point of the lens that sees the picture.
    pub fn seeing(&self) -> Camera {
        let Vec2 { x, y } = self.lens_point;
        Camera {
            target: self.camera.target + x * self.camera.right() + y * self.camera.up(),
            ..self.camera
        }
    }

    /// The picture of which the right half is seen, and the first column of that half; `None`: all of this one is.
    pub fn right_half(&self) -> Option<(Self, u32)> {
        let Divided { at, right, longest } = self.divided?;
        let column = (self.size[0] as f32 * at.clamp(0.0, 1.0)).round() as u32;
        let picture = Self {
            shading: right.shading,
            color_by: right.color_by,
            overlays: Overlays {
                wireframe: right.wireframe,
                xray: right.xray,
                ..self.overlays
            },
            longest,
            divided: None,
            left_models: None,
            ..self.clone()
        };
        Some((picture, column))
    }

    /// The picture to draw for the left half; the whole picture if it is not divided. If [`Self::left_models`] stand there, lines, labels, ghosts and
    /// trails are left out: they show the pose of [`Self::models`], and belong to the right half.
    pub fn into_left_half(self) -> Self {
        match (self.divided, self.left_models) {
            (Some(_), Some(models)) => Self {
                models,
                left_models: None,
                ghosts: Vec::new(),
                trails: Vec::new(),
                lines: Vec::new(),
                face_lines: Vec::new(),
                labels: Vec::new(),
                ..self
            },
            _ => Self {
                left_models: None,
                ..self
            },
        }
    }

    /// Returns the background: black where surfaces add up. For a divided picture: the background of its left half.
    pub fn seen_background(&self) -> Background {
        self.background_behind(self.color_by)
    }

    fn background_behind(&self, color_by: ColorBy) -> Background {
        match color_by {
            ColorBy::Overdraw => Background::Solid([0; 3]),
            _ => self.background,
        }
    }

    /// Whether it hides all that a window shows below it; both halves of a divided picture must.
    pub fn is_opaque(&self) -> bool {
        let right = self.divided.map(|divided| divided.right.color_by);
        let mut halves = iter::once(self.color_by).chain(right);
        halves.all(|color_by| self.background_behind(color_by) != Background::Transparent)
    }

    /// The nearest and the farthest of what is posed, along the view; of equal ones the latter lies a little behind.
    pub fn depth_range(&self) -> [f32; 2] {
        if !self.posed_points.is_empty() {
            return depth_range_of(&self.camera, self.posed_points.iter().copied());
        }
        let around = match self.posed_bounds.is_empty() {
            true => self.bounds,
            false => self.posed_bounds,
        };
        depth_range(&self.camera, &around)
    }

    /// The least texel density that has a colour of its own.
    pub fn least_density(&self) -> f32 {
        least_density(&self.bounds)
    }

    /// Width of thin lines in pixels of the picture. Letters, dots and glyphs of a size on the screen grow with it.
    pub fn line_px(&self) -> f32 {
        let on_screen = match self.pixels_per_point {
            Some(pixels) if pixels.is_finite() => pixels.clamp(LINES_PX[0], LINES_PX[1]),
            _ => (self.size[1] as f32 / self.scale / ROWS_PER_POINT).clamp(1.0, 4.0),
        };
        on_screen * self.scale
    }

    /// Width over height.
    pub fn aspect(&self) -> f32 {
        self.size[0] as f32 / self.size[1] as f32
    }
}

/// Samples per pixel of a picture that stands still in a window, and of what the window saves or copies.
pub const SAMPLES_AT_REST: u32 = 16;

/// How far from its middle the pixels of averaged pictures are looked at, at most.
const FARTHEST_SHIFT: f32 = 0.42;

/// Radians from one point of Vogel's spiral to the next.
const GOLDEN_ANGLE: f32 = 2.399_963_2;

fn shift_px(index: u32, count: u32) -> [f32; 2] {
    if index == 0 || count < 2 {
        return [0.0; 2];
    }
    // Vogel's spiral about the first, which is not shifted. Three around it lie at equal angles.
    let others = count - 1;
    let angle = if others == 3 {
        std::f32::consts::TAU / 3.0
    } else {
        GOLDEN_ANGLE
    };
    let at = |index: u32| {
        let away = FARTHEST_SHIFT * ((index as f32 - 0.5) / (others as f32 - 0.5)).sqrt();
        let away = if others == 3 { 0.8 * FARTHEST_SHIFT } else { away };
        Vec2::from_angle(index as f32 * angle + 0.4) * away
    };
    let mean = (1..count).map(at).sum::<Vec2>() / others as f32;
    (at(index.min(others)) - mean).to_array()
}

/// The point of a lens of radius 1 that sees number `index` of `count` pictures: the middle first, the others spread evenly about it.
fn lens_point(index: u32, count: u32) -> Vec2 {
    if index == 0 || count < 2 {
        return Vec2::ZERO;
    }
    let others = (count - 1) as f32;
    let at = |index: u32| Vec2::from_angle(index as f32 * GOLDEN_ANGLE) * ((index as f32 - 0.5) / others).sqrt();
    let mean = (1..count).map(at).sum::<Vec2>() / others;
    at(index.min(count - 1)) - mean
}

/// As [`Picture::depth_range`], of what is in `around`.
fn depth_range(camera: &Camera, around: &Bounds) -> [f32; 2] {
    if around.is_empty() {
        return [0.0, 1.0];
    }
    let corners = (0..8).map(|corner: u8| {
        let part = |axis: u8, least: f32, most: f32| if corner >> axis & 1 == 0 { least } else { most };
        Vec3::new(
            part(0, around.min.x, around.max.x),
            part(1, around.min.y, around.max.y),
            part(2, around.min.z, around.max.z),
        )
    });
    depth_range_of(camera, corners)
}

/// As [`Picture::depth_range`], of at least one point.
fn depth_range_of(camera: &Camera, points: impl Iterator<Item = Vec3>) -> [f32; 2] {
    let (eye, forward) = (camera.eye(), camera.forward());
    let along = points.map(|point| (point - eye).dot(forward));
    let (near, far) = along.fold((f32::MAX, f32::MIN), |(near, far), depth| {
        (near.min(depth), far.max(depth))
    });
    let near = near.max(0.0);
    [near, far.max(near + 1e-6 * near.max(1.0))]
}

/// As [`Picture::least_density`], of what is in `around`.
pub fn least_density(around: &Bounds) -> f32 {
    let size = around.diagonal();
    match size.is_finite() && size > 0.0 {
        true => LEAST_TEXELS / size,
        false => LEAST_TEXELS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_stay_within_a_pixel_and_cancel_out() {
        for count in [1, 4, 16, 64] {
            let shifts: Vec<Vec2> = (0..count).map(|index| shift_px(index, count).into()).collect();
            assert_eq!(shifts[0], Vec2::ZERO);
            assert!(shifts.iter().all(|shift| shift.length() < 0.5), "{shifts:?}");
            let mean = shifts.iter().sum::<Vec2>() / count as f32;
            assert!(mean.length() < 1e-6, "{count}: {mean}");
            let apart = |(at, one): (usize, &Vec2)| {
                shifts[..at]
                    .iter()
                    .all(|other| other.distance(*one) > 0.3 / (count as f32).sqrt())
            };
            assert!(shifts.iter().enumerate().all(apart), "{shifts:?}");
        }
    }

    /// Similar triangles: a point at `depth` is seen through the lens within a circle of `radius · |1 / focus − 1 / depth|` at distance 1.
    #[test]
    fn what_lies_at_the_focus_stays_and_the_rest_moves_within_its_circle_of_confusion() {
        let (radius, focus) = (0.2, 3.0);
        let picture = Picture {
            size: [640, 360],
            camera: Camera {
                yaw_rad: 0.7,
                pitch_rad: 0.3,
                distance: 5.0,
                ..Camera::default()
            },
            depth_of_field: Some(DepthOfField { radius, focus }),
            ..Picture::of(Vec::new())
        };
        let count = picture.count_for(4, 4);
        assert_eq!(count, DepthOfField::PICTURES);
        let pixel = |picture: &Picture, point: Vec3| {
            let clip = picture.seeing().clip_from_world(picture.aspect()) * point.extend(1.0);
            let [x, y] = [clip.x / clip.w, -clip.y / clip.w];
            Vec2::new((x + 1.0) * 320.0, (y + 1.0) * 180.0) + Vec2::from_array(picture.shift_px)
        };
        let camera = picture.camera;
        let per_unit = 180.0 / (camera.fov_y_rad * 0.5).tan();
        for depth in [1.5, focus, 4.0, 30.0] {
            let point = camera.eye() + camera.forward() * depth + camera.right() * 0.1 - camera.up() * 0.05;
            let circle = radius * (1.0 / focus - 1.0 / depth).abs() * per_unit;
            let sharp = pixel(&picture, point);
            let mut farthest = 0.0f32;
            let mut mean = Vec2::ZERO;
            for index in 0..count {
                let edges = Vec2::from_array(shift_px(index, count));
                let away = pixel(&picture.shifted(index, count), point) - edges - sharp;
                farthest = farthest.max(away.length());
                mean += away / count as f32;
            }
            assert!(
                (0.95 * circle - 0.01..=1.05 * circle + 0.01).contains(&farthest),
                "{depth}: {farthest} of {circle}"
            );
            assert!(mean.length() < 0.01 * circle + 0.01, "{depth}: {mean}");
        }
        let parallel = Picture {
            camera: Camera {
                projection: Projection::Orthographic,
                ..camera
            },
            ..picture
        };
        assert_eq!((parallel.open_lens(), parallel.count_for(16, 4)), (None, 4));
        assert_eq!(parallel.shifted(3, 4).lens_point, Vec2::ZERO);
    }

    #[test]
    fn a_divided_picture_is_opaque_if_both_halves_are() {
        let (none, solid) = (Background::Transparent, Background::Solid([9; 3]));
        let (plain, overdraw) = (ColorBy::Material, ColorBy::Overdraw);
        for (background, left, right, wanted) in [
            (none, plain, None, false),
            (solid, plain, None, true),
            (none, overdraw, None, true),
            (none, overdraw, Some(plain), false),
            (none, plain, Some(overdraw), false),
            (none, overdraw, Some(overdraw), true),
            (solid, overdraw, Some(plain), true),
        ] {
            let way = |color_by| Way {
                color_by,
                ..Way::default()
            };
            let picture = Picture {
                background,
                color_by: left,
                divided: right.map(|right| Divided {
                    at: 0.5,
                    right: way(right),
                    longest: 1.0,
                }),
                ..Picture::of(Vec::new())
            };
            assert_eq!(picture.is_opaque(), wanted, "{background:?}, {left:?} and {right:?}");
        }
    }
}
