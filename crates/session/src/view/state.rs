//! The kept state of the view: the camera, how things are drawn, and how much of them the budgets let through.

use super::camera::history::CameraHistory;
use crate::placed::timed_pose::MotionKey;
use crate::stage::state::LeftOut;
use crate::view::bones::measured::BoneSpeeds;
use crate::view::measured::MeasuredMeshes;
use crate::view::shown::budgeted::Budgeted;
use crate::{LevelPick, Selected};
use castview_base::core::{BoneIndex, Bounds, Camera};
use castview_base::scene::Input;
use castview_picture::opened::EnvironmentImage;
use castview_picture::{ColorBy, Lights, Overlays, PlacedKey, Shading, Way};
use glam::{Vec2, Vec3};
use std::sync::{Arc, OnceLock};

/// Counts of a picture's meshes that are seen while the rest is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartShown {
    /// Meshes that are seen as they are.
    pub meshes: usize,
    /// Meshes that the whole picture shows.
    pub of: usize,
    /// Meshes that are seen in a coarse form.
    pub coarse: usize,
}

#[derive(Debug)]
pub struct View {
    pub camera: Camera,
    pub(crate) history: CameraHistory,
    /// The camera follows one of a model.
    pub look_through: Option<LookThrough>,
    /// The camera goes with a bone.
    pub following: Option<Following>,
    /// Keys move the eye.
    pub flight: Option<Flight>,
    /// Time passes for the camera: it may glide.
    pub(crate) can_glide: bool,
    pub(crate) glide: Option<Glide>,
    /// Forgotten when something is opened or another axis points up.
    pub(crate) front: OnceLock<Front>,
    /// Which inputs the materials of the open files have, by the numbers of [`Input`]. Forgotten when something is opened.
    pub(crate) inputs: OnceLock<[bool; Input::COUNT]>,
    /// How bright the models are by themselves. Forgotten when they or their images are others.
    pub(crate) albedo: OnceLock<Option<f32>>,
    /// Points around all that is posed, in world space. Forgotten when anything stands otherwise.
    pub(crate) posed_points: OnceLock<Arc<Vec<Vec3>>>,
    /// Point that a drag turns the camera around, as placed for a camera that does not follow the root motion.
    pub(crate) pivot: Option<Vec3>,
    pub(crate) before_drag: Option<BeforeDrag>,
    pub(crate) zoom_aim: Option<ZoomAim>,
    /// The camera still stands where framing put it: a new viewport size frames again.
    pub camera_is_framed: bool,
    /// How much of the clip framing for a new viewport size shows.
    pub(crate) frames: Frames,
    /// Meshes that lie so far away from the rest that framing left them out.
    pub(crate) far: Vec<Selected>,
    /// Around these, in world space.
    pub(crate) far_bounds: Bounds,
    /// Around the stage as it was when the active clip began, in world space: grid, axes and bone glyphs take their size from it
    /// and keep it while the model moves.
    pub steady_bounds: Bounds,
    /// Around all surfaces over the clip, in world space, as `ground` is found; empty without any.
    pub swept: Bounds,
    /// Outermost points of the surfaces that move, at times of the clip, in world space, found with `swept`.
    pub(crate) outermost: Vec<Vec3>,
    /// Motion that `swept` and `outermost` follow from, as it was then, and the count of other changes of the ground.
    pub(crate) swept_for: Option<(MotionKey, u64)>,
    /// Height of the ground, in world space: the lowest point of all surfaces over the active clip. `None` without surfaces.
    pub ground: Option<f32>,
    /// Viewport size in pixels.
    pub viewport: [u32; 2],
    /// Pixels of the viewport for a point of the window; `None`: no window shows it.
    pub pixels_per_point: Option<f32>,
    /// Rectangles that lie over the viewport: left, top, right and bottom in pixels.
    pub covered: Vec<[u32; 4]>,
    /// How high, in pixels, the lower edge is kept for legends and a notice.
    pub foot: u32,
    pub shading: Shading,
    /// Meaning of the colours of surfaces.
    pub color_by: ColorBy,
    /// Where the picture is divided, as a share of its width.
    pub divided: Option<f32>,
    /// How surfaces are seen to the right of that.
    pub right: Way,
    pub lights: Lights,
    /// The image of surroundings that was opened last.
    pub environment_image: Option<EnvironmentImage>,
    /// It lights the models, in place of the built-in environment that was chosen.
    pub image_lights: bool,
    pub overlays: Overlays,
    /// Boxes around the meshes as they are posed.
    pub mesh_bounds: bool,
    /// Level to draw of models with several levels of detail.
    pub level: LevelPick,
    /// How much of a picture is there that takes its time, 0…1.
    pub drawing: Option<f32>,
    /// The part of the meshes that the picture on the screen shows while the rest is on its way; `None`: all.
    pub part_shown: Option<PartShown>,
    pub(crate) left_out: LeftOut,
    pub(crate) budgeted: Budgeted,
    pub(crate) speeds: BoneSpeeds,
    pub(crate) measured: MeasuredMeshes,
}

