//! Settings that outlive a run: what the view shows beside the bones.

use crate::{EnvironmentChoice, LengthUnit};
use serde::{Deserialize, Serialize};

/// Content and light of the view, beside the bones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LookPreferences {
    /// The ground grid.
    pub grid: bool,
    /// The axes at the origin.
    pub axes: bool,
    /// Light on the models.
    pub environment: EnvironmentChoice,
    /// Length of one unit in files that do not state it.
    pub unit: LengthUnit,
    /// Unit that measures are told in; not known: that of the files.
    pub measure_unit: LengthUnit,
}

impl Default for LookPreferences {
    fn default() -> Self {
        Self {
            grid: true,
            axes: true,
            environment: EnvironmentChoice::default(),
            unit: LengthUnit::default(),
            measure_unit: LengthUnit::default(),
        }
    }
}

impl LookPreferences {
    /// Each value that is out of range becomes the nearest sensible one.
    pub(crate) fn checked(self) -> Self {
        Self {
            environment: self.environment.checked(),
            ..self
        }
    }
}
