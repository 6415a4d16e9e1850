//! What stands in a model and is no surface: cameras, lights, anchors, sounds, rays. Shown as glyphs.

use crate::core::{BoneIndex, Transform};
use crate::scene::Fact;
use glam::{Vec2, Vec3};

#[derive(Clone, Debug)]
pub struct Fixture {
    pub name: String,
    /// What it hangs on; `None`: the model itself.
    pub bone: Option<BoneIndex>,
    /// `bone_from_fixture`. A fixture looks along its −Z, with +Y up.
    pub placement: Transform,
    pub kind: FixtureKind,
    /// What else the file says about it.
    pub facts: Vec<Fact>,
}

impl Fixture {
    pub fn is_light(&self) -> bool {
        matches!(self.kind, FixtureKind::Light(_))
    }
}

/// Lengths in the file's own units, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FixtureKind {
    Camera(Camera),
    Light(Light),
    Anchor,
    Sound {
        /// How far it is heard.
        radius: f32,
    },
    /// A line of sight, as long as the viewer likes.
    Ray,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    pub lens: Lens,
    pub near: f32,
    /// `None`: no end.
    pub far: Option<f32>,
    /// Width to height, when the file fixes it.
    pub aspect: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// The whole vertical angle.
    Perspective { fov_y: f32 },
    /// Half the width and half the height.
    Orthographic { half: Vec2 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    pub shape: LightShape,
    /// Linear light.
    pub color: Vec3,
    /// Candela; lux for directional ones.
    pub intensity: f32,
    /// Where it ends; `None`: nowhere.
    pub range: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightShape {
    Directional,
    Point,
    /// Half angles of the cone of full light and of the cone without any beyond.
    Spot {
        inner: f32,
        outer: f32,
    },
    /// Along X, this long to both sides.
    Line {
        half_length: f32,
    },
    Disc {
        radius: f32,
    },
    /// Across and up.
    Rectangle {
        half: Vec2,
    },
}
