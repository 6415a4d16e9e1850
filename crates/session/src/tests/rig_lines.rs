//! IK handles and constraints in the view.

use super::*;
use crate::LayerChange;
use crate::view::bones::picking::drawn_at;
use castview_base::core::{BoneIndex, ConstraintIndex, IkHandleIndex, Transform};
use castview_base::scene::{Bone, Constraint, ConstraintKind, IkHandle, Rig};
use castview_motion::animation::Unposed;
use castview_picture::{Line, PlacedKey};
use glam::Quat;

/// A leg of three bones in a row, a foot's goal and a knee's pole beside it, and a hat that follows the goal.
fn leg() -> (Session, PlacedKey) {
    legs(1.0, Vec::new())
}

/// The same with clips, and a hat that follows the goal by so much.
pub(super) fn legs(weight: f32, clips: Vec<Clip>) -> (Session, PlacedKey) {
    let bone = |(name, parent, at): (&str, Option<usize>, [f32; 3])| Bone {
        name: name.into(),
        parent,
        rest: Transform {
            translation: at.into(),
            ..Transform::IDENTITY
        },
        ..Bone::default()
    };
    let bones = [
        ("hip", None, [0.0, 4.0, 0.0]),
        ("knee", Some(0), [0.0, -2.0, 0.0]),
        ("foot", Some(1), [0.0, -2.0, 0.0]),
        ("goal", None, [2.0, 0.0, 0.0]),
        ("pole", None, [0.0, 2.0, 3.0]),
        ("hat", None, [0.0, 5.0, 0.0]),
    ];
    let leg = Model {
        skeleton: Skeleton::new(bones.map(bone).into()).expect("parents come first"),
        rig: Rig {
            handles: vec![IkHandle {
                name: "leg".into(),
                start: BoneIndex::new(0),
                end: BoneIndex::new(2),
                target: BoneIndex::new(3),
                target_offset: Vec3::Y,
                pole_vector: Some(BoneIndex::new(4)),
                pole_twist: None,
                takes_target_rotation: false,
            }],
            constraints: vec![Constraint {
                name: String::new(),
                kind: ConstraintKind::Orient { offset: Quat::IDENTITY },
                driven: BoneIndex::new(5),
                target: BoneIndex::new(3),
                keeps_rest_offset: false,
                weight,
                skips: [false; 3],
            }],
        },
        ..model("leg")
    };
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![leg], clips)], Placement::Replace);
    let key = session.stage().models()[0].key;
    (session, key)
}

fn select(session: &mut Session, item: Selected) {
    session.apply(Action::Selection(SelectionAction::Select(Some(item))));
}

fn handle(key: PlacedKey) -> Selected {
    Selected::Handle(key, IkHandleIndex::new(0))
}

fn constraint(key: PlacedKey) -> Selected {
    Selected::Constraint(key, ConstraintIndex::new(0))
}

/// In stage space, to a thousandth.
fn ends(picture: &castview_picture::Picture) -> Vec<[Vec3; 2]> {
    let stage_from_world = picture.world_from_stage.inverse();
    let point = |point| (stage_from_world.transform_point3(point) * 1e3).round() / 1e3;
    let ends = |line: &Line| [line.from, line.to].map(point);
    picture.lines.iter().map(ends).collect()
}

fn names(session: &Session) -> Vec<String> {
    let labels = session.picture([64, 64], 1).labels;
    labels.into_iter().map(|label| label.text).collect()
}

#[test]
fn a_selected_handle_shows_chain_goal_and_pole() {
    let (mut session, key) = leg();
    assert!(session.picture([64, 64], 1).lines.is_empty(), "nobody asked");
    select(&mut session, handle(key));
    let picture = session.picture([64, 64], 1);
    let point = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let (hip, knee, foot) = (point(0.0, 4.0, 0.0), point(0.0, 2.0, 0.0), Vec3::ZERO);
    let (goal, pole) = (point(2.0, 1.0, 0.0), point(0.0, 2.0, 3.0));
    let wanted = [
        [foot, knee],
        [knee, hip],
        [foot, goal],
        [goal, goal],
        [knee, pole],
        [pole, pole],
    ];
    assert_eq!(ends(&picture), wanted);
    assert!(
        picture
            .lines
            .iter()
            .all(|line| line.color == picture.colors.selected && line.opacity == 1.0)
    );
    // The effector is what stands for the handle among the bones.
    assert_eq!(names(&session), ["foot", "leg", "pole"]);
}

