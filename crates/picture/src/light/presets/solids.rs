//! Boxes, of which rooms and streets are built, and how rays find them.
//!
//! In: boxes with their looks. Out: the nearest one that a ray meets. Lengths are metres; y is up.

use glam::{Quat, Vec3};

/// One point of a surface as light meets it.
#[derive(Clone, Copy, Debug)]
pub struct Finish {
    pub albedo: Vec3,
    /// Light of its own.
    pub glow: Vec3,
    /// Share of a clear mirror seen straight on; more of it is seen at a flat angle.
    pub gloss: f32,
    /// How much that mirror is blurred, as a share of its direction.
    pub blur: f32,
}

impl Finish {
    pub fn matte(albedo: impl Into<Vec3>) -> Self {
        Self {
            albedo: albedo.into(),
            glow: Vec3::ZERO,
            gloss: 0.0,
            blur: 0.0,
        }
    }
}

/// Gives the skin at a place in the world, and the normal there.
pub type FinishAt = fn(at: Vec3, normal: Vec3) -> Finish;

/// A box that may be turned about the vertical.
#[derive(Clone, Copy)]
pub struct Cuboid {
    middle: Vec3,
    half: Vec3,
    yaw: Quat,
    is_turned: bool,
    /// Radius of a sphere around it, squared.
    reach: f32,
    pub look: FinishAt,
}

pub fn solid(from: [f32; 3], to: [f32; 3], look: FinishAt) -> Cuboid {
    let (from, to) = (Vec3::from(from), Vec3::from(to));
    turned((from + to) / 2.0, (to - from) / 2.0, 0.0, look)
}

pub fn turned(middle: Vec3, half: Vec3, yaw_rad: f32, look: FinishAt) -> Cuboid {
    let yaw = Quat::from_rotation_y(yaw_rad);
    Cuboid {
        middle,
        half,
        yaw,
        is_turned: yaw_rad != 0.0,
        reach: half.length_squared(),
        look,
    }
}

impl Cuboid {
    /// Distance to where the ray enters, and the normal there.
    pub fn meet(&self, from: Vec3, toward: Vec3, most: f32) -> Option<(f32, Vec3)> {
        let mut from = from - self.middle;
        let along = from.dot(toward);
        if from.length_squared() - along * along > self.reach * 1.0001 {
            return None;
        }
        let mut toward = toward;
        if self.is_turned {
            let back = self.yaw.inverse();
            (from, toward) = (back * from, back * toward);
        }
        let over = toward.recip();
        let (a, b) = ((-self.half - from) * over, (self.half - from) * over);
        let (near, far) = (a.min(b), a.max(b));
        let (enter, leave) = (near.max_element(), far.min_element());
        if !(enter < leave && enter > 1e-4 && enter < most) {
            return None;
        }
        let axis = if near.x == enter {
            Vec3::X
        } else if near.y == enter {
            Vec3::Y
        } else {
            Vec3::Z
        };
        let normal = axis * -toward.dot(axis).signum();
        Some((enter, if self.is_turned { self.yaw * normal } else { normal }))
    }

    pub fn holds(&self, at: Vec3) -> bool {
        let at = self.yaw.inverse() * (at - self.middle);
        at.abs().cmplt(self.half).all()
    }
}

/// Solids in halves of halves, so that a ray meets few of them.
pub struct Tree {
    from: Vec3,
    to: Vec3,
    inside: Inside,
}

enum Inside {
    Few(Vec<Cuboid>),
    Halves(Box<[Tree; 2]>),
}

impl Tree {
    pub fn of(mut solids: Vec<Cuboid>) -> Self {
        let reach = |solid: &Cuboid| {
            if solid.is_turned {
                Vec3::splat(solid.reach.sqrt())
            } else {
                solid.half
            }
        };
        let (mut from, mut to) = (Vec3::splat(f32::MAX), Vec3::splat(f32::MIN));
        for solid in &solids {
            from = from.min(solid.middle - reach(solid) - 1e-3);
            to = to.max(solid.middle + reach(solid) + 1e-3);
        }
        if solids.len() <= 3 {
            return Self {
                from,
                to,
                inside: Inside::Few(solids),
            };
        }
        let size = to - from;
        let axis = if size.x > size.y && size.x > size.z {
            0
        } else if size.y > size.z {
            1
        } else {
            2
        };
        solids.sort_by(|a, b| a.middle[axis].total_cmp(&b.middle[axis]));
        let rest = solids.split_off(solids.len() / 2);
        Self {
            from,
            to,
            inside: Inside::Halves(Box::new([Self::of(solids), Self::of(rest)])),
        }
    }

    fn is_missed(&self, from: Vec3, over: Vec3, most: f32) -> bool {
        let (a, b) = ((self.from - from) * over, (self.to - from) * over);
        let (enter, leave) = (a.min(b).max_element(), a.max(b).min_element());
        !(enter <= leave && leave > 0.0 && enter < most)
    }

    /// The nearest that a ray meets.
    pub fn nearest<'a>(&'a self, from: Vec3, toward: Vec3, best: &mut (f32, Vec3, Option<&'a Cuboid>)) {
        if self.is_missed(from, toward.recip(), best.0) {
            return;
        }
        match &self.inside {
            Inside::Halves(halves) => halves.iter().for_each(|half| half.nearest(from, toward, best)),
            Inside::Few(solids) => {
                for solid in solids {
                    if let Some((away, normal)) = solid.meet(from, toward, best.0) {
                        *best = (away, normal, Some(solid));
                    }
                }
            }
        }
    }

    pub fn is_free(&self, from: Vec3, toward: Vec3, most: f32) -> bool {
        if self.is_missed(from, toward.recip(), most) {
            return true;
        }
        match &self.inside {
            Inside::Halves(halves) => halves.iter().all(|half| half.is_free(from, toward, most)),
            Inside::Few(solids) => !solids.iter().any(|solid| solid.meet(from, toward, most).is_some()),
        }
    }

    pub fn holds(&self, at: Vec3) -> bool {
        match &self.inside {
            Inside::Halves(halves) => halves.iter().any(|half| half.holds(at)),
            Inside::Few(solids) => solids.iter().any(|solid| solid.holds(at)),
        }
    }
}
