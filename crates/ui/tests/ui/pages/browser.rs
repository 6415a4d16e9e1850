//! The Files tab.

use crate::panels::*;
use castview_picture::opened::{FolderList, FolderNews, ListedFile, ListedKind};
use castview_session::browser;
use castview_session::{BrowserAction, Message, Recent, StageAction, WindowAction};

pub fn listed(name: &str, below: &str) -> ListedFile {
    ListedFile {
        name: name.into(),
        location: format!("/folder/{below}{name}"),
        below: below.into(),
        bytes: 4_200,
        changed_secs: 1_700_000_000,
        kind: ListedKind::Model,
        targets: None,
    }
}

pub fn browsing(files: Vec<ListedFile>) -> Session {
    let mut session = fixture::session();
    session.apply(Action::Browser(BrowserAction::OpenFolder("/folder".into())));
    let list = FolderList {
        location: "/folder".into(),
        files: Arc::new(files),
        ..FolderList::default()
    };
    session.receive(Message::Folder {
        generation: 1,
        news: FolderNews::Listed(list),
    });
    session
}

fn rows(harness: &Panels) -> Vec<String> {
    harness
        .query_all_by_role(Role::ListItem)
        .filter_map(|node| node.accesskit_node().label())
        .collect()
}

/// Locations that were asked to be opened since the last call.
fn asked(harness: &mut Panels) -> Vec<String> {
    let open = |action| match action {
        Action::Browser(BrowserAction::Open(location)) => Some(location),
        _ => None,
    };
    actions(harness).into_iter().filter_map(open).collect()
}

#[test]
fn files_are_searched_opened_and_walked_by_arrows() {
    let files = ["a.cast", "b.cast", "run.cast"].map(|name| listed(name, ""));
    let deeper = listed("z.cast", "below");
    let mut harness = window(browsing(files.into_iter().chain([deeper]).collect()));
    harness.run_steps(3);
    assert_eq!(rows(&harness), ["a.cast", "b.cast", "run.cast", "z.cast"]);
    assert!(harness.query_by_label("below").is_some(), "folders below are named");

    harness.get_by_role_and_label(Role::ListItem, "b.cast").click();
    harness.run_steps(3);
    assert_eq!(asked(&mut harness), ["/folder/b.cast"]);
    for (key, wanted) in [
        (Key::ArrowDown, "/folder/run.cast"),
        (Key::ArrowDown, "/folder/belowz.cast"),
        (Key::ArrowUp, "/folder/run.cast"),
    ] {
        harness.key_press(key);
        harness.run_steps(4);
        assert_eq!(asked(&mut harness), [wanted], "{key:?}");
    }

    // Typed letters filter the list, and Escape shows all of it again.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(4);
    harness.get_by_label("Search files").type_text("cast");
    harness.run_steps(4);
    assert_eq!(rows(&harness).len(), 4);
    harness.get_by_label("Search files").type_text("zz");
    harness.run_steps(4);
    assert_eq!(rows(&harness), [""; 0]);
    harness.key_press(Key::Escape);
    harness.run_steps(4);
    assert_eq!(rows(&harness).len(), 4);
}

/// The list of two hundred files, after these keys in its search.
fn searched(keys: &[Key]) -> Panels {
    let files = (0..200).map(|at| listed(&format!("{at:03}.cast"), "")).collect();
    let mut harness = window(browsing(files));
    harness.run_steps(3);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(4);
    for key in keys {
        harness.key_press(*key);
        harness.run_steps(4);
    }
    harness
}

