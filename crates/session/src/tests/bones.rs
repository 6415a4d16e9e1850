//! Which bones are named, shown and colored.

use super::*;
use crate::view::bones::speeds;
use crate::view::surfaces::legend;
use crate::window::colors;
use crate::{BoneColoring, BoneDisplay, BonesShown};
use castview_base::core::BoneIndex;
use castview_base::scene::BoneKind;

fn pilot() -> (Session, castview_picture::PlacedKey) {
    let mut session = Session::default();
    let clips = vec![clip("walk", "spine", None)];
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], clips)],
        Placement::Replace,
    );
    let key = session.stage().models()[0].key;
    (session, key)
}

fn names(session: &Session) -> Vec<String> {
    let labels = session.picture([64, 64], 1).labels;
    labels.into_iter().map(|label| label.text).collect()
}

#[test]
fn the_selected_bone_is_named_and_all_are_on_demand() {
    let (mut session, key) = pilot();
    assert_eq!(names(&session), [""; 0]);
    let spine = Selected::Bone(key, BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(spine))));
    assert_eq!(names(&session), ["spine"]);
    session.apply(Switch::NAMES.toggle());
    assert_eq!(names(&session), ["spine"], "bones are not drawn");
    session.apply(Switch::BONES.toggle());
    let skeleton = &session.stage().models()[0].model().skeleton;
    let mut wanted: Vec<String> = skeleton.bones().map(|bone| skeleton.name(bone).to_owned()).collect();
    let mut found = names(&session);
    assert_eq!(found[0], "spine", "the selection is named first");
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted);
}

#[test]
fn what_is_shown_and_colored_follows_clip_and_selection() {
    let (mut session, key) = pilot();
    session.apply(Switch::BONES.toggle());
    let display = |shown, coloring| {
        Action::View(ViewAction::SetBoneDisplay(BoneDisplay {
            shown,
            coloring,
            ..BoneDisplay::default()
        }))
    };
    let marks = |session: &Session| session.picture([64, 64], 1).models[0].bones.clone();
    session.apply(display(BonesShown::Driven, BoneColoring::Driven));
    let driven = marks(&session);
    let flags = driven.shown.expect("some are left out").to_vec();
    assert!(
        flags[1] && flags.iter().filter(|shown| **shown).count() == 1,
        "{flags:?}"
    );
    let colors = driven.colors.expect("they say something");
    assert!(colors[1] != colors[0]);
    assert_eq!(legend::legends(&session)[0].entries.len(), 2);
    session.apply(display(BonesShown::Chain, BoneColoring::Plain));
    assert_eq!(marks(&session).shown.map(|shown| shown.contains(&true)), Some(false));
    let root = Selected::Bone(key, BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(root))));
    assert_eq!(marks(&session).shown.map(|shown| shown.contains(&false)), Some(false));
    assert!(legend::legends(&session).is_empty());
}

#[test]
fn none_is_a_choice_and_b_goes_back_to_the_last_kind() {
    let (mut session, _) = pilot();
    let driven = DialValue::bones_shown(Some(BonesShown::Driven)).choose();
    session.apply(driven);
    let shown = |session: &Session| {
        let kind = session.preferences().bones.display.shown;
        session.view().overlays().bones.then_some(kind)
    };
    assert_eq!(shown(&session), Some(BonesShown::Driven), "choosing a kind shows bones");
    session.apply(DialValue::bones_shown(None).choose());
    assert_eq!(shown(&session), None);
    assert!(!session.preferences().bones.shown, "the next run shows none either");
    session.apply(Switch::BONES.toggle());
    assert_eq!(shown(&session), Some(BonesShown::Driven));
}

