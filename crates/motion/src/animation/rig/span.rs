//! Aim of a chain, how it lies, and how it turns about the line to its goal.

use super::turn::{ALONG, across, any_across, beside, direction, swing};
use glam::{DQuat, DVec3};

/// Goal, pole, twist and bend of a chain at one instant, in model space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub goal: DVec3,
    pub pole: Option<DVec3>,
    /// Radians about the line to the goal.
    pub twist: f64,
    /// About this a straight chain bends where no pole says more. Any vector that is not zero.
    pub bend: DVec3,
}

/// A chain at one instant: where it begins, and how long it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub start: DVec3,
    pub length: f64,
}

/// The axis about which a chain bends that lies along the unit `along`: the pole's side if there is one, else as at rest.
///
/// Bending by a positive angle about `n` brings the middle of the chain towards `along × n`.
pub(super) fn straight_bend(along: DVec3, span: Span, aim: &Aim) -> DVec3 {
    let to_pole = aim.pole.and_then(|pole| beside(pole - span.start, along, span.length));
    match (to_pole, across(aim.bend, along)) {
        (Some(side), _) => side.normalize().cross(along),
        (None, Some(axis)) => axis.normalize(),
        (None, None) => any_across(along),
    }
}

/// `qT ⊗ qP`: about the line from the chain's start to the goal, bringing `bent` (start → second joint) to the pole's side, then by
/// the twist. None where the goal stands on the start.
pub(super) fn about_the_line(span: Span, bent: DVec3, aim: &Aim) -> DQuat {
    let to_goal = aim.goal - span.start;
    let Some(line) = direction(to_goal).filter(|_| to_goal.length() > ALONG * span.length) else {
        return DQuat::IDENTITY;
    };
    let to_pole = aim.pole.and_then(|pole| beside(pole - span.start, line, span.length));
    DQuat::from_axis_angle(line, aim.twist) * swing(line, bent, to_pole)
}
