//! What a model looks like at one instant.

use super::SlotMotion;
use super::rig::RigRoom;
use crate::core::Transform;
use glam::Affine3A;

/// Local transforms, model-space bones, palettes, blend weights and visibilities of one model at one instant.
///
/// All numbers are finite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// One per bone in topological order, relative to the parent.
    pub local: Vec<Transform>,
    /// One per bone in topological order.
    pub model_from_bone: Vec<Affine3A>,
    /// One palette per skin of the model, one matrix per slot: `model_from_bone * bone_from_mesh`.
    pub palettes: Vec<Vec<Affine3A>>,
    /// One list per skin of the model, parallel to `palettes`: the same matrices taken apart for dual-quaternion
    /// skinning. Empty for a skin that no dual-quaternion mesh uses.
    pub motions: Vec<Vec<SlotMotion>>,
    /// One per blend shape of the model.
    pub shape_weights: Vec<f32>,
    /// One per mesh of the model.
    pub mesh_visible: Vec<bool>,
    /// One per bone: whether its glyph is drawn. Skinned geometry does not follow it.
    pub bone_visible: Vec<bool>,
    pub model_visible: bool,
    /// Empty, but for its room.
    pub(super) rig_room: RigRoom,
}
