//! Settings that outlive a run: how bones are drawn and their numbers shown.

use crate::{BoneDisplay, Readout};
use serde::{Deserialize, Serialize};

/// How bones are drawn and their numbers shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct BonePreferences {
    /// Bones are drawn.
    #[serde(rename = "bones")]
    pub shown: bool,
    /// Their shape, colour and size.
    #[serde(rename = "bone_display")]
    pub display: BoneDisplay,
    /// The names of bones that are drawn.
    #[serde(rename = "bone_names")]
    pub names: bool,
    /// How a bone's numbers are shown.
    pub readout: Readout,
}

impl BonePreferences {
    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        Self {
            display: self.display.checked(),
            readout: self.readout.checked(),
            ..self
        }
    }
}
