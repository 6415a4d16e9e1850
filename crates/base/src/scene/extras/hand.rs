//! A hand of joints that do not hang on each other: balls with tapered bones between them.

use crate::core::BoneIndex;

/// One tracked hand. All bones are of the model's skeleton.
#[derive(Clone, Debug, PartialEq)]
pub struct Hand {
    /// Whose hand it is, seen by the person who has it.
    pub side: HandSide,
    /// Bone that all joints hang on; they are there while it is shown.
    pub root: BoneIndex,
    /// The joints as balls, in the order of the recording.
    pub joints: Vec<HandJoint>,
    /// From one joint to the next.
    pub bones: Vec<[BoneIndex; 2]>,
    /// The tips that may pinch; `None`: it is not known when they do.
    pub pinch: Option<Pinch>,
}

/// Left or right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandSide {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

/// One joint of a hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandJoint {
    /// Where the joint is.
    pub bone: BoneIndex,
    /// Radius of its ball, in model space.
    pub radius: f32,
}

/// Two tips that meet while a node is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pinch {
    /// The node that is visible while the tips meet.
    pub shown_with: BoneIndex,
    /// The two tips.
    pub tips: [BoneIndex; 2],
}
