//! Files of one drop beside each other, and models the user moves.

use super::super::camera::{box_mesh, rig};
use super::*;
use crate::joining::arrange::file_marks;
use crate::joining::problems;
use crate::stage::up_axis;
use castview_base::core::{Bounds, UpAxis};
use castview_base::scene::Metadata;

/// A box on bones of these names, as a file of its own.
fn box_file(key: u64, center: Vec3, half: Vec3, names: [&str; 3]) -> OpenedFile {
    let model = Model {
        skeleton: bones(&names),
        ..rig(vec![box_mesh("box", center, half, 0)])
    };
    stated(file(key, vec![model], vec![]), UpAxis::Y)
}

fn stated(file: OpenedFile, up: UpAxis) -> OpenedFile {
    let metadata = Metadata {
        up: Some(up),
        ..Metadata::default()
    };
    let scene = Scene {
        metadata,
        ..(*file.scene).clone()
    };
    OpenedFile {
        scene: Arc::new(scene),
        ..file
    }
}

/// In world space, by file.
fn rooms(session: &Session) -> Vec<Bounds> {
    let world_from_stage = up_axis::world_from_stage(session);
    let files = session.stage().files().iter();
    let room = |key: FileKey| {
        let models = session.stage().models().iter().filter(|placed| placed.file == key);
        models.fold(Bounds::EMPTY, |all, placed| {
            all.union(placed.bounds().transformed(world_from_stage))
        })
    };
    files.map(|file| room(file.key)).collect()
}

fn are_apart(rooms: &[Bounds]) -> bool {
    let pairs = (0..rooms.len()).flat_map(|at| (0..at).map(move |other| (at, other)));
    let apart = |a: &Bounds, b: &Bounds| (a.min.max(b.min) - a.max.min(b.max)).max_element() > 0.01;
    pairs.clone().all(|(a, b)| apart(&rooms[a], &rooms[b]))
}

const ONE: [&str; 3] = ["hip", "spine", "hand"];
const OTHER: [&str; 3] = ["root", "wheel", "door"];

#[test]
fn files_of_one_drop_stand_side_by_side_by_size() {
    let mut session = Session::default();
    let files = vec![
        box_file(1, Vec3::Y, Vec3::ONE, ONE),
        box_file(2, Vec3::Y * 3.0, Vec3::ONE * 3.0, OTHER),
        box_file(3, Vec3::Y, Vec3::new(2.0, 1.0, 1.0), ["a", "b", "c"]),
    ];
    let effects = open(&mut session, files, Placement::Replace);
    let told = notices(&effects).join(" ");
    assert!(
        told.contains("file1.cast, file2.cast, file3.cast stand side by side"),
        "{told}"
    );
    let apart = rooms(&session);
    assert!(are_apart(&apart), "{apart:?}");
    let lefts: Vec<f32> = apart.iter().map(|room| room.min.x).collect();
    assert!(
        lefts[1] < lefts[2] && lefts[2] < lefts[0],
        "the largest first: {lefts:?}"
    );
    assert_eq!(
        apart.iter().map(|room| room.min.y).collect::<Vec<_>>(),
        [0.0, 0.0, 0.0],
        "none leaves the ground"
    );
    let names: Vec<&str> = file_marks(&session).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["file1.cast", "file2.cast", "file3.cast"]);

    let notice = effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice) => Some(notice.clone()),
        _ => None,
    });
    let notice = notice.expect("told");
    let (problem, put_back) = (notice.problem.expect("it ends"), notice.actions[0].clone());
    assert!(problems::stands(&session, &problem));
    session.apply(*put_back.action);
    assert!(!problems::stands(&session, &problem), "nothing is left to be put back");
    let back = rooms(&session);
    assert!(back.iter().all(|room| room.center().x == 0.0), "{back:?}");
    assert!(file_marks(&session).is_empty());
    session.apply(Action::Undo);
    assert_eq!(rooms(&session), apart);
}

