//! Drawings of other times than the picture's own: ways of bones, paths of cameras, ghosts of meshes.

use super::PlacedModel;
use glam::Vec3;
use std::sync::Arc;

/// The way of one bone through a clip.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// In the order of time. The same `Arc` as long as none of them changed: the renderer sends them once per `Arc`.
    pub points: Arc<Vec<TrailPoint>>,
    /// Where the bone stands in this picture, in stage space.
    pub now: Vec3,
}

/// One sample of a [`Trail`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrailPoint {
    /// Stage space.
    pub position: Vec3,
    /// Speed: 0 at rest, 1 the greatest on any way of the picture.
    pub pace: f32,
    /// The frame of the clip that was sampled, in its own ticks.
    pub frame: f64,
    /// The clip has a key of this bone here.
    pub is_key: bool,
}

/// Where a camera was shortly before the picture's time and will be shortly after.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraPath {
    /// In the order of time, the picture's own among them.
    pub points: Vec<CameraPathPoint>,
}

/// One sample of a [`CameraPath`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraPathPoint {
    /// Stage space.
    pub position: Vec3,
    /// From the picture's time, as a share of how far the path reaches: −1 at its earliest end, 1 at its latest.
    pub when: f32,
}

/// A model as it stood or will stand: translucent, in one colour, its surfaces only. It cannot be picked.
#[derive(Clone, Debug)]
pub struct Ghost {
    /// Drawn only while the same model is among those of the picture. Only the holes of its materials are seen; selection does not count.
    pub model: PlacedModel,
    /// sRGB bytes.
    pub color: [u8; 3],
    /// At the silhouette, 0…1; faces that look at the eye are fainter.
    pub opacity: f32,
    /// Its silhouette alone, in front of everything; else all of it, behind everything.
    pub is_outline: bool,
}
