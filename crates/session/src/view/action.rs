//! Actions on the view.

use super::state::CameraKey;
use crate::{BoneDisplay, CameraMove, Hold, LevelPick};
use castview_base::core::MaterialIndex;
use castview_picture::{ColorBy, PlacedKey, Shading, Way};
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
    /// Surfaces are coloured by that; by their materials again if they already are.
    ToggleColorBy(ColorBy),
    /// The next shading; the one there is if something else than materials colours surfaces.
    CycleShading,
    /// The right half begins at that share of the width.
    DivideAt(f32),
    /// Each half is seen as the other was.
    SwapHalves,
    /// One half of a divided picture is seen in that way.
    SeeHalf(Half, Way),
    /// The surroundings are turned on by that, counter-clockwise seen from above; radians.
    TurnEnvironment(f32),
    /// Stops.
    SetExposure(f32),
    /// Brighter by so many stops.
    ChangeExposure(f32),
    /// The flat colour behind the models, sRGB bytes; it is shown at once.
    SetFlatColor([u8; 3]),
    /// The ground shows the models mirrored so strongly, 0 to 1; 0: not at all.
    SetReflection(f32),
    /// It is so rough, 0 to 1.
    SetReflectionRoughness(f32),
    /// Turn, exposure and tone as they are at first.
    ResetLight,
    /// The clipping plane lies at that share of the way from one end of all that is open to the other; until the drag ends all moves are one
    /// step of undo.
    MoveSection(f32),
    /// Multiplies the base colour of a material by an sRGB colour; `None`: by none.
    Tint(PlacedKey, MaterialIndex, Option<[u8; 3]>),
    /// Every material as its file has it.
    ResetTints,
    /// It is moved on by a share of that way.
    NudgeSection(f32),
    SetBoneDisplay(BoneDisplay),
    SetLevel(LevelPick),
    SetRayLength(f32),
    /// The picture on the screen stays until something moves.
    StopDrawing,
    DrawAgain,
}
