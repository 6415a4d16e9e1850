//! A glTF file, read: its words as they are written, and the bytes they speak of.

use super::json::{JsonCut, Offsets, Root};
use super::views::ViewResult;
use castview_base::core::{Place, SharedBytes};

/// One glTF file as stored: its JSON, and the bytes of its buffers. Indices in the JSON are not checked.
#[derive(Clone, Debug)]
pub struct Document {
    pub(super) bytes: SharedBytes,
    pub(super) root: Root,
    pub(super) offsets: Offsets,
    pub(super) views: Vec<ViewResult>,
    /// Bytes of the file and of those it refers to.
    pub(super) total_bytes: u64,
    /// The file, or one that it reads, ends too early.
    pub(super) cut: Option<Cut>,
}

/// Parts of the file that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Cut {
    /// Missing parts of the JSON.
    pub json: Option<JsonCut>,
    /// Why a buffer has fewer bytes than it promises, as the end of a sentence.
    pub buffer: Option<String>,
}

impl Document {
    /// The file's own bytes.
    pub fn bytes(&self) -> &SharedBytes {
        &self.bytes
    }

    /// Bytes of the file and of those that it refers to.
    pub fn source_bytes(&self) -> u64 {
        self.total_bytes
    }

    pub(super) fn root(&self) -> &Root {
        &self.root
    }

    pub(super) fn views(&self) -> &[ViewResult] {
        &self.views
    }

    pub(super) fn total_bytes(&self) -> u64 {
        self.total_bytes
    }

    pub(super) fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// Where `list[index]` stands in the file; `rest` is what follows it in the path.
    pub(super) fn place(&self, list: &str, index: usize, rest: &str) -> Place {
        Place {
            node_path: format!("{list}[{index}]{rest}"),
            offset: self.offsets.of(list, index),
        }
    }
}
