//! Sprig: an upright little fox with a sprout on its head. Bones and body as tables, one unit about as tall as its
//! shoulders are wide times two; y up, looking along +z, standing on y = 0.

use crate::field::{Field, Part, SIDES, Shape, Side, Solid};
use glam::{Quat, Vec3};

/// A bone in file order; parents come first. All rest rotations are the identity, so a turn about x is always a nod,
/// about y a look aside, about z a tilt.
#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    pub parent: Option<usize>,
    /// In model space, in the rest pose.
    pub position: Vec3,
    /// Whether the parent's own scale is cancelled (segment scale compensate).
    pub compensates: bool,
}

pub struct Skeleton {
    pub bones: Vec<Bone>,
}

/// Name, parent, place. `@` stands for each side's suffix; places are the left side's.
const BONES: &[(&str, &str, [f32; 3])] = &[
    ("root", "", [0.0, 0.0, 0.0]),
    ("squash", "root", [0.0, 0.0, 0.0]),
    ("hips", "squash", [0.0, 0.31, -0.01]),
    ("spine", "hips", [0.0, 0.42, -0.01]),
    ("chest", "spine", [0.0, 0.54, 0.0]),
    ("neck", "chest", [0.0, 0.66, 0.0]),
    ("head", "neck", [0.0, 0.75, 0.01]),
    ("jaw", "head", [0.0, 0.90, 0.22]),
    ("nose", "head", [0.0, 0.99, 0.48]),
    ("eye_@", "head", [0.20, 1.07, 0.36]),
    ("brow_@", "head", [0.20, 1.25, 0.36]),
    ("ear_1_@", "head", [0.27, 1.34, -0.02]),
    ("ear_2_@", "ear_1_@", [0.36, 1.49, -0.03]),
    ("ear_3_@", "ear_2_@", [0.44, 1.64, -0.04]),
    ("sprout_1", "head", [0.0, 1.46, 0.03]),
    ("sprout_2", "sprout_1", [0.0, 1.55, 0.03]),
    ("leaf_1_@", "sprout_2", [0.01, 1.63, 0.03]),
    ("leaf_2_@", "leaf_1_@", [0.12, 1.71, 0.04]),
    ("clavicle_@", "chest", [0.08, 0.60, 0.0]),
    ("upper_arm_@", "clavicle_@", [0.20, 0.58, 0.02]),
    ("forearm_@", "upper_arm_@", [0.305, 0.495, 0.055]),
    ("hand_@", "forearm_@", [0.39, 0.42, 0.11]),
    ("thigh_@", "hips", [0.15, 0.27, 0.0]),
    ("shin_@", "thigh_@", [0.17, 0.17, 0.03]),
    ("foot_@", "shin_@", [0.18, 0.07, 0.02]),
    ("toe_@", "foot_@", [0.19, 0.04, 0.13]),
];

pub const TAIL_BONES: usize = 9;

impl Skeleton {
    pub fn new() -> Self {
        let mut skeleton = Self { bones: Vec::new() };
        for &(name, parent, position) in BONES {
            if name.contains('@') {
                for side in SIDES {
                    let named = |text: &str| text.replace('@', side.suffix());
                    skeleton.add(named(name), &named(parent), side.place(position.into()));
                }
            } else {
                skeleton.add(name.to_owned(), parent, position.into());
            }
        }
        let mut parent = "hips".to_owned();
        for i in 0..TAIL_BONES {
            let name = format!("tail_{}", i + 1);
            skeleton.add(name.clone(), &parent, tail_center(i as f32 / TAIL_BONES as f32));
            parent = name;
        }
        skeleton
    }

    fn add(&mut self, name: String, parent: &str, position: Vec3) {
        let parent = if parent.is_empty() {
            None
        } else {
            Some(self.index(parent))
        };
        // Squash and stretch of the whole body reaches everything below the hips' own joint.
        let compensates = name != "hips";
        self.bones.push(Bone {
            name,
            parent,
            position,
            compensates,
        });
    }

    pub fn index(&self, name: &str) -> usize {
        self.bones
            .iter()
            .position(|bone| bone.name == name)
            .unwrap_or_else(|| panic!("there is no bone {name:?}"))
    }

    /// Where a bone ends: at its first child, or a little further along its own direction.
    pub fn end(&self, bone: usize) -> Vec3 {
        let start = self.bones[bone].position;
        let child = self.bones.iter().find(|other| other.parent == Some(bone));
        child.map(|child| child.position).unwrap_or_else(|| {
            let parent = self.bones[bone]
                .parent
                .map_or(Vec3::ZERO, |parent| self.bones[parent].position);
            start + (start - parent) * 0.8
        })
    }
}