/// ↓ leads from the search into the list without opening anything; pages, Home and End move in it, and Enter opens.
#[test]
fn the_list_is_entered_from_its_search_and_walked_by_pages() {
    let mut harness = searched(&[Key::ArrowDown]);
    assert_eq!(asked(&mut harness), [""; 0]);
    harness.key_press(Key::Enter);
    harness.run_steps(4);
    assert_eq!(asked(&mut harness), ["/folder/000.cast"]);
    let seen = rows(&harness).len();
    harness.key_press(Key::PageDown);
    harness.run_steps(4);
    let down = asked(&mut harness);
    let at = down[0].trim_start_matches("/folder/").trim_end_matches(".cast");
    let at: usize = at.parse().expect("a number");
    assert!((seen / 2..=seen).contains(&at), "{at} of {seen} in sight");
    for (key, wanted) in [
        (Key::PageUp, "/folder/000.cast"),
        (Key::End, "/folder/199.cast"),
        (Key::ArrowUp, "/folder/198.cast"),
        (Key::Home, "/folder/000.cast"),
    ] {
        harness.key_press(key);
        harness.run_steps(4);
        assert_eq!(asked(&mut harness), [wanted], "{key:?}");
        let name = wanted.trim_start_matches("/folder/");
        assert!(rows(&harness).iter().any(|row| row == name), "{name} is in sight");
    }
}

/// However far the list of the folder before was scrolled.
#[test]
fn another_folder_is_shown_from_its_beginning() {
    let mut harness = searched(&[Key::ArrowDown, Key::End]);
    assert!(!rows(&harness).contains(&"000.cast".to_owned()));
    let session = &mut harness.state_mut().session;
    session.apply(Action::Browser(BrowserAction::OpenFolder("/other".into())));
    let list = FolderList {
        location: "/other".into(),
        files: Arc::new((0..200).map(|at| listed(&format!("b{at:03}.cast"), "")).collect()),
        ..FolderList::default()
    };
    session.receive(Message::Folder {
        generation: 2,
        news: FolderNews::Listed(list),
    });
    harness.run_steps(4);
    assert_eq!(rows(&harness)[0], "b000.cast");
}

#[test]
fn orders_and_filters_are_in_the_menu_beside_the_search() {
    use castview_session::{FileFilter, FileOrder};
    let clip = ListedFile {
        kind: ListedKind::Clips,
        changed_secs: 1_800_000_000,
        ..listed("run.cast", "")
    };
    let files = vec![listed("a.cast", ""), clip];
    let mut harness = window(browsing(files.clone()));
    harness.run_steps(3);
    assert_eq!(rows(&harness), ["a.cast", "run.cast"]);
    let mut choose = |name: &str| {
        harness.get_by_label("Order and filter of files").click();
        harness.run_steps(3);
        harness.get_by_label(name).click();
        harness.run_steps(3);
        rows(&harness)
    };
    assert_eq!(choose("Newest first"), ["run.cast", "a.cast"]);
    assert_eq!(choose("Models only"), ["a.cast"]);
    assert_eq!(choose("Clips only"), ["run.cast"]);
    assert_eq!(choose("Fits the open model"), [""; 0]);
    // The targets of clips are read first.
    let list = FolderList {
        location: "/folder".into(),
        files: Arc::new(files),
        has_targets: true,
        ..FolderList::default()
    };
    harness.state_mut().session.receive(Message::Folder {
        generation: 2,
        news: FolderNews::Listed(list),
    });
    harness.run_steps(3);
    harness.get_by_label("Show all").click();
    harness.run_steps(3);
    assert_eq!(rows(&harness).len(), 2);
    let session = &harness.state().session;
    assert_eq!(session.preferences().files.file_order, FileOrder::Newest);
    assert_eq!(session.browser().filter(), FileFilter::All);
}

#[test]
fn shift_click_opens_beside_what_is_there() {
    let mut harness = window(browsing(vec![listed("a.cast", "")]));
    harness.run_steps(3);
    harness
        .get_by_role_and_label(Role::ListItem, "a.cast")
        .click_modifiers(Modifiers::SHIFT);
    harness.run_steps(3);
    let placements: Vec<Placement> = actions(&mut harness)
        .into_iter()
        .filter_map(|action| match action {
            Action::Stage(StageAction::Open { placement, .. }) => Some(placement),
            _ => None,
        })
        .collect();
    assert_eq!(placements, [Placement::Add]);
}

/// Only rows that are seen are made.
#[test]
fn ten_thousand_files_make_no_more_rows_than_fit() {
    let files = (0..10_000).map(|at| listed(&format!("{at}.cast"), "")).collect();
    let mut harness = window(browsing(files));
    harness.run_steps(3);
    let seen = rows(&harness).len();
    assert!((5..40).contains(&seen), "{seen}");
}

