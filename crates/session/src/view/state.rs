//! The kept state of the view: the camera, how things are drawn, and how much of them the budgets let through.

use super::camera::history::CameraHistory;
use crate::placed::timed_pose::MotionKey;
use crate::view::bones::measured::BoneSpeeds;
use crate::view::measured::MeasuredMeshes;
use crate::view::shown::budgeted::{Budgeted, LeftOut};
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

/// The camera, how things are drawn, and what is known of them as they are seen.
#[derive(Debug)]
pub struct View {
    /// Where the eye stands, unless the camera glides.
    pub(super) camera: Camera,
    /// Where the camera has stood.
    pub(super) history: CameraHistory,
    /// The camera follows one of a model.
    pub(super) look_through: Option<LookThrough>,
    /// The camera goes with a bone.
    pub(super) following: Option<Following>,
    /// Keys move the eye.
    pub(super) flight: Option<Flight>,
    /// Time passes for the camera: it may glide.
    pub(super) can_glide: bool,
    /// A way of the camera that is under way.
    pub(super) glide: Option<Glide>,
    /// Forgotten when something is opened or another axis points up.
    pub(super) front: OnceLock<Front>,
    /// Which inputs the materials of the open files have, by the numbers of [`Input`]. Forgotten when something is opened.
    pub(super) inputs: OnceLock<[bool; Input::COUNT]>,
    /// How bright the models are by themselves. Forgotten when they or their images are others.
    pub(super) albedo: OnceLock<Option<f32>>,
    /// Points around all that is posed, in world space. Forgotten when anything stands otherwise.
    pub(super) posed_points: OnceLock<Arc<Vec<Vec3>>>,
    /// Point that a drag turns the camera around, as placed for a camera that does not follow the root motion.
    pub(super) pivot: Option<Vec3>,
    /// The view before the drag in progress.
    pub(super) before_drag: Option<BeforeDrag>,
    /// The point under the pointer when zooming was last asked for.
    pub(super) zoom_aim: Option<ZoomAim>,
    /// The camera still stands where framing put it: a new viewport size frames again.
    pub(super) camera_is_framed: bool,
    /// How much of the clip framing for a new viewport size shows.
    pub(super) frames: Frames,
    /// Meshes that lie so far away from the rest that framing left them out.
    pub(super) far: Vec<Selected>,
    /// Around these, in world space.
    pub(super) far_bounds: Bounds,
    /// Around the stage as it was when the active clip began, in world space: grid, axes and bone glyphs take their size from it
    /// and keep it while the model moves.
    pub(super) steady_bounds: Bounds,
    /// Around all surfaces over the clip, in world space, as `ground` is found; empty without any.
    pub(super) swept: Bounds,
    /// Outermost points of the surfaces that move, at times of the clip, in world space, found with `swept`.
    pub(super) outermost: Vec<Vec3>,
    /// Motion that `swept` and `outermost` follow from, as it was then, and the count of other changes of the ground.
    pub(super) swept_for: Option<(MotionKey, u64)>,
    /// Height of the ground, in world space: the lowest point of all surfaces over the active clip. `None` without surfaces.
    pub(super) ground: Option<f32>,
    /// Viewport size in pixels.
    pub(super) viewport: [u32; 2],
    /// Pixels of the viewport for a point of the window; `None`: no window shows it.
    pub(super) pixels_per_point: Option<f32>,
    /// Rectangles that lie over the viewport: left, top, right and bottom in pixels.
    pub(super) covered: Vec<[u32; 4]>,
    /// How high, in pixels, the lower edge is kept for legends and a notice.
    pub(super) foot: u32,
    /// How surfaces are shaded.
    pub(super) shading: Shading,
    /// Meaning of the colours of surfaces.
    pub(super) color_by: ColorBy,
    /// Where the picture is divided, as a share of its width.
    pub(super) divided: Option<f32>,
    /// How surfaces are seen to the right of that.
    pub(super) right: Way,
    /// Lights of files are used, or those of the environment.
    pub(super) lights: Lights,
    /// The image of surroundings that was opened last.
    pub(super) environment_image: Option<EnvironmentImage>,
    /// It lights the models, in place of the built-in environment that was chosen.
    pub(super) image_lights: bool,
    /// Drawn aids beside the surfaces.
    pub(super) overlays: Overlays,
    /// Boxes around the meshes as they are posed.
    pub(super) mesh_bounds: bool,
    /// Level to draw of models with several levels of detail.
    pub(super) level: LevelPick,
    /// How much of a picture is there that takes its time, 0…1.
    pub(super) drawing: Option<f32>,
    /// The part of the meshes that the picture on the screen shows while the rest is on its way; `None`: all.
    pub(super) part_shown: Option<PartShown>,
    /// Meshes of levels that are not drawn.
    pub(super) left_out: LeftOut,
    /// How much is drawn where all of it would cost too much.
    pub(super) budgeted: Budgeted,
    /// Speeds of bones that were measured.
    pub(super) speeds: BoneSpeeds,
    /// Facts about meshes that were looked up.
    pub(super) measured: MeasuredMeshes,
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
    /// Where the eye stands, unless the camera glides.
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// The camera of a model that is looked through.
    pub fn looks_through(&self) -> Option<LookThrough> {
        self.look_through
    }

