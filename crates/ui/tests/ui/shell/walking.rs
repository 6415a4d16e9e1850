//! F6 and Tab: every control of every panel and page is reached by the keyboard, once, and Tab stays in its panel.

use crate::panels::*;
use castview_session::{
    DialogFor, DockTab, LeftTab, MarkerEdit, Message, SelectionAction, Switch, WindowAction, commands,
};
use egui::accesskit::Action as Wish;
use egui_kittest::Node;

fn tap(harness: &mut Panels, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run_steps(3);
}

/// Tab alone, in one pass.
fn tab(harness: &mut Panels, modifiers: Modifiers) {
    pressed(harness, Key::Tab, modifiers);
}

/// A key alone, in one pass.
fn pressed(harness: &mut Panels, key: Key, modifiers: Modifiers) {
    harness.event(egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers,
    });
    harness.run_steps(1);
}

/// A control: its identity and its name, which may be another while it is edited.
#[derive(Clone, Debug)]
struct Stop {
    id: String,
    name: String,
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

fn every(harness: &Panels, wanted: impl Fn(&Node<'_>) -> bool) -> Vec<Stop> {
    let (mut stops, mut nodes) = (Vec::new(), vec![harness.root()]);
    while let Some(node) = nodes.pop() {
        if wanted(&node) {
            let access = node.accesskit_node();
            let name = access.label().or(access.value()).unwrap_or_default();
            stops.push(Stop {
                id: format!("{:?}", access.id()),
                name: format!("{:?} {name}", access.role()),
            });
        }
        nodes.extend(node.children());
    }
    stops
}

/// Every control that can have the focus.
fn focusable(harness: &Panels) -> Vec<Stop> {
    every(harness, |node| {
        let access = node.accesskit_node();
        access.data().supports_action(Wish::Focus) && !access.is_disabled()
    })
}

/// The control that has the focus.
fn focused(harness: &Panels) -> Option<Stop> {
    let has_it = |node: &Node<'_>| {
        let access = node.accesskit_node();
        access.is_focused() && access.role() != Role::Window
    };
    every(harness, has_it).pop()
}

/// The stops of what has the keyboard, from the one that has the focus to the one before Tab comes back to it.
#[track_caller]
fn walked(harness: &mut Panels) -> Vec<Stop> {
    let first = focused(harness).expect("it has the keyboard");
    let mut stops = vec![first.clone()];
    loop {
        tab(harness, Modifiers::NONE);
        let now = focused(harness);
        let now = now.unwrap_or_else(|| panic!("the focus is lost after {:?}", stops.last()));
        if now == first {
            return stops;
        }
        assert!(!stops.contains(&now), "{now:?} a second time, before {first:?}");
        assert!(stops.len() < 2000, "Tab never comes back");
        stops.push(now);
    }
}

#[track_caller]
fn assert_all(stops: &[Stop], reached: &[Stop], told: &str) {
    let missed: Vec<&Stop> = stops.iter().filter(|stop| !reached.contains(stop)).collect();
    assert!(missed.is_empty(), "{told}: not reached: {missed:#?}");
    let is_nameless = |stop: &&Stop| stop.name.ends_with(' ');
    let nameless: Vec<&Stop> = reached.iter().filter(is_nameless).collect();
    assert!(nameless.is_empty(), "{told}: without a name: {nameless:#?}");
}

fn select(session: &mut Session, selected: Selected) {
    session.apply(Action::Selection(SelectionAction::Select(Some(selected))));
}

fn show_left(session: &mut Session, tab: LeftTab) {
    for switch in [Switch::BROWSER, Switch::LIBRARY] {
        if session.preferences().window.left_tab != tab {
            session.apply(switch.toggle());
        }
    }
    assert_eq!(session.preferences().window.left_tab, tab);
}

/// The walker with a selected bone and the dope sheet, and a folder.
fn full() -> Session {
    let mut session = crate::pages::browser::browsing(vec![crate::pages::browser::listed("a.cast", "")]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let spine = bone(&session, "j_spine4");
    select(&mut session, spine);
    session.apply(Switch::DOPE_SHEET.toggle());
    show_left(&mut session, LeftTab::Nodes);
    session
}

#[test]
fn f6_walks_through_all_panels_and_tab_reaches_every_control_once() {
    let mut harness = window(full());
    let panels = reaches_all(&mut harness, "all panels");
    assert_eq!(
        panels, 7,
        "menus, left panel, tools, inspector, dock, transport, status line"
    );
    assert!(!session_of(&harness).window().panels_hidden(), "Tab has folded nothing");
    tap(&mut harness, Modifiers::NONE, Key::Tab);
    let is_hidden = session_of(&harness).window().panels_hidden();
    assert!(is_hidden, "in the view it folds panels");
    // Folded panels are no stops.
    let mut panels = 0;
    loop {
        tap(&mut harness, Modifiers::NONE, Key::F6);
        if focused(&harness).is_none() {
            break;
        }
        panels += 1;
        assert!(panels < 12);
    }
    assert_eq!(panels, 4, "menus, tools, transport, status line");
}

#[test]
fn shift_goes_the_other_way_and_a_panel_remembers_its_control() {
    let mut harness = window(full());
    tap(&mut harness, Modifiers::NONE, Key::F6);
    let first = focused(&harness).expect("a control of the inspector");
    tab(&mut harness, Modifiers::SHIFT);
    let last = focused(&harness).expect("Tab stays in the panel");
    assert_ne!(last, first);
    assert_eq!(walked(&mut harness).get(1), Some(&first), "the ring is closed");
    tap(&mut harness, Modifiers::NONE, Key::F6);
    let dock = focused(&harness).expect("a control of the dock");
    tap(&mut harness, Modifiers::SHIFT, Key::F6);
    assert_eq!(focused(&harness), Some(last), "where it was before");
    tap(&mut harness, Modifiers::NONE, Key::F6);
    assert_eq!(focused(&harness), Some(dock));
    tap(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(focused(&harness), None, "the view has the keyboard");
    tap(&mut harness, Modifiers::SHIFT, Key::F6);
    tab(&mut harness, Modifiers::NONE);
    assert!(focused(&harness).is_some_and(|stop| stop.name.contains("View cube")));
}

/// Every control of the window is reached by F6 and Tab, once.
#[track_caller]
fn reaches_all(harness: &mut Panels, told: &str) -> usize {
    let stops = focusable(harness);
    let (mut reached, mut panels) = (Vec::new(), 0);
    loop {
        tap(harness, Modifiers::NONE, Key::F6);
        if focused(harness).is_none() {
            // The view, from which it began.
            break;
        }
        panels += 1;
        assert!(panels < 12, "{told}: F6 never comes back to the view");
        let found = walked(harness);
        let twice = found.iter().find(|stop| reached.contains(*stop));
        assert_eq!(twice, None, "{told}: it is in two panels");
        reached.extend(found);
    }
    assert_all(&stops, &reached, told);
    panels
}

/// An arrow belongs to the control that has the focus, or leads to a neighbor in its panel.
#[test]
fn no_arrow_key_leaves_its_panel() {
    let mut harness = window(full());
    let mut panels: Vec<Vec<Stop>> = Vec::new();
    loop {
        tap(&mut harness, Modifiers::NONE, Key::F6);
        if focused(&harness).is_none() {
            break;
        }
        panels.push(walked(&mut harness));
    }
    assert_eq!(panels.len(), 7);
    let mut moves = 0;
    for arrow in [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight] {
        for at in 0..panels.len() {
            tap(&mut harness, Modifiers::NONE, Key::F6);
            // The last controls of the panel, and its first.
            for _ in 0..4 {
                tab(&mut harness, Modifiers::SHIFT);
            }
            for _ in 0..8 {
                let before = focused(&harness);
                pressed(&mut harness, arrow, Modifiers::NONE);
                harness.run_steps(1);
                let after = focused(&harness).unwrap_or_else(|| panic!("{arrow:?} from {before:?} to nothing"));
                moves += usize::from(before.as_ref() != Some(&after));
                let other = (0..panels.len()).find(|other| *other != at && panels[*other].contains(&after));
                assert_eq!(other, None, "{arrow:?} from {before:?} to {after:?}");
                tab(&mut harness, Modifiers::NONE);
            }
        }
        tap(&mut harness, Modifiers::NONE, Key::F6);
    }
    assert!(moves > 10, "within a panel they lead to neighbors");
}

/// From the button of an open menu they lead into the menu.
#[test]
fn an_arrow_key_leads_into_an_open_menu() {
    let mut harness = window(full());
    tap(&mut harness, Modifiers::NONE, Key::F10);
    let panels = focusable(&harness);
    tap(&mut harness, Modifiers::NONE, Key::Enter);
    for _ in 0..3 {
        tap(&mut harness, Modifiers::NONE, Key::ArrowDown);
        let entry = focused(&harness).expect("an entry");
        assert!(!panels.contains(&entry), "{entry:?} is not of the menu");
    }
}

/// Each edge between two panels has a name, and its arrows move it, by as much each time, and keep the keyboard.
#[test]
fn arrow_keys_move_the_edges_of_panels() {
    let width = |harness: &Panels, name: &str| {
        let kept = session_of(harness).preferences();
        match name {
            "Resize the left panel" => kept.window.tree_width,
            "Resize the inspector" => kept.window.inspector_width,
            "Resize the dock" => kept.timeline.dock_height,
            _ => kept.window.uv_layout_width,
        }
    };
    for (name, larger, smaller) in [
        ("Resize the left panel", Key::ArrowRight, Key::ArrowLeft),
        ("Resize the inspector", Key::ArrowLeft, Key::ArrowRight),
        ("Resize the dock", Key::ArrowUp, Key::ArrowDown),
        ("Resize the UV layout", Key::ArrowLeft, Key::ArrowRight),
    ] {
        let mut session = full();
        if name.contains("UV") {
            session.apply(Switch::UV_LAYOUT.toggle());
        }
        let mut harness = build(builder(vec2(1600.0, 900.0)), session);
        harness.get_by_role_and_label(Role::Splitter, name).focus();
        harness.run_steps(3);
        let press = |harness: &mut Panels, key: Key| {
            tap(harness, Modifiers::NONE, key);
            let edge = harness.get_by_role_and_label(Role::Splitter, name);
            assert!(edge.is_focused(), "{name}: the arrow is the edge's");
            width(harness, name)
        };
        let first = press(&mut harness, larger);
        let second = press(&mut harness, larger);
        assert!(second > first + 4.0, "{name}: {first} {second}");
        assert!((press(&mut harness, smaller) - first).abs() < 1.0, "{name}");
    }
}

#[test]
fn a_page_scrolls_by_keys_and_nothing_changes_behind_it() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Shortcuts)));
    let mut harness = build(builder(vec2(800.0, 500.0)), session);
    let clip = session_of(&harness).playback().active_clip();
    let top = |harness: &Panels| harness.get_by_label("Scrub to fractions of a frame").rect().top();
    let at_first = top(&harness);
    let mut press = |key: Key| {
        tap(&mut harness, Modifiers::NONE, key);
        top(&harness)
    };
    let line = press(Key::ArrowDown);
    let page = press(Key::PageDown);
    assert!(line < at_first && page < line - 100.0, "{at_first} {line} {page}");
    assert_eq!(press(Key::PageUp), line);
    assert_eq!(press(Key::ArrowUp), at_first);
    let end = press(Key::End);
    assert!(end < page, "{end}");
    assert_eq!(press(Key::PageDown), end, "it is the end");
    assert_eq!(press(Key::Home), at_first);
    assert_eq!(session_of(&harness).playback().active_clip(), clip);
}

