//! The command palette: every command can be found and run from it.

use crate::panels::*;
use castview_session::browser;
use castview_session::{Command, WindowAction, commands};

fn open(harness: &mut Panels) {
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.run_steps(3);
}

fn write(harness: &mut Panels, text: &str) {
    harness.event(egui::Event::Text(text.into()));
    harness.run_steps(3);
}

fn name(command: &Command) -> String {
    let menu = format!("{:?}", command.menu);
    format!("{}, {menu}", command.title.trim_end_matches('…'))
}

const CLOSE: Action = Action::Window(WindowAction::TogglePage(Page::Palette));

/// With a clip, a selected bone and a hidden mesh nearly every command can be carried out; what cannot be is refused.
#[test]
fn every_command_can_be_found_and_run() {
    let mut session = paused();
    let spine = bone(&session, "j_spine4");
    session.apply(Action::Selection(castview_session::SelectionAction::Select(Some(
        spine,
    ))));
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    let mut refused = 0;
    for command in commands().filter(|command| !["escape", "palette"].contains(&command.name)) {
        harness.state_mut().applies = true;
        open(&mut harness);
        write(&mut harness, command.title.trim_end_matches('…'));
        actions(&mut harness);
        // Actions that it asks for are looked at, not done: nothing here may change what the next command finds.
        harness.state_mut().applies = false;
        let row = name(command);
        let found = harness.get_by_label(&row);
        let enabled = command.is_enabled(session_of(&harness));
        assert_eq!(!found.accesskit_node().is_disabled(), enabled, "{row}");
        found.click();
        let asked = actions(&mut harness);
        if enabled {
            let wanted = [
                CLOSE,
                Action::Window(WindowAction::NoteCommand(command.name)),
                command.action(),
            ];
            assert!(asked.starts_with(&wanted), "{row}: {asked:?}");
        } else {
            refused += 1;
            assert_eq!(asked, [], "{row}");
        }
        harness.state_mut().applies = true;
        act(&mut harness, CLOSE);
    }
    assert!(refused < commands().count() / 3, "{refused} commands were never run");
}

/// The uppermost row.
fn first(harness: &Panels) -> String {
    let rows = harness.query_all_by_role(Role::ListItem);
    let mut rows: Vec<_> = rows.filter(|row| row.rect().center().x > 300.0).collect();
    rows.sort_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    rows.first()
        .and_then(|row| row.accesskit_node().label())
        .unwrap_or_default()
}

/// `exit` lies within "complexity", which is a word for overdraw.
#[test]
fn letters_within_a_word_are_no_answer_beside_whole_words_and_beginnings() {
    let labels = |typed: &str| {
        let mut harness = window(paused());
        open(&mut harness);
        write(&mut harness, typed);
        let rows = harness.query_all_by_role(Role::ListItem);
        let rows = rows.filter(|row| row.rect().center().x > 300.0);
        Vec::from_iter(rows.filter_map(|row| row.accesskit_node().label()))
    };
    let of_exit = labels("exit");
    assert!(of_exit.iter().any(|label| label.starts_with("Quit")), "{of_exit:?}");
    assert!(
        !of_exit.iter().any(|label| label.starts_with("Overdraw")),
        "{of_exit:?}"
    );
    let within = labels("plexi");
    assert!(within.iter().any(|label| label.starts_with("Overdraw")), "{within:?}");
}

#[test]
fn enter_runs_the_best_and_what_was_run_comes_first() {
    let mut harness = window(paused());
    open(&mut harness);
    // Letters of the words, not all of them.
    write(&mut harness, "kbd short");
    assert_eq!(first(&harness), "Keyboard shortcuts, Help");
    harness.key_press(Key::Enter);
    let asked = actions(&mut harness);
    assert!(
        asked.contains(&Action::Window(WindowAction::TogglePage(Page::Shortcuts))),
        "{asked:?}"
    );
    assert_eq!(session_of(&harness).window().page(), Some(Page::Shortcuts));
    harness.key_press(Key::Escape);
    actions(&mut harness);
    open(&mut harness);
    assert_eq!(first(&harness), "Keyboard shortcuts, Help", "the last one comes first");
    harness.key_press(Key::ArrowDown);
    harness.key_press(Key::ArrowUp);
    harness.run_steps(2);
    harness.key_press(Key::Escape);
    actions(&mut harness);
    assert_eq!(session_of(&harness).window().page(), None, "Escape closes it");
}

/// If two names have the same word, the name that begins with it comes first.
#[test]
fn a_name_that_begins_with_what_is_typed_comes_first() {
    for (typed, wanted) in [
        ("about", "About castview, Help"),
        ("ABOUT", "About castview, Help"),
        ("orbit", "Orbit about"),
        ("copy v", "Copy view as command, File"),
    ] {
        let mut harness = window(paused());
        open(&mut harness);
        write(&mut harness, typed);
        let first = first(&harness);
        assert!(first.starts_with(wanted), "{typed}: {first}");
    }
}

