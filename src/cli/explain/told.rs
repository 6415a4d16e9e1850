//! The way of a bone as it is printed: each step with its numbers, in the shape of the JSON.

use crate::animation::{CurveUse, CurveValue, RungStep, Solver, Unposed};
use crate::core::Transform;
use crate::scene::{Interpolation, Track, Values};
use crate::session::{Base, BoneWay, ModeFrom, PlayAs, WayLayer};
use glam::{Affine3A, Mat4};
use serde::Serialize;
use std::borrow::Cow;

/// One bone of one model.
#[derive(Serialize)]
pub struct WayTold<'a> {
    pub model: &'a str,
    pub bone: &'a str,
    /// The step after which the model is stopped; those behind it are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<&'a str>,
    /// From rest up; each with the bone relative to its parent after it.
    pub steps: Vec<StepTold<'a>>,
    /// The bone relative to its parent as it is shown.
    pub local: LocalTold,
    /// The same as a matrix: parts of the parent's scale that the bone compensates, and shear, included. Columns, as all matrices.
    pub parent_from_bone: [f32; 16],
    pub parent: Option<&'a str>,
    /// The parent as it is posed; the identity for a root.
    pub model_from_parent: [f32; 16],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub follows: Option<FollowsTold<'a>>,
    pub model_from_bone: [f32; 16],
    pub stage_from_model: [f32; 16],
    pub stage_from_bone: [f32; 16],
}

/// The bone of another model with which the bone moves.
#[derive(Serialize)]
pub struct FollowsTold<'a> {
    pub model: &'a str,
    pub bone: &'a str,
    pub model_from_bone: [f32; 16],
}

#[derive(Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum StepTold<'a> {
    Rest {
        local: LocalTold,
    },
    Clip(LayerTold<'a>),
    Layer(LayerTold<'a>),
    /// The user's change of the bone, in its own axes.
    ByHand {
        change: LocalTold,
        local: LocalTold,
    },
    IkHandle {
        name: &'a str,
        local: LocalTold,
    },
    Constraint {
        name: Cow<'a, str>,
        local: LocalTold,
    },
    /// The clips are shown in part, over the rest pose or the bind pose.
    ShownPose {
        over: &'static str,
        weight: f32,
        local: LocalTold,
    },
}

#[derive(Serialize)]
pub struct LayerTold<'a> {
    pub clip: &'a str,
    /// In the clip's own frames.
    pub frame: f64,
    pub weight: f32,
    /// `false`: its mask leaves the bone out.
    pub covers_bone: bool,
    /// Curves hold the key before.
    pub stepped: bool,
    pub curves: Vec<CurveTold<'a>>,
    pub local: LocalTold,
}

#[derive(Serialize)]
pub struct CurveTold<'a> {
    /// `tx`, as `castview curves` has it.
    pub channel: Cow<'static, str>,
    /// Position in the clip's curves.
    pub curve: usize,
    pub target: &'a str,
    pub mode: &'static str,
    /// `curve`, `override of the file`, or how the user has the clip play.
    pub mode_from: Cow<'static, str>,
    pub interpolation: &'static str,
    pub keys: Vec<KeyTold<'a>>,
    /// 0…1 between the two keys.
    pub along: f64,
    pub value: NumberTold,
    /// As it meets the channel: axes, scale, retargeting and the pose of `play as` settled.
    pub used: NumberTold,
    /// The channel before.
    pub current: NumberTold,
    pub additive_weight: f32,
    /// The channel after, before the weight of the layer.
    pub made: NumberTold,
}

#[derive(Serialize)]
pub struct KeyTold<'a> {
    pub frame: f64,
    /// As it is stored.
    pub value: NumberTold,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
    /// The file or data in which the byte is counted, if it is not the clip's own file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'a str>,
    /// Why the value lies at no byte.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_byte: Option<&'static str>,
}

/// A number, or a quaternion x, y, z, w.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub enum NumberTold {
    One(f32),
    Four([f32; 4]),
}

#[derive(Clone, Copy, Serialize)]
pub struct LocalTold {
    pub translation: [f32; 3],
    pub rotation: [f32; 4],
    pub scale: [f32; 3],
}

impl StepTold<'_> {
    /// The bone after the step.
    pub fn local(&self) -> &LocalTold {
        match self {
            Self::Clip(layer) | Self::Layer(layer) => &layer.local,
            Self::Rest { local }
            | Self::ByHand { local, .. }
            | Self::IkHandle { local, .. }
            | Self::Constraint { local, .. }
            | Self::ShownPose { local, .. } => local,
        }
    }

    /// The curves of a clip that move the bone.
    pub fn curves(&self) -> &[CurveTold<'_>] {
        match self {
            Self::Clip(layer) | Self::Layer(layer) => &layer.curves,
            _ => &[],
        }
    }
}

impl From<&Transform> for LocalTold {
    fn from(local: &Transform) -> Self {
        Self {
            translation: local.translation.to_array(),
            rotation: local.rotation.to_array(),
            scale: local.scale.to_array(),
        }
    }
}

impl From<CurveValue> for NumberTold {
    fn from(value: CurveValue) -> Self {
        match value {
            CurveValue::Number(number) => Self::One(number),
            CurveValue::Rotation(rotation) => Self::Four(rotation.to_array()),
        }
    }
}

fn matrix(matrix: Affine3A) -> [f32; 16] {
    Mat4::from(matrix).to_cols_array()
}

