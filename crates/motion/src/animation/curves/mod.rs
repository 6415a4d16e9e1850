//! Tracks of a clip → curves that can be drawn at any zoom.
//!
//! In: a clip, and how rotations are to be shown. Out: [`ClipCurves`]: one [`Curve`] a number, and what each kind of number covers
//! as a whole. Made once, in time linear in the keys; scalars are read where they lie in the file.
//! Never here: pixels, colours, what is selected.

mod bent;
mod crowd;
mod curve;
mod odd;
mod played;
mod pyramid;
mod representation;
mod rotation;

pub use crowd::Crowd;
pub use curve::{Component, Curve};
pub use odd::{Jump, OddKeys};
pub use played::played;
pub use pyramid::Band;
pub use representation::Representation;

use castview_base::scene::{Clip, Interpolation, Property, Track, Values};
use glam::Quat;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// All curves of a clip.
#[derive(Clone, Debug, Default)]
pub struct ClipCurves {
    /// By track, then by part.
    pub curves: Vec<Curve>,
    /// One per track, into `curves`.
    of_track: Vec<Range<usize>>,
    /// One per kind of number that occurs.
    pub crowds: Vec<Crowd>,
    /// Keys of rotations that stand out.
    pub odd: OddKeys,
}

impl ClipCurves {
    /// The curves of `clip`; `rest` gives the rotation a track's angle is counted from.
    pub fn of(clip: &Clip, representation: Representation, rest: impl Fn(usize) -> Quat + Sync) -> Self {
        let made: Vec<Vec<Curve>> = clip
            .tracks
            .par_iter()
            .enumerate()
            .map(|(index, track)| curves_of(index, track, representation, rest(index)))
            .collect();
        let mut of_track = Vec::with_capacity(made.len());
        let mut curves = Vec::new();
        for list in made {
            of_track.push(curves.len()..curves.len() + list.len());
            curves.extend(list);
        }
        let crowds = crowd::crowds(clip, &curves);
        Self {
            odd: OddKeys::of(&clip.tracks),
            curves,
            of_track,
            crowds,
        }
    }

    /// Where the curves of a track lie in `curves`; empty for a track that is not there.
    pub fn of_track(&self, track: usize) -> Range<usize> {
        self.of_track.get(track).cloned().unwrap_or(0..0)
    }
}

/// The curves of one track.
pub fn curves_of(index: usize, track: &Track, representation: Representation, rest: Quat) -> Vec<Curve> {
    match &track.values {
        Values::Scalar(_) if matches!(track.interpolation, Interpolation::Cubic(_)) => {
            let (frames, values) = bent::points(track);
            let curve = Curve::of_points(index, axis(track.property), &Arc::new(frames), values);
            curve.into_iter().collect()
        }
        Values::Scalar(values) => {
            let steps = matches!(track.interpolation, Interpolation::Step);
            let curve = Curve::of_keys(index, axis(track.property), &track.keys, values.clone(), steps);
            curve.into_iter().collect()
        }
        Values::Switch(values) => {
            let numbers: Vec<f32> = values.iter().map(|on| f32::from(u8::from(*on))).collect();
            let curve = Curve::of_keys(index, Component::Single, &track.keys, numbers.into(), true);
            curve.into_iter().collect()
        }
        Values::Rotation(values) if representation == Representation::Speed => {
            let speeds = odd::speeds(track, values);
            let curve = Curve::of_keys(index, Component::Single, &track.keys, speeds.into(), true);
            curve.into_iter().collect()
        }
        Values::Rotation(values) => {
            let unrolled = rotation::unroll(track, values, representation, rest.as_dquat().normalize());
            let frames = unrolled.frames.map(Arc::new);
            let parts = representation.parts().iter().zip(unrolled.parts);
            parts
                .filter_map(|(part, values)| match &frames {
                    Some(frames) => Curve::of_points(index, *part, frames, values),
                    None => Curve::of_keys(index, *part, &track.keys, values.into(), false),
                })
                .collect()
        }
    }
}

fn axis(property: Property) -> Component {
    match property {
        Property::TranslationX | Property::ScaleX => Component::X,
        Property::TranslationY | Property::ScaleY => Component::Y,
        Property::TranslationZ | Property::ScaleZ => Component::Z,
        Property::Rotation | Property::BlendWeight | Property::Visibility | Property::Parameter(_) => Component::Single,
    }
}
