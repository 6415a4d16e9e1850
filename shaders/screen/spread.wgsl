// One level of bloom from the next larger or the next smaller one.

@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var source_sampler: sampler;

@vertex
fn vertex(@builtin(vertex_index) corner: u32) -> @builtin(position) vec4f {
    return vec4f(f32(corner & 1u) * 4.0 - 1.0, f32(corner >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn at(middle: vec2f, x: f32, y: f32) -> vec4f {
    let texel = 1.0 / vec2f(textureDimensions(source));
    return textureSampleLevel(source, source_sampler, middle + vec2f(x, y) * texel, 0.0);
}

// Thirteen looks of four texels each: five overlapping squares, the middle one as heavy as the others together (Jimenez 2014).
@fragment
fn fragment_down(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let middle = pixel.xy * 2.0 / vec2f(textureDimensions(source));
    let near = at(middle, -1.0, -1.0) + at(middle, 1.0, -1.0) + at(middle, -1.0, 1.0) + at(middle, 1.0, 1.0);
    let corners = at(middle, -2.0, -2.0) + at(middle, 2.0, -2.0) + at(middle, -2.0, 2.0) + at(middle, 2.0, 2.0);
    let sides = at(middle, 0.0, -2.0) + at(middle, -2.0, 0.0) + at(middle, 2.0, 0.0) + at(middle, 0.0, 2.0);
    return near * 0.125 + corners * 0.03125 + sides * 0.0625 + at(middle, 0.0, 0.0) * 0.125;
}

// A tent over nine texels of the smaller level.
@fragment
fn fragment_up(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let middle = pixel.xy * 0.5 / vec2f(textureDimensions(source));
    let corners = at(middle, -1.0, -1.0) + at(middle, 1.0, -1.0) + at(middle, -1.0, 1.0) + at(middle, 1.0, 1.0);
    let sides = at(middle, 0.0, -1.0) + at(middle, -1.0, 0.0) + at(middle, 1.0, 0.0) + at(middle, 0.0, 1.0);
    return corners * 0.0625 + sides * 0.125 + at(middle, 0.0, 0.0) * 0.25;
}