/// The tail's middle line, `t` from its root (0) to its tip (1): back, up, and curled forward again (a Bézier curve).
pub fn tail_center(t: f32) -> Vec3 {
    let points = [
        [0.0, 0.29, -0.16],
        [0.0, 0.12, -0.62],
        [0.0, 0.62, -1.02],
        [0.0, 0.98, -0.72],
        [0.0, 1.16, -0.42],
    ];
    let mut points = points.map(Vec3::from_array);
    for n in (1..points.len()).rev() {
        for i in 0..n {
            points[i] = points[i].lerp(points[i + 1], t);
        }
    }
    points[0]
}

/// The ears' direction, their face turned to the front and slightly outwards.
pub fn ear_turn(side: Side) -> Quat {
    let turn = Quat::from_rotation_z(-0.50) * Quat::from_rotation_y(0.35) * Quat::from_rotation_x(-0.05);
    match side {
        Side::Left => turn,
        Side::Right => Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w),
    }
}

pub const EAR_ROOT: Vec3 = Vec3::new(0.255, 1.33, -0.02);
pub const EAR_LENGTH: f32 = 0.50;

/// Everything that is fused into one skin.
pub fn body() -> Field {
    let mut solids = Vec::new();
    let mut add = |part, shape, blend| {
        solids.push(Solid {
            part,
            shape,
            blend,
            carves: false,
        })
    };
    add(Part::Torso, Shape::ball([0.0, 0.36, 0.0], [0.265, 0.235, 0.235]), 0.01);
    add(Part::Torso, Shape::ball([0.0, 0.55, 0.0], [0.195, 0.20, 0.165]), 0.16);
    add(
        Part::Torso,
        Shape::limb([0.0, 0.58, 0.0], [0.0, 0.76, 0.0], [0.13, 0.13]),
        0.10,
    );
    for side in SIDES {
        add(
            Part::Leg(side),
            Shape::limb([0.145, 0.25, 0.0], [0.165, 0.12, 0.02], [0.125, 0.095]).on(side),
            0.10,
        );
        add(
            Part::Leg(side),
            Shape::ball([0.175, 0.065, 0.075], [0.095, 0.068, 0.15]).on(side),
            0.06,
        );
        let arm = [
            [0.165, 0.597, 0.01],
            [0.305, 0.495, 0.05],
            [0.385, 0.425, 0.11],
            [0.410, 0.400, 0.13],
        ];
        add(
            Part::Arm(side),
            Shape::limb(arm[0], arm[1], [0.080, 0.068]).on(side),
            0.08,
        );
        add(
            Part::Arm(side),
            Shape::limb(arm[1], arm[2], [0.066, 0.060]).on(side),
            0.04,
        );
        add(Part::Arm(side), Shape::ball(arm[3], [0.079; 3]).on(side), 0.04);
    }
    add(Part::Head, Shape::ball([0.0, 1.08, 0.02], [0.475, 0.41, 0.40]), 0.08);
    add(Part::Head, Shape::ball([0.0, 1.22, 0.0], [0.36, 0.27, 0.34]), 0.10);
    add(Part::Head, Shape::ball([0.0, 0.945, 0.34], [0.165, 0.115, 0.17]), 0.12);
    for side in SIDES {
        // Fluffy cheeks.
        add(
            Part::Head,
            Shape::limb([0.25, 0.98, 0.05], [0.440, 0.880, 0.05], [0.20, 0.078]).on(side),
            0.10,
        );
        let turn = ear_turn(Side::Left);
        let along = |t: f32| EAR_ROOT + turn * Vec3::Y * EAR_LENGTH * t;
        let ellipsoid = |t: f32, radii: [f32; 3]| {
            Shape::Ellipsoid {
                center: along(t),
                radii: radii.into(),
                turn,
            }
            .on(side)
        };
        add(Part::Ear(side), ellipsoid(0.38, [0.150, 0.26, 0.075]), 0.07);
        add(Part::Ear(side), ellipsoid(0.66, [0.092, 0.20, 0.052]), 0.08);
        let tip = Shape::RoundCone {
            from: along(0.75),
            to: along(1.0),
            r: [0.045, 0.018],
        }
        .on(side);
        add(Part::Ear(side), tip, 0.06);
    }
    for side in SIDES {
        let turn = ear_turn(Side::Left);
        let center = EAR_ROOT + turn * Vec3::new(0.0, EAR_LENGTH * 0.46, 0.085);
        let shape = Shape::Ellipsoid {
            center,
            radii: Vec3::new(0.085, 0.22, 0.070),
            turn,
        }
        .on(side);
        solids.push(Solid {
            part: Part::Ear(side),
            shape,
            blend: 0.035,
            carves: true,
        });
    }
    Field { solids }
}
