//! The transport against tables, and against a count made on the unrolled time line.

use super::*;
use castview_base::scene::Notification;
use proptest::prelude::*;

fn timeline(start: f64, end: f64) -> Timeline {
    Timeline {
        frames_per_second: 10.0,
        range: FrameRange { start, end },
        looping: false,
    }
}

fn at(frame: f64, looping: Looping, timeline: &Timeline) -> Transport {
    let mut transport = Transport {
        looping,
        playing: true,
        ..Transport::default()
    };
    transport.seek(frame, timeline);
    transport
}

#[test]
fn advances_wraps_and_stops() {
    let timeline = timeline(10.0, 20.0);
    // (from frame, looping, speed, seconds, frame after, playing after)
    for (from, looping, speed, secs, wanted, playing) in [
        (10.0, Looping::Always, 1.0, 0.25, 12.5, true),
        (10.0, Looping::Always, 0.0, 0.25, 10.0, true),
        (10.0, Looping::Always, 2.0, 0.25, 15.0, true),
        (18.0, Looping::Always, 1.0, 0.2, 10.0, true),
        (18.0, Looping::Always, 1.0, 0.5, 13.0, true),
        (10.0, Looping::Always, 4.0, 0.75, 10.0, true),
        (18.0, Looping::Once, 1.0, 0.5, 20.0, false),
        (18.0, Looping::AsClip, 1.0, 0.5, 20.0, false),
        (12.0, Looping::Always, -1.0, 0.1, 11.0, true),
        (12.0, Looping::Always, -1.0, 0.2, 10.0, true),
        (12.0, Looping::Always, -1.0, 0.5, 17.0, true),
        (12.0, Looping::Once, -1.0, 0.5, 10.0, false),
        (10.0, Looping::Once, 1.0, 1e9, 20.0, false),
        // A stall plays one second: a whole loop here.
        (12.0, Looping::Always, 1.0, 1e9, 12.0, true),
        (12.0, Looping::Always, 1.0, f64::NAN, 12.0, true),
        (12.0, Looping::Always, 1.0, -3.0, 12.0, true),
        // To and fro: a turning point is reached before it is left.
        (18.0, Looping::PingPong, 1.0, 0.2, 20.0, true),
        (18.0, Looping::PingPong, 1.0, 0.5, 17.0, true),
        (18.0, Looping::PingPong, 2.0, 0.6, 10.0, true),
        (18.0, Looping::PingPong, 2.0, 0.75, 13.0, true),
        (18.0, Looping::PingPong, 4.0, 0.8, 10.0, true),
        (18.0, Looping::PingPong, 10.0, 0.23, 19.0, true),
        (12.0, Looping::PingPong, -1.0, 0.5, 13.0, true),
    ] {
        let mut transport = at(from, looping, &timeline);
        transport.speed = speed;
        transport.advance(secs, &timeline);
        let row = format!("from {from} at {speed} for {secs} s, {looping:?}");
        assert!(
            (transport.frame(&timeline) - wanted).abs() < 1e-6,
            "{row}: {}",
            transport.frame(&timeline)
        );
        assert_eq!(transport.playing, playing, "{row}");
    }
}

#[test]
fn slow_pictures_keep_time() {
    let timeline = timeline(0.0, 1000.0);
    let mut transport = at(0.0, Looping::Always, &timeline);
    for _ in 0..50 {
        transport.advance(0.9, &timeline);
    }
    assert!((transport.playhead_secs() - 45.0).abs() < 1e-9);
}

#[test]
fn a_clip_without_length_stands_still() {
    let timeline = timeline(7.0, 7.0);
    let mut transport = at(0.0, Looping::Always, &timeline);
    transport.advance(0.5, &timeline);
    assert_eq!((transport.frame(&timeline), transport.playing), (7.0, true));
}

#[test]
fn playing_on_from_the_end_starts_again() {
    let timeline = timeline(10.0, 20.0);
    for (looping, speed, frame, wanted) in [
        (Looping::Once, 1.0, 20.0, 10.0),
        (Looping::Once, -1.0, 10.0, 20.0),
        (Looping::Once, 1.0, 15.0, 15.0),
        (Looping::Always, 1.0, 20.0, 20.0),
    ] {
        let mut transport = at(frame, looping, &timeline);
        transport.speed = speed;
        transport.pause();
        transport.toggle(&timeline);
        assert!(transport.playing);
        assert_eq!(transport.frame(&timeline), wanted);
    }
}