/// The list of markers is a page, too.
#[test]
fn a_long_list_of_markers_scrolls_by_keys() {
    let mut session = paused();
    for frame in 0..40 {
        session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(f64::from(frame)))));
        session.apply(Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere)));
    }
    session.apply(Action::Window(WindowAction::TogglePage(Page::Notifications)));
    let mut harness = build(builder(vec2(800.0, 500.0)), session);
    harness.run_steps(3);
    let mut first = |key: Option<Key>| {
        if let Some(key) = key {
            tap(&mut harness, Modifiers::NONE, key);
        }
        let rows = harness.query_all_by(|node| node.label().is_some_and(|label| label.starts_with("Go to ")));
        rows.map(|row| row.accesskit_node().label().unwrap_or_default())
            .next()
            .expect("a row")
    };
    let at_first = first(None);
    let page = first(Some(Key::PageDown));
    assert_ne!(page, at_first);
    assert_ne!(first(Some(Key::End)), page);
    assert_eq!(first(Some(Key::Home)), at_first);
}

fn alt(harness: &mut Panels, pressed: bool) {
    harness.event(egui::Event::Key {
        key: Key::AltLeft,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: if pressed { Modifiers::ALT } else { Modifiers::NONE },
    });
    harness.run_steps(2);
}

#[test]
fn alt_alone_goes_to_the_menu_bar_and_with_anything_else_it_does_not() {
    let mut harness = window(full());
    alt(&mut harness, true);
    assert_eq!(focused(&harness), None);
    alt(&mut harness, false);
    assert_eq!(focused(&harness).expect("a menu").name, "Button File menu");
    let view = harness.state().shown().viewport.center();
    let button = |pressed| egui::Event::PointerButton {
        pos: view,
        button: PointerButton::Middle,
        pressed,
        modifiers: Modifiers::ALT,
    };
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::ALT,
    };
    let between: [&[egui::Event]; 3] = [
        &[key(Key::Home)],
        &[egui::Event::PointerMoved(view), button(true), button(false)],
        &[egui::Event::WindowFocused(false)],
    ];
    for events in between {
        let mut harness = window(full());
        alt(&mut harness, true);
        for event in events {
            harness.event(event.clone());
            harness.run_steps(1);
        }
        alt(&mut harness, false);
        assert_eq!(focused(&harness), None, "{events:?}");
    }
    // In the middle of a drag.
    let mut harness = window(full());
    for event in [egui::Event::PointerMoved(view), button(true)] {
        harness.event(event);
        harness.run_steps(1);
    }
    alt(&mut harness, true);
    alt(&mut harness, false);
    assert_eq!(focused(&harness), None);
    // A field keeps its letters.
    let mut harness = window(full());
    tap(&mut harness, Modifiers::COMMAND, Key::F);
    let field = focused(&harness);
    assert!(field.is_some());
    alt(&mut harness, true);
    alt(&mut harness, false);
    harness.event(egui::Event::Text("bg".into()));
    harness.run_steps(2);
    assert_eq!(focused(&harness), field);
    let search = harness.get_by_label("Search names");
    assert_eq!(search.accesskit_node().value().as_deref(), Some("bg"));
}

