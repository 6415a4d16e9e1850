// Emission spread over its surroundings, as eyes and lenses do: levels of half the size each, down and up again, and the sum over the picture.
// Linear light, premultiplied; what is spread is as much as there was.
// uses: shown (shared/light/tone.wgsl)

@group(1) @binding(0) var source: texture_2d<f32>;
@group(1) @binding(1) var source_sampler: sampler;

// How much of the emission is spread.
const SHARE: f32 = 0.12;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

// Over the finished surfaces: each channel is a share of white, and alpha the largest of them, so that it can stand before nothing.
@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let light = textureSampleLevel(source, source_sampler, 0.5 * pixel.xy / vec2f(textureDimensions(source)), 0.0).rgb;
    let seen = saturate(shown(SHARE * light));
    return vec4f(seen, max(seen.r, max(seen.g, seen.b)));
}
