//! The content of a `.Shape`, as its records say it (docs/formats/shape.md §3): nothing converted, nothing left out.
//!
//! Small records are kept as values, arrays as ranges of the content's bytes, strings as positions of their count byte.

use super::text::TextEncoding;
use super::{Codec, Format, Layout, Text};
use castview_base::core::SharedBytes;
use std::ops::{Deref, Range};

/// A `.Shape` as stored: the records of its content, which [`Deref`] gives, and the bytes their arrays and texts lie in.
#[derive(Clone, Debug)]
pub struct Document {
    /// Bytes that all positions count in: the file itself if the stream is plain, else the unpacked content.
    pub(super) bytes: SharedBytes,
    pub(super) text_encoding: TextEncoding,
    /// How the stream was compressed.
    pub codec: Codec,
    /// The form of the identifier, in words (shape.md A1).
    pub identifier: &'static str,
    /// The widths that were read (shape.md A4, A7, A8).
    pub layout: Layout,
    pub(super) content: Content,
}

/// Everything the stream holds, in its order.
#[derive(Clone, Debug)]
pub struct Content {
    /// Who made it; empty where nobody says.
    pub author: Text,
    /// Where more of it is found; empty where nobody says.
    pub website: Text,
    /// As stored; the page explains it as the opposite of its name (shape.md A27).
    pub allow_edit: bool,
    /// Around everything.
    pub volume: Volume,
    /// Free pairs of name and value.
    pub properties: Vec<Property>,
    /// Geometries point here by position.
    pub materials: Vec<Material>,
    /// All lights; they belong to the root node.
    pub lights: Vec<Light>,
    /// Lights point here by position.
    pub lens_flares: Vec<LensFlare>,
    /// Points of view.
    pub cameras: Vec<Camera>,
    /// Named places.
    pub anchors: Vec<Anchor>,
    /// Other shapes that stand in this one.
    pub sub_shapes: Vec<SubShape>,
    /// Scripts that run with it.
    pub scripts: Vec<Script>,
    /// Sounds of the shape.
    pub sounds: Vec<Sound>,
    /// Nodes point here by position.
    pub geometries: Vec<Geometry>,
    /// Depth first: a parent comes before its children. The first one is the root.
    pub nodes: Vec<Node>,
    /// Animation layers.
    pub layers: Vec<Layer>,
}

/// Box and sphere (centre, radius), in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Volume {
    /// The least corner of the box.
    pub min: [f32; 3],
    /// The largest corner of the box.
    pub max: [f32; 3],
    /// Centre in x, y, z and radius in w.
    pub sphere: [f32; 4],
}

/// A free pair of texts.
#[derive(Clone, Debug)]
pub struct Property {
    /// Subject of the property.
    pub name: Text,
    /// Statement about the subject.
    pub value: Text,
}

/// A named value of a material or sound.
#[derive(Clone, Debug)]
pub struct Value {
    /// The name by which a shader or sound bank knows it.
    pub name: Text,
    /// The value, of any type.
    pub value: ValueKind,
}

/// A value of one of the types that the format has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// A text.
    Text(Text),
    /// True or false.
    Bool(bool),
    /// A whole number.
    Int(i32),
    /// A whole number, not negative.
    Uint(u32),
    /// A number.
    Float(f32),
    /// Two numbers.
    Float2([f32; 2]),
    /// Three numbers.
    Float3([f32; 3]),
    /// Four numbers.
    Float4([f32; 4]),
}

