//! Commands of the environment: choice, turn, exposure, tone and background.

use super::entry::Menu::View;
use super::entry::{Command, always, entry, switch};
use super::switch::rows;
use crate::{Action, Backdrop, Session, ViewAction};
use castview_picture::Tone;
use castview_picture::light::Preset;

/// Angle that a command turns the environment by.
const STEP_RAD: f32 = 15.0 / 180.0 * std::f32::consts::PI;
/// Stops that a command changes the exposure by.
const STEP_STOPS: f32 = 0.5;

pub(super) const COMMANDS: &[&[Command]] = &[ENVIRONMENT, rows::SHADOWS, TONE];

const ENVIRONMENT: &[Command] = &[
    switch(
        "environment_studio",
        "Studio",
        View,
        &[],
        || preset(Preset::Studio),
        |s| lights(s, Preset::Studio),
    ),
    switch(
        "environment_overcast",
        "Overcast sky",
        View,
        &[],
        || preset(Preset::Overcast),
        |s| lights(s, Preset::Overcast),
    ),
    switch(
        "environment_sunset",
        "Sunset",
        View,
        &[],
        || preset(Preset::Sunset),
        |s| lights(s, Preset::Sunset),
    ),
    switch(
        "environment_workshop",
        "Workshop at night",
        View,
        &[],
        || preset(Preset::Workshop),
        |s| lights(s, Preset::Workshop),
    ),
    Command {
        enabled: |s| s.view.environment_image.is_some(),
        ..switch(
            "environment_image",
            "Image (drop a .hdr or .exr)",
            View,
            &[],
            || Action::View(ViewAction::UseEnvironmentImage),
            |s| s.view.image_lights,
        )
    },
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
            let choice = s.preferences.environment;
            choice.turn_rad != 0.0 || choice.exposure != 0.0 || choice.tone != Tone::default()
        },
    ),
];

const TONE: &[Command] = &[
    switch(
        "tone_neutral",
        "Neutral tone: true base colors",
        View,
        &[],
        || tone(Tone::Neutral),
        |s| s.preferences.environment.tone == Tone::Neutral,
    ),
    switch(
        "tone_aces",
        "ACES tone: as film",
        View,
        &[],
        || tone(Tone::Aces),
        |s| s.preferences.environment.tone == Tone::Aces,
    ),
    switch(
        "tone_none",
        "No tone mapping",
        View,
        &[],
        || tone(Tone::None),
        |s| s.preferences.environment.tone == Tone::None,
    ),
    switch(
        "background_gradient",
        "Background of the theme",
        View,
        &[],
        || backdrop(Backdrop::Gradient),
        |s| s.preferences.environment.backdrop == Backdrop::Gradient,
    ),
    switch(
        "background_flat",
        "Flat background",
        View,
        &[],
        || backdrop(Backdrop::Flat),
        |s| s.preferences.environment.backdrop == Backdrop::Flat,
    ),
    switch(
        "background_blurred",
        "Environment as background, blurred",
        View,
        &[],
        || backdrop(Backdrop::Blurred),
        |s| s.preferences.environment.backdrop == Backdrop::Blurred,
    ),
    switch(
        "background_sharp",
        "Environment as background",
        View,
        &[],
        || backdrop(Backdrop::Sharp),
        |s| s.preferences.environment.backdrop == Backdrop::Sharp,
    ),
    switch(
        "background_transparent",
        "No background: transparent",
        View,
        &[],
        || backdrop(Backdrop::Transparent),
        |s| s.preferences.environment.backdrop == Backdrop::Transparent,
    ),
];

fn preset(preset: Preset) -> Action {
    Action::View(ViewAction::SetEnvironment(preset))
}

fn lights(session: &Session, preset: Preset) -> bool {
    !session.view.image_lights && session.preferences.environment.preset == preset
}

fn tone(tone: Tone) -> Action {
    Action::View(ViewAction::SetTone(tone))
}

fn backdrop(backdrop: Backdrop) -> Action {
    Action::View(ViewAction::SetBackdrop(backdrop))
}