    /// Whether the camera goes with a bone.
    pub fn is_following(&self) -> bool {
        self.following.is_some()
    }

    /// How keys move the eye, while they do.
    pub fn flight(&self) -> Option<Flight> {
        self.flight
    }

    /// Whether the camera still stands where framing put it: a new viewport size frames again.
    pub fn is_framed(&self) -> bool {
        self.camera_is_framed
    }

    /// Around the stage as it was when the active clip began, in world space.
    pub fn steady_bounds(&self) -> Bounds {
        self.steady_bounds
    }

    /// Around all surfaces over the clip, in world space; empty without any.
    pub fn swept(&self) -> Bounds {
        self.swept
    }

    /// Height of the ground, in world space: the lowest point of all surfaces over the active clip. `None` without surfaces.
    pub fn ground(&self) -> Option<f32> {
        self.ground
    }

    /// Viewport size in pixels.
    pub fn viewport(&self) -> [u32; 2] {
        self.viewport
    }

    /// Pixels of the viewport for a point of the window; `None`: no window shows it.
    pub fn pixels_per_point(&self) -> Option<f32> {
        self.pixels_per_point
    }

    /// Rectangles that lie over the viewport: left, top, right and bottom in pixels.
    pub fn covered(&self) -> &[[u32; 4]] {
        &self.covered
    }

    /// How high, in pixels, the lower edge is kept for legends and a notice.
    pub fn foot(&self) -> u32 {
        self.foot
    }

    /// How surfaces are shaded.
    pub fn shading(&self) -> Shading {
        self.shading
    }

    /// Meaning of the colours of surfaces.
    pub fn color_by(&self) -> ColorBy {
        self.color_by
    }

    /// Where the picture is divided, as a share of its width.
    pub fn divided(&self) -> Option<f32> {
        self.divided
    }

    /// How surfaces are seen to the right of that.
    pub fn right(&self) -> Way {
        self.right
    }

    /// The lights that are used.
    pub fn lights(&self) -> Lights {
        self.lights
    }

    /// The image of surroundings that was opened last.
    pub fn environment_image(&self) -> Option<&EnvironmentImage> {
        self.environment_image.as_ref()
    }

    /// Drawn aids beside the surfaces.
    pub fn overlays(&self) -> Overlays {
        self.overlays
    }

    /// Whether boxes stand around the meshes as they are posed.
    pub fn mesh_bounds(&self) -> bool {
        self.mesh_bounds
    }

    /// Level to draw of models with several levels of detail.
    pub fn level(&self) -> LevelPick {
        self.level
    }

    /// How much of a picture is there that takes its time, 0…1.
    pub fn drawing(&self) -> Option<f32> {
        self.drawing
    }

    /// The part of the meshes that the picture on the screen shows while the rest is on its way; `None`: all.
    pub fn part_shown(&self) -> Option<PartShown> {
        self.part_shown
    }

    /// Puts the camera there.
    pub(crate) fn put_at(&mut self, camera: Camera) {
        self.camera = camera;
    }

    /// Puts the camera there at once, wherever it was on its way to.
    pub(crate) fn begin_at(&mut self, camera: Camera) {
        self.camera = camera;
        (self.glide, self.flight) = (None, None);
    }

    /// The camera stays where it is, whatever size the viewport gets.
    pub(crate) fn leave_frame(&mut self) {
        self.camera_is_framed = false;
    }

    /// Sees that much from top to bottom, in radians.
    pub(crate) fn widen(&mut self, fov_y_rad: f32) {
        self.camera.fov_y_rad = fov_y_rad;
    }

    /// Keys move the eye no longer; whether they did.
    pub(crate) fn stop_flying(&mut self) -> bool {
        self.flight.take().is_some()
    }

    /// The camera goes with a bone no longer; whether it did.
    pub(crate) fn stop_following(&mut self) -> bool {
        self.following.take().is_some()
    }

    /// The camera goes with nothing: no camera of a model, no bone, no keys.
    pub(crate) fn let_go_of_all(&mut self) {
        (self.look_through, self.following, self.flight) = (None, None, None);
    }

    /// Takes the size of grid, axes and bones from these bounds, in world space.
    pub(crate) fn keep_steady(&mut self, bounds: Bounds) {
        self.steady_bounds = bounds;
    }

    /// Takes in what surfaces sweep over the clip, and the ground below them.
    pub(crate) fn take_swept(&mut self, swept: Bounds, ground: Option<f32>) {
        (self.swept, self.ground) = (swept, ground);
    }

