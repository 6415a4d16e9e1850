//! The built-in environments.
//!
//! `assets/light` keeps each as a picture of its design, which the background shows and, half as fine, mirrors do, and as what rough surfaces
//! show of it, which would take long to find. `cargo xtask environments` makes them.

use super::lamp::find_lamp;
use super::map::Effort;
use super::presets::{Design, Glow, NoisyTexel, SUN, calm};
use super::{Cube, EnvironmentMap, face_direction};
use glam::Vec3;
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// A built-in environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Preset {
    /// A photographer's studio: soft light that wraps around, and rims.
    #[default]
    Studio,
    /// A black room: strips of light draw the edges.
    Dark,
    /// A day of clouds: soft light without a lamp.
    Overcast,
    /// Golden hour: a low, warm sun under lit clouds.
    Sunset,
    /// A workshop with high windows at one side and lamps over the benches.
    Workshop,
    /// A street at night after rain.
    City,
}

/// The map of each, read once: it follows from constants.
static MAPS: [OnceLock<Arc<EnvironmentMap>>; Preset::ALL.len()] = [const { OnceLock::new() }; Preset::ALL.len()];

impl Preset {
    /// All of them, the usual one first.
    pub const ALL: [Self; 6] = [
        Self::Studio,
        Self::Dark,
        Self::Overcast,
        Self::Sunset,
        Self::Workshop,
        Self::City,
    ];

    /// Texels along an edge of the sharp level.
    pub const SIDE: usize = 256;
    /// The same of [`Self::backdrop`].
    pub const BACKDROP_SIDE: usize = 512;

    /// The word of the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Studio => "studio",
            Self::Dark => "dark",
            Self::Overcast => "overcast",
            Self::Sunset => "sunset",
            Self::Workshop => "workshop",
            Self::City => "city",
        }
    }

    /// The preset of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }

    fn design(self) -> Design {
        match self {
            Self::Studio => Design::studio(),
            Self::Dark => Design::dark(),
            Self::Overcast => Design::overcast(),
            Self::Sunset => Design::sunset(),
            Self::Workshop => Design::workshop(),
            Self::City => Design::city(),
        }
    }

    /// The sun, which is too bright for a stored picture.
    fn sun(self) -> Option<Glow> {
        (self == Self::Sunset).then_some(Glow {
            toward: SUN,
            radius: 0.03,
            steepness: 4.0,
            light: [1150.0, 760.0, 430.0],
        })
    }

    /// Draws the design without its sun, each texel the mean of `most` rounds of samples at most; takes many minutes.
    pub fn make(self, side: usize, most: u32) -> Cube {
        let (design, half) = (self.design(), 1.0 / side as f32);
        let drawn = (0..6 * side * side).into_par_iter().map(|at| {
            let (face, line, column) = (at / (side * side), at / side % side, at % side);
            let middle = |at: usize| (2 * at + 1) as f32 * half - 1.0;
            let (u, v) = (middle(column), middle(line));
            design.mean(
                |right, down| face_direction(face, u + right * half, v + down * half),
                most,
            )
        });
        let drawn: Vec<NoisyTexel> = drawn.collect();
        let faces = drawn.par_chunks(side * side);
        Cube {
            side,
            texels: faces.flat_map_iter(|face| calm(face, side)).collect(),
        }
    }

    /// Two files: the picture of its design, and its map without the sharp level, as [`EnvironmentMap::to_bytes`] wrote it.
    fn files(self) -> (&'static [u8], &'static [u8]) {
        macro_rules! files {
            ($name:literal) => {
                (
                    include_bytes!(concat!("../../../../assets/light/backdrops/", $name, ".jpg")),
                    include_bytes!(concat!("../../../../assets/light/maps/", $name, ".bin")),
                )
            };
        }
        match self {
            Self::Studio => files!("studio"),
            Self::Dark => files!("dark"),
            Self::Overcast => files!("overcast"),
            Self::Sunset => files!("sunset"),
            Self::Workshop => files!("workshop"),
            Self::City => files!("city"),
        }
    }

    fn picture(self) -> StoredPicture {
        StoredPicture::read(self.files().0)
    }

    /// The stored picture of the background as light, without the sun.
    pub fn stored(self) -> Cube {
        self.picture().light()
    }

    /// The same with the sun.
    fn sunny(self, mut cube: Cube) -> Cube {
        if let Some(sun) = self.sun() {
            let lit = Cube::build(cube.side, |face, u, v| sun.seen(face_direction(face, u, v).normalize()));
            cube.texels
                .iter_mut()
                .zip(lit.texels)
                .for_each(|(texel, lit)| *texel += lit);
        }
        cube
    }

    /// The sharp background, finer than any surface mirrors it.
    pub fn backdrop(self) -> Cube {
        self.sunny(self.stored())
    }

    /// Radiance by direction, as mirrors show it: the same picture, half as fine.
    pub fn sharp(self) -> Cube {
        self.sunny(self.picture().light_halved())
    }

    /// Makes the map of the background without its sun; takes long.
    pub fn map_of(self, background: Cube) -> EnvironmentMap {
        let sharp = self.sunny(background);
        let lamp = find_lamp(&sharp);
        EnvironmentMap::with(sharp, Self::SIDE, EFFORT, lamp)
    }

    /// The map, as it is stored; read at the first call.
    pub fn map(self) -> Arc<EnvironmentMap> {
        let made = MAPS[self as usize].get_or_init(|| {
            let map = EnvironmentMap::from_bytes(&self.sharp(), self.files().1);
            Arc::new(map.expect("a test reads all that are stored"))
        });
        made.clone()
    }
}

