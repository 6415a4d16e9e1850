//! A named animation: tracks of keys, notifications, mode overrides.

use crate::core::{FrameRange, Stream, UintStream};
use crate::scene::{Interpolation, Parameter, PlayMode, Skeleton, Values};
use std::borrow::Cow;

/// Time is counted in frames; keys that a file gives in seconds keep them ([`Keys::seconds`]).
#[derive(Clone, Debug)]
pub struct Clip {
    /// The file's own name, or the one that the import was asked to use.
    pub name: String,
    /// Finite and above 0.
    pub frames_per_second: f64,
    /// Whether the clip loops, as the file says; a viewer loops anyway unless told to follow it (cast.md A24).
    pub looping: bool,
    /// Play mode that the file insists on, where `looping` is more than a hint: true exactly for [`PlayMode::Repeat`].
    pub mode: Option<PlayMode>,
    /// File order. All tracks have at least one key.
    pub tracks: Vec<Track>,
    /// In file order.
    pub overrides: Vec<ModeOverride>,
    /// In file order.
    pub notifications: Vec<Notification>,
    /// Range of frames; of a Cast clip, from the first to the last key or notification (cast.md A22); 0…0 when there are none.
    pub range: FrameRange,
    /// The clip's own skeleton, for playing without a model (cast.md A26).
    pub skeleton: Option<Skeleton>,
    /// The bone that carries the whole model, where the file says which one.
    pub root: Option<ClipRoot>,
}

/// The bone of a clip that carries the whole model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipRoot {
    /// Target of its tracks.
    pub name: String,
    /// The file leaves the name out: where no bone has this one, others are tried (seanim.md §4.1).
    pub is_assumed: bool,
}

/// The keys of one property of one target.
#[derive(Clone, Debug)]
pub struct Track {
    /// Name of the bone, mesh, blend shape, material or fixture.
    pub target: String,
    /// Property of the target that it drives.
    pub property: Property,
    /// How its values join with what lies below; in force unless a [`ModeOverride`] covers it.
    pub mode: CurveMode,
    /// Weight of an additive track; finite.
    pub additive_weight: f32,
    /// Frames: finite, strictly ascending.
    pub keys: Keys,
    /// Parallel to `keys`, of the kind `property` asks for.
    pub values: Values,
    /// How values go from key to key. Switches are held, whatever this says.
    pub interpolation: Interpolation,
    /// Behaviour before the first key, and from the last one on.
    pub beyond: [Beyond; 2],
}

/// How a track goes on outside its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Beyond {
    /// The value at the end (cast.md A21).
    #[default]
    Hold,
    /// From the start again; the last key's frame has the first key's value.
    Loop,
    /// Back and forth.
    PingPong,
}

/// One channel of a bone, mesh, blend shape, material or fixture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// Along X of the parent's space.
    TranslationX,
    /// Along Y of the parent's space.
    TranslationY,
    /// Along Z of the parent's space.
    TranslationZ,
    /// The whole rotation, a unit quaternion.
    Rotation,
    /// Along the bone's own X.
    ScaleX,
    /// Along the bone's own Y.
    ScaleY,
    /// Along the bone's own Z.
    ScaleZ,
    /// Weight of a blend shape.
    BlendWeight,
    /// Whether a mesh, node or model is shown.
    Visibility,
    /// A number of a material or a fixture. No Cast file has it.
    Parameter(Parameter),
}

/// How the values of a track meet the channel they drive. Below them lies what earlier tracks and layers made, at first the
/// rest value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum CurveMode {
    /// In place of what lies below.
    #[default]
    Absolute,
    /// On top of the rest value, whatever lies below: translations are added, scales and rotations multiplied.
    Relative,
    /// On top of what lies below, by the weight of the track.
    Additive,
}

/// The times of a track's keys.
#[derive(Clone, Debug)]
pub enum Keys {
    /// Frames.
    Whole(UintStream),
    /// In any unit: fractional frames in legacy Cast files, seconds elsewhere.
    Float {
        /// In the file's own unit: times `frames_per_unit` these are frames.
        times: Stream<f32>,
        /// Finite and above 0; 1 for frames.
        frames_per_unit: f64,
    },
}

/// From this bone down, tracks of the chosen channels use `mode` instead of their own.
#[derive(Clone, Debug)]
pub struct ModeOverride {
    /// Name of the topmost bone that it covers.
    pub bone: String,
    /// The mode in force there.
    pub mode: CurveMode,
    /// Whether tracks of translation are covered.
    pub translation: bool,
    /// Whether tracks of rotation are covered.
    pub rotation: bool,
    /// Whether tracks of scale are covered.
    pub scale: bool,
}

/// Something that fires at given frames.
#[derive(Clone, Debug)]
pub struct Notification {
    /// Name of the notification.
    pub name: String,
    /// Ascending; repeats are kept once.
    pub frames: Vec<f64>,
}

impl Keys {
    /// Keys at frames that need not be whole.
    pub fn fractional_frames(frames: impl Into<Stream<f32>>) -> Self {
        Self::Float {
            times: frames.into(),
            frames_per_unit: 1.0,
        }
    }

