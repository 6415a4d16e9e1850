//! `curves`: the keys of one clip as they are stored, and what lies between them.

use super::args::CurvesArgs;
use super::output::{Failure, complain, json_line, output};
use super::outside;
use crate::animation::{near_names, sample_rotation, sample_scalar, sample_switch};
use crate::core::printed;
use crate::offline::fitting;
use crate::scene::{Clip, Track, Values};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::Write;

/// More samples of one curve than this are a mistake.
const MOST_SAMPLES: f64 = 1e6;

pub fn run(args: &CurvesArgs) -> Result<u8, Failure> {
    let batch = outside::open(&args.files, &args.import)?;
    let key = batch.choose_clip(args.clip.as_deref()).map_err(Failure::new)?;
    let clip = key.and_then(|key| batch.clip(key));
    let clip = clip.ok_or_else(|| Failure::new("the files hold no clip whose curves could be listed"))?;
    if clip.range.length() / args.step > MOST_SAMPLES {
        return Err(Failure::new(format!(
            "{} frames in steps of {} are more samples than anyone reads; choose a larger --step",
            clip.range.length(),
            args.step
        )));
    }
    let wanted: Vec<&Track> = clip
        .tracks
        .iter()
        .filter(|track| args.bone.as_deref().is_none_or(|bone| track.target == bone))
        .collect();
    if let Some(bone) = args.bone.as_deref().filter(|_| wanted.is_empty()) {
        let near = near_names(bone, clip.tracks.iter().map(|track| &*track.target));
        let near = match near.is_empty() {
            true => String::new(),
            false => format!("; near to it are: {}", near.join(", ")),
        };
        return Err(Failure::new(format!("{} has no curve for {bone}{near}", clip.name)));
    }
    if let Some(key) = key {
        let models = batch.files.iter().flat_map(|file| {
            let models = file.scene.models.iter();
            models.map(move |model| (file.key, model))
        });
        let names = args.names.renames();
        fitting(&[(key.file, clip)], models, &names).iter().for_each(complain);
    }
    let mut out = output();
    if args.json {
        json_line(&mut out, &Listed::new(clip, wanted, args.step))?;
    } else {
        csv(&mut out, clip, &wanted, args.step)?;
    }
    out.flush()?;
    Ok(0)
}

/// The frames that are sampled: from the clip's first to its last, which is always there.
fn frames(clip: &Clip, step: f64) -> impl Iterator<Item = f64> + Clone {
    let range = clip.range;
    let count = (range.length() / step).ceil() as u64;
    (0..count)
        .map(move |i| range.start + i as f64 * step)
        .chain(std::iter::once(range.end))
}

/// One value: a number, a quaternion x, y, z, w, or a switch as 0 or 1.
#[derive(Clone, Copy)]
enum Value {
    Number(f32),
    Rotation([f32; 4]),
    Switch(bool),
}

impl Value {
    fn key(track: &Track, key: usize) -> Self {
        match &track.values {
            Values::Scalar(values) => Self::Number(values.get(key)),
            Values::Rotation(values) => Self::Rotation(values.get(key)),
            Values::Switch(values) => Self::Switch(values[key]),
        }
    }

    fn sample(track: &Track, frame: f64) -> Option<Self> {
        match &track.values {
            Values::Scalar(_) => sample_scalar(track, frame).map(Self::Number),
            Values::Rotation(_) => sample_rotation(track, frame).map(|q| Self::Rotation(q.to_array())),
            Values::Switch(_) => sample_switch(track, frame).map(Self::Switch),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Rotation(rotation) => rotation.serialize(serializer),
            Self::Switch(on) => u8::from(*on).serialize(serializer),
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    clip: &'a str,
    frames_per_second: f64,
    range: [f64; 2],
    curves: Vec<Curve<'a>>,
}

#[derive(Serialize)]
struct Curve<'a> {
    target: &'a str,
    property: Cow<'static, str>,
    mode: &'static str,
    additive_weight: f32,
    keys: Pairs<Keyed<'a>>,
    samples: Pairs<Sampled<'a>>,
}

impl<'a> Listed<'a> {
    fn new(clip: &'a Clip, tracks: Vec<&'a Track>, step: f64) -> Self {
        let curve = |track: &'a Track| Curve {
            target: &track.target,
            property: track.property.short_name(),
            mode: track.mode.word(),
            additive_weight: track.additive_weight,
            keys: Pairs(Keyed(track)),
            samples: Pairs(Sampled { clip, track, step }),
        };
        Self {
            clip: &clip.name,
            frames_per_second: clip.frames_per_second,
            range: [clip.range.start, clip.range.end],
            curves: tracks.into_iter().map(curve).collect(),
        }
    }
}

/// `[[frame, value], …]`, written one by one.
struct Pairs<T>(T);

trait Points {
    fn points(&self) -> impl Iterator<Item = (f64, Value)>;
}

struct Keyed<'a>(&'a Track);

impl Points for Keyed<'_> {
    fn points(&self) -> impl Iterator<Item = (f64, Value)> {
        let track = self.0;
        (0..track.keys.len()).map(move |key| (track.keys.frame(key), Value::key(track, key)))
    }
}

