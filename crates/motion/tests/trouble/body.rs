//! A body without a mistake: the same on both sides, with closed sleeves on its arms, that walks over the ground.

use super::clean::track;
use castview_base::core::{BoneIndex, Bounds, FrameRange, SkinIndex, Transform};
use castview_base::scene::{Bone, Clip, Influences, Mesh, Model, Property, Skeleton, Skinning, Values};
use castview_testkit::rigs::{Dice, bind_skin};
use glam::{Quat, Vec3};
use std::f32::consts::{PI, TAU};

/// Corners of a ring of a sleeve.
pub const RING: usize = 8;
/// Rings of a sleeve.
pub const RINGS: usize = 24;
/// Frames of two steps.
const CYCLE: usize = 30;
/// Share of a cycle that a foot stands.
const STANDS: f32 = 0.6;

/// Names, parents, places in the model; those of the left side stand for both.
#[derive(Clone)]
pub struct Body {
    pub bones: Vec<(String, Option<usize>, Vec3)>,
    pub meshes: Vec<Sleeve>,
    pub cycles: usize,
    stride: f32,
    swing: f32,
    /// By frame, then by side: added to the place of a foot.
    pub off: Vec<[Vec3; 2]>,
    /// By frame, then by side: around the forearm.
    pub twist: Vec<[f32; 2]>,
    /// By frame, then by side: of the forearm.
    pub scale: Vec<[Vec3; 2]>,
}

/// A closed tube along an arm: triangles, weights of (bone, weight) at each vertex, UVs.
#[derive(Clone)]
pub struct Sleeve {
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<u32>,
    pub weights: Vec<[(u32, f32); 2]>,
    pub uvs: Vec<[f32; 2]>,
    pub wrong_sums: Vec<(u32, f32)>,
    pub skinning: Skinning,
}

