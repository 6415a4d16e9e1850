//! Clips whose frames and rates are at the ends of what numbers hold.

use crate::rigs::{bone, clip, model};
use castview_base::core::{FrameRange, Transform};
use castview_base::scene::{Clip, CurveMode, Keys, Model, Notification, Property, Track, Values};

pub fn walker() -> Model {
    model(vec![
        bone("root", None, Transform::IDENTITY),
        bone("hand", Some(0), Transform::IDENTITY),
    ])
}

/// A clip with keys and notifications on these frames, at that rate.
pub fn extreme(frames: &[f64], rate: f64) -> Clip {
    let track = Track {
        target: "hand".into(),
        property: Property::TranslationX,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Float {
            times: frames.iter().map(|frame| *frame as f32).collect::<Vec<_>>().into(),
            frames_per_unit: 1.0,
        },
        values: Values::Scalar(vec![1.0; frames.len()].into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    };
    let mut made = clip(vec![track]);
    made.frames_per_second = rate;
    made.range = FrameRange {
        start: frames[0],
        end: frames[frames.len() - 1],
    };
    made.notifications = vec![Notification {
        name: "step".into(),
        frames: frames.to_vec(),
    }];
    made
}

/// Two frames far apart, close together, huge, the same; at rates that are no rates.
pub fn clips() -> Vec<Clip> {
    let last = f64::from(u32::MAX);
    let mut out = Vec::new();
    for frames in [
        &[0.0, last][..],
        &[last - 1.0, last],
        &[7.0],
        &[0.0, 1e-30],
        &[-1e38, 1e38],
        &[0.0, 10.0],
    ] {
        for rate in [30.0, 1e-300, 1e-45, 1e38, 1e300] {
            out.push(extreme(frames, rate));
        }
    }
    out
}
