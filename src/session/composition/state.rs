//! What is kept of what moves the models, beside the edits that can be undone.

use super::attach::RootMotion;
use super::evaluate::NextPose;
use crate::picture::PlacedKey;
use crate::session::LayerKey;

#[derive(Debug, Default)]
pub struct Composition {
    pub root_motion: RootMotion,
    /// The model on its way to what it shall hang on, without a pointer.
    pub(in crate::session) carried_model: Option<PlacedKey>,
    /// The layer whose keys the user looks at ([`crate::session::Session::keyed`]).
    pub(in crate::session) keyed_layer: Option<LayerKey>,
    /// IK handles and constraints are solved. Off at first (A30): exporters mostly bake what they do.
    pub rig: bool,
    pub(in crate::session) next_layer: u64,
    /// Room for the poses that come next, one per model; a pose that has been replaced leaves its room here.
    pub(in crate::session) next_poses: Vec<NextPose>,
}
