//! Words typed at once, as a slow window finds them: every event is there before the first turn.
//!
//! Letters typed into a field run no command, however many turns pass until the field has the keyboard, and Enter ends the field alone.

use crate::panels::*;
use castview_session::{DialogFor, LeftTab, Message, Switch, WindowAction, commands};
use castview_ui::InputOrder;
use egui::Event;

/// With every letter that is a command.
const WORD: &str = "hand.l vkbnxgtwzmcfjosq13";

fn key(key: Key, modifiers: Modifiers) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    }
}

/// As a keyboard sends it: each key with its text.
fn typed(word: &str) -> Vec<Event> {
    let key_of = |letter: char| match letter {
        '.' => Key::Period,
        ' ' => Key::Space,
        letter => Key::from_name(&letter.to_ascii_uppercase().to_string()).expect("a key has it"),
    };
    let pressed = |letter: char| {
        let pressed = match letter {
            '_' => key(Key::Minus, Modifiers::SHIFT),
            letter => key(key_of(letter), Modifiers::NONE),
        };
        [pressed, Event::Text(letter.to_string())]
    };
    word.chars().flat_map(pressed).collect()
}

fn command_key(letter: Key) -> Vec<Event> {
    vec![key(letter, Modifiers::COMMAND)]
}

fn clicked(at: Pos2) -> Vec<Event> {
    let button = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    vec![Event::PointerMoved(at), button(true), button(false)]
}

/// The actions that the window asks for, from the first of `events` to long after the last.
fn fed(harness: &mut Panels, mut events: Vec<Event>) -> Vec<Action> {
    harness.state_mut().actions.clear();
    let mut order = InputOrder::default();
    for turn in 0.. {
        if events.is_empty() {
            break;
        }
        assert!(turn < 200, "these are never taken: {events:?}");
        let keyboard = harness.state().panels().keyboard(session_of(harness));
        let later = order.split(&mut events, keyboard);
        harness.input_mut().events.append(&mut events);
        harness.step();
        events = later;
    }
    actions(harness)
}

fn is_of_a_letter(action: &Action) -> bool {
    let is_plain = |chord: &castview_session::Chord| {
        let letter = chord.key.strip_prefix("Num").unwrap_or(chord.key);
        !chord.ctrl && !chord.alt && !chord.shift && (letter.len() == 1 || ["Space", "Period"].contains(&letter))
    };
    commands().any(|command| command.keys.iter().any(is_plain) && command.action() == *action)
}

fn value_of(harness: &Panels, name: &str) -> String {
    let mut named = harness.query_all_by_label(name);
    let with_value = named.find_map(|node| node.accesskit_node().value());
    with_value.unwrap_or_default()
}