/// Effort for a built-in environment: nobody waits for it.
const EFFORT: Effort = Effort {
    samples: [1024, 1024, 2048, 4096, 8192],
    bias: 0.5,
};

/// The most that a stored picture shows.
const MOST: f32 = 90.0;

/// Radiance as a byte of a stored picture: as fine as a screen's bytes where it is dark, and up to lamps.
fn byte(light: f32) -> u8 {
    let light = light.clamp(0.0, MOST);
    ((light / (1.0 + light)).sqrt() * 255.0).round() as u8
}

/// The six faces below each other as bytes of red, green and blue, for a picture to be stored.
pub fn picture_of(cube: &Cube) -> Vec<u8> {
    cube.texels
        .iter()
        .flat_map(|texel| texel.to_array().map(byte))
        .collect()
}

/// A picture that [`picture_of`] made, read.
struct StoredPicture {
    rgba: Vec<u8>,
    /// Light of each eighth of a byte.
    light: Vec<f32>,
}

impl StoredPicture {
    const SIDE: usize = Preset::BACKDROP_SIDE;

    fn read(jpeg: &[u8]) -> Self {
        let image = castview_images::decode(jpeg, "jpg").expect("a test reads all that are stored");
        assert_eq!(
            image.rgba.len(),
            4 * 6 * Self::SIDE * Self::SIDE,
            "a test reads all that are stored"
        );
        let light = |byte: f32| {
            let root = (byte / 255.0).clamp(0.0, 0.9945);
            root * root / (1.0 - root * root)
        };
        Self {
            rgba: image.rgba,
            light: (0..256 * 8).map(|at| light(at as f32 / 8.0)).collect(),
        }
    }

    /// `shift`: eighths of a byte.
    fn texel(&self, line: usize, column: usize, shift: usize) -> Vec3 {
        let at = 4 * (line * Self::SIDE + column);
        let channel = |at: usize| self.light[(usize::from(self.rgba[at]) * 8 + shift).saturating_sub(4)];
        Vec3::new(channel(at), channel(at + 1), channel(at + 2))
    }

    fn light(&self) -> Cube {
        Cube::by_place(Self::SIDE, |line, column| self.texel(line, column, shift(line, column)))
    }

    /// As [`Cube::halved`] of [`Self::light`], without the finer level in between.
    fn light_halved(&self) -> Cube {
        Cube::by_place(Self::SIDE / 2, |line, column| {
            let shift = shift(line, column);
            let at = |down: usize, right: usize| self.texel(2 * line + down, 2 * column + right, shift);
            (at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1)) * 0.25
        })
    }
}

/// Eighths of a byte that a texel gets: between two bytes a pattern without a period decides, so that slow gradients show no bands.
fn shift(line: usize, column: usize) -> usize {
    // Interleaved gradient noise: Jimenez, "Next Generation Post Processing in Call of Duty", 2014.
    let noise = (52.982_918 * (0.067_110_56 * column as f32 + 0.005_837_15 * line as f32).fract()).fract();
    (noise * 8.0) as usize
}
