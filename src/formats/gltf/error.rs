//! Why a glTF file shows nothing at all. Everything less is a diagnostic (docs/formats/gltf.md §8).

use crate::core::Rule;
use crate::formats::rules::gltf as rule;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GltfError {
    #[error("GLB version 1 (glTF 1.0) is not supported")]
    ContainerVersion1,
    #[error("GLB version {0} is not supported, only version 2")]
    ContainerVersion(u32),
    #[error("the file is cut off: {what} needs {needed} bytes, there are {there}")]
    Truncated {
        what: &'static str,
        needed: u64,
        there: u64,
    },
    #[error("the first chunk of the GLB file is not its JSON")]
    FirstChunk,
    #[error("line {line}, column {column}: {message}")]
    Json {
        line: usize,
        column: usize,
        message: String,
    },
    #[error("the {length} bytes of JSON hold {what}, which would take {total} MB of memory: that is out of proportion")]
    OutOfProportion { what: String, total: u64, length: u64 },
    #[error("glTF version {0} is not supported, only 2.0")]
    Version(String),
    #[error(
        "the file requires what castview does not know: {}; --import extensions=ignore opens it all the same",
        .0.join(", ")
    )]
    Extensions(Vec<String>),
    #[error("buffers[{index}] ({uri}): {problem}")]
    Buffer { index: usize, uri: String, problem: String },
}

impl GltfError {
    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::ContainerVersion1 | Self::ContainerVersion(_) => rule::G1,
            Self::Truncated { .. } => rule::G2_REFUSED,
            Self::FirstChunk => rule::G4,
            Self::Json { .. } => rule::G5_REFUSED,
            Self::Version(_) => rule::G_VERSION,
            Self::Extensions(_) => rule::G28_REFUSED,
            Self::Buffer { .. } => rule::G7,
            Self::OutOfProportion { .. } => rule::G_SIZE_REFUSED,
        }
    }
}
