//! Trouble is looked for while its page is open, and forgotten when what it follows from changes.

use super::*;
use crate::aids::find_trouble;

fn page() -> Action {
    Action::Window(WindowAction::TogglePage(Page::Trouble))
}

#[test]
fn trouble_is_asked_for_once_and_again_after_a_change() {
    let mut session = Session::default();
    let clips = vec![clip("walk", "spine", None), clip("run", "spine", None)];
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], clips)],
        Placement::Replace,
    );
    let asked = |effects: &[Effect]| effects.contains(&Effect::FindTrouble { question: 1 });
    assert!(!asked(&session.apply(Switch::GRID.toggle()).effects), "nobody looks");
    assert!(asked(&session.apply(page()).effects));
    assert_eq!(
        session.apply(Switch::GRID.toggle()).effects,
        [],
        "it was asked for already"
    );
    let older = find_trouble(&session, 1).expect("somebody waits");
    let run = session.stage().clips[1].key;
    let effects = session
        .apply(Action::Playback(PlaybackAction::ChooseClip(Some(run))))
        .effects;
    assert!(effects.contains(&Effect::FindTrouble { question: 2 }), "{effects:?}");
    assert!(find_trouble(&session, 1).is_none(), "nobody waits any more");
    let Message::TroubleFound { found, .. } = older() else {
        panic!("trouble was asked for")
    };
    assert!(found.is_empty(), "the look has ended by itself");
    assert!(session.aids().trouble().is_busy());
    let newer = find_trouble(&session, 2).expect("somebody waits");
    session.receive(newer());
    assert!(!session.aids().trouble().is_busy());
    assert_eq!(session.aids().trouble().found().count(), 1);
    // It is kept behind the page, until something else plays.
    session.apply(page());
    assert_eq!(session.aids().trouble().found().count(), 1);
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_eq!(session.aids().trouble().found().count(), 0);
}
