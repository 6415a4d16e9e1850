//! Exports: what is measured, what is begun, and what is told.

use super::super::*;
use crate::{Checking, ModelExport, ModelFormat, export_subject};
use crate::{ExportAction, ExportChoice, ExportContent, ExportMeasure, ExportProgress, ExportSize, Measuring, Page};
use castview_base::scene::Notification;

fn export(session: &mut Session, action: ExportAction) -> Vec<Effect> {
    session.apply(Action::Export(action)).effects
}

fn walking() -> Session {
    let notified = Clip {
        notifications: vec![Notification {
            name: "step".into(),
            frames: vec![3.0, 7.0, 99.0],
        }],
        ..clip("walk", "hip", None)
    };
    with_pilot(vec![notified])
}

#[test]
fn models_are_checked_while_the_page_is_seen_and_written_by_the_command() {
    let mut session = walking();
    let effects = export(&mut session, ExportAction::ToggleModels);
    let [Effect::CheckExport { question, command }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(session.window().page(), Some(Page::ExportModels));
    assert_eq!((command.verb, &command.ending[..]), ("convert", ".glb"));
    let answer = |question, lost: &str| Message::ExportChecked {
        question,
        checked: Ok(vec![lost.to_owned()]),
    };
    let first = *question;
    let obj = ModelExport {
        format: ModelFormat::Obj,
        ..ModelExport::default()
    };
    let effects = export(&mut session, ExportAction::ChooseModels(obj));
    let [Effect::CheckExport { question, .. }] = &effects[..] else {
        panic!("{effects:?}");
    };
    session.receive(answer(first, "old"));
    assert_eq!(
        *session.export().checking(),
        Checking::UnderWay,
        "another choice was made"
    );
    session.receive(answer(*question, "bones"));
    assert_eq!(*session.export().checking(), Checking::Done(vec!["bones".into()]));
    let effects = export(&mut session, ExportAction::BeginModels);
    let [Effect::Export(command)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (&command.ending[..], command.options.join(" ")),
        (".obj", "--bake=pose".into())
    );
    assert_eq!(session.window().page(), None);
}

#[test]
fn each_choice_is_measured_while_the_page_is_seen() {
    let mut session = walking();
    let effects = export(&mut session, ExportAction::TogglePage);
    let [Effect::MeasureExport { question, command }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(session.window().page(), Some(Page::Export));
    assert_eq!(
        (
            &command.ending[..],
            session
                .view_command()
                .map(|command| command.for_pictures(&session))
                .as_ref()
        ),
        (".gif", Some(&**command))
    );
    assert_eq!(export_subject(&session).events, [3.0, 7.0], "those that play");
    let old = *question;
    let choice = ExportChoice {
        content: ExportContent::Events,
        ..ExportChoice::default()
    };
    let effects = export(&mut session, ExportAction::Choose(choice));
    let [Effect::MeasureExport { question, command }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(command.options, ["--frames", "3,7"]);
    assert_eq!(session.preferences().export, choice, "kept for the next time");
    let question = *question;
    let answer = |question, bytes| Message::ExportMeasured {
        question,
        measured: Ok(ExportMeasure::of_bytes(bytes)),
    };
    session.receive(answer(old, 1));
    assert_eq!(*session.export().measuring(), Measuring::UnderWay, "of an older choice");
    session.receive(answer(question, 2));
    assert!(matches!(session.export().measuring(), Measuring::Done(measure) if measure.bytes == 2));

    let discord = ExportChoice {
        size: ExportSize::Discord,
        ..choice
    };
    let effects = export(&mut session, ExportAction::Choose(discord));
    let [Effect::MeasureExport { question, command }] = &effects[..] else {
        panic!("{effects:?}");
    };
    let (question, first) = (*question, command.size);
    let effects = session.receive(answer(question, 40_000_000)).effects;
    let [Effect::MeasureExport { command, .. }] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(command.size[0] < first[0], "smaller: {:?}", command.size);
    assert_eq!(export(&mut session, ExportAction::TogglePage), [], "nobody looks");
    assert_eq!(*session.export().measuring(), Measuring::Nothing);
}

#[test]
fn an_export_leaves_the_window_free_and_tells_its_end() {
    let mut session = walking();
    export(&mut session, ExportAction::TogglePage);
    let wanted = session
        .view_command()
        .map(|command| command.for_pictures(&session))
        .map(Box::new)
        .expect("a file");
    assert_eq!(
        export(&mut session, ExportAction::CopyCommand),
        [Effect::CopyView(wanted.clone())]
    );
    assert_eq!(export(&mut session, ExportAction::Begin), [Effect::Export(wanted)]);
    assert_eq!(session.window().page(), None);
    assert_eq!(export(&mut session, ExportAction::Cancel), [], "nothing is written yet");
    let progress = ExportProgress {
        name: "a.gif".into(),
        progress: 0.5,
        left_secs: None,
    };
    session.receive(Message::Exporting(Some(progress)));
    assert_eq!(export(&mut session, ExportAction::Begin), [], "one at a time");
    assert_eq!(export(&mut session, ExportAction::Cancel), [Effect::CancelExport]);
    let ended = |failed: Option<&str>, pictures| Message::Exported {
        name: "a.gif".into(),
        pictures,
        place: "/tmp/a.gif".into(),
        bytes: Some(2_140_000),
        failed: failed.map(str::to_owned),
        told: vec!["one".into(), "two".into()],
    };
    let effects = session.receive(ended(None, None)).effects;
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(
        (&notice.text[..], &notice.details[..]),
        ("Exported a.gif, 2.1 MB.", "one\ntwo")
    );
    let labels: Vec<&str> = notice.actions.iter().map(|action| &*action.label).collect();
    assert_eq!(labels, ["Open", "Show in folder", "Copy path"]);
    let effects: Vec<Effect> = (notice.actions.iter())
        .flat_map(|action| session.apply((*action.action).clone()).effects)
        .collect();
    let place = || "/tmp/a.gif".to_owned();
    assert_eq!(
        effects,
        [
            Effect::OpenOutside(place()),
            Effect::ShowFolder(place()),
            Effect::CopyPath(place())
        ]
    );
    assert_eq!(session.export().under_way(), None);
    assert_eq!(
        notices(&session.receive(ended(None, Some(12))).effects),
        ["Exported a.gif as 12 pictures."]
    );
    let failed = session.receive(ended(Some("the disk is full"), None)).effects;
    assert_eq!(notices(&failed), ["a.gif was not exported: the disk is full"]);
    for (pictures, stays) in [
        (None, ""),
        (Some(0), ""),
        (Some(3), " 3 pictures were written and stay."),
    ] {
        let name = "a.gif".to_owned();
        let stopped = session.receive(Message::ExportStopped { name, pictures }).effects;
        assert_eq!(notices(&stopped), [format!("Export of a.gif was stopped.{stays}")]);
    }
}

/// Nobody typed the names of numbered pictures: the user is asked before one is replaced.
#[test]
fn files_that_are_there_are_replaced_when_the_user_says_so() {
    let mut session = walking();
    let place = || "/tmp/a.png".to_owned();
    let effects = session
        .receive(Message::ExportIsThere {
            name: "a_0000.png".into(),
            count: 12,
            place: place(),
        })
        .effects;
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert!(notice.text.contains("a_0000.png and 11 more"), "{}", notice.text);
    let asked: Vec<Effect> = (notice.actions.iter())
        .flat_map(|action| session.apply((*action.action).clone()).effects)
        .collect();
    assert!(
        matches!(&asked[..], [Effect::ExportOver(over), Effect::Export(_)] if *over == place()),
        "{asked:?}"
    );
    session.receive(Message::Exporting(Some(ExportProgress {
        name: "b.png".into(),
        progress: 0.5,
        left_secs: None,
    })));
    assert_eq!(
        export(&mut session, ExportAction::Replace(place())),
        [],
        "one at a time"
    );
}

/// A dialog that adds no ending asks about another name than that of the file.
#[test]
fn a_picture_is_replaced_when_the_user_says_so() {
    let mut session = walking();
    let place = || "/tmp/pilot.png".to_owned();
    let effects = session.receive(Message::PictureIsThere(place())).effects;
    assert_eq!(notices(&effects), ["Not saved yet: pilot.png is there already."]);
    let [Effect::Notify(notice)] = &effects[..] else {
        panic!("{effects:?}");
    };
    let asked: Vec<Effect> = (notice.actions.iter())
        .flat_map(|action| session.apply((*action.action).clone()).effects)
        .collect();
    assert_eq!(asked, [Effect::SavePictureOver(place()), Effect::SavePicture]);
}
