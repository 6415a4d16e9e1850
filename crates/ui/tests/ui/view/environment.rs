//! The environment in the menus and under the mouse.

use crate::panels::*;
use crate::view::pointer_button;
use castview_picture::light::{EnvironmentMap, Preset};
use castview_picture::opened::EnvironmentImage;
use castview_picture::{Background, Environment, Tone};
use castview_session::{Backdrop, DialValue, Message, Switch, WindowAction, fitting_stops};
use castview_ui::Purpose;

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
            DialValue::environment(Some(Preset::Sunset)).choose(),
        ),
        (
            "ACES tone: as film",
            Role::MenuItemCheckBox,
            DialValue::tone(Tone::Aces).choose(),
        ),
        (
            "Raise exposure by half a stop",
            Role::MenuItem,
            Action::View(ViewAction::ChangeExposure(0.5)),
        ),
        (
            "Environment as background, blurred",
            Role::MenuItemCheckBox,
            DialValue::background(Backdrop::Blurred).choose(),
        ),
    ] {
        assert_eq!(choose(&mut harness, entry, role), [wanted], "{entry}");
    }
    act(&mut harness, Action::View(ViewAction::TurnEnvironment(-0.5)));
    let picture = session_of(&harness).picture([64, 64], 1);
    let fitting = fitting_stops(session_of(&harness));
    assert_eq!(picture.environment, Environment::Preset(Preset::Sunset));
    assert_eq!((picture.tone, picture.exposure), (Tone::Aces, 0.5 + fitting));
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
        (Tone::Neutral, fitting, 0.0)
    );
    assert_eq!(picture.environment, Environment::Preset(Preset::Sunset), "that stays");
}

/// Settings can be edited by hand.
#[test]
fn no_exposure_is_out_of_range() {
    let mut harness = window(paused());
    for (stops, wanted) in [(3.0, 3.0), (1e9, 6.0), (-1e9, -6.0), (f32::NAN, 0.0)] {
        act(&mut harness, Action::View(ViewAction::SetExposure(stops)));
        assert_eq!(session_of(&harness).preferences().look.environment.exposure, wanted);
    }
}

/// The switch, and two sliders below it: a strength of 0 is none, and roughness is asked for while there is something to be rough.
#[test]
fn reflections_of_the_ground_are_as_strong_and_rough_as_the_menu_says() {
    let mut harness = window(paused());
    let reflection = |harness: &Panels| session_of(harness).picture([64, 64], 1).reflection;
    assert_eq!(reflection(&harness), None);
    open_menu(&mut harness);
    assert!(harness.query_by_label("Roughness of reflections").is_none());
    harness
        .get_by_role_and_label(Role::MenuItemCheckBox, "Reflections on the ground")
        .click();
    assert_eq!(actions(&mut harness), [Switch::REFLECTIONS.toggle()]);
    harness.run_steps(4);
    let first = reflection(&harness).expect("it is on");
    assert_eq!(Some(first.height), session_of(&harness).view().ground());
    assert_eq!((first.strength, first.roughness), (0.5, 0.3));
    open_menu(&mut harness);
    for (slider, of) in [("Strength of reflections", 0), ("Roughness of reflections", 1)] {
        let at = harness.get_by_role_and_label(Role::Slider, slider).rect().left_center() + vec2(20.0, 0.0);
        press(&mut harness, at);
        harness.drop_at(at);
        harness.run_steps(4);
        let now = reflection(&harness).expect("it is on");
        let share = [now.strength, now.roughness][of];
        assert!(share > 0.0 && share < 0.25, "{slider}: {share}");
    }
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    for (share, wanted) in [(0.7, Some(0.7)), (9.0, Some(1.0)), (f32::NAN, None), (0.0, None)] {
        act(&mut harness, Action::View(ViewAction::SetReflection(share)));
        assert_eq!(reflection(&harness).map(|ground| ground.strength), wanted, "{share}");
    }
    act(&mut harness, Switch::REFLECTIONS.toggle());
    let again = reflection(&harness).expect("it is on");
    assert_eq!(again.strength, 1.0, "as strong as before");
}

/// *Shading ▸ Environment*.
fn open_menu(harness: &mut Panels) {
    for label in ["Shading", "Environment"] {
        harness.get_by_label(label).click();
        harness.run_steps(4);
    }
}

