//! What reading a file of any format comes to: a scene with its document, or a sentence that says why there is none.

use super::cast::{self, CastError};
use super::gltf::{self, GltfError};
use super::mrtk::{Document as Recording, MrtkError};
use super::remedy::Remedy;
use super::shape::{self, ShapeError};
use super::sniff::Guess;
use crate::core::{Choice, Diagnostics, Rule};
use crate::scene::Scene;

/// One file, read and understood. Scene and document share the file's bytes.
#[derive(Clone, Debug)]
pub struct Import {
    /// What is shown.
    pub scene: Scene,
    /// What the scene was made of.
    pub document: Document,
    /// What was repaired, dropped or guessed, container first.
    pub diagnostics: Diagnostics,
    /// What the user may decide otherwise.
    pub choices: Vec<Choice>,
}

/// What a file holds, as it holds it.
#[derive(Clone, Debug)]
pub enum Document {
    /// Of a Cast file.
    Cast(cast::Document),
    /// Of a glTF file, `.gltf` or `.glb`.
    Gltf(Box<gltf::Document>),
    /// Of an MRTK2 input animation.
    Mrtk(Recording),
    /// Of a `.Shape`.
    Shape(Box<shape::Document>),
}

impl Document {
    /// Bytes of the file, and of those beside it that were read with it.
    pub fn source_bytes(&self) -> u64 {
        match self {
            Self::Cast(document) => document.bytes().len() as u64,
            Self::Gltf(document) => document.source_bytes(),
            Self::Mrtk(document) => document.bytes().len() as u64,
            Self::Shape(document) => document.bytes().len() as u64,
        }
    }

    /// The document of a Cast file.
    pub fn cast(&self) -> Option<&cast::Document> {
        match self {
            Self::Cast(document) => Some(document),
            Self::Gltf(_) | Self::Mrtk(_) | Self::Shape(_) => None,
        }
    }
}

/// Why there is nothing to show.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ImportError {
    /// The file is of a format that castview does not open.
    #[error("this is {0}; castview opens Cast, glTF, .Shape and MRTK input animation files")]
    OtherFormat(Guess),
    /// The file is of no format that castview has heard of. It begins with these bytes.
    #[error(
        "this is none of what castview opens, Cast, glTF, .Shape and MRTK input animation files: it begins with {0:02x?}"
    )]
    Unknown([u8; 4]),
    /// It begins as a Cast file, and is none.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// It looks like glTF, and cannot be read.
    #[error(transparent)]
    Gltf(#[from] GltfError),
    /// It begins as an input animation, and cannot be read.
    #[error(transparent)]
    Mrtk(#[from] MrtkError),
    /// It begins as a `.Shape`, and cannot be read.
    #[error(transparent)]
    Shape(Box<ShapeError>),
}

impl ImportError {
    /// The rule that refuses the file. `None`: the file is of none of the formats.
    pub fn rule(&self) -> Option<&'static Rule> {
        match self {
            Self::OtherFormat(_) | Self::Unknown(_) => None,
            Self::Cast(error) => Some(error.rule()),
            Self::Gltf(error) => Some(error.rule()),
            Self::Mrtk(error) => Some(error.rule()),
            Self::Shape(error) => Some(error.rule()),
        }
    }

    /// The decision with which the same file opens; `None`: there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Gltf(GltfError::Extensions(_)) => Some(gltf::OPEN_ANYWAY),
            _ => None,
        }
    }
}

impl From<ShapeError> for ImportError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error.into())
    }
}
