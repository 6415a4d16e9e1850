//! A camera as files keep it: view files, and what was open when the program ended.

use castview_base::core::{Camera, Projection};
use glam::Vec3;
use serde::{Deserialize, Serialize};

/// Where the eye is; near and far planes follow from what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedCamera {
    pub target: [f32; 3],
    /// Origin of `target`, in world space: not zero where the stage stood far from the origin of its files.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counts_from: [f32; 3],
    pub yaw_rad: f32,
    pub pitch_rad: f32,
    pub roll_rad: f32,
    pub distance: f32,
    pub projection: Projection,
    pub fov_y_rad: f32,
}

impl SavedCamera {
    /// A camera in a world that counts from `origin`.
    pub(crate) fn of(camera: &Camera, origin: Vec3) -> Self {
        Self {
            target: camera.target.to_array(),
            counts_from: origin.to_array(),
            yaw_rad: camera.yaw_rad,
            pitch_rad: camera.pitch_rad,
            roll_rad: camera.roll_rad,
            distance: camera.distance,
            projection: camera.projection,
            fov_y_rad: camera.fov_y_rad,
        }
    }

    /// The camera in a world that counts from `origin`. Numbers that make no camera become those of the usual one.
    pub(crate) fn camera(&self, origin: Vec3) -> Camera {
        let usual = Camera::default();
        let finite = |number: f32, usual: f32| if number.is_finite() { number } else { usual };
        let between = Vec3::from_array(self.counts_from) - origin;
        let target = Vec3::from_array(self.target) + between;
        Camera {
            target: if target.is_finite() { target } else { usual.target },
            yaw_rad: finite(self.yaw_rad, usual.yaw_rad),
            pitch_rad: finite(self.pitch_rad, usual.pitch_rad),
            roll_rad: finite(self.roll_rad, 0.0),
            distance: match self.distance.is_finite() && self.distance > 0.0 {
                true => self.distance,
                false => usual.distance,
            },
            projection: self.projection,
            fov_y_rad: match self.fov_y_rad > 0.0 && self.fov_y_rad < std::f32::consts::PI {
                true => self.fov_y_rad,
                false => usual.fov_y_rad,
            },
            ..usual
        }
    }
}

/// Whether a point is the origin of the files, which is not written down.
pub(crate) fn is_zero(point: &[f32; 3]) -> bool {
    *point == [0.0; 3]
}
