//! Look of a model at one instant.

use crate::animation::BasePose;
use crate::animation::rig::RigRoom;
use crate::animation::setting::{Setting, SettingOf};
use castview_base::core::{
    BlendShapeIndex, BoneIndex, FixtureIndex, MaterialIndex, MeshIndex, Transform, counted_from,
};
use castview_base::scene::{FixtureKind, Material, Mesh, Model, Skinning};
use glam::{Affine3A, Mat3, Quat, Vec3};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Local transforms, model-space bones, palettes, blend weights and visibilities of one model at one instant.
///
/// All numbers are finite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// One per bone in topological order, relative to the parent.
    pub local: Vec<Transform>,
    /// Point of model space from which `model_from_bone`, `palettes` and `motions` count. Zero, unless the model stands far away from where
    /// its file begins to count and all its vertices follow bones.
    pub origin: Vec3,
    /// One per bone in topological order, counted from `origin`.
    pub model_from_bone: Vec<Affine3A>,
    /// One palette per skin of the model, one matrix per slot: `model_from_bone * bone_from_mesh`.
    pub palettes: Vec<Vec<Affine3A>>,
    /// One list per skin of the model, parallel to `palettes`: the same matrices taken apart for dual-quaternion
    /// skinning. Empty for a skin that no dual-quaternion mesh uses.
    pub motions: Vec<Vec<SlotMotion>>,
    /// One per blend shape of the model.
    pub shape_weights: Vec<f32>,
    /// Weights that the clips give to the shapes whose weights were set over them since.
    pub clip_weights: BTreeMap<BlendShapeIndex, f32>,
    /// Local transforms that the clips give to the bones that were posed by hand over them, ascending. Empty while no hand pose is shown.
    pub clip_local: Vec<(BoneIndex, Transform)>,
    /// Meshes that are skinned by another method than their file says, ascending; not the usual case.
    pub methods: Vec<(MeshIndex, Skinning)>,
    /// One per mesh of the model.
    pub mesh_visible: Vec<bool>,
    /// One per bone: whether its glyph is drawn. Skinned geometry does not follow it.
    pub bone_visible: Vec<bool>,
    /// Whether any of the model is drawn.
    pub model_visible: bool,
    /// Numbers of materials and fixtures that clips set, sorted by which they are, each once. Empty for clips that set none.
    pub settings: Vec<Setting>,
    /// Empty, but for its room.
    pub(crate) rig_room: RigRoom,
}

impl Pose {
    /// Its part that differences are taken from.
    pub fn as_base(&self) -> BasePose<'_> {
        BasePose {
            local: &self.local,
            shape_weights: &self.shape_weights,
        }
    }

    /// `model_from_bone` of the bone's parent, counted as those of all bones; of a root: of the model itself.
    pub fn model_from_parent(&self, parent: Option<BoneIndex>) -> Affine3A {
        match parent {
            Some(parent) => self.model_from_bone[parent.get()],
            None => self.model_from_file(),
        }
    }

    /// Takes points of model space as its file counts them to points that are counted from `origin`.
    pub fn model_from_file(&self) -> Affine3A {
        counted_from(Affine3A::IDENTITY, Vec3::ZERO, self.origin)
    }

    /// Whether every vertex is where it is in `other`, and as visible: they differ in what clips set of materials and fixtures, if in
    /// anything.
    pub fn stands_as(&self, other: &Self) -> bool {
        let Self {
            local,
            origin,
            model_from_bone,
            palettes,
            motions,
            shape_weights,
            clip_weights: _,
            clip_local: _,
            methods,
            mesh_visible,
            bone_visible,
            model_visible,
            settings: _,
            rig_room: _,
        } = self;
        *model_visible == other.model_visible
            && *shape_weights == other.shape_weights
            && *methods == other.methods
            && *mesh_visible == other.mesh_visible
            && *bone_visible == other.bone_visible
            && *local == other.local
            && *origin == other.origin
            && *model_from_bone == other.model_from_bone
            && *palettes == other.palettes
            && *motions == other.motions
    }

    /// How `mesh`, the mesh at `index` of the model, is skinned in this pose.
    pub fn skinning(&self, index: MeshIndex, mesh: &Mesh) -> Skinning {
        skinning_in(&self.methods, index, mesh)
    }

    /// A material of `model` as this pose has it.
    ///
    /// Panics when the model has no such material.
    pub fn material<'a>(&self, model: &'a Model, index: MaterialIndex) -> Cow<'a, Material> {
        let mut out = Cow::Borrowed(&model.materials[index.get()]);
        for setting in self.settings_of(SettingOf::Material(index)) {
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

/// A palette matrix as a stretch followed by a rigid motion: `matrix · x = rotate(real, stretch · x) + t`, where
/// `dual = ½ · (t, 0) ⊗ real` (docs/formats/cast.md §3.4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlotMotion {
    /// Unit length.
    pub real: Quat,
    /// Half the translation times `real`.
    pub dual: Quat,
    /// Symmetric. The identity when the matrix is rigid; with negative eigenvalues when it mirrors.
    pub stretch: Mat3,
}

/// How `mesh` is skinned: as `methods` say of its `index`, else as its file does.
pub(crate) fn skinning_in(methods: &[(MeshIndex, Skinning)], index: MeshIndex, mesh: &Mesh) -> Skinning {
    match methods.binary_search_by_key(&index, |(mesh, _)| *mesh) {
        Ok(at) => methods[at].1,
        Err(_) => mesh.skinning,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use castview_base::scene::Parameter;

    #[test]
    fn a_pose_stands_as_another_whatever_it_sets() {
        let pose = Pose {
            local: vec![Transform::IDENTITY],
            model_from_bone: vec![Affine3A::IDENTITY],
            palettes: vec![vec![Affine3A::IDENTITY]],
            motions: vec![vec![SlotMotion::IDENTITY]],
            shape_weights: vec![0.0],
            mesh_visible: vec![true],
            bone_visible: vec![true],
            model_visible: true,
            ..Pose::default()
        };
        let mut set = pose.clone();
        set.settings.push(Setting {
            of: SettingOf::Material(MaterialIndex::new(0)),
            parameter: Parameter::Metallic,
            value: 1.0,
        });
        assert!(set.stands_as(&pose) && set != pose);
        let changes: [fn(&mut Pose); 9] = [
            |pose| pose.local[0].translation.x = 1.0,
            |pose| pose.origin.x = 1.0,
            |pose| pose.model_from_bone[0].translation.x = 1.0,
            |pose| pose.palettes[0][0].translation.x = 1.0,
            |pose| pose.motions.clear(),
            |pose| pose.shape_weights[0] = 1.0,
            |pose| pose.mesh_visible[0] = false,
            |pose| pose.bone_visible[0] = false,
            |pose| pose.model_visible = false,
        ];
        for (at, change) in changes.iter().enumerate() {
            let mut other = pose.clone();
            change(&mut other);
            assert!(!other.stands_as(&pose), "change {at}");
        }
    }
}