#[test]
fn many_files_stand_in_rows() {
    let mut session = Session::default();
    let files = (1..=30)
        .map(|key| box_file(key, Vec3::ZERO, Vec3::ONE, OTHER))
        .collect();
    open(&mut session, files, Placement::Replace);
    let rooms = rooms(&session);
    assert!(are_apart(&rooms));
    let all = rooms.iter().fold(Bounds::EMPTY, |all, room| all.union(*room));
    let size = all.max - all.min;
    assert!(size.x < size.z * 4.0 && size.z < size.x * 4.0, "{size}");
}

#[test]
fn parts_of_one_character_and_what_is_placed_stay_where_they_are() {
    for (center, half, names) in [
        // A head on the body's bones.
        (Vec3::Y * 1.8, Vec3::splat(0.2), ONE),
        // A house of a map, far from where exporters put models.
        (Vec3::new(50.0, 1.0, 3.0), Vec3::ONE, OTHER),
    ] {
        let mut session = Session::default();
        let files = vec![box_file(1, Vec3::Y, Vec3::ONE, ONE), box_file(2, center, half, names)];
        let effects = open(&mut session, files, Placement::Replace);
        assert!(session.edits().moved.is_empty(), "{center}");
        assert_eq!(notices(&effects), [""; 0]);
    }
}

#[test]
fn what_joins_a_model_stands_beside_it_and_that_stays() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![box_file(1, Vec3::Y, Vec3::ONE, ONE)],
        Placement::Replace,
    );
    open(
        &mut session,
        vec![box_file(2, Vec3::Y, Vec3::ONE * 5.0, OTHER)],
        Placement::Add,
    );
    let after = rooms(&session);
    assert_eq!(after[0].center(), Vec3::Y, "who was there stays");
    assert!(are_apart(&after), "{after:?}");

    // A part of what was moved goes with it.
    open(
        &mut session,
        vec![box_file(4, Vec3::Y * 6.5, Vec3::ONE * 0.5, OTHER)],
        Placement::Add,
    );
    let with_part = rooms(&session);
    assert_eq!((with_part.len(), with_part[1]), (3, after[1]));
    let beside = Vec3::new(after[1].center().x, 6.5, after[1].center().z);
    assert!((with_part[2].center() - beside).length() < 1e-4, "{with_part:?}");
    session.apply(Action::Stage(StageAction::CloseFile(FileKey(4))));

    // Keep both does the same for what was replaced.
    let effects = open(
        &mut session,
        vec![box_file(3, Vec3::Y, Vec3::ONE, ["a", "b", "c"])],
        Placement::Replace,
    );
    assert!(notices(&effects)[0].starts_with("Opened file3.cast in place of file1.cast and 1 more"));
    session.apply(Action::Stage(StageAction::AddInstead));
    let kept = rooms(&session);
    assert_eq!((kept.len(), kept[0], kept[1]), (3, after[0], after[1]));
    assert!(are_apart(&kept), "{kept:?}");
}

#[test]
fn files_with_other_up_axes_are_stood_up_and_told_of() {
    let mut session = Session::default();
    let lying = stated(box_file(2, Vec3::Z * 3.0, Vec3::new(1.0, 1.0, 3.0), OTHER), UpAxis::Z);
    let files = vec![box_file(1, Vec3::Y, Vec3::ONE, ONE), lying];
    let effects = open(&mut session, files, Placement::Replace);
    let told = notices(&effects).join(" ");
    assert!(
        told.contains("file2.cast has z up and was turned to stand with the others."),
        "{told}"
    );
    let rooms = rooms(&session);
    let size = rooms[1].max - rooms[1].min;
    assert!((size - Vec3::new(2.0, 6.0, 2.0)).abs().max_element() < 1e-4, "{size}");
    assert!(rooms[1].min.y.abs() < 1e-4 && are_apart(&rooms), "{rooms:?}");
}

