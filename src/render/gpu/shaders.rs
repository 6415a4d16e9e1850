//! The shaders: one source per entry file, joined with the shared ideas it uses.
//!
//! WGSL does not care about order, so a plain list is enough. `tests/shaders.rs` validates them all without a device.

/// A shader file joined with its shared parts.
#[derive(Clone, Copy, Debug)]
pub struct Shader {
    /// The file's name in `shaders/`, without its ending.
    pub name: &'static str,
    parts: &'static [&'static str],
}

macro_rules! part {
    ($path:literal) => {
        include_str!(concat!("../../../shaders/", $path, ".wgsl"))
    };
}

const VIEW: &str = part!("shared/view");
const SRGB: &str = part!("shared/srgb");
const OCTAHEDRON: &str = part!("shared/octahedron");
const QUATERNION: &str = part!("shared/quaternion");
const DEFORMATION: &str = part!("shared/deformation");
const DRAW: &str = part!("shared/draw");
const MATERIAL: &str = part!("shared/material");
/// Taken by a text with maps where there are some (`upload::material::Wiring`).
pub const UNMAPPED: &str = part!("shared/unmapped");
/// Taken by [`LIT`] where nothing but light is seen.
const INPUTS: &str = part!("shared/inputs");
const LIT: &str = "const SHOWS_INPUTS: bool = false;\nfn input_seen(i: Inputs, texels: Texels, uvs: vec4f, position: vec3f) -> vec3f {\n    return vec3f(0.0);\n}";
const SHEEN: &str = part!("shared/sheen");
const FILM: &str = part!("shared/film");
const BEHIND: &str = part!("shared/behind");
const REFLECTION: &str = part!("shared/reflection");
const ENVIRONMENT: &str = part!("shared/environment");
const LIGHT: &str = part!("shared/light");
const TONE: &str = part!("shared/tone");
const HELD: &str = part!("shared/held");
const CASTING: &str = part!("shared/casting");
const BONE_GLYPH: &str = part!("shared/bone_glyph");
const FLOOR: &str = part!("shared/floor");

macro_rules! shaders {
    ($($constant:ident = $name:literal with [$($shared:ident),*];)*) => {
        $(pub const $constant: Shader = Shader { name: $name, parts: &[$($shared,)* part!($name)] };)*

        /// All of them, for validation.
        pub const ALL: &[Shader] = &[$($constant),*];
    };
}

shaders! {
    DEFORM = "deform" with [OCTAHEDRON, QUATERNION, DEFORMATION];
    VERTEX_VALUES = "vertex_values" with [QUATERNION, DEFORMATION, OCTAHEDRON];
    BACKGROUND = "background" with [VIEW, SRGB];
    SURROUNDINGS = "surroundings" with [VIEW, ENVIRONMENT, TONE, SRGB];
    MESH = "mesh" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED, INPUTS, REFLECTION, FILM, ENVIRONMENT, HELD, LIGHT, SHEEN, BEHIND, TONE, SRGB];
    DEPTH = "depth" with [VIEW, DRAW, OCTAHEDRON, MATERIAL, UNMAPPED];
    HOLD = "hold" with [CASTING, HELD];
    SOFTEN = "soften" with [CASTING, HELD];
    CELLS = "cells" with [CASTING];
    CONTACT = "contact" with [CASTING];
    GROUND_MAP = "ground_map" with [CASTING];
    GROUND = "ground" with [VIEW, CASTING];
    COLOR_BY = "color_by" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    WIRE = "wire" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    POINTS = "points" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    HAIR = "hair" with [VIEW, DRAW, OCTAHEDRON, TONE, SRGB];
    GHOST = "ghost" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    TRAIL = "trail" with [VIEW, SRGB];
    GRID = "grid" with [VIEW, FLOOR, SRGB];
    AXES = "axes" with [VIEW, FLOOR, SRGB];
    BONES = "bones" with [VIEW, BONE_GLYPH, SRGB];
    LABEL = "label" with [VIEW, SRGB];
    OUTLINE = "outline" with [VIEW, DRAW, OCTAHEDRON, SRGB];
    PICK = "pick" with [VIEW, DRAW, OCTAHEDRON, BONE_GLYPH];
    PICK_TRIANGLE = "pick_triangle" with [];
    MIP = "mip" with [];
    BLUR = "blur" with [];
    COMPOSE = "compose" with [];
    ENCODE = "encode" with [SRGB];
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
