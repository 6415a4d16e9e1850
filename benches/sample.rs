//! Sampling and model matrices, beside the least they can cost.
//!
//! `cargo bench --bench sample [-- --rounds N]` builds clips in memory. The floor is one slerp, one vec3 lerp and one affine
//! multiply per bone over the same dense keys (glam's own, no scale channel). Every round runs a few poses of every way
//! in turn, going on where it stopped, so that noise hits all of them alike. Each line gives the minimum and the median in nanoseconds per
//! bone, and both as multiples of the forward floor (the minimum of the minima, the median of the ratios round by
//! round). Lines that seek at random also say how they compare with going forward. Then many models at once, on one and on two
//! threads, and how long it takes to bind.

use castview::animation::{Layer, Motion, Pose, bind, evaluate};
use castview::core::{FrameRange, Transform};
use castview::scene::{Bone, Clip, CurveMode, Keys, Model, Property, Skeleton, Track, Values};
use glam::{Affine3A, Quat, Vec3};
use std::env;
use std::hint::black_box;
use std::time::Instant;

#[path = "sample/crowd.rs"]
mod crowd;
#[path = "common/random.rs"]
mod random;

use random::Random;

/// Poses of one way in one round.
const POSES: usize = 48;

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let rounds = arguments
        .iter()
        .skip_while(|word| *word != "--rounds")
        .nth(1)
        .and_then(|n| n.parse().ok())
        .unwrap_or(200);
    sampling(
        200,
        301,
        &[("sparse", 7), ("a key in 2 or so", 3), ("a key in 30 or so", 59)],
        rounds,
    );
    sampling(300, 18_000, &[("sparse", 7)], rounds / 2);
    crowd::measure(rounds / 2);
}

/// A dense clip and sparse ones of the same motion: (name, keys are 1 to so many frames apart).
fn sampling(bones: usize, frames: usize, spacings: &[(&str, usize)], rounds: usize) {
    let motion = Motions::new(bones, frames);
    let model = &model(bones);
    println!("\n{bones} bones, {frames} frames, ns per bone; {rounds} rounds of {POSES} poses");
    let floor = motion.floor();
    let mut clips = vec![("dense".to_owned(), motion.clip(1, Axes::Together))];
    for (name, gap) in spacings {
        clips.push(((*name).to_owned(), motion.clip(*gap, Axes::Together)));
    }
    clips.push(("sparse, each axis on its own".to_owned(), motion.clip(7, Axes::Apart)));
    drop(motion);
    let bindings: Vec<_> = clips
        .iter()
        .map(|(name, clip)| {
            let start = Instant::now();
            let binding = bind(clip, model);
            let secs = start.elapsed().as_secs_f64();
            let keys: usize = clip.tracks.iter().map(|track| track.keys.len()).sum();
            println!("  bind, {name}: {:.1} ms, {:.1} M keys", secs * 1e3, keys as f64 / 1e6);
            binding
        })
        .collect();
    let mut ways = Vec::new();
    for walk in [Walk::Forward, Walk::Random] {
        let (floor, mut steps) = (&floor, Steps::new(walk, frames));
        let mut out = vec![Affine3A::IDENTITY; bones];
        let parents: Vec<usize> = (0..bones).map(parent).collect();
        ways.push(Way::new(format!("floor, {}", walk.name()), walk, bones, move || {
            floor.pose(steps.next(), &parents, &mut out);
            black_box(&out);
        }));
    }
    for ((name, clip), binding) in clips.iter().zip(&bindings) {
        for walk in [Walk::Forward, Walk::Backward, Walk::Random] {
            let mut steps = Steps::new(walk, frames);
            let mut pose = Pose::default();
            ways.push(Way::new(format!("{name}, {}", walk.name()), walk, bones, move || {
                let layers = [Layer::new(clip, binding, steps.next())];
                evaluate(
                    model,
                    Motion {
                        layers: &layers,
                        ..Motion::default()
                    },
                    &mut pose,
                );
                black_box(&pose);
            }));
        }
    }
    for round in 0..=rounds {
        for way in &mut ways {
            way.run(round > 0);
        }
    }
    report(&ways);
}

