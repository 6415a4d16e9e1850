//! What can be asked of what moves what.

use super::attach::{Attachment, RootMotion};
use super::by_key::LayerStep;
use super::layers::{LayerChange, LayerKey};
use super::treat::Treated;
use crate::animation::Renames;
use crate::core::BlendShapeIndex;
use crate::picture::PlacedKey;
use crate::scene::CurveMode;
use crate::session::Change;
use crate::session::apply::quiet;
use crate::session::{ClipKey, Effect, FileKey, Session};

/// What moves what: layers, modes, scale, attachments, rigs, blend weights.
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
    /// What keys do to the chosen layer.
    StepLayer(LayerStep),
    /// Looks at the keys of that layer's clip; of the active one with `None`.
    ShowKeys(Option<LayerKey>),
    /// Plays curves in another mode than the file says, for a look; `None` as the file says.
    TreatAs(Treated, Option<CurveMode>),
    ResetTreatments,
    /// By what the translations of the file's clips are multiplied on models of other files; `None`: as the file says.
    ScaleClips(FileKey, Option<f32>),
    /// Hangs a model on another, or takes it off.
    Attach(PlacedKey, Option<Attachment>),
    /// Takes the selected model up; [`CompositionAction::HangCarried`] hangs it on what is selected then.
    CarryModel,
    HangCarried,
    TakeSelectedOff,
    SetRootMotion(RootMotion),
    /// How names of curves are changed before they are looked for.
    SetRenames(Renames),
    /// IK handles and constraints on or off, for every model.
    ToggleRig,
    SetShapeWeight {
        model: PlacedKey,
        shape: BlendShapeIndex,
        weight: Option<f32>,
    },
    /// The pointer let go of what it dragged: the next drag of the same slider is an undo of its own.
    EndDrag,
    ResetShapeWeights,
}

impl Session {
    pub(in crate::session) fn apply_composition(&mut self, action: CompositionAction) -> Vec<Effect> {
        match action {
            CompositionAction::AddLayer { clip, model } => {
                self.add_layer(clip, model);
                Vec::new()
            }
            CompositionAction::ChangeLayer(layer, change) => quiet(|| self.change_layer(layer, change)),
            CompositionAction::ChangeBase(change) => quiet(|| self.change_base(change)),
            CompositionAction::CrossFade { to, frames } => quiet(|| self.cross_fade(to, frames)),
            CompositionAction::Attach(model, attachment) => quiet(|| self.attach(model, attachment)),
            CompositionAction::SetRootMotion(motion) => self.look(|s| {
                s.composition.root_motion = motion;
                s.note(Change::POSES);
            }),
            CompositionAction::TreatAs(treated, mode) => quiet(|| self.treat(treated, mode)),
            CompositionAction::ResetTreatments => quiet(|| {
                self.edits.treated.clear();
                self.edits.scales.clear();
            }),
            CompositionAction::ScaleClips(file, scale) => quiet(|| self.scale_clips(file, scale)),
            CompositionAction::SetRenames(renames) => quiet(|| {
                self.preferences.renames = renames;
                self.unbind_layers();
                self.bind_active_clip();
            }),
            CompositionAction::ShowKeys(layer) => quiet(|| self.composition.keyed_layer = layer),
            CompositionAction::StepLayer(step) => quiet(|| self.step_layer(step)),
            CompositionAction::CarryModel => self.carry(),
            CompositionAction::HangCarried => self.hang_carried(),
            CompositionAction::TakeSelectedOff => quiet(|| self.take_selected_off()),
            CompositionAction::ClearLayers => quiet(|| self.edits.layers.clear()),
            CompositionAction::ToggleRig => {
                self.composition.rig ^= true;
                self.note(Change::SEAM);
                // Where a walk begins follows from the pose.
                self.find_carriers();
                quiet(|| self.note(Change::POSES))
            }
            CompositionAction::SetShapeWeight { model, shape, weight } => {
                match weight {
                    Some(weight) => self.edits.shape_weights.insert((model, shape), weight),
                    None => self.edits.shape_weights.remove(&(model, shape)),
                };
                quiet(|| self.note(Change::POSES))
            }
            CompositionAction::EndDrag => quiet(|| self.history.end_drag()),
            CompositionAction::ResetShapeWeights => {
                self.edits.shape_weights.clear();
                quiet(|| self.note(Change::POSES))
            }
        }
    }
}
