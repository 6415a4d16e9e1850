//! How the picture is drawn.

use super::{ColorBy, Ramp};
use crate::light::{EnvironmentMap, Preset};
use glam::Vec3;
use std::sync::Arc;

/// Colours are sRGB bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Background {
    /// Straight alpha zero.
    Transparent,
    /// One colour.
    Solid([u8; 3]),
    /// Surroundings of the models, which also light them.
    Environment {
        /// As a lens sees it that is set to the models.
        blurred: bool,
    },
    /// From the top edge to the bottom edge.
    Gradient {
        /// At the top edge.
        top: [u8; 3],
        /// At the bottom edge.
        bottom: [u8; 3],
    },
}

/// How surfaces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Shading {
    /// Materials with all their maps.
    #[default]
    Textured,
    /// Neutral grey under the same light.
    Untextured,
    /// Triangle edges only.
    Wireframe,
}

/// Lights that shine on surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Lights {
    /// The environment, with its key light.
    #[default]
    Environment,
    /// Those of the files, and the environment dimmed; the environment alone where no file has any.
    Files,
}

/// Surroundings of the models, which also light them.
#[derive(Clone, Debug)]
pub enum Environment {
    /// Built in.
    Preset(Preset),
    /// Map of an image of surroundings.
    Image(Arc<EnvironmentMap>),
}

impl Default for Environment {
    fn default() -> Self {
        Self::Preset(Preset::default())
    }
}

impl Environment {
    /// Returns the map that shading reads.
    pub fn map(&self) -> Arc<EnvironmentMap> {
        match self {
            Self::Preset(preset) => preset.map(),
            Self::Image(map) => map.clone(),
        }
    }
}

/// Two images are equal only if they are the same one, whatever they show.
impl PartialEq for Environment {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Preset(one), Self::Preset(other)) => one == other,
            (Self::Image(one), Self::Image(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// How light of any strength becomes what a screen can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Tone {
    /// Light that is too bright is cut off.
    None = 0,
    /// Khronos PBR Neutral: base colours stay what they are.
    #[default]
    Neutral = 1,
    /// The film curve of ACES: more contrast, bright colours turn white.
    Aces = 2,
    /// AgX: soft, lamps turn white slowly and keep their hue.
    Agx = 3,
}

/// Shadows and occlusion, which hold light back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shadows {
    /// The key light of the environment throws shadows on the models.
    pub key: bool,
    /// Near surfaces hold back light from all around.
    pub occlusion: bool,
    /// Height of the ground that shadows fall on, in world space; `None`: there is no ground.
    pub ground: Option<f32>,
}

/// How surfaces are seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Way {
    /// How they are drawn.
    pub shading: Shading,
    /// Meaning of their colours.
    pub color_by: ColorBy,
    /// Edges over the shaded surface.
    pub wireframe: bool,
    /// They let one see what is inside of them and behind them.
    pub xray: bool,
}

/// A picture of two halves that differ in how surfaces are seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Divided {
    /// Where the right half begins, as a share of the width, 0…1.
    pub at: f32,
    /// How surfaces are seen there.
    pub right: Way,
    /// In place of [`super::Picture::longest`] there.
    pub longest: f32,
}

/// A lens that is open: surfaces before and behind its focus blur in the mean of many pictures, each seen from another point of the lens.
/// A parallel camera has no lens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthOfField {
    /// Half the width of the opening, in world space; above 0.
    pub radius: f32,
    /// Distance from the eye along the line of sight at which surfaces are sharp, in world space; above 0.
    pub focus: f32,
}

/// A plane that leaves out the surfaces before it, to look inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// From the plane to what is left out: of unit length, in world space.
    pub toward: Vec3,
    /// How far along that the plane lies.
    pub at: f32,
    /// Backs of opaque faces are drawn flat, in [`Colors::back`], so that closed bodies look solid.
    pub caps: bool,
}

/// Ground that shows the models mirrored, where they are lit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reflection {
    /// How high the ground lies, in world space.
    pub height: f32,
    /// Share of the light thrown back at the foot of a model, 0 to 1; 0 shows nothing.
    pub strength: f32,
    /// 0: as a mirror does, to 1. Higher surfaces are blurred more.
    pub roughness: f32,
}

