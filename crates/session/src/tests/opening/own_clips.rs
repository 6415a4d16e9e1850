//! Several models that each play a clip of their own.

use super::*;

/// A model on bones of this prefix, and a clip for it that goes 1 unit a frame at that rate.
fn rig(prefix: &str) -> Model {
    Model {
        skeleton: bones(&[&format!("{prefix}_hip"), &format!("{prefix}_spine")]),
        ..model(prefix)
    }
}

fn walk(prefix: &str, name: &str) -> Clip {
    clip(name, &format!("{prefix}_hip"), None)
}

fn named(file: OpenedFile, name: &str) -> OpenedFile {
    OpenedFile {
        name: name.into(),
        ..file
    }
}

/// How far the root of each model has gone, in the order they stand.
fn ways(session: &Session) -> Vec<(String, f32)> {
    let models = session.stage().models().iter();
    models
        .map(|placed| (placed.model().name.clone(), placed.pose().local[0].translation.x))
        .collect()
}

fn both_go(session: &mut Session) -> bool {
    session.advance(0.3);
    ways(session).iter().all(|(_, way)| (*way - 3.0).abs() < 1e-4)
}

#[test]
fn of_two_models_with_a_clip_each_each_plays_its_own() {
    let inside = || {
        vec![
            file(1, vec![rig("fox")], vec![walk("fox", "run")]),
            file(2, vec![rig("mage")], vec![walk("mage", "idle")]),
        ]
    };
    let beside = || {
        vec![
            file(1, vec![rig("fox")], vec![]),
            file(2, vec![rig("mage")], vec![]),
            file(3, vec![], vec![walk("mage", "idle")]),
            file(4, vec![], vec![walk("fox", "run")]),
        ]
    };
    for batch in [inside(), beside()] {
        // Onto nothing, and in place of something.
        for mut session in [Session::default(), with_pilot(vec![clip("walk", "hip", None)])] {
            open(&mut session, again(&batch), Placement::Replace);
            assert!(session.is_playing() && both_go(&mut session), "{:?}", ways(&session));
        }
    }
}

/// The same under keys that nothing has had.
fn again(batch: &[OpenedFile]) -> Vec<OpenedFile> {
    let with_key = |file: &OpenedFile| OpenedFile {
        key: FileKey(file.key.0 + 10),
        ..file.clone()
    };
    batch.iter().map(with_key).collect()
}

/// One clip moves all whom it fits, as ever.
#[test]
fn one_clip_for_all_needs_no_layer() {
    let mut session = Session::default();
    let batch = vec![
        file(1, vec![model("one")], vec![]),
        file(2, vec![model("two")], vec![]),
        file(3, vec![], vec![clip("run", "hip", None)]),
    ];
    open(&mut session, batch, Placement::Replace);
    assert!(session.edits.layers().is_empty() && both_go(&mut session));
}

#[test]
fn a_clip_is_for_the_model_that_it_is_named_after() {
    let mut session = Session::default();
    let batch = vec![
        named(file(1, vec![model("one")], vec![]), "One.cast"),
        named(file(2, vec![model("two")], vec![]), "two.cast"),
        named(file(3, vec![], vec![clip("idle", "hip", None)]), "Two@idle.cast"),
        named(file(4, vec![], vec![clip("run", "hip", None)]), "one@run.cast"),
    ];
    open(&mut session, batch, Placement::Replace);
    assert!(both_go(&mut session));
    let own: Vec<_> = session
        .edits
        .layers()
        .iter()
        .map(|layer| (layer.clip.file, layer.model))
        .collect();
    let one = session.stage().models()[0].key;
    assert_eq!(session.active_clip().map(|clip| &*clip.name), Some("idle"));
    assert_eq!(own, [(FileKey(4), Some(one))]);
}

