// What was drawn at twice the width and height, with one sample, becomes the four samples of each pixel: a texel to each.

@group(0) @binding(0) var colors: texture_2d<f32>;
// Reversed; 0 where nothing was drawn.
@group(0) @binding(1) var depths: texture_depth_2d;

struct Sample {
    @location(0) color: vec4f,
    @builtin(frag_depth) depth: f32,
}

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) pixel: vec4f, @builtin(sample_index) number: u32) -> Sample {
    // Everywhere the first two samples lie in the upper half of a pixel, and those with even numbers in the left one.
    let at = 2u * vec2u(pixel.xy) + vec2u(number & 1u, number >> 1u);
    let depth = textureLoad(depths, at, 0);
    if depth <= 0.0 {
        discard;
    }
    return Sample(textureLoad(colors, at, 0), depth);
}
