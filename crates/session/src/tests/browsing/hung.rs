//! Files that hung on bones are remembered by skeletons, and offered again.

use super::*;
use crate::browser::remember::with_recent;
use castview_base::core::BoneIndex;
use castview_picture::PlacedKey;

fn one(bone: &str, file: &str) -> HungFile {
    HungFile {
        bone: bone.into(),
        location: format!("/tmp/{file}.cast"),
    }
}

/// Opens `file` on the spine of the first model.
fn hang(session: &mut Session, file: OpenedFile) {
    let leader = session.stage().models()[0].key;
    let bone = BoneIndex::new(1);
    open(session, vec![file], Placement::On { leader, bone });
}

/// The files that are looked for, and whether a notice is to tell.
fn asked(effects: &[Effect]) -> Option<(Vec<(PlacedKey, HungFile)>, bool)> {
    effects.iter().find_map(|effect| match effect {
        Effect::LookForHung { asked, tells } => Some((asked.clone(), *tells)),
        _ => None,
    })
}

fn offered(session: &Session) -> Vec<HungFile> {
    let models = session.stage().models().iter();
    models
        .flat_map(|placed| session.browser().hung_before(session, placed.key))
        .cloned()
        .collect()
}

/// The list that a run leaves to the next one, in which a gun hung on the pilot.
fn remembered() -> Recent {
    let mut session = with_pilot(Vec::new());
    hang(&mut session, file(2, vec![model("gun")], Vec::new()));
    let recent = session.browser().recent();
    assert_eq!(recent.hung.len(), 1);
    assert_eq!(recent.hung[0].files, [one("spine", "file2")]);
    Recent::clone(recent)
}

#[test]
fn a_model_with_that_skeleton_is_offered_what_hung_on_it() {
    let mut session = with_recent(Session::default(), remembered());
    let other = Model {
        skeleton: bones(&["hip", "tail"]),
        ..model("cat")
    };
    let effects = open(&mut session, vec![file(4, vec![other], Vec::new())], Placement::Replace);
    assert_eq!(asked(&effects), None, "other bones");
    // Another file, and another model, with bones of these names.
    let effects = open(
        &mut session,
        vec![file(5, vec![model("captain")], Vec::new())],
        Placement::Replace,
    );
    let leader = session.stage().models()[0].key;
    let question = vec![(leader, one("spine", "file2"))];
    assert_eq!(asked(&effects), Some((question.clone(), true)));
    assert!(offered(&session).is_empty(), "nobody knows yet whether it is there");
    let found = |session: &mut Session, there, tells| session.receive(Message::HungThere { there, tells }).effects;
    assert_eq!(found(&mut session, Vec::new(), true), [], "it is not");
    let effects = found(&mut session, question.clone(), true);
    assert_eq!(notices(&effects), ["file2.cast hung on spine of file5.cast before."]);
    assert_eq!(offered(&session), [one("spine", "file2")]);
    let Some(Effect::Notify(notice)) = effects.first() else {
        panic!("{effects:?}");
    };
    let labels: Vec<&str> = notice.actions.iter().map(|action| &*action.label).collect();
    assert_eq!(labels, ["Hang it again", "Sockets"]);
    let effects = session.apply((*notice.actions[0].action).clone()).effects;
    let Some(Effect::Load {
        generation,
        locations,
        placement,
        ..
    }) = effects.first().cloned()
    else {
        panic!("{effects:?}");
    };
    assert_eq!(locations, ["/tmp/file2.cast"]);
    session.receive(Message::Loaded {
        generation,
        files: vec![file(2, vec![model("gun")], Vec::new())],
        placement,
    });
    let hung: Vec<PlacedKey> = session.edits().attachments.keys().copied().collect();
    assert_eq!(hung.len(), 1);
    assert!(offered(&session).is_empty(), "it hangs there");
    assert_eq!(found(&mut session, question, true), [], "which nobody has to be told");
    // Taken off, it is offered again.
    let again = crate::commands().find(|command| command.name == "hang_again");
    let again = again.expect("a command of menu and palette");
    assert!(!again.is_enabled(&session) && session.apply(again.action()).effects.is_empty());
    session.apply(Action::Composition(CompositionAction::Attach(hung[0], None)));
    assert_eq!(offered(&session), [one("spine", "file2")]);
    assert!(again.is_enabled(&session));
    let Some(Effect::Load {
        locations, placement, ..
    }) = session.apply(again.action()).effects.first().cloned()
    else {
        panic!("it is opened");
    };
    assert_eq!(locations, ["/tmp/file2.cast"]);
    let bone = BoneIndex::new(1);
    assert_eq!(placement, Placement::On { leader, bone });
}

