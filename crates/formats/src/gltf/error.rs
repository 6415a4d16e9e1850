//! Why a glTF file shows nothing at all. Everything less is a diagnostic (docs/formats/gltf.md §8).

use crate::rules::gltf as rule;
use castview_base::core::Rule;

/// In place of the name of a buffer that has none.
pub(super) const NO_URI: &str = "no uri";

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GltfError {
    /// A GLB file of glTF 1.0.
    #[error("GLB version 1 (glTF 1.0) is not supported")]
    ContainerVersion1,
    /// A GLB file of a version that does not exist yet.
    #[error("GLB version {0} is not supported, only version 2")]
    ContainerVersion(u32),
    /// The file ends before something that nothing is shown without.
    #[error("the file is cut off: {what} needs {needed} bytes, there are {there}")]
    Truncated {
        /// The part that is cut off.
        what: &'static str,
        /// Bytes of it.
        needed: u64,
        /// Bytes of it that are in the file.
        there: u64,
    },
    /// A GLB file that begins with another chunk than its JSON.
    #[error("the first chunk of the GLB file is not its JSON")]
    FirstChunk,
    /// The JSON cannot be read.
    #[error("line {line}, column {column}: {message}")]
    Json {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault, from 1.
        column: usize,
        /// The fault in words.
        message: String,
    },
    /// The JSON describes much more than its length can be meant for.
    #[error("the {length} bytes of JSON hold {what}, which would take {total} MB of memory: that is out of proportion")]
    OutOfProportion {
        /// Content that there is too much of.
        what: String,
        /// Megabytes of memory that it would take.
        total: u64,
        /// Bytes of the JSON.
        length: u64,
    },
    /// The version that the JSON states or asks for at least.
    #[error("glTF version {0} is not supported, only 2.0")]
    Version(String),
    /// Extensions that the file requires and nobody here knows.
    #[error(
        "the file requires what castview does not know: {}; {}",
        .names.join(", "),
        if *.is_seen { "--import extensions=ignore opens it all the same" } else { "without it there is nothing to see" }
    )]
    Extensions {
        /// Names of the extensions, as the file has them.
        names: Vec<String>,
        /// Whether there is anything to see without them.
        is_seen: bool,
    },
    /// The first buffer that the rest hangs on cannot be had.
    #[error("buffers[{index}] ({uri}): {problem}")]
    Buffer {
        /// Position in the list of buffers.
        index: usize,
        /// Its name in the file, cut short.
        uri: String,
        /// Why, as a sentence.
        problem: String,
    },
}

impl GltfError {
    /// Whether a file beside it that it cannot do without is missing or too short.
    pub fn lacks_side_files(&self) -> bool {
        matches!(self, Self::Buffer { uri, .. } if uri != NO_URI && !uri.starts_with("data:"))
    }

    /// The rule that refuses the file.
    pub fn rule(&self) -> &'static Rule {
        match self {
            Self::ContainerVersion1 | Self::ContainerVersion(_) => rule::G1,
            Self::Truncated { .. } => rule::G2_REFUSED,
            Self::FirstChunk => rule::G4,
            Self::Json { .. } => rule::G5_REFUSED,
            Self::Version(_) => rule::G_VERSION,
            Self::Extensions { .. } => rule::G28_REFUSED,
            Self::Buffer { .. } => rule::G7,
            Self::OutOfProportion { .. } => rule::G_SIZE_REFUSED,
        }
    }
}
