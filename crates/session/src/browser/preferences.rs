//! Settings that outlive a run: how files are listed, opened and watched.

use crate::FileOrder;
use serde::{Deserialize, Serialize};

/// How files are listed, opened and watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FilePreferences {
    /// Order of the Files tab.
    pub file_order: FileOrder,
    /// Files that other programs change are read again.
    pub watches: bool,
    /// Files that were open are opened again at the start.
    pub restores: bool,
    /// Files that the program is started with go to a window that is there.
    pub hands_over: bool,
}

impl Default for FilePreferences {
    fn default() -> Self {
        Self {
            file_order: FileOrder::default(),
            watches: true,
            restores: false,
            hands_over: false,
        }
    }
}
