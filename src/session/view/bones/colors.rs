//! The colours that bones and the lines of their rig share.

use crate::picture::Colors;
use crate::scene::CurveMode;
use crate::session::selection::rig_parts::RigRole;

/// Colour of bones that have no part in the meaning of the colours.
pub(in crate::session) fn dim(colors: &Colors) -> [u8; 3] {
    colors.grid
}

pub(in crate::session) fn of_mode(colors: &Colors, mode: CurveMode) -> [u8; 3] {
    match mode {
        CurveMode::Absolute => colors.bone,
        CurveMode::Relative => colors.hands[0],
        CurveMode::Additive => colors.hands[1],
    }
}

/// Bones and lines of a rig share their colours.
pub(in crate::session) fn of_role(colors: &Colors, role: RigRole) -> [u8; 3] {
    match role {
        RigRole::Chain => colors.hands[0],
        RigRole::Goal | RigRole::Pole | RigRole::Twist | RigRole::Target => colors.pinch,
        RigRole::Driven => colors.hands[1],
    }
}