#[test]
fn every_dock_and_every_tab_of_the_left_panel_is_reached() {
    for tab in DockTab::ALL {
        let mut session = paused();
        session.apply(Action::Window(WindowAction::ShowTab(tab)));
        reaches_all(&mut window(session), &format!("{tab:?}"));
    }
    for tab in [LeftTab::Clips, LeftTab::Files] {
        let mut session = full();
        show_left(&mut session, tab);
        reaches_all(&mut window(session), &format!("{tab:?}"));
    }
}

#[test]
fn every_kind_of_selection_is_reached_in_the_inspector() {
    let session = paused();
    let model = session.stage().models()[0].key;
    let clip = session.stage().clips()[0].key;
    for selected in [
        Selected::Model(model),
        Selected::Mesh(model, MeshIndex::new(0)),
        Selected::Material(model, MaterialIndex::new(0)),
        Selected::Clip(clip),
    ] {
        let mut session = paused();
        select(&mut session, selected);
        reaches_all(&mut window(session), &format!("{selected:?}"));
    }
}

fn open(harness: &mut Panels, page: Page) {
    if page != Page::FileDialog {
        return act(harness, Action::Window(WindowAction::TogglePage(page)));
    }
    let asked = Message::NoDialog {
        wants: DialogFor::Picture,
        name: "walker.png".into(),
    };
    let listed = Message::Places {
        generation: 1,
        places: castview_picture::opened::Places {
            location: "/folder".into(),
            ..castview_picture::opened::Places::default()
        },
    };
    let session = &mut harness.state_mut().session;
    session.receive(asked);
    session.receive(listed);
    harness.run_steps(3);
}

