//! The shaders: one source per entry file, joined with the shared ideas it uses.
//!
//! WGSL does not care about order, so a plain list is enough. `crates/render/tests/shaders.rs` validates them all without a device.

use super::entry::Parsed;
use castview_picture::Shadows;
use std::sync::{Arc, OnceLock};

/// A shader file joined with its shared parts.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The file's path in `shaders/`, without its ending.
    pub name: &'static str,
    parts: &'static [&'static str],
}

macro_rules! part {
    ($path:literal) => {
        include_str!(concat!("../../../../shaders/", $path, ".wgsl"))
    };
}

const VIEW: &str = part!("shared/view");
const SRGB: &str = part!("shared/srgb");
const OCTAHEDRON: &str = part!("shared/octahedron");
const QUATERNION: &str = part!("shared/quaternion");
const DEFORMATION: &str = part!("shared/deformation");
const DRAW: &str = part!("shared/draw");
const NUMBERED: &str = part!("shared/numbered/numbered");
const COVERED: &str = part!("shared/numbered/covered");
const NUMBERED_WORDS: &str = part!("shared/numbered/words");
const MATERIAL: &str = part!("shared/material");
/// Taken by a text with maps where there are some (`upload::material::Wiring`).
pub const UNMAPPED: &str = part!("shared/unmapped");
/// Taken by [`LIT`] where nothing but light is seen.
const INPUTS: &str = part!("shared/inputs");
const LIT: &str = "const SHOWS_INPUTS: bool = false;\nfn input_seen(i: Inputs, texels: Texels, uvs: vec4f, position: vec3f) -> vec3f {\n    return vec3f(0.0);\n}";
const SHEEN: &str = part!("shared/light/sheen");
const FILM: &str = part!("shared/light/film");
const BEHIND: &str = part!("shared/light/behind");
const REFLECTION: &str = part!("shared/light/reflection");
const ENVIRONMENT: &str = part!("shared/light/environment");
const LIGHT: &str = part!("shared/light/light");
const TONE: &str = part!("shared/light/tone");
const CUT: &str = part!("shared/cut");
const RIBBON: &str = part!("shared/ribbon");
const HELD: &str = part!("shared/light/held");
const CASTING: &str = part!("shared/light/casting");
const BONE_GLYPH: &str = part!("shared/bone_glyph");
const FLOOR: &str = part!("shared/floor");
const REFLECTED: &str = part!("shared/light/reflected");
const MEASURES: &str = part!("shared/measures");

macro_rules! shaders {
    ($($constant:ident = $name:literal with [$($shared:ident),*];)*) => {
        $(
            #[doc = concat!("`shaders/", $name, ".wgsl`, with the parts that it shares.")]
            pub const $constant: Shader = Shader { name: $name, parts: &[$($shared,)* part!($name)] };
        )*

        /// All of them, for validation.
        pub const ALL: &[Shader] = &[$($constant),*];
    };
}

