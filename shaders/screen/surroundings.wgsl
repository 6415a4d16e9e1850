// The environment as the background, as the lens of the picture sees it.
// uses: Environment, in_environment (shared/light/environment.wgsl)
// uses: to_target (shared/srgb.wgsl)
// uses: shown (shared/light/tone.wgsl)
// uses: view (shared/view.wgsl)

@group(1) @binding(0) var<uniform> environment: Environment;
@group(1) @binding(1) var environment_map: texture_cube<f32>;
@group(1) @binding(2) var environment_sampler: sampler;

// Height of the picture per unit of distance where the projection is parallel, which would see one point only.
const PARALLEL_HEIGHT: f32 = 0.8;

struct Corner {
    @builtin(position) clip: vec4f,
    // −1 to 1, y up.
    @location(0) at: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    // One triangle that covers the picture, at the far plane (reversed depth: 0).
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return Corner(vec4f(corner, 0.0, 1.0), corner);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let height = select(view.height_world, PARALLEL_HEIGHT, view.parallel > 0.5) * 0.5;
    let aspect = view.width_px / view.height_px;
    let ray = view.right_world * (in.at.x * height * aspect) + view.up_world * (in.at.y * height) - view.back_world;
    let seen = textureSampleLevel(environment_map, environment_sampler, in_environment(environment, ray), environment.background_level);
    return to_target(shown(seen.rgb), 1.0);
}
