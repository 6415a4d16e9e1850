//! How the camera can be moved.

use crate::BodyPart;
use castview_base::core::StandardView;
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraMove {
    /// Turn around the target, radians.
    Orbit {
        yaw: f32,
        pitch: f32,
    },
    /// By a share of the viewport's height, x right, y up, as the picture moves.
    Pan(Vec2),
    /// Distance times `factor`, keeping what lies under `ndc` (−1…1, y up) in place.
    Zoom {
        factor: f32,
        ndc: Vec2,
    },
    View(StandardView),
    /// From there, radians: `yaw_rad` to the right of the model's front, `pitch_rad` above it.
    Look {
        yaw_rad: f32,
        pitch_rad: f32,
    },
    /// The target there, the eye so far from it; `None`: as they are. Values that are not finite are ignored, and so are distances of 0 or
    /// less.
    Place {
        target: Option<Vec3>,
        distance: Option<f32>,
    },
    /// All as it is posed now, but for small meshes that lie far away.
    FrameAll,
    /// All that the clip makes of it.
    FrameClip,
    /// The meshes that framing leaves out.
    FrameFar,
    FrameSelection,
    /// A part of the selected body, else of the first that has it, from its front.
    FramePart(BodyPart),
    ToggleProjection,
    /// Another vertical field of view, radians; the eye stays where it is.
    Lens {
        fov_y_rad: f32,
    },
}

/// Point that dragging turns the camera around.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrbitAbout {
    /// The point drawn under the pointer; the middle of the view where nothing is drawn.
    #[default]
    Pointer,
    /// The selection; the middle of the view where nothing is selected.
    Selection,
    /// The middle of the view.
    Middle,
}
