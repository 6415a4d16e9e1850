//! Names that do not meet by themselves: the user's table, and the report of what was and was not found.

mod common;

use castview::animation::{Renames, bind, bind_as, report};
use castview::core::Transform;
use castview::scene::{Clip, CurveMode, Model, Property};
use castview::session::{Action, Session};
use common::rigs::{bone, clip, model, scalar_track};
use common::staged::opened;

fn skeleton(names: &[&str]) -> Model {
    let chain = names.iter().enumerate();
    model(
        chain
            .map(|(index, name)| bone(name, index.checked_sub(1), Transform::IDENTITY))
            .collect(),
    )
}

fn driving(names: &[&str]) -> Clip {
    let track = |name: &&str| scalar_track(name, Property::TranslationX, CurveMode::Absolute, 1.0, &[(0, 1.0)]);
    clip(names.iter().map(track).collect())
}

/// Names of the bones that the clip drives, in file order.
fn driven(clip: &Clip, model: &Model, renames: &Renames) -> Vec<String> {
    let binding = bind_as(clip, model, renames, &|_| None);
    let report = report(clip, model, &binding, renames);
    let name = |bone: &castview::core::BoneIndex| model.skeleton.name(*bone).to_owned();
    report.driven.iter().map(name).collect()
}

#[test]
fn each_rule_finds_what_it_is_for() {
    let model = skeleton(&["rig:hips", "rig:spine", "Bip01 Head", "hand_l"]);
    let clip = driving(&["hips", "Head", "other:hand_l", "LeftHand"]);
    let none = Renames::default();
    assert!(driven(&clip, &model, &none).is_empty());
    let namespaces = Renames {
        ignores_namespaces: true,
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &namespaces), ["rig:hips", "hand_l"]);
    let prefixes = Renames {
        prefixes: vec!["bip01 ".into()],
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &prefixes), ["Bip01 Head"]);
    let mut named = namespaces;
    named.names.insert("LeftHand".into(), "rig:spine".into());
    assert_eq!(driven(&clip, &model, &named), ["rig:hips", "rig:spine", "hand_l"]);
}

#[test]
fn a_table_changes_nothing_that_meets_by_itself() {
    let model = skeleton(&["a:hips", "b:hips"]);
    let clip = driving(&["b:hips"]);
    let renames = Renames {
        ignores_namespaces: true,
        ..Renames::default()
    };
    assert_eq!(driven(&clip, &model, &renames), ["b:hips"], "the exact name goes first");
    let plain = bind(&clip, &model);
    assert_eq!(plain, bind_as(&clip, &model, &renames, &|_| None));
}

#[test]
fn the_report_names_what_is_silent_missing_and_near() {
    let model = skeleton(&["root", "j_shoulder_le", "j_shoulder_ri", "tail"]);
    let mut clip = driving(&["root", "j_shoulder_l", "xyz"]);
    clip.tracks.push(scalar_track(
        "j_shoulder_l",
        Property::TranslationY,
        CurveMode::Absolute,
        1.0,
        &[(0, 1.0)],
    ));
    let renames = Renames::default();
    let binding = bind(&clip, &model);
    let report = report(&clip, &model, &binding, &renames);
    let names = |bones: &[castview::core::BoneIndex]| -> Vec<&str> {
        bones.iter().map(|bone| model.skeleton.name(*bone)).collect()
    };
    assert_eq!(names(&report.driven), ["root"]);
    assert_eq!(names(&report.silent), ["j_shoulder_le", "j_shoulder_ri", "tail"]);
    let missing: Vec<_> = report.missing.iter().map(|m| (m.name.as_str(), m.curves)).collect();
    assert_eq!(missing, [("j_shoulder_l", 2), ("xyz", 1)]);
    assert_eq!(names(&report.missing[0].nearest), ["j_shoulder_le", "j_shoulder_ri"]);
    assert!(report.missing[1].nearest.is_empty());
}

#[test]
fn the_session_counts_with_the_users_table() {
    let mut session = opened(vec![skeleton(&["rig:hips"])], vec![driving(&["hips"])]);
    let key = session.active_clip().expect("it plays").key;
    let matched = |session: &Session| {
        let active = session.stage().matches.expect("a model").matched;
        (active, session.matches_of(key).expect("a model").matched)
    };
    assert_eq!(matched(&session), (0, 0));
    session.apply(Action::SetRenames(Renames {
        ignores_namespaces: true,
        ..Renames::default()
    }));
    assert_eq!(matched(&session), (1, 1));
}
