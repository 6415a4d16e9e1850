// The finished picture from an sRGB texture into one of plain bytes, for adapters that cannot view one as the other.
// uses: srgb_from_linear (shared/srgb.wgsl)

@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return vec4f(corner, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let texel = textureSampleLevel(picture, nearest, pixel.xy / vec2f(textureDimensions(picture)), 0.0);
    return vec4f(srgb_from_linear(texel.rgb), texel.a);
}