struct Sampled<'a> {
    clip: &'a Clip,
    track: &'a Track,
    step: f64,
}

impl Points for Sampled<'_> {
    fn points(&self) -> impl Iterator<Item = (f64, Value)> {
        let track = self.track;
        frames(self.clip, self.step).filter_map(move |frame| Some((frame, Value::sample(track, frame)?)))
    }
}

impl<T: Points> Serialize for Pairs<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for point in self.0.points() {
            list.serialize_element(&point)?;
        }
        list.end()
    }
}

/// One line a key or sample; the last three columns are only filled for rotations.
fn csv(out: &mut impl Write, clip: &Clip, tracks: &[&Track], step: f64) -> std::io::Result<()> {
    writeln!(out, "target,property,mode,kind,frame,value,y,z,w")?;
    for track in tracks {
        let (target, property, mode) = (quoted(&track.target), track.property.short_name(), track.mode.word());
        let mut line = |kind: &str, (frame, value): (f64, Value)| {
            write!(out, "{target},{property},{mode},{kind},{frame},")?;
            match value {
                Value::Number(number) => writeln!(out, "{number},,,"),
                Value::Switch(on) => writeln!(out, "{},,,", u8::from(on)),
                Value::Rotation([x, y, z, w]) => writeln!(out, "{x},{y},{z},{w}"),
            }
        };
        Keyed(track).points().try_for_each(|point| line("key", point))?;
        let sampled = Sampled { clip, track, step };
        sampled.points().try_for_each(|point| line("sample", point))?;
    }
    Ok(())
}

/// A field of CSV by RFC 4180: in quotes if it holds a comma or a quote. Invisible characters and line ends are written as escapes.
fn quoted(text: &str) -> String {
    let text = printed(text);
    match text.contains([',', '"']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::FrameRange;
    use crate::scene::{CurveMode, Keys, Property};

    fn clip(tracks: Vec<Track>, end: f64) -> Clip {
        Clip {
            root: None,
            name: "wave".into(),
            frames_per_second: 30.0,
            looping: false,
            mode: None,
            tracks,
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange { start: 0.0, end },
            skeleton: None,
        }
    }

    fn track(target: &str, property: Property, keys: Vec<u32>, values: Values) -> Track {
        Track {
            target: target.into(),
            property,
            mode: CurveMode::Relative,
            additive_weight: 1.0,
            keys: Keys::Whole(keys.into()),
            values,
            interpolation: Default::default(),
            beyond: Default::default(),
        }
    }

    #[test]
    fn keys_and_samples_are_listed_in_both_forms() {
        let tracks = vec![
            track(
                "a,\"b\"",
                Property::TranslationX,
                vec![0, 4],
                Values::Scalar(vec![1.0, 3.0].into()),
            ),
            track("c", Property::Visibility, vec![0, 2], Values::Switch(vec![true, false])),
            track(
                "c",
                Property::Rotation,
                vec![1],
                Values::Rotation(vec![[0.0, 0.0, 0.0, 2.0]].into()),
            ),
        ];
        let clip = clip(tracks, 4.0);
        let all: Vec<&Track> = clip.tracks.iter().collect();
        let mut out = Vec::new();
        csv(&mut out, &clip, &all, 2.5).expect("memory does not fail");
        let text = String::from_utf8(out).expect("names are text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1..6],
            [
                "\"a,\"\"b\"\"\",tx,relative,key,0,1,,,",
                "\"a,\"\"b\"\"\",tx,relative,key,4,3,,,",
                "\"a,\"\"b\"\"\",tx,relative,sample,0,1,,,",
                "\"a,\"\"b\"\"\",tx,relative,sample,2.5,2.25,,,",
                "\"a,\"\"b\"\"\",tx,relative,sample,4,3,,,",
            ]
        );
        assert_eq!(lines[9], "c,vb,relative,sample,2.5,0,,,");
        assert_eq!(lines[11], "c,rq,relative,key,1,0,0,0,2", "as stored");
        assert_eq!(lines[12], "c,rq,relative,sample,0,0,0,0,1", "as it acts");
        let json = serde_json::to_value(Listed::new(&clip, all, 2.5)).expect("numbers are finite");
        assert_eq!(json["curves"][0]["samples"][1], serde_json::json!([2.5, 2.25]));
        assert_eq!(
            json["curves"][2]["keys"][0],
            serde_json::json!([1.0, [0.0, 0.0, 0.0, 2.0]])
        );
        assert_eq!(json["range"], serde_json::json!([0.0, 4.0]));
    }

    #[test]
    fn the_last_frame_is_sampled_once() {
        let at = |end, step| frames(&clip(Vec::new(), end), step).collect::<Vec<f64>>();
        assert_eq!(at(2.0, 1.0), [0.0, 1.0, 2.0]);
        assert_eq!(at(2.0, 1.5), [0.0, 1.5, 2.0]);
        assert_eq!(at(0.0, 1.0), [0.0]);
    }
}
