//! Models that are shown as one of their steps leaves them.

use super::*;
use crate::saved::saved_view;
use crate::saved::show_saved;
use crate::view::surfaces::legend;
use castview_base::core::{BoneIndex, SkinIndex};
use castview_base::scene::{Influences, Skin};
use castview_motion::animation::LayerPart;
use castview_picture::PlacedKey;

/// At frame 10 of `walk`, which puts the hip at 10; `lean` lies over it and adds 10, half of it.
fn staged() -> (Session, PlacedKey, LayerKey) {
    let mut lean = clip("lean", "hip", None);
    lean.tracks[0].mode = CurveMode::Additive;
    let mut session = with_pilot(vec![clip("walk", "hip", None), lean]);
    let keys: Vec<ClipKey> = session.stage().clips().iter().map(|entry| entry.key).collect();
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(keys[0]))));
    session.apply(Action::Playback(PlaybackAction::Pause));
    let add = CompositionAction::AddLayer {
        clip: keys[1],
        model: None,
    };
    session.apply(Action::Composition(add));
    let layer = session.edits().layers()[0].key;
    let half = CompositionAction::ChangeLayer(layer, LayerChange::Weight(0.5));
    session.apply(Action::Composition(half));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    let model = session.stage().models()[0].key;
    (session, model, layer)
}

fn stop(session: &mut Session, stopped: Option<Stopped>) {
    session.apply(Action::Composition(CompositionAction::Stop(stopped)));
}

#[test]
fn each_step_is_shown_alone_and_told() {
    let (mut session, model, layer) = staged();
    assert_eq!(hip_x(&session), 15.0);
    for (after, x, told) in [
        (StopAfter::Rest, 0.0, "Stopped at rest"),
        (
            StopAfter::Layer(None, LayerPart::Keys),
            10.0,
            "Stopped at the keys of clip walk",
        ),
        (
            StopAfter::Layer(None, LayerPart::Whole),
            10.0,
            "Stopped after clip walk",
        ),
        (
            StopAfter::Layer(Some(layer), LayerPart::Keys),
            10.0,
            "Stopped at the keys of layer lean",
        ),
        (
            StopAfter::Layer(Some(layer), LayerPart::Mode),
            20.0,
            "Stopped after the mode of layer lean",
        ),
        (
            StopAfter::Layer(Some(layer), LayerPart::Whole),
            15.0,
            "Stopped after layer lean",
        ),
    ] {
        let revision = session.revision();
        stop(&mut session, Some(Stopped { model, after }));
        assert_eq!(hip_x(&session), x, "{told}");
        assert!(session.revision() > revision, "{told}: drawn anew");
        assert_eq!(stopped_words(&session).as_deref(), Some(told));
        let legends = legend::legends(&session);
        let lines: Vec<&str> = legends
            .iter()
            .flat_map(|legend| &legend.entries)
            .map(|entry| &*entry.words)
            .collect();
        assert_eq!(lines, [told], "a picture of it says so");
        assert_eq!(saved_view(&session).edits.stopped, Some(Stopped { model, after }));
    }
    let placed = &session.stage().models()[0];
    let way = selection::bone_way(&session, placed, BoneIndex::new(0));
    assert_eq!(way.shown_local.translation.x, 15.0, "the steps are told to their end");
    assert_eq!(
        way.stage_from_bone.translation.x, 15.0,
        "and so is where the bone stands after them"
    );
    for (after, line) in [
        (None, "clip walk, layer lean"),
        (Some(StopAfter::Rest), "stopped at rest"),
        (
            Some(StopAfter::Layer(None, LayerPart::Keys)),
            "clip walk, stopped at the keys of clip walk",
        ),
        (
            Some(StopAfter::Layer(Some(layer), LayerPart::Mode)),
            "clip walk, layer lean, stopped after the mode of layer lean",
        ),
        (Some(StopAfter::Shapes), "bind pose, stopped after the blend shapes"),
    ] {
        stop(&mut session, after.map(|after| Stopped { model, after }));
        let placed = &session.stage().models()[0];
        let by = selection::posed_by(&session, placed, BoneIndex::new(0));
        let word = if after.is_some() { "stopped" } else { "posed" };
        assert_eq!((&*by.line, by.word), (line, word));
    }
}