impl Default for View {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            history: CameraHistory::default(),
            look_through: None,
            following: None,
            flight: None,
            can_glide: false,
            glide: None,
            front: OnceLock::new(),
            inputs: OnceLock::new(),
            albedo: OnceLock::new(),
            posed_points: OnceLock::new(),
            pivot: None,
            before_drag: None,
            zoom_aim: None,
            camera_is_framed: true,
            frames: Frames::default(),
            far: Vec::new(),
            far_bounds: Bounds::EMPTY,
            steady_bounds: Bounds::EMPTY,
            swept: Bounds::EMPTY,
            outermost: Vec::new(),
            swept_for: None,
            ground: None,
            viewport: [1280, 720],
            pixels_per_point: None,
            covered: Vec::new(),
            foot: 0,
            shading: Shading::default(),
            color_by: ColorBy::default(),
            divided: None,
            right: Way::default(),
            lights: Lights::default(),
            environment_image: None,
            image_lights: false,
            overlays: Overlays {
                grid: true,
                axes: true,
                bones: false,
                fixtures: true,
                wireframe: false,
                xray: false,
                missing: false,
                volumes: false,
                ghost_hands: false,
            },
            mesh_bounds: false,
            level: LevelPick::default(),
            drawing: None,
            part_shown: None,
            left_out: LeftOut::default(),
            budgeted: Budgeted::default(),
            speeds: BoneSpeeds::default(),
            measured: MeasuredMeshes::default(),
        }
    }
}

impl View {
    /// World space counts from another point: everything in it that is kept moves `by`.
    pub(crate) fn shift(&mut self, by: Vec3) {
        if by == Vec3::ZERO {
            return;
        }
        let shift = |camera: &mut Camera| camera.target += by;
        shift(&mut self.camera);
        self.history.each(shift);
        self.before_drag.iter_mut().for_each(|before| shift(&mut before.camera));
        self.look_through.iter_mut().for_each(|look| shift(&mut look.before));
        self.following.iter_mut().for_each(|followed| followed.at += by);
        self.pivot.iter_mut().for_each(|pivot| *pivot += by);
        (self.glide, self.zoom_aim) = (None, None);
        // Found anew when it is next asked for.
        self.swept_for = None;
        self.posed_points = OnceLock::new();
    }
}

/// How much motion a camera that shows the whole stage leaves room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Frames {
    /// The pose.
    #[default]
    Pose,
    /// The pose while the clip played: with room for the clip, if that is not much.
    PoseInClip,
    /// Everything that the clip makes of it.
    Clip,
}

/// One camera on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CameraKey {
    pub model: PlacedKey,
    /// Position in the model's fixtures.
    pub fixture: usize,
}

/// Direction that the named views take for the front.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// How far the front view is turned from the file's own front, as the camera's yaw is.
    pub yaw_rad: f32,
    /// A sentence that tells which axis of the file it is, and why.
    pub reason: String,
}

/// A way of the camera to another view that is under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glide {
    /// Where it was seen before.
    pub from: Camera,
    /// Since it began.
    pub secs: f32,
}

/// Flying by keys.
#[derive(Clone, Copy, Debug)]
pub struct Flight {
    /// Times the usual speed.
    pub speed: f32,
    /// Push of the keys: right, up and ahead, each −1…1.
    pub push: Vec3,
    /// Shift is held.
    pub is_fast: bool,
    /// The camera has left the place where the flight began.
    pub(crate) has_moved: bool,
}

/// The place of the pointer that zooming was last asked for, and what lies there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ZoomAim {
    pub ndc: Vec2,
    pub point: Option<Vec3>,
    /// Number of the action that asked.
    pub action: u64,
}

/// The bone that the camera goes with.
#[derive(Clone, Copy, Debug)]
pub struct Following {
    pub model: PlacedKey,
    pub bone: BoneIndex,
    /// Where it was when the camera last went with it, in world space.
    pub(crate) at: Vec3,
}

/// The view before the drag in progress.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BeforeDrag {
    pub camera: Camera,
    pub is_framed: bool,
    pub look_through: Option<LookThrough>,
    /// Step of the camera history.
    pub step: u64,
}

/// Looking through `camera`, and the view to come back to.
#[derive(Clone, Copy, Debug)]
pub struct LookThrough {
    pub camera: CameraKey,
    pub(crate) before: Camera,
    pub(crate) was_framed: bool,
}
