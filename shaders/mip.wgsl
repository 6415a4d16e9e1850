// One level of a texture from the one above it: each texel is the mean of four, in linear light (the views are sRGB).

@group(0) @binding(0) var above: texture_2d<f32>;
@group(0) @binding(1) var linear_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
    return Corner(vec4f(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0), corner);
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    return textureSampleLevel(above, linear_sampler, in.uv, 0.0);
}