/// A window that is slow sees a word, Enter and Escape in the pass in which the palette is first shown.
#[test]
fn a_word_typed_at_once_is_the_one_that_is_run() {
    let mut harness = window(paused());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::P);
    harness.step();
    let page = session_of(&harness).window().page();
    assert_eq!(page, Some(Page::Palette), "asked for, and not shown yet");
    harness.state_mut().actions.clear();
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let word = egui::Event::Text("Wireframe without surfaces".into());
    // G and B are keys of commands.
    let events = [key(Key::G), key(Key::B), word, key(Key::Enter), key(Key::Escape)];
    harness.input_mut().events.extend(events);
    harness.step();
    let mut asked = std::mem::take(&mut harness.state_mut().actions);
    let is_told = |action: &Action| matches!(action, Action::Window(WindowAction::TellSwitched(..)));
    assert!(is_told(&asked[3]));
    asked.retain(|action| !is_told(action));
    let wanted = commands()
        .find(|command| command.name == "shading_wireframe")
        .expect("a command");
    assert_eq!(
        asked[..],
        [
            CLOSE,
            Action::Window(WindowAction::NoteCommand(wanted.name)),
            wanted.action(),
            Action::Escape,
        ]
    );
    assert_eq!(session_of(&harness).window().page(), None);
}

#[test]
fn letters_for_the_palette_reach_nothing_else() {
    let mut harness = window(paused());
    open(&mut harness);
    actions(&mut harness);
    for key in [Key::G, Key::B, Key::Space, Key::ArrowDown, Key::PageDown, Key::Home] {
        harness.key_press(key);
        assert_eq!(actions(&mut harness), [], "{key:?}");
    }
    let beside = pos2(5.0, 400.0);
    press(&mut harness, beside);
    harness.drop_at(beside);
    assert_eq!(actions(&mut harness), [CLOSE]);
}

#[test]
fn it_fits_low_windows() {
    for size in [vec2(400.0, 272.0), vec2(480.0, 320.0), vec2(800.0, 600.0)] {
        let mut harness = build(builder(size), paused());
        open(&mut harness);
        let field = harness.get_by_label("Search all commands").rect();
        assert!(
            Rect::from_min_size(Pos2::ZERO, size).contains_rect(field),
            "{size:?}: {field:?}"
        );
        let areas: Vec<Rect> = harness.ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids().into_iter();
            let front = layers.filter(|layer| layer.order == egui::Order::Foreground);
            front.filter_map(|layer| memory.area_rect(layer.id)).collect()
        });
        for area in areas {
            assert!(area.bottom() <= size.y + 0.5, "{size:?}: {area:?}");
        }
    }
}

/// Their titles are names of environments, of which none has that word.
#[test]
fn environments_are_found_by_the_title_of_their_menu() {
    let mut harness = window(paused());
    open(&mut harness);
    write(&mut harness, "environment");
    for row in [
        "Studio, View",
        "Overcast sky, View",
        "Sunset, View",
        "Workshop with windows, View",
        "Dark studio, View",
        "City at night, View",
    ] {
        assert!(harness.query_by_label(row).is_some(), "{row}");
    }
    // With a name after it, that one alone is meant.
    write(&mut harness, " sunset");
    assert!(harness.query_by_label("Sunset, View").is_some());
    assert!(harness.query_by_label("Studio, View").is_none());
}

/// Below the commands; files that are gone are left out, and a drop is opened whole.
#[test]
fn files_and_folders_that_were_opened_lately_are_found() {
    use castview_session::{BrowserAction, Message, Recent, StageAction};
    let drop = vec!["/mods/new/pilot.cast".to_owned(), "/mods/new/pilot_run.cast".to_owned()];
    let recent = Recent {
        files: vec![drop[0].clone(), "/mods/pilot_gone.cast".into()],
        together: [(drop[0].clone(), drop.clone())].into(),
        folders: vec!["/mods/pilot wings".into()],
        ..Recent::default()
    };
    let mut session = browser::with_recent(fixture::session(), recent);
    session.receive(Message::RecentGone(vec!["/mods/pilot_gone.cast".into()]));
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    harness.state_mut().applies = true;
    harness.run_steps(3);
    open(&mut harness);
    write(&mut harness, "pilot");
    assert!(harness.query_by_label_contains("pilot_gone").is_none());
    harness.get_by_label_contains("Open recent: folder pilot wings");
    harness
        .get_by_label_contains("Open recent: pilot.cast and 1 more")
        .click();
    harness.run_steps(3);
    let whole = Action::Stage(StageAction::Open {
        locations: drop,
        placement: Placement::Replace,
    });
    assert!(actions(&mut harness).contains(&whole));
    open(&mut harness);
    write(&mut harness, "recent wings");
    actions(&mut harness);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let folder = Action::Browser(BrowserAction::OpenFolder("/mods/pilot wings".into()));
    assert!(actions(&mut harness).contains(&folder));
}
