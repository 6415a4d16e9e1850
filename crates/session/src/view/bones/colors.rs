//! The colours that bones and the lines of their rig share.

use crate::placed::found::rig_parts::RigRole;
use castview_base::scene::CurveMode;
use castview_picture::Colors;

/// Colour of bones that have no part in the meaning of the colours.
pub(crate) fn dim(colors: &Colors) -> [u8; 3] {
    colors.grid
}

pub(crate) fn of_mode(colors: &Colors, mode: CurveMode) -> [u8; 3] {
    match mode {
        CurveMode::Absolute => colors.bone,
        CurveMode::Relative => colors.modes[0],
        CurveMode::Additive => colors.modes[1],
    }
}

/// Bones and lines of a rig share their colours.
pub(crate) fn of_role(colors: &Colors, role: RigRole) -> [u8; 3] {
    match role {
        RigRole::Chain => colors.chain,
        RigRole::Goal | RigRole::Pole | RigRole::Twist | RigRole::Target => colors.goal,
        RigRole::Driven => colors.driven,
    }
}
