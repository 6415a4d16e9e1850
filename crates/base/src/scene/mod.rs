//! The immutable, checked content of one file, whatever its format.
//!
//! In: values that a format's `lower` step has checked and repaired. Out: plain tables with typed indices.
//! Never here: bytes of a format, time, poses, GPUs. A scene that exists keeps the laws its types state; later rooms
//! trust them.

#![deny(missing_docs)]

mod extras;
mod geometry;
mod input;
mod material;
mod model;
mod motion;
mod skeleton;

pub use extras::copies::Copies;
pub use extras::fact::Fact;
pub use extras::fixture::{Camera, Fixture, FixtureKind, Lens, Light, LightShape};
pub use extras::hand::{Hand, HandJoint, HandSide, Pinch};
pub use extras::instance::{Instance, References};
pub use extras::levels::{LevelNode, Levels};
pub use extras::rig::{Constraint, ConstraintKind, IkHandle, Rig};
pub use extras::volume::{Volume, VolumeOf};
pub use geometry::blend_shape::{BlendShape, Delta};
pub use geometry::blend_shapes::BlendShapes;
#[cfg(debug_assertions)]
pub use geometry::blend_shapes::looked_at;
pub use geometry::coarse::Coarse;
pub use geometry::faces::{FaceFacts, MeshFaces, degenerate_faces, is_degenerate};
pub use geometry::geosets::{Geoset, Geosets};
pub use geometry::hair::Hair;
pub use geometry::mesh::{ColorLayer, Mesh};
pub use geometry::skin::{Influences, Skin, Skinning};
pub use geometry::uv_layout::{UvBox, UvHit, UvLayout, corners_of, uvs_of};
pub use geometry::weights::{MeshWeights, Moved, WeightFacts};
pub use input::{Input, Part};
pub use material::{Alpha, ColorSpace, Interior, Lookup, Material, Slot, SlotSource, Surface, Workflow, Wrap};
pub use model::Model;
pub use motion::clip::{
    Beyond, Clip, ClipRoot, CurveMode, Keys, ModeOverride, Notification, Property, Track, nearest_frame,
};
pub use motion::interpolation::{Interpolation, TangentWeights, Tangents};
pub use motion::key_places::{KeyByte, KeyPlace, KeyPlaces};
pub use motion::parameter::{LookupPart, Parameter};
pub use motion::play_mode::PlayMode;
pub use motion::values::Values;
pub use skeleton::{Bone, BoneKind, Skeleton, SkeletonError, model_from_bone, model_from_bone_beside};

use crate::core::{BoneIndex, Stream, TextureIndex, UpAxis};
use std::collections::BTreeMap;

/// Everything one file holds. Nodes of several roots are merged in file order.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Hints about the file: who made it, which axis is up.
    pub metadata: Metadata,
    /// Every Model node, in file order.
    pub models: Vec<Model>,
    /// Every animation, in file order.
    pub clips: Vec<Clip>,
    /// Other files that stand in this one, in file order.
    pub instances: Vec<Instance>,
    /// The bone of the first model that carries all instances along; their placements are for its rest pose. `None`: they
    /// stand on the stage.
    pub instances_on: Option<BoneIndex>,
    /// Where instances and textures are searched.
    pub references: References,
    /// Texture paths as the file spells them, each once; material slots point here. Never empty strings.
    pub textures: Vec<String>,
    /// Image files that lie inside this one, by the texture that names them: such a texture is searched nowhere else.
    pub embedded: BTreeMap<TextureIndex, Stream<u8>>,
    /// Other facts of the file about itself.
    pub facts: Vec<Fact>,
    /// Where the values of the clips' keys lie.
    pub key_places: KeyPlaces,
}

/// Hints about the file as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Who made the file; `None`: it does not say.
    pub author: Option<String>,
    /// The program that wrote the file; `None`: it does not say.
    pub software: Option<String>,
    /// As the file says or its format has it.
    pub up: Option<UpAxis>,
    /// The up axis, if it is certain: the format fixes it, or the program that wrote the file always uses the same one, whatever
    /// the hint says.
    pub certain_up: Option<UpAxis>,
    /// One unit is a metre: the format says so.
    pub in_meters: bool,
    /// Directory that instance paths start from, relative to the file (`sr`).
    pub scene_root: Option<String>,
}

impl Metadata {
    /// The best that is known of which axis is up.
    pub fn up_axis(&self) -> Option<UpAxis> {
        self.certain_up.or(self.up)
    }

    /// That axis in words, where the file is of another opinion or has none.
    pub fn up_axis_words(&self) -> Option<String> {
        match (self.up, self.certain_up) {
            (Some(up), Some(certain)) if up != certain => Some(format!(
                "{}; the file says {}, but what wrote it always stands on {}",
                certain.letter(),
                up.letter(),
                certain.letter()
            )),
            _ => self.up_axis().map(|up| up.letter().to_owned()),
        }
    }
}