#[derive(Clone, Copy, PartialEq)]
enum Walk {
    Forward,
    Backward,
    Random,
}

impl Walk {
    fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
            Self::Random => "random",
        }
    }
}

/// Frames without end: half a frame per picture, or anywhere.
struct Steps {
    walk: Walk,
    random: Random,
    at: f64,
    last: f64,
}

impl Steps {
    fn new(walk: Walk, frames: usize) -> Self {
        Self {
            walk,
            random: Random(7),
            at: 0.0,
            last: (frames - 1) as f64,
        }
    }

    fn next(&mut self) -> f64 {
        const STEP: f64 = 0.53;
        self.at = match self.walk {
            Walk::Forward => (self.at + STEP).rem_euclid(self.last),
            Walk::Backward => (self.at - STEP).rem_euclid(self.last),
            Walk::Random => f64::from(self.random.unit()) * self.last,
        };
        self.at
    }
}

/// One thing that is measured, pose by pose.
struct Way<'a> {
    name: String,
    walk: Walk,
    bones: usize,
    pose: Box<dyn FnMut() + 'a>,
    /// One entry per round.
    nanoseconds: Vec<f64>,
}

impl<'a> Way<'a> {
    fn new(name: String, walk: Walk, bones: usize, pose: impl FnMut() + 'a) -> Self {
        Self {
            name,
            walk,
            bones,
            pose: Box::new(pose),
            nanoseconds: Vec::new(),
        }
    }

    fn run(&mut self, counts: bool) {
        let start = Instant::now();
        for _ in 0..POSES {
            (self.pose)();
        }
        let nanoseconds = start.elapsed().as_secs_f64() * 1e9 / (POSES * self.bones) as f64;
        if counts {
            self.nanoseconds.push(nanoseconds);
        }
    }
}