#[test]
fn a_constraint_is_a_line_with_a_name_of_its_own() {
    let (mut session, key) = leg();
    select(&mut session, constraint(key));
    let picture = session.picture([64, 64], 1);
    let (hat, goal) = (Vec3::new(0.0, 5.0, 0.0), Vec3::new(2.0, 0.0, 0.0));
    assert_eq!(ends(&picture), [[hat, goal], [goal, goal]]);
    assert_eq!(names(&session), ["hat", "orient ← goal"]);
}

#[test]
fn what_a_selected_bone_takes_part_in_is_shown_and_the_rest_with_the_bones() {
    let (mut session, key) = leg();
    select(&mut session, Selected::Bone(key, BoneIndex::new(1)));
    assert_eq!(session.picture([64, 64], 1).lines.len(), 6, "the handle alone");
    select(&mut session, Selected::Bone(key, BoneIndex::new(3)));
    assert_eq!(session.picture([64, 64], 1).lines.len(), 8, "both follow the goal");
    session.apply(Action::Selection(SelectionAction::Select(None)));
    session.apply(Switch::BONES.toggle());
    let faint = session.picture([64, 64], 1).lines;
    assert_eq!(faint.len(), 8);
    assert!(faint.iter().all(|line| line.opacity < 1.0));
    let display = crate::BoneDisplay {
        rig: false,
        ..crate::BoneDisplay::default()
    };
    session.apply(Action::View(ViewAction::SetBoneDisplay(display)));
    assert!(session.picture([64, 64], 1).lines.is_empty());
}

/// No line ends at a hidden bone, or at one of a kind that is not shown.
#[test]
fn lines_of_hidden_bones_are_not_drawn() {
    let (mut session, key) = leg();
    session.apply(Switch::BONES.toggle());
    let bone = |bone| Selected::Bone(key, BoneIndex::new(bone));
    let count = |session: &Session| session.picture([64, 64], 1).lines.len();
    let hide = |session: &mut Session, at: usize| {
        select(session, bone(at));
        session.apply(Action::Selection(SelectionAction::HideSelected));
        session.apply(Action::Selection(SelectionAction::Select(None)));
    };
    assert_eq!(count(&session), 8);
    hide(&mut session, 4);
    assert_eq!(count(&session), 6, "no line goes to the pole");
    hide(&mut session, 5);
    assert_eq!(count(&session), 4, "nor to the hat");
    assert_eq!(names(&session), [""; 0]);
    hide(&mut session, 3);
    assert_eq!(count(&session), 0, "what reaches for the goal goes with it");
    select(&mut session, bone(1));
    assert_eq!(count(&session), 6, "what is asked about is shown whole");
    session.apply(Action::Selection(SelectionAction::Select(None)));
    session.apply(Action::Selection(SelectionAction::ShowAll));
    assert_eq!(count(&session), 8);
    // Part of a chain.
    hide(&mut session, 1);
    assert_eq!(
        count(&session),
        2,
        "the foot is hidden with the knee; the hat still follows the goal"
    );
    session.apply(Action::Selection(SelectionAction::ShowAll));
    // No clip drives anything here.
    let display = crate::BoneDisplay {
        shown: crate::BonesShown::Driven,
        ..crate::BoneDisplay::default()
    };
    session.apply(Action::View(ViewAction::SetBoneDisplay(display)));
    assert_eq!(count(&session), 0);
    select(&mut session, bone(5));
    assert_eq!(count(&session), 2);
}

#[test]
fn a_point_on_a_line_is_that_of_its_handle_or_constraint() {
    let (mut session, key) = leg();
    session.apply(Switch::BONES.toggle());
    // The surface alone is framed; the rig stands around it.
    let back = CameraMove::Zoom {
        factor: 8.0,
        ndc: glam::Vec2::ZERO,
    };
    session.apply(Action::View(ViewAction::Camera(back)));
    let [width, height] = session.view().viewport().map(|side| side as f32);
    let picture = session.picture(session.view().viewport(), 1);
    let clip_from_world = picture.camera.clip_from_world(picture.aspect());
    let place = |point: Vec3| {
        let ndc = clip_from_world.project_point3(picture.world_from_stage.transform_point3(point));
        glam::vec2((1.0 + ndc.x) * 0.5 * width, (1.0 - ndc.y) * 0.5 * height)
    };
    // A quarter along, away from bones and other lines.
    let along = |from: [f32; 3], to: [f32; 3]| Vec3::from(from).lerp(to.into(), 0.25);
    let at_constraint = along([0.0, 5.0, 0.0], [2.0, 0.0, 0.0]);
    assert_eq!(drawn_at(&session, place(at_constraint), 5.0)[0], constraint(key));
    assert_eq!(
        drawn_at(&session, place(along([0.0; 3], [2.0, 1.0, 0.0])), 5.0)[0],
        handle(key)
    );
    // Where a line begins the bone is meant.
    let hat = Selected::Bone(key, BoneIndex::new(5));
    assert_eq!(
        drawn_at(&session, place(Vec3::Y * 5.0), 5.0)[..2],
        [hat, constraint(key)]
    );
}

