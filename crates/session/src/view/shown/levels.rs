//! Which level of detail is drawn.
//!
//! In: the user's pick, and for the pick by distance where the eye and the nodes are. Out: for each model that has levels
//! the meshes that are left out; looked for again only when something a picture shows has changed.

use super::budgeted::LeftOut;
use crate::composition::attach::camera_travel;
use crate::stage::up_axis::world_from_stage;
use crate::{Change, LevelPick, Placed, Session, Stage, View};
use castview_base::core::MeshIndex;
use castview_base::scene::LevelNode;
use castview_picture::PlacedKey;
use glam::{Affine3A, Vec3};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Looks anew what is left out, if anything it follows from may have changed.
pub(crate) fn follow_levels(session: &mut Session) {
    let pick = session.view.level;
    if session.view.left_out.made_for == Some((pick, session.changes.picture())) {
        return;
    }
    let with_levels = session
        .stage
        .models()
        .iter()
        .filter(|placed| placed.model().levels.is_some());
    let flags: BTreeMap<_, _> = with_levels
        .map(|placed| (placed.key, Arc::new(flags_of(session, placed, pick))))
        .collect();
    if flags != session.view.left_out.flags {
        session.view.left_out.flags = flags;
        session.note(Change::LOOKS);
        session.note(Change::PICTURE);
    }
    session.view.left_out.made_for = Some((pick, session.changes.picture()));
}

/// From `eye` to the sphere of `node`, 0 inside; where the model stands in several places, to the nearest.
fn distance(session: &Session, placed: &Placed, node: &LevelNode, eye: Vec3) -> f32 {
    let model_from_bone = placed.pose().model_from_bone.get(node.bone.get()).copied();
    let to = |stage_from_place: &Affine3A| {
        let world_from_node = world_from_stage(session)
            * *stage_from_place
            * placed.stage_from_model()
            * model_from_bone.unwrap_or_default();
        let scale = world_from_node.matrix3;
        let scale = [scale.x_axis, scale.y_axis, scale.z_axis].map(|axis| axis.length());
        let radius = node.radius * scale.into_iter().fold(0.0, f32::max);
        (world_from_node.transform_point3(node.center).distance(eye) - radius).max(0.0)
    };
    placed.standing().places.iter().map(to).fold(f32::INFINITY, f32::min)
}

fn flags_of(session: &Session, placed: &Placed, pick: LevelPick) -> Vec<bool> {
    let Some(levels) = &placed.model().levels else {
        return Vec::new();
    };
    let only = |number: u32| levels.left_out(|node| node.level == number);
    match pick {
        LevelPick::All => vec![false; levels.of_mesh.len()],
        LevelPick::Lowest => only(levels.numbers.first().copied().unwrap_or_default()),
        LevelPick::Only(number) => only(levels.standing_for(number)),
        LevelPick::ByDistance => {
            let mut camera = session.view.camera;
            camera.target += camera_travel(session);
            let eye = camera.eye();
            levels.left_out(|node| node.is_in_range(distance(session, placed, node, eye)))
        }
    }
}

impl View {
    /// Whether that mesh is of a level of detail that is not drawn now.
    pub fn is_left_out(&self, key: PlacedKey, mesh: MeshIndex) -> bool {
        let flags = self.left_out_of(key);
        flags.and_then(|flags| flags.get(mesh.get()).copied()).unwrap_or(false)
    }

    /// Flags of meshes that are not drawn, of each model that has levels.
    pub(crate) fn left_out(&self) -> &BTreeMap<PlacedKey, Arc<Vec<bool>>> {
        &self.left_out.flags
    }

    /// Forgets which meshes are left out.
    pub(crate) fn forget_left_out(&mut self) {
        self.left_out = LeftOut::default();
    }

    /// Flags of that model, if it has levels.
    pub(crate) fn left_out_of(&self, key: PlacedKey) -> Option<&Arc<Vec<bool>>> {
        self.left_out.flags.get(&key)
    }
}

impl Stage {
    /// Every level that any model has, ascending; empty where all there is is of one.
    pub fn level_numbers(&self) -> Vec<u32> {
        let levels = self
            .models()
            .iter()
            .filter_map(|placed| placed.model().levels.as_deref());
        let numbers: BTreeSet<u32> = levels.flat_map(|levels| levels.numbers.iter().copied()).collect();
        numbers.into_iter().collect()
    }
}
