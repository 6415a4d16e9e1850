//! How the values of a track go from one key to the next.

use crate::scene::Values;

/// How a track goes from one key to the next.
#[derive(Clone, Debug, Default)]
pub enum Interpolation {
    /// Straight lines; rotations along the shorter arc.
    #[default]
    Linear,
    /// Straight lines, of a rotation in each of its four numbers, which are then brought to unit length: no sign is
    /// changed on the way (docs/formats/mrtk.md §5.6).
    Componentwise,
    /// The value of the key before.
    Step,
    /// By the slopes at both keys.
    Cubic(Box<Tangents>),
}

/// Slopes at the keys: value per unit of the keys' own time, number by number; rotations are brought to unit length
/// afterwards, and no sign is changed. All lists are parallel to the track's values and of their kind.
#[derive(Clone, Debug)]
pub struct Tangents {
    /// On arrival at each key. Infinite: the stretch before it is a step.
    pub incoming: Values,
    /// On departure. Infinite: the stretch after it is a step.
    pub outgoing: Values,
    /// `None`: Hermite's cubics (docs/formats/gltf.md §3).
    pub weights: Option<TangentWeights>,
}

/// How far the control points of a Bézier curve in the plane of time and value lie from the keys, as shares of the
/// stretch (docs/formats/mrtk.md §5.4). A third on both sides is Hermite's cubic. Finite.
#[derive(Clone, Debug)]
pub struct TangentWeights {
    /// Before each key.
    pub incoming: Values,
    /// After each key.
    pub outgoing: Values,
}
