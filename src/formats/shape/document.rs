//! The content of a `.Shape`, as its records say it (docs/formats/shape.md §3): nothing converted, nothing left out.
//!
//! Small records are kept as values, arrays as ranges of the content's bytes, strings as positions of their count byte.

use super::text::TextEncoding;
use super::{Codec, Format, Layout, Text};
use crate::core::SharedBytes;
use std::ops::{Deref, Range};

#[derive(Clone, Debug)]
pub struct Document {
    /// What all positions count in: the file itself if the stream is plain, else what was compressed.
    pub(super) bytes: SharedBytes,
    pub(super) text_encoding: TextEncoding,
    pub codec: Codec,
    /// The form of the identifier, in words (A1).
    pub identifier: &'static str,
    /// The widths that were read (A4, A7, A8).
    pub layout: Layout,
    pub(super) content: Content,
}

/// Everything the stream holds, in its order.
#[derive(Clone, Debug)]
pub struct Content {
    pub author: Text,
    pub website: Text,
    /// As stored; the page explains it as the opposite of its name (A27).
    pub allow_edit: bool,
    pub volume: Volume,
    pub properties: Vec<Property>,
    pub materials: Vec<Material>,
    pub lights: Vec<Light>,
    pub lens_flares: Vec<LensFlare>,
    pub cameras: Vec<Camera>,
    pub anchors: Vec<Anchor>,
    pub sub_shapes: Vec<SubShape>,
    pub scripts: Vec<Script>,
    pub sounds: Vec<Sound>,
    pub geometries: Vec<Geometry>,
    /// Depth first: a parent comes before its children. The first one is the root.
    pub nodes: Vec<Node>,
    pub layers: Vec<Layer>,
}

/// Box and sphere (centre, radius), in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    pub min: [f32; 3],
    pub max: [f32; 3],
    pub sphere: [f32; 4],
}

#[derive(Clone, Debug)]
pub struct Property {
    pub name: Text,
    pub value: Text,
}

#[derive(Clone, Debug)]
pub struct Value {
    pub name: Text,
    pub value: ValueKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    Text(Text),
    Bool(bool),
    Int(i32),
    Uint(u32),
    Float(f32),
    Float2([f32; 2]),
    Float3([f32; 3]),
    Float4([f32; 4]),
}

#[derive(Clone, Debug)]
pub struct Map {
    pub name: Text,
    /// With extension.
    pub file: Text,
    /// Reserved.
    pub index: u8,
}

/// Numbers are Direct3D 12's.
#[derive(Clone, Debug)]
pub struct Material {
    /// Bytes from the start of the content.
    pub at: usize,
    pub name: Text,
    /// Empty means "Standard".
    pub effect: Text,
    pub has_opacity: bool,
    pub no_shadow: bool,
    pub fill: u8,
    pub cull: u8,
    pub conservative_raster: u8,
    pub topology_type: u8,
    pub forced_samples: u8,
    pub front_is_counter_clockwise: bool,
    pub depth_clip: bool,
    pub multisample: bool,
    pub antialiased_line: bool,
    pub depth_enable: bool,
    pub depth_bounds_test: bool,
    /// Definitions, booleans, integers, unsigned integers, floats and vectors, in that order.
    pub values: Vec<Value>,
    pub maps: Vec<Map>,
    pub filter: u8,
    /// U, V, W.
    pub address: [u8; 3],
    pub comparison: u8,
    pub border: [f32; 4],
    pub max_anisotropy: u8,
    pub mip_bias: f32,
    /// Least and most.
    pub mip_range: [f32; 2],
    /// Source blend, destination blend, blend operation, then the same for alpha.
    pub blend: [u8; 6],
    pub logic_op: u8,
    pub alpha_to_coverage: u8,
}

#[derive(Clone, Debug)]
pub struct Light {
    pub at: usize,
    pub name: Text,
    /// Reserved.
    pub projection_map: Text,
    /// 0 point, 1 diffuse, 2 spot, 3 line, 4 circle, 5 area.
    pub kind: u8,
    pub position: [f32; 3],
    pub color: [f32; 3],
    /// Yaw, pitch.
    pub direction: [f32; 2],
    /// Roll.
    pub line_rotation: f32,
    pub radius: f32,
    pub watt: f32,
    pub lux_per_watt: f32,
    pub color_temperature: f32,
    pub extends: [f32; 2],
    /// Inner, outer.
    pub cone: [f32; 2],
    pub circle_radius: f32,
    pub inner_distance: f32,
    /// 0xFFFF: none.
    pub lens_flare: u16,
}

#[derive(Clone, Debug)]
pub struct LensFlare {
    pub name: Text,
    pub kind: Text,
    pub color: [f32; 4],
    pub scale: f32,
    pub max_distance: f32,
}

#[derive(Clone, Debug)]
pub struct Camera {
    pub at: usize,
    pub name: Text,
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub direction: [f32; 3],
    pub depth_distance: f32,
    pub fov: f32,
}

#[derive(Clone, Debug)]
pub struct Anchor {
    pub at: usize,
    pub name: Text,
    pub position: [f32; 3],
    pub direction: [f32; 3],
}

#[derive(Clone, Debug)]
pub struct SubShape {
    pub at: usize,
    pub name: Text,
    pub file: Text,
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub rotation: [f32; 3],
    pub scale: [f32; 3],
}

