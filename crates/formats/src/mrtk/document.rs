//! A recording as stored: where its curves lie beside the one shared buffer, and its markers.

use super::curve::Curve;
use super::names::{JOINTS, POSE_CURVES, Parts, RAY_CURVES};
use super::{CurveView, KeySize, Side, State};
use castview_base::core::SharedBytes;

/// A named moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Seconds, finite.
    pub time: f32,
    /// As stored; may be empty.
    pub name: String,
}

/// One recording. Made only by [`read`](super::read()), which checks every range.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) bytes: SharedBytes,
    pub(super) version: (i32, i32),
    pub(super) keys: KeySize,
    pub(super) parts: Parts,
    /// In the order of the file.
    pub(super) curves: Vec<Curve>,
    /// Ascending.
    pub(super) markers: Vec<Marker>,
}

impl Document {
    /// The bytes of the whole file.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// Major and minor version.
    pub fn version(&self) -> (i32, i32) {
        self.version
    }

    /// How the keys of all but the on/off curves are stored.
    pub fn keys(&self) -> KeySize {
        self.keys
    }

    /// The markers, by time.
    pub fn markers(&self) -> &[Marker] {
        &self.markers
    }

    /// All curves in the order of the file.
    pub fn curves(&self) -> impl ExactSizeIterator<Item = CurveView<'_>> {
        self.curves.iter().map(|curve| self.view(curve))
    }

    /// Position X, Y, Z, rotation X, Y, Z, W of the head.
    pub fn camera(&self) -> Option<[CurveView<'_>; POSE_CURVES]> {
        self.parts.camera.then(|| self.group(0))
    }

    /// Whether the file has curves of hands.
    pub fn has_hands(&self) -> bool {
        self.parts.hands
    }

    /// An on/off curve of one hand; `None`: the file has no hands.
    pub fn state(&self, side: Side, state: State) -> Option<CurveView<'_>> {
        let index = self.hands_begin() + 2 * state as usize + side as usize;
        self.parts.hands.then(|| self.view(&self.curves[index]))
    }

    /// `joint` is an index of [`JOINTS`].
    pub fn joint(&self, side: Side, joint: usize) -> Option<[CurveView<'_>; POSE_CURVES]> {
        let pose = side as usize * JOINTS.len() + joint;
        (self.parts.hands && joint < JOINTS.len()).then(|| self.group(self.hands_begin() + 4 + pose * POSE_CURVES))
    }

    /// Origin X, Y, Z, direction X, Y, Z.
    pub fn gaze(&self) -> Option<[CurveView<'_>; RAY_CURVES]> {
        self.parts.gaze.then(|| self.group(self.curves.len() - RAY_CURVES))
    }

    /// Seconds: the last key's time over all curves, at least 0.
    pub fn duration(&self) -> f32 {
        self.curves().filter_map(CurveView::end).fold(0.0, f32::max)
    }

    fn hands_begin(&self) -> usize {
        if self.parts.camera { POSE_CURVES } else { 0 }
    }

    fn group<const N: usize>(&self, begin: usize) -> [CurveView<'_>; N] {
        std::array::from_fn(|i| self.view(&self.curves[begin + i]))
    }

    fn view<'a>(&'a self, curve: &'a Curve) -> CurveView<'a> {
        CurveView {
            bytes: &self.bytes,
            curve,
        }
    }
}
