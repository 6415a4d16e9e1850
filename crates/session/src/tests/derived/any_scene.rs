//! The scene of a file: up to two models and two clips, some of which meet.
//!
//! `fuzz/` compiles this file, too. So it names public things of the library only.

use castview_base::core::{Bounds, FrameRange, MeshIndex, Transform};
use castview_base::scene::{
    BlendShape, Bone, Clip, CurveMode, Keys, Mesh, Model, Property, Scene, Skeleton, Track, Values,
};
use glam::Vec3;
use proptest::prelude::*;
use proptest::sample::select;

/// Names that models and clips share, so that many tracks find something to drive.
const NAMES: [&str; 4] = ["hip", "spine", "head", "hand"];
const SHAPE: &str = "smile";

pub fn any_scene() -> impl Strategy<Value = Scene> {
    let models = prop::collection::vec(any_model(), 0..3);
    (models, prop::collection::vec(any_clip(), 0..3)).prop_map(|(models, clips)| Scene {
        models,
        clips,
        ..Scene::default()
    })
}

/// Up to four bones in any hierarchy, and up to two triangles, the first with a blend shape.
fn any_model() -> impl Strategy<Value = Model> {
    let bones = prop::collection::vec((0_usize..4, -1.0_f32..1.0), 0..4);
    (bones, 0_usize..3).prop_map(|(bones, meshes)| {
        let bones = bones.iter().enumerate().map(|(index, &(above, x))| Bone {
            name: NAMES[index].into(),
            parent: Some(above).filter(|above| *above < index),
            rest: Transform {
                translation: Vec3::new(x, 1.0, 0.0),
                ..Transform::IDENTITY
            },
            ..Bone::default()
        });
        let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mesh = |number| Mesh {
            name: format!("mesh {number}"),
            positions: corners.to_vec().into(),
            triangles: vec![0, 1, 2].into(),
            bounds: corners.iter().map(|corner| Vec3::from(*corner)).collect::<Bounds>(),
            ..Mesh::default()
        };
        let smile = BlendShape {
            name: SHAPE.into(),
            mesh: MeshIndex::new(0),
            max_weight: 1.0,
            vertices: vec![1],
            deltas: vec![[0.0, 0.0, 1.0]],
            rest_weight: 0.0,
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        };
        Model {
            name: "model".into(),
            skeleton: Skeleton::new(bones.collect()).expect("parents come first"),
            meshes: (0..meshes).map(mesh).collect(),
            blend_shapes: if meshes > 0 { vec![smile] } else { Vec::new() }.into(),
            ..Model::default()
        }
    })
}

fn any_clip() -> impl Strategy<Value = Clip> {
    let tracks = prop::collection::vec(any_track(), 0..4);
    let range = (-3.0_f64..3.0, 0.0_f64..12.0);
    (tracks, range, any::<bool>()).prop_map(|(tracks, (start, length), looping)| Clip {
        root: None,
        name: "clip".into(),
        frames_per_second: 10.0,
        looping,
        mode: None,
        tracks,
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start,
            end: start + length,
        },
        skeleton: None,
    })
}

/// A track of a bone or of the blend shape; now and then of a name that no model has.
fn any_track() -> impl Strategy<Value = Track> {
    let drives = select(vec![
        (NAMES[0], Property::TranslationX),
        (NAMES[0], Property::ScaleY),
        (NAMES[1], Property::TranslationY),
        (NAMES[2], Property::TranslationZ),
        (SHAPE, Property::BlendWeight),
        ("nobody", Property::TranslationX),
    ]);
    let mode = select(vec![CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive]);
    let keys = prop::collection::vec((1_u32..5, -3.0_f32..3.0), 1..4);
    (drives, mode, keys).prop_map(|((target, property), mode, keys)| {
        let times = keys.iter().scan(0, |at, (step, _)| {
            *at += step;
            Some(*at)
        });
        Track {
            target: target.into(),
            property,
            mode,
            additive_weight: 1.0,
            keys: Keys::Whole(times.collect::<Vec<_>>().into()),
            values: Values::Scalar(keys.iter().map(|key| key.1).collect::<Vec<_>>().into()),
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    })
}
