//! The pose that is shown → a clip of one frame.
//!
//! In: a model as it stands: clips, layers, the hand, IK and constraints. Out: absolute keys at frame 0 for every bone and blend shape, with the
//! skeleton, which programs skip and castview shows where no model is open. A pose is never written into an open file; whoever writes it sees
//! to that.

use crate::stage::up_axis::up_axis;
use crate::{Placed, Selected, Session};
use castview_base::core::{FrameRange, Transform, UpAxis};
use castview_base::scene::{Beyond, Clip, CurveMode, Interpolation, Keys, Property, Track, Values};
use castview_motion::animation::Locals;
use castview_picture::PlacedKey;
use glam::Affine3A;
use std::collections::HashMap;

/// Bones and blend shapes of a pose at most: each takes up to seven curves.
const MOST: usize = 100_000;
/// A pose has no time; files want a rate all the same.
const RATE: f64 = 30.0;

/// A pose that is to be written.
#[derive(Clone, Debug)]
pub struct PosedClip {
    /// Name of the file without its ending, unless another one is typed.
    pub file_stem: String,
    /// Named like the file.
    pub clip: Clip,
    /// The axis that is up in the view.
    pub up: UpAxis,
    /// Sentences about what a file cannot hold of this pose.
    pub told: Vec<String>,
}

/// The model whose pose is saved: the selected one, or the first; `None`: there is none with bones.
pub(crate) fn saved_model(session: &Session) -> Option<&Placed> {
    let selected = session.edits.selected.and_then(Selected::placed);
    let selected = selected.and_then(|key| session.stage.placed(key));
    let is_posed = |placed: &&Placed| !placed.model().skeleton.is_empty();
    selected
        .filter(is_posed)
        .or_else(|| session.stage.models().iter().find(is_posed))
}

/// The pose in which `model` is shown. The error is a sentence.
pub fn posed_clip(session: &Session, model: PlacedKey) -> Result<PosedClip, String> {
    let Some(placed) = session.stage.placed(model) else {
        return Err("No pose was saved: the model is not open any more.".to_owned());
    };
    let (of, pose) = (placed.model(), placed.pose());
    let skeleton = &of.skeleton;
    if skeleton.len().max(of.blend_shapes.len()) > MOST {
        return Err(format!("No pose was saved: a file of it holds at most {MOST} bones."));
    }
    let mut locals = Locals::default();
    locals.take(skeleton, pose, Affine3A::IDENTITY, true);
    let mut tracks = Vec::new();
    // Curves find bones and shapes by their names.
    let mut written: HashMap<&str, Transform> = HashMap::new();
    let mut hidden = 0;
    for bone in (0..skeleton.len()).filter_map(|at| skeleton.from_file(at)) {
        let (name, local) = (skeleton.name(bone), locals.local[bone.get()]);
        match written.get(name) {
            Some(first) => hidden += usize::from(*first != local),
            None => {
                written.insert(name, local);
                tracks.extend(tracks_of(name, &local));
            }
        }
    }
    let mut weights: HashMap<&str, f32> = HashMap::new();
    for (shape, weight) in of.blend_shapes.iter().zip(&pose.shape_weights) {
        match weights.get(&*shape.name) {
            Some(first) => hidden += usize::from(first != weight),
            None => {
                weights.insert(&shape.name, *weight);
                tracks.push(track(&shape.name, Property::BlendWeight, scalar(*weight)));
            }
        }
    }
    let told = [
        (
            locals.leaning,
            "Axes of bones lean in this pose, which no curve says; such bones",
        ),
        (
            hidden,
            "Bones and shapes that share their name with an earlier one, and stand otherwise, are left out",
        ),
    ];
    let told = told.into_iter().filter(|(count, _)| *count > 0);
    let file = session.stage.file(placed.file).map_or("", |file| &file.name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let file_stem = match stem {
        "" => "pose".to_owned(),
        stem => format!("{stem}_pose"),
    };
    Ok(PosedClip {
        clip: Clip {
            name: file_stem.clone(),
            frames_per_second: RATE,
            looping: false,
            mode: None,
            tracks,
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end: 0.0 },
            skeleton: Some(skeleton.clone()),
            root: None,
        },
        file_stem,
        up: up_axis(session),
        told: told.map(|(count, why)| format!("{why}: {count}.")).collect(),
    })
}

fn tracks_of(name: &str, local: &Transform) -> [Track; 7] {
    use Property::{Rotation, ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
    let Transform {
        translation,
        rotation,
        scale,
    } = local;
    let rotation = Values::Rotation(vec![rotation.to_array()].into());
    [
        (TranslationX, scalar(translation.x)),
        (TranslationY, scalar(translation.y)),
        (TranslationZ, scalar(translation.z)),
        (Rotation, rotation),
        (ScaleX, scalar(scale.x)),
        (ScaleY, scalar(scale.y)),
        (ScaleZ, scalar(scale.z)),
    ]
    .map(|(property, values)| track(name, property, values))
}

fn scalar(value: f32) -> Values {
    Values::Scalar(vec![value].into())
}

fn track(target: &str, property: Property, values: Values) -> Track {
    Track {
        target: target.to_owned(),
        property,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(vec![0].into()),
        values,
        interpolation: Interpolation::default(),
        beyond: [Beyond::default(); 2],
    }
}