impl DepthOfField {
    /// Pictures of which a mean is made, at least: with fewer the points of the lens are told apart.
    pub const PICTURES: u32 = 64;
}

/// Which drawn aids are seen beside the surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Overlays {
    /// The floor grid.
    pub grid: bool,
    /// The axes of the files, at the world's origin.
    pub axes: bool,
    /// Bones, over everything.
    pub bones: bool,
    /// Cameras, lights and what else stands in a model and is no surface.
    pub fixtures: bool,
    /// Boxes and spheres that files state.
    pub volumes: bool,
    /// Hands are faintly there while they are not tracked.
    pub ghost_hands: bool,
    /// Edges over the shaded surface.
    pub wireframe: bool,
    /// Shaded surfaces let one see what is inside of them and behind them.
    pub xray: bool,
    /// A pattern marks surfaces whose base colour is not found; else they are clay.
    pub missing: bool,
}

/// The colours of drawn aids, sRGB bytes; the window's theme fills them in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colors {
    /// Words of legends.
    pub words: [u8; 3],
    /// Bodies of bones.
    pub bone: [u8; 3],
    /// Dark or light rim that keeps bones readable on any texture.
    pub bone_edge: [u8; 3],
    /// Selected parts.
    pub selected: [u8; 3],
    /// Tint of the selected bone's parent and children.
    pub related: [u8; 3],
    /// Parts under the pointer.
    pub hovered: [u8; 3],
    /// Lines of the floor grid.
    pub grid: [u8; 3],
    /// Triangle edges.
    pub wire: [u8; 3],
    /// Signs of cameras beside surfaces: lines that carry meaning, and no more.
    pub sign: [u8; 3],
    /// Signs of lights, and rays.
    pub lamp: [u8; 3],
    /// Opacity of signs that stand beside surfaces, but for those of cameras. On light ground a line needs more of it to be seen.
    pub beside_surfaces: u8,
    /// Axes x, y, z.
    pub axes: [[u8; 3]; 3],
    /// Ghosts of earlier frames.
    pub before: [u8; 3],
    /// Ghosts of later frames.
    pub after: [u8; 3],
    /// Left and right hands.
    pub hands: [[u8; 3]; 2],
    /// Tips that pinch, and what joins them. Not the selection's: it would look as if they were selected.
    pub pinch: [u8; 3],
    /// Bones whose curves are relative, and additive; those of absolute curves are as all bones are.
    pub modes: [[u8; 3]; 2],
    /// Bones that a handle turns, and its chain.
    pub chain: [u8; 3],
    /// Bones that a chain or another bone goes by, and the lines to them.
    pub goal: [u8; 3],
    /// Bones that follow another, and the lines to these.
    pub driven: [u8; 3],
    /// From rest to the greatest speed, evenly spaced. Lightness runs one way only, so that they read without colour.
    pub speed: [[u8; 3]; 4],
    /// Ramp for numbers on surfaces, evenly spaced from the least to the greatest; read by the colour-blind and without colour.
    pub heat: [[u8; 3]; 5],
    /// Surfaces that have nothing to show.
    pub neutral: [u8; 3],
    /// The back of faces.
    pub back: [u8; 3],
}

impl Background {
    /// A little lighter than the dark theme's panels.
    pub const DARK: Self = Self::Gradient {
        top: [0x2b, 0x30, 0x38],
        bottom: [0x22, 0x26, 0x2d],
    };
    /// A little lighter than the light theme's panels.
    pub const LIGHT: Self = Self::Gradient {
        top: [0xfa, 0xfb, 0xfc],
        bottom: [0xe6, 0xe9, 0xee],
    };
    /// For the dark theme, behind models that are black by themselves.
    pub const BEHIND_BLACK: Self = Self::Gradient {
        top: [0x36, 0x3c, 0x46],
        bottom: [0x31, 0x37, 0x40],
    };
}

impl Colors {
    /// Colours from matplotlib (CC0): `viridis` at 0, 1/4, 1/2, 3/4 and 1.
    const VIRIDIS: [[u8; 3]; 5] = [
        [0x44, 0x01, 0x54],
        [0x3b, 0x52, 0x8b],
        [0x21, 0x91, 0x8c],
        [0x5e, 0xc9, 0x62],
        [0xfd, 0xe7, 0x25],
    ];

