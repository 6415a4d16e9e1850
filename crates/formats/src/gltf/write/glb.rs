//! The bytes of a GLB file in the making: header, JSON chunk, binary chunk.

use super::json_list::JsonList;
use super::nodes::Nodes;
use serde::Serialize;

/// Where the text of the JSON chunk begins.
const TEXT: usize = 20;

/// A file whose JSON part is written field by field, in the order of their names.
pub(super) struct Glb(Vec<u8>);

impl Default for Glb {
    fn default() -> Self {
        let mut out = vec![0; TEXT];
        out.push(b'{');
        Self(out)
    }
}

impl Glb {
    pub fn key(&mut self, name: &str) {
        if self.0.len() > TEXT + 1 {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
    }

    /// Text as it is.
    pub fn put(&mut self, text: &[u8]) {
        self.0.extend_from_slice(text);
    }

    pub fn field(&mut self, name: &str, value: &(impl Serialize + ?Sized)) {
        self.key(name);
        serde_json::to_writer(&mut self.0, value).expect("values of our own are written");
    }

    /// A list; an empty one is not allowed and left out.
    pub fn list(&mut self, name: &str, list: JsonList) {
        if list.len() == 0 {
            return;
        }
        self.key(name);
        self.0.push(b'[');
        let mut text = list.into_text();
        match self.0.len() < text.len() {
            // The longer of the two stays where it is: both together would take twice as much.
            true => {
                let so_far = self.0.len();
                text.append(&mut self.0);
                text.rotate_right(so_far);
                self.0 = text;
            }
            false => self.0.append(&mut text),
        }
        self.0.push(b']');
    }

    /// As [`Self::list`].
    pub fn slice<T: Serialize>(&mut self, name: &str, list: &[T]) {
        if !list.is_empty() {
            self.field(name, list);
        }
    }

    /// As [`Self::list`].
    pub fn nodes(&mut self, nodes: Nodes<'_>) {
        if !nodes.is_empty() {
            self.key("nodes");
            self.0.push(b'[');
            nodes.write(&mut self.0);
            self.0.push(b']');
        }
    }

    /// The whole file, with `binary`, a multiple of four bytes, as its binary chunk.
    pub fn finish(self, binary: &[u8]) -> Vec<u8> {
        let mut out = self.0;
        out.push(b'}');
        out.resize(out.len().next_multiple_of(4), b' ');
        let word = |value: usize| u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes();
        let text = word(out.len() - TEXT);
        if !binary.is_empty() {
            out.extend_from_slice(&word(binary.len()));
            out.extend_from_slice(b"BIN\0");
            out.extend_from_slice(binary);
        }
        let whole = word(out.len());
        for (at, bytes) in [*b"glTF", word(2), whole, text, *b"JSON"].iter().enumerate() {
            out[at * 4..at * 4 + 4].copy_from_slice(bytes);
        }
        out
    }
}
