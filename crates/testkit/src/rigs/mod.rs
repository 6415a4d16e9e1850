//! Rigs built in code: small ones by hand, random ones from a seed.
//!
//! In: a few numbers, or a seed with limits. Out: checked scene types, the same for the same input.

#[cfg(feature = "files")]
pub mod big_rig;

use castview_base::core::{BoneIndex, Bounds, FrameRange, MeshIndex, SkinIndex, Transform};
use castview_base::scene::{
    BlendShape, Bone, Clip, CurveMode, Influences, Keys, Mesh, ModeOverride, Model, Property, Skeleton, Skin, Skinning,
    Track, Values,
};
use glam::{EulerRot, Quat, Vec3};

/// Numbers from a seed: splitmix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `limit`, which is at least 1.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.next() >> 40) as f32 / (1u64 << 24) as f32)
    }

    pub fn chance(&mut self, probability: f32) -> bool {
        self.between(0.0, 1.0) < probability
    }

    pub fn vec3(&mut self, reach: f32) -> Vec3 {
        Vec3::new(
            self.between(-reach, reach),
            self.between(-reach, reach),
            self.between(-reach, reach),
        )
    }

    pub fn rotation(&mut self) -> Quat {
        let angles = self.vec3(std::f32::consts::PI);
        Quat::from_euler(EulerRot::XYZ, angles.x, angles.y, angles.z)
    }
}

/// Limits of a random rig.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub bones: usize,
    pub vertices: usize,
    pub influences: usize,
    pub shapes: usize,
    /// Scales are drawn from here, one per axis.
    pub scales: &'static [f32],
    pub skinning: Skinning,
}

pub fn bone(name: &str, parent: Option<usize>, rest: Transform) -> Bone {
    Bone {
        name: name.into(),
        parent,
        rest,
        compensates_scale: true,
        ..Bone::default()
    }
}

pub fn model(bones: Vec<Bone>) -> Model {
    let skeleton = Skeleton::new(bones).expect("the fixture has no cycle");
    Model {
        skins: vec![bind_skin(&skeleton)],
        skeleton,
        ..Model::default()
    }
}

/// Every bone in file order, attached in the rest pose.
pub fn bind_skin(skeleton: &Skeleton) -> Skin {
    let rest = skeleton.rest_model_from_bone();
    let bones: Vec<BoneIndex> = (0..skeleton.len()).filter_map(|i| skeleton.from_file(i)).collect();
    let bone_from_mesh = bones.iter().map(|bone| {
        let matrix = rest[bone.get()];
        let inverse = matrix.inverse();
        (matrix.matrix3.determinant() != 0.0 && inverse.is_finite()).then_some(inverse)
    });
    Skin {
        bone_from_mesh: bone_from_mesh.collect(),
        bones,
    }
}

/// A random mesh on a random skeleton, with blend shapes: vertices near the bones that move them.
pub fn random_model(seed: u64, limits: Limits) -> Model {
    let mut dice = Dice::new(seed);
    let mut model = model(random_bones(&mut dice, limits));
    let rest = model.skeleton.rest_model_from_bone();
    let slots = model.skeleton.len();
    let stride = limits.influences.max(1);
    let (mut positions, mut normals, mut indices, mut weights) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for _ in 0..limits.vertices {
        let used = 1 + dice.below(stride.min(slots));
        let home = dice.below(slots);
        let center = Vec3::from(rest[model.skins[0].bones[home].get()].translation);
        positions.push((center + dice.vec3(1.0)).to_array());
        normals.push((dice.rotation() * Vec3::Z).to_array());
        let mut raw: Vec<f32> = (0..used).map(|_| dice.between(0.01, 1.0)).collect();
        let sum: f32 = raw.iter().sum();
        raw.iter_mut().for_each(|w| *w /= sum);
        for j in 0..stride {
            // Neighbours in file order, so that no slot appears twice.
            indices.push(if j < used { ((home + j) % slots) as u32 } else { 0 });
            weights.push(raw.get(j).copied().unwrap_or(0.0));
        }
    }
    let triangles: Vec<u32> = (0..limits.vertices / 3 * 3).map(|i| i as u32).collect();
    model.meshes = vec![Mesh {
        name: "body".into(),
        bounds: positions.iter().map(|p| Vec3::from(*p)).collect::<Bounds>(),
        positions: positions.into(),
        normals: normals.into(),
        triangles: triangles.into(),
        skin: Some(SkinIndex::new(0)),
        influences: Influences {
            stride: stride as u32,
            slots: indices.into(),
            weights: weights.into(),
            ..Default::default()
        },
        skinning: limits.skinning,
        ..Mesh::default()
    }];
    for shape in 0..limits.shapes {
        let vertices: Vec<u32> = (0..limits.vertices as u32).filter(|_| dice.chance(0.2)).collect();
        model.blend_shapes.push(BlendShape {
            name: format!("shape {shape}"),
            mesh: MeshIndex::new(0),
            max_weight: 1.0,
            deltas: vertices.iter().map(|_| dice.vec3(0.3).to_array()).collect(),
            vertices,
            rest_weight: 0.0,
            normal_deltas: Vec::new(),
            tangent_deltas: Vec::new(),
            source: None,
        });
    }
    model
}

