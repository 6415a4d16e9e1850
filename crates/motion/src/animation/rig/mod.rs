//! IK handles and constraints: what moves bones after the clips have (docs/formats/cast.md §3.16 to §3.18).
//!
//! In: a model's [`PreparedRig`], made once, and the local transforms of a pose. Out: the same transforms, changed: handles in file
//! order, then constraints in file order, each once, each seeing what the ones before it did. Whatever drives its own target
//! is therefore one step behind, and never a loop.
//! Never here: clips, time, f32 arithmetic. Nothing is allocated once the room it works in has the model's size.

mod bones;
mod chain;
mod constraint;
mod ik;
mod span;
mod turn;

use bones::{Bones, Local};
use castview_base::core::Transform;
use castview_base::scene::Model;

/// The handles and constraints of one model, with everything about them that no pose changes. Valid for that model only.
#[derive(Clone, Debug, Default)]
pub struct PreparedRig {
    handles: Vec<ik::Handle>,
    constraints: Vec<constraint::Constraint>,
}

impl PreparedRig {
    /// Prepares the rig of `model`; costs next to nothing for a model without one.
    pub fn of(model: &Model) -> Self {
        let rig = &model.rig;
        if rig.is_empty() {
            return Self::default();
        }
        let skeleton = &model.skeleton;
        let mut pose = skeleton.rest().to_vec();
        let mut local: Vec<Local> = pose.iter().map(Local::from).collect();
        let rest = Bones::new(skeleton, &mut local, &mut pose);
        Self {
            handles: rig
                .handles
                .iter()
                .map(|handle| ik::Handle::new(handle, skeleton, &rest))
                .collect(),
            constraints: rig
                .constraints
                .iter()
                .filter_map(|constraint| constraint::Constraint::new(constraint, &rest))
                .collect(),
        }
    }

    /// Nothing to do for any pose.
    pub fn is_empty(&self) -> bool {
        self.handles.is_empty() && self.constraints.is_empty()
    }
}

/// Room to solve a rig in, kept with a pose for its size; empty between evaluations.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RigRoom {
    local: Vec<Local>,
    reach: chain::Reach,
}

/// Solves `rig`, made for `model`, on a pose's local transforms. Bones that nothing drives keep their bits.
pub(super) fn solve(model: &Model, rig: &PreparedRig, pose: &mut [Transform], room: &mut RigRoom) {
    if rig.is_empty() {
        return;
    }
    room.local.extend(pose.iter().map(Local::from));
    let mut bones = Bones::new(&model.skeleton, &mut room.local, pose);
    for handle in &rig.handles {
        handle.solve(&mut bones, &mut room.reach);
    }
    for constraint in &rig.constraints {
        constraint.apply(&mut bones);
    }
    room.local.clear();
    room.reach.clear();
}
