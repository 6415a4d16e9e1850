//! A clip without a model → an Animation node with the clip's skeleton, if any, and its curves in their own modes
//! (docs/formats/cast.md §2.13–§2.16).
//!
//! Nothing is put onto a rest pose, for nobody knows it. Whoever opens the file beside a model sees what the clip itself shows there.

use super::bone;
use super::draft::{Hashes, place, text};
use crate::cast::{NodeDraft, NodeKind};
use crate::rules::convert as rule;
use castview_base::core::{Diagnostics, FrameRange};
use castview_base::scene::{Clip, CurveMode, Property, Track, Values};

/// How far from a whole frame a key may lie and still be on it.
const SLACK: f64 = 1e-6;

/// `wish`: frames of a second, as the user wants them.
pub(super) fn encode(clip: &Clip, wish: Option<f64>, hashes: &mut Hashes, losses: &mut Diagnostics) -> NodeDraft {
    let rate = wish.unwrap_or(clip.frames_per_second);
    let mut node = text(NodeDraft::new(NodeKind::Animation), "n", &clip.name)
        .floats("fr", &[rate as f32])
        .u8s("lo", &[u8::from(clip.looping)]);
    if let Some(skeleton) = &clip.skeleton {
        let bones = (0..skeleton.len()).filter_map(|at| skeleton.from_file(at));
        let bones = bones.map(|one| bone::encode(skeleton, one, hashes.next(), losses));
        node = node.child(NodeDraft::new(NodeKind::Skeleton).children(bones));
    }
    let mut curves: Vec<Keyed> = Vec::new();
    let mut moved = 0.0f64;
    for track in &clip.tracks {
        let is_said = !matches!(track.property, Property::Parameter(_) | Property::Visibility);
        if !is_said || !track.is_plain() {
            losses.report(
                rule::X_LOST,
                || place("clip", &clip.name),
                || {
                    let what = track.property.short_name();
                    format!("{what} of {} is no curve that Cast has; left out", track.target)
                },
            );
            continue;
        }
        let (curve, off) = Keyed::of(clip, track, rate);
        moved = moved.max(off);
        curves.push(curve);
    }
    if moved > SLACK {
        losses.report(
            rule::X_RATE,
            || place("clip", &clip.name),
            || format!("keys fall between whole frames; moved by up to {moved:.1e} frames"),
        );
    }
    let frame = |frame: f64| (frame / clip.frames_per_second * rate).round() as u32;
    let notifications: Vec<(&str, Vec<u32>)> = clip
        .notifications
        .iter()
        .map(|one| (&one.name[..], one.frames.iter().map(|at| frame(*at)).collect()))
        .collect();
    hold(
        &mut curves,
        &notifications,
        [clip.range.start, clip.range.end].map(frame),
    );
    report_range(clip, rate, (&curves, &notifications), losses);
    node = node.children(curves.into_iter().map(Keyed::node));
    for one in &clip.overrides {
        let over = text(NodeDraft::new(NodeKind::CurveModeOverride), "nn", &one.bone).string("m", one.mode.word());
        let flag = |is_on: bool| [u8::from(is_on)];
        node = node.child(
            over.u8s("ot", &flag(one.translation))
                .u8s("or", &flag(one.rotation))
                .u8s("os", &flag(one.scale)),
        );
    }
    for (name, frames) in &notifications {
        node = node.child(text(NodeDraft::new(NodeKind::NotificationTrack), "n", name).uints("kb", frames));
    }
    node
}

/// A track with its keys on whole frames.
struct Keyed<'a> {
    track: &'a Track,
    frames: Vec<u32>,
    /// Which keys of the track they are.
    keys: Vec<usize>,
}

impl<'a> Keyed<'a> {
    /// Also how far a key was moved at most: frames.
    fn of(clip: &Clip, track: &'a Track, rate: f64) -> (Self, f64) {
        let (mut frames, mut keys): (Vec<u32>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut moved = 0.0f64;
        for key in 0..track.keys.len() {
            let exact = track.keys.frame(key) / clip.frames_per_second * rate;
            let frame = exact.round() as u32;
            moved = moved.max((f64::from(frame) - exact).abs());
            // The last of the keys on one frame counts.
            if frames.last() == Some(&frame) {
                frames.pop();
                keys.pop();
            }
            frames.push(frame);
            keys.push(key);
        }
        (Self { track, frames, keys }, moved)
    }

    fn node(self) -> NodeDraft {
        let track = self.track;
        let mut node = text(NodeDraft::new(NodeKind::Curve), "nn", &track.target)
            .string("kp", &track.property.short_name())
            .string("m", track.mode.word())
            .uints("kb", &self.frames);
        if track.mode == CurveMode::Additive && track.additive_weight != 1.0 {
            node = node.floats("ab", &[track.additive_weight]);
        }
        let keys = self.keys.iter();
        match &track.values {
            Values::Scalar(values) => node.floats("kv", &keys.map(|key| values.get(*key)).collect::<Vec<f32>>()),
            Values::Rotation(values) => node.vec4s("kv", &keys.map(|key| values.get(*key)).collect::<Vec<_>>()),
            Values::Switch(_) => node,
        }
    }
}

/// Cast says by its keys alone how long a clip plays: a key with the same value stands at each end that has none.
fn hold(curves: &mut [Keyed<'_>], notifications: &[(&str, Vec<u32>)], [start, end]: [u32; 2]) {
    let [first, last] = told(curves, notifications);
    let Some(curve) = curves.first_mut() else { return };
    if start < first
        && let Some(key) = curve.keys.first().copied()
    {
        curve.frames.insert(0, start);
        curve.keys.insert(0, key);
    }
    if end > last
        && let Some(key) = curve.keys.last().copied()
    {
        curve.frames.push(end);
        curve.keys.push(key);
    }
}

/// The first and the last frame of all keys and notifications.
fn told(curves: &[Keyed<'_>], notifications: &[(&str, Vec<u32>)]) -> [u32; 2] {
    let lists = || {
        curves
            .iter()
            .map(|curve| &curve.frames)
            .chain(notifications.iter().map(|one| &one.1))
    };
    let first = lists().filter_map(|frames| frames.first()).min();
    let last = lists().filter_map(|frames| frames.last()).max();
    [first.copied().unwrap_or(0), last.copied().unwrap_or(0)]
}

fn report_range(
    clip: &Clip,
    rate: f64,
    (curves, notifications): (&[Keyed<'_>], &[(&str, Vec<u32>)]),
    losses: &mut Diagnostics,
) {
    let [start, end] = told(curves, notifications).map(|frame| f64::from(frame) / rate);
    let FrameRange { start: from, end: to } = clip.range;
    let wanted = [from, to].map(|frame| frame / clip.frames_per_second);
    let half = 0.5 / rate;
    if (start - wanted[0]).abs() > half || (end - wanted[1]).abs() > half {
        losses.report(
            rule::X_RANGE,
            || place("clip", &clip.name),
            || {
                format!(
                    "plays from {start} s to {end} s, not from {} s to {} s",
                    wanted[0], wanted[1]
                )
            },
        );
    }
}
