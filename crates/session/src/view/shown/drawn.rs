//! The models of a picture: all of each one, or as much of it as the budget leaves.

use crate::composition::pinned::wiped::wiped;
use crate::view::bones::display::bone_marks;
use crate::view::empty::stands_for_all;
use crate::view::surfaces::marked;
use crate::view::surfaces::tint;
use crate::{Edits, Placed, Selected, Session, View};
use castview_picture::{PlacedModel, Selection};
use std::sync::Arc;

pub(crate) fn placed_models(session: &Session) -> Vec<PlacedModel> {
    let models = session.stage.models().iter();
    // A file may hold any number of models; those without content are left to the tree.
    let seen = models.filter(|placed| placed.pose().model_visible && placed.has_content());
    let within_budget = seen.map(|placed| drawn_model(session, placed));
    within_budget.chain(session.view.boxes_of_budget()).collect()
}

/// Models as they stand left of the line that wipes between B and A: those that B has, drawn like those of A. `None`: there is no line.
pub(crate) fn models_of_b(session: &Session) -> Option<Vec<PlacedModel>> {
    let pinned = wiped(session)?;
    let of_b = session.stage.models().iter().filter_map(|placed| {
        let (pose, stage_from_model, places) = pinned.of(placed)?.stood();
        pose.model_visible.then(|| PlacedModel {
            pose: pose.clone(),
            stage_from_model,
            places: session.view.places_within_budget(placed.key, places.clone()),
            ..drawn_model(session, placed)
        })
    });
    Some(of_b.collect())
}

/// `placed` as it is drawn within the budget.
pub(crate) fn drawn_model(session: &Session, placed: &Placed) -> PlacedModel {
    let whole = whole_model(session, placed);
    let places = match stands_for_all(session, placed) {
        true => whole.places.first_few(1),
        false => session.view.places_within_budget(placed.key, whole.places),
    };
    PlacedModel {
        places,
        hidden_meshes: session.view.undrawn_meshes(&session.edits, placed),
        ..whole
    }
}

/// `placed` as the user wants to see it, whatever that costs.
pub(crate) fn whole_model(session: &Session, placed: &Placed) -> PlacedModel {
    PlacedModel {
        key: placed.key,
        scene: placed.scene.clone(),
        model: placed.model,
        textures: placed.textures.clone(),
        pose: placed.pose().clone(),
        stage_from_model: placed.stage_from_model(),
        places: placed.standing().places.clone(),
        hidden_meshes: session.view.wanted_meshes(&session.edits, placed),
        selection: session.edits.selected.and_then(|selected| match selected {
            // Drawn by itself, whatever it hangs on.
            Selected::Fixture(..) => selection_in(selected, placed),
            _ => selection_in(placed.shown_as(selected), placed),
        }),
        also_selected_meshes: session.edits.also_selected_meshes(placed.key).collect(),
        bones: bone_marks(session, placed),
        marked: marked::marked(session, placed),
        tints: tint::tints_of(session, placed.key),
    }
}

impl Edits {
    /// One flag per mesh: whether the user, or else the file, hides it.
    pub(crate) fn hidden_meshes(&self, placed: &Placed) -> Arc<Vec<bool>> {
        let chosen = self.hidden_meshes.get(&placed.key).cloned();
        chosen.unwrap_or_else(|| Arc::new(placed.model().hidden_meshes()))
    }
}

impl View {
    /// One flag per mesh: hidden, or left out with its level of detail or by the budget.
    pub(crate) fn undrawn_meshes(&self, edits: &Edits, placed: &Placed) -> Arc<Vec<bool>> {
        let mut hidden = self.wanted_meshes(edits, placed);
        if let Some(left_out) = self.left_out_by_budget(placed.key) {
            let flags = Arc::make_mut(&mut hidden).iter_mut().zip(left_out.iter());
            flags.for_each(|(hidden, left_out)| *hidden |= left_out);
        }
        hidden
    }

    /// One flag per mesh: hidden, or left out with its level of detail.
    fn wanted_meshes(&self, edits: &Edits, placed: &Placed) -> Arc<Vec<bool>> {
        let mut hidden = edits.hidden_meshes(placed);
        if let Some(left_out) = self.left_out_of(placed.key) {
            let flags = Arc::make_mut(&mut hidden).iter_mut().zip(left_out.iter());
            flags.for_each(|(hidden, left_out)| *hidden |= left_out);
        }
        hidden
    }
}

fn selection_in(selected: Selected, placed: &Placed) -> Option<Selection> {
    if let Selected::Instance(file, instance) = selected {
        let standing = placed.instances().filter(|_| placed.file == file)?;
        let (first, count) = standing.of(instance);
        return (count > 0).then_some(Selection::Instances {
            first: first as u32,
            count: count as u32,
        });
    }
    if selected.placed() != Some(placed.key) {
        return None;
    }
    match selected {
        Selected::Bone(_, bone) => Some(Selection::Bone(bone)),
        Selected::Mesh(_, mesh) => Some(Selection::Mesh(mesh)),
        Selected::Fixture(_, fixture) => Some(Selection::Fixture(fixture)),
        Selected::Model(_) => Some(Selection::Model),
        _ => None,
    }
}
