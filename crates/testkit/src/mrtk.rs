//! Writes MRTK2 input animations, to the letter of docs/formats/mrtk.md §4, and makes one that moves.

use glam::{Quat, Vec3};

/// Unity's wrap mode of a new curve: the edge keys hold.
const CLAMP_FOREVER: i32 = 8;

#[derive(Clone, Debug)]
pub struct Curve {
    pub wrap: [i32; 2],
    /// Time, value, tangents in and out, weights in and out; weighted mode.
    pub keys: Vec<([f32; 6], i32)>,
}

impl Default for Curve {
    fn default() -> Self {
        Self {
            wrap: [CLAMP_FOREVER; 2],
            keys: Vec::new(),
        }
    }
}

impl Curve {
    /// Straight between keys, as the toolkit writes float curves.
    pub fn of(keys: &[(f32, f32)]) -> Self {
        let keys = keys
            .iter()
            .map(|(time, value)| ([*time, *value, 0.0, 0.0, 0.0, 0.0], 3));
        Self {
            keys: keys.collect(),
            ..Self::default()
        }
    }

    fn write(&self, full: bool, out: &mut Vec<u8>) {
        put(out, &self.wrap);
        put(out, &[self.keys.len() as i32]);
        for (numbers, mode) in &self.keys {
            let stored = if full { &numbers[..] } else { &numbers[..2] };
            out.extend(stored.iter().flat_map(|number| number.to_le_bytes()));
            if full {
                put(out, &[*mode]);
            }
        }
    }
}

