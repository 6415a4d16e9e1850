//! Composition of motion: clips bound to models, layers, modes chosen by hand, scale, attachments, and the poses that follow.

use crate::composition::moved::move_model;
use crate::composition::played::otherwise::additive_notice;
use crate::effect::quiet;
use crate::undo::{Dragged, Remembers};
use crate::{Change, CompositionAction, Effect, Session};

pub(crate) mod action;
pub(crate) mod attach;
pub(crate) mod binding;
pub(crate) mod by_hand;
pub(crate) mod by_key;
pub(crate) mod carried;
pub(crate) mod carried_places;
pub(crate) mod evaluate;
pub(crate) mod keyed;
pub(crate) mod matched_told;
pub(crate) mod modes;
pub(crate) mod moved;
pub(crate) mod pinned;
pub(crate) mod played;
pub(crate) mod scale;
pub(crate) mod shapes;
pub(crate) mod stack;
pub(crate) mod state;
pub(crate) mod stopped;

pub use attach::{may_attach, refusal};
pub use by_key::carried_model;
pub use evaluate::{is_moving, matches_of};
pub use played::otherwise::{additive_hint, clip_plays_as, playing_otherwise};
pub use played::retarget::retargeted;
pub use scale::fitting_scale;
pub use stack::layer_span;

use by_hand::posing;
use pinned::pinning;
use stopped::stop;

pub(crate) fn apply_composition(session: &mut Session, action: CompositionAction) -> Vec<Effect> {
    match action {
        CompositionAction::AddLayer { clip, model } => {
            let layer = session.add_layer(clip, model);
            additive_notice(session, clip, layer).into_iter().collect()
        }
        CompositionAction::ChangeLayer(layer, change) => quiet(|| stack::change_layer(session, layer, change)),
        CompositionAction::ChangeBase(change) => quiet(|| session.edits.change_base(change)),
        CompositionAction::CrossFade { to, frames } => quiet(|| stack::cross_fade(session, to, frames)),
        CompositionAction::Attach(model, attachment) => quiet(|| {
            attach::attach(session, model, attachment);
            session.browser.remember_hung(&session.stage, &session.edits, model);
        }),
        CompositionAction::Move(model, moved) => {
            if moved.is_some() {
                session.changes.remember_as(Remembers::Drag(Dragged::Moved(model)));
            }
            quiet(|| move_model(session, model, moved))
        }
        CompositionAction::PutBack => quiet(|| {
            session.edits.moved.clear();
            session.note(Change::POSES);
        }),
        CompositionAction::OverrideMode(scope, mode) => quiet(|| session.edits.override_mode(scope, mode)),
        CompositionAction::ResetModes => scale::rescaling(session, |session| {
            session.edits.mode_overrides.clear();
            session.edits.scales.clear();
            session.edits.retargets.clear();
            Vec::new()
        }),
        CompositionAction::ScaleClips(file, scale) => scale::rescaling(session, |session| {
            scale::scale_clips(session, file, scale);
            Vec::new()
        }),
        CompositionAction::Retarget(clip, model, way) => scale::rescaling(session, |session| {
            session.stage.retarget(&mut session.edits.retargets, (clip, model), way);
            Vec::new()
        }),
        CompositionAction::SetRenames(renames) => quiet(|| {
            session.preferences.motion.renames = renames;
            session.stage.unbind_layers();
            session.bind_active_clip();
        }),
        CompositionAction::ShowKeys(layer) => quiet(|| session.composition.keyed_layer = layer),
        CompositionAction::StepLayer(step) => by_key::step_layer(session, step),
        CompositionAction::CarryModel => by_key::carry(session),
        CompositionAction::HangCarried => by_key::hang_carried(session),
        CompositionAction::TakeSelectedOff => quiet(|| by_key::take_selected_off(session)),
        CompositionAction::ClearLayers => quiet(|| session.edits.layers.clear()),
        CompositionAction::SetPosed { unposed, weight } => quiet(|| evaluate::show_pose(session, unposed, weight)),
        CompositionAction::Stop(stopped) => quiet(|| stop::stop(session, stopped)),
        CompositionAction::PoseByHand(action) => posing::apply(session, action),
        CompositionAction::Pinned(action) => pinning::apply(session, action),
        CompositionAction::SetMethod(model, mesh, method) => {
            match method {
                Some(method) => session.edits.methods.insert((model, mesh), method),
                None => session.edits.methods.remove(&(model, mesh)),
            };
            session.forget_what_is_gone();
            quiet(|| session.note(Change::POSES))
        }
        CompositionAction::SetShapeWeight {
            weight: Some(weight), ..
        } if !weight.is_finite() => Vec::new(),
        CompositionAction::SetShapeWeight { model, shape, weight } => {
            session
                .changes
                .remember_as(Remembers::Drag(Dragged::Shape(model, shape)));
            for shape in shapes::together_with(session, model, shape) {
                match weight {
                    Some(weight) => session.edits.shape_weights.insert((model, shape), weight),
                    None => session.edits.shape_weights.remove(&(model, shape)),
                };
            }
            quiet(|| session.note(Change::POSES))
        }
        CompositionAction::SoloShape(model, shape) => {
            shapes::solo_shape(session, model, shape);
            quiet(|| session.note(Change::POSES))
        }
        CompositionAction::EndDrag => quiet(|| {
            session.composition.hand_drag = Default::default();
            session.history.end_drag(&session.edits);
        }),
        CompositionAction::ResetShapeWeights => {
            session.edits.shape_weights.clear();
            quiet(|| session.note(Change::POSES))
        }
    }
}
