//! The objects of a glTF file as they are written: names are the standard's own, absent things are absent.
//!
//! Numbers and positions in lists are taken as they come, whatever they are: what they mean is checked where they are
//! used. Extensions stay JSON values, so that a broken one breaks nothing but itself.

use serde::Deserialize;
use serde::de::{Deserializer, Error, Visitor};
use serde_json::{Map, Value};
use std::fmt;

pub(crate) type Object = Map<String, Value>;

/// A position in one of the file's lists. A value that cannot be one reads as a position beyond all lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Id(u32);

impl Id {
    pub fn of(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub fn get(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u32::MAX => f.write_str("(no index)"),
            index => index.fmt(f),
        }
    }
}

/// A count, a length or an enumeration's number. A value that is none reads as a number beyond all bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Whole(u64);

impl Whole {
    pub fn get(self) -> u64 {
        self.0
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Self(number)
    }
}

struct WholeVisitor;

impl Visitor<'_> for WholeVisitor {
    type Value = u64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u64, E> {
        Ok(number)
    }

    fn visit_i64<E: Error>(self, _negative: i64) -> Result<u64, E> {
        Ok(u64::MAX)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<u64, E> {
        let is_whole = number >= 0.0 && number < 2f64.powi(53) && number.fract() == 0.0;
        Ok(if is_whole { number as u64 } else { u64::MAX })
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WholeVisitor).map(Self)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = deserializer.deserialize_any(WholeVisitor)?;
        Ok(Self(u32::try_from(number).unwrap_or(u32::MAX)))
    }
}

/// An object of the standard, all of whose properties may be absent.
macro_rules! objects {
    ($($(#[$doc:meta])* $name:ident { $($field:ident: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        pub(crate) struct $name {
            $(pub $field: $kind,)*
        }
    )*};
}

objects! {
    Root {
        asset: Asset,
        extensions_used: Vec<String>,
        extensions_required: Vec<String>,
        scene: Option<Id>,
        scenes: Vec<SceneList>,
        nodes: Vec<Node>,
        meshes: Vec<Mesh>,
        skins: Vec<Skin>,
        animations: Vec<Animation>,
        cameras: Vec<Camera>,
        materials: Vec<Material>,
        textures: Vec<Texture>,
        samplers: Vec<Sampler>,
        images: Vec<Image>,
        accessors: Vec<Accessor>,
        buffer_views: Vec<BufferView>,
        buffers: Vec<Buffer>,
        extensions: Object,
        extras: Value,
    }
    Asset {
        version: String,
        min_version: Option<String>,
        generator: Option<String>,
        copyright: Option<String>,
        extras: Value,
    }
    SceneList {
        name: Option<String>,
        nodes: Vec<Id>,
        extras: Value,
    }
    /// There may be many in few bytes of text, so it is kept small.
    Node {
        name: Option<Box<str>>,
        children: Box<[Id]>,
        mesh: Option<Id>,
        skin: Option<Id>,
        camera: Option<Id>,
        matrix: Option<Box<[f32]>>,
        translation: Option<Box<[f32]>>,
        rotation: Option<Box<[f32]>>,
        scale: Option<Box<[f32]>>,
        weights: Option<Box<[f32]>>,
        extensions: Option<Box<Object>>,
        extras: Option<Box<Value>>,
    }
    Mesh {
        name: Option<String>,
        primitives: Vec<Primitive>,
        weights: Option<Vec<f32>>,
        extras: Value,
    }
    Primitive {
        attributes: std::collections::BTreeMap<String, Id>,
        indices: Option<Id>,
        material: Option<Id>,
        mode: Option<Whole>,
        targets: Vec<std::collections::BTreeMap<String, Id>>,
        extensions: Object,
    }
    Skin {
        name: Option<String>,
        inverse_bind_matrices: Option<Id>,
        skeleton: Option<Id>,
        joints: Vec<Id>,
    }
    Animation {
        name: Option<String>,
        channels: Vec<Channel>,
        samplers: Vec<AnimationSampler>,
        extras: Value,
    }
    Channel {
        sampler: Option<Id>,
        target: Target,
    }
    Target {
        node: Option<Id>,
        path: String,
        extensions: Object,
    }
    AnimationSampler {
        input: Option<Id>,
        output: Option<Id>,
        interpolation: Option<String>,
    }
    Camera {
        name: Option<String>,
        perspective: Option<Perspective>,
        orthographic: Option<Orthographic>,
        extras: Value,
    }
    Perspective {
        yfov: f32,
        znear: f32,
        zfar: Option<f32>,
        aspect_ratio: Option<f32>,
    }
    Orthographic {
        xmag: f32,
        ymag: f32,
        znear: f32,
        zfar: f32,
    }
    Material {
        name: Option<String>,
        pbr_metallic_roughness: MetallicRoughness,
        normal_texture: Option<TextureInfo>,
        occlusion_texture: Option<TextureInfo>,
        emissive_texture: Option<TextureInfo>,
        emissive_factor: Option<Vec<f32>>,
        alpha_mode: Option<String>,
        alpha_cutoff: Option<f32>,
        double_sided: bool,
        extensions: Object,
        extras: Value,
    }
    MetallicRoughness {
        base_color_factor: Option<Vec<f32>>,
        base_color_texture: Option<TextureInfo>,
        metallic_factor: Option<f32>,
        roughness_factor: Option<f32>,
        metallic_roughness_texture: Option<TextureInfo>,
    }
    /// Also what a normal or an occlusion texture says: `scale`, `strength`.
    TextureInfo {
        index: Option<Id>,
        tex_coord: Whole,
        scale: Option<f32>,
        strength: Option<f32>,
        extensions: Object,
    }
    Texture {
        name: Option<String>,
        source: Option<Id>,
        sampler: Option<Id>,
        extensions: Object,
    }
    Sampler {
        mag_filter: Option<Whole>,
        min_filter: Option<Whole>,
        wrap_s: Option<Whole>,
        wrap_t: Option<Whole>,
    }
    Image {
        name: Option<String>,
        uri: Option<String>,
        mime_type: Option<String>,
        buffer_view: Option<Id>,
    }
    Accessor {
        buffer_view: Option<Id>,
        byte_offset: Whole,
        component_type: Whole,
        normalized: bool,
        count: Whole,
        r#type: String,
        sparse: Option<Sparse>,
    }
    Sparse {
        count: Whole,
        indices: SparseIndices,
        values: SparseValues,
    }
    SparseIndices {
        buffer_view: Option<Id>,
        byte_offset: Whole,
        component_type: Whole,
    }
    SparseValues {
        buffer_view: Option<Id>,
        byte_offset: Whole,
    }
    BufferView {
        buffer: Option<Id>,
        byte_offset: Whole,
        byte_length: Whole,
        byte_stride: Option<Whole>,
        extensions: Object,
    }
    Buffer {
        uri: Option<String>,
        byte_length: Whole,
        extensions: Object,
    }
    /// `KHR_draco_mesh_compression`, of a primitive: its attributes by their numbers in the stream.
    Packed {
        buffer_view: Option<Id>,
        attributes: std::collections::BTreeMap<String, Whole>,
    }
    /// `EXT_meshopt_compression` and `KHR_meshopt_compression`, of a buffer view.
    Compression {
        buffer: Option<Id>,
        byte_offset: Whole,
        byte_length: Whole,
        byte_stride: Whole,
        count: Whole,
        mode: String,
        filter: Option<String>,
    }
}
