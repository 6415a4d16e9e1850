//! Two files beside each other, or a file beside itself as it was before it was read again.

use super::*;
use castview_picture::compare::{Tolerance, compare};

/// The pilot with its spine, and the corner of its mesh, so much higher.
fn pilot(key: u64, up: f32) -> OpenedFile {
    let mut pilot = model("pilot");
    let mut bones = bones(&["hip", "spine"]);
    if up != 0.0 {
        let bone = |name: &str, parent, y| Bone {
            name: name.into(),
            parent,
            rest: Transform {
                translation: Vec3::Y * y,
                ..Transform::IDENTITY
            },
            compensates_scale: true,
            ..Bone::default()
        };
        bones = Skeleton::new(vec![bone("hip", None, 1.0), bone("spine", Some(0), 1.0 + up)]).expect("a chain");
        pilot.meshes[0].positions = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0 + up, 0.0]].into();
    }
    pilot.skeleton = bones;
    file(key, vec![pilot], vec![clip("walk", "hip", None)])
}

fn two() -> (Session, [CompareSide; 2]) {
    let mut session = Session::default();
    open(&mut session, vec![pilot(1, 0.0), pilot(2, 0.5)], Placement::Replace);
    let pair = compared_pair(&session).expect("two files are open");
    (session, pair)
}

#[test]
fn two_open_files_are_compared_as_the_command_does_by_subject() {
    let (mut session, pair) = two();
    assert_eq!(pair, [1, 2].map(|key| CompareSide::Now(FileKey(key))));
    let compared = compare_pair(&session, pair);
    let mut of_command = compare(&pilot(1, 0.0), &pilot(2, 0.5), &Tolerance::default());
    assert!(of_command.len() >= 2, "{of_command:?}");
    let mut listed = compared.differences.clone();
    let by_text = |all: &mut Vec<castview_picture::compare::FileDifference>| all.sort_by_key(|one| one.told());
    by_text(&mut of_command);
    by_text(&mut listed);
    assert_eq!(listed, of_command);
    let counts: Vec<usize> = compared.subjects.iter().map(|(_, range)| range.len()).collect();
    assert_eq!(counts.iter().sum::<usize>(), compared.differences.len());
    assert!(counts[0] == 1 && counts[1] >= 1 && counts[4] == 0, "{counts:?}");

    // Each row leads to its thing in the second file.
    let second = session.stage().models()[1].key;
    let items: Vec<_> = compared
        .differences
        .iter()
        .map(|one| difference_item(&session, pair, one))
        .collect();
    assert_eq!(items[0], Some(Selected::Bone(second, BoneIndex::new(1))));
    assert_eq!(items[1], Some(Selected::Mesh(second, MeshIndex::new(0))));

    let same = [pair[0], pair[0]];
    let nothing = compare_pair(&session, same);
    assert!(nothing.differences.is_empty() && nothing.summary.is_empty());
    assert_eq!(nothing.subjects.len(), CompareSubject::ALL.len());

    let swapped = [pair[1], pair[0]];
    session.apply(Action::Stage(StageAction::Compare(swapped)));
    assert_eq!(compared_pair(&session), Some(swapped));
    let gone = [pair[1], CompareSide::Now(FileKey(9))];
    session.apply(Action::Stage(StageAction::Compare(gone)));
    assert_eq!(compared_pair(&session), Some(swapped), "no such file");
    session.apply(Action::Stage(StageAction::CloseFile(FileKey(1))));
    assert_eq!(compared_pair(&session), None, "one file alone");
}

#[test]
fn a_file_that_was_read_again_is_compared_with_itself() {
    let mut session = Session::default();
    open(&mut session, vec![pilot(1, 0.0)], Placement::Replace);
    assert_eq!(compared_pair(&session), None);
    let effects = open(&mut session, vec![pilot(1, 0.5)], Placement::Reload);
    let told = notices(&effects).join("|");
    assert!(told.contains("Reloaded 1 file: 1 bone moved"), "{told}");
    let offers = effects.iter().any(|effect| match effect {
        Effect::Notify(notice) => notice.actions.iter().any(|offer| offer.label.as_ref() == "Compare"),
        _ => false,
    });
    assert!(offers, "the line leads to the page");
    let pair = [CompareSide::Before(FileKey(1)), CompareSide::Now(FileKey(1))];
    assert_eq!(compared_pair(&session), Some(pair));
    let names: Vec<String> = compare_sides(&session).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["file1.cast before it was reloaded", "file1.cast"]);
    let of = compared_of(&session, pair);
    let compared = compare_pair(&session, pair);
    assert!(compared.summary.starts_with("1 bone moved"), "{}", compared.summary);
    let bone = Selected::Bone(session.stage().models()[0].key, BoneIndex::new(1));
    assert_eq!(difference_item(&session, pair, &compared.differences[0]), Some(bone));
    assert_eq!(compared_of(&session, pair), of, "the same content");

    let effects = open(&mut session, vec![pilot(1, 0.5)], Placement::Reload);
    assert!(notices(&effects).contains(&"Reloaded 1 file."), "nothing changed");
    assert!(compare_pair(&session, pair).differences.is_empty());
    assert_ne!(compared_of(&session, pair), of, "other content");
    session.apply(Action::Stage(StageAction::CloseAll));
    assert_eq!((compared_pair(&session), compare_sides(&session)), (None, vec![]));
}
