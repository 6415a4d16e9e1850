//! One model as it stands in the picture.

use super::{BoneMarks, Marked, Places};
use castview_base::core::{BoneIndex, FixtureIndex, MaterialIndex, MeshIndex, ModelIndex};
use castview_base::scene::{Fixture, FixtureKind, Model, Scene};
use castview_images::Pixels;
use castview_motion::animation::{self, Pose};
use glam::Affine3A;
use std::sync::Arc;

/// Names one placed model for as long as it stays on the stage; never used twice in one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct PlacedKey(pub u64);

/// The images of a scene's texture references, one entry per [`Scene::textures`].
pub type TextureSet = Arc<Vec<Texture>>;

/// State of a texture reference.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Texture {
    /// Loading, or of no use.
    #[default]
    Waiting,
    /// Not found, or not usable.
    Missing,
    /// Decoded pixels or compressed blocks.
    Ready(Arc<Pixels>),
    /// The same at a smaller size than the file's, which is this: width and height in texels.
    Reduced(Arc<Pixels>, [u32; 2]),
}

impl Texture {
    /// The image; `None` as long as there is none, or if there never will be.
    pub fn image(&self) -> Option<&Arc<Pixels>> {
        match self {
            Self::Ready(image) | Self::Reduced(image, _) => Some(image),
            Self::Waiting | Self::Missing => None,
        }
    }

    /// Width and height of the image in its file, in texels.
    pub fn full_size(&self) -> Option<[u32; 2]> {
        match self {
            Self::Ready(image) => Some(image.size()),
            Self::Reduced(_, size) => Some(*size),
            Self::Waiting | Self::Missing => None,
        }
    }
}

/// A model of a scene, in one pose, in one place or several.
#[derive(Clone, Debug)]
pub struct PlacedModel {
    /// The same from picture to picture.
    pub key: PlacedKey,
    /// The same `Arc` as long as the content is the same: the renderer uploads once per `Arc`.
    pub scene: Arc<Scene>,
    /// Which of the scene's models.
    pub model: ModelIndex,
    /// The images of the scene's materials.
    pub textures: TextureSet,
    /// A new `Arc` whenever anything in it changed; the renderer deforms again only then.
    pub pose: Arc<Pose>,
    /// Inside each of `places`.
    pub stage_from_model: Affine3A,
    /// Each time the model is drawn, all in one pose. The same list as long as none of them moved: the renderer writes them once per
    /// list.
    pub places: Places,
    /// One per mesh: hidden by the user.
    pub hidden_meshes: Arc<Vec<bool>>,
    /// Selected part of this model; `None`: nothing.
    pub selection: Option<Selection>,
    /// Meshes that are selected beside it, ascending.
    pub also_selected_meshes: Vec<MeshIndex>,
    /// Which of its bones are drawn how.
    pub bones: BoneMarks,
    /// Bones and blend shapes that [`super::ColorBy`] is asked about.
    pub marked: Marked,
    /// Materials whose base colours the user multiplies, ascending, each by an sRGB colour.
    pub tints: Vec<(MaterialIndex, [u8; 3])>,
}

impl PlacedModel {
    /// The colour that multiplies the base colour of that material, if the user has chosen one.
    pub fn tint(&self, material: MaterialIndex) -> Option<[u8; 3]> {
        let at = self.tints.binary_search_by_key(&material, |(of, _)| *of).ok()?;
        Some(self.tints[at].1)
    }
}

/// Highlighted part of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    /// All of it.
    Model,
    /// One bone, and fainter its parent and children.
    Bone(BoneIndex),
    /// One mesh.
    Mesh(MeshIndex),
    /// One camera, light or other thing without a surface.
    Fixture(FixtureIndex),
    /// These entries of [`PlacedModel::places`].
    Instances {
        /// The first selected entry.
        first: u32,
        /// How many follow each other, that one counted in.
        count: u32,
    },
}

impl PlacedModel {
    /// That model of `scene` at rest, once, with no image yet and nothing selected or hidden.
    pub fn at_rest(key: PlacedKey, scene: Arc<Scene>, model: ModelIndex) -> Self {
        let content = &scene.models[model.get()];
        Self {
            key,
            model,
            textures: Arc::new(vec![Texture::Waiting; scene.textures.len()]),
            pose: Arc::new(animation::rest_pose(content)),
            stage_from_model: Affine3A::IDENTITY,
            places: Places::ONCE,
            hidden_meshes: Arc::new(content.hidden_meshes()),
            selection: None,
            also_selected_meshes: Vec::new(),
            tints: Vec::new(),
            bones: BoneMarks::default(),
            marked: Marked::default(),
            scene,
        }
    }

    /// The content that is drawn; panics if `model` is none of the scene's.
    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// Without one, bones and fixtures are all there is to see: they are drawn whether asked for or not.
    pub fn has_surface(&self) -> bool {
        self.model().has_surface()
    }

    /// `model_from_fixture` in the pose of the picture.
    pub fn model_from_fixture(&self, fixture: &Fixture) -> Affine3A {
        let bone = fixture.bone.and_then(|bone| self.pose.model_from_bone.get(bone.get()));
        bone.copied().unwrap_or_default() * fixture.placement.affine()
    }

    /// The fixture at that position, as the pose has it.
    pub fn fixture(&self, index: usize) -> FixtureKind {
        self.pose.fixture(self.model(), FixtureIndex::new(index))
    }
}
