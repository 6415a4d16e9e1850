//! The page of allowed folders: what the user allowed, and the button that takes it back.

use super::panels::*;
use castview::session::Consent;

#[test]
fn what_was_allowed_is_listed_and_forgotten_by_a_click() {
    let consent = |folder: &str| Consent {
        of: "/game/models".into(),
        folder: folder.into(),
        real: folder.into(),
    };
    let mut session =
        fixture::opened(vec![fixture::walker()]).with_consents(vec![consent("/game/textures"), consent("/game/props")]);
    session.apply(Action::Pause);
    session.apply(Action::TogglePage(Page::AllowedFolders));
    let mut harness = build(builder(vec2(1280.0, 900.0)), session);
    assert!(harness.query_by_label("/game/textures").is_some());
    assert!(harness.query_by_label("/game/props").is_some());
    harness.get_by_label("Forget /game/textures for /game/models").click();
    harness.run_steps(3);
    assert_eq!(**session_of(&harness).all_consents(), [consent("/game/props")]);
    assert!(harness.query_by_label("/game/textures").is_none());
}
