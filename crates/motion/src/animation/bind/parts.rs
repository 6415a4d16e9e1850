//! The parts of a binding: keys, and the part of the model that each drives.

use crate::animation::setting::SettingOf;
use castview_base::core::{BlendShapeIndex, BoneIndex, MeshIndex};
use castview_base::scene::{CurveMode, Parameter, Property};
use glam::Quat;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundTransform {
    pub bone: BoneIndex,
    /// Driven property; of a turned track another than its own.
    pub property: Property,
    /// After overrides.
    pub mode: CurveMode,
    pub track: u32,
    /// Change of the track's values before they are used.
    pub turn: Option<KeyTurn>,
}

/// A track's values as the model's up axis and scale want them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum KeyTurn {
    /// Applied after the key's own rotation.
    Rotation(Quat),
    /// Factor of a translation along one axis: negative if the axis is reversed, ±1 if clip and model have the same scale.
    Axis { times: f32 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundShape {
    pub shape: BlendShapeIndex,
    pub mode: CurveMode,
    pub track: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundSwitch {
    pub target: SwitchTarget,
    pub track: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundSetting {
    pub of: SettingOf,
    pub parameter: Parameter,
    /// Value in the file.
    pub rest: f32,
    pub track: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SwitchTarget {
    Mesh(MeshIndex),
    Model,
    Bone(BoneIndex),
}
