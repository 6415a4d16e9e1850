//! The tables of a glTF file in the making.

use super::buffer::Buffer;
use crate::core::{SkinIndex, TextureIndex};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of the JSON part, filled model by model.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) buffer: Buffer,
    pub(super) nodes: Vec<Value>,
    pub(super) meshes: Vec<Value>,
    pub(super) skins: Vec<Value>,
    pub(super) materials: Vec<Value>,
    /// How many of [`Extras::materials`] are written.
    pub(super) told: usize,
    pub(super) textures: Vec<Value>,
    pub(super) images: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) animations: Vec<Value>,
    pub(super) cameras: Vec<Value>,
    /// Those of KHR_lights_punctual.
    pub(super) lights: Vec<Value>,
    pub(super) extensions: BTreeSet<&'static str>,
    /// By the scene's texture: position in `images`.
    pub(super) image_of: BTreeMap<TextureIndex, usize>,
}

/// Where the parts of one model went.
pub(super) struct ModelNodes {
    /// Its placement.
    pub(super) root: usize,
    /// One per bone, in the skeleton's order.
    pub(super) bones: Vec<usize>,
    /// One per mesh: the node that carries it.
    pub(super) meshes: Vec<Option<usize>>,
    /// Those that meshes have used so far: positions in the file's skins.
    pub(super) skins: BTreeMap<SkinIndex, usize>,
    /// One per mesh: the model's blend shapes in the order of its targets.
    pub(super) targets: Vec<Vec<usize>>,
}