shaders! {
    DEFORM = "vertices/deform" with [OCTAHEDRON, QUATERNION, DEFORMATION];
    VERTEX_VALUES = "vertices/vertex_values" with [QUATERNION, DEFORMATION, OCTAHEDRON];
    BACKGROUND = "screen/background" with [SRGB];
    SHOW = "screen/show" with [];
    SURROUNDINGS = "screen/surroundings" with [VIEW, ENVIRONMENT, TONE, SRGB];
    NEAREST = "surfaces/nearest" with [NUMBERED, COVERED];
    TILES_OF = "surfaces/tiles_of" with [];
    MESH = "surfaces/mesh" with [VIEW, DRAW, OCTAHEDRON, NUMBERED, NUMBERED_WORDS, MATERIAL, UNMAPPED, INPUTS, REFLECTION, FILM, ENVIRONMENT, HELD, LIGHT, SHEEN, BEHIND, TONE, SRGB];
    DEPTH = "shadows/depth" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED];
    CASTERS = "shadows/casters" with [NUMBERED, COVERED];
    DOTS = "shadows/dots" with [NUMBERED, NUMBERED_WORDS];
    FOUND = "shadows/found" with [];
    STRANDS = "shadows/strands" with [VIEW, DRAW, OCTAHEDRON, RIBBON];
    AWAY = "shadows/away" with [CASTING];
    HOLD = "shadows/hold" with [CASTING, HELD];
    GATHER = "shadows/gather" with [CASTING, HELD];
    SOFTEN = "shadows/soften" with [CASTING, HELD];
    CELLS = "shadows/cells" with [CASTING];
    CONTACT = "shadows/contact" with [CASTING];
    GROUND_MAP = "shadows/ground_map" with [CASTING];
    GROUND = "shadows/ground" with [VIEW, CASTING];
    COLOR_BY = "surfaces/color_by" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED, MEASURES, SRGB];
    WIRE = "surfaces/wire" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    POINTS = "surfaces/points" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    HAIR = "surfaces/hair" with [VIEW, DRAW, OCTAHEDRON, RIBBON, REFLECTION, ENVIRONMENT, HELD, LIGHT, MEASURES, TONE, SRGB];
    GHOST = "surfaces/ghost" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED, CUT, SRGB];
    TRAIL = "overlays/trail" with [VIEW, SRGB];
    GRID = "overlays/grid" with [VIEW, FLOOR, SRGB];
    AXES = "overlays/axes" with [VIEW, FLOOR, SRGB];
    BONES = "overlays/bones" with [VIEW, BONE_GLYPH, SRGB];
    LABEL = "overlays/label" with [VIEW, SRGB];
    OUTLINE = "overlays/outline" with [VIEW, SRGB];
    MASK = "overlays/mask" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED, CUT];
    PICK = "picking/pick" with [VIEW, DRAW, OCTAHEDRON, BONE_GLYPH];
    PICK_TRIANGLE = "picking/pick_triangle" with [];
    MIP = "screen/mip" with [];
    BLOOM = "screen/bloom" with [VIEW, TONE, SRGB];
    SPREAD = "screen/spread" with [];
    BLUR = "screen/blur" with [];
    COMPOSE = "screen/compose" with [];
    RESOLVE = "screen/resolve" with [];
    ENCODE = "screen/encode" with [SRGB];
    MEAN = "screen/mean" with [SRGB];
    LIFT = "screen/lift" with [REFLECTED];
    MIRROR = "surfaces/mirror" with [VIEW, REFLECTED];
}

/// Parsed once, perhaps before there is a device.
static AHEAD: [(Shader, OnceLock<Arc<Parsed>>); 5] = [
    (DEFORM, OnceLock::new()),
    (AWAY, OnceLock::new()),
    (HOLD, OnceLock::new()),
    (GATHER, OnceLock::new()),
    (SOFTEN, OnceLock::new()),
];

/// Parses what the first picture needs beside surfaces, which has these `shadows`.
pub fn parse_ahead(shadows: Shadows) {
    let is_needed = |shader: &Shader| match shader.name == DEFORM.name {
        true => true,
        false if shader.name == GATHER.name => shadows.occlusion,
        false => shadows.key || shadows.occlusion,
    };
    let needed = AHEAD.iter().filter(|(shader, _)| is_needed(shader));
    needed.for_each(|(shader, _)| drop(shader.parsed()));
}

impl Shader {
    /// The whole source.
    pub fn source(&self) -> String {
        self.parts.join("\n")
    }

    /// The whole source with `maps` in place of [`UNMAPPED`]. `shows_inputs`: it can show what a material is made of, without light.
    pub fn source_wired(&self, maps: &str, shows_inputs: bool) -> String {
        let parts = self.parts.iter().map(|part| match *part {
            UNMAPPED => maps,
            INPUTS if !shows_inputs => LIT,
            part => part,
        });
        parts.collect::<Vec<_>>().join("\n")
    }

    /// The file's name without its folder.
    pub fn file_name(&self) -> &'static str {
        self.name.rsplit('/').next().unwrap_or(self.name)
    }

    /// The whole source, parsed.
    pub(crate) fn parsed(&self) -> Arc<Parsed> {
        let parse = || Arc::new(Parsed::of(self.name, &self.source()));
        match AHEAD.iter().find(|(shader, _)| shader.name == self.name) {
            Some((_, parsed)) => parsed.get_or_init(parse).clone(),
            None => parse(),
        }
    }

    /// As [`Self::source_wired`], parsed.
    pub(crate) fn parsed_wired(&self, maps: &str, shows_inputs: bool) -> Parsed {
        Parsed::of(self.name, &self.source_wired(maps, shows_inputs))
    }

    pub(crate) fn module_wired(&self, device: &wgpu::Device, maps: &str, shows_inputs: bool) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.source_wired(maps, shows_inputs).into()),
        })
    }

    pub(crate) fn module(&self, device: &wgpu::Device) -> wgpu::ShaderModule {
        device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some(self.name),
            source: wgpu::ShaderSource::Wgsl(self.source().into()),
        })
    }
}
