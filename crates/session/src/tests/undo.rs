//! Edits that an undo takes back, and how much of them.

use super::*;
use crate::command::switch::switched;
use crate::playback::played;
use crate::stage::hidden::is_hidden;
use castview_base::scene::Skinning;
use castview_picture::PlacedKey;

#[test]
fn edits_can_be_undone_and_a_drag_is_one_step() {
    let mut session = with_pilot(vec![]);
    let key = session.stage().models()[0].key;
    let shape = BlendShapeIndex::new(0);
    session.apply(Action::Selection(SelectionAction::ToggleShown(Selected::Mesh(
        key,
        MeshIndex::new(0),
    ))));
    for step in 1..=5 {
        session.apply(Action::Composition(CompositionAction::SetShapeWeight {
            model: key,
            shape,
            weight: Some(step as f32 * 0.1),
        }));
    }
    assert_eq!(session.stage().models()[0].pose().shape_weights, [0.5]);
    session.apply(Action::Undo);
    assert_eq!(session.stage().models()[0].pose().shape_weights, [0.0]);
    assert!(is_hidden(&session, key, MeshIndex::new(0)));
    session.apply(Action::Undo);
    assert!(!is_hidden(&session, key, MeshIndex::new(0)) && !session.history.can_undo());
    session.apply(Action::Redo);
    session.apply(Action::Redo);
    assert_eq!(session.stage().models()[0].pose().shape_weights, [0.5]);
}

#[test]
fn each_slider_is_an_undo_of_its_own() {
    let mut session = Session::default();
    let mut pilot = model("pilot");
    let smile = pilot.blend_shapes[0].clone();
    pilot.blend_shapes.push(BlendShape {
        name: "frown".into(),
        ..smile
    });
    open(&mut session, vec![file(1, vec![pilot], vec![])], Placement::Replace);
    let model = session.stage().models()[0].key;
    for (shape, weight) in [(0, 0.2), (0, 0.4), (1, 0.3), (1, 0.6)] {
        let shape = BlendShapeIndex::new(shape);
        session.apply(Action::Composition(CompositionAction::SetShapeWeight {
            model,
            shape,
            weight: Some(weight),
        }));
    }
    let mut weights = Vec::new();
    for _ in 0..3 {
        weights.push(session.stage().models()[0].pose().shape_weights.clone());
        session.apply(Action::Undo);
    }
    assert_eq!(weights, [[0.4, 0.6], [0.4, 0.0], [0.0, 0.0]]);
}

#[test]
fn a_second_drag_of_a_slider_is_an_undo_of_its_own() {
    let mut session = with_pilot(vec![]);
    let model = session.stage().models()[0].key;
    for drag in [[0.1, 0.2], [0.3, 0.4]] {
        for weight in drag {
            session.apply(Action::Composition(CompositionAction::SetShapeWeight {
                model,
                shape: BlendShapeIndex::new(0),
                weight: Some(weight),
            }));
        }
        session.apply(Action::Composition(CompositionAction::EndDrag));
    }
    let mut weights = Vec::new();
    for _ in 0..3 {
        weights.push(session.stage().models()[0].pose().shape_weights[0]);
        session.apply(Action::Undo);
    }
    assert_eq!(weights, [0.4, 0.2, 0.0]);
}

#[test]
fn in_and_out_points_and_masks_are_undone() {
    let mut session = with_pilot(vec![clip("walk", "hip", None)]);
    let range = |start, end| FrameRange { start, end };
    let set = |to| Action::Playback(PlaybackAction::Range(RangeEdit::Set(to)));
    // One drag of three steps, then another.
    for end in [9.0, 8.0, 7.0] {
        session.apply(set(range(2.0, end)));
    }
    session.apply(Action::Composition(CompositionAction::EndDrag));
    session.apply(set(range(3.0, 7.0)));
    session.apply(Action::Composition(CompositionAction::EndDrag));
    session.apply(Action::Playback(PlaybackAction::Range(RangeEdit::Clear)));
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(played::play_range(&session));
        session.apply(Action::Undo);
    }
    assert_eq!(seen, [None, Some(range(3.0, 7.0)), Some(range(2.0, 7.0))]);
    assert_eq!(played::play_range(&session), None);
    session.apply(Action::Redo);
    assert_eq!(played::play_range(&session), Some(range(2.0, 7.0)));

    let mask = |session: &Session| session.edits().base.mask.clone();
    let masked = Some("hip".to_owned());
    session.apply(Action::Composition(CompositionAction::ChangeBase(LayerChange::Mask(
        masked.clone(),
    ))));
    assert_eq!(mask(&session), masked);
    session.apply(Action::Undo);
    assert_eq!(mask(&session), None);
    session.apply(Action::Redo);
    assert_eq!(mask(&session), masked);
}

#[test]
fn a_method_of_skinning_is_undone_and_goes_with_its_model() {
    let mut session = with_pilot(vec![]);
    let (key, mesh) = (session.stage().models()[0].key, MeshIndex::new(0));
    let set = |method| Action::Composition(CompositionAction::SetMethod(key, mesh, method));
    let methods = |session: &Session| session.stage().models()[0].pose().methods.clone();
    session.apply(set(Some(Skinning::DualQuaternion)));
    assert_eq!(methods(&session), [(mesh, Skinning::DualQuaternion)]);
    session.apply(Action::Undo);
    assert!(methods(&session).is_empty());
    session.apply(Action::Redo);
    assert_eq!(methods(&session).len(), 1);
    session.apply(set(None));
    assert!(methods(&session).is_empty() && session.edits().methods.is_empty());
    // A mesh that is not there.
    session.apply(Action::Composition(CompositionAction::SetMethod(
        key,
        MeshIndex::new(99),
        Some(Skinning::Linear),
    )));
    assert!(session.edits().methods.is_empty());
}

