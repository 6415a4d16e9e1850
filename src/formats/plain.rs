//! A clip in the words that every format has: values that replace what is there, at key times, bone by bone.

use crate::core::{BlendShapeIndex, BoneIndex};

#[derive(Clone, Debug, Default)]
pub struct PlainClip {
    pub name: String,
    pub frames_per_second: f64,
    pub looping: bool,
    pub channels: Vec<PlainChannel>,
    /// Names and ascending frames.
    pub notifications: Vec<(String, Vec<f64>)>,
}

/// The keys of one thing that moves.
#[derive(Clone, Debug)]
pub struct PlainChannel {
    pub target: PlainTarget,
    /// Strictly ascending, not empty.
    pub frames: Vec<f64>,
    /// [`PlainTarget::width`] numbers a key.
    pub values: Vec<f32>,
    pub interpolation: PlainInterpolation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainTarget {
    Translation(BoneIndex),
    /// x, y, z, w, unit length.
    Rotation(BoneIndex),
    Scale(BoneIndex),
    Shape(BlendShapeIndex),
}

#[derive(Clone, Debug, PartialEq)]
pub enum PlainInterpolation {
    /// Rotations along the shorter arc.
    Linear,
    Step,
    /// Slopes per second, parallel to the values.
    Cubic {
        incoming: Vec<f32>,
        outgoing: Vec<f32>,
    },
}

impl PlainTarget {
    /// The one that it moves; a shape is of a mesh.
    pub fn bone(self) -> Option<BoneIndex> {
        match self {
            Self::Translation(bone) | Self::Rotation(bone) | Self::Scale(bone) => Some(bone),
            Self::Shape(_) => None,
        }
    }

    /// Numbers of one value.
    pub fn width(self) -> usize {
        match self {
            Self::Translation(_) | Self::Scale(_) => 3,
            Self::Rotation(_) => 4,
            Self::Shape(_) => 1,
        }
    }
}
