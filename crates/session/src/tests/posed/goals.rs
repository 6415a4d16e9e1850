//! Goals of IK handles that the user moves.

use super::super::rig_lines::legs;
use super::*;
use crate::saved::saved_view;
use crate::saved::show_saved;
use castview_base::core::{BoneIndex, IkHandleIndex};
use castview_picture::PlacedKey;
use glam::Vec3;

/// The bone that the chain reaches for.
const GOAL: usize = 3;
const SOLVED: &str = "IK handles and constraints are solved now: chains follow their goals (I switches them off).";

fn first() -> IkHandleIndex {
    IkHandleIndex::new(0)
}

fn selected_leg() -> (Session, PlacedKey) {
    let (mut session, key) = legs(1.0, Vec::new());
    let handle = Some(Selected::Handle(key, first()));
    session.apply(Action::Selection(SelectionAction::Select(handle)));
    (session, key)
}

fn hand(session: &mut Session, action: HandPoseAction) -> Vec<Effect> {
    session
        .apply(Action::Composition(CompositionAction::PoseByHand(action)))
        .effects
}

fn head(session: &Session, bone: usize) -> Vec3 {
    session.stage().models()[0].pose().model_from_bone[bone]
        .translation
        .into()
}

fn pull(session: &mut Session, model: PlacedKey, ways: &[Vec3]) -> Vec<Effect> {
    let effects = hand(session, HandPoseAction::BeginGoalDrag { model, handle: first() });
    for way in ways {
        hand(session, HandPoseAction::DragGoal { way: *way });
    }
    session.apply(Action::Composition(CompositionAction::EndDrag));
    effects
}

#[test]
fn the_chain_follows_its_goal_by_the_solver_of_the_clips() {
    let (mut session, key) = selected_leg();
    assert!(!session.composition().rig(), "as files begin");
    let effects = pull(&mut session, key, &[Vec3::X, Vec3::new(-1.0, 1.0, 0.5)]);
    assert_eq!(notices(&effects), [SOLVED]);
    assert!(session.composition().rig());
    // The goal lies a unit above its bone, which was at 2 0 0.
    let goal = Vec3::new(1.0, 2.0, 0.5);
    assert!(head(&session, 2).distance(goal) < 1e-4, "{}", head(&session, 2));
    let placed = &session.stage().models()[0];
    let away = view::goal_distance(placed, first()).expect("the model has it");
    assert!(away < 1e-4, "{away}");
    let told = hand_pose_words(&session);
    assert_eq!(told.as_deref(), Some("Posed by hand: 1 bone"));
    let knee = selection::posed_by(&session, placed, BoneIndex::new(1));
    assert_eq!(knee.line, "IK handle leg (goal by hand)");
    // A clip whose keys put the goal there makes the same pose, to the last bit.
    let posed = placed.pose().local.clone();
    let mut rest = placed.model().clone();
    let mut bones = rest.skeleton.to_bones();
    bones[GOAL].rest.translation = posed[GOAL].translation;
    rest.skeleton = Skeleton::new(bones).expect("parents come first");
    let mut by_keys = Session::default();
    open(&mut by_keys, vec![file(1, vec![rest], Vec::new())], Placement::Replace);
    by_keys.apply(Switch::RIG.toggle());
    assert_eq!(by_keys.stage().models()[0].pose().local, posed);
    // Where it cannot come to, it says how far that is.
    assert!(pull(&mut session, key, &[Vec3::X * 9.0]).is_empty(), "told once");
    let placed = &session.stage().models()[0];
    let away = view::goal_distance(placed, first()).expect("the model has it");
    assert!(away > 5.0, "{away}");
}

