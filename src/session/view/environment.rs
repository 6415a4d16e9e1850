//! What surrounds the models, as the user chose it.

use crate::light::Preset;
use crate::picture::{Background, Picture, Shadows, Tone};
use serde::{Deserialize, Serialize};
use std::f32::consts::TAU;

/// Stops that the exposure can be set to.
pub const EXPOSURES: [f32; 2] = [-6.0, 6.0];

/// Whether the environment is seen behind the models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Surroundings {
    /// The theme's own background is.
    #[default]
    Hidden,
    Blurred,
    Sharp,
}

/// What surrounds the models and how its light is shown; outlives a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EnvironmentChoice {
    pub preset: Preset,
    /// About the vertical axis, counter-clockwise seen from above: 0 to 2π.
    pub turn_rad: f32,
    /// Stops.
    pub exposure: f32,
    pub tone: Tone,
    pub surroundings: Surroundings,
    /// The key light throws shadows on the models.
    pub shadows: bool,
    /// What is near holds back light from all around.
    pub occlusion: bool,
    /// Shadows fall on the ground below the models.
    pub ground: bool,
}

impl Default for EnvironmentChoice {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            turn_rad: 0.0,
            exposure: 0.0,
            tone: Tone::default(),
            surroundings: Surroundings::default(),
            shadows: true,
            occlusion: true,
            ground: true,
        }
    }
}

impl EnvironmentChoice {
    /// What is out of range takes the nearest sensible value.
    pub fn checked(self) -> Self {
        let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
        Self {
            turn_rad: finite(self.turn_rad).rem_euclid(TAU),
            exposure: finite(self.exposure).clamp(EXPOSURES[0], EXPOSURES[1]),
            ..self
        }
    }

    /// Puts turn, exposure and tone into `picture`.
    pub fn apply_to(&self, picture: &mut Picture) {
        picture.environment_turn_rad = self.turn_rad;
        picture.exposure = self.exposure;
        picture.tone = self.tone;
    }

    /// What holds light back, above a ground of that height.
    pub fn holding_back(&self, ground: Option<f32>) -> Shadows {
        Shadows {
            key: self.shadows,
            occlusion: self.occlusion,
            ground: ground.filter(|_| self.ground),
        }
    }

    /// What stands behind everything instead of the theme's own background.
    pub fn background(&self) -> Option<Background> {
        match self.surroundings {
            Surroundings::Hidden => None,
            Surroundings::Blurred => Some(Background::Environment { blurred: true }),
            Surroundings::Sharp => Some(Background::Environment { blurred: false }),
        }
    }
}
