//! What a model offers to be found by name.

use super::names::NameTable;
use crate::animation::Renames;
use crate::animation::pose::posed::SettingOf;
use crate::core::{BlendShapeIndex, BoneIndex, FixtureIndex, MaterialIndex, MeshIndex};
use crate::scene::{Model, Property, Track};
use std::collections::HashMap;

/// Bones, meshes, shapes and settings of one model by their names.
pub struct Names<'a> {
    pub model: &'a Model,
    pub bones: NameTable<'a, BoneIndex>,
    pub meshes: NameTable<'a, MeshIndex>,
    pub model_name: NameTable<'a, ()>,
    pub shapes: HashMap<&'a str, Vec<BlendShapeIndex>>,
    pub settings: HashMap<&'a str, Vec<SettingOf>>,
}

impl<'a> Names<'a> {
    /// Whether the track drives something, as binding it would find.
    pub fn has_target(&self, track: &Track) -> bool {
        let name = track.target.as_str();
        match track.property {
            Property::BlendWeight => self.shapes.contains_key(name),
            Property::Visibility => {
                self.meshes.find(name).is_some()
                    || self.model_name.find(name).is_some()
                    || self.bones.find(name).is_some()
            }
            Property::Parameter(_) => self.settings.contains_key(name),
            _ => self.bones.find(name).is_some(),
        }
    }

    pub fn of(model: &'a Model, renames: &'a Renames) -> Self {
        let skeleton = &model.skeleton;
        // File order, so that the file's first bone of a name wins.
        let bones = (0..skeleton.len()).filter_map(|i| skeleton.from_file(i));
        let meshes = model.meshes.iter().enumerate();
        let mut shapes: HashMap<&str, Vec<BlendShapeIndex>> = HashMap::new();
        for (i, shape) in model.blend_shapes.iter().enumerate() {
            shapes.entry(&shape.name).or_default().push(BlendShapeIndex::new(i));
        }
        let mut settings: HashMap<&str, Vec<SettingOf>> = HashMap::new();
        for (i, material) in model.materials.iter().enumerate() {
            let of = SettingOf::Material(MaterialIndex::new(i));
            settings.entry(&material.name).or_default().push(of);
        }
        for (i, fixture) in model.fixtures.iter().enumerate() {
            let of = SettingOf::Fixture(FixtureIndex::new(i));
            settings.entry(&fixture.name).or_default().push(of);
        }
        Self {
            model,
            bones: NameTable::renaming(bones.map(|bone| (skeleton.name(bone), bone)), renames),
            meshes: NameTable::new(meshes.map(|(i, mesh)| (mesh.name.as_str(), MeshIndex::new(i)))),
            model_name: NameTable::new(std::iter::once((model.name.as_str(), ()))),
            shapes,
            settings,
        }
    }
}
