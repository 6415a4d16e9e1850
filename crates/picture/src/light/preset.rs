//! The built-in environments: made of gradients and soft boxes, by code.
//!
//! They are kept ready in `assets/light`, which `cargo xtask demo` writes anew.

use super::lamp::{Apart, KeyLight};
use super::map::Effort;
use super::panel::{Glow, Panel, smooth};
use super::{Cube, EnvironmentMap, face_direction};
use glam::Vec3;
use std::f32::consts::PI;

/// A built-in environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Preset {
    /// A grey room with soft boxes: neutral, with clear reflections.
    #[default]
    Studio,
    /// A white sky over a grey ground: soft light without a lamp.
    Overcast,
    /// A low, warm sun under a blue sky.
    Sunset,
    /// A dark hall with tubes at the ceiling and a warm lamp.
    Workshop,
}

/// Parts of one preset.
struct Design {
    /// Overhead, just above the horizon, just below it, straight down.
    gradient: [[f32; 3]; 4],
    /// How quickly the sky goes over from horizon to overhead: greater is slower.
    bend: f32,
    panels: &'static [Panel],
    glows: &'static [Glow],
    key: Key,
}

/// Which of them is the key light: the first of its kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    None,
    Panel,
    Glow,
}

const fn panel(toward: [f32; 3], half: [f32; 2], light: [f32; 3]) -> Panel {
    Panel {
        toward,
        half,
        light,
        falloff: 0.35,
        rim: 0.03,
    }
}

const fn grey(light: f32) -> [f32; 3] {
    [light; 3]
}

const STUDIO: Design = Design {
    gradient: [grey(0.42), grey(0.36), grey(0.22), grey(0.11)],
    bend: 0.8,
    panels: &[
        // Key: high, in front, from the left.
        panel([-0.62, 0.66, 0.72], [0.38, 0.38], [6.6, 6.5, 6.35]),
        // Fill: tall, from the right.
        panel([0.95, 0.12, 0.42], [0.16, 0.62], [3.1, 3.15, 3.25]),
        // Rims: tall strips behind.
        panel([-0.78, 0.28, -0.72], [0.13, 0.62], grey(4.2)),
        panel([0.55, 0.3, -0.9], [0.13, 0.62], grey(4.6)),
        // Overhead.
        panel([0.12, 1.0, -0.18], [0.5, 0.24], grey(3.2)),
        // A low card at the left that lifts the shadow side.
        panel([-0.98, -0.05, 0.1], [0.24, 0.3], grey(1.1)),
    ],
    glows: &[],
    key: Key::Panel,
};

const OVERCAST: Design = Design {
    gradient: [
        [1.12, 1.16, 1.22],
        [0.84, 0.86, 0.89],
        [0.27, 0.26, 0.25],
        [0.2, 0.19, 0.18],
    ],
    bend: 0.9,
    panels: &[],
    // The sun behind the clouds.
    glows: &[Glow {
        toward: [-0.45, 0.78, 0.5],
        radius: 0.6,
        steepness: 1.6,
        light: [1.5, 1.46, 1.4],
    }],
    key: Key::None,
};

const SUNSET: Design = Design {
    gradient: [
        [0.3, 0.42, 0.66],
        [0.92, 0.6, 0.38],
        [0.17, 0.13, 0.11],
        [0.11, 0.095, 0.09],
    ],
    bend: 0.55,
    panels: &[
        // Clouds that still have light.
        Panel {
            toward: [0.8, 0.34, -0.5],
            half: [0.7, 0.09],
            light: [1.25, 0.85, 0.72],
            falloff: 0.5,
            rim: 0.12,
        },
        Panel {
            toward: [0.3, 0.62, -0.75],
            half: [0.8, 0.1],
            light: [0.95, 0.78, 0.74],
            falloff: 0.5,
            rim: 0.16,
        },
    ],
    glows: &[
        // The sun, and the sky around it.
        Glow {
            toward: [-0.78, 0.36, 0.62],
            radius: 0.085,
            steepness: 5.0,
            light: [96.0, 66.0, 36.0],
        },
        Glow {
            toward: [-0.78, 0.33, 0.62],
            radius: 0.42,
            steepness: 1.4,
            light: [2.6, 1.35, 0.55],
        },
    ],
    key: Key::Glow,
};

const WORKSHOP: Design = Design {
    gradient: [
        grey(0.05),
        [0.1, 0.105, 0.115],
        [0.06, 0.058, 0.055],
        [0.075, 0.07, 0.062],
    ],
    bend: 0.7,
    panels: &[
        // A warm lamp at the front, from the right.
        panel([0.72, 0.5, 0.62], [0.2, 0.2], [22.0, 16.8, 10.6]),
        // Cool tubes at the ceiling.
        panel([-0.75, 0.85, 0.25], [0.055, 0.75], [8.6, 9.9, 10.8]),
        panel([-0.1, 1.0, 0.1], [0.055, 0.75], [8.6, 9.9, 10.8]),
        panel([0.65, 0.85, -0.35], [0.055, 0.75], [8.6, 9.9, 10.8]),
        // A window and a door behind.
        panel([-0.72, 0.18, -0.72], [0.34, 0.42], [1.5, 1.9, 2.5]),
        panel([0.9, 0.05, -0.5], [0.14, 0.5], [1.1, 1.0, 0.85]),
        panel([-0.9, 0.05, 0.55], [0.1, 0.5], [0.8, 0.95, 1.15]),
    ],
    glows: &[],
    key: Key::Panel,
};

