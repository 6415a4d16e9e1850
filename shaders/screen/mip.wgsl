// One level of a texture from the one above it: each texel is the mean of four, in linear light (the views are sRGB); of a normal map it
// is a direction as long as theirs.

@group(0) @binding(0) var above: texture_2d<f32>;
@group(0) @binding(1) var linear_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let size = max(textureDimensions(above) / 2u, vec2u(1u));
    return textureSampleLevel(above, linear_sampler, pixel.xy / vec2f(size), 0.0);
}

// The direction of a texel. z is rebuilt, because maps of two channels have none.
fn direction(texel: vec4f) -> vec3f {
    let stored = texel.xy * 2.0 - 1.0;
    return vec3f(stored, sqrt(max(1.0 - dot(stored, stored), 0.0)));
}

@fragment
fn fragment_directions(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let last = textureDimensions(above) - vec2u(1u);
    let first = vec2u(pixel.xy) * 2u;
    var along = vec3f(0.0);
    var alpha = 0.0;
    for (var at = 0u; at < 4u; at++) {
        let texel = textureLoad(above, min(first + vec2u(at & 1u, at >> 1u), last), 0);
        along += direction(texel);
        alpha += 0.25 * texel.a;
    }
    let size = length(along);
    let mean = select(vec3f(0.0, 0.0, 1.0), along / size, size > 1e-6);
    return vec4f(mean * 0.5 + 0.5, alpha);
}