impl<'a> WayTold<'a> {
    pub fn of(way: &'a BoneWay<'a>) -> Self {
        let (placed, bone) = (way.placed, way.bone);
        let (model, pose) = (placed.model(), placed.pose());
        let skeleton = &model.skeleton;
        let local = LocalTold::from(&pose.local[bone.get()]);
        let done = way.done().into_iter();
        let mut steps: Vec<StepTold<'_>> = done
            .map(|(rung, after)| step(way, &rung.step, (&after).into()))
            .collect();
        let stopped = way.stopped.as_ref();
        let is_whole = !stopped.is_some_and(|(stop, _)| stop.is_of_bones());
        if way.shown.weight < 1.0 && is_whole {
            steps.push(StepTold::ShownPose {
                over: match way.shown.unposed {
                    Unposed::Rest => "rest pose",
                    Unposed::Bind => "bind pose",
                },
                weight: way.shown.weight,
                local,
            });
        }
        let parent = skeleton.parent(bone);
        let model_from_parent = parent.map(|parent| pose.model_from_bone[parent.get()]);
        Self {
            model: &model.name,
            bone: skeleton.name(bone),
            steps,
            local,
            parent_from_bone: matrix(skeleton.joint(&pose.local, bone)),
            parent: parent.map(|parent| skeleton.name(parent)),
            model_from_parent: matrix(model_from_parent.unwrap_or(Affine3A::IDENTITY)),
            stopped: stopped.map(|(_, words)| &**words),
            follows: way.leader.filter(|_| is_whole).map(|(leader, bone)| FollowsTold {
                model: &leader.model().name,
                bone: leader.model().skeleton.name(bone),
                model_from_bone: matrix(leader.pose().model_from_bone[bone.get()]),
            }),
            model_from_bone: matrix(pose.model_from_bone[bone.get()]),
            stage_from_model: matrix(placed.first_stage_from_model()),
            stage_from_bone: matrix(placed.stage_from_bone(bone)),
        }
    }
}

fn step<'a>(way: &'a BoneWay<'a>, step: &'a RungStep, local: LocalTold) -> StepTold<'a> {
    let rig = &way.placed.model().rig;
    match step {
        RungStep::Rest => StepTold::Rest { local },
        RungStep::Layer {
            at, is_covered, curves, ..
        } => {
            let layer = &way.layers[*at];
            let told = LayerTold {
                clip: &layer.entry.name,
                frame: layer.layer.frame,
                weight: layer.layer.weight,
                covers_bone: *is_covered,
                stepped: layer.layer.stepped,
                curves: curves.iter().map(|used| curve(layer, used)).collect(),
                local,
            };
            match layer.key {
                None => StepTold::Clip(told),
                Some(_) => StepTold::Layer(told),
            }
        }
        RungStep::ByHand(change) => StepTold::ByHand {
            change: change.into(),
            local,
        },
        RungStep::Rig(Solver::Handle(handle)) => StepTold::IkHandle {
            name: &rig.handles[handle.get()].name,
            local,
        },
        RungStep::Rig(Solver::Constraint(constraint)) => StepTold::Constraint {
            name: way
                .placed
                .rig_parts()
                .constraint_name(way.placed.model(), *constraint)
                .to_owned()
                .into(),
            local,
        },
    }
}

fn curve<'a>(layer: &'a WayLayer<'a>, used: &CurveUse) -> CurveTold<'a> {
    let track = layer.track(used);
    let [before, after] = used.keys;
    let keys = if before == after {
        &used.keys[..1]
    } else {
        &used.keys[..]
    };
    CurveTold {
        channel: used.property.short_name(),
        curve: used.track,
        target: &track.target,
        mode: used.mode.word(),
        mode_from: match layer.mode_from(used) {
            ModeFrom::Curve => "curve".into(),
            ModeFrom::Override => "override of the file".into(),
            ModeFrom::Chosen(chosen) => play_as(chosen),
        },
        interpolation: match &track.interpolation {
            _ if layer.layer.stepped => "held by choice",
            Interpolation::Linear => "linear",
            Interpolation::Componentwise => "linear, number by number",
            Interpolation::Step => "step",
            Interpolation::Cubic(_) => "cubic",
        },
        keys: keys.iter().map(|at| key(layer, used, track, *at)).collect(),
        along: used.along,
        value: used.value.into(),
        used: used.used.into(),
        current: used.current.into(),
        additive_weight: used.additive_weight,
        made: used.made.into(),
    }
}

fn key<'a>(layer: &'a WayLayer<'a>, used: &CurveUse, track: &Track, at: usize) -> KeyTold<'a> {
    let byte = layer.byte(used, at);
    KeyTold {
        frame: track.keys.frame(at),
        value: match &track.values {
            Values::Scalar(values) => NumberTold::One(values.get(at)),
            Values::Rotation(values) => NumberTold::Four(values.get(at)),
            Values::Switch(values) => NumberTold::One(f32::from(u8::from(values[at]))),
        },
        byte: byte.ok().map(|byte| byte.byte),
        file: byte.ok().and_then(|byte| byte.of),
        no_byte: byte.err(),
    }
}

fn play_as(chosen: &PlayAs) -> Cow<'static, str> {
    match chosen {
        PlayAs::Absolute | PlayAs::Relative | PlayAs::Additive => format!("played as {}", chosen.mode().word()).into(),
        PlayAs::Beyond(Base::Rest) => "played as additive over the rest pose".into(),
        PlayAs::Beyond(Base::First) => "played as additive over its own first frame".into(),
        PlayAs::Beyond(Base::Frame { frame, .. }) => {
            format!("played as additive over frame {frame} of another clip").into()
        }
    }
}
