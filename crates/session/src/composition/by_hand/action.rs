//! Actions that pose bones by hand.

use castview_base::core::{BoneIndex, IkHandleIndex};
use castview_picture::PlacedKey;
use glam::Vec3;

/// Actions that change bones over what the clips make of them.
#[derive(Clone, Debug, PartialEq)]
pub enum HandPoseAction {
    /// Sets a part of the bone's change, told in the space in use; of all selected bones if it is one of them. Until
    /// [`crate::CompositionAction::EndDrag`] all are one step of undo.
    Set {
        model: PlacedKey,
        bone: BoneIndex,
        part: HandPart,
        value: Vec3,
    },
    /// The space in which changes are told.
    TellIn(HandSpace),
    /// Shows the handles for that part of the selected bone in the view, or hides them.
    ToggleHandles(HandPart),
    /// Drags of surfaces set the blend shapes that move them, or no longer do. No handles are shown meanwhile.
    ToggleShapes,
    /// The pointer takes hold of a handle: drags start from the pose as it is now.
    BeginDrag,
    /// Moves a drag to `way` from its start, along or about an axis (0 to 2): radians, lengths of the stage, or a share of the scale.
    /// Does nothing without [`HandPoseAction::BeginDrag`]; all until [`crate::CompositionAction::EndDrag`] are one step of undo.
    Drag { part: HandPart, axis: usize, way: f32 },
    /// The pointer takes hold of the goal of an IK handle, and with it of the goals and bones that are selected beside it. Solves the rig from
    /// now on: without that no chain follows.
    BeginGoalDrag { model: PlacedKey, handle: IkHandleIndex },
    /// Moves a drag of bones by `way` from its start, in stage space. Does nothing without [`HandPoseAction::BeginGoalDrag`].
    DragGoal { way: Vec3 },
    /// Copies the selected bones as they stand, as text; all bones of a selected model, chain and goal of a selected IK handle. A text that is pasted poses the bones of its names.
    CopyPose,
    /// Reads the clipboard, and does [`HandPoseAction::PasteText`] with it.
    Paste { mirrored: bool },
    /// Poses the bones that `text` names; `mirrored`: those of the other side, as in a mirror.
    PasteText { text: String, mirrored: bool },
    /// Gives the changes of the selected bones to the bones of the other side as a mirror shows them, and theirs to these; of all bones where no
    /// bone and no model is selected. Bones without another side are mirrored themselves.
    Mirror,
    /// The selected bones stand as the clips have them; all bones of a selected model.
    ResetSelected,
    /// So do all bones of all models.
    ResetAll,
}

/// A part of a bone's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandPart {
    /// Degrees about the x, then y, then z axis of the space.
    Turn,
    /// Along the axes of the space.
    Shift,
    /// Factors along the bone's own axes, in every space.
    Scale,
}

/// The axes in which a turn and a shift are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HandSpace {
    /// The bone's own, as the clips turn it.
    #[default]
    Local,
    /// The parent's.
    Parent,
    /// The world's: y is up.
    World,
}

/// How bones are posed by hand: no edit, as it moves nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandTool {
    /// The space in which changes are told.
    pub space: HandSpace,
    /// The part for which the selected bone has handles in the view; `None`: it has none.
    pub handles: Option<HandPart>,
    /// A drag of a surface sets the blend shape that moves it most; not together with `handles`.
    pub pulls_shapes: bool,
}

impl HandSpace {
    /// All of them, from the bone outwards.
    pub const ALL: [Self; 3] = [Self::Local, Self::Parent, Self::World];

    /// For buttons.
    pub fn word(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Parent => "Parent",
            Self::World => "World",
        }
    }
}
