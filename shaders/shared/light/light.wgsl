// Where light comes from: the environment, and the lights of the files.
//
// The environment stands still in the world, whatever the camera does. `crates/testkit/src/shading.rs` has the same formulas.
// uses: Environment, in_environment, level_of_roughness (shared/light/environment.wgsl)
// uses: held_away, held_shares (shared/light/held.wgsl)
// uses: ANISOTROPIC, Light, Point, cosine_to_eye, largest, mirroring_normal, plus, reflect_environment, reflect_light (shared/light/reflection.wgsl)

// A light of a file (docs/formats/gltf.md §5).
struct Lamp {
    position_world: vec3f,
    // Where it ends; 0: nowhere.
    range: f32,
    // From the lamp to what it lights, unit length.
    direction_world: vec3f,
    // One of the LAMP_ constants.
    kind: u32,
    // Candela, or lux of directional ones, times the exposure, over π; linear light.
    light: vec3f,
    // Of a spot: the cosine of the angle where its light ends, …
    cosine_outer: f32,
    // … and one over how much greater it is where the light is full.
    cone: f32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
}

const LAMP_DIRECTIONAL: u32 = 0u;
const LAMP_POINT: u32 = 1u;
const LAMP_SPOT: u32 = 2u;
// Flat lamps shine most straight ahead, and not behind.
const LAMP_FLAT: u32 = 3u;

struct Lights {
    // 0: the environment alone.
    count: u32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
    lamps: array<Lamp, 16>,
}

// Scale and offset of F0 by roughness (rows) and by the root of the cosine to the eye (columns), both from 0 to 1: for each cell
// between four entries those four, row by row; the scale in the lower half.
struct Reflectance {
    cells: array<vec4u, 961>,
}

const CELLS: u32 = 31u;

@group(3) @binding(0) var<uniform> lights: Lights;
@group(3) @binding(2) var<uniform> environment: Environment;
@group(3) @binding(3) var<uniform> reflectance: Reflectance;
@group(3) @binding(4) var environment_map: texture_cube<f32>;
@group(3) @binding(5) var environment_sampler: sampler;
// What is held back of each pixel's light (`soften.wgsl`). Read as a storage texture: a stage may sample sixteen textures at most,
// and materials take as many of them as they can.
@group(3) @binding(6) var held_map: texture_storage_2d<r32uint, read>;

// With several samples, triangles show at pixels whose middle they miss.
override LOOKS_AROUND: bool = false;

// What is left of the environment where the lights of files are on.
const DIM: f32 = 0.3;

// What falls on a surface from all around, but for what the key light gives.
fn all_around(n: vec3f) -> vec3f {
    let m = in_environment(environment, n);
    let factors = &environment.irradiance;
    let sum = (*factors)[0].rgb + (*factors)[1].rgb * m.y + (*factors)[2].rgb * m.z + (*factors)[3].rgb * m.x
        + (*factors)[4].rgb * (m.x * m.y) + (*factors)[5].rgb * (m.y * m.z) + (*factors)[6].rgb * (3.0 * m.z * m.z - 1.0)
        + (*factors)[7].rgb * (m.x * m.z) + (*factors)[8].rgb * (m.x * m.x - m.y * m.y);
    return max(sum, vec3f(0.0));
}

// What the key light gives to a surface. It sinks below the horizon as something of its size does.
fn from_key(n: vec3f) -> vec3f {
    let cosine = dot(n, environment.key_direction_world);
    let sinking = max(cosine + environment.key_sine, 0.0);
    let soft = sinking * sinking / max(4.0 * environment.key_sine, 1e-6);
    return environment.key_light * select(max(cosine, 0.0), soft, abs(cosine) < environment.key_sine);
}

// What is seen around the direction `r`, on that level of the map.
fn mirrored(r: vec3f, level: f32) -> vec3f {
    return textureSampleLevel(environment_map, environment_sampler, in_environment(environment, r), level).rgb;
}

fn environment_terms(roughness: f32, n_v: f32) -> vec2f {
    let at = saturate(vec2f(sqrt(n_v), roughness)) * f32(CELLS);
    let cell = min(vec2u(at), vec2u(CELLS - 1u));
    let share = at - vec2f(cell);
    let corners = reflectance.cells[cell.y * CELLS + cell.x];
    let above = mix(unpack2x16unorm(corners.x), unpack2x16unorm(corners.y), share.x);
    let below = mix(unpack2x16unorm(corners.z), unpack2x16unorm(corners.w), share.x);
    return mix(above, below, share.y);
}

