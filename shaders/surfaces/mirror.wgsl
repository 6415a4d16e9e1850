// The reflecting ground, seen from above. Reflections of higher surfaces are wider and weaker.
// uses: Reflected (shared/light/reflected.wgsl)
// uses: towards_eye, view, world_per_pixel (shared/view.wgsl)

@group(1) @binding(0) var<uniform> reflected: Reflected;
// As large as the picture; each level is half the size of the one above and blurred.
@group(1) @binding(1) var color_levels: texture_2d<f32>;
@group(1) @binding(2) var height_levels: texture_2d<f32>;
@group(1) @binding(3) var level_sampler: sampler;

// Looks into what is spread, on a spiral.
const LOOKS: u32 = 16u;
const GOLDEN_RAD: f32 = 2.3999632;
// The narrowest spread across what is seen, beside that along it: scratches of a rough ground are seen foreshortened.
const NARROWEST: f32 = 0.3;

struct Tile {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Tile {
    let at = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0 - 1.0;
    let offset = at * reflected.half_world;
    let world = reflected.middle_world + vec3f(offset.x, 0.0, offset.y);
    return Tile(view.clip_from_world * vec4f(world, 1.0), world);
}

// In the mirrored picture, where left is right.
fn place_of(pixel: vec2f) -> vec2f {
    return vec2f(reflected.size_px.x - pixel.x, pixel.y) / reflected.size_px;
}

@fragment
fn fragment(in: Tile) -> @location(0) vec4f {
    let v = towards_eye(in.position_world);
    // From below there is no ground, and along it no surface.
    let share = reflected.strength * smoothstep(0.0, 0.02, v.y);
    if share <= 0.0 {
        return vec4f(0.0);
    }
    if reflected.spread <= 0.0 {
        return share * textureSampleLevel(color_levels, level_sampler, place_of(in.clip.xy), 0.0);
    }
    // Along the way that light goes from the ground on.
    let w = (view.clip_from_world * vec4f(in.position_world, 1.0)).w;
    let away = select(distance(in.position_world, view.eye_world), 1e30, view.parallel > 0.5);
    let way = reflected.tallest / v.y;
    var part = 1.0;
    var radius = 0.0;
    // Width and height of the reflection depend on each other, so both are found in a few rounds.
    for (var i = 0; i < 5; i++) {
        let length = part * way;
        radius = reflected.spread * length / world_per_pixel(w * (1.0 + length / away));
        let level = log2(max(radius, 1.0));
        let seen = textureSampleLevel(height_levels, level_sampler, place_of(in.clip.xy), level).xy;
        part = mix(part, seen.x / max(seen.y, 1e-3), smoothstep(0.02, 0.1, seen.y));
    }
    let narrow = radius * max(v.y, NARROWEST);
    let level = log2(max(sqrt(radius * narrow) * 0.5, 1.0));
    // Upwards on the screen; looking straight down there is no such direction, nor need of one.
    let up = vec2f(view.right_world.y, -view.up_world.y);
    let along = select(vec2f(0.0, 1.0), normalize(up), dot(up, up) > 1e-6);
    let across = vec2f(-along.y, along.x);
    var sum = vec4f(0.0);
    var weights = 0.0;
    for (var i = 0u; i < LOOKS; i++) {
        let out = sqrt((f32(i) + 0.5) / f32(LOOKS));
        let angle = f32(i) * GOLDEN_RAD;
        let offset = out * (cos(angle) * narrow * across + sin(angle) * radius * along);
        let weight = exp(-2.0 * out * out);
        sum += weight * textureSampleLevel(color_levels, level_sampler, place_of(in.clip.xy + offset), level);
        weights += weight;
    }
    return sum * (share / weights);
}
