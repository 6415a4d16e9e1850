//! Request for a conversion, and why one fails.

use super::bake::Baking;
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
    /// Surfaces of one pose, with an MTL file beside.
    Obj,
}

impl ConversionTarget {
    /// Whether one file holds as many clips as there are.
    pub(super) fn holds_several_clips(self) -> bool {
        matches!(self, Self::Cast | Self::Glb)
    }

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
    /// Copied beside the file.
    Copied,
    /// Named by their paths; those that lie inside a source or an archive are laid beside the file.
    Named,
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
    /// Frames of a second in Cast and SEAnim, and of baked clips; `None`: as the keys lie, and at the rate of the clip.
    pub rate: Option<f64>,
    /// Clips are written as they are played, and not as they are stored; then `play_as` and `retarget` are those of its arrangement.
    pub bake: Option<Baking<'a>>,
    /// Told how far baking is.
    pub watch: Option<BakeWatch<'a>>,
}

/// Is told shares of the whole from 0 to 1000, and answers whether to go on.
#[derive(Clone, Copy)]
pub struct BakeWatch<'a>(pub &'a dyn Fn(u32) -> bool);

impl std::fmt::Debug for BakeWatch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BakeWatch")
    }
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
    #[error(
        "baking \"{0}\" would take more time or memory than castview gives to one file; ask for fewer frames a second, or for one clip"
    )]
    TooMuchBaked(String),
    #[error("stopped before anything was written")]
    Stopped,
    #[error("the materials want more images to be made than castview makes for one file")]
    TooManyImages,
    #[error(
        "the images to be copied beside the file have more than {0} GiB together; let them be named by their paths"
    )]
    TooManyCopies(u64),
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
            bake: None,
            watch: None,
        }
    }
}