/// A texture of a material.
#[derive(Clone, Debug)]
pub struct Map {
    /// Purpose of the texture, such as `diffuse`.
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
    /// Its name; may be empty.
    pub name: Text,
    /// Empty means "Standard".
    pub effect: Text,
    /// Whether alpha means coverage.
    pub has_opacity: bool,
    /// Whether it throws no shadow.
    pub no_shadow: bool,
    /// Fill mode.
    pub fill: u8,
    /// Cull mode.
    pub cull: u8,
    /// Conservative rasterisation.
    pub conservative_raster: u8,
    /// Topology type.
    pub topology_type: u8,
    /// Forced sample count.
    pub forced_samples: u8,
    /// Which side is the front.
    pub front_is_counter_clockwise: bool,
    /// Whether depth is clipped.
    pub depth_clip: bool,
    /// Whether edges are multisampled.
    pub multisample: bool,
    /// Whether lines are antialiased.
    pub antialiased_line: bool,
    /// Whether depth is tested.
    pub depth_enable: bool,
    /// Whether depth is held within bounds.
    pub depth_bounds_test: bool,
    /// Definitions, booleans, integers, unsigned integers, floats and vectors, in that order.
    pub values: Vec<Value>,
    /// Its textures, in file order.
    pub maps: Vec<Map>,
    /// Filter.
    pub filter: u8,
    /// U, V, W.
    pub address: [u8; 3],
    /// Comparison function.
    pub comparison: u8,
    /// Colour outside the texture, with alpha.
    pub border: [f32; 4],
    /// Most samples of anisotropic filtering.
    pub max_anisotropy: u8,
    /// Added to the level of a mip.
    pub mip_bias: f32,
    /// Least and most.
    pub mip_range: [f32; 2],
    /// Source blend, destination blend, blend operation, then the same for alpha.
    pub blend: [u8; 6],
    /// Logic operation.
    pub logic_op: u8,
    /// Whether alpha becomes coverage.
    pub alpha_to_coverage: u8,
}

/// A light. Lengths are metres, angles radians.
#[derive(Clone, Debug)]
pub struct Light {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// Reserved.
    pub projection_map: Text,
    /// 0 point, 1 diffuse, 2 spot, 3 line, 4 circle, 5 area.
    pub kind: u8,
    /// Where it stands, in the root node's space.
    pub position: [f32; 3],
    /// Red, green, blue.
    pub color: [f32; 3],
    /// Yaw, pitch.
    pub direction: [f32; 2],
    /// Roll.
    pub line_rotation: f32,
    /// Where its light ends.
    pub radius: f32,
    /// Power.
    pub watt: f32,
    /// Light for each watt.
    pub lux_per_watt: f32,
    /// Kelvin; shown only.
    pub color_temperature: f32,
    /// Width and height of an area.
    pub extends: [f32; 2],
    /// Inner, outer.
    pub cone: [f32; 2],
    /// Radius of a circle.
    pub circle_radius: f32,
    /// Distance up to which it shines at full strength.
    pub inner_distance: f32,
    /// 0xFFFF: none.
    pub lens_flare: u16,
}

/// Reflections in the lens, seen when a light is looked at.
#[derive(Clone, Debug)]
pub struct LensFlare {
    /// Its name; may be empty.
    pub name: Text,
    /// Name of its type.
    pub kind: Text,
    /// Base colour with alpha.
    pub color: [f32; 4],
    /// 1 is its natural size.
    pub scale: f32,
    /// Metres from which on it is not seen.
    pub max_distance: f32,
}

/// A point of view. Lengths are metres, angles radians.
#[derive(Clone, Debug)]
pub struct Camera {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// Where it stands, in the root node's space.
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub direction: [f32; 3],
    /// Distance that is in focus.
    pub depth_distance: f32,
    /// Vertical field of view (shape.md A16).
    pub fov: f32,
}

/// A named place.
#[derive(Clone, Debug)]
pub struct Anchor {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// Where it is, in the root node's space, in metres.
    pub position: [f32; 3],
    /// A direction, or angles (shape.md A11).
    pub direction: [f32; 3],
}

/// Another shape that stands in this one.
#[derive(Clone, Debug)]
pub struct SubShape {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// The other file, as this one spells it.
    pub file: Text,
    /// Where it stands, in the root node's space, in metres.
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub rotation: [f32; 3],
    /// Along its own axes.
    pub scale: [f32; 3],
}

/// A script that runs with the shape. Shown only; nothing is ever run.
#[derive(Clone, Debug)]
pub struct Script {
    /// The script file, as this one spells it.
    pub file: Text,
    /// The script's own text.
    pub commands: Text,
    /// Arguments that the script is called with.
    pub arguments: Vec<Property>,
}

