//! Settings that outlive a run: how the camera is moved, and what it begins with.

use crate::{MousePreset, OrbitAbout, Viewpoints};
use castview_base::core::Camera;
use castview_base::core::within;
use serde::{Deserialize, Serialize};

/// How the camera is moved, and what it begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct CameraPreferences {
    /// The vertical field of view of a new camera.
    pub fov_y_rad: f32,
    /// Views that were kept by number.
    pub viewpoints: Viewpoints,
    /// The point that a drag turns the camera about.
    pub orbit_about: OrbitAbout,
    /// Whose gestures of the mouse move the camera.
    pub mouse: MousePreset,
    /// Dragging up looks from below, as if the camera were turned and not the model.
    pub inverts_orbit: bool,
    /// The wheel towards the user goes nearer.
    pub inverts_wheel: bool,
    /// The cube in the corner of the view.
    pub view_cube: bool,
    /// The camera glides to another view instead of jumping there.
    pub glides: bool,
    /// How far the lens is open.
    pub aperture: Aperture,
}

/// How much of what is not at the focus blurs in a picture that stands still.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Aperture {
    /// Nothing.
    #[default]
    Pinhole,
    Slight,
    Medium,
    Strong,
}

impl Aperture {
    /// Radius of the opening, for each unit of the distance to the focus; `None`: there is no opening, all is sharp.
    pub fn radius_of_focus(self) -> Option<f32> {
        match self {
            Self::Pinhole => None,
            Self::Slight => Some(0.015),
            Self::Medium => Some(0.03),
            Self::Strong => Some(0.08),
        }
    }
}

impl Default for CameraPreferences {
    fn default() -> Self {
        Self {
            fov_y_rad: Camera::FOV_Y_RAD,
            viewpoints: Viewpoints::default(),
            orbit_about: OrbitAbout::default(),
            mouse: MousePreset::default(),
            inverts_orbit: false,
            inverts_wheel: false,
            view_cube: true,
            glides: true,
            aperture: Aperture::default(),
        }
    }
}

impl CameraPreferences {
    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        let usual = Self::default();
        Self {
            fov_y_rad: within(self.fov_y_rad, Camera::FOV_RANGE_RAD, usual.fov_y_rad),
            viewpoints: self.viewpoints.checked(),
            ..self
        }
    }
}
