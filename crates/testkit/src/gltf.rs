//! A small writer of glTF files: JSON by hand, bytes by lists of numbers.

use serde_json::{Value, json};

/// A file in the making. Accessors are appended as they are wanted.
#[derive(Clone)]
pub struct Gltf {
    pub json: Value,
    pub bin: Vec<u8>,
}

/// Component types by code.
pub const I8: u32 = 5120;
pub const U8: u32 = 5121;
pub const I16: u32 = 5122;
pub const U16: u32 = 5123;
pub const U32: u32 = 5125;
pub const F32: u32 = 5126;

impl Gltf {
    /// One scene that shows node 0.
    pub fn new() -> Self {
        Self {
            json: json!({
                "asset": {"version": "2.0"},
                "scene": 0,
                "scenes": [{"nodes": [0]}],
                "nodes": [], "meshes": [], "skins": [], "animations": [],
                "accessors": [], "bufferViews": [],
            }),
            bin: Vec::new(),
        }
    }

    /// Appends to a list of the root and returns the position.
    pub fn add(&mut self, list: &str, value: Value) -> usize {
        let list = &mut self.json[list];
        if list.is_null() {
            *list = json!([]);
        }
        let list = list.as_array_mut().expect("a list");
        list.push(value);
        list.len() - 1
    }

    pub fn view(&mut self, bytes: &[u8], stride: Option<usize>) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let mut view = json!({"buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len()});
        if let Some(stride) = stride {
            view["byteStride"] = stride.into();
        }
        self.bin.extend(bytes);
        self.add("bufferViews", view)
    }

    /// An accessor over its own view.
    pub fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize, normalized: bool) -> usize {
        let view = self.view(bytes, None);
        self.add(
            "accessors",
            json!({"bufferView": view, "componentType": component, "type": kind, "count": count, "normalized": normalized}),
        )
    }

    pub fn floats<const N: usize>(&mut self, values: &[[f32; N]]) -> usize {
        let bytes: Vec<u8> = values.as_flattened().iter().flat_map(|v| v.to_le_bytes()).collect();
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"].get(N - 1).copied().unwrap_or("MAT4");
        self.accessor(&bytes, F32, kind, values.len(), false)
    }

    pub fn scalars(&mut self, values: &[f32]) -> usize {
        let values: Vec<[f32; 1]> = values.iter().map(|v| [*v]).collect();
        self.floats(&values)
    }

    pub fn indices(&mut self, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.accessor(&bytes, U16, "SCALAR", values.len(), false)
    }

    pub fn joints(&mut self, values: &[[u8; 4]]) -> usize {
        self.accessor(values.as_flattened(), U8, "VEC4", values.len(), false)
    }

    /// A mesh of one primitive with these attributes.
    pub fn mesh(&mut self, attributes: Value) -> usize {
        self.add("meshes", json!({"primitives": [{"attributes": attributes}]}))
    }

    /// A triangle with normals: attributes to add to.
    pub fn triangle(&mut self) -> Value {
        let positions = self.floats(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        let normals = self.floats(&[[0.0, 0.0, 1.0]; 3]);
        json!({"POSITION": positions, "NORMAL": normals})
    }

    /// An animation of one channel.
    pub fn animation(&mut self, node: usize, path: &str, interpolation: &str, input: usize, output: usize) -> usize {
        self.add(
            "animations",
            json!({
                "samplers": [{"input": input, "output": output, "interpolation": interpolation}],
                "channels": [{"sampler": 0, "target": {"node": node, "path": path}}],
            }),
        )
    }

    pub fn glb(&self) -> Vec<u8> {
        let mut json = self.json.clone();
        let mut bin = self.bin.clone();
        if !bin.is_empty() && json["buffers"].is_null() {
            json["buffers"] = json!([{"byteLength": bin.len()}]);
        }
        let mut text = json.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');
        bin.resize(bin.len().next_multiple_of(4), 0);
        glb(&text, &bin)
    }

    /// As text, the buffer beside it under `uri`.
    pub fn gltf(&self, uri: &str) -> Vec<u8> {
        let mut json = self.json.clone();
        json["buffers"] = json!([{"byteLength": self.bin.len(), "uri": uri}]);
        json.to_string().into_bytes()
    }
}

/// The container around JSON text and a binary chunk.
pub fn glb(text: &[u8], bin: &[u8]) -> Vec<u8> {
    let size = |chunk: &[u8]| if chunk.is_empty() { 0 } else { 8 + chunk.len() };
    let length = 12 + size(text) + size(bin);
    let mut out = b"glTF".to_vec();
    out.extend(2u32.to_le_bytes());
    out.extend((length as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", bin)] {
        if !chunk.is_empty() {
            out.extend((chunk.len() as u32).to_le_bytes());
            out.extend(kind);
            out.extend(chunk);
        }
    }
    out
}

/// The four columns of a matrix that moves.
pub fn moved(x: f32, y: f32, z: f32) -> [f32; 16] {
    glam::Mat4::from_translation(glam::Vec3::new(x, y, z)).to_cols_array()
}
