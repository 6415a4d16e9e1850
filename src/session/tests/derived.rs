//! Whatever actions a session has seen, what it has derived is what it would derive from nothing.

use super::*;
use crate::animation::Unposed;
use crate::scene::Skinning;
use crate::session::RootMotion;
use proptest::prelude::*;

/// What a picture shows of the derived, as text: poses, bounds, levels, trails, ghosts, pins.
fn drawn(session: &Session) -> String {
    let mut out = Vec::new();
    for placed in &session.stage.models {
        let pose = &*placed.pose;
        out.push(format!(
            "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
            placed.key,
            pose.local,
            pose.palettes,
            pose.shape_weights,
            pose.methods,
            pose.mesh_visible,
            pose.settings,
            placed.stage_from_model,
            placed.bounds,
            session.left_out_of(placed.key),
        ));
    }
    let picture = session.picture([64, 64], 1);
    out.push(format!("trails {:?}", picture.trails));
    out.push(format!(
        "pins {:?} {:?}",
        picture.lines,
        picture
            .labels
            .iter()
            .filter(|label| label.text.contains("vertex"))
            .collect::<Vec<_>>()
    ));
    for ghost in &picture.ghosts {
        out.push(format!("ghost {:?}", ghost.model.pose.local));
    }
    out.join("\n")
}

/// Every derived value, as text: what is drawn, seam, events, budget, whose keys are looked at.
fn derived(session: &Session) -> String {
    [
        drawn(session),
        format!("seam {:?}", session.seam()),
        format!("events {:?}", session.event_tracks().collect::<Vec<_>>()),
        format!("budget {:?}", session.budget_sentence()),
        format!("keyed {:?}", session.keyed().map(|keyed| keyed.entry.key)),
    ]
    .join("\n")
}

/// Forgets all that is derived, and makes it anew.
fn from_nothing(session: &mut Session) {
    session.aids.trails.forget();
    session.view.budgeted.forget();
    session.aids.ghosts = Default::default();
    session.aids.camera_paths = Default::default();
    session.playback.layer_events = Default::default();
    session.view.left_out = Default::default();
    session.composition.next_poses.clear();
    for placed in &mut session.stage.models {
        placed.pose = Arc::new(crate::animation::rest_pose(placed.model()));
        placed.bounds = crate::core::Bounds::EMPTY;
        placed.tight = None;
    }
    session.bind_active_clip();
    session.note(Change::POSES | Change::SEAM);
    session.evaluate();
    session.measure_seam();
    session.list_events();
    session.follow_aids();
}

/// A model with bones, a mesh and a shape; another that can hang on it; clips for both.
fn busy() -> Session {
    let mut session = Session::default();
    let clips = vec![clip("walk", "hip", None), clip("turn", "spine", None)];
    open(
        &mut session,
        vec![file(1, vec![model("pilot")], clips)],
        Placement::Replace,
    );
    open(&mut session, vec![file(2, vec![model("hat")], vec![])], Placement::Add);
    session
}

