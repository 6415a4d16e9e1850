//! Costs of a look for trouble in a clip, beside one sweep of poses over its frames.
//!
//! `cargo bench --bench trouble [-- --rounds N]` builds a clip in memory, and poses its model at every frame. Each round does both in turn, so
//! that noise hits them alike. It gives the medians in nanoseconds for each bone and frame, and the median of their ratios, round by round,
//! which is to stay below 2.5.

use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::core::{FrameRange, Transform};
use castview::glam::{Quat, Vec3};
use castview::scene::{Bone, Clip, CurveMode, Keys, Model, Property, Skeleton, Track, Values};
use castview::trouble::{LookedAt, TroubleKinds, trouble_of_clip};
use std::hint::black_box;
use std::time::Instant;

#[path = "common/random.rs"]
mod random;

use random::Random;

const BONES: usize = 200;
const FRAMES: u32 = 600;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let rounds = arguments.iter().skip_while(|word| *word != "--rounds").nth(1);
    let rounds: usize = rounds.and_then(|rounds| rounds.parse().ok()).unwrap_or(30);
    let model = model();
    let clip = clip();
    let binding = bind(&clip, &model);
    let mut times = Vec::new();
    for round in 0..=rounds {
        let start = Instant::now();
        let mut pose = Pose::default();
        for frame in 0..=FRAMES {
            let layers = [Layer::new(&clip, &binding, f64::from(frame))];
            let motion = Motion {
                layers: &layers,
                ..Motion::default()
            };
            evaluate(&model, motion, &mut pose);
            black_box(&pose);
        }
        let sweep = start.elapsed().as_secs_f64();
        let of_kinds = [TroubleKinds::default(), TroubleKinds::all()].map(|kinds| {
            let at = LookedAt {
                model: &model,
                clip: &clip,
                binding: &binding,
                up: Vec3::Y,
                kinds,
            };
            let start = Instant::now();
            black_box(trouble_of_clip(at, &|| true));
            start.elapsed().as_secs_f64()
        });
        // The first round warms the caches.
        if round > 0 {
            times.push([sweep, of_kinds[0], of_kinds[1]]);
        }
    }
    let nanoseconds = 1e9 / (BONES as f64 * f64::from(FRAMES + 1));
    println!("{BONES} bones, {FRAMES} frames, {rounds} rounds; ns for each bone and frame, times one sweep");
    for (at, name) in ["one sweep of poses", "kinds that are on", "all kinds"]
        .into_iter()
        .enumerate()
    {
        let own = median(times.iter().map(|all| all[at] * nanoseconds));
        let ratio = median(times.iter().map(|all| all[at] / all[0]));
        println!("  {name:<20} {own:7.1}   {ratio:5.2}x");
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn model() -> Model {
    let bone = |at: usize| Bone {
        name: format!("bone_{at}"),
        parent: at
            .checked_sub(1)
            .map(|before| if at.is_multiple_of(7) { at / 2 } else { before }),
        rest: Transform {
            translation: Vec3::Y,
            ..Transform::IDENTITY
        },
        ..Bone::default()
    };
    Model {
        skeleton: Skeleton::new((0..BONES).map(bone).collect()).expect("parents come first"),
        ..Model::default()
    }
}

/// Every bone turns, every fourth one moves, with a key at each frame.
fn clip() -> Clip {
    let mut random = Random(5);
    let mut tracks = Vec::new();
    for at in 0..BONES {
        let axis = Vec3::new(random.signed(), random.signed(), random.signed()).normalize_or(Vec3::X);
        let pace = 0.02 + 0.05 * random.unit();
        let turns = (0..=FRAMES).map(|frame| Quat::from_axis_angle(axis, (frame as f32 * pace).sin() * 0.5).to_array());
        tracks.push(track(
            at,
            Property::Rotation,
            Values::Rotation(turns.collect::<Vec<_>>().into()),
        ));
        let axes = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
        for property in axes.into_iter().filter(|_| at.is_multiple_of(4)) {
            let places = (0..=FRAMES).map(|frame| (frame as f32 * pace).cos() * 0.1);
            tracks.push(track(at, property, Values::Scalar(places.collect::<Vec<_>>().into())));
        }
    }
    Clip {
        name: "clip".into(),
        frames_per_second: 30.0,
        looping: true,
        mode: None,
        tracks,
        overrides: Vec::new(),
        notifications: Vec::new(),
        range: FrameRange {
            start: 0.0,
            end: f64::from(FRAMES),
        },
        skeleton: None,
        root: None,
    }
}

fn track(bone: usize, property: Property, values: Values) -> Track {
    Track {
        target: format!("bone_{bone}"),
        property,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole((0..=FRAMES).collect::<Vec<_>>().into()),
        values,
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}
