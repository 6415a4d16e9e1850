//! Contents of a glTF file that never come out of a scene again.

use crate::gltf::Document;
use crate::gltf::extensions;
use serde_json::Value;

impl Document {
    /// How many of what are not written, whatever the format.
    pub fn unwritten(&self) -> Vec<(usize, String)> {
        let root = self.root();
        let targets = || {
            root.meshes
                .iter()
                .flat_map(|mesh| &mesh.primitives)
                .flat_map(|primitive| &primitive.targets)
        };
        let is_lost = |name: &&String| name.starts_with("TEXCOORD_") || name.starts_with("COLOR_");
        let lights = root
            .extensions
            .get("KHR_lights_punctual")
            .and_then(|lights| lights.get("lights")?.as_array());
        let lights = lights.into_iter().flatten().filter_map(|light| light.get("extras"));
        let primitives = root.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let attributes = primitives.flat_map(|primitive| primitive.attributes.keys());
        let all = [
            (
                attributes.filter(|name| name.starts_with('_')).count(),
                "custom vertex attributes",
            ),
            (
                extras(root.nodes.iter().filter_map(|node| node.extras.as_deref())),
                "nodes' extras",
            ),
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
            (
                extras(root.cameras.iter().map(|camera| &camera.extras)),
                "cameras' extras",
            ),
            (extras(lights), "lights' extras"),
            (extras([&root.extras, &root.asset.extras]), "extras of the file itself"),
            (
                targets().flat_map(|target| target.keys()).filter(is_lost).count(),
                "morph targets' deltas of texture coordinates and colours",
            ),
        ];
        let mut unwritten: Vec<(usize, String)> = all.map(|(count, what)| (count, what.to_owned())).into();
        unwritten.extend(extensions::ignored(root));
        unwritten.retain(|(count, _)| *count > 0);
        unwritten
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
