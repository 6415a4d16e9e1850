//! Names of the curves of a recording, and their order in the file.

use std::fmt;

/// Which hand of the person who was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left hand.
    Left,
    /// The right hand.
    Right,
}

/// One of the two on/off curves of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Whether the hand was seen.
    Tracked,
    /// Whether thumb and index finger touched.
    Pinch,
}

/// The names of the joints, in file order. The first is stored like the others and means nothing.
pub const JOINTS: [&str; 27] = [
    "None",
    "Wrist",
    "Palm",
    "ThumbMetacarpalJoint",
    "ThumbProximalJoint",
    "ThumbDistalJoint",
    "ThumbTip",
    "IndexMetacarpal",
    "IndexKnuckle",
    "IndexMiddleJoint",
    "IndexDistalJoint",
    "IndexTip",
    "MiddleMetacarpal",
    "MiddleKnuckle",
    "MiddleMiddleJoint",
    "MiddleDistalJoint",
    "MiddleTip",
    "RingMetacarpal",
    "RingKnuckle",
    "RingMiddleJoint",
    "RingDistalJoint",
    "RingTip",
    "PinkyMetacarpal",
    "PinkyKnuckle",
    "PinkyMiddleJoint",
    "PinkyDistalJoint",
    "PinkyTip",
];

/// Bones drawn between joints, as indices of [`JOINTS`]; none is the parent of another.
pub const BONES: [(u8, u8); 25] = [
    (1, 2),
    (1, 3),
    (3, 4),
    (4, 5),
    (5, 6),
    (1, 7),
    (7, 8),
    (8, 9),
    (9, 10),
    (10, 11),
    (1, 12),
    (12, 13),
    (13, 14),
    (14, 15),
    (15, 16),
    (1, 17),
    (17, 18),
    (18, 19),
    (19, 20),
    (20, 21),
    (1, 22),
    (22, 23),
    (23, 24),
    (24, 25),
    (25, 26),
];

/// The curves of a pose. The last three are no part of the format: a variant of it has them.
const POSE: [&str; 10] = [
    "position X",
    "position Y",
    "position Z",
    "rotation X",
    "rotation Y",
    "rotation Z",
    "rotation W",
    "scale X",
    "scale Y",
    "scale Z",
];
const RAY: [&str; 6] = [
    "origin X",
    "origin Y",
    "origin Z",
    "direction X",
    "direction Y",
    "direction Z",
];

/// Curves of a pose, and of a ray.
pub const POSE_CURVES: usize = 7;
pub const RAY_CURVES: usize = RAY.len();

/// Prints as `left Wrist rotation W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CurveName {
    /// The position among the curves of a pose.
    Camera(u8),
    /// An on/off curve of a hand.
    Hand(Side, State),
    /// The joint, and the position among the curves of a pose.
    Joint(Side, u8, u8),
    /// The position among the curves of a ray.
    Gaze(u8),
}

impl Side {
    /// Both hands, in the order of the file.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// `left` or `right`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

impl State {
    /// Both curves, in the order of the file.
    pub const BOTH: [Self; 2] = [Self::Tracked, Self::Pinch];

    /// `tracked` or `pinch`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Tracked => "tracked",
            Self::Pinch => "pinch",
        }
    }
}

impl CurveName {
    /// A curve that is on or off.
    pub fn is_state(self) -> bool {
        matches!(self, Self::Hand(..))
    }

    /// The first curve of the vector or rotation that this is a number of; a state is by itself.
    pub fn group(self) -> Option<Self> {
        let first = |channel: u8| channel / 3 * 3;
        // A rotation has four.
        let of_pose = |channel: u8| first(channel).min(3);
        match self {
            Self::Camera(channel) => Some(Self::Camera(of_pose(channel))),
            Self::Hand(..) => None,
            Self::Joint(side, joint, channel) => Some(Self::Joint(side, joint, of_pose(channel))),
            Self::Gaze(channel) => Some(Self::Gaze(first(channel))),
        }
    }
}

impl fmt::Display for CurveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Camera(channel) => write!(f, "camera {}", POSE[usize::from(*channel)]),
            Self::Hand(side, state) => write!(f, "{} {}", side.word(), state.word()),
            Self::Joint(side, joint, channel) => {
                let (joint, channel) = (JOINTS[usize::from(*joint)], POSE[usize::from(*channel)]);
                write!(f, "{} {joint} {channel}", side.word())
            }
            Self::Gaze(channel) => write!(f, "gaze {}", RAY[usize::from(*channel)]),
        }
    }
}

/// Which parts a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    pub camera: bool,
    pub hands: bool,
    pub gaze: bool,
}

/// All curves of a file in file order, `pose` of them to a pose.
pub fn order(parts: Parts, pose: usize) -> Vec<CurveName> {
    let mut order = Vec::new();
    let channels = |count: usize| 0..count as u8;
    if parts.camera {
        order.extend(channels(pose).map(CurveName::Camera));
    }
    if parts.hands {
        for state in State::BOTH {
            order.extend(Side::BOTH.map(|side| CurveName::Hand(side, state)));
        }
        for side in Side::BOTH {
            for joint in channels(JOINTS.len()) {
                order.extend(channels(pose).map(|channel| CurveName::Joint(side, joint, channel)));
            }
        }
    }
    if parts.gaze {
        order.extend(channels(RAY_CURVES).map(CurveName::Gaze));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finger_is_a_chain_from_the_wrist() {
        let mut reached = [false; JOINTS.len()];
        reached[1] = true;
        for (from, to) in BONES {
            assert!(reached[usize::from(from)], "{from} is not reached before {to}");
            reached[usize::from(to)] = true;
        }
        assert!(reached[1..].iter().all(|reached| *reached));
    }

    #[test]
    fn curves_lie_in_the_order_of_the_flags() {
        let all = Parts {
            camera: true,
            hands: true,
            gaze: true,
        };
        let order = order(all, POSE_CURVES);
        assert_eq!(order.len(), 7 + 4 + 2 * 27 * 7 + 6);
        let words: Vec<String> = order.iter().map(CurveName::to_string).collect();
        assert_eq!(
            words[6..12].join(", "),
            "camera rotation W, left tracked, right tracked, left pinch, right pinch, left None position X"
        );
        assert_eq!(words[11 + 27 * 7], "right None position X");
        assert_eq!(words[words.len() - 1], "gaze direction Z");
    }
}
