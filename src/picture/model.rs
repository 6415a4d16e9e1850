//! One model as it stands in the picture.

use crate::animation::Pose;
use crate::core::{BoneIndex, FixtureIndex, MeshIndex, ModelIndex};
use crate::images::Image;
use crate::scene::{FixtureKind, Model, Scene};
use glam::Affine3A;
use std::sync::Arc;

/// Names one placed model for as long as it stays on the stage; never used twice in one session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedKey(pub u64);

/// The images of a scene's texture references, one entry per [`Scene::textures`].
pub type TextureSet = Arc<Vec<Texture>>;

/// What became of a texture reference.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Texture {
    /// Loading, or of no use.
    #[default]
    Waiting,
    /// Not found, or not usable.
    Missing,
    Ready(Arc<Image>),
}

impl Texture {
    pub fn image(&self) -> Option<&Arc<Image>> {
        match self {
            Self::Ready(image) => Some(image),
            Self::Waiting | Self::Missing => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct PlacedModel {
    pub key: PlacedKey,
    /// The same `Arc` as long as the content is the same: the renderer uploads once per `Arc`.
    pub scene: Arc<Scene>,
    pub model: ModelIndex,
    pub textures: TextureSet,
    /// A new `Arc` whenever anything in it changed; the renderer deforms again only then.
    pub pose: Arc<Pose>,
    /// With `instances`: where it stands inside each of them.
    pub stage_from_model: Affine3A,
    /// `stage_from_instance`, once per time the model is drawn, all in one pose; `None`: once, as `stage_from_model` says.
    /// The same `Arc` as long as none of them moved: the renderer writes them once per `Arc`.
    pub instances: Option<Arc<Vec<Affine3A>>>,
    /// One per mesh: hidden by the user.
    pub hidden_meshes: Arc<Vec<bool>>,
    pub selection: Option<Selection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Selection {
    Model,
    Bone(BoneIndex),
    Mesh(MeshIndex),
    Fixture(FixtureIndex),
    /// These entries of [`PlacedModel::instances`].
    Instances {
        first: u32,
        count: u32,
    },
}

impl PlacedModel {
    pub fn model(&self) -> &Model {
        &self.scene.models[self.model.get()]
    }

    /// Without one, bones and fixtures are all there is to see: they are drawn whether asked for or not.
    pub fn has_surface(&self) -> bool {
        self.model().has_surface()
    }

    /// The fixture at that position, as the pose has it.
    pub fn fixture(&self, index: usize) -> FixtureKind {
        self.pose.fixture(self.model(), FixtureIndex::new(index))
    }

    /// How often it is drawn.
    pub fn placement_count(&self) -> usize {
        self.instances.as_ref().map_or(1, |instances| instances.len())
    }
}
