//! A list of the JSON part in the making, as its text: a tree of values takes some ten times as much memory as its text.

use serde::Serialize;

/// Elements of a JSON list, written one after another.
#[derive(Debug, Default)]
pub(super) struct JsonList {
    text: Vec<u8>,
    len: usize,
}

impl JsonList {
    /// Writes one more element; returns its position.
    pub fn push(&mut self, element: &impl Serialize) -> usize {
        if self.len > 0 {
            self.text.push(b',');
        }
        serde_json::to_writer(&mut self.text, element).expect("values of our own are written");
        self.len += 1;
        self.len - 1
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The elements without the brackets.
    pub fn into_text(self) -> Vec<u8> {
        self.text
    }
}
