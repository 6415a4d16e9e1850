//! Broken recordings: no panic, whatever the bytes.
//!
//! Two seeds by default; `HOSTILE_SEEDS=20` for the full sweep.

use super::mutate::Random;
use super::open;
use super::recording::{Curve, Recording, wave};
use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::formats::mrtk::{CURVE_HEAD, Document, is_damaged, repaired_w};
use castview::formats::{Request, import};
use castview::scene::{Scene, Values};

/// What breaks files most: the ends of integers, and numbers that are none.
const WILD: [u32; 12] = [
    0,
    1,
    2,
    8,
    0x7fff_ffff,
    0x8000_0000,
    u32::MAX,
    0x7fc0_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7f7f_ffff,
    0x4970_0000,
];

fn fixtures() -> Vec<Vec<u8>> {
    let short = Recording {
        gaze: Some(vec![Curve::of(&[(0.0, 1.0), (1.0, 2.0)]); 6]),
        markers: Some(vec![(0.5, b"here".to_vec())]),
        ..Recording::bare()
    };
    let full = Recording {
        full: true,
        ..short.clone()
    };
    let old = Recording {
        version: (1, 0),
        full: true,
        gaze: None,
        ..wave()
    };
    [short, full, wave(), old].iter().map(Recording::bytes).collect()
}

/// What reading promises of a document, whatever the file.
fn is_sound(bytes: &[u8], document: &Document) {
    let mut end = 0;
    for curve in document.curves() {
        let at = curve.place().offset as usize;
        assert!(at >= end && at + CURVE_HEAD <= bytes.len());
        end = at + CURVE_HEAD;
        let keys = curve.keys();
        assert!(keys.len() * 8 <= bytes.len());
        assert!(keys.is_sorted_by(|a, b| a.time <= b.time));
        for key in keys {
            assert!(key.time.is_finite() && key.value.is_finite());
            assert!(!key.in_tangent.is_nan() && !key.out_tangent.is_nan());
            assert!(key.in_weight.is_finite() && key.out_weight.is_finite());
            assert!((0..=3).contains(&key.weighted));
        }
    }
    assert!(document.markers().iter().all(|marker| marker.time.is_finite()));
    assert!(document.duration() >= 0.0);
    if let Some(camera) = document.camera() {
        let damaged = is_damaged(&camera);
        let [.., x, y, z, w] = camera.map(|curve| curve.keys());
        let repaired = repaired_w(&x, &y, &z, &w);
        assert!(!damaged || repaired.iter().all(|key| key.value.is_finite()));
    }
}

/// The shared body: any bytes at all.
fn survives(bytes: &[u8]) {
    if let (Ok(document), _) = open(bytes) {
        is_sound(bytes, &document);
        let import = import(bytes.to_vec().into(), &Request::alone("hostile"));
        obeys_its_laws(&import.expect("what can be read can be shown").scene);
    }
}

/// What a scene promises to those who play it.
fn obeys_its_laws(scene: &Scene) {
    for clip in &scene.clips {
        assert!(clip.range.start.is_finite() && clip.range.end.is_finite());
        for track in &clip.tracks {
            assert!(!track.keys.is_empty());
            let times: Vec<f64> = (0..track.keys.len()).map(|key| track.keys.time(key)).collect();
            assert!(
                times.is_sorted_by(|a, b| a < b),
                "{} {:?}: {times:?}",
                track.target,
                track.property
            );
            match &track.values {
                Values::Scalar(values) => assert!(values.iter().all(f32::is_finite)),
                Values::Rotation(values) => {
                    let fit = |q: [f32; 4]| q.iter().all(|n| n.is_finite()) && q.iter().any(|n| *n != 0.0);
                    assert!(values.iter().all(fit));
                }
                Values::Switch(_) => {}
            }
        }
        for model in &scene.models {
            let binding = bind(clip, model);
            for frame in [clip.range.start, clip.range.end / 3.0, clip.range.end, 1e9] {
                let layers = [Layer::new(clip, &binding, frame)];
                let motion = Motion {
                    layers: &layers,
                    ..Motion::default()
                };
                let mut pose = Pose::default();
                evaluate(model, motion, &mut pose);
                assert!(pose.model_from_bone.iter().all(|matrix| matrix.is_finite()));
            }
        }
    }
}

#[test]
fn broken_recordings_are_survived() {
    let seeds: u64 = match std::env::var("HOSTILE_SEEDS") {
        Ok(seeds) => seeds.parse().expect("HOSTILE_SEEDS is a number"),
        Err(_) => 2,
    };
    for file in fixtures() {
        let small = file.len() < 1000;
        let step = if small { 1 } else { file.len() / 40 };
        for length in (0..file.len()).step_by(step) {
            survives(&file[..length]);
        }
        for at in (0..file.len()).step_by(step) {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = file.clone();
                bytes[at] ^= flip;
                survives(&bytes);
            }
        }
        for seed in 1..=seeds {
            for variant in 0..40 {
                survives(&broken(&file, &mut Random::new(seed, variant)));
            }
        }
    }
}

/// One to four of: a wild number anywhere, a byte, a piece doubled, left out or cleared, the rest cut off.
fn broken(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for _ in 0..=random.next() % 4 {
        let Some(at) = random.range(0..bytes.len().saturating_sub(4)) else {
            return bytes;
        };
        let end = (at + random.next() as usize % 40).min(bytes.len());
        match random.next() % 8 {
            0..=3 => bytes[at..at + 4].copy_from_slice(&WILD[random.next() as usize % WILD.len()].to_le_bytes()),
            4 => bytes[at] = random.next() as u8,
            5 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            6 => drop(bytes.drain(at..end)),
            _ => bytes.truncate(at),
        }
    }
    bytes
}
