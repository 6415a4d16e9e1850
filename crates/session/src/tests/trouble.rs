//! Trouble is looked for while its page is open, and forgotten when what it follows from changes.

use super::*;
use crate::aids::find_trouble;
use castview_base::core::BoneIndex;

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
    let run = session.stage().clips()[1].key;
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

#[test]
fn findings_are_marked_by_frame_and_thing_as_long_as_they_stand() {
    let mut walk = clip("walk", "spine", None);
    walk.range.end = 4.0;
    let mut session = with_pilot(vec![walk, clip("run", "spine", None)]);
    let model = session.stage().models()[0].key;
    assert!(session.aids().trouble().frames().is_empty());
    session.apply(page());
    let answer = find_trouble(&session, 1).expect("somebody waits");
    session.receive(answer());
    session.apply(page());
    let search = session.aids().trouble();
    let listed: Vec<_> = search
        .found()
        .flat_map(|(key, found)| found.all().map(move |trouble| (key, trouble.clone())))
        .collect();
    let beyond = listed
        .iter()
        .find(|(_, trouble)| trouble.kind.row().name == "keys-beyond");
    let (_, beyond) = beyond.expect("the clip ends before its last key");
    let marked = search.frames().iter().filter_map(|entry| search.at(*entry));
    assert!(marked.clone().any(|(key, trouble)| key == model && trouble == beyond));
    let timed = listed.iter().filter(|(_, trouble)| trouble.frame.is_some()).count();
    assert_eq!(marked.count(), timed);
    assert!(search.frames().is_sorted_by(|a, b| a.0 <= b.0));
    let of_spine = Selected::Bone(model, BoneIndex::new(1));
    assert!(search.count_of(of_spine) >= 1);
    assert_eq!(search.count_of(Selected::Model(model)) as usize, listed.len());
    let count = search.mark_count();
    session.apply(Switch::GRID.toggle());
    assert_eq!(session.aids().trouble().mark_count(), count, "nothing they follow from");
    let run = session.stage().clips()[1].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(run))));
    let search = session.aids().trouble();
    assert_eq!(
        (search.frames(), search.count_of(of_spine)),
        (&[][..], 0),
        "of another clip"
    );
    assert!(search.mark_count() > count);
}

#[test]
fn keys_wait_for_findings_on_the_clip() {
    let mut walk = clip("walk", "spine", None);
    walk.range.end = 4.0;
    let mut session = with_pilot(vec![walk]);
    session.apply(Action::Playback(PlaybackAction::Pause));
    let on = crate::command("next_trouble");
    assert!(!on.is_enabled(&session) && on.needs().is_some());
    session.apply(page());
    let answer = find_trouble(&session, 1).expect("somebody waits");
    session.receive(answer());
    session.apply(page());
    assert!(on.is_enabled(&session));
    // The playhead does not get to keys that lie beyond the clip.
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(3.0))));
    session.apply(on.action());
    assert_eq!(session.frame(), Some(3.0));
}