impl Body {
    pub fn new(dice: &mut Dice) -> Self {
        let size = dice.between(0.9, 1.1);
        let mut bones: Vec<(String, Option<usize>, Vec3)> = vec![
            ("Hips".into(), None, Vec3::new(0.0, 1.0, 0.0) * size),
            ("Spine".into(), Some(0), Vec3::new(0.0, 1.2, 0.0) * size),
            ("Neck".into(), Some(1), Vec3::new(0.0, 1.5, 0.0) * size),
            ("Head".into(), Some(2), Vec3::new(0.0, 1.6, 0.0) * size),
        ];
        for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
            let at = |x: f32, y: f32, z: f32| Vec3::new(x * sign, y, z) * size;
            let first = bones.len();
            let parts = [
                ("Shoulder", 1, at(0.1, 1.45, 0.0)),
                ("Arm", first, at(0.2, 1.45, 0.0)),
                ("ForeArm", first + 1, at(0.5, 1.45, 0.0)),
                ("Hand", first + 2, at(0.8, 1.45, 0.0)),
                ("UpLeg", 0, at(0.1, 0.95, 0.0)),
                ("Leg", first + 4, at(0.1, 0.5, 0.0)),
                ("Foot", first + 5, at(0.1, 0.08, 0.0)),
                ("ToeBase", first + 6, at(0.1, 0.0, 0.12)),
            ];
            bones.extend(parts.map(|(part, parent, place)| (format!("{side}{part}"), Some(parent), place)));
        }
        let cycles = 3 + dice.below(3);
        let frames = cycles * CYCLE + 1;
        let meshes = [5, 13].map(|arm| Sleeve::new(&bones, arm)).to_vec();
        Self {
            bones,
            meshes,
            cycles,
            stride: dice.between(0.9, 1.3),
            swing: dice.between(0.2, 0.5),
            off: vec![[Vec3::ZERO; 2]; frames],
            twist: vec![[0.0; 2]; frames],
            scale: vec![[Vec3::ONE; 2]; frames],
        }
    }

    pub fn frames(&self) -> usize {
        self.off.len()
    }

    /// The bone of that part, 0 the left one.
    pub fn bone(&self, side: usize, part: &str) -> BoneIndex {
        let name = format!("{}{part}", ["Left", "Right"][side]);
        self.named(&name)
    }

    pub fn named(&self, name: &str) -> BoneIndex {
        let at = self.bones.iter().position(|(other, ..)| other == name);
        // Parents come first in the list, so a bone has the place in the skeleton that it has here.
        BoneIndex::new(at.expect("the body has it"))
    }

    /// The first frame of a stand of `side` and how long it lasts.
    pub fn stand(&self, side: usize, cycle: usize) -> (usize, usize) {
        let first = cycle * CYCLE + if side == 1 { CYCLE / 2 } else { 0 };
        (first, (CYCLE as f32 * STANDS) as usize)
    }

    pub fn model(&self) -> Model {
        let bone = |(name, parent, place): &(String, Option<usize>, Vec3)| Bone {
            name: name.clone(),
            parent: *parent,
            rest: Transform {
                translation: *place - parent.map_or(Vec3::ZERO, |parent| self.bones[parent].2),
                ..Transform::IDENTITY
            },
            ..Bone::default()
        };
        let skeleton = Skeleton::new(self.bones.iter().map(bone).collect()).expect("parents come first");
        Model {
            skins: vec![bind_skin(&skeleton)],
            skeleton,
            meshes: self.meshes.iter().map(Sleeve::mesh).collect(),
            ..Model::default()
        }
    }

    pub fn clip(&self) -> Clip {
        let frames: Vec<u32> = (0..self.frames() as u32).collect();
        let mut tracks = Vec::new();
        let mut places = |name: &str, place: &dyn Fn(usize) -> Vec3| {
            let axes = [Property::TranslationX, Property::TranslationY, Property::TranslationZ];
            for (axis, property) in axes.into_iter().enumerate() {
                let values: Vec<f32> = (0..self.frames()).map(|frame| place(frame)[axis]).collect();
                tracks.push(track(name, property, &frames, Values::Scalar(values.into())));
            }
        };
        let hips = |frame: usize| self.bones[0].2 + Vec3::Z * (self.stride * frame as f32 / CYCLE as f32);
        places("Hips", &hips);
        for (side, name) in ["LeftFoot", "RightFoot"].into_iter().enumerate() {
            let rest = self.bones[self.named(name).get()].2;
            let leg = self.bones[self.bone(side, "Leg").get()].2;
            let place = |frame: usize| {
                let time = frame as f32 / CYCLE as f32 - side as f32 * 0.5;
                let (cycle, phase) = (time.floor(), time - time.floor());
                let lift = ((phase - STANDS) / (1.0 - STANDS)).max(0.0);
                let forward =
                    self.stride * (cycle + 0.5 * STANDS + lift * lift * (3.0 - 2.0 * lift) + side as f32 * 0.5);
                let foot = rest + Vec3::new(0.0, 0.14 * (lift * PI).sin().powi(2), forward) + self.off[frame][side];
                // The leg goes with the hips.
                foot - (leg + hips(frame) - self.bones[0].2)
            };
            places(name, &place);
        }
        for (side, name) in ["Left", "Right"].into_iter().enumerate() {
            let mut turns = |part: &str, turn: &dyn Fn(usize) -> Quat| {
                let values: Vec<[f32; 4]> = (0..self.frames()).map(|frame| turn(frame).to_array()).collect();
                tracks.push(track(
                    &format!("{name}{part}"),
                    Property::Rotation,
                    &frames,
                    Values::Rotation(values.into()),
                ));
            };
            let wave = |frame: usize| {
                (frame as f32 / CYCLE as f32 * TAU).sin() * self.swing * if side == 0 { 1.0 } else { -1.0 }
            };
            turns("Arm", &|frame| Quat::from_rotation_y(wave(frame)));
            turns("ForeArm", &|frame| {
                Quat::from_rotation_y(wave(frame)) * Quat::from_rotation_x(self.twist[frame][side])
            });
        }
        for (side, name) in ["LeftForeArm", "RightForeArm"].into_iter().enumerate() {
            if self.scale.iter().all(|scale| scale[side] == Vec3::ONE) {
                continue;
            }
            let axes = [Property::ScaleX, Property::ScaleY, Property::ScaleZ];
            for (axis, property) in axes.into_iter().enumerate() {
                let values: Vec<f32> = self.scale.iter().map(|scale| scale[side][axis]).collect();
                tracks.push(track(name, property, &frames, Values::Scalar(values.into())));
            }
        }
        Clip {
            name: "walk".into(),
            frames_per_second: 30.0,
            looping: false,
            mode: None,
            tracks,
            overrides: Vec::new(),
            notifications: Vec::new(),
            range: FrameRange {
                start: 0.0,
                end: self.frames() as f64 - 1.0,
            },
            skeleton: None,
            root: None,
        }
    }
}