/// A model of two meshes with a shape "smile" each, and a "frown" on the first.
fn faces() -> (Session, PlacedKey) {
    let mut pilot = model("pilot");
    let shape = |name: &str, mesh: usize| castview_base::scene::BlendShape {
        name: name.into(),
        mesh: MeshIndex::new(mesh),
        max_weight: 2.0,
        vertices: vec![0],
        deltas: vec![[1.0, 0.0, 0.0]],
        rest_weight: 0.0,
        normal_deltas: Vec::new(),
        tangent_deltas: Vec::new(),
        source: None,
    };
    pilot.meshes = vec![pilot.meshes[0].clone(), pilot.meshes[0].clone()];
    pilot.blend_shapes = [shape("smile", 0), shape("frown", 0), shape("smile", 1)]
        .into_iter()
        .collect();
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], vec![])], Placement::Replace);
    let key = session.stage().models()[0].key;
    (session, key)
}

fn set(model: PlacedKey, shape: usize, weight: Option<f32>) -> Action {
    Action::Composition(CompositionAction::SetShapeWeight {
        model,
        shape: BlendShapeIndex::new(shape),
        weight,
    })
}

#[test]
fn shapes_of_one_name_move_together_until_they_are_set_apart() {
    let (mut session, key) = faces();
    let weights = |session: &Session| session.stage().models()[0].pose().shape_weights.clone();
    session.apply(set(key, 0, Some(0.5)));
    assert_eq!(weights(&session), [0.5, 0.0, 0.5]);
    session.apply(Action::Undo);
    assert_eq!(weights(&session), [0.0; 3], "one step");
    session.apply(Switch::SHAPES_TOGETHER.toggle());
    session.apply(set(key, 2, Some(0.25)));
    assert_eq!(weights(&session), [0.0, 0.0, 0.25]);
    // A shape that is not there.
    session.apply(set(key, 9, Some(1.0)));
    assert_eq!(session.edits().shape_weights.len(), 1);
}

#[test]
fn a_shape_alone_has_its_most_and_gives_all_back_the_second_time() {
    let (mut session, key) = faces();
    let weights = |session: &Session| session.stage().models()[0].pose().shape_weights.clone();
    session.apply(set(key, 1, Some(0.5)));
    let solo = Action::Composition(CompositionAction::SoloShape(key, BlendShapeIndex::new(2)));
    session.apply(solo.clone());
    assert_eq!(weights(&session), [2.0, 0.0, 2.0]);
    assert_eq!(
        session.stage().models()[0].pose().clip_weights.len(),
        3,
        "what the clips say is still known"
    );
    session.apply(solo);
    assert_eq!(weights(&session), [0.0; 3]);
    assert!(session.edits().shape_weights.is_empty());
    session.apply(Action::Undo);
    session.apply(Action::Undo);
    assert_eq!(weights(&session), [0.0, 0.5, 0.0]);
}

/// A second model has taken the place of the first.
fn after_a_drop() -> Session {
    let mut session = Session::default();
    for key in [1, 2] {
        open(
            &mut session,
            vec![file(key, vec![model("pilot")], vec![])],
            Placement::Replace,
        );
    }
    session
}

/// Every kept setting that a command of the palette can switch; the drop before it stays until the next Undo.
#[test]
fn a_kept_setting_that_was_switched_by_name_is_undone_before_the_drop() {
    let mut switched = 0;
    for command in crate::commands() {
        let mut session = after_a_drop();
        let Some(was_on) = command.is_checked(&session) else {
            continue;
        };
        let files = |session: &Session| Vec::from_iter(session.stage().files().iter().map(|file| file.key));
        let (there, before) = (files(&session), switched::switches(&session));
        session.apply(command.action());
        let told = session.apply(Action::Window(WindowAction::TellSwitched(
            command.name,
            Box::new(before),
        )));
        if told.effects.is_empty() {
            continue;
        }
        switched += 1;
        let is_on = |session: &Session| command.is_checked(session) == Some(true);
        let after = is_on(&session);
        assert_ne!(after, was_on, "{}", command.name);
        for _ in 0..2 {
            session.apply(Action::Undo);
            assert_eq!(
                (is_on(&session), files(&session)),
                (was_on, there.clone()),
                "{}",
                command.name
            );
            session.apply(Action::Redo);
            assert_eq!(
                (is_on(&session), files(&session)),
                (after, there.clone()),
                "{}",
                command.name
            );
        }
        session.apply(Action::Undo);
        session.apply(Action::Undo);
        assert_ne!(files(&session), there, "{}: the drop is next", command.name);
    }
    assert!(switched > 5, "{switched} kept settings");
}

#[test]
fn a_setting_that_was_switched_back_by_hand_is_no_step() {
    let mut tried = 0;
    for command in crate::commands() {
        let mut session = after_a_drop();
        let was_on = command.is_checked(&session);
        let before = Box::new(switched::switches(&session));
        session.apply(command.action());
        let told = session.apply(Action::Window(WindowAction::TellSwitched(command.name, before)));
        session.apply(command.action());
        // Another command is the way back from some, such as themes.
        if told.effects.is_empty() || command.is_checked(&session) != was_on {
            continue;
        }
        tried += 1;
        session.apply(Action::Undo);
        let keys: Vec<_> = session.stage().files().iter().map(|file| file.key.0).collect();
        assert_eq!(keys, [1], "{}: the drop is taken back at once", command.name);
    }
    assert!(tried > 3, "{tried} switches");
}
