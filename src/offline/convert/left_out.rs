//! Parts of sources that are not written, said once for each file or model.

use super::plain::place_in;
use crate::core::{Choice, Diagnostics, MeshIndex};
use crate::formats::rules::convert as rule;
use crate::formats::{Document, Import};
use crate::scene::Model;

/// Scenes and variants that were not chosen, and what no scene has a place for.
pub(super) fn report(import: &Import, file: &str, losses: &mut Diagnostics) {
    let place = || place_in("file", file);
    for choice in import.choices.iter().filter(|choice| choice.is_offer) {
        let others = others(choice);
        if others > 0 {
            losses.report(rule::X_LOST, place, || {
                let Choice {
                    key, title, outcome, ..
                } = choice;
                format!(
                    "{}: {} is written, {others} more left out; --import {key}=… writes another",
                    title.to_lowercase(),
                    outcome.escape_debug()
                )
            });
        }
    }
    if let Document::Gltf(document) = &import.document {
        for (count, what) in document.unwritten() {
            losses.report(rule::X_LOST, place, || {
                format!("{what} are not written; {count} left out")
            });
        }
    }
}

/// How many values the choice has beside the one in force.
fn others(choice: &Choice) -> usize {
    let own = choice.values.iter().filter(|(value, _)| value != "auto");
    own.count().saturating_sub(1)
}

/// For each mesh whether it belongs to other levels of detail than the lowest; `None` for a model without levels.
pub(super) fn higher_levels(model: &Model) -> Option<Vec<bool>> {
    let levels = model.levels.as_ref()?;
    let lowest = levels.numbers.first().copied().unwrap_or_default();
    Some(levels.left_out(|node| node.level == lowest))
}

/// Leaves one level of detail, the one that is drawn before anybody chooses: all would stand on top of each other.
pub(super) fn keep_lowest_level(model: &mut Model, losses: &mut Diagnostics) {
    let Some(left_out) = higher_levels(model) else { return };
    let Some(levels) = model.levels.take() else { return };
    let lowest = levels.numbers.first().copied().unwrap_or_default();
    let count = left_out.iter().filter(|left_out| **left_out).count();
    if count == 0 {
        return;
    }
    losses.report(
        rule::X_LOST,
        || place_in("model", &model.name),
        || {
            let all = levels.numbers.len();
            format!("of {all} levels of detail the lowest, {lowest}, is written; meshes of others left out: {count}")
        },
    );
    let mut stays = left_out.iter().map(|left_out| !left_out);
    // Where each mesh goes that stays.
    let mut moved = Vec::with_capacity(left_out.len());
    let mut next = 0;
    for stays in stays.clone() {
        moved.push(stays.then(|| MeshIndex::new(next)));
        next += usize::from(stays);
    }
    model.meshes.retain(|_| stays.next().unwrap_or(true));
    model.blend_shapes.retain_mut(|shape| {
        let to = moved.get(shape.mesh.get()).copied().flatten();
        shape.mesh = to.unwrap_or(shape.mesh);
        to.is_some()
    });
}