/// Something that sounds. Lengths are metres, angles radians.
#[derive(Clone, Debug)]
pub struct Sound {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// The sound bank it is in.
    pub bank: Text,
    /// Event of the bank that sounds.
    pub event: Text,
    /// Where it is, in the root node's space.
    pub position: [f32; 3],
    /// Yaw, pitch, roll.
    pub direction: [f32; 3],
    /// How far it is heard.
    pub radius: f32,
    /// Whether its sphere may change while it sounds.
    pub allow_shape_change: bool,
    /// Seconds.
    pub change_times: [f32; 2],
    /// The radius to change to.
    pub change_radius: f32,
    /// How fast it changes.
    pub change_speed: f32,
    /// Numbers for the sound bank.
    pub properties: Vec<Value>,
}

/// `count` elements of `format`, at this byte of the content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// How an element is stored.
    pub format: Format,
    /// Elements, which all lie inside the content.
    pub count: u32,
    /// The first byte, from the start of the content.
    pub at: usize,
}

impl Array {
    /// The bytes of all elements, from the start of the content.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.count as usize * self.format.size()
    }
}

/// Vertices and what joins them. Positions are metres in the space of the node that holds it.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// Bytes from the start of the content.
    pub at: usize,
    /// How indices make triangles, lines or points: Direct3D's number.
    pub topology: u32,
    /// Position in [`Content::materials`]; need not be one.
    pub material: u16,
    /// One per vertex.
    pub positions: Array,
    /// As many as there are positions.
    pub normals: Option<Array>,
    /// As many as there are positions, each.
    pub uvs: [Option<Array>; 2],
    /// Format 0 and none when the vertices are drawn in order.
    pub indices: Array,
    /// The bones that move it, at most 255.
    pub bones: Vec<Bone>,
}

/// A node that moves a geometry.
#[derive(Clone, Debug)]
pub struct Bone {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Name of that node.
    pub name: Text,
    /// From the geometry to the bone where it was bound, as stored (shape.md A5).
    pub offset: [f32; 16],
    /// One float per vertex, from this byte on.
    pub weights_at: usize,
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// Position in [`Content::nodes`], before this one; none for the root.
    pub parent: Option<u32>,
    /// Relative to the parent, as stored (shape.md A5).
    pub transformation: [f32; 16],
    /// Its level of detail.
    pub lod: u32,
    /// Least and most.
    pub distance: [f32; 2],
    /// Whether what it holds is see-through.
    pub has_opacity: bool,
    /// Whether what it holds throws no shadow.
    pub no_shadow: bool,
    /// Whether it and what it holds are hidden.
    pub is_hidden: bool,
    /// Whether it is drawn before its children.
    pub render_before_children: bool,
    /// A point of the node's space that stays unexplained.
    pub null_position: [f32; 3],
    /// Around what it holds, in its own space.
    pub volume: Volume,
    /// Positions in [`Content::geometries`], and how each one's place is bounded.
    pub geometries: Vec<(u16, Volume)>,
}

/// An animation: tracks that run together.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Its name; may be empty.
    pub name: Text,
    /// 0 none, 1 playback, 2 repeat, 3 state.
    pub processing: u8,
    /// Milliseconds from the first key to the last.
    pub duration_ms: f64,
    /// Milliseconds per key.
    pub key_frame_ms: f64,
    /// One for each node that moves.
    pub tracks: Vec<Track>,
}

/// Keys of a double and `components` floats each, packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyArray {
    /// Keys, which all lie inside the content.
    pub count: u16,
    /// Floats of each key.
    pub components: usize,
    /// The first byte, from the start of the content.
    pub at: usize,
}

/// The keys of one node.
#[derive(Clone, Debug)]
pub struct Track {
    /// Bytes from the start of the content.
    pub at: usize,
    /// Name of the node.
    pub node: Text,
    /// Keys of three floats.
    pub positions: KeyArray,
    /// Keys of three floats.
    pub scales: KeyArray,
    /// Keys of four floats: a quaternion (shape.md A12).
    pub rotations: KeyArray,
    /// Events that fire at keys.
    pub events: Vec<EventKey>,
}

/// Something that fires at a key.
#[derive(Clone, Debug)]
pub struct EventKey {
    /// Index of a key, or milliseconds (shape.md A13).
    pub key: f64,
    /// Event that fires.
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
    /// Returns the bytes that positions and ranges count in.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// A text of the document, decoded; empty where it lies outside of the content.
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
