//! The environment in the menus and under the mouse.

use crate::panels::*;
use castview::light::Preset;
use castview::picture::{Background, Environment, Tone};
use castview::session::Surroundings;

/// The lines of the menu, their actions, and the picture after each.
#[test]
fn the_environment_is_chosen_shown_and_reset_in_the_menu_of_shading() {
    let mut harness = window(paused());
    let choose = |harness: &mut Panels, entry: &str, role: Role| {
        harness.get_by_label("Shading").click();
        harness.run_steps(4);
        harness.get_by_label("Environment").click();
        harness.run_steps(4);
        harness.get_by_role_and_label(role, entry).click();
        let found = actions(harness);
        harness.run_steps(4);
        found
    };
    for (entry, role, wanted) in [
        (
            "Sunset",
            Role::MenuItemCheckBox,
            ViewAction::SetEnvironment(Preset::Sunset),
        ),
        (
            "ACES tone: as film",
            Role::MenuItemCheckBox,
            ViewAction::SetTone(Tone::Aces),
        ),
        (
            "Brighter by half a stop",
            Role::MenuItem,
            ViewAction::ChangeExposure(0.5),
        ),
        (
            "Environment as background, blurred",
            Role::MenuItemCheckBox,
            ViewAction::SetSurroundings(Surroundings::Blurred),
        ),
    ] {
        assert_eq!(choose(&mut harness, entry, role), [Action::View(wanted)], "{entry}");
    }
    act(&mut harness, Action::View(ViewAction::TurnEnvironment(-0.5)));
    let picture = session_of(&harness).picture([64, 64], 1);
    assert_eq!(picture.environment, Environment::Preset(Preset::Sunset));
    assert_eq!((picture.tone, picture.exposure), (Tone::Aces, 0.5));
    assert_eq!(picture.background, Background::Environment { blurred: true });
    let turn = std::f32::consts::TAU - 0.5;
    assert!(
        (picture.environment_turn_rad - turn).abs() < 1e-5,
        "one turn is like the next"
    );

    let reset = choose(&mut harness, "Reset turn, exposure and tone", Role::MenuItem);
    assert_eq!(reset, [Action::View(ViewAction::ResetLight)]);
    let picture = session_of(&harness).picture([64, 64], 1);
    assert_eq!(
        (picture.tone, picture.exposure, picture.environment_turn_rad),
        (Tone::Neutral, 0.0, 0.0)
    );
    assert_eq!(picture.environment, Environment::Preset(Preset::Sunset), "that stays");
}

/// Settings can be edited by hand.
#[test]
fn no_exposure_is_out_of_range() {
    let mut harness = window(paused());
    for (stops, wanted) in [(3.0, 3.0), (1e9, 6.0), (-1e9, -6.0), (f32::NAN, 0.0)] {
        act(&mut harness, Action::View(ViewAction::SetExposure(stops)));
        assert_eq!(session_of(&harness).preferences().environment.exposure, wanted);
    }
}