#[test]
fn a_model_is_moved_and_a_drag_is_one_step() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![box_file(1, Vec3::Y, Vec3::ONE, ONE)],
        Placement::Replace,
    );
    let key = session.stage().models()[0].key;
    let to = |x: f32| Moved {
        offset: Vec3::X * x,
        ..Moved::default()
    };
    for x in [1.0, 2.0, 3.0] {
        session.apply(Action::Composition(CompositionAction::Move(key, Some(to(x)))));
    }
    assert_eq!(rooms(&session)[0].center(), Vec3::new(3.0, 1.0, 0.0));
    session.apply(Action::Undo);
    assert_eq!(rooms(&session)[0].center(), Vec3::Y);
    session.apply(Action::Redo);
    let turned = Moved {
        turn: Vec3::X * 90.0,
        ..to(3.0)
    };
    session.apply(Action::Composition(CompositionAction::Move(key, Some(turned))));
    let center = rooms(&session)[0].center();
    assert!((center - Vec3::new(3.0, 0.0, 1.0)).length() < 1e-5, "{center}");
    // A move to a place that is not finite is ignored.
    session.apply(Action::Composition(CompositionAction::Move(key, Some(to(f32::NAN)))));
    assert_eq!(session.edits().moved[&key], turned);
}

/// In the space of the bone, so that what is held is brought to the hand.
#[test]
fn what_hangs_on_a_bone_is_moved_in_its_space() {
    let mut session = Session::default();
    let files = vec![
        box_file(1, Vec3::Y, Vec3::ONE, ONE),
        box_file(2, Vec3::ZERO, Vec3::splat(0.1), OTHER),
    ];
    open(&mut session, files, Placement::Replace);
    assert!(!session.edits().moved.is_empty());
    let [leader, held] = [0, 1].map(|at| session.stage().models()[at].key);
    let bone = castview_base::core::BoneIndex::new(2);
    let hangs = Some(Attachment::Bone { leader, bone });
    session.apply(Action::Composition(CompositionAction::Attach(held, hangs)));
    // It was set aside by the drop; on the bone it is not.
    assert!(!session.edits().moved.contains_key(&held));
    let at_bone = rooms(&session)[1].center() - rooms(&session)[0].center() + Vec3::Y;
    assert!((at_bone - Vec3::Y * 3.0).length() < 1e-5, "{at_bone}");
    let up = Moved {
        offset: Vec3::new(0.0, 0.5, 0.0),
        ..Moved::default()
    };
    session.apply(Action::Composition(CompositionAction::Move(held, Some(up))));
    let moved = rooms(&session)[1].center() - rooms(&session)[0].center() + Vec3::Y;
    assert!((moved - Vec3::Y * 3.5).length() < 1e-5, "{moved}");
    let follows = Some(Attachment::Follow { leader });
    session.apply(Action::Composition(CompositionAction::Attach(held, follows)));
    assert!(!session.edits.can_move(&session.stage().models()[1]));
}

#[test]
fn only_what_was_set_aside_is_put_back() {
    let mut session = Session::default();
    open(
        &mut session,
        vec![box_file(1, Vec3::Y, Vec3::ONE, ONE)],
        Placement::Replace,
    );
    let key = session.stage().models()[0].key;
    let by_hand = Moved {
        offset: Vec3::Z * 0.5,
        ..Moved::default()
    };
    session.apply(Action::Composition(CompositionAction::Move(key, Some(by_hand))));
    let before = rooms(&session)[0];
    let files = vec![
        box_file(2, Vec3::Y, Vec3::ONE, OTHER),
        file(3, vec![], vec![clip("run", "hip", None)]),
    ];
    let effects = open(&mut session, files, Placement::Add);
    let told = effects.iter().find_map(|effect| match effect {
        Effect::Notify(notice)
            if notice
                .actions
                .first()
                .is_some_and(|action| action.label == "Put them back") =>
        {
            Some(notice.clone())
        }
        _ => None,
    });
    let told = told.expect("told");
    assert_eq!(told.text, "file2.cast stands beside the others.", "clips stand nowhere");
    session.apply((*told.actions[0].action).clone());
    let after = rooms(&session);
    assert_eq!((after[0], after[1].center()), (before, Vec3::Y));
}
