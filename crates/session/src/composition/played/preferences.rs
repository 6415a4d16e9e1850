//! Settings that outlive a run: how clips are brought to models.

use castview_motion::animation::Renames;
use serde::{Deserialize, Serialize};

/// How clips are brought to models.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MotionPreferences {
    /// How names of curves are changed before they are looked for.
    pub renames: Renames,
    /// The weight of each blend shape is set by itself, and not with those of its name on other meshes of the model.
    pub shapes_apart: bool,
}