fn random_bones(dice: &mut Dice, limits: Limits) -> Vec<Bone> {
    let n = limits.bones.max(1);
    let mut bones: Vec<Bone> = (0..n)
        .map(|i| {
            // Mostly long chains, some branches, some more roots.
            let parent = match i {
                0 => None,
                _ if dice.chance(0.05) => None,
                _ if dice.chance(0.7) => Some(i - 1),
                _ => Some(dice.below(i)),
            };
            let rest = Transform {
                translation: dice.vec3(1.0),
                rotation: dice.rotation(),
                scale: random_scale(dice, limits.scales),
            };
            let mut bone = bone(&format!("bone {i}"), parent, rest);
            bone.compensates_scale = dice.chance(0.7);
            bone
        })
        .collect();
    // Children before their parents, too: turn the list around half the time.
    if dice.chance(0.5) {
        bones.reverse();
        for bone in &mut bones {
            bone.parent = bone.parent.map(|parent| n - 1 - parent);
        }
    }
    bones
}

fn random_scale(dice: &mut Dice, scales: &[f32]) -> Vec3 {
    let mut pick = || scales[dice.below(scales.len())];
    Vec3::new(pick(), pick(), pick())
}

/// Tracks on every bone and shape of `model`, in all three modes, with keys from frame 0 to 40.
pub fn random_clip(seed: u64, model: &Model, scales: &[f32]) -> Clip {
    let mut dice = Dice::new(seed ^ 0xc11b);
    let mut tracks = Vec::new();
    for bone in model.skeleton.bones() {
        let name = model.skeleton.name(bone);
        for property in [
            Property::TranslationX,
            Property::TranslationY,
            Property::TranslationZ,
            Property::Rotation,
            Property::ScaleX,
            Property::ScaleY,
            Property::ScaleZ,
        ] {
            if dice.chance(0.6) {
                tracks.push(random_track(&mut dice, name, property, scales));
            }
        }
    }
    for shape in &model.blend_shapes {
        tracks.push(random_track(&mut dice, &shape.name, Property::BlendWeight, scales));
    }
    clip(tracks)
}

fn random_track(dice: &mut Dice, target: &str, property: Property, scales: &[f32]) -> Track {
    let mut frames: Vec<u32> = (0..1 + dice.below(8)).map(|_| dice.below(41) as u32).collect();
    frames.sort_unstable();
    frames.dedup();
    let values = match property {
        Property::Rotation => {
            let keys: Vec<[f32; 4]> = frames
                .iter()
                .map(|_| (dice.rotation() * if dice.chance(0.5) { 1.0 } else { -1.0 }).to_array())
                .collect();
            Values::Rotation(keys.into())
        }
        Property::ScaleX | Property::ScaleY | Property::ScaleZ => {
            let keys: Vec<f32> = frames.iter().map(|_| scales[dice.below(scales.len())]).collect();
            Values::Scalar(keys.into())
        }
        Property::Visibility => Values::Switch(frames.iter().map(|_| dice.chance(0.5)).collect()),
        _ => Values::Scalar(
            frames
                .iter()
                .map(|_| dice.between(-1.0, 1.0))
                .collect::<Vec<f32>>()
                .into(),
        ),
    };
    Track {
        target: target.into(),
        property,
        mode: [CurveMode::Absolute, CurveMode::Relative, CurveMode::Additive][dice.below(3)],
        additive_weight: dice.between(0.0, 1.0),
        keys: Keys::Whole(frames.into()),
        values,
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}

pub fn clip(tracks: Vec<Track>) -> Clip {
    let ends = tracks.iter().flat_map(|track| {
        let last = track.keys.len() - 1;
        [track.keys.frame(0), track.keys.frame(last)]
    });
    let (mut start, mut end) = (f64::INFINITY, f64::NEG_INFINITY);
    for frame in ends {
        (start, end) = (start.min(frame), end.max(frame));
    }
    let range = if start <= end {
        FrameRange { start, end }
    } else {
        FrameRange { start: 0.0, end: 0.0 }
    };
    Clip {
        root: None,
        name: "clip".into(),
        frames_per_second: 30.0,
        looping: false,
        mode: None,
        tracks,
        overrides: Vec::new(),
        notifications: Vec::new(),
        range,
        skeleton: None,
    }
}

pub fn scalar_track(target: &str, property: Property, mode: CurveMode, weight: f32, keys: &[(u32, f32)]) -> Track {
    Track {
        target: target.into(),
        property,
        mode,
        additive_weight: weight,
        keys: Keys::Whole(keys.iter().map(|k| k.0).collect::<Vec<_>>().into()),
        values: Values::Scalar(keys.iter().map(|k| k.1).collect::<Vec<_>>().into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}

pub fn rotation_track(target: &str, mode: CurveMode, weight: f32, keys: &[(u32, Quat)]) -> Track {
    Track {
        target: target.into(),
        property: Property::Rotation,
        mode,
        additive_weight: weight,
        keys: Keys::Whole(keys.iter().map(|k| k.0).collect::<Vec<_>>().into()),
        values: Values::Rotation(keys.iter().map(|k| k.1.to_array()).collect::<Vec<_>>().into()),
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}

pub fn switch_track(target: &str, keys: &[(u32, bool)]) -> Track {
    Track {
        target: target.into(),
        property: Property::Visibility,
        mode: CurveMode::Absolute,
        additive_weight: 1.0,
        keys: Keys::Whole(keys.iter().map(|k| k.0).collect::<Vec<_>>().into()),
        values: Values::Switch(keys.iter().map(|k| k.1).collect()),
        interpolation: Default::default(),
        beyond: Default::default(),
    }
}

pub fn override_from(bone: &str, mode: CurveMode, [translation, rotation, scale]: [bool; 3]) -> ModeOverride {
    ModeOverride {
        bone: bone.into(),
        mode,
        translation,
        rotation,
        scale,
    }
}
