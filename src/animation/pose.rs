//! What a model looks like at one instant.

use super::SlotMotion;
use super::rig::RigRoom;
use crate::core::Transform;
use crate::core::{FixtureIndex, MaterialIndex};
use crate::scene::{FixtureKind, Material, Model, Parameter};
use glam::Affine3A;
use std::borrow::Cow;

/// One number that is not what the file says at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    pub of: SettingOf,
    pub parameter: Parameter,
    pub value: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SettingOf {
    Material(MaterialIndex),
    Fixture(FixtureIndex),
}

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
    /// Numbers of materials and fixtures that clips set, sorted by which they are, each once. Empty for clips that set none.
    pub settings: Vec<Setting>,
    /// Empty, but for its room.
    pub(super) rig_room: RigRoom,
}

impl Pose {
    /// A material of `model` as this pose has it; its facts are left behind where it is changed.
    ///
    /// Panics when the model has no such material.
    pub fn material<'a>(&self, model: &'a Model, index: MaterialIndex) -> Cow<'a, Material> {
        let stored = &model.materials[index.get()];
        let mut out = Cow::Borrowed(stored);
        for setting in self.settings_of(SettingOf::Material(index)) {
            if matches!(out, Cow::Borrowed(_)) {
                out = Cow::Owned(Material {
                    name: stored.name.clone(),
                    kind: stored.kind.clone(),
                    slots: stored.slots.clone(),
                    surface: stored.surface,
                    facts: Vec::new(),
                });
            }
            out.to_mut().set(setting.parameter, setting.value);
        }
        out
    }

    /// Whether a clip sets anything of that material.
    pub fn sets(&self, material: MaterialIndex) -> bool {
        !self.settings_of(SettingOf::Material(material)).is_empty()
    }

    /// A fixture of `model` as this pose has it.
    ///
    /// Panics when the model has no such fixture.
    pub fn fixture(&self, model: &Model, index: FixtureIndex) -> FixtureKind {
        let mut kind = model.fixtures[index.get()].kind;
        let of_it = self.settings_of(SettingOf::Fixture(index)).iter();
        of_it.for_each(|setting| kind.set(setting.parameter, setting.value));
        kind
    }

    fn settings_of(&self, of: SettingOf) -> &[Setting] {
        let start = self.settings.partition_point(|setting| setting.of < of);
        let count = self.settings[start..].partition_point(|setting| setting.of == of);
        &self.settings[start..start + count]
    }
}
