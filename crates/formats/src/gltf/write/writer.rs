//! The tables of a glTF file in the making.

use super::buffer::Buffer;
use super::json_list::JsonList;
use super::nodes::Nodes;
use castview_base::core::{SkinIndex, TextureIndex};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of the JSON part, filled model by model.
#[derive(Default)]
pub(super) struct Writer<'a> {
    pub buffer: Buffer,
    pub nodes: Nodes<'a>,
    pub meshes: JsonList,
    pub skins: JsonList,
    pub materials: Vec<Value>,
    /// How many of [`Extras::materials`](super::Extras::materials) are written.
    pub told: usize,
    pub textures: Vec<Value>,
    pub images: JsonList,
    pub samplers: Vec<Value>,
    pub animations: JsonList,
    pub cameras: JsonList,
    /// Those of KHR_lights_punctual.
    pub lights: JsonList,
    pub extensions: BTreeSet<&'static str>,
    /// By the scene's texture: position in `images`.
    pub image_of: BTreeMap<TextureIndex, usize>,
}

/// Where the parts of one model went.
pub(super) struct ModelNodes {
    /// Its placement.
    pub root: usize,
    /// One per bone, in the skeleton's order.
    pub bones: Vec<usize>,
    /// One per mesh: the node that carries it.
    pub meshes: Vec<Option<usize>>,
    /// Those that meshes have used so far: positions in the file's skins.
    pub skins: BTreeMap<SkinIndex, usize>,
    /// One per mesh: the model's blend shapes in the order of its targets.
    pub targets: Vec<Vec<usize>>,
}