#[test]
fn a_clip_that_is_chosen_takes_nothing_from_models_that_it_does_not_fit() {
    let mut session = Session::default();
    let batch = vec![
        file(1, vec![rig("fox")], vec![walk("fox", "run"), walk("fox", "sit")]),
        file(2, vec![rig("mage")], vec![walk("mage", "idle"), walk("mage", "cast")]),
    ];
    open(&mut session, batch, Placement::Replace);
    for name in ["cast", "sit", "run", "idle"] {
        let clip = session.stage().clips().iter().find(|clip| clip.name == name);
        let clip = clip.expect("it is open").key;
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(clip))));
        assert!(both_go(&mut session), "{name} {:?}", ways(&session));
        assert_eq!(session.edits.layers().len(), 1, "{name}");
    }
    session.apply(Action::Playback(PlaybackAction::ChooseClip(None)));
    assert_eq!(
        ways(&session).iter().map(|(_, way)| *way).collect::<Vec<_>>(),
        [0.0, 0.0]
    );
}

/// A fox with its clip, then a mage with its own, which comes by `placement`.
fn fox_then_mage(placement: Placement) -> Session {
    let mut session = Session::default();
    for (key, name, clip, placement) in [(1, "fox", "run", Placement::Replace), (2, "mage", "idle", placement)] {
        open(
            &mut session,
            vec![file(key, vec![rig(name)], vec![walk(name, clip)])],
            placement,
        );
    }
    session
}

#[test]
fn keep_both_lets_each_go_on_with_its_own_clip() {
    let mut session = fox_then_mage(Placement::Replace);
    session.apply(Action::Stage(StageAction::AddInstead));
    assert!(both_go(&mut session), "{:?}", ways(&session));
    // The next undo takes the drop back, and the first plays alone.
    session.apply(Action::Undo);
    assert!(session.edits.layers().is_empty() && both_go(&mut session));
}

#[test]
fn what_joins_takes_no_clip_away() {
    let mut session = fox_then_mage(Placement::Add);
    assert!(both_go(&mut session), "{:?}", ways(&session));
}

/// Fox, Run and Walk are open. Then Fox, Mage, Run and Idle come together.
#[test]
fn a_clip_that_fits_what_stays_open_is_kept() {
    let mut session = Session::default();
    let fox = || file(1, vec![rig("fox")], vec![]);
    let run = || file(2, vec![], vec![walk("fox", "run")]);
    open(
        &mut session,
        vec![fox(), run(), file(3, vec![], vec![walk("fox", "walk")])],
        Placement::Replace,
    );
    let batch = vec![
        fox(),
        run(),
        file(4, vec![rig("mage")], vec![]),
        file(5, vec![], vec![walk("mage", "idle")]),
    ];
    let effects = open(&mut session, batch, Placement::Replace);
    let names: Vec<&str> = session.stage().clips().iter().map(|clip| &*clip.name).collect();
    assert_eq!(names, ["run", "walk", "idle"]);
    assert!(!notices(&effects).join(" ").contains("does not fit"), "{effects:?}");
    assert!(both_go(&mut session), "{:?}", ways(&session));
}

/// The first of several clips that are named after a model plays, and the others are told; a clip of another name is none of them.
#[test]
fn one_of_several_clips_named_after_a_model_is_told() {
    let batch = |second: &str| {
        vec![
            named(file(1, vec![rig("fox")], vec![]), "Fox.cast"),
            named(file(2, vec![rig("mage")], vec![]), "Mage.cast"),
            named(file(3, vec![], vec![walk("mage", "idle")]), "Mage@Idle.cast"),
            named(file(4, vec![], vec![walk("mage", "run")]), second),
            named(file(5, vec![], vec![walk("fox", "run")]), "Fox@Run.cast"),
        ]
    };
    let told = |second: &str| {
        let mut session = Session::default();
        let effects = open(&mut session, batch(second), Placement::Replace);
        let texts = effects.iter().filter_map(|effect| match effect {
            Effect::Notify(notice) => Some(notice.text.to_string()),
            _ => None,
        });
        texts.filter(|text| text.contains("named after")).collect::<Vec<_>>()
    };
    assert_eq!(
        told("Mage@Run.cast"),
        ["Mage.cast plays Mage@Idle.cast; Mage@Run.cast is named after it, too."]
    );
    assert_eq!(told("Run.cast"), [""; 0]);
}
