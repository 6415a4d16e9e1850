//! The body of Draco's decoder: a stream, as a glTF file has it.

use super::gltf;
use castview_testkit::draco::Stream;

/// Numbers that the encoder gives to attributes are counted from 0.
const ATTRIBUTES: &[(&str, usize)] = &[
    ("POSITION", 0),
    ("NORMAL", 1),
    ("TEXCOORD_0", 2),
    ("COLOR_0", 3),
    ("JOINTS_0", 4),
    ("WEIGHTS_0", 6),
];

/// Whether the file opens and has a mesh.
pub fn opens(bytes: &[u8]) -> bool {
    let stream = Stream {
        name: "hostile",
        bytes,
        triangles: 1,
        points: 3,
        attributes: ATTRIBUTES,
        crc32: 0,
    };
    gltf::shows(&stream.file().glb())
}
