// What a surface is made of: factors, and the maps that vary them.

// How a texture is looked up.
struct Map {
    // Rows that take (u, v, 1) to where it is looked up.
    lookup_u: vec3f,
    // Which pair of texture coordinates.
    layer: u32,
    lookup_v: vec3f,
    // Width and height in texels, 16 bits each, the width in the lower ones.
    size: u32,
}

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
    // Index of refraction, at least 1.
    ior: f32,
    sheen_color: vec3f,
    // Perceptual.
    sheen_roughness: f32,
    // What is lost of white light within a unit of the file: minus the logarithm of what is left.
    absorption: vec3f,
    // In the units of the mesh.
    thickness: f32,
    iridescence: f32,
    iridescence_ior: f32,
    // In nanometres, and what a map adds to it.
    film_thickness: f32,
    film_range: f32,
    // Along tangent and bitangent.
    anisotropy_direction: vec2f,
    anisotropy: f32,
    _pad: u32,
    // By position of the read in the text that reads them.
    maps: array<Map, 21>,
}

@group(3) @binding(1) var<uniform> material: Material;

fn has_flag(flag: u32) -> bool {
    return (material.flags & flag) != 0u;
}

// What the maps of a material say at a point. Those of one number have it by itself.
struct Texels {
    base_color: vec4f,
    opacity: f32,
    metallic: f32,
    roughness: f32,
    specular_color: vec4f,
    specular: f32,
    normal: vec4f,
    occlusion: f32,
    cavity: f32,
    emissive: vec4f,
    emission_mask: f32,
    clearcoat: f32,
    clearcoat_roughness: f32,
    clearcoat_normal: vec4f,
    transmission: f32,
    sheen_color: vec4f,
    sheen_roughness: f32,
    thickness: f32,
    iridescence: f32,
    iridescence_thickness: f32,
    anisotropy: vec4f,
}

// Where there is no map: white, and along the tangent.
const BARE: Texels = Texels(vec4f(1.0), 1.0, 1.0, 1.0, vec4f(1.0), 1.0, vec4f(1.0), 1.0, 1.0, vec4f(1.0), 1.0, 1.0, 1.0,
    vec4f(1.0), 1.0, vec4f(1.0), 1.0, 1.0, 1.0, 1.0, vec4f(1.0, 0.5, 1.0, 1.0));

const NO_READ: u32 = 0xffffffffu;

// Where the texture of a read is looked up; `uvs` holds two pairs of texture coordinates.
fn place_in(read: u32, uvs: vec4f) -> vec2f {
    let at = vec3f(select(uvs.xy, uvs.zw, material.maps[read].layer == 1u), 1.0);
    return vec2f(dot(material.maps[read].lookup_u, at), dot(material.maps[read].lookup_v, at));
}

// Width and height in texels of the image of a read.
fn size_in(read: u32) -> vec2f {
    let size = material.maps[read].size;
    return vec2f(f32(size & 0xffffu), f32(size >> 16u));
}

// Each sample is shaded by the number of its triangle (`numbered.wgsl`): what changes from pixel to pixel follows from that triangle, as the
// pixels beside it show others.
override NUMBERED: bool = false;

// From a pixel to the one on its right, and to the one below.
struct Steps {
    position_x: vec3f,
    position_y: vec3f,
    uvs_x: vec4f,
    uvs_y: vec4f,
}

// Where NUMBERED.
var<private> steps: Steps;

fn steps_of_position(position: vec3f) -> mat2x3f {
    if NUMBERED {
        return mat2x3f(steps.position_x, steps.position_y);
    }
    return mat2x3f(dpdx(position), dpdy(position));
}

fn steps_of_uv(uv: vec2f) -> mat2x2f {
    if NUMBERED {
        return mat2x2f(steps.uvs_x.xy, steps.uvs_y.xy);
    }
    return mat2x2f(dpdx(uv), dpdy(uv));
}

// Of the place where the texture of a read is looked up.
fn steps_in(read: u32, uvs: vec4f) -> mat2x2f {
    if NUMBERED {
        return mat2x2f(turned_in(read, steps.uvs_x), turned_in(read, steps.uvs_y));
    }
    let at = place_in(read, uvs);
    return mat2x2f(dpdx(at), dpdy(at));
}

fn turned_in(read: u32, step: vec4f) -> vec2f {
    let own = select(step.xy, step.zw, material.maps[read].layer == 1u);
    return vec2f(dot(material.maps[read].lookup_u.xy, own), dot(material.maps[read].lookup_v.xy, own));
}

fn looked_up(map: texture_2d<f32>, by: sampler, read: u32, uvs: vec4f) -> vec4f {
    let at = place_in(read, uvs);
    if NUMBERED {
        let to = steps_in(read, uvs);
        return textureSampleGrad(map, by, at, to[0], to[1]);
    }
    return textureSample(map, by, at);
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

// The unit normal that `texel` of a normal map makes of `frame.n`, the surface's own. `read`: of that map.
//
// Without tangents of the file the frame is that of the texture coordinates on the screen (Schüler, "Followup: Normal Mapping
// Without Precomputed Tangents", 2013): right for any deformation, and no tangents to make, keep or deform. Green points up the
// picture, against v (glTF). z is rebuilt, because maps of two channels have none (docs/formats/cast.md §3.12).
fn bent(read: u32, texel: vec4f, uvs: vec4f, scale: f32, frame: Frame) -> vec3f {
    if read == NO_READ {
        return frame.n;
    }
    let stored = texel.xy * 2.0 - 1.0;
    let z = sqrt(max(1.0 - dot(stored, stored), 0.0));
    let out = directions(steps_in(read, uvs), frame) * stored * scale + frame.n * z;
    return select(frame.n, normalize(out), dot(out, out) > 0.0);
}

// Tangent and bitangent of a texture, of unit length or none. `to`: how the place where it is looked up changes from pixel to pixel.
fn directions(to: mat2x2f, frame: Frame) -> mat2x3f {
    if FRAMED {
        return mat2x3f(unit_or_zero(frame.given[0]), unit_or_zero(frame.given[1]));
    }
    return on_screen(to, frame);
}

fn unit_or_zero(v: vec3f) -> vec3f {
    let squared = dot(v, v);
    return v * select(inverseSqrt(squared), 0.0, squared <= 0.0);
}

// Tangent and bitangent as MikkTSpace has them: both of unit length and at right angles, however the
// picture is stretched or sheared. The bitangent points where v falls, the tangent where u grows while v stands still.
fn on_screen(to: mat2x2f, frame: Frame) -> mat2x3f {
    let of_position = steps_of_position(frame.position);
    let px = of_position[0];
    let py = of_position[1];
    let ux = to[0];
    let uy = to[1];
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

// The sample mask of a cut-out surface with this coverage. The edge is where the coverage passes the cutoff; a pixel on the edge
// keeps a share of its samples.
fn samples_of(alpha: f32) -> u32 {
    let step = fwidth(alpha);
    let share = select((alpha - material.cutoff) / step + 0.5, select(0.0, 1.0, alpha >= material.cutoff), step < 1e-3);
    return (1u << u32(round(saturate(share) * 4.0))) - 1u;
}

// Of the four samples those that are left, 0…1.
fn share_of(samples: u32) -> f32 {
    return f32(countOneBits(samples)) * 0.25;
}
