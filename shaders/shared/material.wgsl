// What a surface is made of: factors, and the maps that vary them.

// How one map is looked up.
struct Map {
    // Rows that take (u, v, 1) to where it is looked up.
    lookup_u: vec3f,
    // Which pair of texture coordinates, or NO_MAP.
    layer: u32,
    lookup_v: vec3f,
    // Which channel counts, for those that are one number.
    channel: u32,
}

const NO_MAP: u32 = 0xffffffffu;

// Positions of the inputs: `Input` in `src/scene/input.rs`.
const BASE_COLOR: u32 = 0u;
const OPACITY: u32 = 1u;
const METALLIC: u32 = 2u;
const ROUGHNESS: u32 = 3u;
const SPECULAR_COLOR: u32 = 4u;
const SPECULAR: u32 = 5u;
const NORMAL: u32 = 6u;
const OCCLUSION: u32 = 7u;
const CAVITY: u32 = 8u;
const EMISSIVE: u32 = 9u;
const EMISSION_MASK: u32 = 10u;
const CLEARCOAT: u32 = 11u;
const CLEARCOAT_ROUGHNESS: u32 = 12u;
const CLEARCOAT_NORMAL: u32 = 13u;
const TRANSMISSION: u32 = 14u;

// `Surface::flags`.
const UNLIT: u32 = 1u;
const SPECULAR_GLOSS: u32 = 2u;
// The map of roughness is one of gloss.
const GLOSS: u32 = 4u;
// Under X-ray.
const SEEN_THROUGH: u32 = 8u;
// The material does not blend: under X-ray its alpha counts for the cutoff alone, never as coverage.
const WHOLE: u32 = 16u;

struct Material {
    // Linear light; alpha is coverage.
    base_color: vec4f,
    emissive: vec3f,
    // Where the coverage is less there is no surface, if it is masked.
    cutoff: f32,
    // Tint of a dielectric's F0, or F0 itself (SPECULAR_GLOSS).
    specular_color: vec3f,
    // Strength of a dielectric's reflection.
    specular: f32,
    metallic: f32,
    // Perceptual.
    roughness: f32,
    // F0 of a white dielectric of full strength.
    dielectric: f32,
    normal_scale: f32,
    occlusion_strength: f32,
    // What of the light from all around gets here anyway.
    openness: f32,
    transmission: f32,
    clearcoat: f32,
    clearcoat_roughness: f32,
    clearcoat_normal_scale: f32,
    flags: u32,
    _pad: u32,
    maps: array<Map, 15>,
}

@group(3) @binding(1) var<uniform> material: Material;

@group(2) @binding(0) var base_color_map: texture_2d<f32>;
@group(2) @binding(1) var opacity_map: texture_2d<f32>;
@group(2) @binding(2) var metallic_map: texture_2d<f32>;
@group(2) @binding(3) var roughness_map: texture_2d<f32>;
@group(2) @binding(4) var specular_color_map: texture_2d<f32>;
@group(2) @binding(5) var specular_map: texture_2d<f32>;
@group(2) @binding(6) var normal_map: texture_2d<f32>;
@group(2) @binding(7) var occlusion_map: texture_2d<f32>;
@group(2) @binding(8) var cavity_map: texture_2d<f32>;
@group(2) @binding(9) var emissive_map: texture_2d<f32>;
@group(2) @binding(10) var emission_mask_map: texture_2d<f32>;
@group(2) @binding(11) var clearcoat_map: texture_2d<f32>;
@group(2) @binding(12) var clearcoat_roughness_map: texture_2d<f32>;
@group(2) @binding(13) var clearcoat_normal_map: texture_2d<f32>;
@group(2) @binding(14) var transmission_map: texture_2d<f32>;

@group(2) @binding(15) var base_color_sampler: sampler;
@group(2) @binding(16) var opacity_sampler: sampler;
@group(2) @binding(17) var metallic_sampler: sampler;
@group(2) @binding(18) var roughness_sampler: sampler;
@group(2) @binding(19) var specular_color_sampler: sampler;
@group(2) @binding(20) var specular_sampler: sampler;
@group(2) @binding(21) var normal_sampler: sampler;
@group(2) @binding(22) var occlusion_sampler: sampler;
@group(2) @binding(23) var cavity_sampler: sampler;
@group(2) @binding(24) var emissive_sampler: sampler;
@group(2) @binding(25) var emission_mask_sampler: sampler;
@group(2) @binding(26) var clearcoat_sampler: sampler;
@group(2) @binding(27) var clearcoat_roughness_sampler: sampler;
@group(2) @binding(28) var clearcoat_normal_sampler: sampler;
@group(2) @binding(29) var transmission_sampler: sampler;

