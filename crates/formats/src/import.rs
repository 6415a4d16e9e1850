//! Result of reading a file of any format: a scene with its document, or a sentence that says why there is none.

use super::cast::{self, CastError};
use super::gltf::{self, GltfError};
use super::mrtk::{Document as Recording, MrtkError};
use super::remedy::Remedy;
use super::seanim::{self, SeanimError};
use super::semodel::{self, SemodelError};
use super::shape::{self, ShapeError};
use super::sniff::Guess;
use castview_base::core::{Choice, Diagnostics, Rule};
use castview_base::scene::Scene;
use std::fmt;

/// One file, read and understood. Scene and document share the file's bytes.
#[derive(Clone, Debug)]
pub struct Import {
    /// Scene that is shown.
    pub scene: Scene,
    /// Document that the scene was made of.
    pub document: Document,
    /// Reports of all that was repaired, dropped or guessed, container first.
    pub diagnostics: Diagnostics,
    /// Choices that the user may decide otherwise.
    pub choices: Vec<Choice>,
}

/// Content of a file, as the file holds it.
#[derive(Clone, Debug)]
pub enum Document {
    /// Document of a Cast file.
    Cast(cast::Document),
    /// Document of a glTF file, `.gltf` or `.glb`.
    Gltf(Box<gltf::Document>),
    /// Document of an MRTK2 input animation.
    Mrtk(Recording),
    /// Document of an SEAnim.
    Seanim(seanim::Document),
    /// Document of an SEModel.
    Semodel(semodel::Document),
    /// Document of a `.Shape`.
    Shape(Box<shape::Document>),
}

impl Document {
    /// Bytes of the file, and of those beside it that were read with it.
    pub fn source_bytes(&self) -> u64 {
        match self {
            Self::Cast(document) => document.bytes().len() as u64,
            Self::Gltf(document) => document.source_bytes(),
            Self::Mrtk(document) => document.bytes().len() as u64,
            Self::Seanim(document) => document.bytes().len() as u64,
            Self::Semodel(document) => document.bytes().len() as u64,
            Self::Shape(document) => document.bytes().len() as u64,
        }
    }

    /// The document of a Cast file.
    pub fn cast(&self) -> Option<&cast::Document> {
        match self {
            Self::Cast(document) => Some(document),
            _ => None,
        }
    }
}

/// Why there is nothing to show. Prints as one sentence for people; `{:#}` adds the details.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportError {
    /// The file is of a format that castview does not open.
    OtherFormat(Guess),
    /// The file is of no format that castview has heard of. It begins with these bytes, few of them.
    Unknown(Box<[u8]>),
    /// It begins as a Cast file, and is none.
    Cast(CastError),
    /// It looks like glTF, and cannot be read.
    Gltf(GltfError),
    /// It begins as an input animation, and cannot be read.
    Mrtk(MrtkError),
    /// It begins as an SEAnim, and cannot be read.
    Seanim(SeanimError),
    /// It begins as an SEModel, and cannot be read.
    Semodel(SemodelError),
    /// It begins as a `.Shape`, and cannot be read.
    Shape(Box<ShapeError>),
}

impl std::error::Error for ImportError {}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(None))?;
        if let Some(option) = self.option() {
            write!(f, "; {option}")?;
        }
        let details = self.details();
        match f.alternate() && !details.is_empty() {
            true => write!(f, " ({details})"),
            false => Ok(()),
        }
    }
}

impl ImportError {
    /// The rule that refuses the file. `None`: the file is of none of the formats.
    pub fn rule(&self) -> Option<&'static Rule> {
        match self {
            Self::OtherFormat(_) | Self::Unknown(_) => None,
            Self::Cast(error) => Some(error.rule()),
            Self::Gltf(error) => Some(error.rule()),
            Self::Mrtk(error) => Some(error.rule()),
            Self::Seanim(error) => Some(error.rule()),
            Self::Semodel(error) => Some(error.rule()),
            Self::Shape(error) => Some(error.rule()),
        }
    }

    /// Whether a file beside it that it cannot do without is missing or too short.
    pub fn lacks_side_files(&self) -> bool {
        matches!(self, Self::Gltf(error) if error.lacks_side_files())
    }

    /// The decision with which the same file opens; `None`: there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            Self::Gltf(GltfError::Extensions { is_seen: true, .. }) => Some(gltf::OPEN_ANYWAY),
            _ => None,
        }
    }
}

impl From<CastError> for ImportError {
    fn from(error: CastError) -> Self {
        Self::Cast(error)
    }
}

impl From<GltfError> for ImportError {
    fn from(error: GltfError) -> Self {
        Self::Gltf(error)
    }
}

impl From<MrtkError> for ImportError {
    fn from(error: MrtkError) -> Self {
        Self::Mrtk(error)
    }
}

impl From<SeanimError> for ImportError {
    fn from(error: SeanimError) -> Self {
        Self::Seanim(error)
    }
}

impl From<SemodelError> for ImportError {
    fn from(error: SemodelError) -> Self {
        Self::Semodel(error)
    }
}

impl From<ShapeError> for ImportError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error.into())
    }
}
