//! The page of settings: found by typing, changed at once, keys with their clashes.

use crate::panels::*;
use castview_session::window;
use castview_session::{Binding, DialValue, LengthUnit, Motion, MousePreset, Switch, WindowAction};

fn open(session: Session) -> Panels {
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Settings)));
    harness
}

fn search(harness: &mut Panels, text: &str) {
    harness.get_by_label("Search settings and keys").click();
    harness.run_steps(2);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text(text.into()));
    harness.run_steps(3);
}

fn bind(harness: &mut Panels, title: &str, key: Key) {
    search(harness, title);
    harness.get_by_label(&format!("Key of {title}")).click();
    harness.run_steps(3);
    harness.key_press(key);
    harness.run_steps(3);
}

#[test]
fn a_setting_is_found_by_what_it_is_about() {
    let mut harness = open(paused());
    for (typed, title) in [
        ("flip scroll", "Invert the wheel"),
        ("autoplay", "Play what is opened"),
        ("frames per second", "Statistics"),
    ] {
        search(&mut harness, typed);
        assert!(
            harness.query_by_role_and_label(Role::CheckBox, title).is_some(),
            "{typed} finds {title}"
        );
        assert!(
            harness.query_by_role_and_label(Role::CheckBox, "View cube").is_none(),
            "{typed}"
        );
    }
    for (typed, title, choice) in [
        ("animation", "Panels and camera glide", "As the system"),
        ("inches", "A unit of files that state none", "1 inch"),
        ("megabytes", "Memory for pictures", "As files need"),
    ] {
        search(&mut harness, typed);
        assert!(harness.query_by_label(title).is_some(), "{typed} finds {title}");
        assert!(harness.query_by_label(choice).is_some(), "{typed} finds {choice}");
    }
    search(&mut harness, "qqqq");
    assert!(harness.query_by_label_contains("No setting").is_some());
}

#[test]
fn a_switch_changes_what_sticks() {
    let mut harness = open(paused());
    for (title, action) in [
        ("Invert the wheel", Switch::INVERT_WHEEL),
        ("Play what is opened", Switch::AUTOPLAY),
    ] {
        search(&mut harness, title);
        actions(&mut harness);
        harness.get_by_role_and_label(Role::CheckBox, title).click();
        assert_eq!(actions(&mut harness), [action.toggle()]);
    }
    let preferences = session_of(&harness).preferences();
    assert!(preferences.camera.inverts_wheel && !preferences.playing.autoplay);
    for (typed, choice, action) in [
        ("animation", "Never", WindowAction::SetMotion(Motion::Never)),
        ("inches", "1 inch", WindowAction::SetUnit(LengthUnit::Inch)),
        ("megabytes", "512 MB", WindowAction::SetPictureMemory(512)),
    ] {
        search(&mut harness, typed);
        actions(&mut harness);
        harness.get_by_label(choice).click();
        assert_eq!(actions(&mut harness), [Action::Window(action)]);
    }
    assert!(!window::may_glide(session_of(&harness)));
    assert_eq!(session_of(&harness).preferences().memory.picture_memory_mb, 512);
    search(&mut harness, "theme");
    harness.get_by_label("Light").click();
    assert_eq!(actions(&mut harness), [DialValue::theme(Theme::Light).choose()]);
}

#[test]
fn a_command_takes_another_key_and_gives_it_back() {
    let mut harness = open(paused());
    bind(&mut harness, "Grid", Key::J);
    let wanted = Binding {
        ctrl: false,
        shift: false,
        alt: false,
        key: "J".into(),
    };
    let asked = actions(&mut harness);
    assert!(
        asked.contains(&Action::Window(WindowAction::BindKeys("grid", Some(vec![wanted])))),
        "{asked:?}"
    );
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Settings)));
    let press = |harness: &mut Panels, key| {
        harness.key_press(key);
        actions(harness)
    };
    assert_eq!(press(&mut harness, Key::J), [Switch::GRID.toggle()]);
    assert_eq!(press(&mut harness, Key::G), []);
    act(&mut harness, Action::Window(WindowAction::BindKeys("grid", None)));
    assert_eq!(press(&mut harness, Key::G), [Switch::GRID.toggle()]);
}

#[test]
fn escape_leaves_a_key_as_it_was_and_the_page_open() {
    let mut harness = open(paused());
    bind(&mut harness, "Grid", Key::Escape);
    assert!(session_of(&harness).preferences().window.keys.is_empty());
    assert_eq!(session_of(&harness).window().page(), Some(Page::Settings));
}

#[test]
fn a_key_that_two_commands_have_is_told() {
    let mut harness = open(paused());
    assert!(harness.query_by_label("Keys that several commands have").is_none());
    // B shows the bones.
    bind(&mut harness, "Grid", Key::B);
    search(&mut harness, "Grid");
    assert!(harness.query_by_label("Keys that several commands have").is_some());
    harness.get_by_label("Usual key of Grid").click();
    harness.run_steps(3);
    assert!(harness.query_by_label("Keys that several commands have").is_none());
}

#[test]
fn the_memory_of_files_read_ahead_is_chosen() {
    let mut harness = open(paused());
    search(&mut harness, "prefetch");
    actions(&mut harness);
    harness.get_by_label("256 MB").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).preferences().memory.prefetch_megabytes, 256);
    harness.get_by_label("None").click();
    harness.run_steps(3);
    assert_eq!(session_of(&harness).preferences().memory.prefetch_megabytes, 0);
}

/// A wider page was open before; this one is still in the middle.
#[test]
fn drags_are_told_whole_and_the_page_is_in_the_middle() {
    let mut harness = build(builder(vec2(1280.0, 720.0)), paused());
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Shortcuts)));
    harness.run_steps(3);
    act(&mut harness, Action::Window(WindowAction::TogglePage(Page::Settings)));
    harness.run_steps(3);
    let field = harness.get_by_label("Search settings and keys").rect();
    assert!((field.center().x - 640.0).abs() < 40.0, "{field:?}");
    for what in ["turn: ", "pan: ", "zoom: Wheel", "turn the environment: "] {
        let said = harness.get_by_label_contains(what).rect();
        // Text that is cut off fills all the room there is.
        assert!(said.max.x < field.max.x - 1.0, "{what}{said:?} in {field:?}");
    }
    act(&mut harness, DialValue::mouse(MousePreset::Maya).choose());
    harness.run_steps(3);
    harness.get_by_label("zoom: Alt+Right drag or Wheel");
}
