//! Anything a user does. Indices beyond what is there and numbers that are none are part of it.
//!
//! In: nothing. Out: a strategy that draws every action there is: an enum whose list lacks a variant does not compile.
//! `fuzz/` compiles this folder, too. So it names public things of the library only.

use crate::*;
use castview_base::core::{BoneIndex, ClipIndex, MeshIndex};
use castview_picture::PlacedKey;
use castview_picture::opened::FileKey;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;

/// Strategy for an enum: one line for each variant, with a strategy for each of its fields. A missing variant is an error of the compiler.
macro_rules! any_of {
    ($name:ident: $($variant:ident $(($($at:ident: $of:expr),+))? $({$($field:ident: $value:expr),+})?,)+) => {{
        fn _each_has_a_line(one: &$name) {
            match one {
                $($name::$variant { .. } => {})+
            }
        }
        Union::new([
            $(any_of!(@ $name $variant $(($($at: $of),+))? $({$($field: $value),+})?).boxed(),)+
        ])
        .boxed()
    }};
    (@ $name:ident $variant:ident) => { Just($name::$variant) };
    (@ $name:ident $variant:ident ($($at:ident: $of:expr),+)) => {
        ($($of,)+).prop_map(|($($at,)+)| $name::$variant($($at),+))
    };
    (@ $name:ident $variant:ident {$($field:ident: $value:expr),+}) => {
        ($($value,)+).prop_map(|($($field,)+)| $name::$variant { $($field),+ })
    };
}

mod composition;
mod place;
mod play;
mod view;
mod window;

/// Composition and playback have the most to derive, so they come up more often than the rest.
pub fn any_action() -> impl Strategy<Value = Action> {
    let all = any_of!(Action:
        Stage(action: place::any_of_stage()),
        Browser(action: place::any_of_browser()),
        Playback(action: play::any_of_playback()),
        Composition(action: composition::any_of_composition()),
        Selection(action: place::any_of_selection()),
        Probe(action: place::any_of_probe()),
        View(action: view::any_of_view()),
        Aids(action: play::any_of_aids()),
        Window(action: window::any_of_window()),
        Export(action: window::any_of_export()),
        Switch(switch: select(Switch::ALL), on: maybe(any::<bool>())),
        Dial(value: select(DialValue::ALL)),
        Undo,
        Redo,
        Escape,
    );
    prop_oneof![
        12 => all,
        6 => composition::any_of_composition().prop_map(Action::Composition),
        3 => play::any_of_playback().prop_map(Action::Playback),
        2 => view::any_of_view().prop_map(Action::View),
        4 => select(Switch::ALL).prop_map(Switch::toggle),
        3 => select(DialValue::ALL).prop_map(DialValue::choose),
    ]
}

fn maybe<T: Clone + std::fmt::Debug + 'static>(of: impl Strategy<Value = T> + 'static) -> BoxedStrategy<Option<T>> {
    prop::option::of(of).boxed()
}

/// A number of a usual size; now and then none at all, or one without end.
fn number() -> BoxedStrategy<f32> {
    let odd = select(vec![0.0, 1.0, -1.0, 1e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN]);
    prop_oneof![8 => -2.0_f32..2.0, 1 => odd].boxed()
}

fn long_number() -> BoxedStrategy<f64> {
    prop_oneof![3 => -2.0_f64..14.0, 1 => number().prop_map(f64::from)].boxed()
}

fn model() -> BoxedStrategy<PlacedKey> {
    (0_u64..6).prop_map(PlacedKey).boxed()
}

fn file() -> BoxedStrategy<FileKey> {
    (1_u64..4).prop_map(FileKey).boxed()
}

fn bone() -> BoxedStrategy<BoneIndex> {
    (0_usize..4).prop_map(BoneIndex::new).boxed()
}

fn mesh() -> BoxedStrategy<MeshIndex> {
    (0_usize..3).prop_map(MeshIndex::new).boxed()
}

fn clip() -> BoxedStrategy<ClipKey> {
    let key = |(file, clip)| ClipKey {
        file,
        clip: ClipIndex::new(clip),
    };
    (file(), 0_usize..3).prop_map(key).boxed()
}

/// A place of a file that is open, or of one that is not.
fn location() -> BoxedStrategy<String> {
    select(vec![
        "",
        "file1.cast",
        "/tmp/file1.cast",
        "/tmp/new.glb",
        "/tmp",
        "image.png",
    ])
    .prop_map(str::to_owned)
    .boxed()
}

fn any_selected() -> BoxedStrategy<Selected> {
    use castview_base::core::{
        BlendShapeIndex, ConstraintIndex, FixtureIndex, HairIndex, IkHandleIndex, InstanceIndex, MaterialIndex,
    };
    let any = any_of!(Selected:
        File(file: file()),
        Model(model: model()),
        Bone(model: model(), bone: bone()),
        Handle(model: model(), handle: (0_usize..2).prop_map(IkHandleIndex::new)),
        Constraint(model: model(), constraint: (0_usize..2).prop_map(ConstraintIndex::new)),
        Mesh(model: model(), mesh: mesh()),
        Hair(model: model(), hair: (0_usize..2).prop_map(HairIndex::new)),
        BlendShape(model: model(), shape: (0_usize..2).prop_map(BlendShapeIndex::new)),
        Material(model: model(), material: (0_usize..2).prop_map(MaterialIndex::new)),
        Fixture(model: model(), fixture: (0_usize..2).prop_map(FixtureIndex::new)),
        Clip(clip: clip()),
        Instance(file: file(), instance: (0_usize..2).prop_map(InstanceIndex::new)),
    );
    let bones = (model(), bone()).prop_map(|(model, bone)| Selected::Bone(model, bone));
    prop_oneof![any, bones].boxed()
}
