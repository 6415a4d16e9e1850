// A finished picture as it is, over a whole viewport.

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var filtered: sampler;

struct Corner {
    @builtin(position) position: vec4f,
    // 0…1, from the upper left.
    @location(0) at: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return Corner(vec4f(corner, 0.0, 1.0), vec2f(0.5, -0.5) * corner + 0.5);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4f {
    return textureSampleLevel(picture, filtered, corner.at, 0.0);
}
