//! Targets that a model offers to be found by name.

use super::names::NameTable;
use super::roles::ByRole;
use super::spellings::Spellings;
use crate::animation::Renames;
use crate::animation::setting::SettingOf;
use castview_base::core::{BlendShapeIndex, BoneIndex, FixtureIndex, MaterialIndex, MeshIndex};
use castview_base::scene::{Clip, ClipRoot, Model, Property, Track};
use std::collections::HashMap;

/// Bones, meshes, shapes and settings of one model by their names.
pub struct Names<'a> {
    pub model: &'a Model,
    pub bones: NameTable<'a, BoneIndex>,
    pub meshes: NameTable<'a, MeshIndex>,
    pub model_name: NameTable<'a, ()>,
    pub shapes: Groups<'a, BlendShapeIndex>,
    pub settings: Groups<'a, SettingOf>,
    /// Bones by their part of the body, for clips of other rigs.
    pub by_role: Option<ByRole>,
}

/// All things of a name: letter by letter, else composed otherwise or in another encoding.
pub struct Groups<'a, Index> {
    exact: HashMap<&'a str, Vec<Index>>,
    spellings: Spellings<&'a str>,
}

impl<'a, Index> Groups<'a, Index> {
    fn new(names: impl Iterator<Item = (&'a str, Index)>, renames: &Renames) -> Self {
        let mut exact: HashMap<&str, Vec<Index>> = HashMap::new();
        let mut spellings = Spellings::new(renames.as_stored);
        for (name, index) in names {
            let group = exact.entry(name).or_default();
            if group.is_empty() {
                spellings.insert(name, name);
            }
            group.push(index);
        }
        Self { exact, spellings }
    }

    /// Empty where nothing has the name; and the encoding in which one of the two had to be read.
    pub fn find(&self, name: &str) -> (&[Index], Option<&'static str>) {
        let group = |name: &str| self.exact.get(name).map(Vec::as_slice);
        if let Some(group) = group(name) {
            return (group, None);
        }
        match self.spellings.find(name) {
            Some((name, encoding)) => (group(name).unwrap_or_default(), encoding),
            None => (&[], None),
        }
    }
}

impl<'a> Names<'a> {
    /// The bone of that name, else of its part of the body; and the encoding in which one of the two names had to be read.
    pub fn find_bone(&self, name: &str) -> Option<(BoneIndex, Option<&'static str>)> {
        let by_role = || Some((self.by_role.as_ref()?.find(name)?, None));
        self.bones.find_read(name).or_else(by_role)
    }

    /// The bone of `name`, if that is the root of a clip whose file does not name it (seanim.md §4.1): by another usual name, else the only
    /// root.
    pub fn assumed_root(&self, clip: &Clip, name: &str) -> Option<BoneIndex> {
        const USUAL: &str = "j_mainroot";
        let is_of_root = |root: &&ClipRoot| root.is_assumed && root.name == name;
        clip.root.as_ref().filter(is_of_root)?;
        let skeleton = &self.model.skeleton;
        let mut roots = skeleton.bones().filter(|bone| skeleton.is_root(*bone));
        let only = roots.next().filter(|_| roots.next().is_none());
        self.bones.find(USUAL).or(only)
    }

    /// Whether the track of `clip` drives something, as binding it would find.
    pub fn has_target(&self, clip: &Clip, track: &Track) -> bool {
        let name = track.target.as_str();
        match track.property {
            Property::BlendWeight => !self.shapes.find(name).0.is_empty(),
            Property::Visibility => {
                self.meshes.find(name).is_some()
                    || self.model_name.find(name).is_some()
                    || self.bones.find(name).is_some()
            }
            Property::Parameter(_) => !self.settings.find(name).0.is_empty(),
            _ => self.bones.find(name).is_some() || self.assumed_root(clip, name).is_some(),
        }
    }

    /// Whether anything that a track can drive has that name.
    pub fn has(&self, name: &str) -> bool {
        self.bones.find(name).is_some()
            || self.meshes.find(name).is_some()
            || self.model_name.find(name).is_some()
            || !self.shapes.find(name).0.is_empty()
            || !self.settings.find(name).0.is_empty()
    }

    pub fn of(model: &'a Model, renames: &'a Renames) -> Self {
        let skeleton = &model.skeleton;
        // File order, so that the file's first bone of a name wins.
        let bones = (0..skeleton.len()).filter_map(|i| skeleton.from_file(i));
        let meshes = model.meshes.iter().enumerate();
        let shapes = model.blend_shapes.iter().enumerate();
        let shapes = shapes.map(|(i, shape)| (shape.name.as_str(), BlendShapeIndex::new(i)));
        let materials = model.materials.iter().enumerate();
        let materials = materials.map(|(i, material)| {
            let of = SettingOf::Material(MaterialIndex::new(i));
            (material.name.as_str(), of)
        });
        let fixtures = model.fixtures.iter().enumerate();
        let fixtures = fixtures.map(|(i, fixture)| {
            let of = SettingOf::Fixture(FixtureIndex::new(i));
            (fixture.name.as_str(), of)
        });
        Self {
            model,
            bones: NameTable::renaming(bones.map(|bone| (skeleton.name(bone), bone)), renames),
            meshes: NameTable::new(meshes.map(|(i, mesh)| (mesh.name.as_str(), MeshIndex::new(i)))),
            model_name: NameTable::new(std::iter::once((model.name.as_str(), ()))),
            shapes: Groups::new(shapes, renames),
            settings: Groups::new(materials.chain(fixtures), renames),
            by_role: None,
        }
    }
}
