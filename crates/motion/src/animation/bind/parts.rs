//! The parts of a binding: keys, and the part of the model that each drives.

use crate::animation::setting::SettingOf;
use castview_base::core::{BlendShapeIndex, BoneIndex, MeshIndex};
use castview_base::scene::{CurveMode, Parameter, Property};
use glam::{Quat, Vec3};

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

/// A track's values as the model wants them: its up axis, its scale, and the pose that the clip plays over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum KeyTurn {
    Rotation(RotationTurn),
    Axis(AxisFit),
}

/// Rotations around the key's own: `before * key * after`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RotationTurn {
    pub before: Quat,
    pub after: Quat,
    /// Turns what lies below before the key meets it.
    pub lift: Quat,
    /// The key counts whole, whatever the weight of its track.
    pub whole: bool,
}

/// A number along one axis: `value * times + plus`. `times` is negative if the axis is reversed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AxisFit {
    pub times: f32,
    pub plus: f32,
    /// Meets what lies below before the value does: added to a translation, multiplied with a scale.
    pub lift: Option<f32>,
    /// As [`RotationTurn::whole`].
    pub whole: bool,
}

/// The fits of three axes of a translation or a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VectorFit {
    pub times: Vec3,
    pub plus: Vec3,
    /// 0 or 1 where nothing is lifted.
    pub lift: Vec3,
    pub whole: [bool; 3],
}

impl RotationTurn {
    pub const NONE: Self = Self {
        before: Quat::IDENTITY,
        after: Quat::IDENTITY,
        lift: Quat::IDENTITY,
        whole: false,
    };

    #[inline]
    pub fn apply(&self, value: Quat) -> Quat {
        self.before * value * self.after
    }

    #[inline]
    pub fn weight(&self, of_track: f32) -> f32 {
        if self.whole { 1.0 } else { of_track }
    }
}

impl AxisFit {
    pub const NONE: Self = Self {
        times: 1.0,
        plus: 0.0,
        lift: None,
        whole: false,
    };

    #[inline]
    pub fn apply(&self, value: f32) -> f32 {
        value * self.times + self.plus
    }

    pub fn lifted(&self, below: f32, is_scale: bool) -> f32 {
        match (self.lift, is_scale) {
            (None, _) => below,
            (Some(lift), true) => below * lift,
            (Some(lift), false) => below + lift,
        }
    }

    pub fn weight(&self, of_track: f32) -> f32 {
        if self.whole { 1.0 } else { of_track }
    }

    /// This fit, then `times` and `plus`.
    pub fn then(self, times: f32, plus: f32) -> Self {
        Self {
            times: self.times * times,
            plus: self.plus * times + plus,
            ..self
        }
    }
}

impl VectorFit {
    pub fn of(axes: [AxisFit; 3], is_scale: bool) -> Self {
        let neutral = if is_scale { 1.0 } else { 0.0 };
        Self {
            times: Vec3::from(axes.map(|fit| fit.times)),
            plus: Vec3::from(axes.map(|fit| fit.plus)),
            lift: Vec3::from(axes.map(|fit| fit.lift.unwrap_or(neutral))),
            whole: axes.map(|fit| fit.whole),
        }
    }

    #[inline]
    pub fn apply(&self, value: Vec3) -> Vec3 {
        value * self.times + self.plus
    }

    #[inline]
    pub fn lifted(&self, below: Vec3, is_scale: bool) -> Vec3 {
        if is_scale { below * self.lift } else { below + self.lift }
    }
}

impl BoundTransform {
    /// How a rotation is turned by now.
    pub fn rotation_turn(&self) -> RotationTurn {
        match self.turn {
            Some(KeyTurn::Rotation(turn)) => turn,
            _ => RotationTurn::NONE,
        }
    }

    /// How a number along an axis is fitted by now.
    pub fn axis_fit(&self) -> AxisFit {
        match self.turn {
            Some(KeyTurn::Axis(fit)) => fit,
            _ => AxisFit::NONE,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundShape {
    pub shape: BlendShapeIndex,
    pub mode: CurveMode,
    pub track: u32,
    /// Added to what lies below before the value meets it.
    pub lift: f32,
    /// As [`RotationTurn::whole`].
    pub whole: bool,
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
