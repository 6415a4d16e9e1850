//! Actions on the view.

use super::state::CameraKey;
use crate::{Backdrop, BoneColoring, BoneDisplay, BonesShown, CameraMove, Hold, LevelPick, MousePreset, OrbitAbout};
use castview_base::core::UpAxis;
use castview_picture::light::Preset;
use castview_picture::{BoneShape, ColorBy, Shading, Tone, Way};
use glam::{Vec2, Vec3};

/// One side of a divided picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    Left,
    Right,
}

/// The camera and how the picture looks.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewAction {
    Camera(CameraMove),
    /// Select the meshes that lie so far away that framing leaves them out, and frame these.
    ShowFar,
    /// A drag of the view begins at that place of the picture (−1…1, y up).
    TakeHold(Vec2, Hold),
    /// A drag of something that turns the view begins, such as the cube in its corner.
    TakeHoldOfCube,
    /// The drag ends.
    LetGo,
    /// The drag ends, and the view is as the drag found it.
    TakeBackDrag,
    SetOrbitAbout(OrbitAbout),
    ToggleViewCube,
    /// The camera glides to other views, or jumps.
    ToggleGlides,
    /// Whose gestures of the mouse move the camera.
    SetMouse(MousePreset),
    /// Keys move the eye, or no longer.
    ToggleFly,
    /// While it flies, what keys push: right, up and ahead, each −1…1.
    Fly {
        push: Vec3,
        is_fast: bool,
    },
    /// Flying is as many times as fast.
    FlyFaster(f32),
    /// While it flies, the eye turns where it is, radians.
    LookAround {
        yaw: f32,
        pitch: f32,
    },
    /// The camera goes with the selected bone, or no longer with the one it went with.
    ToggleFollow,
    /// The present view becomes the viewpoint of that index, counted from 0.
    SaveViewpoint(usize),
    /// To the viewpoint of that index, counted from 0; nothing if none was saved.
    GoToViewpoint(usize),
    /// Back to where the camera stood before it was moved.
    CameraBack,
    /// Where it stood before going back.
    CameraForward,
    /// See what a camera of a model sees; `None`: what the user saw before.
    LookThrough(Option<CameraKey>),
    /// Through one camera after another, then back.
    LookThroughNext,
    /// Pixels.
    ResizeViewport([u32; 2]),
    /// Pixels of the viewport for a point of the window; `None`: the picture stands for itself.
    ScaleViewport(Option<f32>),
    /// Rectangles that lie over the picture, where names would be hidden: left, top, right and bottom in pixels.
    Cover(Vec<[u32; 4]>),
    /// So many pixels at the lower edge are kept for legends and a notice: framing stays above.
    KeepFoot(u32),
    /// Surfaces are drawn in that way where their materials colour them.
    SetShading(Shading),
    /// The same, and their materials colour them: what is asked for is seen, whatever colours surfaces now.
    SeeShaded(Shading),
    /// Surfaces are coloured by that; by their materials again if they already are.
    ToggleColorBy(ColorBy),
    /// The next shading; the one there is if something else than materials colours surfaces.
    CycleShading,
    /// The left half of the picture is seen as all of it was, the right one as it was last, or in another way if that is the same; or
    /// the picture is whole again, as its left half was.
    ToggleDivided,
    /// The right half begins at that share of the width.
    DivideAt(f32),
    /// Each half is seen as the other was.
    SwapHalves,
    /// One half of a divided picture is seen in that way.
    SeeHalf(Half, Way),
    ToggleTextures,
    /// Lit by the lights of the files, or by the environment.
    ToggleFileLights,
    /// This preset surrounds the models.
    SetEnvironment(Preset),
    /// The image of surroundings that was opened last does.
    UseEnvironmentImage,
    /// It is turned on by that, counter-clockwise seen from above; radians.
    TurnEnvironment(f32),
    /// Stops.
    SetExposure(f32),
    /// Brighter by so many stops.
    ChangeExposure(f32),
    SetTone(Tone),
    /// Chooses the backdrop behind the models.
    SetBackdrop(Backdrop),
    /// The flat colour behind the models, sRGB bytes; it is shown at once.
    SetFlatColor([u8; 3]),
    /// The key light throws shadows on the models.
    ToggleShadows,
    /// Near surfaces hold back light from all around.
    ToggleOcclusion,
    /// Shadows fall on the ground.
    ToggleGround,
    /// Turn, exposure and tone as they are at first.
    ResetLight,
    ToggleWireframe,
    ToggleXray,
    /// A pattern marks surfaces whose base colour is not found.
    ToggleMissing,
    /// Bones of the kind that was shown last, or none.
    ToggleBones,
    /// Bones of that kind; `None`: no bones, and the kind is kept.
    ShowBones(Option<BonesShown>),
    /// Names of the bones that are drawn.
    ToggleNames,
    SetBoneDisplay(BoneDisplay),
    ShapeBones(BoneShape),
    ColorBones(BoneColoring),
    /// Bones are as thick from near and far, or grow and shrink.
    ToggleBonesConstant,
    /// IK handles and constraints are drawn with the bones.
    ToggleBonesRig,
    /// Cameras, lights and what else is no surface.
    ToggleFixtures,
    /// Boxes and spheres that files state.
    ToggleVolumes,
    SetLevel(LevelPick),
    /// Hands that are not tracked, faintly.
    ToggleMeshBounds,
    ToggleGhostHands,
    SetRayLength(f32),
    ToggleGrid,
    ToggleAxes,
    SetUpAxis(Option<UpAxis>),
    /// The picture on the screen stays until something moves.
    StopDrawing,
    DrawAgain,
}