/// The row that the keys start from stays the one that was opened, though it is out of sight.
#[test]
fn arrows_go_on_after_the_wheel_has_scrolled_the_row_away() {
    let files = (0..200).map(|at| listed(&format!("{at:03}.cast"), "")).collect();
    let mut harness = window(browsing(files));
    harness.run_steps(3);
    harness.get_by_role_and_label(Role::ListItem, "001.cast").click();
    harness.run_steps(3);
    assert_eq!(asked(&mut harness), ["/folder/001.cast"]);
    for (key, wanted) in [(Key::ArrowDown, "/folder/002.cast"), (Key::ArrowUp, "/folder/001.cast")] {
        let row = harness.query_all_by_role(Role::ListItem).next().expect("rows are seen");
        let at = row.rect().center();
        harness.hover_at(at);
        harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -4000.0),
            modifiers: Modifiers::NONE,
            source: egui::MouseWheelSource::Wheel,
            phase: egui::TouchPhase::Move,
        });
        harness.run_steps(30);
        let seen = rows(&harness);
        assert!(!seen.iter().any(|name| name.as_str() < "010"), "{seen:?}");
        harness.key_press(key);
        harness.run_steps(4);
        assert_eq!(asked(&mut harness), [wanted], "{key:?}");
        let name = wanted.trim_start_matches("/folder/");
        assert!(rows(&harness).iter().any(|row| row == name), "{name} is in sight again");
    }
}

#[test]
fn an_empty_browser_says_how_to_fill_it() {
    let mut harness = window(fixture::session());
    harness.get_by_label("Files tab").click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("No folder.").is_some());
    harness.get_by_label("Open folder…").click();
    harness.run_steps(3);
    assert!(actions(&mut harness).contains(&Action::Browser(BrowserAction::ChooseFolder)));
}

#[test]
fn recent_files_are_opened_from_the_menu_and_pasted_paths_without_one() {
    let recent = Recent {
        files: vec!["/folder/old.cast".into()],
        ..Recent::default()
    };
    let mut harness = window(browser::with_recent(fixture::session(), recent));
    harness.get_by_label("File menu").click();
    harness.run_steps(3);
    harness.get_by_label("Open recent").click();
    harness.run_steps(3);
    harness.get_by_label("old.cast").click();
    harness.run_steps(3);
    let open = Action::Stage(StageAction::Open {
        locations: vec!["/folder/old.cast".into()],
        placement: Placement::Replace,
    });
    assert!(actions(&mut harness).contains(&open));

    let paste = Action::Window(WindowAction::Paste("/folder/new.cast".into()));
    harness.event(egui::Event::Paste("/folder/new.cast".into()));
    harness.run_steps(2);
    assert!(actions(&mut harness).contains(&paste));
    // Where something is typed, text is text.
    harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    harness.run_steps(4);
    harness.event(egui::Event::Paste("/folder/new.cast".into()));
    harness.run_steps(2);
    assert!(!actions(&mut harness).contains(&paste));
}

/// The card of an empty window and the menu show what was opened lately, and wish for its pictures.
#[test]
fn recent_files_have_pictures_on_the_card_and_in_the_menu() {
    use castview_ui::ThumbnailOf;
    let files: Vec<String> = (0..6).map(|at| format!("/folder/old{at}.cast")).collect();
    let recent = Recent {
        files: files.clone(),
        ..Recent::default()
    };
    let mut harness = build(
        builder(vec2(1280.0, 720.0)),
        browser::with_recent(Session::default(), recent),
    );
    harness.run_steps(3);
    let wanted = |harness: &Panels| -> Vec<String> {
        let location = |of: &ThumbnailOf| match of {
            ThumbnailOf::File { location, .. } => Some(location.clone()),
            _ => None,
        };
        harness.state().shown().thumbnails.iter().filter_map(location).collect()
    };
    assert_eq!(wanted(&harness), files[..4], "as many as the card has room for");
    harness.get_by_label("old1.cast").click();
    harness.run_steps(3);
    let open = |location: &str| {
        Action::Stage(StageAction::Open {
            locations: vec![location.into()],
            placement: Placement::Replace,
        })
    };
    assert!(actions(&mut harness).contains(&open(&files[1])));
    harness.get_by_label("File menu").click();
    harness.run_steps(3);
    harness.get_by_label("Open recent").click();
    harness.run_steps(3);
    assert!(
        files.iter().all(|file| wanted(&harness).contains(file)),
        "{:?}",
        wanted(&harness)
    );
}

