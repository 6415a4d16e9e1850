//! Surroundings of the models, as the user chose them.

use castview_picture::light::Preset;
use castview_picture::{Background, Picture, Reflection, Shadows, Tone};
use serde::{Deserialize, Serialize};
use std::f32::consts::TAU;

/// Stops that the exposure can be set to.
pub const EXPOSURES: [f32; 2] = [-6.0, 6.0];

/// The weakest reflection that is not none.
const LEAST_REFLECTION: f32 = 0.01;

/// Backdrop behind the models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Backdrop {
    /// The theme's own colours.
    #[default]
    #[serde(alias = "Hidden")]
    Gradient,
    /// One colour.
    Flat,
    /// The environment, out of focus.
    Blurred,
    /// The environment.
    Sharp,
    /// Nothing: saved pictures have alpha there.
    Transparent,
}

/// Surroundings of the models and how their light is shown; outlives a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct EnvironmentChoice {
    pub preset: Preset,
    /// About the vertical axis, counter-clockwise seen from above: 0 to 2π.
    pub turn_rad: f32,
    /// Stops.
    pub exposure: f32,
    /// The exposure follows how bright the models are by themselves, and the light; `exposure` is added.
    pub fits: bool,
    pub tone: Tone,
    #[serde(alias = "surroundings")]
    pub backdrop: Backdrop,
    /// The colour of a flat one, sRGB bytes.
    pub flat_color: [u8; 3],
    /// The key light throws shadows on the models.
    pub shadows: bool,
    /// Near surfaces hold back light from all around.
    pub occlusion: bool,
    /// Shadows fall on the ground below the models.
    pub ground: bool,
    /// Emission has a halo.
    pub bloom: bool,
    /// The ground below the models shows them mirrored.
    pub reflects: bool,
    /// How strongly, where they touch it: above 0, to 1.
    pub reflection: f32,
    /// How rough the ground is, 0 to 1.
    pub reflection_roughness: f32,
}

/// The color of six hexadecimal digits, with or without a sign before them: sRGB bytes.
pub fn parse_color(text: &str) -> Option<[u8; 3]> {
    let digits = text.trim();
    let digits = digits.strip_prefix('#').unwrap_or(digits);
    let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let color = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    let [_, red, green, blue] = color.to_be_bytes();
    Some([red, green, blue])
}

impl Default for EnvironmentChoice {
    fn default() -> Self {
        Self {
            preset: Preset::default(),
            turn_rad: 0.0,
            exposure: 0.0,
            fits: true,
            tone: Tone::default(),
            backdrop: Backdrop::default(),
            // A middle grey: neither black nor white edges are lost on it.
            flat_color: [0x80; 3],
            shadows: true,
            occlusion: true,
            ground: true,
            // As most viewers draw, and as files are compared.
            bloom: false,
            reflects: false,
            reflection: 0.5,
            reflection_roughness: 0.3,
        }
    }
}

impl EnvironmentChoice {
    /// Moves each value that is out of range to the nearest sensible one.
    pub fn checked(self) -> Self {
        let finite = |value: f32| if value.is_finite() { value } else { 0.0 };
        Self {
            turn_rad: finite(self.turn_rad).rem_euclid(TAU),
            exposure: finite(self.exposure).clamp(EXPOSURES[0], EXPOSURES[1]),
            reflection: finite(self.reflection).clamp(LEAST_REFLECTION, 1.0),
            reflection_roughness: finite(self.reflection_roughness).clamp(0.0, 1.0),
            ..self
        }
    }

    /// Puts turn, exposure and tone into `picture`.
    pub fn apply_to(&self, picture: &mut Picture) {
        picture.environment_turn_rad = self.turn_rad;
        picture.exposure = self.exposure;
        picture.tone = self.tone;
        picture.bloom = self.bloom;
    }

    /// Shadows and occlusion that hold light back, above a ground of that height.
    pub fn holding_back(&self, ground: Option<f32>) -> Shadows {
        Shadows {
            key: self.shadows,
            occlusion: self.occlusion,
            ground: ground.filter(|_| self.ground),
        }
    }

    /// A ground of that height, if it shows the models mirrored.
    pub fn reflecting(&self, ground: Option<f32>) -> Option<Reflection> {
        ground.filter(|_| self.reflects).map(|height| Reflection {
            height,
            strength: self.reflection,
            roughness: self.reflection_roughness,
        })
    }

    /// How strongly the ground shows the models mirrored, 0 to 1; 0: not at all.
    pub fn shown_reflection(&self) -> f32 {
        if self.reflects { self.reflection } else { 0.0 }
    }

    /// Background that stands behind everything; `theme`: the theme's own background.
    pub fn background(&self, theme: Background) -> Background {
        match self.backdrop {
            Backdrop::Gradient => theme,
            Backdrop::Flat => Background::Solid(self.flat_color),
            Backdrop::Blurred => Background::Environment { blurred: true },
            Backdrop::Sharp => Background::Environment { blurred: false },
            Backdrop::Transparent => Background::Transparent,
        }
    }
}
