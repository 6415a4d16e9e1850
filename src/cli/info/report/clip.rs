//! The inventory of a clip.

use crate::animation;
use crate::scene::{Clip, CurveMode, PlayMode, Property};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Serialize)]
pub struct ClipReport<'a> {
    pub name: &'a str,
    pub frames_per_second: f64,
    /// First and last frame.
    pub range: [f64; 2],
    pub duration_secs: f64,
    pub looping: bool,
    /// How the file means the clip to be played, if it says.
    pub mode: Option<&'static str>,
    pub curves: usize,
    pub keys: usize,
    /// Curves by property and mode: `{"tx": {"relative": 3}}`.
    pub curves_by_property: BTreeMap<Cow<'static, str>, BTreeMap<&'static str, usize>>,
    pub overrides: Vec<OverrideReport<'a>>,
    pub notifications: Vec<NotificationReport<'a>>,
    /// Number of bones of the clip's own skeleton, if it has one.
    pub bones: Option<usize>,
    /// Bones made for its targets, if it has none of its own and no model is beside it.
    pub stand_in: Option<StandInReport>,
}

#[derive(Serialize)]
pub struct StandInReport {
    pub bones: usize,
    /// Bones under a parent that was guessed by name.
    pub parents_by_name: usize,
    /// The same in words.
    #[serde(skip)]
    pub told: String,
}

#[derive(Serialize)]
pub struct OverrideReport<'a> {
    pub bone: &'a str,
    pub mode: &'static str,
    pub translation: bool,
    pub rotation: bool,
    pub scale: bool,
}

#[derive(Serialize)]
pub struct NotificationReport<'a> {
    pub name: &'a str,
    pub frames: &'a [f64],
}

impl<'a> ClipReport<'a> {
    /// `is_alone`: no model is beside it.
    pub fn new(clip: &'a Clip, is_alone: bool) -> Self {
        let made = (is_alone && clip.skeleton.is_none()).then(|| animation::stand_in(clip));
        let mut curves_by_property: BTreeMap<Cow<str>, BTreeMap<&str, usize>> = BTreeMap::new();
        for track in &clip.tracks {
            let by_mode = curves_by_property
                .entry(Property::short_name(track.property))
                .or_default();
            *by_mode.entry(CurveMode::word(track.mode)).or_default() += 1;
        }
        Self {
            name: &clip.name,
            frames_per_second: clip.frames_per_second,
            range: [clip.range.start, clip.range.end],
            duration_secs: clip.range.length() / clip.frames_per_second,
            looping: clip.looping,
            mode: clip.mode.map(PlayMode::word),
            curves: clip.tracks.len(),
            keys: clip.tracks.iter().map(|track| track.keys.len()).sum(),
            curves_by_property,
            overrides: clip
                .overrides
                .iter()
                .map(|o| OverrideReport {
                    bone: &o.bone,
                    mode: o.mode.word(),
                    translation: o.translation,
                    rotation: o.rotation,
                    scale: o.scale,
                })
                .collect(),
            notifications: clip
                .notifications
                .iter()
                .map(|notification| NotificationReport {
                    name: &notification.name,
                    frames: &notification.frames,
                })
                .collect(),
            bones: clip.skeleton.as_ref().map(crate::scene::Skeleton::len),
            stand_in: made.flatten().map(|made| StandInReport {
                bones: made.skeleton.len(),
                parents_by_name: made.parents_by_name,
                told: made.told(),
            }),
        }
    }
}