/// Many models with a rig each are a small file.
#[test]
fn lines_of_very_many_rigs_are_bounded() {
    let (mut session, key) = leg();
    let model = session.stage().models()[0].model().clone();
    let many = vec![model; 3000];
    open(&mut session, vec![file(2, many, Vec::new())], Placement::Add);
    session.apply(Switch::BONES.toggle());
    let shown = session.picture([64, 64], 1).lines.len();
    assert!(shown > 1000 && shown <= 2000 * 6, "{shown}");
    // The selected one is drawn wherever it stands in the list.
    let last = session.stage().models().last().expect("there are 3001").key;
    assert_ne!(last, key);
    select(&mut session, handle(last));
    let selected = session.picture([64, 64], 1);
    assert!(selected.lines.iter().any(|line| line.color == selected.colors.selected));
}

fn posed_by(session: &Session, name: &str) -> String {
    let placed = &session.stage().models()[0];
    let bone = placed.model().skeleton.find(name).expect("the leg has it");
    selection::posed_by(session, placed, bone).line
}

/// In the order of acting: the clip, layers over it, IK, constraints, and the pose below them that was mixed in by hand.
#[test]
fn a_bone_is_posed_by_all_that_moves_it_and_by_nothing_else() {
    let (mut session, _) = legs(1.0, vec![clip("walk", "hip", None), clip("nod", "hat", None)]);
    let [walk, nod] = [0, 1].map(|at| session.stage().clips()[at].key);
    let all = |session: &Session| ["hip", "foot", "hat", "pole"].map(|name| posed_by(session, name));
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(walk))));
    assert_eq!(all(&session), ["clip walk", "rest", "rest", "rest"]);
    // The active clip may lie over itself.
    for clip in [nod, walk] {
        session.apply(Action::Composition(CompositionAction::AddLayer { clip, model: None }));
    }
    assert_eq!(all(&session), ["clip walk, layer walk", "rest", "layer nod", "rest"]);
    session.apply(Switch::RIG.toggle());
    let [hat, leg] = ["layer nod, constraint orient ← goal", "IK handle leg"];
    assert_eq!(
        all(&session),
        ["clip walk, layer walk, IK handle leg", leg, hat, "rest"]
    );
    let over = session.edits.layers()[1].key;
    for change in [LayerChange::Mask(Some("goal".into())), LayerChange::Weight(0.0)] {
        session.apply(Action::Composition(CompositionAction::ChangeLayer(over, change)));
        assert_eq!(posed_by(&session, "hip"), "clip walk, IK handle leg");
        session.apply(Action::Undo);
    }

    let posed = |unposed, weight| Action::Composition(CompositionAction::SetPosed { unposed, weight });
    session.apply(posed(Unposed::Bind, 0.5));
    assert_eq!(
        all(&session),
        [
            "clip walk, layer walk, IK handle leg, shown by 0.5 over the bind pose",
            "IK handle leg, shown by 0.5 over the bind pose",
            "layer nod, constraint orient ← goal, shown by 0.5 over the bind pose",
            "rest, shown by 0.5 over the bind pose",
        ]
    );
    session.apply(posed(Unposed::Rest, 0.5));
    assert_eq!(posed_by(&session, "pole"), "rest");
    for (unposed, said) in [(Unposed::Rest, "rest"), (Unposed::Bind, "bind pose")] {
        session.apply(posed(unposed, 0.0));
        assert_eq!(all(&session), [said; 4]);
    }
}

#[test]
fn a_constraint_without_weight_poses_nothing() {
    let (mut session, _) = legs(0.0, Vec::new());
    session.apply(Switch::RIG.toggle());
    assert_eq!(posed_by(&session, "hat"), "rest");
    assert_eq!(posed_by(&session, "hip"), "IK handle leg");
}
