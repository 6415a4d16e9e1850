//! Something a user does. Indices beyond what is there are part of it.
//!
//! `fuzz/` compiles this file, too. So it names public things of the library only.

use crate::*;
use castview_base::core::{BlendShapeIndex, BoneIndex, ClipIndex, FrameRange, MeshIndex, UpAxis};
use castview_base::scene::{CurveMode, Skinning};
use castview_motion::animation::Unposed;
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use proptest::prelude::*;

pub fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![3 => any_of_time(), 6 => any_of_composition(), 5 => any_other()]
}

fn any_clip_key() -> impl Strategy<Value = ClipKey> + Clone {
    (1_u64..4, 0_usize..3).prop_map(|(file, clip)| ClipKey {
        file: FileKey(file),
        clip: ClipIndex::new(clip),
    })
}

fn any_layer_change() -> impl Strategy<Value = LayerChange> + Clone {
    prop_oneof![
        (0.0_f32..1.5).prop_map(LayerChange::Weight),
        any::<bool>().prop_map(LayerChange::Mute),
        any::<bool>().prop_map(LayerChange::Solo),
        prop::option::of(Just("spine".to_owned())).prop_map(LayerChange::Mask),
        (-1.0_f64..1.0).prop_map(LayerChange::OffsetSecs),
        (0.1_f64..3.0).prop_map(LayerChange::Speed),
        any::<bool>().prop_map(|up| LayerChange::Move { up }),
        Just(LayerChange::Remove),
    ]
}

fn any_of_time() -> impl Strategy<Value = Action> {
    let clip = any_clip_key();
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
    ]
}

fn any_of_composition() -> impl Strategy<Value = Action> {
    let (clip, layer) = (any_clip_key(), any_layer_change());
    let model = 0_u64..4;
    let bone = |model, bone| Selected::Bone(PlacedKey(model), BoneIndex::new(bone));
    prop_oneof![
        (clip.clone(), prop::option::of(model.clone())).prop_map(|(clip, model)| {
            let model = model.map(PlacedKey);
            Action::Composition(CompositionAction::AddLayer { clip, model })
        }),
        (0_u64..4, layer.clone())
            .prop_map(|(key, change)| Action::Composition(CompositionAction::ChangeLayer(LayerKey(key), change))),
        layer.prop_map(|change| Action::Composition(CompositionAction::ChangeBase(change))),
        (model.clone(), 0.0_f32..1.0).prop_map(|(model, weight)| {
            Action::Composition(CompositionAction::SetShapeWeight {
                model: PlacedKey(model),
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
                let (model, mesh) = (PlacedKey(model), MeshIndex::new(mesh));
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
                PlacedKey(model),
                Some(Attachment::Bone {
                    leader: PlacedKey(leader),
                    bone: BoneIndex::new(bone),
                }),
            ))
        }),
        (model.clone(), prop::option::of((-2.0_f32..2.0, -90.0_f32..90.0))).prop_map(|(model, moved)| {
            let moved = moved.map(|(x, degrees)| Moved {
                offset: [x, 0.0, 0.0].into(),
                turn: [0.0, 0.0, degrees].into(),
            });
            Action::Composition(CompositionAction::Move(PlacedKey(model), moved))
        }),
        Just(Action::Composition(CompositionAction::PutBack)),
        Just(Action::Composition(CompositionAction::PutFilesBack(vec![FileKey(1)]))),
        Just(Action::Composition(CompositionAction::ToggleRig)),
        Just(Action::Composition(CompositionAction::ToggleStepped)),
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
    ]
}

fn any_other() -> impl Strategy<Value = Action> {
    let model = 0_u64..4;
    let bone = |model, bone| Selected::Bone(PlacedKey(model), BoneIndex::new(bone));
    prop_oneof![
        (model.clone(), 0_usize..3)
            .prop_map(move |(model, at)| { Action::Selection(SelectionAction::Select(Some(bone(model, at)))) }),
        model.prop_map(|model| { Action::Selection(SelectionAction::ToggleShown(Selected::Model(PlacedKey(model),))) }),
        (0_u64..4, 0_usize..2, 0_u32..4).prop_map(|(model, mesh, vertex)| {
            Action::Probe(ProbeAction::Pin(Spot {
                model: PlacedKey(model),
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
        Just(Action::Aids(AidsAction::ToggleGhostOutlines)),
        (0_u8..=100).prop_map(|percent| Action::Aids(AidsAction::SetGhostOpacity(percent))),
        Just(Action::View(ViewAction::SetUpAxis(Some(UpAxis::Y)))),
        Just(Action::View(ViewAction::Camera(CameraMove::FrameAll))),
        Just(Action::View(ViewAction::Camera(CameraMove::FrameClip))),
        Just(Action::View(ViewAction::ShowFar)),
        (1_u64..4).prop_map(|file| Action::Stage(StageAction::CloseFile(FileKey(file)))),
        Just(Action::Undo),
        Just(Action::Redo),
        Just(Action::Escape),
    ]
}