fn put(out: &mut Vec<u8>, numbers: &[i32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

#[derive(Clone, Debug)]
pub struct Hands {
    /// Left tracked, right tracked, left pinch, right pinch.
    pub states: [Curve; 4],
    /// Left, then right: 27 poses of 7 curves, or more curves for a file of another make.
    pub joints: [Vec<Vec<Curve>>; 2],
}

impl Default for Hands {
    fn default() -> Self {
        let joints = || vec![vec![Curve::default(); 7]; 27];
        Self {
            states: Default::default(),
            joints: [joints(), joints()],
        }
    }
}

#[derive(Clone, Debug)]
pub struct Recording {
    pub version: (i32, i32),
    /// Float curves with keys of 28 bytes.
    pub full: bool,
    pub camera: Option<Vec<Curve>>,
    pub hands: Option<Hands>,
    pub gaze: Option<Vec<Curve>>,
    /// `None`: the file ends without a list.
    pub markers: Option<Vec<(f32, Vec<u8>)>>,
}

impl Recording {
    /// Everything there, every curve empty.
    pub fn empty(version: (i32, i32)) -> Self {
        let is_old = version == (1, 0);
        Self {
            version,
            full: is_old,
            camera: Some(vec![Curve::default(); 7]),
            hands: Some(Hands::default()),
            gaze: (!is_old).then(|| vec![Curve::default(); 6]),
            markers: Some(Vec::new()),
        }
    }

    /// Version 1.1 with no part at all.
    pub fn bare() -> Self {
        Self {
            camera: None,
            hands: None,
            gaze: None,
            ..Self::empty((1, 1))
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut out = vec![0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a];
        put(&mut out, &[self.version.0, self.version.1]);
        if self.version != (1, 0) {
            let flags = [self.camera.is_some(), self.hands.is_some(), self.gaze.is_some()];
            out.extend(flags.map(u8::from));
        }
        for curve in self.camera.iter().flatten() {
            curve.write(self.full, &mut out);
        }
        if let Some(hands) = &self.hands {
            for state in &hands.states {
                state.write(false, &mut out);
            }
            for curve in hands.joints.iter().flatten().flatten() {
                curve.write(self.full, &mut out);
            }
        }
        for curve in self.gaze.iter().flatten() {
            curve.write(self.full, &mut out);
        }
        if let Some(markers) = &self.markers {
            put(&mut out, &[markers.len() as i32]);
            for (time, name) in markers {
                out.extend(time.to_le_bytes());
                let mut length = name.len();
                while length >= 0x80 {
                    out.push(length as u8 | 0x80);
                    length >>= 7;
                }
                out.push(length as u8);
                out.extend(name);
            }
        }
        out
    }
}

/// The curves of a pose with the same key times throughout.
pub fn pose(keys: &[(f32, Vec3, Quat)]) -> Vec<Curve> {
    let channel = |value: &dyn Fn(Vec3, Quat) -> f32| {
        let keys: Vec<_> = keys.iter().map(|(time, p, q)| (*time, value(*p, *q))).collect();
        Curve::of(&keys)
    };
    vec![
        channel(&|p, _| p.x),
        channel(&|p, _| p.y),
        channel(&|p, _| p.z),
        channel(&|_, q| q.x),
        channel(&|_, q| q.y),
        channel(&|_, q| q.z),
        channel(&|_, q| q.w),
    ]
}

pub const SECONDS: f32 = 4.0;
const PER_SECOND: f32 = 15.0;

/// Somebody looks around, waves with the left hand and pinches with the right; the left comes into view at 0.5 s and is
/// lost at 3.5 s. In Unity's axes: z forward.
pub fn wave() -> Recording {
    let times = |from: f32, to: f32| {
        let count = ((to - from) * PER_SECOND) as usize;
        (0..=count).map(move |i| from + i as f32 / PER_SECOND)
    };
    let head = |time: f32| {
        (
            Vec3::new((time * 1.5).sin() * 0.1, 1.6, 0.0),
            Quat::from_rotation_y((time * 1.5).sin() * 0.4),
        )
    };
    let camera: Vec<_> = times(0.0, SECONDS).map(|t| (t, head(t).0, head(t).1)).collect();
    let joints = |side: f32, from: f32, to: f32| -> Vec<Vec<Curve>> {
        let of_joint = |joint: usize| {
            let at = |time: f32| {
                let turn = Quat::from_rotation_z((time * 4.0).sin() * 0.5 * -side);
                let base = Vec3::new(side * 0.2, 1.3, 0.45);
                let pinch = if side > 0.0 { pinching(time) } else { 0.0 };
                (time, base + turn * joint_at(joint, side, pinch), turn)
            };
            if joint == 0 {
                return vec![Curve::default(); 7];
            }
            pose(&times(from, to).map(at).collect::<Vec<_>>())
        };
        (0..27).map(of_joint).collect()
    };
    let gaze: Vec<_> = times(0.0, SECONDS)
        .map(|t| (t, head(t).0, head(t).1 * Vec3::new(0.1, -0.2, 1.0)))
        .collect();
    let ray = |value: &dyn Fn(Vec3, Vec3) -> f32| {
        Curve::of(&gaze.iter().map(|(t, o, d)| (*t, value(*o, *d))).collect::<Vec<_>>())
    };
    Recording {
        camera: Some(pose(&camera)),
        hands: Some(Hands {
            states: [
                Curve::of(&[(0.0, 0.0), (0.5, 1.0), (3.5, 0.0)]),
                Curve::of(&[(0.0, 1.0)]),
                Curve::of(&[(0.0, 0.0)]),
                Curve::of(&[(0.0, 0.0), (1.0, 1.0), (2.0, 0.0), (2.5, 1.0), (3.0, 0.0)]),
            ],
            joints: [joints(-1.0, 0.5, 3.5), joints(1.0, 0.0, SECONDS)],
        }),
        gaze: Some(vec![
            ray(&|o, _| o.x),
            ray(&|o, _| o.y),
            ray(&|o, _| o.z),
            ray(&|_, d| d.x),
            ray(&|_, d| d.y),
            ray(&|_, d| d.z),
        ]),
        markers: Some(vec![(1.0, b"take".to_vec()), (2.5, b"drop".to_vec())]),
        ..Recording::empty((1, 1))
    }
}

/// 1 while the right hand pinches.
fn pinching(time: f32) -> f32 {
    let near =
        |from: f32, to: f32| (1.0 - ((time - (from + to) / 2.0).abs() - (to - from) / 2.0).max(0.0) * 5.0).max(0.0);
    near(1.0, 2.0).max(near(2.5, 3.0))
}

/// Where a joint is seen from the wrist, fingers up, palm forward.
fn joint_at(joint: usize, side: f32, pinch: f32) -> Vec3 {
    let finger = |first: usize, across: f32, lengths: &[f32]| {
        let reach: f32 = lengths[..=joint - first].iter().sum();
        Vec3::new(across * side * (0.3 + reach * 6.0), reach, 0.0)
    };
    let tip = Vec3::new(-side * 0.045, 0.11, 0.05);
    let mut at = match joint {
        1 => Vec3::ZERO,
        2 => Vec3::new(0.0, 0.06, 0.0),
        3..=6 => finger(3, -0.1, &[0.02, 0.03, 0.03, 0.025]) + Vec3::new(-side * 0.015, 0.0, 0.02),
        7..=11 => finger(7, -0.035, &[0.03, 0.06, 0.04, 0.025, 0.02]),
        12..=16 => finger(12, -0.005, &[0.03, 0.06, 0.045, 0.028, 0.022]),
        17..=21 => finger(17, 0.025, &[0.03, 0.055, 0.042, 0.026, 0.02]),
        _ => finger(22, 0.055, &[0.03, 0.05, 0.032, 0.02, 0.018]),
    };
    if matches!(joint, 6 | 11) {
        at = at.lerp(tip, pinch);
    }
    at
}