impl Sleeve {
    /// From the upper arm `arm` over the two bones behind it.
    fn new(bones: &[(String, Option<usize>, Vec3)], arm: usize) -> Self {
        let [from, elbow, to] = [arm, arm + 1, arm + 2].map(|bone| bones[bone].2);
        let mut sleeve = Self {
            positions: Vec::new(),
            triangles: Vec::new(),
            weights: Vec::new(),
            uvs: Vec::new(),
            wrong_sums: Vec::new(),
            skinning: Skinning::Linear,
        };
        for ring in 0..RINGS {
            let along = ring as f32 / (RINGS - 1) as f32;
            let middle = from.lerp(to, along);
            // Around the elbow both bones hold the sleeve.
            let lower = (0.5 + (middle.x - elbow.x) / (to.x - from.x) * 4.0).clamp(0.0, 1.0);
            for corner in 0..RING {
                let angle = corner as f32 / RING as f32 * TAU;
                sleeve
                    .positions
                    .push((middle + Vec3::new(0.0, angle.cos(), angle.sin()) * 0.05).to_array());
                sleeve
                    .weights
                    .push([(arm as u32, 1.0 - lower), (arm as u32 + 1, lower)]);
                sleeve.uvs.push([along, corner as f32 / RING as f32]);
            }
        }
        for ring in 0..RINGS - 1 {
            for corner in 0..RING {
                let [a, b] = [corner, (corner + 1) % RING].map(|corner| (ring * RING + corner) as u32);
                let [c, d] = [a, b].map(|corner| corner + RING as u32);
                sleeve.triangles.extend([a, b, d, a, d, c]);
            }
        }
        let last = ((RINGS - 1) * RING) as u32;
        for corner in 1..RING as u32 - 1 {
            sleeve.triangles.extend([0, corner + 1, corner]);
            sleeve.triangles.extend([last, last + corner, last + corner + 1]);
        }
        sleeve
    }

    /// Laid out in the image as a ring, without the lid that would lie over all of it: no face lies over another.
    pub fn unfold(&mut self) {
        for ring in 0..RINGS {
            for corner in 0..RING {
                let (along, angle) = (ring as f32 / (RINGS - 1) as f32, corner as f32 / RING as f32 * TAU);
                let radius = 0.1 + 0.4 * along;
                self.uvs[ring * RING + corner] = [0.5 + radius * angle.cos(), 0.5 + radius * angle.sin()];
            }
        }
        let walls = 6 * RING * (RINGS - 1);
        let lids = self.triangles.split_off(walls);
        let is_first = |lid: &&[u32]| lid.iter().all(|corner| (*corner as usize) < RING);
        let first: Vec<u32> = lids.chunks(3).filter(is_first).flatten().copied().collect();
        self.triangles.extend(first);
    }

    fn mesh(&self) -> Mesh {
        let positions = self.positions.clone();
        Mesh {
            name: "sleeve".into(),
            bounds: positions.iter().map(|place| Vec3::from(*place)).collect::<Bounds>(),
            triangles: self.triangles.clone().into(),
            uvs: vec![self.uvs.clone().into()],
            skin: Some(SkinIndex::new(0)),
            influences: Influences {
                stride: 2,
                slots: self
                    .weights
                    .iter()
                    .flat_map(|own| own.map(|(slot, _)| slot))
                    .collect::<Vec<u32>>()
                    .into(),
                weights: self
                    .weights
                    .iter()
                    .flat_map(|own| own.map(|(_, weight)| weight))
                    .collect::<Vec<f32>>()
                    .into(),
                wrong_sums: self.wrong_sums.clone().into(),
            },
            positions: positions.into(),
            skinning: self.skinning,
            ..Mesh::default()
        }
    }
}
