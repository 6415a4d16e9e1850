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
use castview_base::core::{BoneIndex, ConstraintIndex, IkHandleIndex, Transform};
use castview_base::scene::Model;
use std::ops::ControlFlow;

/// A part of a rig that moves bones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Solver {
    /// An IK handle.
    Handle(IkHandleIndex),
    /// A constraint.
    Constraint(ConstraintIndex),
}

impl Solver {
    /// Whether it acts before `last` or is it: handles before constraints, each in their order.
    pub fn is_until(self, last: Self) -> bool {
        match (self, last) {
            (Self::Handle(own), Self::Handle(last)) => own <= last,
            (Self::Handle(_), Self::Constraint(_)) => true,
            (Self::Constraint(own), Self::Constraint(last)) => own <= last,
            (Self::Constraint(_), Self::Handle(_)) => false,
        }
    }
}

/// The handles and constraints of one model, with everything about them that no pose changes. Valid for that model only.
#[derive(Clone, Debug, Default)]
pub struct PreparedRig {
    handles: Vec<ik::Handle>,
    constraints: Vec<(ConstraintIndex, constraint::Constraint)>,
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
                .enumerate()
                .filter_map(|(at, constraint)| {
                    let made = constraint::Constraint::new(constraint, &rest)?;
                    Some((ConstraintIndex::new(at), made))
                })
                .collect(),
        }
    }

    /// Nothing to do for any pose.
    pub fn is_empty(&self) -> bool {
        self.handles.is_empty() && self.constraints.is_empty()
    }

    /// Whether that constraint ever moves its bone.
    pub fn constrains(&self, constraint: ConstraintIndex) -> bool {
        self.constraints.iter().any(|(at, _)| *at == constraint)
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
    solve_each(model, rig, pose, room, |_, _| ControlFlow::Continue(()));
}

/// As [`solve`], up to the part `last` and with it. A part that moves nothing stops nothing: then all parts are solved.
pub(super) fn solve_until(model: &Model, rig: &PreparedRig, last: Solver, pose: &mut [Transform], room: &mut RigRoom) {
    solve_each(model, rig, pose, room, |solver, _| match solver == last {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    });
}

/// As [`solve`]; `solved` sees the bones after each part of the rig has moved them, and says whether to go on.
fn solve_each(
    model: &Model,
    rig: &PreparedRig,
    pose: &mut [Transform],
    room: &mut RigRoom,
    mut solved: impl FnMut(Solver, &Bones<'_>) -> ControlFlow<()>,
) {
    if rig.is_empty() {
        return;
    }
    room.local.extend(pose.iter().map(Local::from));
    let mut bones = Bones::new(&model.skeleton, &mut room.local, pose);
    let handles = rig.handles.iter().enumerate().try_for_each(|(at, handle)| {
        handle.solve(&mut bones, &mut room.reach);
        solved(Solver::Handle(IkHandleIndex::new(at)), &bones)
    });
    if handles.is_continue() {
        let mut constraints = rig.constraints.iter();
        let _ = constraints.try_for_each(|(at, constraint)| {
            constraint.apply(&mut bones);
            solved(Solver::Constraint(*at), &bones)
        });
    }
    room.local.clear();
    room.reach.clear();
}

/// As [`solve`]. Returns the parts of the rig that changed `bone`, each with the bone's transform after it.
pub(super) fn solve_watching(
    model: &Model,
    rig: &PreparedRig,
    pose: &mut [Transform],
    bone: BoneIndex,
) -> Vec<(Solver, Transform)> {
    let mut before = pose[bone.get()];
    let mut changes = Vec::new();
    solve_each(model, rig, pose, &mut RigRoom::default(), |solver, bones| {
        let after = *bones.posed(bone);
        if after != before {
            changes.push((solver, after));
            before = after;
        }
        ControlFlow::Continue(())
    });
    changes
}