/// Something a user does. Indices beyond what is there are part of it.
fn any_action() -> impl Strategy<Value = Action> {
    let clip = (1_u64..4, 0_usize..3).prop_map(|(file, clip)| ClipKey {
        file: FileKey(file),
        clip: crate::core::ClipIndex::new(clip),
    });
    let model = 0_u64..4;
    let bone = |model, bone| Selected::Bone(crate::picture::PlacedKey(model), crate::core::BoneIndex::new(bone));
    let layer = prop_oneof![
        (0.0_f32..1.5).prop_map(LayerChange::Weight),
        any::<bool>().prop_map(LayerChange::Mute),
        any::<bool>().prop_map(LayerChange::Solo),
        prop::option::of(Just("spine".to_owned())).prop_map(LayerChange::Mask),
        (-1.0_f64..1.0).prop_map(LayerChange::OffsetSecs),
        (0.1_f64..3.0).prop_map(LayerChange::Speed),
        any::<bool>().prop_map(|up| LayerChange::Move { up }),
        Just(LayerChange::Remove),
    ];
    prop_oneof![
        clip.clone()
            .prop_map(|clip| Action::Playback(PlaybackAction::ChooseClip(Some(clip)))),
        Just(Action::Playback(PlaybackAction::ChooseClip(None))),
        (-2.0_f64..14.0).prop_map(|frame| Action::Playback(PlaybackAction::Seek(Seek::Frame(frame)))),
        (0.0_f64..5.0, 5.0_f64..12.0).prop_map(|(start, end)| {
            Action::Playback(PlaybackAction::Range(RangeEdit::Set(FrameRange { start, end })))
        }),
        Just(Action::Playback(PlaybackAction::Range(RangeEdit::Clear))),
        prop::sample::select(vec![
            PlaybackAction::ToggleLoop,
            PlaybackAction::ToggleFileLoop,
            PlaybackAction::TogglePingPong,
            PlaybackAction::ToggleReverse,
            PlaybackAction::TogglePlayAll,
        ])
        .prop_map(Action::Playback),
        Just(Action::Playback(PlaybackAction::Marker(MarkerEdit::ToggleHere))),
        (clip.clone(), prop::option::of(model.clone())).prop_map(|(clip, model)| {
            let model = model.map(crate::picture::PlacedKey);
            Action::Composition(CompositionAction::AddLayer { clip, model })
        }),
        (0_u64..4, layer.clone())
            .prop_map(|(key, change)| Action::Composition(CompositionAction::ChangeLayer(LayerKey(key), change))),
        layer.prop_map(|change| Action::Composition(CompositionAction::ChangeBase(change))),
        (model.clone(), 0.0_f32..1.0).prop_map(|(model, weight)| {
            Action::Composition(CompositionAction::SetShapeWeight {
                model: crate::picture::PlacedKey(model),
                shape: BlendShapeIndex::new(0),
                weight: Some(weight),
            })
        }),
        Just(Action::Composition(CompositionAction::ResetShapeWeights)),
        (
            model.clone(),
            0_usize..2,
            prop::sample::select(vec![None, Some(Skinning::Linear), Some(Skinning::DualQuaternion)])
        )
            .prop_map(|(model, mesh, method)| {
                let (model, mesh) = (crate::picture::PlacedKey(model), MeshIndex::new(mesh));
                Action::Composition(CompositionAction::SetMethod(model, mesh, method))
            }),
        (model.clone(), 0_usize..3).prop_map(move |(model, at)| {
            let Selected::Bone(model, bone) = bone(model, at) else {
                unreachable!()
            };
            Action::Composition(CompositionAction::OverrideMode(
                ModeScope::Bone(model, bone),
                Some(CurveMode::Relative),
            ))
        }),
        Just(Action::Composition(CompositionAction::ResetModes)),
        (model.clone(), model.clone(), 0_usize..2).prop_map(|(model, leader, bone)| {
            Action::Composition(CompositionAction::Attach(
                crate::picture::PlacedKey(model),
                Some(Attachment::Bone {
                    leader: crate::picture::PlacedKey(leader),
                    bone: crate::core::BoneIndex::new(bone),
                }),
            ))
        }),
        Just(Action::Composition(CompositionAction::ToggleRig)),
        prop::sample::select(vec![Unposed::Rest, Unposed::Bind])
            .prop_map(|unposed| Action::Composition(CompositionAction::ToggleUnposed(unposed))),
        (0.0_f32..1.2).prop_map(|weight| {
            let unposed = Unposed::Bind;
            Action::Composition(CompositionAction::SetPosed { unposed, weight })
        }),
        Just(Action::Composition(CompositionAction::SetRootMotion(
            RootMotion::InPlace
        ))),
        Just(Action::Composition(CompositionAction::SetRootMotion(
            RootMotion::AsAuthored
        ))),
        (1_u64..3, 0.1_f32..10.0)
            .prop_map(|(file, scale)| Action::Composition(CompositionAction::ScaleClips(FileKey(file), Some(scale)))),
        (model.clone(), 0_usize..3)
            .prop_map(move |(model, at)| { Action::Selection(SelectionAction::Select(Some(bone(model, at)))) }),
        model.prop_map(|model| {
            Action::Selection(SelectionAction::ToggleShown(Selected::Model(
                crate::picture::PlacedKey(model),
            )))
        }),
        (0_u64..4, 0_usize..2, 0_u32..4).prop_map(|(model, mesh, vertex)| {
            Action::Probe(ProbeAction::Pin(Spot {
                model: crate::picture::PlacedKey(model),
                mesh: MeshIndex::new(mesh),
                placement: 0,
                triangle: 0,
                corners: [0, 1, 2],
                shares: [0.25, 0.5, 0.25],
                vertex,
            }))
        }),
        (0_u32..3).prop_map(|number| Action::Probe(ProbeAction::Remove(number))),
        Just(Action::Probe(ProbeAction::Clear)),
        Just(Action::Selection(SelectionAction::ShowAll)),
        Just(Action::Aids(AidsAction::ToggleTrail)),
        Just(Action::Aids(AidsAction::ToggleGhosts)),
        Just(Action::View(ViewAction::SetUpAxis(Some(crate::core::UpAxis::Y)))),
        Just(Action::View(ViewAction::Camera(CameraMove::FrameAll))),
        (1_u64..4).prop_map(|file| Action::Stage(StageAction::CloseFile(FileKey(file)))),
        Just(Action::Undo),
        Just(Action::Redo),
        Just(Action::Escape),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn what_is_kept_is_what_would_be_made_from_nothing(actions in prop::collection::vec(any_action(), 1..25)) {
        let mut session = busy();
        for action in actions {
            let shown = format!("{action:?}");
            let before = drawn(&session);
            let revision = session.revision();
            session.apply(action);
            let kept = derived(&session);
            if drawn(&session) != before {
                prop_assert!(session.last_change().has(Change::PICTURE) && session.revision() > revision, "{} changed the picture in silence", shown);
            }
            from_nothing(&mut session);
            prop_assert_eq!(kept, derived(&session), "after {}", shown);
        }
    }
}