// Where the lamp stands, seen from `position`, and how much of its light gets there.
fn lamp_light(lamp: Lamp, position: vec3f) -> vec4f {
    if lamp.kind == LAMP_DIRECTIONAL {
        return vec4f(-lamp.direction_world, 1.0);
    }
    let way = lamp.position_world - position;
    let squared = max(dot(way, way), 1e-8);
    let l = way * inverseSqrt(squared);
    var share = 1.0 / squared;
    if lamp.range > 0.0 {
        let far = squared / (lamp.range * lamp.range);
        share *= saturate(1.0 - far * far);
    }
    let ahead = -dot(lamp.direction_world, l);
    if lamp.kind == LAMP_SPOT {
        let cone = saturate((ahead - lamp.cosine_outer) * lamp.cone);
        share *= cone * cone;
    }
    if lamp.kind == LAMP_FLAT {
        share *= saturate(ahead);
    }
    return vec4f(l, share);
}

// How much gets to a surface at a pixel: of what comes from all around, and of the key light. `away`: from the eye along the line
// of sight.
fn reaches(pixel: vec2f, away: f32) -> vec2f {
    if environment.held_unit <= 0.0 {
        return vec2f(1.0);
    }
    let expected = away / environment.held_unit;
    let last = vec2i(textureDimensions(held_map)) - 1;
    let here = vec2i(pixel);
    var best = textureLoad(held_map, here).x;
    if LOOKS_AROUND {
        for (var i = 0; i < 4; i++) {
            let step = select(vec2i(0, i * 2 - 5), vec2i(i * 2 - 1, 0), i < 2);
            let other = textureLoad(held_map, clamp(here + step, vec2i(0), last)).x;
            let is_nearer = abs(held_away(other) - expected) < abs(held_away(best) - expected);
            best = select(best, other, is_nearer);
        }
    }
    // What blends is not in the map: nothing is known of it.
    let is_known = abs(held_away(best) - expected) < 0.03 * expected;
    return select(vec2f(1.0), held_shares(best), is_known);
}

// What of the occlusion counts for what is mirrored: Lagarde and de Rousiers, "Moving Frostbite to PBR", 2014.
fn mirrored_share(n_v: f32, open: f32, roughness: f32) -> f32 {
    return saturate(pow(n_v + open, exp2(-16.0 * roughness - 1.0)) - 1.0 + open);
}

// The light that a surface mirrors.
//
// The levels of the map are blurred for surfaces seen straight on. At grazing angles a rough surface mirrors light from nearer to its
// normal, because nothing comes from below the surface, and from a smaller part of its surroundings. A small F0 weakens the first effect
// and strengthens the second, as Fresnel's term favours grazing light. The numbers were fitted to the integral over the lobe of GGX in all
// built-in environments (`crates/render/tests/surfaces/reference/fit.rs`). The lobe is longer than wide, a level is not: this error remains.
fn mirrored_light(p: Point, n_v: f32) -> vec3f {
    let n = mirroring_normal(p);
    let mirror = reflect(-p.v, n);
    let level = level_of_roughness(p.roughness);
    // Scratched surfaces have a normal of their own for this.
    if ANISOTROPIC && p.anisotropy > 0.0 {
        return mirrored(mirror, level);
    }
    let f0 = saturate(largest(p.f0));
    let smoothness = 1.0 - p.roughness;
    let bend = p.roughness * p.roughness * (1.0 + smoothness * (1.05 * f0 - 0.45 - 6.75 * smoothness * n_v));
    let sharper = (1.0 - n_v) * (1.6 * smoothness - 0.6 * f0);
    return mirrored(mix(mirror, n, saturate(bend)), level - sharper);
}

// All light that goes from `p` to the eye. `openness`: how much of what comes from all around gets there. `reach`: as `reaches` says.
fn lit(p: Point, position: vec3f, openness: f32, reach: vec2f) -> Light {
    let dim = select(1.0, DIM, lights.count > 0u);
    let n_v = cosine_to_eye(p);
    var around = all_around(p.n) * (openness * reach.x);
    if lights.count == 0u {
        around += from_key(p.n) * reach.y;
    }
    let seen = mirrored_light(p, n_v) * (openness * mirrored_share(n_v, reach.x, p.roughness));
    var sum = reflect_environment(p, around * dim, seen * dim, environment_terms(p.roughness, n_v));
    for (var i = 0u; i < lights.count; i++) {
        let from_lamp = lamp_light(lights.lamps[i], position);
        if from_lamp.w > 0.0 {
            let soft = saturate(dot(p.n, from_lamp.xyz));
            sum = plus(sum, reflect_light(p, from_lamp.xyz, soft, lights.lamps[i].light * from_lamp.w));
        }
    }
    return sum;
}
