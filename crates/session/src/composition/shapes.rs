//! Weights of blend shapes that the user sets.

use crate::Session;
use castview_base::core::BlendShapeIndex;
use castview_picture::PlacedKey;
use std::collections::BTreeMap;

/// The shapes that are set together with that one, itself among them: those of its name, unless each is set by itself. None of a
/// model or shape that is not there.
pub(crate) fn together_with(session: &Session, model: PlacedKey, shape: BlendShapeIndex) -> Vec<BlendShapeIndex> {
    let Some(placed) = session.stage.placed(model) else {
        return Vec::new();
    };
    let shapes = &placed.model().blend_shapes;
    let Some(own) = shapes.get(shape.get()) else {
        return Vec::new();
    };
    if session.preferences.motion.shapes_apart || own.name.is_empty() {
        return vec![shape];
    }
    let same = shapes.iter().enumerate().filter(|(_, other)| other.name == own.name);
    same.map(|(index, _)| BlendShapeIndex::new(index)).collect()
}

pub(crate) fn solo_shape(session: &mut Session, model: PlacedKey, shape: BlendShapeIndex) {
    let chosen = together_with(session, model, shape);
    let Some(placed) = session.stage.placed(model).filter(|_| !chosen.is_empty()) else {
        return;
    };
    let weight = |(index, most): (usize, f32)| {
        let index = BlendShapeIndex::new(index);
        let weight = if chosen.contains(&index) { most } else { 0.0 };
        ((model, index), weight)
    };
    let shapes = placed.model().blend_shapes.iter();
    let wanted: BTreeMap<_, f32> = shapes.map(|shape| shape.max_weight).enumerate().map(weight).collect();
    let weights = &mut session.edits.shape_weights;
    let is_solo = wanted.iter().all(|(key, weight)| weights.get(key) == Some(weight));
    match is_solo {
        true => weights.retain(|(key, _), _| *key != model),
        false => weights.extend(wanted),
    }
}
