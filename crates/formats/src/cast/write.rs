//! Drafts or a document → the bytes of a Cast file.
//!
//! NodeSize is computed and counts the header (cast.md A1); above 4 GiB it wraps, as in every other writer (row 82).

use super::layout::{FILE_HEADER, NODE_HEADER};
use super::{Document, NodeId, NodeKind, PropertyType};
use castview_base::core::Element;

/// A node to be written, with all it contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeDraft {
    /// The class as stored: see [`NodeId`].
    pub id: u32,
    /// The hash by which links find the node; 0: nothing links to it.
    pub hash: u64,
    /// In the order in which they are written.
    pub properties: Vec<PropertyDraft>,
    /// In the order in which they are written.
    pub children: Vec<NodeDraft>,
}

/// A property to be written. Well formed when `payload` holds `count` elements of `kind`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyDraft {
    /// At most 65 535 bytes.
    pub name: String,
    /// The type of the elements.
    pub kind: PropertyType,
    /// Elements (a vector is one).
    pub count: u32,
    /// The elements as they are stored, little endian.
    pub payload: Vec<u8>,
}

impl NodeDraft {
    /// A node of class `kind` with hash 0 and nothing in it.
    pub fn new(kind: NodeKind) -> Self {
        Self {
            id: kind.id().0,
            hash: 0,
            properties: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The class of the node.
    pub fn kind(&self) -> NodeKind {
        NodeId(self.id).kind()
    }

    /// The same node with another hash.
    pub fn hash(mut self, hash: u64) -> Self {
        self.hash = hash;
        self
    }

    /// The same node with one more child at the end.
    pub fn child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// The same node with more children at the end.
    pub fn children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// The same node with one more property at the end.
    pub fn property(mut self, property: PropertyDraft) -> Self {
        self.properties.push(property);
        self
    }

    fn array<T: Element>(self, name: &str, kind: PropertyType, values: &[T]) -> Self {
        let mut payload = Vec::with_capacity(size_of_val(values));
        for &value in values {
            value.extend_le(&mut payload);
        }
        self.property(PropertyDraft {
            name: name.into(),
            kind,
            count: count_of(values.len()),
            payload,
        })
    }

    /// `value` must not contain a zero byte: that is what ends it.
    pub fn string(self, name: &str, value: &str) -> Self {
        self.strings(name, &[value])
    }

    /// Several strings in one property (cast.md A43). None may contain a zero byte.
    pub fn strings(self, name: &str, values: &[&str]) -> Self {
        let mut payload = Vec::new();
        for value in values {
            payload.extend_from_slice(value.as_bytes());
            payload.push(0);
        }
        self.property(PropertyDraft {
            name: name.into(),
            kind: PropertyType::String,
            count: count_of(values.len()),
            payload,
        })
    }

    /// Unsigned integers in the smallest of b, h and i that holds the largest, as writers of the format do.
    pub fn uints(self, name: &str, values: &[u32]) -> Self {
        match values.iter().max().copied().unwrap_or(0) {
            0..=0xff => self.u8s(name, &values.iter().map(|&v| v as u8).collect::<Vec<_>>()),
            0x100..=0xffff => self.u16s(name, &values.iter().map(|&v| v as u16).collect::<Vec<_>>()),
            _ => self.u32s(name, values),
        }
    }

    /// Adds a property of bytes.
    pub fn u8s(self, name: &str, values: &[u8]) -> Self {
        self.array(name, PropertyType::Byte, values)
    }

    /// Adds a property of integers of two bytes.
    pub fn u16s(self, name: &str, values: &[u16]) -> Self {
        self.array(name, PropertyType::Short, values)
    }

    /// Adds a property of integers of four bytes.
    pub fn u32s(self, name: &str, values: &[u32]) -> Self {
        self.array(name, PropertyType::Integer32, values)
    }

    /// Links are stored so.
    pub fn u64s(self, name: &str, values: &[u64]) -> Self {
        self.array(name, PropertyType::Integer64, values)
    }

    /// Adds a property of [`PropertyType::Float`].
    pub fn floats(self, name: &str, values: &[f32]) -> Self {
        self.array(name, PropertyType::Float, values)
    }

    /// Adds a property of [`PropertyType::Double`].
    pub fn doubles(self, name: &str, values: &[f64]) -> Self {
        self.array(name, PropertyType::Double, values)
    }

    /// Adds a property of [`PropertyType::Vector2`].
    pub fn vec2s(self, name: &str, values: &[[f32; 2]]) -> Self {
        self.array(name, PropertyType::Vector2, values)
    }

    /// Adds a property of [`PropertyType::Vector3`].
    pub fn vec3s(self, name: &str, values: &[[f32; 3]]) -> Self {
        self.array(name, PropertyType::Vector3, values)
    }

    /// Adds a property of [`PropertyType::Vector4`].
    pub fn vec4s(self, name: &str, values: &[[f32; 4]]) -> Self {
        self.array(name, PropertyType::Vector4, values)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let (properties, children) = (count_of(self.properties.len()), count_of(self.children.len()));
        node_header(out, self.id, self.hash, properties, children);
        for property in &self.properties {
            property_header(out, property.name.as_bytes(), property.kind, property.count);
            out.extend_from_slice(&property.payload);
        }
        for child in &self.children {
            child.write(out);
        }
        close_node(out, start);
    }
}

/// The bytes of a file with these nodes at the top. Recurses as deep as the drafts are nested.
pub fn write(roots: &[NodeDraft]) -> Vec<u8> {
    let mut out = file_header(count_of(roots.len()));
    for root in roots {
        root.write(&mut out);
    }
    out
}

/// The bytes of a file that holds what `document` holds: the very bytes it was read from, if those were in order. Repairs made on reading
/// stay: sizes and counts are those of the nodes at hand.
pub fn write_document(document: &Document) -> Vec<u8> {
    let mut out = file_header(count_of(document.roots().count()));
    // Open nodes: where each starts in `out`, and which node comes after its last descendant.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for node in document.nodes() {
        while let Some(&(start, end)) = open.last()
            && end <= node.index().get()
        {
            close_node(&mut out, start);
            open.pop();
        }
        let (properties, children) = (node.properties(), node.children());
        open.push((out.len(), node.subtree_end()));
        node_header(
            &mut out,
            node.id(),
            node.hash(),
            count_of(properties.len()),
            count_of(children.count()),
        );
        for property in properties {
            let strings = property.string_bytes().split(|&byte| byte == 0);
            if property.kind() != PropertyType::String {
                property_header(&mut out, property.name_bytes(), property.kind(), property.count());
                out.extend_from_slice(property.payload());
            } else if property.count() == 0 {
                property_header(&mut out, property.name_bytes(), property.kind(), 0);
            } else {
                property_header(
                    &mut out,
                    property.name_bytes(),
                    property.kind(),
                    count_of(strings.clone().count()),
                );
                for string in strings {
                    out.extend_from_slice(string);
                    out.push(0);
                }
            }
        }
    }
    for (start, _) in open.into_iter().rev() {
        close_node(&mut out, start);
    }
    out
}

pub(super) fn count_of(length: usize) -> u32 {
    u32::try_from(length).expect("the format counts in 32 bits; nothing we write comes near")
}

pub(super) fn file_header(roots: u32) -> Vec<u8> {
    let mut out = Vec::with_capacity(FILE_HEADER);
    out.extend_from_slice(b"cast");
    for word in [1, roots, 0] {
        word.extend_le(&mut out);
    }
    out
}

/// Leaves NodeSize zero for [`close_node`] to fill in.
fn node_header(out: &mut Vec<u8>, id: u32, hash: u64, properties: u32, children: u32) {
    debug_assert_eq!(NODE_HEADER, 24);
    id.extend_le(out);
    0u32.extend_le(out);
    hash.extend_le(out);
    properties.extend_le(out);
    children.extend_le(out);
}

pub(super) fn close_node(out: &mut [u8], start: usize) {
    let size = (out.len() - start) as u32;
    out[start + 4..start + 8].copy_from_slice(&size.to_le_bytes());
}

fn property_header(out: &mut Vec<u8>, name: &[u8], kind: PropertyType, count: u32) {
    kind.code().extend_le(out);
    u16::try_from(name.len())
        .expect("property names are at most 65 535 bytes")
        .extend_le(out);
    count.extend_le(out);
    out.extend_from_slice(name);
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;
    use castview_base::core::{Diagnostics, SharedBytes};

    /// docs/formats/cast.md §1.7.
    const WORKED_EXAMPLE: &str = "
        63 61 73 74 01 00 00 00 01 00 00 00 00 00 00 00  72 6F 6F 74 11 01 00 00 00 00 00 00 00 00 00 00
        00 00 00 00 02 00 00 00 6D 65 74 61 24 00 00 00  02 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00
        73 00 02 00 01 00 00 00 75 70 7A 00 6D 6F 64 6C  D5 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00
        02 00 00 00 73 00 01 00 01 00 00 00 6E 6D 00 73  6B 65 6C 60 00 00 00 10 00 00 00 00 00 00 00 00
        00 00 00 01 00 00 00 62 6F 6E 65 48 00 00 00 11  00 00 00 00 00 00 00 03 00 00 00 00 00 00 00 73
        00 01 00 01 00 00 00 6E 68 69 70 00 69 00 01 00  01 00 00 00 70 FF FF FF FF 33 76 02 00 01 00 00
        00 6C 70 00 00 00 00 00 00 00 00 00 00 80 3F 6D  65 73 68 52 00 00 00 12 00 00 00 00 00 00 00 02
        00 00 00 00 00 00 00 33 76 02 00 03 00 00 00 76  70 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80
        3F 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80  3F 00 00 00 00 62 00 01 00 03 00 00 00 66 00 01
        02";

    #[test]
    fn the_worked_example_of_the_format_is_written_and_read_to_the_byte() {
        let expected: Vec<u8> = WORKED_EXAMPLE
            .split_whitespace()
            .map(|byte| u8::from_str_radix(byte, 16).expect("two hex digits"))
            .collect();
        let bone = NodeDraft::new(NodeKind::Bone)
            .hash(0x11)
            .string("n", "hip")
            .u32s("p", &[u32::MAX])
            .vec3s("lp", &[[0.0, 0.0, 1.0]]);
        let mesh = NodeDraft::new(NodeKind::Mesh)
            .hash(0x12)
            .vec3s("vp", &[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
            .uints("f", &[0, 1, 2]);
        let model = NodeDraft::new(NodeKind::Model)
            .hash(1)
            .string("n", "m")
            .child(NodeDraft::new(NodeKind::Skeleton).hash(0x10).child(bone))
            .child(mesh);
        let metadata = NodeDraft::new(NodeKind::Metadata).hash(2).string("up", "z");
        let root = NodeDraft::new(NodeKind::Root).child(metadata).child(model);
        let bytes = write(&[root]);
        assert_eq!(bytes, expected);

        let mut diagnostics = Diagnostics::default();
        let document = read(SharedBytes::from(bytes), &mut diagnostics).expect("a Cast file");
        assert_eq!(diagnostics.items(), []);
        let paths: Vec<_> = document.nodes().map(|node| node.path()).collect();
        assert_eq!(
            paths,
            [
                "root[0]",
                "root[0]/metadata[0]",
                "root[0]/model[0]",
                "root[0]/model[0]/skeleton[0]",
                "root[0]/model[0]/skeleton[0]/bone[0]",
                "root[0]/model[0]/mesh[0]"
            ]
        );
        assert_eq!(write_document(&document), expected);
    }
}