    /// The colour of a speed, 0…1.
    pub fn of_pace(&self, pace: f32) -> [u8; 3] {
        self.on(Ramp::Speed, pace)
    }

    /// The colour at `along` of a ramp, 0…1.
    pub fn on(&self, ramp: Ramp, along: f32) -> [u8; 3] {
        let stops = match ramp {
            Ramp::Speed => &self.speed[..],
            Ramp::Heat => &self.heat[..],
        };
        let along = along.clamp(0.0, 1.0) * (stops.len() - 1) as f32;
        let at = (along as usize).min(stops.len() - 2);
        let share = along - at as f32;
        std::array::from_fn(|channel| {
            let [low, high] = [at, at + 1].map(|stop| f32::from(stops[stop][channel]));
            (low + (high - low) * share).round() as u8
        })
    }

    /// For the dark theme.
    pub const DARK: Self = Self {
        words: [0xe8, 0xeb, 0xf0],
        bone: [0x9f, 0xd0, 0xff],
        bone_edge: [0x10, 0x14, 0x1a],
        selected: [0xff, 0xb0, 0x2e],
        related: [0xff, 0xd8, 0x9a],
        hovered: [0xff, 0xff, 0xff],
        grid: [0x5a, 0x63, 0x70],
        wire: [0xe8, 0xeb, 0xf0],
        sign: [0x7c, 0x86, 0x96],
        lamp: [0xff, 0xd8, 0x9a],
        beside_surfaces: 102,
        axes: [[0xff, 0x6b, 0x76], [0x86, 0xd6, 0x5c], [0x62, 0xa8, 0xff]],
        before: [0xff, 0x9a, 0x7a],
        after: [0x5c, 0xc8, 0xf2],
        hands: [[0x58, 0xd6, 0xb4], [0xf0, 0x90, 0xc8]],
        pinch: [0x6a, 0xa9, 0xff],
        modes: [[0x58, 0xd6, 0xb4], [0xf0, 0x90, 0xc8]],
        chain: [0x58, 0xd6, 0xb4],
        goal: [0x6a, 0xa9, 0xff],
        driven: [0xf0, 0x90, 0xc8],
        speed: [
            [0x6a, 0x86, 0xe0],
            [0x2f, 0xb0, 0xb4],
            [0x9a, 0xdc, 0x6e],
            [0xff, 0xf0, 0x8c],
        ],
        heat: Self::VIRIDIS,
        neutral: [0xb6, 0xb7, 0xba],
        back: [0xc4, 0x48, 0x30],
    };
    /// For the light theme.
    pub const LIGHT: Self = Self {
        words: [0x1c, 0x20, 0x26],
        bone: [0x2a, 0x6f, 0xc4],
        bone_edge: [0xff, 0xff, 0xff],
        selected: [0xa8, 0x54, 0x00],
        related: [0xc9, 0x8a, 0x4a],
        hovered: [0x1c, 0x20, 0x26],
        grid: [0xa2, 0xaa, 0xb6],
        wire: [0x1c, 0x20, 0x26],
        sign: [0x7b, 0x84, 0x92],
        lamp: [0x78, 0x62, 0x14],
        beside_surfaces: 230,
        axes: [[0xc4, 0x2b, 0x3a], [0x2f, 0x7d, 0x1f], [0x1f, 0x63, 0xc9]],
        before: [0xb8, 0x4a, 0x24],
        after: [0x0b, 0x74, 0xa6],
        hands: [[0x00, 0x78, 0x62], [0xa8, 0x2c, 0x78]],
        pinch: [0x1f, 0x63, 0xc9],
        modes: [[0x00, 0x78, 0x62], [0xa8, 0x2c, 0x78]],
        chain: [0x00, 0x78, 0x62],
        goal: [0x1f, 0x63, 0xc9],
        driven: [0xa8, 0x2c, 0x78],
        speed: [
            [0x4a, 0x86, 0xd8],
            [0x3a, 0x6c, 0xa8],
            [0x5a, 0x3c, 0x8c],
            [0x4a, 0x08, 0x4c],
        ],
        heat: Self::VIRIDIS,
        neutral: [0xb6, 0xb7, 0xba],
        back: [0xc4, 0x48, 0x30],
    };
}