fn has_flag(flag: u32) -> bool {
    return (material.flags & flag) != 0u;
}

// How much a pipeline reckons with: nothing but factors, a base colour map, the usual maps, everything. What is left out costs
// nothing, also where a branch does (software adapters run both ways).
const WITH_BASE_COLOR: u32 = 1;
const WITH_USUAL: u32 = 2;
const WITH_ALL: u32 = 3;
override DETAIL: u32 = 3;

// Bits of the usual inputs: metallic, roughness, normal, occlusion, emissive.
const USUAL: u32 = 0x2ccu;

fn detail_of(input: u32) -> u32 {
    let is_usual = ((USUAL >> input) & 1u) == 1u;
    return select(select(WITH_ALL, WITH_USUAL, is_usual), WITH_BASE_COLOR, input == BASE_COLOR);
}

fn has_map(input: u32) -> bool {
    if DETAIL < detail_of(input) {
        return false;
    }
    return material.maps[input].layer != NO_MAP;
}

// Where the map of `input` is looked up; `uvs` holds two pairs of texture coordinates.
fn place_in(input: u32, uvs: vec4f) -> vec2f {
    let at = vec3f(select(uvs.xy, uvs.zw, material.maps[input].layer == 1u), 1.0);
    return vec2f(dot(material.maps[input].lookup_u, at), dot(material.maps[input].lookup_v, at));
}

// The texel of an input's map, white where there is none.
fn texel(input: u32, image: texture_2d<f32>, how: sampler, uvs: vec4f) -> vec4f {
    if !has_map(input) {
        return vec4f(1.0);
    }
    return textureSample(image, how, place_in(input, uvs));
}

// The one number that an input takes from its map, 1 where there is none.
fn number(input: u32, image: texture_2d<f32>, how: sampler, uvs: vec4f) -> f32 {
    return texel(input, image, how, uvs)[material.maps[input].channel];
}

// Whether the file gives tangents.
override FRAMED: bool = false;

// Where normal maps lie on a surface.
struct Frame {
    // Unit length.
    n: vec3f,
    position: vec3f,
    // Tangent and bitangent, where FRAMED: of any length.
    given: mat2x3f,
}

// The unit normal that the map of `input` makes of `frame.n`, the surface's own.
//
// Without tangents of the file the frame is that of the texture coordinates on the screen (Schüler, "Followup: Normal Mapping
// Without Precomputed Tangents", 2013): right for any deformation, and no tangents to make, keep or deform. Green points up the
// picture, against v (glTF). z is rebuilt, because maps of two channels have none (docs/formats/cast.md §3.12).
fn bent(input: u32, image: texture_2d<f32>, how: sampler, uvs: vec4f, scale: f32, frame: Frame) -> vec3f {
    if !has_map(input) {
        return frame.n;
    }
    let at = place_in(input, uvs);
    let stored = textureSample(image, how, at).xy * 2.0 - 1.0;
    let z = sqrt(max(1.0 - dot(stored, stored), 0.0));
    var across: vec3f;
    if FRAMED {
        across = unit_or_zero(frame.given[0]) * stored.x + unit_or_zero(frame.given[1]) * stored.y;
    } else {
        across = on_screen(at, frame) * stored;
    }
    let out = across * scale + frame.n * z;
    return select(frame.n, normalize(out), dot(out, out) > 0.0);
}

fn unit_or_zero(v: vec3f) -> vec3f {
    let squared = dot(v, v);
    return v * select(inverseSqrt(squared), 0.0, squared <= 0.0);
}

// Tangent and bitangent where `at` is looked up, as MikkTSpace has them: both of unit length and at right angles, however the
// picture is stretched or sheared. The bitangent points where v falls, the tangent where u grows while v stands still.
fn on_screen(at: vec2f, frame: Frame) -> mat2x3f {
    let px = dpdx(frame.position);
    let py = dpdy(frame.position);
    let ux = dpdx(at);
    let uy = dpdy(at);
    // Of either sign, as the picture's two directions lie to the normal.
    let turn = select(-1.0, 1.0, dot(cross(px, py), frame.n) >= 0.0);
    let across_y = cross(py, frame.n) * turn;
    let across_x = cross(frame.n, px) * turn;
    let along_u = across_y * ux.x + across_x * uy.x;
    let along_v = across_y * ux.y + across_x * uy.y;
    // Where v stands still everywhere, u alone gives the directions; where both do, there are none.
    let upright = unit_or_zero(select(-along_v, cross(frame.n, along_u), dot(along_v, along_v) <= 0.0));
    let level = cross(upright, frame.n);
    return mat2x3f(level * select(1.0, -1.0, dot(level, along_u) < 0.0), upright);
}
