//! Draco streams that Google's encoder made of tori and waves, and glTF files around them.

use crate::gltf::Gltf;
use serde_json::{Value, json};

/// A stream, and what Google's decoder makes of it.
#[derive(Clone, Copy)]
pub struct Stream<'a> {
    pub name: &'a str,
    pub bytes: &'a [u8],
    pub triangles: usize,
    pub points: usize,
    /// Attributes by the names that a glTF file gives them, with their numbers.
    pub attributes: &'a [(&'a str, usize)],
    /// CRC-32 of the triangles' points, as numbers of four bytes, and then of the values of each attribute by point.
    pub crc32: u32,
}

macro_rules! stream {
    ($name:literal, $triangles:literal, $points:literal, $crc32:literal, $attributes:expr) => {
        Stream {
            name: $name,
            bytes: include_bytes!(concat!("../fixtures/draco/", $name, ".drc")),
            triangles: $triangles,
            points: $points,
            attributes: $attributes,
            crc32: $crc32,
        }
    };
}

const PLAIN: &[(&str, usize)] = &[("POSITION", 0)];
const SHADED: &[(&str, usize)] = &[("POSITION", 0), ("NORMAL", 1), ("TEXCOORD_0", 2)];

/// Every way of storing triangles and values that the encoder chooses.
pub const STREAMS: [Stream<'static>; 8] = [
    stream!("standard", 144, 91, 0x7063_5a18, SHADED),
    stream!("valence", 1600, 861, 0x6eae_601d, SHADED),
    stream!("degrees", 256, 128, 0xe7ed_9520, PLAIN),
    stream!("splits", 212, 172, 0x4d00_1f66, &[("POSITION", 0), ("TEXCOORD_0", 1)]),
    stream!(
        "skinned",
        144,
        91,
        0x659b_29ce,
        &[
            ("POSITION", 0),
            ("NORMAL", 1),
            ("TEXCOORD_0", 2),
            ("COLOR_0", 3),
            ("JOINTS_0", 4),
            ("WEIGHTS_0", 6)
        ]
    ),
    stream!("sequential", 144, 91, 0xdd12_edc3, SHADED),
    stream!("floats", 256, 128, 0x2348_5359, &[("POSITION", 0), ("NORMAL", 1)]),
    stream!("plain", 212, 150, 0xcd73_ed4e, PLAIN),
];

/// The stream of this name.
pub fn stream(name: &str) -> Stream<'static> {
    let found = STREAMS.into_iter().find(|stream| stream.name == name);
    found.unwrap_or_else(|| panic!("there is no stream {name}"))
}

impl Stream<'_> {
    /// A file whose one mesh is the stream alone.
    pub fn file(&self) -> Gltf {
        let mut file = Gltf::new();
        file.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression"]);
        file.json["extensionsRequired"] = json!(["KHR_draco_mesh_compression"]);
        let view = file.view(self.bytes, None);
        let primitive = self.primitive(&mut file, view);
        let mesh = file.add("meshes", json!({"primitives": [primitive]}));
        file.add("nodes", json!({"mesh": mesh}));
        file
    }

    /// A primitive whose data are the stream in `view`.
    pub fn primitive(&self, file: &mut Gltf, view: usize) -> Value {
        let (mut attributes, mut numbers) = (json!({}), json!({}));
        for (name, number) in self.attributes {
            let (component, kind) = match *name {
                "POSITION" | "NORMAL" => (5126, "VEC3"),
                "TEXCOORD_0" => (5126, "VEC2"),
                "COLOR_0" => (5121, "VEC4"),
                "JOINTS_0" => (5123, "VEC4"),
                _ => (5126, "VEC4"),
            };
            let mut accessor = json!({"componentType": component, "type": kind, "count": self.points});
            if *name == "COLOR_0" {
                accessor["normalized"] = true.into();
            }
            attributes[*name] = file.add("accessors", accessor).into();
            numbers[*name] = (*number).into();
        }
        let indices = json!({"componentType": 5125, "type": "SCALAR", "count": 3 * self.triangles});
        json!({
            "attributes": attributes,
            "indices": file.add("accessors", indices),
            "extensions": {"KHR_draco_mesh_compression": {"bufferView": view, "attributes": numbers}},
        })
    }
}
