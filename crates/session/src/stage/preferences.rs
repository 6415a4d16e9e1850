//! Settings that outlive a run: how much memory files may take.

use serde::{Deserialize, Serialize};

/// How little and how much memory may be given to pictures, megabytes.
pub const PICTURE_MEMORY_MB: [u32; 2] = [256, 1 << 20];

/// How much memory files may take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MemoryPreferences {
    /// Megabytes that the next and the previous file of a folder may take while they wait to be opened; 0: they are not read ahead.
    pub prefetch_megabytes: u32,
    /// Megabytes that models and textures may take to be drawn; 0: as much as the files make likely.
    pub picture_memory_mb: u32,
}

impl Default for MemoryPreferences {
    fn default() -> Self {
        Self {
            prefetch_megabytes: 1024,
            picture_memory_mb: 0,
        }
    }
}

impl MemoryPreferences {
    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        let [least, most] = PICTURE_MEMORY_MB;
        let picture_memory_mb = match self.picture_memory_mb {
            0 => 0,
            chosen => chosen.clamp(least, most),
        };
        Self {
            picture_memory_mb,
            ..self
        }
    }
}
