//! Fixtures, parts of a model that are no surfaces: cameras, lights, anchors, sounds, rays. Shown as glyphs.

use crate::core::{BoneIndex, Transform};
use crate::scene::Fact;
use glam::{Vec2, Vec3};

/// A camera, a light, an anchor, a sound or a ray of a model.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Curves of its parameters find it by this name.
    pub name: String,
    /// Bone that it hangs on; `None`: the model itself.
    pub bone: Option<BoneIndex>,
    /// `bone_from_fixture`. A fixture looks along its −Z, with +Y up.
    pub placement: Transform,
    /// Kind of fixture, with its numbers at rest.
    pub kind: FixtureKind,
    /// Other facts of the file about it.
    pub facts: Vec<Fact>,
}

impl Fixture {
    /// Whether it is a light of any shape.
    pub fn is_light(&self) -> bool {
        matches!(self.kind, FixtureKind::Light(_))
    }
}

/// Lengths in the file's own units, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FixtureKind {
    /// A camera that one may look through.
    Camera(Camera),
    /// A light.
    Light(Light),
    /// A named place.
    Anchor,
    /// Something that sounds here.
    Sound {
        /// How far it is heard.
        radius: f32,
    },
    /// A line of sight, as long as the viewer likes.
    Ray,
}

/// How a camera of a file sees. It looks along the fixture's −Z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The field of view.
    pub lens: Lens,
    /// Distance of the near plane, at least 0.
    pub near: f32,
    /// `None`: no end.
    pub far: Option<f32>,
    /// Width to height, when the file fixes it.
    pub aspect: Option<f32>,
}

/// The field of view of a camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// The whole vertical angle.
    Perspective {
        /// Radians, above 0 and below π.
        fov_y: f32,
    },
    /// Half the width and half the height.
    Orthographic {
        /// Width and height, each above 0.
        half: Vec2,
    },
}

/// Light that a fixture sends out. It shines along the fixture's −Z where its shape has a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// Where the light comes from, and where it goes.
    pub shape: LightShape,
    /// Linear light.
    pub color: Vec3,
    /// Candela; lux for directional ones.
    pub intensity: f32,
    /// Where it ends; `None`: nowhere.
    pub range: Option<f32>,
}

/// The shape of a light, in the fixture's space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LightShape {
    /// From so far away that all of it is parallel.
    Directional,
    /// From one point in all directions.
    Point,
    /// Half angles of the cone of full light and of the cone without any beyond.
    Spot {
        /// Half angle of the cone of full light, 0 up to `outer`.
        inner: f32,
        /// Half angle of the cone beyond which there is no light.
        outer: f32,
    },
    /// Along X, this long to both sides.
    Line {
        /// From the middle to either end.
        half_length: f32,
    },
    /// A disc in the plane of X and Y.
    Disc {
        /// From the middle to the rim.
        radius: f32,
    },
    /// Across and up.
    Rectangle {
        /// Half the width along X and half the height along Y.
        half: Vec2,
    },
}