#[test]
fn one_drag_of_a_goal_is_one_step_and_a_reset_brings_it_back() {
    let (mut session, key) = selected_leg();
    pull(&mut session, key, &[Vec3::X, Vec3::Y, Vec3::new(-1.0, 0.5, 0.0)]);
    session.apply(Action::Undo);
    assert!(session.edits().hand_poses.is_empty(), "one step");
    session.apply(Action::Redo);
    let change = |session: &Session| session.edits().hand_poses.change(key, BoneIndex::new(GOAL)).copied();
    assert!(change(&session).is_some());
    assert!(command("pose_reset").is_enabled(&session));
    hand(&mut session, HandPoseAction::ResetSelected);
    assert_eq!(change(&session), None);
    pull(&mut session, key, &[Vec3::X, Vec3::ZERO]);
    assert_eq!(change(&session), None, "a drag back to where it began leaves nothing");
    for way in [Vec3::NAN, Vec3::splat(f32::INFINITY)] {
        pull(&mut session, key, &[way]);
        assert_eq!(change(&session), None);
    }
    let nobody = IkHandleIndex::new(7);
    hand(
        &mut session,
        HandPoseAction::BeginGoalDrag {
            model: key,
            handle: nobody,
        },
    );
    hand(&mut session, HandPoseAction::DragGoal { way: Vec3::X });
    assert_eq!(change(&session), None, "there is no such handle");
    // The tools that pose bones are about the goal, and so are typed numbers.
    session.apply(Switch::RIG.toggle());
    hand(&mut session, HandPoseAction::ToggleHandles(HandPart::Shift));
    let effects = hand(&mut session, HandPoseAction::BeginDrag);
    assert_eq!(notices(&effects), [SOLVED]);
    let (part, axis, way) = (HandPart::Shift, 1, 0.5);
    hand(&mut session, HandPoseAction::Drag { part, axis, way });
    assert_eq!(change(&session).map(|change| change.translation), Some(Vec3::Y * 0.5));
}

#[test]
fn a_moved_goal_is_copied_with_its_chain_and_kept_by_view_files() {
    let (mut session, key) = selected_leg();
    pull(&mut session, key, &[Vec3::new(-1.0, 1.0, 0.5)]);
    let posed = session.stage().models()[0].pose().local.clone();
    let effects = hand(&mut session, HandPoseAction::CopyPose);
    let text = effects.iter().find_map(|effect| match effect {
        Effect::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let text = text.expect("a handle is selected");
    assert_eq!(notices(&effects), ["Copied the pose of 4 bones."]);
    let written = serde_json::to_string(&saved_view(&session)).expect("a view is plain data");
    let is_posed = |session: &Session| {
        let now = &session.stage().models()[0].pose().local;
        let mut pairs = now.iter().zip(&posed);
        pairs.all(|(now, then)| now.affine().abs_diff_eq(then.affine(), 1e-4))
    };
    // Solved or not: the text has the chain as it stood, and the goal.
    for solves in [true, false] {
        hand(&mut session, HandPoseAction::ResetAll);
        assert!(!is_posed(&session));
        if session.composition().rig() != solves {
            session.apply(Switch::RIG.toggle());
        }
        hand(
            &mut session,
            HandPoseAction::PasteText {
                text: text.clone(),
                mirrored: false,
            },
        );
        // The hat follows the goal's turn, which is none, in both.
        assert!(is_posed(&session), "{solves}");
    }
    let (mut other, _) = legs(1.0, Vec::new());
    let view = serde_json::from_str(&written).expect("it was just written");
    show_saved(&mut other, &view).expect("the same files are open");
    assert!(is_posed(&other) && other.composition().rig());
}

#[test]
fn goals_are_seen_where_they_are_asked_for() {
    let (mut session, key) = selected_leg();
    session.apply(Action::View(ViewAction::ResizeViewport([800, 600])));
    let seen = |session: &Session| view::goal_handles(session).len();
    let [goal] = &view::goal_handles(&session)[..] else {
        panic!("the selected handle has one")
    };
    assert_eq!((goal.model, goal.handle, &*goal.name), (key, first(), "leg"));
    // A drag takes it along with the pointer, across the view.
    let to = goal.pixel + glam::Vec2::new(30.0, -20.0);
    let way = view::goal_way(&session, goal.goal, [goal.pixel, to]).expect("it lies before the eye");
    pull(&mut session, key, &[way]);
    let now = view::goal_handles(&session)[0].pixel;
    assert!(now.distance(to) < 0.05, "{now} {to}");
    let knee = Selected::Bone(key, BoneIndex::new(1));
    session.apply(Action::Selection(SelectionAction::Select(Some(knee))));
    assert_eq!(seen(&session), 0, "no tool is on");
    hand(&mut session, HandPoseAction::ToggleHandles(HandPart::Turn));
    assert_eq!(seen(&session), 1);
    session.apply(Action::Selection(SelectionAction::Select(None)));
    assert_eq!(seen(&session), 0);
}