/// A page holds the keyboard, whatever is below it (little, so that many passes are fast), and gives it back to the control that had it.
#[test]
fn every_page_is_reached_and_gives_the_keyboard_back() {
    for page in Page::ALL {
        let mut session = paused();
        session.apply(Switch::PANELS.toggle());
        let mut harness = window(session);
        tap(&mut harness, Modifiers::NONE, Key::F6);
        let before = focused(&harness);
        assert!(before.is_some());
        let plain = focusable(&harness);
        open(&mut harness, *page);
        harness.run_steps(3);
        let (stops, has_it) = (focusable(&harness), focused(&harness));
        assert!(
            has_it.is_some_and(|stop| !plain.contains(&stop)),
            "{page:?} has no keyboard"
        );
        let new: Vec<Stop> = stops.into_iter().filter(|stop| !plain.contains(stop)).collect();
        let reached = walked(&mut harness);
        println!("{page:?}: {} controls", reached.len());
        assert_all(&new, &reached, &format!("{page:?}"));
        tap(&mut harness, Modifiers::NONE, Key::F6);
        assert!(
            focused(&harness).is_some_and(|stop| reached.contains(&stop)),
            "F6 stays in {page:?}"
        );
        act(&mut harness, Action::Window(WindowAction::TogglePage(*page)));
        harness.run_steps(3);
        assert_eq!(focused(&harness), before, "after {page:?}");
    }
}

