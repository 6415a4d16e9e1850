//! The chosen layer of the stack, without a pointer.

use super::entry::Menu::Play;
use super::entry::{Command, alt, alt_shift, entry};
use crate::{Action, CompositionAction, LayerStep, Selected, Session};

/// How much of the weight one press changes.
const WEIGHT: f32 = 0.1;

fn is_stacked(session: &Session) -> bool {
    !session.edits.layers().is_empty()
}

fn has_keys(session: &Session) -> bool {
    session.keyed().is_some()
}

fn is_layer_chosen(session: &Session) -> bool {
    session.keyed().is_some_and(|keyed| keyed.layer.is_some())
}

pub(super) const COMMANDS: &[Command] = &[
    entry(
        "layer_add",
        "Lay the selected clip over",
        Play,
        &[alt("A")],
        || layer(LayerStep::Add),
        |s| s.timeline().is_some() && matches!(s.edits.selected, Some(Selected::Clip(_))),
    ),
    entry(
        "layer_above",
        "Choose the layer above",
        Play,
        &[alt("ArrowUp")],
        || layer(LayerStep::Choose { up: true }),
        is_stacked,
    ),
    entry(
        "layer_below",
        "Choose the layer below",
        Play,
        &[alt("ArrowDown")],
        || layer(LayerStep::Choose { up: false }),
        is_stacked,
    ),
    entry(
        "layer_up",
        "Move the layer up",
        Play,
        &[alt_shift("ArrowUp")],
        || layer(LayerStep::Move { up: true }),
        is_layer_chosen,
    ),
    entry(
        "layer_down",
        "Move the layer down",
        Play,
        &[alt_shift("ArrowDown")],
        || layer(LayerStep::Move { up: false }),
        is_layer_chosen,
    ),
    entry(
        "layer_heavier",
        "More weight",
        Play,
        &[alt("Equals")],
        || layer(LayerStep::Weight(WEIGHT)),
        has_keys,
    ),
    entry(
        "layer_lighter",
        "Less weight",
        Play,
        &[alt("Minus")],
        || layer(LayerStep::Weight(-WEIGHT)),
        has_keys,
    ),
    entry(
        "layer_mute",
        "Mute",
        Play,
        &[alt("M")],
        || layer(LayerStep::ToggleMute),
        has_keys,
    ),
    entry(
        "layer_solo",
        "Solo",
        Play,
        &[alt("S")],
        || layer(LayerStep::ToggleSolo),
        has_keys,
    ),
    entry(
        "layer_mask",
        "Only from the selected bone down, or all",
        Play,
        &[alt("B")],
        || layer(LayerStep::MaskHere),
        has_keys,
    ),
    entry(
        "layer_later",
        "One frame later",
        Play,
        &[alt_shift("ArrowRight")],
        || layer(LayerStep::Offset(1.0)),
        is_layer_chosen,
    ),
    entry(
        "layer_earlier",
        "One frame earlier",
        Play,
        &[alt_shift("ArrowLeft")],
        || layer(LayerStep::Offset(-1.0)),
        is_layer_chosen,
    ),
    entry(
        "layer_remove",
        "Take the layer off",
        Play,
        &[alt("Delete")],
        || layer(LayerStep::Remove),
        is_layer_chosen,
    ),
];

/// The action of a step, for tables of commands.
pub(crate) const fn layer(step: LayerStep) -> Action {
    Action::Composition(CompositionAction::StepLayer(step))
}