/// Gradient, flat in any colour, environment and none: all stand in the menu, and the picture has them.
#[test]
fn the_background_is_chosen_beside_the_environment() {
    let mut harness = window(paused());
    let background = |harness: &Panels| session_of(harness).picture([64, 64], 1).background;
    let theme = background(&harness);
    for (entry, backdrop, wanted) in [
        ("Flat background", Backdrop::Flat, Background::Solid([0x80; 3])),
        (
            "No background: transparent",
            Backdrop::Transparent,
            Background::Transparent,
        ),
        (
            "Environment as background",
            Backdrop::Sharp,
            Background::Environment { blurred: false },
        ),
        ("Background of the theme", Backdrop::Gradient, theme),
    ] {
        open_menu(&mut harness);
        harness.get_by_role_and_label(Role::MenuItemCheckBox, entry).click();
        assert_eq!(actions(&mut harness), [DialValue::background(backdrop).choose()]);
        harness.run_steps(4);
        assert_eq!(background(&harness), wanted, "{entry}");
    }
    open_menu(&mut harness);
    harness.get_by_label("Background magenta").click();
    let magenta = [0xff, 0x00, 0xff];
    assert_eq!(actions(&mut harness), [Action::View(ViewAction::SetFlatColor(magenta))]);
    harness.run_steps(2);
    assert_eq!(
        background(&harness),
        Background::Solid(magenta),
        "a color is shown at once"
    );
    let digits = harness.get_by_label("Background color, six hexadecimal digits");
    digits.focus();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness
        .get_by_label("Background color, six hexadecimal digits")
        .type_text("#1a2B3c");
    harness.run_steps(2);
    assert_eq!(background(&harness), Background::Solid([0x1a, 0x2b, 0x3c]));
    // The field shows what is chosen, whoever chose it.
    harness.get_by_label("Background black").click();
    harness.run_steps(2);
    assert_eq!(background(&harness), Background::Solid([0; 3]));
}

/// Abilities that the adapter lacks are told where the program tells what draws.
#[test]
fn the_page_about_castview_tells_what_is_done_without_what_the_adapter_lacks() {
    let mut harness = window(paused());
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::About)));
    harness.run_steps(4);
    harness.get_by_label("BC compression: compressed textures are decoded by the processor.");
}

#[test]
fn an_image_is_put_on_the_surface_below_bones() {
    for (purpose, is_of_surfaces) in [(Purpose::Put, true), (Purpose::Pin, true), (Purpose::Select, false)] {
        assert_eq!(purpose.is_of_surfaces(), is_of_surfaces, "{purpose:?}");
    }
}

#[test]
fn escape_puts_back_an_environment_that_is_being_turned() {
    let mut session = paused();
    session.apply(Action::View(ViewAction::TurnEnvironment(0.5)));
    let mut harness = window(session);
    let turn = |harness: &Panels| session_of(harness).preferences().look.environment.turn_rad;
    let before = turn(&harness);
    let view = harness.state().shown().viewport;
    let (from, to) = (view.center(), view.center() + vec2(60.0, 0.0));
    harness.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    harness.event(egui::Event::PointerMoved(from));
    harness.event(pointer_button(from, PointerButton::Secondary, true, Modifiers::SHIFT));
    harness.run_steps(1);
    harness.event(egui::Event::PointerMoved(to));
    harness.run_steps(2);
    assert!((turn(&harness) - before).abs() > 0.1, "it turns");
    harness.key_press_modifiers(Modifiers::SHIFT, Key::Escape);
    harness.run_steps(2);
    assert!(
        (turn(&harness) - before).abs() < 1e-6,
        "{} is not {before}",
        turn(&harness)
    );
    harness.event(egui::Event::PointerMoved(from));
    harness.run_steps(2);
    harness.event(pointer_button(from, PointerButton::Secondary, false, Modifiers::SHIFT));
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(2);
    assert!(
        (turn(&harness) - before).abs() < 1e-6,
        "the rest of the drag does nothing"
    );
}

/// Before an image was opened the line says how to get one, afterwards which one it is.
#[test]
fn the_line_of_an_image_names_it() {
    let mut harness = window(paused());
    open_menu(&mut harness);
    assert!(
        harness
            .get_by_label("Image (drop a .hdr or .exr)")
            .accesskit_node()
            .is_disabled()
    );
    for _ in 0..2 {
        harness.key_press(Key::Escape);
        harness.run_steps(3);
    }
    harness
        .state_mut()
        .session
        .receive(Message::EnvironmentLoaded(EnvironmentImage {
            name: "harbour.hdr".into(),
            location: "/light/harbour.hdr".into(),
            map: Arc::new(EnvironmentMap::uniform(glam::Vec3::ONE)),
        }));
    act(&mut harness, DialValue::environment(Some(Preset::Sunset)).choose());
    actions(&mut harness);
    open_menu(&mut harness);
    harness
        .get_by_role_and_label(Role::MenuItemCheckBox, "Image: harbour.hdr")
        .click();
    let wanted = DialValue::ENVIRONMENT_IMAGE.choose();
    assert_eq!(actions(&mut harness), [wanted]);
}