/// The first bone of a numbered strand has a name like any other; bones near the selection come before all.
#[test]
fn numbered_names_come_last_and_no_bone_is_named_twice() {
    let mut strand = model("strand");
    let joints: Vec<String> = (0..41).map(|at| format!("hair_{at:02}")).collect();
    strand.skeleton = bones(&joints.iter().map(String::as_str).collect::<Vec<_>>());
    strand.meshes.clear();
    strand.blend_shapes = Vec::new().into();
    let mut session = Session::default();
    open(
        &mut session,
        vec![file(1, vec![strand], Vec::new())],
        Placement::Replace,
    );
    session.apply(Switch::NAMES.toggle());
    let labels = |session: &Session| session.picture([64, 64], 1).labels;
    let minor: Vec<bool> = labels(&session).iter().map(|label| label.is_minor).collect();
    assert_eq!((minor.len(), minor[0]), (41, false));
    assert!(minor[1..].iter().all(|minor| *minor));

    let key = session.stage().models()[0].key;
    let bone = |at| Some(Selected::Bone(key, BoneIndex::new(at)));
    session.apply(Action::Selection(SelectionAction::Select(bone(30))));
    session.apply(Action::Selection(SelectionAction::Hover(bone(30))));
    let found = labels(&session);
    assert_eq!(found.len(), 41, "each bone once");
    assert_eq!(found[0].text, "hair_30");
    assert!(!found[0].is_minor, "what is selected is always named");
    let mut next = [found[1].text.as_str(), found[2].text.as_str()];
    next.sort();
    assert_eq!(next, ["hair_29", "hair_31"]);
    assert_eq!(found[17].text, "hair_00", "then all the others in their order");
}

#[test]
fn speeds_are_measured_once_a_clip_and_then_colour_the_bones() {
    let mut session = Session::default();
    let both = vec![model("pilot"), model("second")];
    let files = vec![file(1, both, vec![clip("walk", "spine", None)])];
    open(&mut session, files, Placement::Replace);
    session.apply(Switch::BONES.toggle());
    let asked = session.apply(Action::View(ViewAction::SetBoneDisplay(BoneDisplay {
        coloring: BoneColoring::Movement,
        ..BoneDisplay::default()
    })));
    let mut effects = asked.effects;
    let Some(Effect::MeasureSpeeds { question }) = effects.pop() else {
        panic!("{effects:?}")
    };
    assert!(effects.is_empty(), "one question, however many models: {effects:?}");
    assert_eq!(session.apply(Switch::GRID.toggle()), [], "it was asked for already");
    let colors = |session: &Session| session.picture([64, 64], 1).models[1].bones.colors.clone();
    let words = |session: &Session| {
        legend::legends(session)[0]
            .entries
            .last()
            .map(|entry| entry.words.clone())
    };
    assert_eq!(colors(&session), None);
    assert_eq!(words(&session).as_deref(), Some("movement is being measured"));

    let job = speeds::measure_speeds(&session, question).expect("it is wanted");
    let before = session.revision();
    session.receive(job());
    assert!(session.revision() > before);
    let made = colors(&session).expect("measured");
    let palette = colors::colors(&session);
    assert_eq!(made[1], palette.of_pace(1.0), "the bone that the clip moves");
    assert_eq!(made[0], palette.of_pace(0.0));
    let said = words(&session).expect("a legend");
    assert!(said.ends_with(" units/s") && !said.starts_with("0.00"), "{said}");

    let none = Action::Playback(PlaybackAction::ChooseClip(None));
    assert_eq!(session.apply(none), []);
    assert_eq!(words(&session).as_deref(), Some("no clip, no movement"));
    assert!(
        speeds::measure_speeds(&session, question).is_none(),
        "nobody wants to know any more"
    );
}

/// Whoever chooses one clip after another waits for the last one alone.
#[test]
fn a_newer_question_ends_the_job_of_an_older_one() {
    let mut session = Session::default();
    let clips = vec![clip("walk", "spine", None), clip("run", "spine", None)];
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], clips)],
        Placement::Replace,
    );
    let coloring = BoneColoring::Movement;
    session.apply(Action::View(ViewAction::SetBoneDisplay(BoneDisplay {
        coloring,
        ..BoneDisplay::default()
    })));
    let older = speeds::measure_speeds(&session, 1).expect("it is wanted");
    let run = session.stage().clips()[1].key;
    let effects = session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(run))));
    assert!(effects.contains(&Effect::MeasureSpeeds { question: 2 }), "{effects:?}");
    let newer = speeds::measure_speeds(&session, 2).expect("it is wanted");
    let Message::SpeedsMeasured { speeds, .. } = older() else {
        panic!("speeds were asked for")
    };
    assert!(speeds.is_empty(), "it has measured nothing");
    let Message::SpeedsMeasured { speeds, .. } = newer() else {
        panic!("speeds were asked for")
    };
    assert_eq!(speeds.len(), 1);
}

