//! The page of textures: each with what is known of it, the missing ones first.

use crate::panels::*;
use castview::session::WindowAction;

#[test]
fn every_texture_is_listed_with_where_it_was_looked_for() {
    let mut session = paused();
    session.apply(Action::Window(WindowAction::TogglePage(Page::Textures)));
    let mut harness = window(session);
    harness.run_steps(3);
    let entries = session_of(&harness).stage().files[0].textures.clone();
    let first = entries
        .iter()
        .find(|entry| matches!(entry.state, castview::opened::TextureState::Missing(_)))
        .expect("one is missing");
    let castview::opened::TextureState::Missing(why) = &first.state else {
        unreachable!()
    };
    assert!(harness.query_by_label_contains(why).is_some(), "{why}");
    let name = ui::kit::words::file_name(&first.reference).to_owned();
    assert!(harness.query_by_label(&format!("Picture of {name}")).is_some());
    harness.get_by_label("Alpha").click();
    harness.run_steps(3);
    assert_eq!(actions(&mut harness), []);
}