impl Design {
    /// Radiance in `direction`, of unit length.
    fn radiance(&self, direction: Vec3) -> Vec3 {
        let [over, above, below, down] = self.gradient.map(Vec3::from);
        let height = direction.y.abs().powf(self.bend);
        let sky = above.lerp(over, height);
        let ground = below.lerp(down, height);
        // The horizon is a soft edge.
        let room = ground.lerp(sky, smooth(direction.y / 0.04 + 0.5));
        let room = self
            .glows
            .iter()
            .fold(room, |behind, glow| behind + glow.seen(direction));
        self.panels.iter().rev().fold(room, |behind, panel| {
            let (light, cover) = panel.seen(direction);
            behind.lerp(light, cover)
        })
    }

    fn without_key(&self) -> Self {
        let (panels, glows) = match self.key {
            Key::None => (self.panels, self.glows),
            Key::Panel => (&self.panels[1..], self.glows),
            Key::Glow => (self.panels, &self.glows[1..]),
        };
        Self { panels, glows, ..*self }
    }

    /// The mean over a texel of a level `side` wide.
    fn cube(&self, side: usize) -> Cube {
        const EACH: usize = 4;
        let step = 2.0 / (side * EACH) as f32;
        let offset = |at: usize| (at as f32 + 0.5 - EACH as f32 / 2.0) * step;
        Cube::build(side, |face, u, v| {
            let each = (0..EACH * EACH).map(|at| {
                let direction = face_direction(face, u + offset(at % EACH), v + offset(at / EACH)).normalize();
                self.radiance(direction)
            });
            each.sum::<Vec3>() / (EACH * EACH) as f32
        })
    }

    /// Its key light, and all that is left without it.
    fn key(&self, all: &Cube) -> Apart {
        let rest = self.without_key().cube(64);
        let mut lamp = all.clone();
        while lamp.side > rest.side {
            lamp = lamp.halved();
        }
        lamp.texels
            .iter_mut()
            .zip(&rest.texels)
            .for_each(|(all, rest)| *all = (*all - *rest).max(Vec3::ZERO));
        // Its direction is the mean by luminance, its color the sum of each channel.
        let sum: Vec3 = lamp
            .directions()
            .map(|(light, toward, angle)| toward * light.element_sum() * angle)
            .sum();
        let direction = sum.normalize();
        let light: Vec3 = lamp
            .directions()
            .map(|(light, toward, angle)| light * (toward.dot(direction) * angle))
            .sum();
        let reach = match self.key {
            Key::Panel => self.panels[0].half[0].max(self.panels[0].half[1]),
            Key::Glow => self.glows[0].radius,
            Key::None => 0.0,
        };
        let key = KeyLight {
            direction,
            light: light / PI,
            sine: reach.atan().sin(),
        };
        // So many samples meet it wherever it is.
        Apart { key, rest, sun: None }
    }
}

impl Preset {
    /// All of them, the usual one first.
    pub const ALL: [Self; 4] = [Self::Studio, Self::Overcast, Self::Sunset, Self::Workshop];

    /// Texels along an edge of the sharp level.
    const SIDE: usize = 128;
    /// The same of [`Self::backdrop`].
    const BACKDROP_SIDE: usize = 256;

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Overcast => "overcast",
            Self::Sunset => "sunset",
            Self::Workshop => "workshop",
        }
    }

    /// The preset of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    fn design(self) -> &'static Design {
        match self {
            Self::Studio => &STUDIO,
            Self::Overcast => &OVERCAST,
            Self::Sunset => &SUNSET,
            Self::Workshop => &WORKSHOP,
        }
    }

    /// Radiance in `direction`, of unit length.
    pub fn radiance(self, direction: Vec3) -> Vec3 {
        self.design().radiance(direction)
    }

    /// The sharp background, finer than any surface mirrors it. Rims of soft boxes are several texels wide, so one direction for each texel is
    /// enough.
    pub fn backdrop(self) -> Cube {
        Cube::build(Self::BACKDROP_SIDE, |face, u, v| {
            self.radiance(face_direction(face, u, v).normalize())
        })
    }

    /// Makes the map from its design; takes long. [`Self::map`] has it at hand.
    pub fn make(self) -> EnvironmentMap {
        let design = self.design();
        let sharp = design.cube(2 * Self::SIDE);
        let key = (design.key != Key::None).then(|| design.key(&sharp));
        EnvironmentMap::with(
            sharp,
            Self::SIDE,
            Effort {
                samples: [256, 256, 512, 2048, 4096],
                bias: 1.0,
            },
            key,
        )
    }

    /// The map, as it is stored.
    pub fn map(self) -> EnvironmentMap {
        let bytes: &[u8] = match self {
            Self::Studio => include_bytes!("../../../../assets/light/studio.bin"),
            Self::Overcast => include_bytes!("../../../../assets/light/overcast.bin"),
            Self::Sunset => include_bytes!("../../../../assets/light/sunset.bin"),
            Self::Workshop => include_bytes!("../../../../assets/light/workshop.bin"),
        };
        EnvironmentMap::from_bytes(Self::SIDE, bytes)
            .expect("written by `cargo xtask demo`; a test compares it with its design")
    }
}
