//! The one buffer of a GLB file, and the accessors that look into it.

use super::json_list::JsonList;
use serde_json::{Value, json};

/// Component types of accessors.
const U8: u32 = 5121;
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;

/// Target that a view is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Vertices = 34962,
    Indices = 34963,
    /// Keys, matrices, images: nothing a draw binds.
    Other = 0,
}

#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub bytes: Vec<u8>,
    pub views: JsonList,
    pub accessors: JsonList,
}

impl Buffer {
    /// A view of `bytes`, four-byte aligned.
    pub fn view(&mut self, bytes: &[u8], used: Use) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let mut view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        if used != Use::Other {
            view["target"] = json!(used as u32);
        }
        self.bytes.extend_from_slice(bytes);
        self.views.push(&view)
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(&accessor)
    }

    /// `N` numbers an element; `kind` is `VEC3` and so on.
    pub fn floats<const N: usize>(&mut self, values: &[[f32; N]], kind: &str, used: Use) -> usize {
        let accessor = self.of_floats(values, kind, used);
        self.accessor(accessor)
    }

    fn of_floats<const N: usize>(&mut self, values: &[[f32; N]], kind: &str, used: Use) -> Value {
        let view = self.view(bytemuck::cast_slice(values), used);
        json!({ "bufferView": view, "componentType": F32, "count": values.len(), "type": kind })
    }

    /// As [`Self::floats`], with least and greatest, which positions and key times need.
    pub fn bounded<const N: usize>(&mut self, values: &[[f32; N]], kind: &str, used: Use) -> usize {
        let mut accessor = self.of_floats(values, kind, used);
        let fold = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            let start = values.first().copied().unwrap_or([0.0; N]);
            let all = values.iter().fold(start, |so_far, value| {
                std::array::from_fn(|i| pick(so_far[i], value[i]))
            });
            all.to_vec()
        };
        accessor["min"] = json!(fold(f32::min));
        accessor["max"] = json!(fold(f32::max));
        self.accessor(accessor)
    }

    /// Vertex indices, in 16 bits where they fit.
    pub fn indices(&mut self, values: &[u32], vertices: usize) -> usize {
        let (view, component) = self.uints(values, vertices < 0xffff, Use::Indices);
        self.accessor(
            json!({ "bufferView": view, "componentType": component, "count": values.len(), "type": "SCALAR" }),
        )
    }

    fn uints(&mut self, values: &[u32], short: bool, used: Use) -> (usize, u32) {
        if short {
            let short: Vec<u16> = values.iter().map(|value| *value as u16).collect();
            (self.view(bytemuck::cast_slice(&short), used), U16)
        } else {
            (self.view(bytemuck::cast_slice(values), used), U32)
        }
    }

    /// Slots of joints: one byte each where they fit.
    pub fn joints(&mut self, values: &[[u16; 4]]) -> usize {
        let (view, component) = if values.iter().flatten().all(|slot| *slot <= 0xff) {
            let short: Vec<[u8; 4]> = values.iter().map(|slots| slots.map(|slot| slot as u8)).collect();
            (self.view(bytemuck::cast_slice(&short), Use::Vertices), U8)
        } else {
            (self.view(bytemuck::cast_slice(values), Use::Vertices), U16)
        };
        self.accessor(json!({ "bufferView": view, "componentType": component, "count": values.len(), "type": "VEC4" }))
    }

    /// Zero everywhere but at the ascending `vertices`.
    pub fn sparse(&mut self, count: usize, vertices: &[u32], values: &[[f32; 3]]) -> usize {
        let (mut least, mut greatest) = ([0.0f32; 3], [0.0f32; 3]);
        if vertices.len() == count {
            (least, greatest) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        }
        for value in values {
            for axis in 0..3 {
                least[axis] = least[axis].min(value[axis]);
                greatest[axis] = greatest[axis].max(value[axis]);
            }
        }
        let (index_view, component) = self.uints(vertices, count < 0xffff, Use::Other);
        let value_view = self.view(bytemuck::cast_slice(values), Use::Other);
        self.accessor(json!({
            "componentType": F32,
            "count": count,
            "type": "VEC3",
            "min": least,
            "max": greatest,
            "sparse": {
                "count": vertices.len(),
                "indices": { "bufferView": index_view, "componentType": component },
                "values": { "bufferView": value_view },
            },
        }))
    }
}
