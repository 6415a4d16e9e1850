//! Writes `.Shape` files for tests: a draft of what they hold, and switches for all that the page leaves open.
//!
//! Says what it is told, true or not. Matrices of a draft are column-vector matrices of the file's own left-handed space;
//! key times are milliseconds.

pub mod bytes;
pub mod samples;

use glam::Mat4;

pub use bytes::write;

/// The ambiguities of docs/formats/shape.md §4 that change bytes.
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    pub identifier: Identifier,
    pub codec: Codec,
    /// Bytes of size fields between version and compressed stream: the content's length as 32 bits, then zeros.
    pub size_fields: usize,
    pub unicode: bool,
    pub bool_bytes: usize,
    pub sound_count_bits: u32,
    pub layer_count_bits: u32,
    pub matrix: Matrix,
    pub keys: Keys,
    pub quaternion: Quaternion,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Identifier {
    Length8,
    Length16,
    Length32,
    Bare,
    Terminated,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Codec {
    Plain,
    Zlib,
    Gzip,
    Lz4,
    Deflate,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Matrix {
    RowVector,
    ColumnVector,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Keys {
    Index,
    Milliseconds,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quaternion {
    Xyzw,
    Wxyz,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            identifier: Identifier::Length8,
            codec: Codec::Plain,
            size_fields: 0,
            unicode: false,
            bool_bytes: 1,
            sound_count_bits: 16,
            layer_count_bits: 16,
            matrix: Matrix::RowVector,
            keys: Keys::Index,
            quaternion: Quaternion::Xyzw,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub author: String,
    pub website: String,
    pub allow_edit: bool,
    pub volume: Volume,
    pub properties: Vec<(String, String)>,
    pub materials: Vec<Material>,
    pub lights: Vec<Light>,
    pub lens_flares: Vec<LensFlare>,
    pub cameras: Vec<Camera>,
    pub anchors: Vec<Anchor>,
    pub sub_shapes: Vec<SubShape>,
    pub scripts: Vec<Script>,
    pub sounds: Vec<Sound>,
    pub geometries: Vec<Geometry>,
    pub root: Node,
    pub layers: Vec<Layer>,
    /// Behind everything.
    pub trailing: Vec<u8>,
}

impl Draft {
    /// The children of the root under as many nodes as it takes: a node counts its own in one byte.
    pub fn in_rows(mut self) -> Self {
        while self.root.children.len() > 255 {
            let children = std::mem::take(&mut self.root.children);
            let row = |children: &[Node]| Node {
                children: children.to_vec(),
                ..Node::default()
            };
            self.root.children = children.chunks(255).map(row).collect();
        }
        self
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    pub min: [f32; 3],
    pub max: [f32; 3],
    pub sphere: [f32; 4],
}

#[derive(Clone, Debug)]
pub struct Material {
    pub name: String,
    pub effect: String,
    pub has_opacity: bool,
    pub no_shadow: bool,
    /// Fill, cull, conservative raster, topology type, forced sample count.
    pub raster: [u8; 5],
    /// Front counter-clockwise, depth clip, multisample, antialiased line, depth enable, depth bounds test.
    pub flags: [bool; 6],
    pub definitions: Vec<(String, String)>,
    pub bools: Vec<(String, bool)>,
    pub ints: Vec<(String, i32)>,
    pub uints: Vec<(String, u32)>,
    pub floats: Vec<(String, f32)>,
    pub float2s: Vec<(String, [f32; 2])>,
    pub float3s: Vec<(String, [f32; 3])>,
    pub float4s: Vec<(String, [f32; 4])>,
    /// Name, file, index.
    pub maps: Vec<(String, String, u8)>,
    /// Filter, address U, V, W, comparison.
    pub sampler: [u8; 5],
    pub border: [f32; 4],
    pub anisotropy: u8,
    /// Bias, least, most.
    pub mips: [f32; 3],
    pub blend: [u8; 8],
}

impl Default for Material {
    fn default() -> Self {
        Self {
            name: String::new(),
            effect: String::new(),
            has_opacity: false,
            no_shadow: false,
            raster: [3, 3, 0, 3, 0],
            flags: [false, true, true, false, true, false],
            definitions: Vec::new(),
            bools: Vec::new(),
            ints: Vec::new(),
            uints: Vec::new(),
            floats: Vec::new(),
            float2s: Vec::new(),
            float3s: Vec::new(),
            float4s: Vec::new(),
            maps: Vec::new(),
            sampler: [0x15, 1, 1, 1, 8],
            border: [0.0; 4],
            anisotropy: 16,
            mips: [0.0, 0.0, 1000.0],
            blend: [2, 1, 1, 2, 1, 1, 4, 0],
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Light {
    pub name: String,
    pub projection_map: String,
    pub kind: u8,
    pub position: [f32; 3],
    pub color: [f32; 3],
    pub direction: [f32; 2],
    pub line_rotation: f32,
    pub radius: f32,
    pub watt: f32,
    pub lux_per_watt: f32,
    pub color_temperature: f32,
    pub extends: [f32; 2],
    pub cone: [f32; 2],
    pub circle_radius: f32,
    pub inner_distance: f32,
    pub lens_flare: u16,
}

#[derive(Clone, Debug, Default)]
pub struct LensFlare {
    pub name: String,
    pub kind: String,
    pub color: [f32; 4],
    pub scale: f32,
    pub max_distance: f32,
}

#[derive(Clone, Debug, Default)]
pub struct Camera {
    pub name: String,
    pub position: [f32; 3],
    pub direction: [f32; 3],
    pub depth_distance: f32,
    pub fov: f32,
}

#[derive(Clone, Debug, Default)]
pub struct Anchor {
    pub name: String,
    pub position: [f32; 3],
    pub direction: [f32; 3],
}

#[derive(Clone, Debug, Default)]
pub struct SubShape {
    pub name: String,
    pub file: String,
    pub position: [f32; 3],
    pub rotation: [f32; 3],
    pub scale: [f32; 3],
}

#[derive(Clone, Debug, Default)]
pub struct Script {
    pub file: String,
    pub commands: String,
    pub arguments: Vec<(String, String)>,
}

#[derive(Clone, Debug, Default)]
pub struct Sound {
    /// Name, bank, event.
    pub names: [String; 3],
    pub position: [f32; 3],
    pub direction: [f32; 3],
    pub radius: f32,
    pub allow_shape_change: bool,
    pub change_times: [f32; 2],
    pub change_radius: f32,
    pub change_speed: f32,
    pub properties: Vec<(String, f32)>,
}

/// Format and count that an array announces, and the bytes that follow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Array {
    pub format: u8,
    pub count: u32,
    pub bytes: Vec<u8>,
}

impl Array {
    pub fn float3s(values: &[[f32; 3]]) -> Self {
        Self::floats(6, values)
    }

    pub fn float2s(values: &[[f32; 2]]) -> Self {
        Self::floats(16, values)
    }

    fn floats<const N: usize>(format: u8, values: &[[f32; N]]) -> Self {
        Self {
            format,
            count: values.len() as u32,
            bytes: values.iter().flatten().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }

    pub fn uints(values: &[u32]) -> Self {
        Self {
            format: 42,
            count: values.len() as u32,
            bytes: values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Geometry {
    /// 4: triangle list.
    pub topology: u32,
    pub material: u16,
    pub positions: Array,
    pub normals: Option<Array>,
    pub uvs: [Option<Array>; 2],
    pub indices: Array,
    pub bones: Vec<Bone>,
}

impl Default for Geometry {
    fn default() -> Self {
        Self {
            topology: 4,
            material: 0,
            positions: Array::default(),
            normals: None,
            uvs: [None, None],
            indices: Array::default(),
            bones: Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Bone {
    pub name: String,
    pub offset: Mat4,
    pub weights: Vec<f32>,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub name: String,
    pub transformation: Mat4,
    pub lod: u32,
    pub distance: [f32; 2],
    /// Has opacity, no shadow, is hidden, render before children.
    pub flags: [bool; 4],
    pub null_position: [f32; 3],
    pub volume: Volume,
    pub geometries: Vec<u16>,
    /// Volume of each geometry; the last one is repeated, an empty list means zeros.
    pub volumes: Vec<Volume>,
    pub children: Vec<Node>,
}

impl Default for Node {
    fn default() -> Self {
        Self {
            name: String::new(),
            transformation: Mat4::IDENTITY,
            lod: 0,
            distance: [0.0; 2],
            flags: [false; 4],
            null_position: [0.0; 3],
            volume: Volume::default(),
            geometries: Vec::new(),
            volumes: Vec::new(),
            children: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Layer {
    pub name: String,
    pub processing: u8,
    pub duration_ms: f64,
    pub key_frame_ms: f64,
    pub tracks: Vec<Track>,
}

/// Times in milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Track {
    pub node: String,
    pub positions: Vec<(f64, [f32; 3])>,
    pub scales: Vec<(f64, [f32; 3])>,
    /// x, y, z, w.
    pub rotations: Vec<(f64, [f32; 4])>,
    pub events: Vec<(f64, String)>,
}