#[test]
fn a_stop_is_undone_kept_in_views_and_left_out_of_models() {
    let (mut session, model, layer) = staged();
    let [after_clip, after_layer] = [None, Some(layer)].map(|key| Stopped {
        model,
        after: StopAfter::Layer(key, LayerPart::Whole),
    });
    stop(&mut session, Some(after_clip));
    stop(&mut session, Some(after_layer));
    session.apply(Action::Escape);
    for (action, stopped, x) in [
        (Action::Undo, Some(after_layer), 15.0),
        (Action::Undo, Some(after_clip), 10.0),
        (Action::Redo, Some(after_layer), 15.0),
        (Action::Undo, Some(after_clip), 10.0),
    ] {
        session.apply(action);
        assert_eq!((session.edits().stopped, hip_x(&session)), (stopped, x));
    }
    let command = session.view_command().expect("the file has a name");
    assert_eq!(
        command.view.edits.stopped,
        Some(after_clip),
        "the command draws what is seen"
    );
    assert_eq!(command.clone().for_models(&session).view.edits.stopped, None);
    session.apply(Action::Composition(CompositionAction::Stop(None)));
    let shown = show_saved(&mut session, &command.view);
    assert!(shown.is_ok() && hip_x(&session) == 10.0 && session.edits().stopped == Some(after_clip));
    // Another clip has another ladder: the stop of the former one does not come back.
    let lean = session.stage().clips()[1].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(lean))));
    session.apply(Action::Undo);
    assert_eq!(session.edits().stopped, None);
}

/// Stops that were taken back, or lie before others, belong to the clip that played then.
#[test]
fn no_stop_comes_back_on_another_clip() {
    for undone in [0, 1, 2] {
        let (mut session, model, layer) = staged();
        let weighs = |session: &Session| session.edits().layers()[0].mix.weight;
        for after in [StopAfter::Layer(None, LayerPart::Whole), StopAfter::Rest] {
            stop(&mut session, Some(Stopped { model, after }));
        }
        for _ in 0..undone {
            session.apply(Action::Undo);
        }
        let lean = session.stage().clips()[1].key;
        session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(lean))));
        for action in [Action::Redo, Action::Redo, Action::Undo] {
            session.apply(action);
            assert_eq!(session.edits().stopped, None, "{undone} undone");
        }
        // The step before the stops is the next one, and not an empty one.
        assert_eq!(weighs(&session), 1.0, "{layer:?}");
    }
}

#[test]
fn aids_and_copied_numbers_follow_a_stop_and_the_ground_does_not() {
    let (mut session, model, _) = staged();
    let hip = Selected::Bone(model, BoneIndex::new(0));
    session.apply(Action::Selection(SelectionAction::Select(Some(hip))));
    session.apply(Switch::TRAIL.toggle());
    let points = [MeasurePoint::Bone(model, BoneIndex::new(0)), MeasurePoint::Ground];
    session.apply(Action::Probe(ProbeAction::Measure(Measure::Distance(points))));
    let last = |session: &Session| session.aids().trail_points()[0].last().expect("it plays").position.x;
    let copied = |session: &Session| {
        let placed = &session.stage().models()[0];
        let text = selection::bone_text(session, placed, BoneIndex::new(0));
        [BoneForm::Text, BoneForm::Json].map(|form| text.written(form))
    };
    let (ground, all) = (session.view().ground(), copied(&session));
    assert_eq!(last(&session), 15.0);
    let after = StopAfter::Layer(None, LayerPart::Whole);
    stop(&mut session, Some(Stopped { model, after }));
    assert_eq!(last(&session), 10.0, "the trail leads through the model that is shown");
    assert_eq!(session.view().ground(), ground);
    let [text, json] = copied(&session);
    assert!(text.starts_with("hip (local, stopped after clip walk)\n"), "{text}");
    assert!(json.ends_with(",\"stopped\":\"after clip walk\"}"), "{json}");
    stop(&mut session, None);
    assert_eq!((last(&session), copied(&session)), (15.0, all));
}

#[test]
fn a_stop_ends_with_escape_another_clip_and_its_layer() {
    let (mut session, model, layer) = staged();
    let after = StopAfter::Layer(None, LayerPart::Whole);
    let stopped = Some(Stopped { model, after });
    stop(&mut session, stopped);
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(4.0))));
    assert_eq!(hip_x(&session), 4.0, "time goes on under it");
    session.apply(Action::Escape);
    assert_eq!((hip_x(&session), session.edits().stopped), (6.0, None));

    stop(&mut session, stopped);
    let lean = session.stage().clips()[1].key;
    session.apply(Action::Playback(PlaybackAction::ChooseClip(Some(lean))));
    assert_eq!(session.edits().stopped, None, "another clip plays");

    let after = StopAfter::Layer(Some(layer), LayerPart::Mode);
    for silence in [LayerChange::Mute(true), LayerChange::Remove] {
        stop(&mut session, Some(Stopped { model, after }));
        assert!(session.edits().stopped.is_some());
        session.apply(Action::Composition(CompositionAction::ChangeLayer(
            layer,
            silence.clone(),
        )));
        assert_eq!(session.edits().stopped, None, "{silence:?}");
        if silence == LayerChange::Mute(true) {
            session.apply(Action::Composition(CompositionAction::ChangeLayer(
                layer,
                LayerChange::Mute(false),
            )));
        }
    }
    stop(&mut session, Some(Stopped { model, after }));
    assert_eq!(session.edits().stopped, None, "no such layer");
}

