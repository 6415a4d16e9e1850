//! Any action on what moves the models.

use super::{bone, clip, file, long_number, maybe, mesh, model, number};
use crate::*;
use castview_base::core::BlendShapeIndex;
use castview_base::core::{ConstraintIndex, IkHandleIndex};
use castview_base::scene::Skinning;
use castview_motion::animation::{LayerPart, Renames, Retarget, Solver, Unposed};
use glam::Vec3;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

pub(super) fn any_of_composition() -> BoxedStrategy<CompositionAction> {
    any_of!(CompositionAction:
        AddLayer { clip: clip(), model: maybe(model()) },
        ChangeLayer(layer: layer(), change: any_layer_change()),
        ChangeBase(change: any_layer_change()),
        CrossFade { to: clip(), frames: long_number() },
        ClearLayers,
        StepLayer(step: any_layer_step()),
        ShowKeys(layer: maybe(layer())),
        OverrideMode(scope: any_scope(), mode: maybe(any_mode())),
        ResetModes,
        ScaleClips(file: file(), scale: maybe(scale())),
        Retarget(clip: clip(), model: maybe(model()), way: any_way()),
        Attach(model: model(), attachment: maybe(any_attachment())),
        Move(model: model(), moved: maybe(any_moved())),
        PutBack,
        CarryModel,
        HangCarried,
        TakeSelectedOff,
        SetRenames(renames: any_renames()),
        SetPosed { unposed: any_unposed(), weight: number() },
        Stop(stopped: maybe(any_stopped())),
        PoseByHand(action: any_hand_pose()),
        Pinned(action: any_pinned()),
        SetMethod(
            model: model(),
            mesh: mesh(),
            method: maybe(select(vec![Skinning::Linear, Skinning::DualQuaternion]))
        ),
        SoloShape(model: model(), shape: shape()),
        SetShapeWeight { model: model(), shape: shape(), weight: maybe(number()) },
        EndDrag,
        ResetShapeWeights,
    )
}

fn layer() -> BoxedStrategy<LayerKey> {
    (0_u64..5).prop_map(LayerKey).boxed()
}

fn shape() -> BoxedStrategy<BlendShapeIndex> {
    (0_usize..2).prop_map(BlendShapeIndex::new).boxed()
}

fn scale() -> BoxedStrategy<f32> {
    prop_oneof![4 => 0.1_f32..10.0, 1 => number()].boxed()
}

fn any_mode() -> BoxedStrategy<PlayAs> {
    any_of!(PlayAs: Absolute, Relative, Additive, Beyond(base: any_base()),)
}

fn any_base() -> BoxedStrategy<Base> {
    any_of!(Base: Rest, First, Frame { clip: clip(), frame: long_number() },)
}

fn any_way() -> BoxedStrategy<Retarget> {
    any_of!(Retarget: Stored, Lengths, Rotations,)
}

fn any_unposed() -> BoxedStrategy<Unposed> {
    any_of!(Unposed: Rest, Bind,)
}

fn any_stopped() -> BoxedStrategy<Stopped> {
    let part = || select(vec![LayerPart::Keys, LayerPart::Mode, LayerPart::Whole]);
    let solver = any_of!(Solver:
        Handle(handle: (0_usize..2).prop_map(IkHandleIndex::new)),
        Constraint(constraint: (0_usize..2).prop_map(ConstraintIndex::new)),
    );
    let after = any_of!(StopAfter:
        Rest,
        Layer(layer: maybe(layer()), part: part()),
        ByHand,
        Rig(solver: solver),
        Shapes,
        Influence(mesh: mesh(), slot: 0_usize..3),
    );
    (model(), after)
        .prop_map(|(model, after)| Stopped { model, after })
        .boxed()
}

fn any_pinned() -> BoxedStrategy<PinnedAction> {
    let along = maybe(select(Along::ALL.to_vec()));
    any_of!(PinnedAction: Pin, Flip, ToggleGhosts, ToggleWipe, WipeAt(share: number()), Along(along: along), Sweep, List { over_clip: any::<bool>() }, Forget,)
}

