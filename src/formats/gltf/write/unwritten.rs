//! What a glTF file holds that never comes out of a scene again.

use crate::formats::gltf::Document;
use serde_json::Value;

impl Document {
    /// How many of what are not written, whatever the format.
    pub fn unwritten(&self) -> Vec<(usize, &'static str)> {
        let root = self.root();
        let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let attributes = primitives.flat_map(|primitive| primitive.attributes.keys());
        let all = [
            (
                attributes.filter(|name| name.starts_with('_')).count(),
                "custom vertex attributes",
            ),
            (extras(root.nodes.iter().map(|node| &node.extras)), "nodes' extras"),
            (extras(root.meshes.iter().map(|mesh| &mesh.extras)), "meshes' extras"),
            (
                extras(root.materials.iter().map(|material| &material.extras)),
                "materials' extras",
            ),
            (
                extras(root.animations.iter().map(|animation| &animation.extras)),
                "animations' extras",
            ),
            (extras(root.scenes.iter().map(|scene| &scene.extras)), "scenes' extras"),
            (extras([&root.extras, &root.asset.extras]), "extras of the file itself"),
        ];
        all.into_iter().filter(|(count, _)| *count > 0).collect()
    }
}

/// Names of targets are written.
fn extras<'a>(all: impl IntoIterator<Item = &'a Value>) -> usize {
    let is_lost = |value: &&Value| match value {
        Value::Null => false,
        Value::Object(object) => object.keys().any(|key| key != "targetNames"),
        _ => true,
    };
    all.into_iter().filter(is_lost).count()
}
