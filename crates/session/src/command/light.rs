//! Commands of the environment: choice, turn, exposure, tone and background.

use super::dial::rows as dials;
use super::entry::Menu::View;
use super::entry::{Command, always, entry};
use super::switch::rows;
use crate::{Action, ViewAction};
use castview_picture::Tone;

/// Angle that a command turns the environment by.
const STEP_RAD: f32 = 15.0 / 180.0 * std::f32::consts::PI;
/// Stops that a command changes the exposure by.
const STEP_STOPS: f32 = 0.5;

pub(super) const COMMANDS: &[&[Command]] = &[
    dials::ENVIRONMENT,
    TURNING,
    rows::SHADOWS,
    dials::TONE,
    dials::BACKGROUND,
];

const TURNING: &[Command] = &[
    entry(
        "environment_left",
        "Turn the environment to the left",
        View,
        &[],
        || Action::View(ViewAction::TurnEnvironment(-STEP_RAD)),
        always,
    ),
    entry(
        "environment_right",
        "Turn the environment to the right",
        View,
        &[],
        || Action::View(ViewAction::TurnEnvironment(STEP_RAD)),
        always,
    ),
    entry(
        "brighter",
        "Raise exposure by half a stop",
        View,
        &[],
        || Action::View(ViewAction::ChangeExposure(STEP_STOPS)),
        always,
    ),
    entry(
        "darker",
        "Lower exposure by half a stop",
        View,
        &[],
        || Action::View(ViewAction::ChangeExposure(-STEP_STOPS)),
        always,
    ),
    entry(
        "reset_light",
        "Reset turn, exposure and tone",
        View,
        &[],
        || Action::View(ViewAction::ResetLight),
        |s| {
            let choice = s.preferences.look.environment;
            choice.turn_rad != 0.0 || choice.exposure != 0.0 || choice.tone != Tone::default()
        },
    ),
];