    /// The ground is found anew when it is next asked for.
    pub(crate) fn forget_ground(&mut self) {
        self.swept_for = None;
    }

    /// The front is found anew when it is next asked for.
    pub(crate) fn forget_front(&mut self) {
        self.front = OnceLock::new();
    }

    /// Inputs of materials are looked for anew when they are next asked for.
    pub(crate) fn forget_inputs(&mut self) {
        self.inputs = OnceLock::new();
    }

    /// How bright the models are is found anew when a picture is next exposed by it.
    pub(crate) fn forget_albedo(&mut self) {
        self.albedo = OnceLock::new();
    }

    /// Points around all that is posed are found anew when a picture next shows depth.
    pub(crate) fn forget_posed_points(&mut self) {
        self.posed_points = OnceLock::new();
    }

    /// Stands in a window of that size, behind what covers it.
    pub(crate) fn stand_in(&mut self, viewport: [u32; 2], pixels_per_point: Option<f32>, covered: &[[u32; 4]]) {
        self.viewport = viewport.map(|side| side.max(1));
        self.pixels_per_point = pixels_per_point.filter(|pixels| pixels.is_finite() && *pixels > 0.0);
        self.covered = covered.to_vec();
    }

    /// Nothing lies over the viewport.
    pub(crate) fn uncover(&mut self) {
        self.covered = Vec::new();
    }

    /// Shades surfaces so, and colours them by that.
    pub(crate) fn see(&mut self, shading: Shading, color_by: ColorBy) {
        (self.shading, self.color_by) = (shading, color_by);
    }

    /// Divides the picture there, or makes it whole. `right`: how surfaces are seen to the right of that.
    pub(crate) fn divide_at(&mut self, at: Option<f32>, right: Way) {
        self.divided = at.map(|at| at.clamp(0.0, 1.0)).filter(|at| at.is_finite());
        self.right = right;
    }

    /// Uses these lights.
    pub(crate) fn choose_lights(&mut self, lights: Lights) {
        self.lights = lights;
    }

    /// Drawn aids beside the surfaces, to be shown or hidden.
    pub(crate) fn overlays_mut(&mut self) -> &mut Overlays {
        &mut self.overlays
    }

    /// Shows boxes around the meshes, or hides them.
    pub(crate) fn show_mesh_bounds(&mut self, shown: bool) {
        self.mesh_bounds = shown;
    }

    /// Draws that level of models with several.
    pub(crate) fn pick_level(&mut self, level: LevelPick) {
        self.level = level;
    }

    /// Takes in how much of a picture is there.
    pub(crate) fn take_drawing(&mut self, drawing: Option<f32>) {
        self.drawing = drawing;
    }

    /// Takes in which part of the meshes is seen.
    pub(crate) fn take_part_shown(&mut self, part: Option<PartShown>) {
        self.part_shown = part;
    }

    /// Whether the camera has stood elsewhere before.
    pub fn can_go_back(&self) -> bool {
        self.history.can_go_back()
    }

    /// Whether the camera was brought back from elsewhere.
    pub fn can_go_forward(&self) -> bool {
        self.history.can_go_forward()
    }

    /// Where the eye stands, to be put elsewhere.
    #[cfg(test)]
    pub(crate) fn camera_mut(&mut self) -> &mut Camera {
        &mut self.camera
    }

    /// Counts the places where the camera has stood.
    #[cfg(test)]
    pub(crate) fn camera_step(&self) -> u64 {
        self.history.step()
    }

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
pub(super) enum Frames {
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
pub(super) struct Glide {
    /// Where it was seen before.
    pub(super) from: Camera,
    /// Since it began.
    pub(super) secs: f32,
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
    pub(super) has_moved: bool,
}

/// The place of the pointer that zooming was last asked for, and what lies there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ZoomAim {
    pub(super) ndc: Vec2,
    pub(super) point: Option<Vec3>,
    /// Number of the action that asked.
    pub(super) action: u64,
}

/// The bone that the camera goes with.
#[derive(Clone, Copy, Debug)]
pub struct Following {
    pub(super) model: PlacedKey,
    pub(super) bone: BoneIndex,
    /// Where it was when the camera last went with it, in world space.
    pub(super) at: Vec3,
}

/// The view before the drag in progress.
#[derive(Clone, Copy, Debug)]
pub(super) struct BeforeDrag {
    pub(super) camera: Camera,
    pub(super) is_framed: bool,
    pub(super) look_through: Option<LookThrough>,
    /// Step of the camera history.
    pub(super) step: u64,
}

/// Looking through `camera`, and the view to come back to.
#[derive(Clone, Copy, Debug)]
pub struct LookThrough {
    pub camera: CameraKey,
    pub(super) before: Camera,
    pub(super) was_framed: bool,
}
