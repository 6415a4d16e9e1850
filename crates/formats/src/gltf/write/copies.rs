//! Models at many places → EXT_mesh_gpu_instancing (docs/formats/gltf.md §4).

use super::buffer::Use;
use super::writer::{ModelNodes, Writer};
use castview_base::scene::Copies;
use serde_json::json;

const NAME: &str = "EXT_mesh_gpu_instancing";

impl Writer<'_> {
    /// Attaches the written `model` to its bone, and writes the places of its meshes.
    pub(super) fn copies(&mut self, copies: &Copies, model: &ModelNodes, leader: &ModelNodes) {
        self.nodes.adopt(leader.bones[copies.bone.get()], model.root);
        let places = copies.places.iter();
        let translations: Vec<[f32; 3]> = places.clone().map(|place| place.translation.to_array()).collect();
        let rotations: Vec<[f32; 4]> = places.clone().map(|place| place.rotation.to_array()).collect();
        let scales: Vec<[f32; 3]> = places.map(|place| place.scale.to_array()).collect();
        let translations = self.buffer.floats(&translations, "VEC3", Use::Other);
        let rotations = self.buffer.floats(&rotations, "VEC4", Use::Other);
        let scales = self.buffer.floats(&scales, "VEC3", Use::Other);
        self.extensions.insert(NAME);
        for node in model.meshes.iter().flatten() {
            let attributes = json!({ "TRANSLATION": translations, "ROTATION": rotations, "SCALE": scales });
            self.nodes.extend(*node, NAME, json!({ "attributes": attributes }));
        }
    }
}
