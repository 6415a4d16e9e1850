//! A clip in the words of every format: absolute values at key times, bone by bone.

use castview_base::core::{BlendShapeIndex, BoneIndex, FrameRange};

/// A clip sampled into values that replace what is there.
#[derive(Clone, Debug)]
pub struct PlainClip {
    /// As in the scene.
    pub name: String,
    /// Finite and above 0.
    pub frames_per_second: f64,
    /// Range of frames that plays; the keys need not reach its ends.
    pub range: FrameRange,
    /// Whether it is meant to be played over and over.
    pub looping: bool,
    /// At most one for each target.
    pub channels: Vec<PlainChannel>,
    /// Names and ascending frames.
    pub notifications: Vec<(String, Vec<f64>)>,
}

/// One clip as each of the models plays it: index of the model, and its channels. The model with the most of them comes first.
pub type PlainMovement = Vec<(usize, PlainClip)>;

/// The keys of one thing that moves.
#[derive(Clone, Debug)]
pub struct PlainChannel {
    /// Bone or blend shape that moves.
    pub target: PlainTarget,
    /// Strictly ascending, not empty.
    pub frames: Vec<f64>,
    /// [`PlainTarget::width`] numbers a key.
    pub values: Vec<f32>,
    /// How values go from key to key.
    pub interpolation: PlainInterpolation,
}

/// Property of a bone, or blend shape, that a channel moves. Bones move relative to their parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlainTarget {
    /// x, y, z.
    Translation(BoneIndex),
    /// x, y, z, w, unit length.
    Rotation(BoneIndex),
    /// x, y, z.
    Scale(BoneIndex),
    /// A weight.
    Shape(BlendShapeIndex),
}

/// How the values of a channel go from key to key.
#[derive(Clone, Debug, PartialEq)]
pub enum PlainInterpolation {
    /// Rotations along the shorter arc.
    Linear,
    /// The value of the key before.
    Step,
    /// Slopes per second, parallel to the values.
    Cubic {
        /// On arrival at each key.
        incoming: Vec<f32>,
        /// On departure from each key.
        outgoing: Vec<f32>,
    },
}

impl PlainClip {
    /// Everything later by that many frames.
    pub fn move_by(&mut self, frames: f64) {
        let channels = self.channels.iter_mut().map(|channel| &mut channel.frames);
        let notifications = self.notifications.iter_mut().map(|(_, frames)| frames);
        let all = channels.chain(notifications).flatten();
        all.chain([&mut self.range.start, &mut self.range.end])
            .for_each(|frame| *frame += frames);
    }

    /// One more key at `frame`, before all others.
    pub fn hold_from(&mut self, frame: f64) {
        self.held().iter_mut().for_each(|channel| channel.hold(frame, true));
    }

    /// One more key at `frame`, after all others.
    pub fn hold_until(&mut self, frame: f64) {
        self.held().iter_mut().for_each(|channel| channel.hold(frame, false));
    }

    /// One channel that keys can be added to; where there are shapes alone all of them, for those of a mesh may have to share their keys.
    fn held(&mut self) -> &mut [PlainChannel] {
        match self.channels.iter().position(|channel| channel.target.bone().is_some()) {
            Some(at) => &mut self.channels[at..=at],
            None => &mut self.channels,
        }
    }
}

impl PlainChannel {
    fn hold(&mut self, frame: f64, is_first: bool) {
        let width = self.target.width();
        let (at, from) = match is_first {
            true => (0, 0),
            false => (self.values.len(), self.values.len() - width),
        };
        let key = if is_first { 0 } else { self.frames.len() };
        self.frames.insert(key, frame);
        let row = self.values[from..from + width].to_vec();
        self.values.splice(at..at, row);
        if let PlainInterpolation::Cubic { incoming, outgoing } = &mut self.interpolation {
            let still = if is_first { &mut *incoming } else { &mut *outgoing };
            still[from..from + width].fill(0.0);
            for slopes in [incoming, outgoing] {
                slopes.splice(at..at, std::iter::repeat_n(0.0, width));
            }
        }
    }
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