#[test]
fn a_menu_holds_the_keyboard_and_escape_gives_it_back_to_its_button() {
    let mut harness = window(full());
    tap(&mut harness, Modifiers::NONE, Key::F10);
    let button = focused(&harness).expect("the first menu");
    assert_eq!(button.name, "Button File menu");
    tap(&mut harness, Modifiers::NONE, Key::Enter);
    tab(&mut harness, Modifiers::NONE);
    let entry = focused(&harness).expect("an entry");
    let open = walked(&mut harness);
    assert!(
        open.len() > 5 && open.contains(&entry) && !open.contains(&button),
        "{open:?}"
    );
    tap(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(focused(&harness), Some(button));
}

/// The focus goes to what stands in the place of a control that vanishes, and to the view when its panel is folded.
#[test]
fn the_keyboard_is_not_lost_with_a_control() {
    let mut harness = window(full());
    tap(&mut harness, Modifiers::NONE, Key::F6);
    for _ in 0..12 {
        tab(&mut harness, Modifiers::NONE);
    }
    let before = focused(&harness).expect("a control of the inspector");
    act(&mut harness, Action::Selection(SelectionAction::Select(None)));
    harness.run_steps(3);
    let after = focused(&harness).expect("another control of the inspector");
    assert_ne!(before, after);
    tap(&mut harness, Modifiers::NONE, Key::F6);
    let dock = focused(&harness).expect("a control of the dock");
    act(&mut harness, Switch::DOPE_SHEET.toggle());
    harness.run_steps(3);
    assert_eq!(focused(&harness), None, "{dock:?} is gone");
    tap(&mut harness, Modifiers::NONE, Key::Tab);
    assert!(
        session_of(&harness).window().panels_hidden(),
        "the view has the keyboard"
    );
}

#[test]
fn the_panels_are_found_by_f6_in_the_table_of_commands() {
    let session = Session::default();
    for (name, label) in [
        ("next_panel", "F6"),
        ("previous_panel", "Shift+F6"),
        ("menu_bar", "F10"),
    ] {
        let command = commands()
            .find(|command| command.name == name)
            .expect("it is a command");
        assert_eq!(session.preferences().key_label(command), label);
    }
}
