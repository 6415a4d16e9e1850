//! Composition of motion: clips bound to models, layers, modes chosen by hand, scale, attachments, and the poses that follow.

use crate::effect::quiet;
use crate::undo::{Dragged, Remembers};
use crate::{Change, CompositionAction, Effect, Session};

pub mod action;
pub mod attach;
pub mod binding;
pub mod by_hand;
pub mod by_key;
pub mod carried;
pub mod carried_places;
pub mod evaluate;
pub mod keyed;
pub mod matched_told;
pub mod modes;
pub mod moved;
pub mod played;
pub mod scale;
pub mod shapes;
pub mod stack;
pub mod state;
pub mod stopped;

use by_hand::posing;
use stopped::stop;

impl Session {
    pub(crate) fn apply_composition(&mut self, action: CompositionAction) -> Vec<Effect> {
        match action {
            CompositionAction::AddLayer { clip, model } => {
                let layer = self.add_layer(clip, model);
                self.additive_notice(clip, layer).into_iter().collect()
            }
            CompositionAction::ChangeLayer(layer, change) => quiet(|| self.change_layer(layer, change)),
            CompositionAction::ChangeBase(change) => quiet(|| self.edits.change_base(change)),
            CompositionAction::CrossFade { to, frames } => quiet(|| self.cross_fade(to, frames)),
            CompositionAction::Attach(model, attachment) => quiet(|| {
                self.attach(model, attachment);
                self.browser.remember_hung(&self.stage, &self.edits, model);
            }),
            CompositionAction::Move(model, moved) => {
                if moved.is_some() {
                    self.changes.remember_as(Remembers::Drag(Dragged::Moved(model)));
                }
                quiet(|| self.move_model(model, moved))
            }
            CompositionAction::PutBack => quiet(|| {
                self.edits.moved.clear();
                self.note(Change::POSES);
            }),
            CompositionAction::OverrideMode(scope, mode) => quiet(|| self.edits.override_mode(scope, mode)),
            CompositionAction::ResetModes => self.rescaling(|session| {
                session.edits.mode_overrides.clear();
                session.edits.scales.clear();
                session.edits.retargets.clear();
                Vec::new()
            }),
            CompositionAction::ScaleClips(file, scale) => self.rescaling(|session| {
                session.scale_clips(file, scale);
                Vec::new()
            }),
            CompositionAction::Retarget(clip, model, way) => self.rescaling(|session| {
                session.stage.retarget(&mut session.edits.retargets, (clip, model), way);
                Vec::new()
            }),
            CompositionAction::SetRenames(renames) => quiet(|| {
                self.preferences.motion.renames = renames;
                self.stage.unbind_layers();
                self.bind_active_clip();
            }),
            CompositionAction::ShowKeys(layer) => quiet(|| self.composition.keyed_layer = layer),
            CompositionAction::StepLayer(step) => self.step_layer(step),
            CompositionAction::CarryModel => self.carry(),
            CompositionAction::HangCarried => self.hang_carried(),
            CompositionAction::TakeSelectedOff => quiet(|| self.take_selected_off()),
            CompositionAction::ClearLayers => quiet(|| self.edits.layers.clear()),
            CompositionAction::SetPosed { unposed, weight } => quiet(|| self.show_pose(unposed, weight)),
            CompositionAction::Stop(stopped) => quiet(|| stop::stop(self, stopped)),
            CompositionAction::PoseByHand(action) => posing::apply(self, action),
            CompositionAction::SetMethod(model, mesh, method) => {
                match method {
                    Some(method) => self.edits.methods.insert((model, mesh), method),
                    None => self.edits.methods.remove(&(model, mesh)),
                };
                self.forget_what_is_gone();
                quiet(|| self.note(Change::POSES))
            }
            CompositionAction::SetShapeWeight {
                weight: Some(weight), ..
            } if !weight.is_finite() => Vec::new(),
            CompositionAction::SetShapeWeight { model, shape, weight } => {
                self.changes.remember_as(Remembers::Drag(Dragged::Shape(model, shape)));
                for shape in self.together_with(model, shape) {
                    match weight {
                        Some(weight) => self.edits.shape_weights.insert((model, shape), weight),
                        None => self.edits.shape_weights.remove(&(model, shape)),
                    };
                }
                quiet(|| self.note(Change::POSES))
            }
            CompositionAction::SoloShape(model, shape) => {
                self.solo_shape(model, shape);
                quiet(|| self.note(Change::POSES))
            }
            CompositionAction::EndDrag => quiet(|| {
                self.composition.hand_drag = Default::default();
                self.history.end_drag(&self.edits);
            }),
            CompositionAction::ResetShapeWeights => {
                self.edits.shape_weights.clear();
                quiet(|| self.note(Change::POSES))
            }
        }
    }
}
