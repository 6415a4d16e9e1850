//! Clips without a mistake: smooth ways of many bones that close, as a program bakes them or as somebody sets keys.

use castview_base::core::{FrameRange, Transform};
use castview_base::scene::{Bone, Clip, CurveMode, Keys, Model, Property, Skeleton, Track, Values};
use castview_testkit::rigs::Dice;
use glam::{Quat, Vec3};
use std::f32::consts::TAU;

/// Rotations and places of the bones of one clip, one for each frame.
pub struct Motion {
    pub model: Model,
    /// By bone, then by frame.
    pub turns: Vec<Vec<Quat>>,
    /// By bone, then by frame; empty for bones that keep their place.
    pub places: Vec<Vec<Vec3>>,
    pub frames: usize,
    /// Keys are so many frames apart.
    pub gap: usize,
}

/// A wave that closes over the clip.
struct Wave {
    axis: Vec3,
    size: f32,
    times: f32,
    phase: f32,
}

impl Wave {
    fn new(dice: &mut Dice, size: f32, times: usize) -> Self {
        Self {
            axis: dice.vec3(1.0).normalize_or(Vec3::X),
            size: size * dice.between(0.2, 1.0),
            times: (1 + dice.below(times)) as f32,
            phase: dice.between(0.0, TAU),
        }
    }

    fn at(&self, share: f32) -> f32 {
        self.size * (share * self.times * TAU + self.phase).sin()
    }
}

impl Motion {
    /// 6 to 30 bones over 40 to 160 frames; every second clip trembles by a tenth of a degree, as recorded ones do.
    pub fn new(dice: &mut Dice) -> Self {
        let (bones, frames) = (6 + dice.below(25), 40 + dice.below(121));
        let skeleton = (0..bones)
            .map(|at| Bone {
                name: format!("bone_{at}"),
                parent: (at > 0).then(|| if dice.chance(0.7) { at - 1 } else { dice.below(at) }),
                rest: Transform {
                    translation: dice.vec3(1.0) + Vec3::Y * 0.5,
                    rotation: dice.rotation(),
                    ..Transform::IDENTITY
                },
                ..Bone::default()
            })
            .collect();
        let skeleton = Skeleton::new(skeleton).expect("parents come first");
        let gap = [1, 1, 1, 4][dice.below(4)];
        let frames = frames / gap * gap;
        let trembles = dice.chance(0.5) && gap == 1;
        let mut turns = Vec::new();
        let mut places = Vec::new();
        for bone in skeleton.bones() {
            let rest = skeleton.rest()[bone.get()];
            let waves: Vec<Wave> = (0..3).map(|_| Wave::new(dice, 0.5, 3)).collect();
            let moves: Vec<Wave> = match bone.get() == 0 || dice.chance(0.2) {
                true => (0..2).map(|_| Wave::new(dice, 0.2, 2)).collect(),
                false => Vec::new(),
            };
            let mut own_turns: Vec<Quat> = (0..=frames)
                .map(|frame| {
                    let share = frame as f32 / frames as f32;
                    let tremble = if trembles { 0.1_f32.to_radians() } else { 0.0 };
                    let mut turn = Quat::from_scaled_axis(dice.vec3(tremble)) * rest.rotation;
                    waves
                        .iter()
                        .for_each(|wave| turn *= Quat::from_axis_angle(wave.axis, wave.at(share)));
                    turn
                })
                .collect();
            own_turns[frames] = own_turns[0];
            // On one side of each other, as programs write them.
            for frame in 1..own_turns.len() {
                if own_turns[frame].dot(own_turns[frame - 1]) < 0.0 {
                    own_turns[frame] = -own_turns[frame];
                }
            }
            turns.push(own_turns);
            let place = |frame: usize| {
                let share = (frame % frames) as f32 / frames as f32;
                rest.translation + moves.iter().map(|wave| wave.axis * wave.at(share)).sum::<Vec3>()
            };
            places.push(if moves.is_empty() {
                Vec::new()
            } else {
                (0..=frames).map(place).collect()
            });
        }
        Self {
            model: Model {
                skeleton,
                ..Model::default()
            },
            turns,
            places,
            frames,
            gap,
        }
    }

    pub fn bones(&self) -> usize {
        self.turns.len()
    }

    /// A bone that moves, other than the one that carries the model.
    pub fn shifting(&self, dice: &mut Dice) -> Option<usize> {
        let all: Vec<usize> = (1..self.bones())
            .filter(|bone| !self.places[*bone].is_empty())
            .collect();
        (!all.is_empty()).then(|| all[dice.below(all.len())])
    }

    /// The diagonal of the box around the bones at rest.
    pub fn size(&self) -> f32 {
        let places = self.model.skeleton.rest_model_from_bone();
        let places = places.iter().map(|bone| Vec3::from(bone.translation));
        let (least, most) = places.fold((Vec3::MAX, Vec3::MIN), |(a, b), place| (a.min(place), b.max(place)));
        least.distance(most)
    }

    pub fn clip(&self) -> Clip {
        let frames: Vec<u32> = (0..=self.frames as u32).step_by(self.gap).collect();
        let mut tracks = Vec::new();
        for bone in 0..self.bones() {
            let name = format!("bone_{bone}");
            let turns = frames.iter().map(|frame| self.turns[bone][*frame as usize].to_array());
            tracks.push(track(
                &name,
                Property::Rotation,
                &frames,
                Values::Rotation(turns.collect::<Vec<_>>().into()),
            ));
            let axes = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
            for (axis, property) in axes.into_iter().enumerate().filter(|_| !self.places[bone].is_empty()) {
                let values = frames.iter().map(|frame| self.places[bone][*frame as usize][axis]);
                tracks.push(track(
                    &name,
                    property,
                    &frames,
                    Values::Scalar(values.collect::<Vec<_>>().into()),
                ));
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
                end: self.frames as f64,
            },
            skeleton: None,
            root: None,
        }
    }
}

pub fn track(target: &str, property: Property, frames: &[u32], values: Values) -> Track {
    Track {
        target: target.into(),
        property,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(frames.to_vec().into()),
        values,
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}
