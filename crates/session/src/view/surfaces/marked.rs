//! Which bones and shapes the colours of surfaces are about: those that are selected.

use crate::{Edits, Placed, Selected, Session, Stage};
use castview_base::core::{BlendShapeIndex, BoneIndex, mean_scale};
use castview_picture::{ColorBy, Marked};
use std::collections::BTreeSet;

/// A share of the stage's size: methods of skinning that are farther apart than this have the last colour.
const FAR_APART: f32 = 0.02;

/// Parts of `placed` that the colours are asked about.
pub(crate) fn marked(session: &Session, placed: &Placed) -> Marked {
    let right = session
        .view
        .divided
        .map(|_| session.edits.color_by_or_shape(session.view.right.color_by));
    let is_asked = |by| color_by(session) == by || right == Some(by);
    let marked = Marked {
        bones: match is_asked(ColorBy::Weights) {
            true => session.edits.marked_bones(placed),
            false => Vec::new(),
        },
        shapes: match is_asked(ColorBy::ShapeDelta) {
            true => session.edits.marked_shapes(placed),
            false => Vec::new(),
        },
        seen_through: Vec::new(),
    };
    let is_heat_map = is_asked(ColorBy::Weights) || is_asked(ColorBy::ShapeDelta);
    Marked {
        seen_through: match is_heat_map {
            true => seen_through(session, placed, &marked),
            false => Vec::new(),
        },
        ..marked
    }
}

/// Property that surfaces are coloured by: a heat map is about the weights of bones, or about how far shapes move vertices while one of
/// these is selected.
pub fn color_by(session: &Session) -> ColorBy {
    session.edits.color_by_or_shape(session.view.color_by)
}

/// The greatest length on the ramp of `by`, in world space.
pub(crate) fn longest_of(session: &Session, by: ColorBy) -> f32 {
    if by == ColorBy::ShapeDelta {
        return longest_delta(session);
    }
    let size = session.view.steady_bounds.diagonal() * FAR_APART;
    if size.is_finite() && size > 0.0 { size } else { 1.0 }
}

/// Meshes that would hide a heat map without being a part of it: they have nothing of what is marked, and belong to the model with
/// the selection or stand in its box. Empty where the heat map is nowhere seen, or as long as that is not known.
fn seen_through(session: &Session, placed: &Placed, marked: &Marked) -> Vec<bool> {
    if !has_heat(session) {
        return Vec::new();
    }
    let selected = session.edits.selected.and_then(Selected::placed);
    let around = selected.and_then(|key| session.stage.placed(key)).map(|of| of.bounds());
    if selected != Some(placed.key) && around.is_none_or(|around| !around.meets(&placed.bounds())) {
        return Vec::new();
    }
    let mut flags = vec![true; placed.model().meshes.len()];
    for shape in &marked.shapes {
        let shape = placed.model().blend_shapes.get(shape.get());
        let flag = shape.and_then(|shape| flags.get_mut(shape.mesh.get()));
        flag.into_iter().for_each(|flag| *flag = false);
    }
    if !marked.bones.is_empty() {
        let Some(facts) = session.view.weights_of(placed) else {
            return Vec::new();
        };
        for moved in marked.bones.iter().flat_map(|bone| facts.of_bone(*bone)) {
            flags[moved.mesh.get()] = false;
        }
    }
    flags
}

/// Whether a heat map shows anything of the selected model: a shape, or a bone that moves something.
pub(crate) fn has_heat(session: &Session) -> bool {
    let Some(selected) = session.edits.selected else {
        return false;
    };
    let Some(placed) = selected.placed().and_then(|key| session.stage.placed(key)) else {
        return false;
    };
    let moves = || {
        let facts = session.view.weights_of(placed)?;
        let active = match placed.shown_as(selected) {
            Selected::Bone(_, bone) => Some(bone),
            _ => None,
        };
        let bones = active.into_iter().chain(session.edits.also_selected_bones(placed.key));
        Some(bones.into_iter().any(|bone| facts.total(bone).0 > 0))
    };
    matches!(selected, Selected::BlendShape(..)) || moves() == Some(true)
}

/// How far the marked shapes move any vertex where its model first stands, in world space; 1 if they move none.
fn longest_delta(session: &Session) -> f32 {
    let of_model = |placed: &Placed| {
        let shapes = session.edits.marked_shapes(placed).into_iter();
        let longest = shapes
            .map(|shape| placed.facts.reach_of_shape(placed.model(), shape))
            .fold(0.0, f32::max);
        longest * mean_scale(placed.first_stage_from_model())
    };
    let longest = session.stage.models().iter().map(of_model).fold(0.0, f32::max);
    if longest > 0.0 && longest.is_finite() {
        longest
    } else {
        1.0
    }
}

impl Edits {
    /// Meaning of `by` with the present selection: see [`color_by`].
    pub fn color_by_or_shape(&self, by: ColorBy) -> ColorBy {
        match (by, self.selected) {
            (ColorBy::Weights, Some(Selected::BlendShape(..))) => ColorBy::ShapeDelta,
            (by, _) => by,
        }
    }

    /// The selected shapes, and those of their names on other meshes of their model: these move together. Ascending.
    pub(crate) fn marked_shapes(&self, placed: &Placed) -> Vec<BlendShapeIndex> {
        let of_model = |selected| match selected {
            Selected::BlendShape(key, shape) if key == placed.key => placed.model().blend_shapes.get(shape.get()),
            _ => None,
        };
        let names: BTreeSet<&str> = self
            .all_selected()
            .filter_map(of_model)
            .map(|shape| shape.name.as_str())
            .collect();
        if names.is_empty() {
            return Vec::new();
        }
        let shapes = placed.model().blend_shapes.iter().enumerate();
        let marked = shapes.filter(|(_, shape)| names.contains(shape.name.as_str()));
        marked.map(|(index, _)| BlendShapeIndex::new(index)).collect()
    }

    /// Ascending.
    pub(crate) fn marked_bones(&self, placed: &Placed) -> Vec<BoneIndex> {
        let active = self.selected.map(|selected| placed.shown_as(selected));
        let active = active.and_then(|selected| match selected {
            Selected::Bone(key, bone) if key == placed.key => Some(bone),
            _ => None,
        });
        let mut bones: Vec<BoneIndex> = self.also_selected_bones(placed.key).chain(active).collect();
        bones.sort_unstable();
        bones
    }
}

impl Stage {
    /// How many layers of texture coordinates and of vertex colours the meshes on the stage have at most.
    pub fn vertex_layers(&self) -> [usize; 2] {
        let models = self.models().iter();
        let meshes = models.flat_map(|placed| &placed.model().meshes);
        meshes.fold([0, 0], |[uvs, colors], mesh| {
            [uvs.max(mesh.uvs.len()), colors.max(mesh.colors.len())]
        })
    }
}