#[derive(Clone, Debug)]
pub struct Script {
    pub file: Text,
    pub commands: Text,
    pub arguments: Vec<Property>,
}

#[derive(Clone, Debug)]
pub struct Sound {
    pub at: usize,
    pub name: Text,
    pub bank: Text,
    pub event: Text,
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub direction: [f32; 3],
    pub radius: f32,
    pub allow_shape_change: bool,
    /// Seconds.
    pub change_times: [f32; 2],
    pub change_radius: f32,
    pub change_speed: f32,
    pub properties: Vec<Value>,
}

/// `count` elements of `format`, at this byte of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    pub format: Format,
    pub count: u32,
    pub at: usize,
}

impl Array {
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.count as usize * self.format.size()
    }
}

#[derive(Clone, Debug)]
pub struct Geometry {
    pub at: usize,
    pub topology: u32,
    pub material: u16,
    pub positions: Array,
    /// As many as there are positions.
    pub normals: Option<Array>,
    /// As many as there are positions, each.
    pub uvs: [Option<Array>; 2],
    /// Format 0 and none when the vertices are drawn in order.
    pub indices: Array,
    pub bones: Vec<Bone>,
}

#[derive(Clone, Debug)]
pub struct Bone {
    pub at: usize,
    pub name: Text,
    pub offset: [f32; 16],
    /// One float per vertex, from this byte on.
    pub weights_at: usize,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub at: usize,
    pub name: Text,
    /// Position in [`Document::nodes`], before this one; none for the root.
    pub parent: Option<u32>,
    pub transformation: [f32; 16],
    pub lod: u32,
    /// Least and most.
    pub distance: [f32; 2],
    pub has_opacity: bool,
    pub no_shadow: bool,
    pub is_hidden: bool,
    pub render_before_children: bool,
    pub null_position: [f32; 3],
    pub volume: Volume,
    /// Positions in [`Document::geometries`], and how each one's place is bounded.
    pub geometries: Vec<(u16, Volume)>,
}

#[derive(Clone, Debug)]
pub struct Layer {
    pub at: usize,
    pub name: Text,
    /// 0 none, 1 playback, 2 repeat, 3 state.
    pub processing: u8,
    pub duration_ms: f64,
    /// Milliseconds per key.
    pub key_frame_ms: f64,
    pub tracks: Vec<Track>,
}

/// Keys of a double and `components` floats each, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyArray {
    pub count: u16,
    pub components: usize,
    pub at: usize,
}

#[derive(Clone, Debug)]
pub struct Track {
    pub at: usize,
    pub node: Text,
    pub positions: KeyArray,
    pub scales: KeyArray,
    pub rotations: KeyArray,
    pub events: Vec<EventKey>,
}

#[derive(Clone, Debug)]
pub struct EventKey {
    pub key: f64,
    pub event: Text,
}

/// A document is read by its records' names.
impl Deref for Document {
    type Target = Content;

    fn deref(&self) -> &Content {
        &self.content
    }
}

impl Document {
    /// What positions and ranges count in.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    pub fn text(&self, text: Text) -> String {
        let Some(units) = self.bytes.get(text.0) else {
            return String::new();
        };
        let units = usize::from(*units) * self.text_encoding.unit_bytes();
        self.text_encoding.decode(&self.bytes[text.0 + 1..text.0 + 1 + units])
    }

    /// How strings are meant: `UTF-8`, `Windows-1252` or `UTF-16`.
    pub fn text_encoding(&self) -> &'static str {
        self.text_encoding.word()
    }

    /// Component `component` of element `element`; panics past the array's end.
    pub fn float(&self, array: &Array, element: usize, component: usize) -> f32 {
        array.format.float(self.element(array, element), component)
    }

    /// Element `element` as a whole number; panics past the array's end.
    pub fn uint(&self, array: &Array, element: usize) -> u32 {
        array.format.uint(self.element(array, element))
    }

    fn element(&self, array: &Array, element: usize) -> &[u8] {
        let size = array.format.size();
        &self.bytes[array.range()][element * size..(element + 1) * size]
    }

    /// The weight of `vertex` on `bone`; panics past the geometry's vertices.
    pub fn weight(&self, bone: &Bone, vertex: usize) -> f32 {
        self.f32_at(bone.weights_at + 4 * vertex)
    }

    /// The keys of `keys`: time and value, `N` of whose components are wanted.
    pub fn keys<const N: usize>(&self, keys: &KeyArray) -> impl ExactSizeIterator<Item = (f64, [f32; N])> + '_ {
        let (at, size) = (keys.at, key_bytes(keys.components));
        (0..usize::from(keys.count)).map(move |key| {
            let at = at + key * size;
            let mut time = [0; 8];
            time.copy_from_slice(&self.bytes[at..at + 8]);
            let value = std::array::from_fn(|i| self.f32_at(at + 8 + 4 * i));
            (f64::from_le_bytes(time), value)
        })
    }

    fn f32_at(&self, at: usize) -> f32 {
        let mut raw = [0; 4];
        raw.copy_from_slice(&self.bytes[at..at + 4]);
        f32::from_le_bytes(raw)
    }
}

/// Bytes of a key of `components` floats.
pub(super) fn key_bytes(components: usize) -> usize {
    8 + 4 * components
}
