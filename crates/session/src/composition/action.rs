//! The actions of the composition: clips, layers, attachments, scales and places of models.

use super::by_hand::action::HandPoseAction;
use super::pinned::action::PinnedAction;
use super::played::play_as::PlayAs;
use super::state::ModeScope;
use crate::placed::stopped::Stopped;
use crate::{Attachment, ClipKey, LayerChange, LayerKey, Moved};
use castview_base::core::{BlendShapeIndex, MeshIndex};
use castview_base::scene::Skinning;
use castview_motion::animation::{Renames, Retarget, Unposed};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;

/// Actions that change what moves the models: layers, modes, scale, attachments, rigs, blend weights.
#[derive(Clone, Debug, PartialEq)]
pub enum CompositionAction {
    /// Lays a clip over what plays, on one model or on all.
    AddLayer {
        clip: ClipKey,
        model: Option<PlacedKey>,
    },
    ChangeLayer(LayerKey, LayerChange),
    /// The active clip, the bottom of the stack: weight, mute, solo, mask.
    ChangeBase(LayerChange),
    /// The active clip gives way to `to` during its last `frames` frames.
    CrossFade {
        to: ClipKey,
        frames: f64,
    },
    ClearLayers,
    /// Changes the chosen layer, as keys do.
    StepLayer(LayerStep),
    /// Looks at the keys of that layer's clip; of the active one with `None`.
    ShowKeys(Option<LayerKey>),
    /// Plays curves in another way than the file says; `None` as the file says.
    OverrideMode(ModeScope, Option<PlayAs>),
    ResetModes,
    /// By what the translations of the file's clips are multiplied on models of other files; `None`: as the file says.
    ScaleClips(FileKey, Option<f32>),
    /// How a clip of another file is brought to that model; `None`: to every model.
    Retarget(ClipKey, Option<PlacedKey>, Retarget),
    /// Hangs a model on another, or takes it off.
    Attach(PlacedKey, Option<Attachment>),
    /// Moves a model away from where its file places it; `None` puts it back.
    Move(PlacedKey, Option<Moved>),
    /// Puts every model back to where its file places it.
    PutBack,
    /// Takes the selected model up; [`CompositionAction::HangCarried`] hangs it on what is selected then.
    CarryModel,
    HangCarried,
    TakeSelectedOff,
    /// How names of curves are changed before they are looked for.
    SetRenames(Renames),
    /// How much of what the clips make is shown over that pose, 0…1. Time goes on as it does.
    SetPosed {
        unposed: Unposed,
        weight: f32,
    },
    /// Shows a model as that step leaves it; `None`: all steps of all models.
    Stop(Option<Stopped>),
    /// Changes bones over what the clips make of them.
    PoseByHand(HandPoseAction),
    /// Holds what is shown against what was shown before.
    Pinned(PinnedAction),
    /// Skins a mesh by that method; `None` as the file says.
    SetMethod(PlacedKey, MeshIndex, Option<Skinning>),
    /// Sets that shape, and the ones moving together with it, to their greatest weight and all others to 0; a second time, back to the clips.
    SoloShape(PlacedKey, BlendShapeIndex),
    SetShapeWeight {
        model: PlacedKey,
        shape: BlendShapeIndex,
        weight: Option<f32>,
    },
    /// The pointer let go of what it dragged: the next drag of the same slider is an undo of its own.
    EndDrag,
    ResetShapeWeights,
}

/// A change of the chosen layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LayerStep {
    /// Chooses the next one towards the top or the bottom.
    Choose {
        up: bool,
    },
    /// One place towards the top or the bottom.
    Move {
        up: bool,
    },
    ToggleMute,
    ToggleSolo,
    /// Added to the weight.
    Weight(f32),
    /// Frames of the clock, added to where it starts.
    Offset(f64),
    /// From the selected bone down; all bones if that is the mask already.
    MaskHere,
    /// Lays the selected clip over, and chooses it.
    Add,
    Remove,
}
