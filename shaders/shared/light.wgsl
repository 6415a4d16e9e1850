// Where light comes from: the viewer's own studio, or the lights of the files.
//
// The studio's lamps travel with the camera, so that surfaces read from every side: a key, a soft fill, a little rim. Sky and
// ground stay. `tests/common/shading.rs` has the same formulas.
// uses: Light, Point, plus, reflect_light, reflect_surroundings (shared/reflection.wgsl)
// uses: view (shared/view.wgsl)

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
    // 0: the studio's lamps.
    count: u32,
    _pad0: u32,
    _pad1: u32,
    _pad2: u32,
    lamps: array<Lamp, 16>,
}

@group(3) @binding(0) var<uniform> lights: Lights;

const SKY: vec3f = vec3f(0.24, 0.27, 0.32);
const GROUND: vec3f = vec3f(0.12, 0.108, 0.10);
const KEY: vec3f = vec3f(0.82, 0.80, 0.76);
const FILL: vec3f = vec3f(0.09, 0.10, 0.12);
// What is left of sky and ground where the lights of files are on.
const DIM: f32 = 0.3;

fn key_direction() -> vec3f {
    return normalize(-0.45 * view.right_world + 0.60 * view.up_world + 0.80 * view.back_world);
}

fn fill_direction() -> vec3f {
    return normalize(0.85 * view.right_world - 0.15 * view.up_world + 0.45 * view.back_world);
}

// What falls on a surface from all around.
fn all_around(n: vec3f) -> vec3f {
    return mix(GROUND, SKY, 0.5 + 0.5 * n.y) * select(1.0, DIM, lights.count > 0u);
}

// A soft box seen in a mirror: a spherical Gaussian of `sharpness`, widened by what the surface blurs. `alpha` as in GGX, whose
// lobe is one of sharpness 2 / alpha² (Wang et al., "All-Frequency Rendering of Dynamic, Spatially-Varying Reflectance", 2009).
fn soft_box(cosine: f32, sharpness: f32, alpha: f32) -> f32 {
    let widened = sharpness / (1.0 + 0.5 * sharpness * alpha * alpha);
    return widened / sharpness * exp(widened * (cosine - 1.0));
}

// What is seen in the direction `r`, blurred as much as a surface of that roughness does.
fn surroundings(r: vec3f, roughness: f32) -> vec3f {
    let alpha = roughness * roughness;
    // A horizon, sharp in a mirror.
    let height = saturate(0.5 + 0.5 * r.y / mix(0.35, 1.0, roughness));
    let room = mix(GROUND, SKY, smoothstep(0.0, 1.0, height)) * 1.4;
    if lights.count > 0u {
        return room * DIM;
    }
    let key = soft_box(dot(r, key_direction()), 7.0, alpha);
    let fill = soft_box(dot(r, fill_direction()), 10.0, alpha);
    let behind = normalize(0.35 * view.right_world + 0.55 * view.up_world - 0.75 * view.back_world);
    let rim = soft_box(dot(r, behind), 9.0, alpha);
    return room + 1.7 * KEY * key + 5.0 * FILL * fill + 0.9 * SKY * rim;
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

// All light that goes from `p` to the eye. `openness`: how much of what comes from all around gets there.
fn lit(p: Point, position: vec3f, openness: f32) -> Light {
    let around = reflect_surroundings(p, all_around(p.n), surroundings(reflect(-p.v, p.n), p.roughness));
    var sum = Light(around.scattered * openness, around.reflected * openness);
    for (var i = 0u; i < lights.count; i++) {
        let from_lamp = lamp_light(lights.lamps[i], position);
        if from_lamp.w > 0.0 {
            let soft = saturate(dot(p.n, from_lamp.xyz));
            sum = plus(sum, reflect_light(p, from_lamp.xyz, soft, lights.lamps[i].light * from_lamp.w));
        }
    }
    if lights.count == 0u {
        let l = key_direction();
        // It wraps a little past the horizon, so that its edge is soft.
        let wrapped = pow(saturate((dot(p.n, l) + 0.12) / 1.12), 1.2);
        sum = plus(sum, reflect_light(p, l, wrapped, KEY));
        sum.scattered += p.diffuse * FILL * saturate(dot(p.n, fill_direction()));
        let edge = pow(1.0 - saturate(dot(p.n, p.v)), 4.0);
        let rim = 0.14 * edge * saturate(0.6 + 0.6 * dot(p.n, view.up_world));
        sum.scattered += rim * p.diffuse;
    }
    return sum;
}