#[test]
fn steps_land_on_whole_frames_inside_the_range() {
    let timeline = Timeline {
        frames_per_second: 59.94,
        ..timeline(2.0, 90_000.0)
    };
    for (from, by, wanted) in [
        (5.0, 1, 6.0),
        (5.0, -1, 4.0),
        (5.5, 1, 6.0),
        (5.5, -1, 5.0),
        (2.0, -1, 2.0),
        (70_000.0, 10, 70_010.0),
        (90_000.0, 1, 90_000.0),
        (f64::NAN, 1, 3.0),
    ] {
        let mut transport = at(from, Looping::Always, &timeline);
        transport.step(by, &timeline);
        assert_eq!(transport.frame(&timeline), wanted, "{from} {by:+}");
    }
}

#[test]
fn whole_frames_survive_the_way_to_seconds_and_back() {
    for frames_per_second in [23.976, 24.0, 30.0, 59.94, 60.0, 1e-3, 1e4] {
        let timeline = Timeline {
            frames_per_second,
            ..timeline(0.0, 1e6)
        };
        for frame in (0..10_000u32).chain(4_000_000_000..4_000_000_010).map(f64::from) {
            assert_eq!(timeline.frame(timeline.secs(frame)), frame, "{frames_per_second} fps");
        }
    }
}

#[test]
fn notifications_fire_once_per_pass() {
    let mut clip = Clip {
        root: None,
        name: String::new(),
        frames_per_second: 10.0,
        looping: true,
        mode: None,
        tracks: Vec::new(),
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange { start: 0.0, end: 10.0 },
        skeleton: None,
    };
    for (name, frames) in [("step", vec![0.0, 5.0, 10.0]), ("mid", vec![5.0]), ("start", vec![0.0])] {
        clip.notifications.push(Notification {
            name: name.into(),
            frames,
        });
    }
    let timeline = Timeline::of(&clip);
    // Half a frame at a time, from a start that has just been reached, and the same backwards.
    for (speed, wanted) in [
        (
            1.0,
            [
                (0.0, 0),
                (0.0, 2),
                (5.0, 0),
                (5.0, 1),
                (10.0, 0),
                (0.0, 2),
                (5.0, 0),
                (5.0, 1),
                (10.0, 0),
            ],
        ),
        (
            -1.0,
            [
                (0.0, 0),
                (0.0, 2),
                (5.0, 0),
                (5.0, 1),
                (0.0, 0),
                (0.0, 2),
                (5.0, 0),
                (5.0, 1),
                (0.0, 0),
            ],
        ),
    ] {
        let mut transport = at(0.0, Looping::Always, &timeline);
        transport.speed = speed;
        let mut fired = Vec::new();
        // Up to the end of the second pass, but not beyond it.
        for _ in 0..41 {
            if fired.len() < wanted.len() {
                fired.extend(transport.advance(0.05, &timeline).notifications(&clip));
            }
        }
        fired.truncate(wanted.len());
        assert_eq!(fired, wanted, "speed {speed}");
    }
    let mut transport = at(3.0, Looping::Always, &timeline);
    assert_eq!(
        transport.advance(0.2, &timeline).notifications(&clip),
        [(5.0, 0), (5.0, 1)],
        "up to and including"
    );
    assert_eq!(transport.advance(0.2, &timeline).notifications(&clip), [], "not again");
    transport.seek(5.0, &timeline);
    assert_eq!(
        transport.advance(0.1, &timeline).notifications(&clip),
        [(5.0, 0), (5.0, 1)],
        "put there"
    );
    transport.pause();
    assert!(transport.advance(0.5, &timeline).is_empty());
}

#[test]
fn reversing_ping_pong_turns_at_once() {
    let timeline = timeline(10.0, 20.0);
    let mut transport = at(18.0, Looping::PingPong, &timeline);
    transport.advance(0.5, &timeline);
    assert!(transport.is_backward(), "on the way back from 20");
    transport.reverse();
    transport.advance(0.1, &timeline);
    assert!((transport.frame(&timeline) - 18.0).abs() < 1e-6);
}

#[test]
fn outside_the_range_begins_it() {
    let whole = timeline(0.0, 100.0);
    let part = whole.within(FrameRange { start: 40.0, end: 50.0 });
    for (frame, speed, looping, wanted) in [
        (70.0, 1.0, Looping::Always, 41.0),
        (5.0, 1.0, Looping::Always, 41.0),
        (70.0, -1.0, Looping::Always, 49.0),
        (70.0, 1.0, Looping::Once, 41.0),
        (5.0, 1.0, Looping::PingPong, 41.0),
        (45.0, 1.0, Looping::Always, 46.0),
        // At its end, playing goes on as before.
        (50.0, 1.0, Looping::Always, 41.0),
        (50.0, 1.0, Looping::PingPong, 49.0),
    ] {
        let mut transport = at(frame, looping, &whole);
        transport.speed = speed;
        transport.advance(0.1, &part);
        let row = format!("from {frame} at {speed}, {looping:?}");
        assert!((transport.frame(&whole) - wanted).abs() < 1e-6, "{row}");
    }
}