    /// `frames_per_second` is that of the clip.
    pub fn seconds(times: impl Into<Stream<f32>>, frames_per_second: f64) -> Self {
        Self::Float {
            times: times.into(),
            frames_per_unit: frames_per_second,
        }
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Whole(frames) => frames.len(),
            Self::Float { times, .. } => times.len(),
        }
    }

    /// Whether there are no keys. Those of a [`Track`] never are empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Panics when `index` is not below [`Self::len`].
    #[inline]
    pub fn frame(&self, index: usize) -> f64 {
        match self {
            Self::Whole(frames) => frames.get(index).into(),
            Self::Float { times, frames_per_unit } => nearest_frame(times.get(index), *frames_per_unit),
        }
    }

    /// Frames for each unit of [`Self::time`]: 1 where keys are frames.
    pub fn frames_per_unit(&self) -> f64 {
        match self {
            Self::Whole(_) => 1.0,
            Self::Float { frames_per_unit, .. } => *frames_per_unit,
        }
    }

    /// The key's time in the unit it is stored in. Panics when `index` is not below [`Self::len`].
    pub fn time(&self, index: usize) -> f64 {
        match self {
            Self::Whole(frames) => frames.get(index).into(),
            Self::Float { times, .. } => times.get(index).into(),
        }
    }

    /// Whether both have keys at the same frames.
    pub fn same_frames(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => a.same_values(b),
            (
                Self::Float {
                    times: a,
                    frames_per_unit: x,
                },
                Self::Float {
                    times: b,
                    frames_per_unit: y,
                },
            ) if x == y => a.same_values(b),
            _ => self.len() == other.len() && (0..self.len()).all(|key| self.frame(key) == other.frame(key)),
        }
    }

    /// How many keys lie at or before `frame`: binary search.
    pub fn count_until(&self, frame: f64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.frame(middle) <= frame {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// The frame at `time`. A time within the rounding of `f32` of a whole frame is that frame: at 30 frames a second a key at 0.1 s
/// lies on frame 3. Shortly behind it, a step would show one frame late.
pub fn nearest_frame(time: f32, frames_per_unit: f64) -> f64 {
    let frame = f64::from(time) * frames_per_unit;
    let whole = frame.round();
    if (whole / frames_per_unit) as f32 == time {
        whole
    } else {
        frame
    }
}

impl Clip {
    /// The frame at `secs`. Where keys are in seconds they are `f32`: so is the time then, or one that names a key might miss it.
    pub fn frame_at(&self, secs: f64) -> f64 {
        let is_fine = |track: &Track| matches!(track.keys, Keys::Float { frames_per_unit, .. } if frames_per_unit == self.frames_per_second);
        match self.tracks.iter().any(is_fine) {
            true => nearest_frame(secs as f32, self.frames_per_second),
            false => secs * self.frames_per_second,
        }
    }
}

impl Track {
    /// Whether it is a straight line (or arc) from key to key and holds outside of them, as all tracks of a Cast file are.
    pub fn is_plain(&self) -> bool {
        matches!(self.interpolation, Interpolation::Linear) && self.beyond == [Beyond::Hold; 2]
    }
}

impl Property {
    /// The property's name in a Cast file; of one that Cast does not have, words.
    pub fn short_name(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::TranslationX => "tx",
            Self::TranslationY => "ty",
            Self::TranslationZ => "tz",
            Self::Rotation => "rq",
            Self::ScaleX => "sx",
            Self::ScaleY => "sy",
            Self::ScaleZ => "sz",
            Self::BlendWeight => "bs",
            Self::Visibility => "vb",
            Self::Parameter(parameter) => return parameter.words(),
        })
    }
}

impl CurveMode {
    /// The mode's name in a Cast file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Absolute => "absolute",
            Self::Relative => "relative",
            Self::Additive => "additive",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_seconds_that_mean_whole_frames_lie_on_them() {
        for frames_per_second in [24.0, 30.0, 60.0, 29.97, 120.0] {
            for whole in (0..100_000).step_by(7) {
                let whole = f64::from(whole);
                let time = (whole / frames_per_second) as f32;
                assert_eq!(nearest_frame(time, frames_per_second), whole, "{time}");
                let [before, after] = [time.next_down(), time.next_up()].map(|t| nearest_frame(t, frames_per_second));
                assert!(before < whole && whole < after, "{before} {whole} {after}");
            }
        }
        assert_eq!(nearest_frame(0.1, 25.0), 2.5 + (f64::from(0.1f32) - 0.1) * 25.0);
    }

    #[test]
    fn counts_keys_up_to_a_frame() {
        let keys = Keys::Whole(vec![2, 4, 4_000_000_000].into());
        for (frame, wanted) in [(1.9, 0), (2.0, 1), (3.99, 1), (4.0, 2), (5e9, 3)] {
            assert_eq!(keys.count_until(frame), wanted, "{frame}");
        }
    }
}