/// The walker with its clips, paused, and that tab of the left panel.
fn showing(tab: LeftTab) -> Session {
    let mut session = crate::pages::browser::browsing(vec![crate::pages::browser::listed("a.cast", "")]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    for switch in [Switch::BROWSER, Switch::LIBRARY] {
        if session.preferences().window.left_tab != tab {
            session.apply(switch.toggle());
        }
    }
    assert_eq!(session.preferences().window.left_tab, tab);
    session
}

#[track_caller]
fn goes_into(harness: &mut Panels, events: Vec<Event>, name: &str) {
    let asked = fed(harness, [events, typed(WORD)].concat());
    let ran: Vec<Action> = asked.into_iter().filter(is_of_a_letter).collect();
    assert_eq!((&ran[..], &value_of(harness, name)[..]), (&[][..], WORD), "{name}");
}

#[test]
fn a_word_after_the_key_of_a_search_is_in_the_search() {
    let hides: [&[Switch]; 3] = [&[], &[Switch::TREE], &[Switch::PANELS]];
    for (tab, name) in [
        (LeftTab::Nodes, "Search names"),
        (LeftTab::Clips, "Search clips"),
        (LeftTab::Files, "Search files"),
    ] {
        for size in [vec2(1280.0, 720.0), vec2(640.0, 480.0)] {
            for hide in hides {
                let mut harness = build(builder(size), showing(tab));
                for action in hide {
                    act(&mut harness, action.toggle());
                }
                goes_into(&mut harness, command_key(Key::F), name);
            }
        }
    }
    goes_into(&mut window(paused()), command_key(Key::P), "Search all commands");
}

#[test]
fn a_number_after_the_key_of_the_frame_is_in_the_frame_and_enter_ends_it_alone() {
    let mut harness = window(paused());
    // A search stays, and its next place is not the one that is selected.
    fed(
        &mut harness,
        [
            command_key(Key::F),
            typed("j_spine"),
            vec![key(Key::Enter, Modifiers::NONE)],
        ]
        .concat(),
    );
    let selected = session_of(&harness).edits().selected;
    assert!(selected.is_some());
    let enter = || vec![key(Key::Enter, Modifiers::NONE)];
    let asked = fed(
        &mut harness,
        [command_key(Key::G), typed("13"), enter(), typed("b")].concat(),
    );
    let session = session_of(&harness);
    assert_eq!(session.frame(), Some(13.0));
    assert_eq!(session.edits().selected, selected, "Enter is the field's");
    let ran: Vec<&Action> = asked.iter().filter(|action| is_of_a_letter(action)).collect();
    assert_eq!(
        ran,
        [&castview_session::command("bones").action()],
        "and what follows it is nobody's"
    );
    // While nothing has the keyboard Enter goes on in the search.
    fed(&mut harness, enter());
    assert_ne!(session_of(&harness).edits().selected, selected);
}

/// The list of the folder comes long after the key.
#[test]
fn a_word_waits_for_the_built_in_file_dialog_and_escape_does_not() {
    let dialog = || {
        let mut harness = window(paused());
        let asked = Message::NoDialog {
            wants: DialogFor::Picture,
            name: "walker.png".into(),
        };
        harness.state_mut().session.receive(asked);
        harness
    };
    let mut order = InputOrder::default();
    let mut harness = dialog();
    let mut waiting = typed(WORD);
    let turn = |harness: &mut Panels, order: &mut InputOrder, waiting: &mut Vec<Event>| {
        let keyboard = harness.state().panels().keyboard(session_of(harness));
        let later = order.split(waiting, keyboard);
        harness.input_mut().events.append(waiting);
        harness.step();
        *waiting = later;
    };
    for _ in 0..20 {
        turn(&mut harness, &mut order, &mut waiting);
    }
    assert_eq!(waiting.len(), 2 * WORD.len());
    let places = Message::Places {
        generation: 1,
        places: castview_picture::opened::Places {
            location: "/folder".into(),
            ..castview_picture::opened::Places::default()
        },
    };
    harness.state_mut().session.receive(places);
    for _ in 0..20 {
        turn(&mut harness, &mut order, &mut waiting);
    }
    assert_eq!(waiting, []);
    assert_eq!(value_of(&harness, "Name of the picture"), WORD);

    let mut harness = dialog();
    let asked = fed(
        &mut harness,
        [typed(WORD), vec![key(Key::Escape, Modifiers::NONE)]].concat(),
    );
    assert!(!asked.iter().any(is_of_a_letter), "{asked:?}");
    assert_eq!(session_of(&harness).window().page(), None);
}

/// Every field that is seen, on every page and panel.
#[test]
fn a_word_after_a_click_into_any_field_runs_no_command() {
    let cases = [
        (None, "j_spine4"),
        (Some(Page::Settings), "j_spine4"),
        (Some(Page::Matching), "j_spine4"),
        (Some(Page::Notifications), "j_spine4"),
        (None, "the model"),
    ];
    let (mut count, mut behind) = (0, Vec::new());
    for (page, chosen) in cases {
        let open = || {
            let mut session = paused();
            let chosen = match chosen {
                "the model" => Selected::Model(session.stage().models()[0].key),
                name => bone(&session, name),
            };
            session.apply(castview_session::command("marker").action());
            session.apply(Action::Selection(castview_session::SelectionAction::Select(Some(
                chosen,
            ))));
            if let Some(page) = page {
                session.apply(Action::Window(WindowAction::TogglePage(page)));
            }
            window(session)
        };
        let fields = |harness: &Panels| {
            let mut places = Vec::new();
            for role in [Role::TextInput, Role::SearchInput, Role::SpinButton] {
                places.extend(harness.query_all_by_role(role).map(|node| node.rect()));
            }
            places
        };
        let mut found = fields(&open());
        match page {
            None => behind = found.clone(),
            Some(_) => found.retain(|rect| !behind.contains(rect)),
        }
        for rect in found {
            let mut alone = open();
            fed(&mut alone, clicked(rect.center()));
            // Rows of a list that something else covers are no fields that can be clicked.
            if !alone.state().panels().keyboard(session_of(&alone)).typing {
                continue;
            }
            count += 1;
            let mut harness = open();
            let asked = fed(&mut harness, [clicked(rect.center()), typed("bnxgw")].concat());
            let ran: Vec<Action> = asked.into_iter().filter(is_of_a_letter).collect();
            assert_eq!(ran, [], "{page:?} {rect}");
        }
    }
    assert!(count > 10, "only {count} fields were found");
}

/// A model with more blend shapes than a list without a search has.
fn of_many_shapes() -> Session {
    let mut model = crate::extremes::walker();
    model.meshes.push(castview_base::scene::Mesh::default());
    for at in 0..20 {
        model.blend_shapes.push(castview_base::scene::BlendShape {
            name: format!("shape {at}"),
            mesh: MeshIndex::new(0),
            max_weight: 1.0,
            deltas: Vec::new(),
            vertices: Vec::new(),
            rest_weight: 0.0,
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        });
    }
    crate::staged::paused(vec![model], Vec::new())
}

/// Fields of menus, and fields that are shown only after something was done.
#[test]
fn a_word_in_a_field_that_has_to_be_opened_first_runs_no_command() {
    type Opens = fn(&mut Panels);
    let cases: [(&str, Opens); 3] = [
        ("Background color, six hexadecimal digits", |harness| {
            for entry in ["Shading", "Environment"] {
                harness.get_by_label(entry).click();
                harness.run_steps(4);
            }
        }),
        ("Search shapes", |harness| {
            let model = session_of(harness).stage().models()[0].key;
            let select = castview_session::SelectionAction::Select(Some(Selected::Model(model)));
            act(harness, Action::Selection(select));
            harness.run_steps(3);
        }),
        ("Marker name", |harness| {
            act(harness, castview_session::command("marker").action());
            harness.run_steps(3);
            harness.get_by_label("Marker 1 at 0").click_secondary();
            harness.run_steps(3);
            harness.get_by_label("Rename").click();
            harness.run_steps(3);
        }),
    ];
    for (name, opens) in cases {
        let session = match name {
            "Search shapes" => of_many_shapes(),
            _ => paused(),
        };
        let mut harness = window(session);
        opens(&mut harness);
        let field = harness.get_by_label(name).rect().center();
        let held = |harness: &Panels| session_of(harness).edits().selected;
        let before = held(&harness);
        let asked = fed(
            &mut harness,
            [clicked(field), command_key(Key::A), typed("bnxgw")].concat(),
        );
        let ran: Vec<Action> = asked.into_iter().filter(is_of_a_letter).collect();
        assert_eq!(ran, [], "{name}");
        assert_eq!(value_of(&harness, name), "bnxgw", "{name}");
        assert_eq!(held(&harness), before, "{name}");
    }
}

/// A promise that cannot be kept, as to a list without rows, ends.
#[test]
fn keys_go_on_where_a_field_is_never_shown() {
    let mut harness = window(Session::default());
    fed(&mut harness, command_key(Key::F));
    harness.state().panels().focus_frame();
    harness.state().panels().focus_curves();
    fed(&mut harness, vec![key(Key::F1, Modifiers::NONE)]);
    assert_eq!(session_of(&harness).window().page(), Some(Page::Shortcuts));
}
