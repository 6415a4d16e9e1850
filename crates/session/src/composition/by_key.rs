//! Commands of keys where the pointer has a slider or a drag: the chosen layer is changed in steps, a model is carried to what it shall
//! hang on.
//!
//! The chosen layer is the one whose keys are looked at ([`crate::Keyed`]); the active clip is the bottom of the stack.

use super::stack;
use crate::composition::attach;
use crate::{Attachment, Edits, Effect, LayerChange, LayerKey, LayerStep, Mix, Notice, Playback, Selected, Session};
use castview_picture::PlacedKey;

/// The model that keys carry to what it shall hang on.
pub fn carried_model(session: &Session) -> Option<PlacedKey> {
    session
        .composition
        .carried_model
        .filter(|key| session.stage.placed(*key).is_some())
}

pub(crate) fn step_layer(session: &mut Session, step: LayerStep) -> Vec<Effect> {
    let chosen = session.keyed().and_then(|keyed| keyed.layer);
    match step {
        LayerStep::Choose { up } => {
            session.composition.keyed_layer = session.playback.next_layer(&session.edits, chosen, up)
        }
        LayerStep::Move { up } => change_chosen(session, chosen, LayerChange::Move { up }),
        LayerStep::ToggleMute => change_chosen(session, chosen, LayerChange::Mute(!session.edits.mix_of(chosen).muted)),
        LayerStep::ToggleSolo => change_chosen(session, chosen, LayerChange::Solo(!session.edits.mix_of(chosen).solo)),
        LayerStep::Weight(by) => change_chosen(
            session,
            chosen,
            LayerChange::Weight(session.edits.mix_of(chosen).weight + by),
        ),
        LayerStep::Offset(frames) => {
            let layer = session.edits.layers().iter().find(|layer| Some(layer.key) == chosen);
            if let (Some(layer), Some(clock)) = (layer, session.timeline()) {
                let by = clock.secs(frames);
                let change = match layer.held_secs {
                    Some(held) => LayerChange::HeldSecs(Some(held + by)),
                    None => LayerChange::OffsetSecs(layer.offset_secs + by),
                };
                change_chosen(session, chosen, change);
            }
        }
        LayerStep::MaskHere => {
            let mask =
                selected_bone_name(session).filter(|bone| session.edits.mix_of(chosen).mask.as_ref() != Some(bone));
            // The stack may be out of sight: what was masked is told.
            let told = match &mask {
                Some(bone) => format!(
                    "{} moves only {bone} and what is below it.",
                    chosen_name(session, chosen)
                ),
                None => format!("{} moves all bones.", chosen_name(session, chosen)),
            };
            change_chosen(session, chosen, LayerChange::Mask(mask));
            return vec![Effect::Notify(Notice::info(told))];
        }
        LayerStep::Add => {
            if let Some(Selected::Clip(clip)) = session.edits.selected
                && let Some(key) = session.add_layer(clip, None)
            {
                session.composition.keyed_layer = Some(key);
            }
        }
        LayerStep::Remove => change_chosen(session, chosen, LayerChange::Remove),
    }
    Vec::new()
}

/// Takes the selected thing's model up.
pub(crate) fn carry(session: &mut Session) -> Vec<Effect> {
    let Some(model) = session.edits.selected.and_then(Selected::placed) else {
        return Vec::new();
    };
    session.composition.carried_model = Some(model);
    let name = session.stage.placed(model).map_or("", |placed| &placed.model().name);
    vec![Effect::Notify(Notice::info(format!(
        "Carrying {name}. Select a bone or a model, then hang it there (Alt+V)."
    )))]
}

/// Hangs the carried model on the selected bone, or lets it follow the selected model.
pub(crate) fn hang_carried(session: &mut Session) -> Vec<Effect> {
    let there = match session.edits.selected {
        Some(Selected::Bone(leader, bone)) => Attachment::Bone { leader, bone },
        Some(Selected::Model(leader)) => Attachment::Follow { leader },
        _ => return Vec::new(),
    };
    let Some(model) = carried_model(session) else {
        return Vec::new();
    };
    if let Some(refusal) = attach::refusal(session, model, there) {
        return vec![Effect::Notify(Notice::warning(refusal.sentence()))];
    }
    attach::attach(session, model, Some(there));
    session.browser.remember_hung(&session.stage, &session.edits, model);
    session.composition.carried_model = None;
    Vec::new()
}

/// Takes the selected thing's model off what it hangs on.
pub(crate) fn take_selected_off(session: &mut Session) {
    if let Some(model) = session.edits.selected.and_then(Selected::placed) {
        attach::attach(session, model, None);
    }
}

/// The clip of the chosen layer, and which of the stack that is.
fn chosen_name(session: &Session, chosen: Option<LayerKey>) -> String {
    let name = session.keyed().map_or("", |keyed| &keyed.entry.name);
    match chosen {
        Some(_) => format!("The layer {name}"),
        None => format!("The active clip {name}"),
    }
}

fn change_chosen(session: &mut Session, layer: Option<LayerKey>, change: LayerChange) {
    match layer {
        Some(layer) => stack::change_layer(session, layer, change),
        None => session.edits.change_base(change),
    }
}

fn selected_bone_name(session: &Session) -> Option<String> {
    let Some(Selected::Bone(key, bone)) = session.edits.selected else {
        return None;
    };
    Some(session.stage.placed(key)?.model().skeleton.name(bone).to_owned())
}

impl Playback {
    /// The neighbour of `chosen` in the stack; at either end itself.
    fn next_layer(&self, edits: &Edits, chosen: Option<LayerKey>, up: bool) -> Option<LayerKey> {
        let base = self.active_clip().map(|_| None);
        let layers = edits.layers().iter().map(|layer| Some(layer.key));
        let stack: Vec<Option<LayerKey>> = base.into_iter().chain(layers).collect();
        let at = stack.iter().position(|key| *key == chosen)?;
        let next = if up { at + 1 } else { at.wrapping_sub(1) };
        stack.get(next).copied().unwrap_or(chosen)
    }
}

impl Edits {
    fn mix_of(&self, layer: Option<LayerKey>) -> &Mix {
        let found = self.layers().iter().find(|one| Some(one.key) == layer);
        found.map_or(&self.base, |layer| &layer.mix)
    }

    pub(crate) fn selected_hangs(&self) -> bool {
        let model = self.selected.and_then(Selected::placed);
        model.is_some_and(|model| self.attachments.contains_key(&model))
    }
}
