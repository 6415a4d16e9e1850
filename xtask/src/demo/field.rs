//! The creature's skin as an implicit surface: soft unions of simple solids.
//!
//! In: solids in the rest pose, each named after the body part it makes. Out: a signed distance, negative inside, zero
//! on the skin, near enough to a true distance for marching and projecting.

use glam::{Quat, Vec3};

/// Body part to which a solid belongs; decides which bones and which corner of the texture its skin gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Torso,
    Head,
    Ear(Side),
    Arm(Side),
    Leg(Side),
}

/// The creature's own left is +x.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Left,
    Right,
}

pub const SIDES: [Side; 2] = [Side::Left, Side::Right];

impl Side {
    /// Mirrors a point of the left side.
    pub fn place(self, left: Vec3) -> Vec3 {
        match self {
            Self::Left => left,
            Self::Right => left * Vec3::new(-1.0, 1.0, 1.0),
        }
    }

    pub fn suffix(self) -> &'static str {
        match self {
            Self::Left => "l",
            Self::Right => "r",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Radii along the turned axes.
    Ellipsoid { center: Vec3, radii: Vec3, turn: Quat },
    /// A ball of radius `r` moved from one end to the other while it changes size.
    RoundCone { from: Vec3, to: Vec3, r: [f32; 2] },
}

impl Shape {
    pub fn ball(center: [f32; 3], radii: [f32; 3]) -> Self {
        Self::Ellipsoid {
            center: center.into(),
            radii: radii.into(),
            turn: Quat::IDENTITY,
        }
    }

    pub fn limb(from: [f32; 3], to: [f32; 3], r: [f32; 2]) -> Self {
        Self::RoundCone {
            from: from.into(),
            to: to.into(),
            r,
        }
    }

    fn mirrored(self) -> Self {
        let flip = |v| Side::Right.place(v);
        match self {
            // A reflection in x turns rotations about y and z around.
            Self::Ellipsoid { center, radii, turn } => Self::Ellipsoid {
                center: flip(center),
                radii,
                turn: Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w),
            },
            Self::RoundCone { from, to, r } => Self::RoundCone {
                from: flip(from),
                to: flip(to),
                r,
            },
        }
    }

    pub fn on(self, side: Side) -> Self {
        match side {
            Side::Left => self,
            Side::Right => self.mirrored(),
        }
    }

    fn distance(&self, p: Vec3) -> f32 {
        match *self {
            Self::Ellipsoid { center, radii, turn } => {
                let q = turn.inverse() * (p - center);
                let k0 = (q / radii).length();
                let k1 = (q / (radii * radii)).length();
                // At the very centre both vanish; any depth will do there.
                if k1 < 1e-6 {
                    -radii.min_element()
                } else {
                    k0 * (k0 - 1.0) / k1
                }
            }
            Self::RoundCone { from, to, r } => {
                let axis = to - from;
                let t = ((p - from).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
                p.distance(from + axis * t) - (r[0] + (r[1] - r[0]) * t)
            }
        }
    }
}

/// A solid that is added, or carved out, with a rounded transition of width `blend`.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    pub part: Part,
    pub shape: Shape,
    pub blend: f32,
    pub carves: bool,
}

pub struct Field {
    pub solids: Vec<Solid>,
}

/// The smaller of two, rounded where they differ by less than `k` (quadratic polynomial smooth minimum, Quílez 2013).
fn soft_min(a: f32, b: f32, k: f32) -> f32 {
    let h = (k - (a - b).abs()).max(0.0) / k;
    a.min(b) - h * h * k * 0.25
}

impl Field {
    pub fn distance(&self, p: Vec3) -> f32 {
        self.solids.iter().fold(f32::MAX, |whole, solid| {
            let d = solid.shape.distance(p);
            if solid.carves {
                -soft_min(-whole, d, solid.blend)
            } else {
                soft_min(whole, d, solid.blend)
            }
        })
    }

    /// Unit vector away from the body.
    pub fn normal(&self, p: Vec3) -> Vec3 {
        const H: f32 = 0.004;
        let slope = |axis: Vec3| self.distance(p + axis * H) - self.distance(p - axis * H);
        Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z)).normalize_or(Vec3::Y)
    }

    /// Moves a point near the skin onto it.
    pub fn project(&self, mut p: Vec3) -> Vec3 {
        for _ in 0..4 {
            p -= self.normal(p) * self.distance(p) * 0.9;
        }
        p
    }

    /// The first skin met when looking along −z at (x, y); `None` past the silhouette.
    pub fn front(&self, x: f32, y: f32) -> Option<Vec3> {
        let mut p = Vec3::new(x, y, 1.2);
        for _ in 0..200 {
            let d = self.distance(p);
            if d < 1e-4 {
                return Some(p);
            }
            p.z -= d * 0.7;
            if p.z < -1.0 {
                break;
            }
        }
        None
    }

    /// The part whose solid is nearest.
    pub fn part_at(&self, p: Vec3) -> Part {
        let added = self.solids.iter().filter(|solid| !solid.carves);
        let nearest = added.min_by(|a, b| a.shape.distance(p).total_cmp(&b.shape.distance(p)));
        nearest.expect("a body has solids").part
    }

    /// How open the sky is above a skin point: 1 in the open, smaller in creases.
    pub fn openness(&self, p: Vec3, n: Vec3) -> f32 {
        let steps = [0.03, 0.07, 0.13, 0.21];
        let lost: f32 = steps.iter().map(|&h| (h - self.distance(p + n * h)).max(0.0) / h).sum();
        1.0 - lost / steps.len() as f32
    }
}
