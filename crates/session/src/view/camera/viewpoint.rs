//! A viewpoint as settings keep it: plain numbers that are checked when they are read.
//!
//! Kept per user, not per file: whoever compares the models of one game or one rig opens one after another, these have one size and one
//! place, and the settings hold nothing about the user's files.

use crate::view::saved_camera::is_zero;
use castview_base::core::{Camera, Projection};
use glam::Vec3;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::f32::consts::{FRAC_PI_2, TAU};

/// How many viewpoints can be kept: a digit from 1 on stands for each.
pub const VIEWPOINTS: usize = 9;
/// Farther away no camera has ever stood.
const FARTHEST: f32 = 1e12;
/// The least and the greatest field of view; cameras of files have any.
const LENSES_RAD: [f32; 2] = [0.001, 3.1];

/// Where a camera stood: its target in world space, angles in radians, the distance to the target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Viewpoint {
    pub target: [f32; 3],
    /// Point of world space from which `target` counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counts_from: [f32; 3],
    pub yaw_rad: f32,
    pub pitch_rad: f32,
    #[serde(default)]
    pub roll_rad: f32,
    pub distance: f32,
    #[serde(default)]
    pub is_orthographic: bool,
    pub fov_y_rad: f32,
}

/// Viewpoints by the digit that stands for them, from 1 on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, Viewpoint>")]
pub struct Viewpoints(BTreeMap<usize, Viewpoint>);

/// JSON spells the digits as text, and text they stay where keys of several parts lie side by side.
impl TryFrom<BTreeMap<String, Viewpoint>> for Viewpoints {
    type Error = std::num::ParseIntError;

    fn try_from(stored: BTreeMap<String, Viewpoint>) -> Result<Self, Self::Error> {
        let digits = stored
            .into_iter()
            .map(|(digit, viewpoint)| Ok((digit.parse()?, viewpoint)));
        Ok(Self(digits.collect::<Result<_, _>>()?))
    }
}

impl Viewpoint {
    /// Where `camera` stands, in a world that counts from `origin`.
    pub fn of(camera: &Camera, origin: Vec3) -> Self {
        Self {
            target: camera.target.to_array(),
            counts_from: origin.to_array(),
            yaw_rad: camera.yaw_rad,
            pitch_rad: camera.pitch_rad,
            roll_rad: camera.roll_rad,
            distance: camera.distance,
            is_orthographic: camera.projection == Projection::Orthographic,
            fov_y_rad: camera.fov_y_rad,
        }
    }

    /// `camera`, put where this one stood, in a world that counts from `origin`; near and far have to be fitted.
    pub fn put(&self, camera: Camera, origin: Vec3) -> Camera {
        let between = Vec3::from_array(self.counts_from) - origin;
        Camera {
            target: Vec3::from_array(self.target) + between,
            yaw_rad: self.yaw_rad,
            pitch_rad: self.pitch_rad,
            roll_rad: self.roll_rad,
            distance: self.distance,
            projection: if self.is_orthographic {
                Projection::Orthographic
            } else {
                Projection::Perspective
            },
            fov_y_rad: self.fov_y_rad,
            ..camera
        }
    }

    /// `None` if no camera could stand there.
    fn checked(self) -> Option<Self> {
        let is_place = |value: &f32| value.abs() <= FARTHEST;
        let is_usable = self.target.iter().chain(&self.counts_from).all(is_place)
            && [self.yaw_rad, self.roll_rad]
                .iter()
                .all(|angle| angle.abs() <= 2.0 * TAU)
            && self.pitch_rad.abs() <= FRAC_PI_2
            && (1.0 / FARTHEST..=FARTHEST).contains(&self.distance)
            && (LENSES_RAD[0]..=LENSES_RAD[1]).contains(&self.fov_y_rad);
        is_usable.then_some(self)
    }
}

impl Viewpoints {
    /// Viewpoint `index`, counted from 0.
    pub fn get(&self, index: usize) -> Option<&Viewpoint> {
        self.0.get(&(index + 1))
    }

    /// Keeps it as viewpoint `index`, counted from 0; whether there is such a digit.
    pub fn set(&mut self, index: usize, viewpoint: Viewpoint) -> bool {
        let is_digit = index < VIEWPOINTS;
        if is_digit {
            self.0.insert(index + 1, viewpoint);
        }
        is_digit
    }

    /// Those that a digit stands for and a camera could stand at.
    pub fn checked(self) -> Self {
        let usable = self.0.into_iter().filter(|(digit, _)| (1..=VIEWPOINTS).contains(digit));
        Self(
            usable
                .filter_map(|(digit, one)| Some((digit, one.checked()?)))
                .collect(),
        )
    }
}