fn clip_with(frames: &[f64], range: FrameRange) -> Clip {
    Clip {
        root: None,
        name: String::new(),
        frames_per_second: 10.0,
        looping: false,
        mode: None,
        tracks: Vec::new(),
        overrides: Vec::new(),
        notifications: vec![Notification {
            name: "beat".into(),
            frames: frames.into(),
        }],
        range,
        skeleton: None,
    }
}

#[test]
fn a_turning_point_fires_once_a_turn() {
    let timeline = timeline(0.0, 10.0);
    let clip = clip_with(&[0.0, 4.0, 10.0], timeline.range);
    for step in [0.05, 0.1, 0.25, 0.3, 0.7] {
        let mut transport = at(0.0, Looping::PingPong, &timeline);
        let mut fired = Vec::new();
        while fired.len() < 9 {
            fired.extend(
                transport
                    .advance(step, &timeline)
                    .notifications(&clip)
                    .into_iter()
                    .map(|(frame, _)| frame),
            );
        }
        fired.truncate(9);
        assert_eq!(
            fired,
            [0.0, 4.0, 10.0, 4.0, 0.0, 4.0, 10.0, 4.0, 0.0],
            "steps of {step} s"
        );
    }
}

/// How often `frame` lies in the playing of `moved` frames from `from`, counted on the unrolled time line: every
/// repetition of the range side by side, mirrored ones included.
fn passes(range: FrameRange, from: f64, moved: f64, frame: f64, turns: bool) -> usize {
    let length = range.length();
    let (low, high) = (from.min(from + moved), from.max(from + moved));
    let (period, mut places) = if turns {
        (2.0 * length, vec![frame - range.start, range.start - frame])
    } else {
        (length, vec![frame - range.start])
    };
    // A turning point and its mirror image are one.
    places.dedup_by(|a, b| ((*a - *b).abs() / period).fract() == 0.0);
    let mut count = 0;
    for place in places {
        let at = |n: f64| range.start + place + n * period;
        let mut n = ((low - range.start - place) / period).floor() - 1.0;
        while at(n) <= high {
            // The frame it starts on has just been put there, and counts.
            if at(n) >= low {
                count += 1;
            }
            n += 1.0;
        }
    }
    count
}

proptest! {
    /// Whatever the steps, the playhead and what fired are the same.
    #[test]
    fn any_steps_lead_to_the_same_place(
        start in -50i32..50,
        length in 1i32..40,
        from in 0.0f64..1.0,
        speed in prop_oneof![0.05f64..10.0, -10.0f64..-0.05],
        turns: bool,
        steps in prop::collection::vec(0.001f64..0.9, 1..60),
        beat in 0.0f64..1.0,
    ) {
        let range = FrameRange { start: start.into(), end: (start + length).into() };
        let timeline = timeline(range.start, range.end);
        let looping = if turns { Looping::PingPong } else { Looping::Always };
        let from = range.start + (from * range.length()).floor();
        // Half frames: no step of these ends on one.
        let beat = (range.start + (beat * range.length()).floor() + 0.5).min(range.end);
        let clip = clip_with(&[beat], range);
        let mut transport = at(from, looping, &timeline);
        transport.speed = speed;
        let mut fired = 0;
        let mut counted = true;
        for step in &steps {
            // Steps beyond two passes fire less on purpose.
            counted &= step * speed.abs() * 10.0 < range.length();
            fired += transport.advance(*step, &timeline).notifications(&clip).len();
        }
        let moved = steps.iter().sum::<f64>() * speed * 10.0;
        let wanted = if turns {
            let phase = (from + moved - range.start).rem_euclid(2.0 * range.length());
            range.start + phase.min(2.0 * range.length() - phase)
        } else {
            range.wrap(from + moved)
        };
        let apart = (transport.frame(&timeline) - wanted).abs();
        // Both ends of a looping range are one instant.
        let apart = if turns { apart } else { apart.min((range.length() - apart).abs()) };
        prop_assert!(apart < 1e-6, "{} instead of {wanted}", transport.frame(&timeline));
        let near = |frame: f64| (frame - (frame - 0.5).round() - 0.5).abs() < 1e-6;
        if counted && !near(from + moved) {
            prop_assert_eq!(fired, passes(range, from, moved, beat, turns));
        }
    }
}
