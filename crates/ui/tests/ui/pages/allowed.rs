//! The page of allowed folders: what the user allowed, and the button that takes it back.

use crate::panels::*;
use castview_picture::opened::{Consent, Outside, OutsideKind};
use castview_session::WindowAction;
use castview_session::stage;

/// Messages leave by themselves; what they asked for can be found again.
#[test]
fn what_is_asked_for_stands_on_the_page_too() {
    let outside = Outside {
        kind: OutsideKind::Texture,
        stored: "../textures/a.png".into(),
        of: "/game/models".into(),
        folder: "/game/textures".into(),
        shown: "../textures".into(),
    };
    let walker = OpenedFile {
        location: "/game/models/walker.cast".into(),
        outside: vec![outside],
        ..fixture::walker()
    };
    let key = walker.key;
    let mut session = fixture::opened(vec![walker]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Window(WindowAction::TogglePage(Page::AllowedFolders)));
    let (text, allow) = session.stage().outside_of(&[key]).expect("it asks");
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    assert!(harness.query_by_label(&text).is_some());
    harness.get_by_label("Allow").click();
    harness.run_steps(1);
    assert_eq!(actions(&mut harness), [allow]);
}

#[test]
fn what_was_allowed_is_listed_and_forgotten_by_a_click() {
    let consent = |folder: &str| Consent {
        of: "/game/models".into(),
        folder: folder.into(),
        real: folder.into(),
    };
    let mut session = stage::with_consents(
        fixture::opened(vec![fixture::walker()]),
        vec![consent("/game/textures"), consent("/game/props")],
    );
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Window(WindowAction::TogglePage(Page::AllowedFolders)));
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    assert!(harness.query_by_label("/game/textures").is_some());
    assert!(harness.query_by_label("/game/props").is_some());
    harness.get_by_label("Forget /game/textures for /game/models").click();
    harness.run_steps(3);
    assert_eq!(
        **session_of(&harness).opening().all_consents(),
        [consent("/game/props")]
    );
    assert!(harness.query_by_label("/game/textures").is_none());
}
