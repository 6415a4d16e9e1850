//! Clips: rates, tracks, mode overrides, notifications.

use super::difference::{DifferenceKind, DifferencePart, Differences, OwnerName, Tally, short};
use super::pairs::{by_name, tell, tell_unpaired};
use super::terms::content::FileContent;
use super::{rest, skeleton};
use castview_base::scene::{Beyond, Clip, Interpolation, ModeOverride, Track, Values};
use castview_motion::animation::{sample_rotation, sample_scalar, sample_switch};

/// Tells in what the clips of two files differ.
pub fn compare(out: &mut Differences, files: [FileContent<'_>; 2]) {
    let [before, after] = files.map(|file| &*file.scene.clips);
    let names = (|at: usize| &*before[at].name, |at: usize| &*after[at].name);
    let mut pairs = by_name(
        before.iter().map(|clip| &*clip.name),
        after.iter().map(|clip| &*clip.name),
    );
    let is_same = |(a, b): (usize, usize)| {
        let [a, b] = [&before[a], &after[b]];
        a.tracks.len() == b.tracks.len() && a.range == b.range
    };
    let renamed = pairs.find_renamed(&mut out.tries, names, is_same);
    tell(
        out,
        &pairs,
        &renamed,
        files,
        (DifferencePart::Clip, &OwnerName::NONE),
        names,
    );
    for (a, b) in pairs.all(&renamed) {
        compare_clip(out, [&before[a], &after[b]]);
    }
}

fn compare_clip(out: &mut Differences, clips: [&Clip; 2]) {
    let about = (DifferencePart::Clip, &OwnerName::NONE, &*clips[0].name);
    out.number(about, "frames per second", clips.map(|clip| clip.frames_per_second));
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    out.set(about, "looping", clips.map(|clip| yes(clip.looping)));
    out.set(
        about,
        "play mode",
        clips.map(|clip| clip.mode.map_or("none", |mode| mode.word())),
    );
    let ranges = clips.map(|clip| format!("{} to {}", short(clip.range.start), short(clip.range.end)));
    out.set(about, "range", [&ranges[0], &ranges[1]]);
    let of = &OwnerName::of(&clips[0].name);
    compare_tracks(out, of, clips);
    compare_overrides(out, of, clips);
    compare_notifications(out, of, clips);
    match clips.map(|clip| clip.skeleton.as_ref()) {
        [Some(a), Some(b)] => {
            skeleton::compare(out, of, [a, b]);
        }
        skeletons => {
            let there = skeletons.map(|skeleton| if skeleton.is_some() { "there" } else { "none" });
            out.set(about, "skeleton", there);
        }
    }
}

fn compare_tracks(out: &mut Differences, of: &OwnerName, clips: [&Clip; 2]) {
    let name = |track: &Track| format!("{}.{}", track.target, track.property.short_name());
    let [a, b] = clips.map(|clip| clip.tracks.iter());
    let pairs = by_name(
        a.map(|track| (&*track.target, track.property)),
        b.map(|track| (&*track.target, track.property)),
    );
    let names = (
        |at: usize| name(&clips[0].tracks[at]),
        |at: usize| name(&clips[1].tracks[at]),
    );
    tell_unpaired(out, &pairs, (DifferencePart::Track, of), names);
    for (a, b) in &pairs.both {
        let tracks = [&clips[0].tracks[*a], &clips[1].tracks[*b]];
        compare_track(out, (DifferencePart::Track, of, &name(tracks[0])), tracks);
    }
}

fn compare_track(out: &mut Differences, about: (DifferencePart, &OwnerName, &str), tracks: [&Track; 2]) {
    out.set(about, "mode", tracks.map(|track| track.mode.word()));
    let weights = tracks.map(|track| f64::from(track.additive_weight));
    out.number(about, "additive weight", weights);
    let interpolations = tracks.map(|track| match track.interpolation {
        Interpolation::Linear => "linear",
        Interpolation::Componentwise => "componentwise",
        Interpolation::Step => "step",
        Interpolation::Cubic(_) => "cubic",
    });
    out.set(about, "interpolation", interpolations);
    for (end, property) in ["before the first key", "after the last key"].into_iter().enumerate() {
        let words = tracks.map(|track| match track.beyond[end] {
            Beyond::Hold => "hold",
            Beyond::Loop => "loop",
            Beyond::PingPong => "ping-pong",
        });
        out.set(about, property, words);
    }
    out.count(about, "keys", tracks.map(|track| track.keys.len()));
    if same_keys(tracks) {
        return;
    }
    let is_rotation = matches!(tracks[0].values, Values::Rotation(_));
    let tolerance = if is_rotation {
        out.tolerance.degrees
    } else {
        out.tolerance.number
    };
    let (mut tally, mut frames) = (Tally::default(), Vec::new());
    for_each_frame(tracks, |frame| {
        frames.push(frame);
        tally.add(frames.len() - 1, apart(tracks, frame), tolerance);
    });
    if tally.count > 0 {
        let difference = out
            .add(about.0, about.1, about.2, DifferenceKind::Values)
            .measure(&tally);
        difference.at = frames.get(tally.at).copied();
    }
}

/// Whether both have the same keys in the same bytes, and nothing else can make their values differ.
fn same_keys([a, b]: [&Track; 2]) -> bool {
    let same_values = match (&a.values, &b.values) {
        (Values::Scalar(a), Values::Scalar(b)) => a.same_values(b),
        (Values::Rotation(a), Values::Rotation(b)) => a.same_values(b),
        (Values::Switch(a), Values::Switch(b)) => a == b,
        _ => false,
    };
    same_values && a.is_plain() && b.is_plain() && a.keys.same_frames(&b.keys)
}

/// Hands over the frames of the keys of both, ascending, and those halfway between them.
fn for_each_frame([a, b]: [&Track; 2], mut take: impl FnMut(f64)) {
    let (mut at, mut last) = ([0, 0], None::<f64>);
    loop {
        let next = |track: &Track, at: usize| (at < track.keys.len()).then(|| track.keys.frame(at));
        let frames = [next(a, at[0]), next(b, at[1])];
        let Some(frame) = frames.into_iter().flatten().reduce(f64::min) else {
            return;
        };
        for (at, next) in at.iter_mut().zip(frames) {
            *at += usize::from(next == Some(frame));
        }
        if let Some(last) = last {
            take(last + (frame - last) / 2.0);
        }
        take(frame);
        last = Some(frame);
    }
}

/// How far apart their values are at `frame`: degrees of rotations.
fn apart([a, b]: [&Track; 2], frame: f64) -> f64 {
    match (&a.values, &b.values) {
        (Values::Scalar(_), Values::Scalar(_)) => match [a, b].map(|track| sample_scalar(track, frame)) {
            [Some(a), Some(b)] => (f64::from(a) - f64::from(b)).abs(),
            _ => f64::INFINITY,
        },
        (Values::Rotation(_), Values::Rotation(_)) => match [a, b].map(|track| sample_rotation(track, frame)) {
            [Some(a), Some(b)] => rest::degrees([a, b]),
            _ => f64::INFINITY,
        },
        _ => match sample_switch(a, frame) == sample_switch(b, frame) {
            true => 0.0,
            false => 1.0,
        },
    }
}

fn compare_overrides(out: &mut Differences, of: &OwnerName, [before, after]: [&Clip; 2]) {
    let pairs = by_name(
        before.overrides.iter().map(|mode| &*mode.bone),
        after.overrides.iter().map(|mode| &*mode.bone),
    );
    let names = (
        |at: usize| &*before.overrides[at].bone,
        |at: usize| &*after.overrides[at].bone,
    );
    tell_unpaired(out, &pairs, (DifferencePart::Override, of), names);
    let words = |mode: &ModeOverride| {
        let channels = [
            (mode.translation, "translation"),
            (mode.rotation, "rotation"),
            (mode.scale, "scale"),
        ];
        let on: Vec<&str> = channels.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
        format!("{}: {}", mode.mode.word(), on.join(", "))
    };
    for (a, b) in &pairs.both {
        let modes = [&before.overrides[*a], &after.overrides[*b]];
        let [x, y] = modes.map(words);
        out.set((DifferencePart::Override, of, &modes[0].bone), "mode", [&x, &y]);
    }
}

fn compare_notifications(out: &mut Differences, of: &OwnerName, [before, after]: [&Clip; 2]) {
    let pairs = by_name(
        before.notifications.iter().map(|note| &*note.name),
        after.notifications.iter().map(|note| &*note.name),
    );
    let names = (
        |at: usize| &*before.notifications[at].name,
        |at: usize| &*after.notifications[at].name,
    );
    tell_unpaired(out, &pairs, (DifferencePart::Notification, of), names);
    for (a, b) in &pairs.both {
        let [a, b] = [&before.notifications[*a], &after.notifications[*b]];
        if a.frames != b.frames {
            let words = [a, b].map(|note| frames(&note.frames));
            let difference = out.add(DifferencePart::Notification, of, &a.name, DifferenceKind::Frames);
            difference.show([&words[0], &words[1]]);
        }
    }
}

/// The first frames as text.
fn frames(frames: &[f64]) -> String {
    const LISTED: usize = 8;
    let mut listed: Vec<String> = frames.iter().take(LISTED).map(|frame| short(*frame)).collect();
    if frames.len() > LISTED {
        listed.push(format!("… {} in all", frames.len()));
    }
    listed.join(", ")
}
