// Pictures that are averaged: one more is added, and their mean is shown.
// uses: linear_from_srgb (shared/srgb.wgsl)

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

fn texel_at(pixel: vec2f) -> vec4f {
    return textureSampleLevel(picture, nearest, pixel / vec2f(textureDimensions(picture)), 0.0);
}

// Plain bytes of a finished picture as linear light. Blending weighs it against the mean of those before.
@fragment
fn fragment_add(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let texel = texel_at(pixel.xy);
    return vec4f(linear_from_srgb(texel.rgb), texel.a);
}

@fragment
fn fragment_show(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    return texel_at(pixel.xy);
}
