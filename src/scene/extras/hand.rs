//! A hand of joints that do not hang on each other: balls with tapered bones between them.

use crate::core::BoneIndex;

#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    pub side: HandSide,
    /// What all joints hang on; they are there while it is shown.
    pub root: BoneIndex,
    pub joints: Vec<HandJoint>,
    /// From one joint to the next.
    pub bones: Vec<[BoneIndex; 2]>,
    pub pinch: Option<Pinch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandSide {
    Left,
    Right,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandJoint {
    pub bone: BoneIndex,
    /// Of its ball, in model space.
    pub radius: f32,
}

/// Two tips that meet while a node is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pinch {
    pub shown_with: BoneIndex,
    pub tips: [BoneIndex; 2],
}
