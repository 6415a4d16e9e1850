//! Typed positions in the scene's tables, so a bone index can never address a mesh.
//!
//! One that was read from a view file is looked at before it is used: `session::saved`.

macro_rules! index_types {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(u32);

        impl $name {
            /// `index` must be a valid position of the table this type points into.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("tables are bounded by the file's own 32-bit counts"))
            }

            /// The position in the table.
            pub fn get(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index_types! {
    /// Position of a model in [`Scene::models`](crate::scene::Scene::models).
    ModelIndex;
    /// Position of a clip in [`Scene::clips`](crate::scene::Scene::clips).
    ClipIndex;
    /// Position of a texture reference in [`Scene::textures`](crate::scene::Scene::textures).
    TextureIndex;
    /// Position of an instance in [`Scene::instances`](crate::scene::Scene::instances).
    InstanceIndex;
    /// Position of a bone in a [`Skeleton`](crate::scene::Skeleton), in topological order: parents always have
    /// smaller indices. The order of the file is kept beside it (`file_index`).
    BoneIndex;
    /// Position of a handle in [`Rig::handles`](crate::scene::Rig::handles).
    IkHandleIndex;
    /// Position of a constraint in [`Rig::constraints`](crate::scene::Rig::constraints).
    ConstraintIndex;
    /// Position of a mesh in [`Model::meshes`](crate::scene::Model::meshes): file order.
    MeshIndex;
    /// Position of a hair node in [`Model::hairs`](crate::scene::Model::hairs).
    HairIndex;
    /// Position of a material in [`Model::materials`](crate::scene::Model::materials).
    MaterialIndex;
    /// Position of a fixture in [`Model::fixtures`](crate::scene::Model::fixtures).
    FixtureIndex;
    /// Position of a skin in [`Model::skins`](crate::scene::Model::skins).
    SkinIndex;
    /// Position of a blend shape in [`Model::blend_shapes`](crate::scene::Model::blend_shapes): file order.
    BlendShapeIndex;
}