/// Clips are shown on what is open; without a model there is nothing to show them on.
#[test]
fn files_of_clips_wish_for_pictures_on_the_models_that_are_open() {
    use castview_ui::ThumbnailOf;
    let clips = |name: &str| ListedFile {
        kind: ListedKind::Clips,
        ..listed(name, "")
    };
    let session = browsing(vec![clips("run.cast"), listed("a.cast", "")]);
    let models = session.stage().thumbnail_models();
    assert_eq!(models.len(), 1);
    let mut harness = window(session);
    harness.run_steps(3);
    let wanted = harness.state().shown().thumbnails.clone();
    let run = ThumbnailOf::ClipFile {
        location: "/folder/run.cast".into(),
        bytes: 4_200,
        on: models,
    };
    assert!(wanted.contains(&run) && wanted.len() == 2, "{wanted:?}");
    act(&mut harness, Action::Stage(StageAction::CloseAll));
    harness.run_steps(3);
    let wanted = harness.state().shown().thumbnails.clone();
    assert!(
        wanted.iter().all(|of| matches!(of, ThumbnailOf::File { .. })),
        "{wanted:?}"
    );
}

/// Without an empty picture: dimmed, with a word, and taken out of the list by a button.
#[test]
fn recent_files_that_are_gone_say_so_and_can_be_removed() {
    let recent = Recent {
        files: vec!["/folder/gone.cast".into(), "/folder/here.cast".into()],
        ..Recent::default()
    };
    let mut session = browser::with_recent(Session::default(), recent);
    session.receive(Message::RecentGone(vec!["/folder/gone.cast".into()]));
    let mut harness = build(builder(vec2(1280.0, 720.0)), session);
    harness.run_steps(3);
    harness.get_by_label("gone.cast, not found");
    harness.get_by_label("here.cast");
    let wanted = harness.state().shown().thumbnails.len();
    assert_eq!(wanted, 1, "nothing is read for a picture of what is gone");
    harness.get_by_label("Remove gone.cast from the list").click();
    harness.run_steps(3);
    let forget = Action::Browser(BrowserAction::ForgetOne("/folder/gone.cast".into()));
    assert!(actions(&mut harness).contains(&forget));
    assert!(harness.query_by_label("gone.cast, not found").is_none());
    assert_eq!(harness.state().session.browser().recent().files, ["/folder/here.cast"]);

    harness
        .state_mut()
        .session
        .receive(Message::RecentGone(vec!["/folder/here.cast".into()]));
    harness.get_by_label("File menu").click();
    harness.run_steps(3);
    harness.get_by_label("Open recent").click();
    harness.run_steps(3);
    assert_eq!(
        harness.query_all_by_label("here.cast, not found").count(),
        2,
        "card and menu"
    );
    harness.get_by_label("Remove what was not found").click();
    harness.run_steps(3);
    assert!(actions(&mut harness).contains(&Action::Browser(BrowserAction::ForgetGone)));
    assert!(harness.state().session.browser().recent().files.is_empty());
}

