// The ground below what is posed: nothing but the shadow that falls on it, seen from above.
// uses: Casting (shared/light/casting.wgsl)
// uses: towards_eye, view (shared/view.wgsl)

@group(1) @binding(0) var<uniform> casting: Casting;
@group(1) @binding(1) var ground_map: texture_2d<f32>;
@group(1) @binding(2) var ground_sampler: sampler;

// How dark the darkest shadow is.
const STRENGTH: f32 = 0.92;

struct Tile {
    @builtin(position) clip: vec4f,
    @location(0) position_world: vec3f,
    // 0 to 1 over the square.
    @location(1) at: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Tile {
    let at = vec2f(f32(index & 1u), f32(index >> 1u));
    let offset = (at * 2.0 - 1.0) * casting.ground_half;
    let world = casting.ground_world + vec3f(offset.x, 0.0, offset.y);
    return Tile(view.clip_from_world * vec4f(world, 1.0), world, at);
}

@fragment
fn fragment(in: Tile) -> @location(0) vec4f {
    let lacks = textureSampleLevel(ground_map, ground_sampler, in.at, 0.0).x;
    // From below there is no ground, and along it no surface.
    let above = smoothstep(0.0, 0.12, towards_eye(in.position_world).y);
    let held = saturate(lacks * STRENGTH * above);
    // Programs lay a picture without background over another in sRGB, where a share of black takes more than it does of linear light.
    let laid_over = 1.0 - pow(1.0 - held, 1.0 / 2.2);
    return vec4f(0.0, 0.0, 0.0, select(held, laid_over, casting.over_nothing > 0.5));
}