#[test]
fn several_files_are_offered_on_the_page_and_a_walk_tells_nothing() {
    let mut session = with_pilot(Vec::new());
    for key in [3, 2] {
        hang(&mut session, file(key, vec![model("gun")], Vec::new()));
    }
    let recent = Recent::clone(session.browser().recent());
    assert_eq!(recent.hung[0].files, [one("spine", "file2"), one("spine", "file3")]);
    let mut session = with_recent(Session::default(), recent);
    let pilot = || vec![file(7, vec![model("pilot")], Vec::new())];
    let effects = open(&mut session, pilot(), Placement::Walk);
    let (there, tells) = asked(&effects).expect("the page may offer them");
    assert!(!tells);
    assert_eq!(
        session
            .receive(Message::HungThere {
                there: there.clone(),
                tells
            })
            .effects,
        []
    );
    assert_eq!(offered(&session).len(), 2);
    let effects = session.receive(Message::HungThere { there, tells: true }).effects;
    assert_eq!(
        notices(&effects),
        ["file2.cast and 1 more hung on bones of file7.cast before."]
    );
    // The list of sockets has the bone, whatever its name is.
    let sockets = SocketList::of(&session).sockets;
    let listed: Vec<(usize, usize)> = sockets.iter().map(|one| (one.bone.get(), one.before.len())).collect();
    assert_eq!(listed, [(1, 2)]);
    // A model that is closed by the time of the answer, and a bone that is not there.
    let gone = vec![
        (PlacedKey(900), one("spine", "file2")),
        (session.stage().models()[0].key, one("wing", "file2")),
    ];
    let effects = session
        .receive(Message::HungThere {
            there: gone,
            tells: true,
        })
        .effects;
    assert_eq!(effects, []);
}

#[test]
fn what_hung_is_bounded_and_can_be_forgotten() {
    let files: Vec<HungFile> = (0..500).map(|at| one("spine", &format!("gun{at}"))).collect();
    let long = HungFile {
        bone: "x".repeat(10_000),
        ..one("", "long")
    };
    let nowhere = HungFile {
        location: String::new(),
        ..one("spine", "")
    };
    let mut on = remembered().hung[0].clone();
    on.files = [long, nowhere].into_iter().chain(files).collect();
    let empty = HungOn {
        skeleton: 3,
        files: Vec::new(),
    };
    let hostile = Recent {
        hung: [empty, on.clone()]
            .into_iter()
            .chain((0..5000).map(|skeleton| HungOn { skeleton, ..on.clone() }))
            .collect(),
        ..Recent::default()
    };
    let mut session = with_recent(Session::default(), hostile);
    let recent = session.browser().recent();
    assert!(recent.hung.len() <= 40 && recent.hung.iter().all(|on| on.files.len() == 20));
    let effects = open(
        &mut session,
        vec![file(5, vec![model("pilot")], Vec::new())],
        Placement::Replace,
    );
    assert_eq!(asked(&effects).expect("it is known").0.len(), 20);
    hang(&mut session, file(2, vec![model("gun")], Vec::new()));
    let recent = session.browser().recent();
    assert_eq!(
        (recent.hung[0].files.len(), &recent.hung[0].files[0]),
        (20, &one("spine", "file2"))
    );
    session.apply(Action::Browser(BrowserAction::ForgetOne("/tmp/file2.cast".into())));
    assert!(
        !session.browser().recent().hung[0]
            .files
            .contains(&one("spine", "file2"))
    );
    session.apply(Action::Browser(BrowserAction::ForgetRecent));
    assert!(session.browser().recent().hung.is_empty());
}

#[test]
fn two_windows_remember_together() {
    let on = |skeleton, files: &[&str]| HungOn {
        skeleton,
        files: files.iter().map(|name| one("spine", name)).collect(),
    };
    let list = |hung: &[HungOn]| Recent {
        hung: hung.to_vec(),
        ..Recent::default()
    };
    let before = list(&[on(1, &["both", "dropped"])]);
    let stored = list(&[on(2, &["theirs"]), on(1, &["both", "dropped", "new"])]);
    let merged = list(&[on(1, &["ours", "both"])]).merged(&stored, &before);
    assert_eq!(merged.hung, [on(1, &["ours", "both", "new"]), on(2, &["theirs"])]);
}
