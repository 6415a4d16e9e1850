//! Handles that move and turn a model in the view.

use super::*;
use crate::stage::up_axis::up_axis;
use crate::view::handles::move_handles;
use glam::Vec2;

fn selected() -> (Session, PlacedKeyOf) {
    let mut session = with_pilot(vec![]);
    let key = session.stage().models()[0].key;
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::Model(key)))));
    (session, key)
}

type PlacedKeyOf = castview_picture::PlacedKey;

/// Where the origin of the model stands.
fn origin(session: &Session) -> Vec3 {
    session.stage().models()[0].stage_from_model().translation.into()
}

fn put(session: &mut Session, key: PlacedKeyOf, moved: Moved) {
    session.apply(Action::Composition(CompositionAction::Move(key, Some(moved))));
}

#[test]
fn what_is_dragged_stays_under_the_pointer() {
    let (mut session, key) = selected();
    let handles = move_handles::move_handles(&session, 60.0).expect("the model is selected alone");
    assert_eq!(handles.model, key);
    for axis in 0..3 {
        let Some(tip) = handles.tips[axis] else { continue };
        let to = tip + (tip - handles.center) * 0.5;
        let part = MovePart::Axis(axis);
        let moved = move_handles::dragged_move(&session, key, part, Moved::default(), [tip, to]).expect("it is seen");
        let others = moved.offset * (Vec3::ONE - Vec3::AXES[axis]);
        assert!(moved.offset[axis] > 0.0 && others == Vec3::ZERO, "{axis}: {moved:?}");
        put(&mut session, key, moved);
        let now = move_handles::move_handles(&session, 60.0).expect("still").tips[axis].expect("still");
        assert!(now.distance(to) < 3.0, "axis {axis}: {now} for {to}");
        session.apply(Action::Composition(CompositionAction::Move(key, None)));
    }
    // On the ground nothing rises.
    let to = handles.center + Vec2::new(40.0, 25.0);
    let ground = move_handles::dragged_move(&session, key, MovePart::Ground, Moved::default(), [handles.center, to]);
    let moved = ground.expect("the ground is seen");
    let up = up_axis(&session).vector();
    assert!(
        moved.offset.length() > 0.0 && moved.offset.dot(up).abs() < 1e-3,
        "{moved:?}"
    );
    put(&mut session, key, moved);
    let center = move_handles::move_handles(&session, 60.0).expect("still").center;
    assert!(center.distance(to) < 1.0, "{center} for {to}");
    // A turn leaves the origin where it is, wherever the model was moved before.
    let before = origin(&session);
    let handles = move_handles::move_handles(&session, 60.0).expect("still");
    let (knob, quarter) = (handles.knob.expect("seen from above"), handles.ring[12]);
    let turned =
        move_handles::dragged_move(&session, key, MovePart::Turn, moved, [knob, quarter]).expect("on the ground");
    put(&mut session, key, turned);
    assert!(origin(&session).distance(before) < 1e-3);
    assert!((turned.turn.dot(up).abs() - 90.0).abs() < 0.5, "{turned:?}");
}

#[test]
fn one_drag_is_one_step_and_one_that_comes_back_is_none() {
    let (mut session, key) = selected();
    let steps = |session: &mut Session, ends: &[f32]| {
        for x in ends {
            let moved = Moved {
                offset: Vec3::X * *x,
                ..Moved::default()
            };
            put(session, key, moved);
        }
        session.apply(Action::Composition(CompositionAction::EndDrag));
    };
    steps(&mut session, &[1.0, 2.0, 3.0]);
    session.apply(Action::Undo);
    assert_eq!(session.edits().moved.get(&key), None);
    session.apply(Action::Redo);
    assert_eq!(session.edits().moved[&key].offset.x, 3.0);
    // Escape puts back what was there: nothing is left to undo of that drag.
    steps(&mut session, &[5.0, 3.0]);
    session.apply(Action::Undo);
    assert_eq!(session.edits().moved.get(&key), None, "the drag before it");
}

#[test]
fn handles_are_for_one_model_that_can_be_moved() {
    let (mut session, key) = selected();
    let bone = Selected::Bone(key, castview_base::core::BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(bone))));
    assert_eq!(move_handles::move_handles(&session, 60.0), None, "a bone is not moved");
    session.apply(Action::Selection(SelectionAction::Select(Some(Selected::File(
        FileKey(1),
    )))));
    assert!(
        move_handles::move_handles(&session, 60.0).is_some(),
        "the only model of a file"
    );
    session.apply(Action::Selection(SelectionAction::Select(None)));
    assert_eq!(move_handles::move_handles(&session, 60.0), None);
}