/// A picture is drawn again where it shows something else, and only there.
#[test]
fn what_is_under_the_pointer_changes_the_picture_if_it_is_a_bone() {
    let (mut session, key) = pilot();
    let mut draws = |item: Option<Selected>| {
        let before = session.revision();
        session.apply(Action::Selection(SelectionAction::Hover(item)));
        session.revision() != before
    };
    assert!(!draws(Some(Selected::Model(key))));
    assert!(draws(Some(Selected::Bone(key, BoneIndex::new(0)))));
    assert!(!draws(Some(Selected::Bone(key, BoneIndex::new(0)))));
    assert!(draws(Some(Selected::Bone(key, BoneIndex::new(1)))));
    assert!(draws(Some(Selected::Model(key))));
    assert!(!draws(None));
}

/// Whoever asks for bones where there are none is told why none are seen.
#[test]
fn bones_that_are_not_there_are_told_when_they_are_asked_for() {
    let ask = |session: &mut Session| notices(&session.apply(Switch::BONES.toggle())).join("");
    let mut session = with_pilot(vec![]);
    assert_eq!(ask(&mut session), "");
    let mut nodes = model("nodes");
    let node = Bone {
        name: "wheel".into(),
        kind: BoneKind::Node,
        ..Bone::default()
    };
    nodes.skeleton = Skeleton::new(vec![node]).expect("a root");
    let mut session = Session::default();
    assert_eq!(ask(&mut session), "", "nothing is open");
    open(&mut session, vec![file(1, vec![nodes], vec![])], Placement::Replace);
    assert_eq!(ask(&mut session), "", "they are switched off");
    let told = ask(&mut session);
    assert!(
        told.starts_with("No bones are drawn: ") && told.contains("no bone of a skin"),
        "{told}"
    );
}

/// A name that is no answer by itself says which model it belongs to: by its file, by itself in a file of several, by a number in the end.
#[test]
fn bones_of_one_name_say_whose_they_are() {
    let mut twin = model("pilot");
    twin.skeleton = bones(&["hip", "tail"]);
    let mut session = Session::default();
    let files = vec![
        file(1, vec![model("pilot")], vec![]),
        file(2, vec![model("gunner"), model("gunner")], vec![]),
        file(3, vec![twin], vec![]),
    ];
    open(&mut session, files, Placement::Replace);
    session.apply(Switch::BONES.toggle());
    session.apply(Switch::NAMES.toggle());
    let mut found = names(&session);
    found.sort();
    let wanted = [
        "hip · file1",
        "hip · file3",
        "hip · gunner",
        "hip · gunner 2",
        "spine · file1",
        "spine · gunner",
        "spine · gunner 2",
        "tail",
    ];
    assert_eq!(found, wanted);
    // Alone in sight, a name says enough.
    session.apply(Switch::NAMES.toggle());
    let key = session.stage().models()[0].key;
    let hip = Selected::Bone(key, BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    assert_eq!(names(&session), ["hip"]);
}

/// Names that are switched on where no bone is drawn say so, with the way to see them.
#[test]
fn names_without_bones_say_why_nothing_is_seen() {
    let (mut session, _) = pilot();
    let toggle = || Switch::NAMES.toggle();
    let offers = |effects: &[Effect]| {
        effects.iter().any(|effect| match effect {
            Effect::Notify(notice) => notice.actions.iter().any(|offer| offer.label == "Show bones"),
            _ => false,
        })
    };
    assert!(offers(&session.apply(toggle()).effects));
    assert!(!offers(&session.apply(toggle()).effects), "they are off");
    session.apply(Switch::BONES.toggle());
    assert!(!offers(&session.apply(toggle()).effects), "they are seen");
}