#[test]
fn the_built_in_dialog_enters_folders_opens_files_and_names_pictures() {
    use castview_picture::opened::{Place, Places};
    use castview_session::{DialogAction, DialogFor};
    let place = |name: &str| Place {
        name: name.into(),
        location: format!("/folder/{name}"),
        is_picture: name.ends_with(".png"),
    };
    let dialog = |wants| {
        let mut session = fixture::session();
        session.receive(Message::NoDialog {
            wants,
            name: "walker.png".into(),
        });
        session.receive(Message::Places {
            generation: 1,
            places: Places {
                location: "/folder".into(),
                parent: Some("/".into()),
                folders: vec![place("deep")],
                files: vec![place("a.cast"), place("walker.png")],
                ..Places::default()
            },
        });
        let mut harness = build(builder(vec2(1280.0, 720.0)), session);
        harness.state_mut().applies = false;
        harness.run_steps(3);
        harness
    };
    let asked = |harness: &mut Panels, name: &str| {
        harness.get_by_label(name).click();
        harness.run_steps(3);
        let dialog = |action| match action {
            Action::Browser(BrowserAction::Dialog(action)) => Some(action),
            _ => None,
        };
        actions(harness).into_iter().filter_map(dialog).collect::<Vec<_>>()
    };
    let mut harness = dialog(DialogFor::File);
    assert_eq!(
        asked(&mut harness, "The folder above"),
        [DialogAction::Enter("/".into())]
    );
    assert_eq!(
        asked(&mut harness, "Your own folder"),
        [DialogAction::Enter(String::new())]
    );
    assert_eq!(
        asked(&mut harness, "deep"),
        [DialogAction::Enter("/folder/deep".into())]
    );
    assert_eq!(
        asked(&mut harness, "a.cast"),
        [DialogAction::Open("/folder/a.cast".into())]
    );
    assert!(harness.query_by_label("walker.png").is_none(), "no picture is opened");
    let several = |action: &Action| {
        *action == Action::Browser(BrowserAction::Dialog(DialogAction::Choose("/folder/a.cast".into())))
    };
    harness.get_by_label("a.cast").click_modifiers(egui::Modifiers::COMMAND);
    harness.run_steps(3);
    assert!(actions(&mut harness).iter().any(several));
    let choose = DialogAction::Choose("/folder/a.cast".into());
    harness
        .state_mut()
        .session
        .apply(Action::Browser(BrowserAction::Dialog(choose)));
    harness.run_steps(3);
    assert_eq!(asked(&mut harness, "Open 1\u{a0}file"), [DialogAction::OpenChosen]);
    harness.get_by_label("Folder or file").click();
    harness.run_steps(3);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    harness.run_steps(3);
    harness.get_by_label("Folder or file").type_text("/other/b.cast");
    harness.run_steps(3);
    actions(&mut harness);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    let typed = Action::Browser(BrowserAction::Dialog(DialogAction::GoTo("/other/b.cast".into())));
    assert!(actions(&mut harness).contains(&typed));

    let mut harness = dialog(DialogFor::Folder);
    assert!(harness.query_by_label("a.cast").is_none());
    assert_eq!(asked(&mut harness, "Open this folder"), [DialogAction::OpenFolder]);

    let mut harness = dialog(DialogFor::Picture);
    assert_eq!(
        asked(&mut harness, "Replace"),
        [DialogAction::Save("walker.png".into())],
        "it is there"
    );

    // The name has the keyboard, and all of it is chosen.
    let mut harness = dialog(DialogFor::Picture);
    harness.event(egui::Event::Text("other".into()));
    harness.run_steps(3);
    assert_eq!(asked(&mut harness, "Save"), [DialogAction::Save("other.png".into())]);
    actions(&mut harness);
    harness.get_by_label("Name of the picture").click();
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let saved = Action::Browser(BrowserAction::Dialog(DialogAction::Save("other.png".into())));
    assert!(actions(&mut harness).contains(&saved), "Enter is as good");

    // A path leads to its folder; the name stays.
    let mut harness = dialog(DialogFor::Picture);
    harness.event(egui::Event::Text("/other/red.png".into()));
    harness.run_steps(3);
    assert_eq!(
        asked(&mut harness, "Go to folder"),
        [DialogAction::GoTo("/other/".into())]
    );
    assert_eq!(asked(&mut harness, "Save"), [DialogAction::Save("red.png".into())]);

    // Beside the field, too, keys are not those of the window behind.
    let mut harness = dialog(DialogFor::Picture);
    harness.key_press(Key::Tab);
    harness.run_steps(3);
    actions(&mut harness);
    harness.key_press(Key::U);
    harness.run_steps(3);
    assert_eq!(actions(&mut harness), []);
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(!actions(&mut harness).is_empty(), "one Escape closes it");
}
