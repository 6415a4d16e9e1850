//! Request for a conversion, and why one fails.

use crate::animation::{Renames, Retarget};
use crate::core::Options;
use crate::files::{Allowance, OpenError};
use crate::formats::PlainClip;
use crate::offline::file_set::OfflineError;
use crate::offline::unknown_choice::UnknownChoice;
use crate::offline::wish::play_as::PlayAsWish;
use crate::opened::Outside;
use std::path::{Path, PathBuf};

/// A GLB file says its length in 32 bits.
pub(super) const MOST_GLB_BYTES: u64 = u32::MAX as u64;

/// Format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversionTarget {
    Cast,
    Glb,
    Semodel,
    Seanim,
}

impl ConversionTarget {
    /// Whether anything of the clip can be written.
    pub(super) fn holds(self, clip: &PlainClip) -> bool {
        let has_notifications = self != Self::Glb && !clip.notifications.is_empty();
        has_notifications || !clip.channels.is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Textures {
    /// Inside the file, where the target can hold them.
    Embedded,
    /// Named by their paths; those that lie inside a source are laid beside the file.
    Beside,
}

/// Sources to convert, and how.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'a> {
    pub sources: &'a [PathBuf],
    /// Decisions of the user about every source.
    pub options: &'a Options,
    /// How names of clips meet names of models.
    pub names: &'a Renames,
    /// Clips that play otherwise than their files say.
    pub play_as: &'a [PlayAsWish],
    /// How clips are brought to models of other files.
    pub retarget: Retarget,
    /// Places that each source may read beside its own folder.
    pub allowance: &'a Allowance,
    pub target: ConversionTarget,
    pub textures: Textures,
    /// The file to write. Names in it, and names of files beside it, follow from its folder and stem.
    pub output: &'a Path,
    /// Bytes of the written file at most; a larger one is refused.
    pub most_bytes: u64,
    /// Frames of a second in Cast and SEAnim; `None`: as the keys lie.
    pub rate: Option<f64>,
}

/// Why there is nothing to write.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Choice(#[from] UnknownChoice),
    #[error(transparent)]
    Clip(Box<OfflineError>),
    #[error("no file has a {0} that could be written: {path}", path = .1.display())]
    Nothing(&'static str, PathBuf),
    #[error("the materials want more images to be made than castview makes for one file")]
    TooManyImages,
    #[error(
        "meshes that share their arrays are written one by one: {source_bytes} bytes would become some {mib} MiB, which is out of \
         proportion: {}", output.display()
    )]
    OutOfProportion {
        mib: u64,
        source_bytes: u64,
        output: PathBuf,
    },
    #[error("the file would have {bytes} bytes, and {most} is the most that it can say: {}", output.display())]
    TooLarge { bytes: u64, most: u64, output: PathBuf },
}

impl ConvertError {
    /// As [`OpenError::outside`](crate::files::OpenError::outside); `None` for every other error.
    pub fn outside(&self) -> Option<(&Path, &[Outside])> {
        match self {
            Self::Open(error) => error.outside(),
            _ => None,
        }
    }
}

impl<'a> Conversion<'a> {
    /// Everything decided by the files, textures inside where that can be.
    pub fn new(sources: &'a [PathBuf], target: ConversionTarget, output: &'a Path) -> Self {
        Self {
            sources,
            options: const { &Options::NONE },
            names: const { &Renames::NONE },
            play_as: &[],
            retarget: Retarget::Stored,
            allowance: const { &Allowance::NONE },
            target,
            textures: Textures::Embedded,
            output,
            most_bytes: match target {
                ConversionTarget::Glb => MOST_GLB_BYTES,
                _ => u64::MAX,
            },
            rate: None,
        }
    }
}
