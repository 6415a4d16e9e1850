//! Which files of the folder are listed, and in what order.

use super::*;
use crate::browser;
use crate::{FileFilter, FileOrder};

/// Names of the files that are listed, in order.
fn shown(session: &Session) -> Vec<&str> {
    let files = session.browser.listed_files();
    let name = |at: &u32| &files[*at as usize].name[..];
    session.browser.shown_files().iter().map(name).collect()
}

fn browser(session: &mut Session, action: BrowserAction) -> Outcome {
    session.apply(Action::Browser(action))
}

/// A folder of models and clips of several sizes and days.
fn sorted_folder() -> Session {
    let mut session = browsing(&[]);
    let names = ["a.cast", "b.cast", "run.cast", "walk.cast", "x.cast"];
    let kinds = [
        ListedKind::Model,
        ListedKind::Unreadable,
        ListedKind::Clips,
        ListedKind::Clips,
        ListedKind::Model,
    ];
    let files = names.iter().enumerate().map(|(at, name)| ListedFile {
        bytes: [3, 5, 1, 4, 2][at],
        changed_secs: [20, 10, 50, 30, 40][at],
        ..listed(name)
    });
    let effects = browser(&mut session, BrowserAction::Refresh);
    let (generation, _) = asked(&effects);
    let list = FolderList {
        location: "/folder".into(),
        files: Arc::new(files.collect()),
        ..FolderList::default()
    };
    for news in [FolderNews::Listed(list), FolderNews::Kinds(0, kinds.into())] {
        session.receive(Message::Folder { generation, news });
    }
    session
}

#[test]
fn files_are_ordered_and_filtered_and_the_order_is_kept_as_a_setting() {
    let mut session = sorted_folder();
    for (order, wanted) in [
        (
            FileOrder::Newest,
            ["run.cast", "x.cast", "walk.cast", "a.cast", "b.cast"],
        ),
        (
            FileOrder::Largest,
            ["b.cast", "walk.cast", "a.cast", "x.cast", "run.cast"],
        ),
        (FileOrder::Kind, ["a.cast", "x.cast", "run.cast", "walk.cast", "b.cast"]),
        (FileOrder::Name, ["a.cast", "b.cast", "run.cast", "walk.cast", "x.cast"]),
    ] {
        session.apply(DialValue::file_order(order).choose());
        assert_eq!(shown(&session), wanted, "{order:?}");
        assert_eq!(session.preferences().files.file_order, order);
    }
    session.apply(DialValue::file_filter(FileFilter::Models).choose());
    assert_eq!(shown(&session), ["a.cast", "x.cast"]);
    session.apply(DialValue::file_filter(FileFilter::Clips).choose());
    browser(&mut session, BrowserAction::Search("WAL cast".into()));
    assert_eq!(shown(&session), ["walk.cast"]);
    // Another folder is shown whole.
    browser(&mut session, BrowserAction::OpenFolder("/folder".into()));
    assert_eq!(shown(&session).len(), 5);
}

/// Whatever tab is shown, and though the open file itself is not listed.
#[test]
fn steps_follow_what_is_listed_and_its_order() {
    let mut session = sorted_folder();
    session.apply(Switch::BROWSER.toggle());
    let walked = |session: &mut Session, forward: bool| {
        let effects = step(session, forward);
        let (_, locations) = load(&effects)?;
        let name = locations[0].trim_start_matches("/folder/").to_owned();
        arrive(session, &effects, at(9, &name, vec![model("m")], Vec::new()));
        Some(name)
    };
    open_first(&mut session, at(1, "walk.cast", vec![model("m")], Vec::new()));
    session.apply(DialValue::file_order(FileOrder::Largest).choose());
    session.apply(DialValue::file_filter(FileFilter::Models).choose());
    assert_eq!(
        walked(&mut session, true).as_deref(),
        Some("a.cast"),
        "walk.cast is not listed"
    );
    assert_eq!(browser::neighbours(&session), ["/folder/x.cast"]);
    assert_eq!(walked(&mut session, true).as_deref(), Some("x.cast"));
    assert_eq!(walked(&mut session, true), None, "it is the last that is listed");
    assert_eq!(walked(&mut session, false).as_deref(), Some("a.cast"));
    session.apply(DialValue::file_filter(FileFilter::All).choose());
    assert_eq!(walked(&mut session, false).as_deref(), Some("walk.cast"));
}

/// The names that clips move are read when somebody asks for them, and judged anew when another model is open.
#[test]
fn clips_that_fit_the_open_model_are_listed() {
    let mut session = sorted_folder();
    open_first(&mut session, at(1, "a.cast", vec![model("m")], Vec::new()));
    let effects = session
        .apply(DialValue::file_filter(FileFilter::Fitting).choose())
        .effects;
    let generation = effects.iter().find_map(|effect| match effect {
        Effect::ListFolder {
            generation,
            has_targets: true,
            ..
        } => Some(*generation),
        _ => None,
    });
    let generation = generation.expect("what clips move is asked for");
    let list = session.browser().folder().cloned().expect("a list");
    let skeleton = &session.stage().models()[0].model().skeleton;
    let bone = skeleton.name(castview_base::core::BoneIndex::new(0)).to_owned();
    let [fits, other] = [vec![bone, "no such bone".into()], vec!["no such bone".into()]].map(Arc::new);
    for news in [
        FolderNews::Listed(FolderList {
            has_targets: true,
            ..list
        }),
        FolderNews::Targets(vec![(2, fits), (3, other)]),
    ] {
        session.receive(Message::Folder { generation, news });
    }
    assert_eq!(shown(&session), ["run.cast"]);
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!(shown(&session), [""; 0], "nothing is open that they could fit");
    open_first(&mut session, at(2, "a.cast", vec![model("m")], Vec::new()));
    assert_eq!(shown(&session), ["run.cast"]);
    let effects = session
        .apply(DialValue::file_filter(FileFilter::Fitting).choose())
        .effects;
    assert!(effects.is_empty(), "it is known");
}
