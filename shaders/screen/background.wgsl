// One colour or a gradient behind everything, from the top edge to the bottom edge.
//
// The gradient runs in sRGB, where steps look even, and is dithered by half a step, so that it shows no bands.
// uses: linear_from_srgb, to_target (shared/srgb.wgsl)
// uses: view (shared/view.wgsl)

struct Background {
    top_srgb: vec4f,
    bottom_srgb: vec4f,
}

@group(1) @binding(0) var<uniform> background: Background;

struct Corner {
    @builtin(position) clip: vec4f,
}

// Noise of mean zero, within ±0.5, from a fixed pattern of the pixel: interleaved gradient noise, Jimenez 2014.
fn dither(pixel: vec2f) -> f32 {
    return fract(52.9829189 * fract(dot(pixel, vec2f(0.06711056, 0.00583715)))) - 0.5;
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    // One triangle that covers the picture, at the far plane (reversed depth: 0).
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    return Corner(vec4f(corner, 0.0, 1.0));
}

@fragment
fn fragment(@builtin(position) pixel: vec4f) -> @location(0) vec4f {
    let down = saturate(pixel.y / view.height_px);
    let flat_color = all(background.top_srgb == background.bottom_srgb);
    let srgb = mix(background.top_srgb.rgb, background.bottom_srgb.rgb, down);
    let noise = select(dither(pixel.xy) / 255.0, 0.0, flat_color);
    return to_target(linear_from_srgb(saturate(srgb + noise)), 1.0);
}