#[test]
fn weights_set_by_hand_are_no_step_of_the_bones() {
    let (mut session, model, _) = staged();
    let by_hand = CompositionAction::SetShapeWeight {
        model,
        shape: BlendShapeIndex::new(0),
        weight: Some(0.75),
    };
    session.apply(Action::Composition(by_hand));
    let weight = |session: &Session| session.stage().models()[0].pose().shape_weights[0];
    stop(
        &mut session,
        Some(Stopped {
            model,
            after: StopAfter::Rest,
        }),
    );
    assert_eq!(weight(&session), 0.0);
    stop(
        &mut session,
        Some(Stopped {
            model,
            after: StopAfter::Shapes,
        }),
    );
    assert_eq!(
        (weight(&session), hip_x(&session)),
        (0.75, 0.0),
        "shapes on a model in its bind pose"
    );
    stop(&mut session, None);
    assert_eq!((weight(&session), hip_x(&session)), (0.75, 15.0));
}

/// The pilot whose second vertex hangs on the hip by 0.75 and on the spine by 0.25, with the smile at 0.5; the hip at 10.
fn skinned() -> (Session, PlacedKey) {
    let mut pilot = model("pilot");
    let rest = pilot.skeleton.rest_model_from_bone();
    pilot.skins = vec![Skin {
        bones: vec![BoneIndex::new(0), BoneIndex::new(1)],
        bone_from_mesh: rest.iter().map(|bone| Some(bone.inverse())).collect(),
    }];
    pilot.meshes[0].skin = Some(SkinIndex::new(0));
    pilot.meshes[0].influences = Influences {
        stride: 2,
        slots: vec![0, 1, 0, 1, 0, 1].into(),
        weights: vec![1.0, 0.0, 0.75, 0.25, 0.0, 1.0].into(),
        ..Influences::default()
    };
    let mut turn = clip("turn", "hip", None);
    let mut spine = turn.tracks[0].clone();
    spine.target = "spine".into();
    spine.values = Values::Scalar(vec![0.0, 4.0].into());
    turn.tracks.push(spine);
    let mut session = Session::default();
    open(&mut session, vec![file(1, vec![pilot], vec![turn])], Placement::Replace);
    session.apply(Action::Playback(PlaybackAction::Pause));
    session.apply(Action::Playback(PlaybackAction::Seek(Seek::Frame(10.0))));
    let model = session.stage().models()[0].key;
    session.apply(Action::Probe(ProbeAction::PinVertex(model, MeshIndex::new(0), 1)));
    let smile = CompositionAction::SetShapeWeight {
        model,
        shape: BlendShapeIndex::new(0),
        weight: Some(0.5),
    };
    session.apply(Action::Composition(smile));
    (session, model)
}

#[test]
fn a_vertex_is_told_from_rest_by_each_bone_to_the_skin_and_stops_there() {
    let (mut session, model) = skinned();
    let way = |session: &Session| {
        let pin = session.edits().pins()[0];
        let way = probe::vertex_way(session, &pin).expect("it is open");
        let stops: Vec<_> = way.rungs.iter().map(|rung| way.stop(rung)).collect();
        (way.rungs, stops)
    };
    let (rungs, stops) = way(&session);
    let places: Vec<Vec3> = rungs.iter().map(|rung| rung.position).collect();
    let morphed = Vec3::new(1.0, 0.0, 0.5);
    assert_eq!(
        places,
        [
            Vec3::X,
            morphed,
            morphed + Vec3::X * 10.0,
            morphed + Vec3::X * 14.0,
            // Three quarters of 10, a quarter of 14.
            morphed + Vec3::X * 11.0,
        ]
    );
    let by_weights = rungs.iter().fold(Vec3::ZERO, |sum, rung| match &rung.step {
        VertexStep::Influence { influence, palette } => sum + influence.weight * palette.transform_point3(morphed),
        _ => sum,
    });
    assert_eq!(by_weights, places[4], "the influences recombine");
    let mesh = MeshIndex::new(0);
    assert_eq!(
        stops,
        [
            Some(StopAfter::Rest),
            Some(StopAfter::Shapes),
            Some(StopAfter::Influence(mesh, 0)),
            Some(StopAfter::Influence(mesh, 1)),
            None,
        ]
    );
    for (at, after) in stops.iter().enumerate() {
        stop(&mut session, after.map(|after| Stopped { model, after }));
        let facts = probe::pin_facts(&session, &session.edits().pins()[0]).expect("it is open");
        assert_eq!(facts.steps.posed.position, places[at], "{after:?}: drawn there");
        assert_eq!(way(&session).0, rungs, "{after:?}: told to the end");
    }
    let after = StopAfter::Influence(mesh, 1);
    stop(&mut session, Some(Stopped { model, after }));
    assert_eq!(
        stopped_words(&session).as_deref(),
        Some("Stopped at influence spine alone")
    );
    let after = StopAfter::Influence(mesh, 2);
    stop(&mut session, None);
    stop(&mut session, Some(Stopped { model, after }));
    assert_eq!(session.edits().stopped, None, "the skin has two slots");
}