fn report(ways: &[Way]) {
    let floor = &ways[0].nanoseconds;
    let mut forward = floor;
    for way in ways {
        let own = &way.nanoseconds;
        let seeking = match way.walk {
            Walk::Random => format!("   {:5.2}x forward", least(own) / least(forward)),
            Walk::Forward | Walk::Backward => String::new(),
        };
        println!(
            "  {:<45} min {:7.2} {:5.2}x   median {:7.2} {:5.2}x{seeking}",
            way.name,
            least(own),
            least(own) / least(floor),
            median(own),
            ratio(own, floor),
        );
        if way.walk == Walk::Forward {
            forward = own;
        }
    }
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn ratio(values: &[f64], to: &[f64]) -> f64 {
    let ratios: Vec<f64> = values.iter().zip(to).map(|(a, b)| a / b).collect();
    median(&ratios)
}

/// Bushy, so that no chain grows as long as the skeleton; the root is its own.
fn parent(bone: usize) -> usize {
    bone.saturating_sub(1 + bone % 5)
}

fn model(bones: usize) -> Model {
    let bone = |index: usize| Bone {
        name: format!("bone_{index:05}"),
        parent: (index > 0).then(|| parent(index)),
        rest: Transform {
            translation: Vec3::new(0.0, 0.1, 0.0),
            ..Transform::IDENTITY
        },
        compensates_scale: false,
        ..Bone::default()
    };
    Model {
        skeleton: Skeleton::new((0..bones).map(bone).collect()).expect("no cycle"),
        ..Model::default()
    }
}

/// How the axes of a vector are keyed.
#[derive(Clone, Copy, PartialEq)]
enum Axes {
    Together,
    Apart,
}

/// One motion at every frame, at `frame * bones + bone`.
struct Motions {
    bones: usize,
    frames: usize,
    rotations: Vec<Quat>,
    translations: Vec<Vec3>,
    scales: Vec<Vec3>,
}

impl Motions {
    fn new(bones: usize, frames: usize) -> Self {
        let random = &mut Random(11);
        let count = bones * frames;
        let mut motion = Self {
            bones,
            frames,
            rotations: vec![Quat::IDENTITY; count],
            translations: vec![Vec3::ZERO; count],
            scales: vec![Vec3::ONE; count],
        };
        for bone in 0..bones {
            let axis = Vec3::new(random.signed(), random.signed(), random.signed() + 2.0).normalize();
            let (rate, phase, swing) = (0.02 + 0.1 * random.unit(), random.unit() * 6.0, 0.3 + random.unit());
            let rest = Vec3::new(random.signed(), 0.2 + random.unit(), random.signed()) * 0.1;
            for frame in 0..frames {
                let wave = (frame as f32 * rate + phase).sin();
                let at = frame * bones + bone;
                motion.rotations[at] = Quat::from_axis_angle(axis, swing * wave);
                motion.translations[at] = rest + axis * (0.01 * wave);
                motion.scales[at] = Vec3::splat(1.0) + axis * (0.01 * wave);
            }
        }
        motion
    }

    fn floor(&self) -> Floor {
        Floor {
            bones: self.bones,
            frames: self.frames,
            rotations: self.rotations.clone(),
            translations: self.translations.clone(),
        }
    }

    /// All seven channels of every bone, with keys 1 to `gap` frames apart.
    fn clip(&self, gap: usize, axes: Axes) -> Clip {
        let random = &mut Random(13);
        let mut tracks = Vec::new();
        for bone in 0..self.bones {
            let target = format!("bone_{bone:05}");
            let mut add = |property, keys: &[u32], values| {
                tracks.push(Track {
                    target: target.clone(),
                    property,
                    mode: CurveMode::Absolute,
                    additive_weight: 1.0,
                    keys: Keys::Whole(keys.to_vec().into()),
                    values,
                    interpolation: Default::default(),
                    beyond: Default::default(),
                });
            };
            let at = |key: &u32| *key as usize * self.bones + bone;
            let keys = self.keys(gap, random);
            let rotations: Vec<[f32; 4]> = keys.iter().map(|key| self.rotations[at(key)].to_array()).collect();
            add(Property::Rotation, &keys, Values::Rotation(rotations.into()));
            use Property::{ScaleX, ScaleY, ScaleZ, TranslationX, TranslationY, TranslationZ};
            for (values, properties) in [
                (&self.translations, [TranslationX, TranslationY, TranslationZ]),
                (&self.scales, [ScaleX, ScaleY, ScaleZ]),
            ] {
                let mut keys = self.keys(gap, random);
                for (axis, property) in properties.into_iter().enumerate() {
                    if axis > 0 && axes == Axes::Apart {
                        keys = self.keys(gap, random);
                    }
                    let values: Vec<f32> = keys.iter().map(|key| values[at(key)][axis]).collect();
                    add(property, &keys, Values::Scalar(values.into()));
                }
            }
        }
        Clip {
            root: None,
            name: "clip".into(),
            frames_per_second: 30.0,
            looping: true,
            mode: None,
            tracks,
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange {
                start: 0.0,
                end: (self.frames - 1) as f64,
            },
            skeleton: None,
        }
    }

    fn keys(&self, gap: usize, random: &mut Random) -> Vec<u32> {
        let last = self.frames - 1;
        let next = |frame: &usize| {
            let step = 1 + random.next() as usize % gap;
            (*frame < last).then(|| (frame + step).min(last))
        };
        std::iter::successors(Some(0), next).map(|frame| frame as u32).collect()
    }
}

/// Unit in which the goals count: dense keys in rows, glam's slerp, lerp and affine multiply, no scale.
struct Floor {
    bones: usize,
    frames: usize,
    rotations: Vec<Quat>,
    translations: Vec<Vec3>,
}

impl Floor {
    fn pose(&self, frame: f64, parents: &[usize], out: &mut [Affine3A]) {
        let row = (frame as usize).min(self.frames - 2);
        let along = (frame - row as f64) as f32;
        let at = |row: usize| row * self.bones..(row + 1) * self.bones;
        let (r0, r1) = (&self.rotations[at(row)], &self.rotations[at(row + 1)]);
        let (t0, t1) = (&self.translations[at(row)], &self.translations[at(row + 1)]);
        for (bone, parent) in parents.iter().enumerate() {
            let local =
                Affine3A::from_rotation_translation(r0[bone].slerp(r1[bone], along), t0[bone].lerp(t1[bone], along));
            out[bone] = if bone == 0 { local } else { out[*parent] * local };
        }
    }
}