fn any_hand_pose() -> BoxedStrategy<HandPoseAction> {
    let part = || select(vec![HandPart::Turn, HandPart::Shift, HandPart::Scale]);
    let value = (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    any_of!(HandPoseAction:
        Set { model: model(), bone: bone(), part: part(), value: value },
        ToggleHandles(part: part()),
        ToggleShapes,
        BeginDrag,
        BeginGoalDrag { model: model(), handle: (0_usize..2).prop_map(IkHandleIndex::new) },
        DragGoal { way: (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z)) },
        CopyPose,
        Paste { mirrored: any::<bool>() },
        PasteText { text: any_pose_text(), mirrored: any::<bool>() },
        Mirror,
        Drag { part: part(), axis: 0_usize..4, way: number() },
        TellIn(space: select(HandSpace::ALL.to_vec())),
        ResetSelected,
        ResetAll,
    )
}

/// Poses of the bones that the models have, and text that is none.
fn any_pose_text() -> BoxedStrategy<String> {
    let one = |name: &str| {
        format!("{{\"name\":\"{name}\",\"translation\":[0,1,2],\"rotation\":[0,0,0.6,0.8],\"scale\":[1,2,1]}}")
    };
    let pose = |names: &[&str]| {
        let bones: Vec<String> = names.iter().map(|name| one(name)).collect();
        format!("{{\"castview_pose\":1,\"bones\":[{}]}}", bones.join(","))
    };
    select(vec![
        pose(&["hip"]),
        pose(&["hip", "spine"]),
        pose(&[]),
        "/tmp/a.cast".to_owned(),
    ])
    .boxed()
}

fn any_scope() -> BoxedStrategy<ModeScope> {
    any_of!(ModeScope: Bone(model: model(), bone: bone()), Clip(clip: clip()), Layer(layer: layer()),)
}

fn any_attachment() -> BoxedStrategy<Attachment> {
    any_of!(Attachment:
        Bone { leader: model(), bone: bone() },
        Follow { leader: model() },
    )
}

fn any_moved() -> BoxedStrategy<Moved> {
    let vector = || (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z));
    (vector(), vector())
        .prop_map(|(offset, turn)| Moved {
            offset,
            turn: turn * 45.0,
        })
        .boxed()
}

fn any_renames() -> BoxedStrategy<Renames> {
    let renamed = maybe(select(vec![("hip", "spine"), ("nobody", "head")]));
    (any::<bool>(), any::<bool>(), any::<bool>(), renamed)
        .prop_map(|(ignores_namespaces, as_stored, first_only, renamed)| Renames {
            ignores_namespaces,
            prefixes: Vec::new(),
            names: renamed
                .into_iter()
                .map(|(from, to)| (from.to_owned(), to.to_owned()))
                .collect(),
            as_stored,
            first_only,
        })
        .boxed()
}

fn any_layer_change() -> BoxedStrategy<LayerChange> {
    any_of!(LayerChange:
        Weight(weight: number()),
        Mute(muted: any::<bool>()),
        Solo(solo: any::<bool>()),
        Mask(bone: maybe(select(vec!["spine", "nobody"]).prop_map(str::to_owned))),
        Model(model: maybe(model())),
        OffsetSecs(secs: number().prop_map(f64::from)),
        Speed(speed: number().prop_map(f64::from)),
        HeldSecs(secs: maybe(number().prop_map(f64::from))),
        FadeInSecs(secs: number().prop_map(f64::from)),
        Move { up: any::<bool>() },
        Remove,
    )
}

fn any_layer_step() -> BoxedStrategy<LayerStep> {
    any_of!(LayerStep:
        Choose { up: any::<bool>() },
        Move { up: any::<bool>() },
        ToggleMute,
        ToggleSolo,
        Weight(by: number()),
        Offset(frames: long_number()),
        MaskHere,
        Add,
        Remove,
    )
}
